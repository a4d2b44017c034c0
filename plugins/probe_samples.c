/* probe_samples.c - the samples of the plugins, as text and as JSON. */
#include "probe_samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe_json.h"
#include "banned.h"

/* What add_sample() needs, handed through source->collect(). */
struct collection {
	struct probe_samples *samples;
	const char *plugin;
};

static struct json_object *sample_json(const char *plugin, const char *id,
				       const struct sample *sample)
{
	struct json_object *ret = json_object_new_object();
	struct json_object *values = json_object_new_array();
	char number[SAMPLE_VALUE_SIZE];

	for (size_t i = 0; i < sample->count; i++) {
		sample_value(sample, i, number);
		json_object_array_add(values,
				      sample->kind == SAMPLE_GAUGE
					      ? json_object_new_double_s(sample->gauge[i], number)
					      : json_object_new_int64(sample->derive[i]));
	}
	json_object_object_add(ret, "id", json_object_new_string(id));
	json_object_object_add(ret, "plugin", json_object_new_string(plugin));
	json_object_object_add(ret, "instance", json_object_new_string(sample->instance));
	json_object_object_add(ret, "type", json_object_new_string(sample->type));
	json_object_object_add(ret, "type_instance", json_object_new_string(sample->type_instance));
	json_object_object_add(ret, "values", values);
	json_object_object_add(ret, "unit", json_object_new_string(sample->unit));
	return ret;
}

static void add_sample(const struct sample *sample, void *ctx)
{
	const struct collection *collection = ctx;
	struct probe_samples *samples = collection->samples;
	struct probe_sample *list =
		reallocarray(samples->sample, samples->count + 1, sizeof(*list));
	char id[SAMPLE_ID_SIZE];
	char value[SAMPLE_TEXT_SIZE];
	char *text;

	if (list)
		samples->sample = list;
	sample_id(collection->plugin, sample, id);
	sample_text(sample, value);
	if (!list || asprintf(&text, "%s %s", id, value) < 0) {
		samples->is_cut = true;
		return;
	}
	list[samples->count++] = (struct probe_sample){
		.text = text,
		.json = samples->as_json ? sample_json(collection->plugin, id, sample) : NULL,
	};
}

int probe_samples_collect(struct probe_samples *samples, const struct source *source, void *state,
			  const struct kroot *root)
{
	struct collection collection = { samples, source->plugin };

	return source->collect(state, root, add_sample, &collection);
}

static int compare_samples(const void *a, const void *b)
{
	const struct probe_sample *left = a;
	const struct probe_sample *right = b;

	return strcmp(left->text, right->text);
}

static void print_text(const struct probe_samples *samples)
{
	for (size_t i = 0; i < samples->count; i++)
		puts(samples->sample[i].text);
}

/* Hands the objects over to the printed array. */
static void print_json(const struct probe_samples *samples)
{
	struct json_object *array = json_object_new_array();

	for (size_t i = 0; i < samples->count; i++)
		json_object_array_add(array, samples->sample[i].json);
	probe_json_print(array);
}

void probe_samples_print(struct probe_samples *samples)
{
	if (samples->count > 0)
		qsort(samples->sample, samples->count, sizeof(samples->sample[0]), compare_samples);
	if (samples->as_json)
		print_json(samples);
	else
		print_text(samples);
	for (size_t i = 0; i < samples->count; i++)
		free(samples->sample[i].text);
	free(samples->sample);
	*samples = (struct probe_samples){ 0 };
}

/* list_json.c - what boardgraph list found, for scripts. */
#include <errno.h>
#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "list.h"
#include "banned.h"

/* Names are bytes; JSON is UTF-8. A byte that is none becomes '?'. */
static struct json_object *json_name(const char *name)
{
	size_t size = strlen(name) + 1;
	char *text = malloc(size);

	if (!text)
		return NULL;
	struct buf buf = buf_of(text, size);
	buf_add_name(&buf, name, size);
	struct json_object *json = json_object_new_string(text);
	free(text);
	return json;
}

/* NULL is json-c's null. */
static struct json_object *json_time(time_t time)
{
	return time ? json_object_new_int64(time) : NULL;
}

static void json_text(struct json_object *object, const char *key, const char *text)
{
	json_object_object_add(object, key, text ? json_object_new_string(text) : NULL);
}

static struct json_object *json_pictures(const struct catalog_entry *entry)
{
	struct json_object *pictures = json_object_new_object();

	for (size_t i = 0; i < PERIODS_MAX; i++) {
		char name[MATCH_SIZE * 2];
		struct buf buf = buf_of(name, sizeof(name));

		buf_add(&buf, "%s-%s.png", entry->picture, periods[i].name);
		json_text(pictures, periods[i].name, name);
	}
	return pictures;
}

static struct json_object *json_one_series(const struct list_series *series)
{
	struct json_object *one = json_object_new_object();

	json_object_object_add(one, "name", json_name(series->name));
	json_text(one, "role", graph_role_name(series->rule->role));
	json_text(one, "label", series->rule->label);
	json_object_object_add(one, "file", json_name(series->file));
	json_text(one, "source", series->rule->source);
	json_object_object_add(one, "newest", json_time(series->newest));
	return one;
}

static struct json_object *json_graph(const struct list_graph *graph)
{
	const struct catalog_entry *entry = graph->entry;
	struct json_object *json = json_object_new_object();
	struct json_object *all = json_object_new_array();
	char title[MATCH_SIZE * 2];
	struct buf buf = buf_of(title, sizeof(title));

	graph_expand(&buf, entry->graph->title, entry->instance);
	for (size_t i = 0; i < graph->count; i++)
		json_object_array_add(all, json_one_series(&graph->series[i]));
	json_object_object_add(json, "name", json_name(entry->name));
	json_object_object_add(json, "instance", json_name(entry->instance));
	json_object_object_add(json, "title", json_name(title));
	json_text(json, "unit", entry->graph->unit->symbol);
	json_text(json, "style", graph_style_name(entry->graph->style));
	json_object_object_add(json, "default", json_object_new_boolean(entry->is_default));
	json_object_object_add(json, "rate",
			       isfinite(entry->rate) ? json_object_new_double(entry->rate) : NULL);
	json_object_object_add(json, "newest", json_time(graph->newest));
	json_object_object_add(json, "series", all);
	json_object_object_add(json, "pictures", json_pictures(entry));
	return json;
}

static struct json_object *json_span(const struct period *period)
{
	struct json_object *span = json_object_new_object();

	json_text(span, "name", period->name);
	json_object_object_add(span, "seconds", json_object_new_int64(period->seconds));
	return span;
}

static struct json_object *json_list(const struct list *list)
{
	struct json_object *json = json_object_new_object();
	struct json_object *hosts = json_object_new_array();
	struct json_object *spans = json_object_new_array();
	struct json_object *found = json_object_new_array();

	for (size_t i = 0; i < list->store.host_count; i++)
		json_object_array_add(hosts, json_name(list->store.hosts[i]));
	for (size_t i = 0; i < PERIODS_MAX; i++)
		json_object_array_add(spans, json_span(&periods[i]));
	for (size_t i = 0; i < list->catalog.count; i++)
		json_object_array_add(found, json_graph(&list->graph[i]));
	json_text(json, "version", BOARDSTAT_VERSION);
	json_object_object_add(json, "host", json_name(list->store.host));
	json_object_object_add(json, "hosts", hosts);
	json_object_object_add(json, "data_dir", json_name(list->store.dir));
	json_object_object_add(json, "now", json_object_new_int64(list->now));
	json_object_object_add(json, "spans", spans);
	json_object_object_add(json, "graphs", found);
	return json;
}

int list_json(const struct list *list, FILE *out)
{
	struct json_object *json = json_list(list);
	const char *text = json_object_to_json_string_ext(
		json,
		JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE);

	if (text)
		fprintf(out, "%s\n", text);
	json_object_put(json);
	return text ? 0 : -ENOMEM;
}

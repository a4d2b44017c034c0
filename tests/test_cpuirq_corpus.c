/*
 * test_cpuirq_corpus.c - reads each recorded /proc/interrupts and compares it with its reading:
 * NAME.txt and NAME.json in fixtures/interrupts/
 */
#include <dirent.h>
#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "cpuirq.h"
#include "scratch.h"
#include "source.h"
#include "unit.h"
#include "banned.h"

#define FILES_MAX 256
#define CPUS_MAX 2048

#define FOLDER FIXTURES "/interrupts"

/* What the samples should be, or are: "name/cpu4 12", sorted. */
struct listing {
	char **line;
	size_t count;
};

static void listing_add(struct listing *listing, const char *name, const char *cpu, int64_t value)
{
	char *line;

	assert_true(asprintf(&line, "%s/%s %jd", name, cpu, (intmax_t)value) > 0);
	listing->line = reallocarray(listing->line, listing->count + 1, sizeof(*listing->line));
	assert_non_null(listing->line);
	listing->line[listing->count++] = line;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void listing_sort(struct listing *listing)
{
	if (listing->count > 0)
		qsort(listing->line, listing->count, sizeof(*listing->line), by_text);
}

static void listing_done(struct listing *listing)
{
	for (size_t i = 0; i < listing->count; i++)
		free(listing->line[i]);
	free(listing->line);
	*listing = (struct listing){ 0 };
}

static struct json_object *load_reading(const char *name)
{
	char path[4096];

	snprintf(path, sizeof(path), FOLDER "/%s.json", name);
	struct json_object *reading = json_object_from_file(path);
	if (!reading)
		fail_msg("%s: %s", path, json_util_get_last_err());
	return reading;
}

/* 0 for what is no array: a row without counts has none. */
static size_t length_of(const struct json_object *array)
{
	return json_object_is_type(array, json_type_array) ? json_object_array_length(array) : 0;
}

static const char *text_of(const struct json_object *row, const char *key)
{
	return json_object_get_string(json_object_object_get(row, key));
}

/* The action names of a row as the kernel prints them. */
static void join_actions(const struct json_object *row, char ret[1024])
{
	const struct json_object *actions = json_object_object_get(row, "actions");
	size_t length = 0;

	ret[0] = '\0';
	for (size_t i = 0; i < length_of(actions); i++)
		length += (size_t)snprintf(
			ret + length, 1024 - length, "%s%s", i > 0 ? ", " : "",
			json_object_get_string(json_object_array_get_idx(actions, i)));
}

static void assert_span_is(struct cpuirq_span span, const char *text)
{
	char *got = strndup(span.text, span.length);

	assert_non_null(got);
	assert_string_equal(got, text);
	free(got);
}

static struct cpuirq_span without_blanks(struct cpuirq_span span)
{
	while (span.length > 0 && span.text[0] == ' ') {
		span.text++;
		span.length--;
	}
	while (span.length > 0 && span.text[span.length - 1] == ' ')
		span.length--;
	return span;
}

static void compare_kind(const struct cpuirq_row *row, const struct json_object *expected)
{
	const char *kind = text_of(expected, "kind");

	if (strcmp(kind, "irq") == 0)
		assert_int_equal(row->kind, CPUIRQ_NUMBERED);
	else if (strcmp(kind, "arch") == 0)
		assert_int_equal(row->kind, CPUIRQ_ARCH);
	else
		assert_int_equal(row->kind, CPUIRQ_OTHER);
}

static void compare_row(const struct cpuirq_row *row, const uint64_t count[], size_t cpus,
			const struct json_object *expected)
{
	const struct json_object *counts = json_object_object_get(expected, "counts");
	char actions[1024];

	assert_span_is(row->label, text_of(expected, "irq"));
	compare_kind(row, expected);
	assert_int_equal(row->columns, length_of(counts));
	for (size_t i = 0; i < MIN(cpus, row->columns); i++)
		assert_int_equal(count[i],
				 json_object_get_int64(json_object_array_get_idx(counts, i)));
	assert_span_is(without_blanks(row->text), text_of(expected, "text"));
	if (row->kind != CPUIRQ_NUMBERED)
		return;
	assert_int_equal(row->number, strtoul(text_of(expected, "irq"), NULL, 10));
	join_actions(expected, actions);
	assert_span_is(cpuirq_actions(row->text), actions);
}

static void compare_rows(const struct ktext *file, const struct json_object *reading)
{
	static unsigned int number[CPUS_MAX];
	static uint64_t count[CPUS_MAX];
	const struct json_object *cpus = json_object_object_get(reading, "cpus");
	const struct json_object *rows = json_object_object_get(reading, "rows");
	struct cpuirq_text text = { file->data, file->data + file->length };
	struct cpuirq_row row;

	assert_int_equal(cpuirq_header(&text, number, CPUS_MAX), length_of(cpus));
	for (size_t i = 0; i < length_of(cpus); i++)
		assert_int_equal(number[i],
				 json_object_get_int64(json_object_array_get_idx(cpus, i)));
	for (size_t i = 0; i < length_of(rows); i++) {
		assert_int_equal(cpuirq_row(&text, &row), 1);
		assert_int_equal(cpuirq_counts(&row, count, length_of(cpus)), 0);
		compare_row(&row, count, length_of(cpus), json_object_array_get_idx(rows, i));
	}
	assert_int_equal(cpuirq_row(&text, &row), 0);
}

/* The options of one comparison, and below them the naming rules once more, in plain words. */
struct options {
	bool by_irq;
	bool idle;
	bool architecture;
};

static void clean(const char *text, char ret[64])
{
	size_t length = 0;

	for (; *text && length < 63; text++)
		ret[length++] = (char)(strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijkl"
						    "mnopqrstuvwxyz0123456789._+:,()-") > 0
					       ? *text
					       : '_');
	ret[length] = '\0';
}

/* Returns false for a row that is not sent by itself. */
static bool expected_name(const struct json_object *row, const struct options *options,
			  char ret[128])
{
	bool is_irq = strcmp(text_of(row, "kind"), "irq") == 0;
	char actions[1024];
	char name[64];

	if (!is_irq && !(options->architecture && strcmp(text_of(row, "kind"), "arch") == 0))
		return false;
	join_actions(row, actions);
	clean(is_irq ? actions : text_of(row, "irq"), name);
	if (name[0] == '\0')
		snprintf(name, sizeof(name), "irq%s", text_of(row, "irq"));
	if (strcmp(name, "total") == 0)
		snprintf(name, sizeof(name), "total_");
	if (is_irq && options->by_irq)
		snprintf(ret, 128, "%s_%s", text_of(row, "irq"), name);
	else
		snprintf(ret, 128, "%s", name);
	return true;
}

/* Of CPU i, over the rows called `name`, or over all numbered rows. */
static int64_t expected_sum(const struct json_object *rows, size_t i, const char *name,
			    const struct options *options)
{
	int64_t sum = 0;
	for (size_t index = 0; index < length_of(rows); index++) {
		struct json_object *row = json_object_array_get_idx(rows, index);
		char of_row[128];

		if (!expected_name(row, options, of_row))
			continue;
		if (name ? strcmp(of_row, name) == 0 : strcmp(text_of(row, "kind"), "irq") == 0)
			sum += json_object_get_int64(json_object_array_get_idx(
				json_object_object_get(row, "counts"), i));
	}
	return sum;
}

static void expect_group(struct listing *ret, const struct json_object *reading, const char *name,
			 const struct options *options)
{
	const struct json_object *cpus = json_object_object_get(reading, "cpus");

	for (size_t i = 0; i < length_of(cpus); i++) {
		char cpu[32];
		int64_t sum =
			expected_sum(json_object_object_get(reading, "rows"), i, name, options);

		snprintf(cpu, sizeof(cpu), "cpu%jd",
			 (intmax_t)json_object_get_int64(json_object_array_get_idx(cpus, i)));
		if (sum > 0 || options->idle)
			listing_add(ret, name ? name : "total", cpu, sum);
	}
}

static bool is_first_of_its_name(const struct json_object *rows, size_t index, const char *name,
				 const struct options *options)
{
	char other[128];

	for (size_t i = 0; i < index; i++) {
		if (expected_name(json_object_array_get_idx(rows, i), options, other) &&
		    strcmp(other, name) == 0)
			return false;
	}
	return true;
}

static bool has_numbered_rows(const struct json_object *rows)
{
	for (size_t index = 0; index < length_of(rows); index++) {
		struct json_object *row = json_object_array_get_idx(rows, index);
		if (strcmp(text_of(row, "kind"), "irq") == 0)
			return true;
	}
	return false;
}

static void expect_samples(struct listing *ret, const struct json_object *reading,
			   const struct options *options)
{
	const struct json_object *rows = json_object_object_get(reading, "rows");
	char name[128];

	if (has_numbered_rows(rows))
		expect_group(ret, reading, NULL, options);
	for (size_t i = 0; i < length_of(rows); i++) {
		if (expected_name(json_object_array_get_idx(rows, i), options, name) &&
		    is_first_of_its_name(rows, i, name, options))
			expect_group(ret, reading, name, options);
	}
	listing_sort(ret);
}

static void record(const struct sample *sample, void *ctx)
{
	assert_string_equal(sample->type, "irq");
	assert_string_equal(sample->unit, "1");
	assert_int_equal(sample->kind, SAMPLE_DERIVE);
	assert_int_equal(sample->count, 1);
	listing_add(ctx, sample->instance, sample->type_instance, sample->derive[0]);
}

static void set(void *state, const char *key, const char *value)
{
	assert_int_equal(cpuirq_source.set(state, key, &value, 1), 0);
}

static void compare_samples(const struct kroot *root, const struct json_object *reading,
			    const struct options *options)
{
	struct listing expected = { 0 };
	struct listing got = { 0 };
	void *state = calloc(1, cpuirq_source.state_size);

	assert_non_null(state);
	set(state, "GroupBy", options->by_irq ? "irq" : "name");
	set(state, "ReportIdle", options->idle ? "true" : "false");
	set(state, "ReportArchitecture", options->architecture ? "true" : "false");
	int rc = cpuirq_source.collect(state, root, record, &got);
	listing_sort(&got);
	expect_samples(&expected, reading, options);
	for (size_t i = 0; i < MIN(got.count, expected.count); i++)
		assert_string_equal(got.line[i], expected.line[i]);
	assert_int_equal(got.count, expected.count);
	assert_int_equal(rc, rc == -ENOENT ? -ENOENT : (int)got.count);
	assert_int_equal(rc == -ENOENT, got.count == 0 && !has_numbered_rows(json_object_object_get(
								  reading, "rows")));
	cpuirq_source.done(state);
	free(state);
	listing_done(&expected);
	listing_done(&got);
}

/* A root whose proc/interrupts is the recorded file. */
static void make_root(struct scratch *ret, const char *name)
{
	char *folder = realpath(FOLDER, NULL);
	char *file;

	assert_non_null(folder);
	assert_true(asprintf(&file, "%s/%s.txt", folder, name) > 0);
	scratch_make(ret);
	scratch_link(ret, file, "proc/interrupts");
	free(file);
	free(folder);
}

static void is_read_as_its_reading_says(void **state)
{
	static const struct options options[] = {
		{ false, false, false },
		{ true, true, false },
		{ false, true, true },
	};
	const char *name = *state;
	struct json_object *reading = load_reading(name);
	struct ktext text = { 0 };
	struct kroot root;
	struct scratch scratch;

	make_root(&scratch, name);
	assert_int_equal(kroot_open(&root, scratch.path), 0);
	assert_int_equal(kfile_text(&root, &text, "proc/interrupts"), 0);
	compare_rows(&text, reading);
	for (size_t i = 0; i < ARRAY_SIZE(options); i++)
		compare_samples(&root, reading, &options[i]);
	ktext_done(&text);
	kroot_close(&root);
	scratch_done(&scratch);
	json_object_put(reading);
}

static int is_table(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);

	return length > 4 && strcmp(entry->d_name + length - 4, ".txt") == 0;
}

int main(void)
{
	static struct CMUnitTest tests[FILES_MAX];
	struct dirent **entry;

	int found = scandir(FOLDER, &entry, is_table, alphasort);
	if (found < 1 || found > FILES_MAX)
		return 2;
	for (int i = 0; i < found; i++) {
		char *name = entry[i]->d_name;

		name[strlen(name) - 4] = '\0';
		tests[i] = (struct CMUnitTest){ .name = name,
						.test_func = is_read_as_its_reading_says,
						.initial_state = name };
	}
	int rc = _cmocka_run_group_tests("corpus", tests, (size_t)found, NULL, NULL);
	for (int i = 0; i < found; i++)
		free(entry[i]);
	free(entry);
	return rc;
}

/* exported.c - boardgraph export, and what real readers make of each format. */
#include <json-c/json_object_iterator.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exported.h"
#include "json_read.h"
#include "unit.h"
#include "util.h"

#define ROWS_MAX 20000
#define WORDS_MAX 64

void exported_done(struct exported *exported)
{
	free(exported->cell);
	*exported = (struct exported){ 0 };
}

static double *add_row(struct exported *exported)
{
	if (!exported->cell)
		exported->cell = calloc(ROWS_MAX * EXPORTED_COLUMNS_MAX, sizeof(double));
	assert_non_null(exported->cell);
	assert_true(exported->rows < ROWS_MAX && exported->columns <= EXPORTED_COLUMNS_MAX);
	return &exported->cell[exported->columns * exported->rows++];
}

double exported_at(const struct exported *exported, size_t row, size_t column)
{
	return exported->cell[row * exported->columns + column];
}

void exported_run(const struct rig *rig, struct output *ret, const char *graph, const char *format,
		  const char *const words[])
{
	const char *argv[WORDS_MAX] = { getenv("BOARDGRAPH"), "export", graph, "--data-dir",
					rig->data };
	size_t count = 5;

	if (format) {
		argv[count++] = "--format";
		argv[count++] = format;
	}
	while (*words)
		argv[count++] = *words++;
	program_run(ret, NULL, argv);
}

void exported_read_json(const char *text, struct exported *ret)
{
	struct json_object *json = json_read(text), *columns, *rows;

	*ret = (struct exported){ .start = json_read_number(json, "start"),
				  .end = json_read_number(json, "end"),
				  .step = json_read_number(json, "step") };
	assert_true(json_object_object_get_ex(json, "columns", &columns));
	assert_true(json_object_object_get_ex(json, "rows", &rows));
	ret->columns = json_object_array_length(columns);
	for (size_t i = 0; i < ret->columns; i++) {
		struct json_object *one = json_object_array_get_idx(columns, i);

		snprintf(ret->name[i], sizeof(ret->name[i]), i ? "%s (%s)" : "%s",
			 json_read_text(one, "name"), json_read_text(one, "unit"));
	}
	for (size_t i = 0; i < json_object_array_length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		double *cell = add_row(ret);

		assert_int_equal(json_object_array_length(row), ret->columns);
		for (size_t c = 0; c < ret->columns; c++) {
			struct json_object *value = json_object_array_get_idx(row, c);

			cell[c] = value ? json_object_get_double(value) : NAN;
		}
	}
	json_object_put(json);
}

static double number(const char *text)
{
	char *end;
	double value = strtod(text, &end);

	if (!*text)
		return NAN;
	if (*end)
		fail_msg("'%s' is no number", text);
	return value;
}

/* What sqlite3 gives as JSON for a query of the table that `import` makes. It reads CSV as RFC 4180
 * has it, quotes, doubled quotes and ends of line. Small, and in Debian; awk's FPAT or IFS would be
 * readers of our own. */
static struct json_object *query(const char *import, const char *mode, const char *sql)
{
	struct json_object *json;
	struct output out;

	program_run(&out, NULL,
		    (const char *[]){ "sqlite3", ":memory:", "-cmd", import, "-cmd", mode, "-cmd",
				      ".headers off", sql, NULL });
	assert_string_equal(out.err, "");
	json = out.out[0] ? json_read(out.out) : json_object_new_array();
	output_done(&out);
	return json;
}

static void read_csv_row(struct json_object *row, struct exported *ret)
{
	struct json_object_iterator at = json_object_iter_begin(row);
	struct json_object_iterator end = json_object_iter_end(row);
	double *cell = add_row(ret);
	size_t count = 0;

	for (; !json_object_iter_equal(&at, &end); json_object_iter_next(&at)) {
		assert_true(count < ret->columns);
		assert_string_equal(json_object_iter_peek_name(&at), ret->name[count]);
		cell[count++] = number(json_object_get_string(json_object_iter_peek_value(&at)));
	}
	assert_int_equal(count, ret->columns);
}

static void read_csv(const struct rig *rig, const char *text, struct exported *ret)
{
	char path[RIG_PATH_SIZE], import[RIG_PATH_SIZE + 32];
	struct json_object *names, *rows;

	scratch_write(&rig->scratch, text, "export.csv");
	snprintf(path, sizeof(path), "%s/export.csv", rig->scratch.path);
	snprintf(import, sizeof(import), ".import --csv \"%s\" t", path);
	names = query(import, ".mode list",
		      "SELECT json_group_array(name) FROM pragma_table_info('t')");
	*ret = (struct exported){ .columns = json_object_array_length(names) };
	for (size_t i = 0; i < ret->columns; i++)
		snprintf(ret->name[i], sizeof(ret->name[i]), "%s",
			 json_object_get_string(json_object_array_get_idx(names, i)));
	json_object_put(names);
	rows = query(import, ".mode json", "SELECT * FROM t");
	for (size_t i = 0; i < json_object_array_length(rows); i++)
		read_csv_row(json_object_array_get_idx(rows, i), ret);
	json_object_put(rows);
}

/* IANA's format has no quotes and no escapes: a tab is a tab. */
static void read_tsv(char *text, struct exported *ret)
{
	char *line, *field;

	*ret = (struct exported){ 0 };
	line = strsep(&text, "\n");
	while ((field = strsep(&line, "\t")) != NULL)
		snprintf(ret->name[ret->columns++], sizeof(ret->name[0]), "%s", field);
	while ((line = strsep(&text, "\n")) != NULL && text) {
		double *cell = add_row(ret);
		size_t count = 0;

		while ((field = strsep(&line, "\t")) != NULL) {
			assert_true(count < ret->columns);
			cell[count++] = number(field);
		}
		assert_int_equal(count, ret->columns);
	}
}

/* What an XPath expression selects, a line each; to be freed. */
static char *xpath(const char *path, const char *expression)
{
	struct output out;

	program_run(&out, NULL,
		    (const char *[]){ "xmllint", "--nonet", "--xpath", expression, path, NULL });
	free(out.err); /* says that there is nothing */
	return out.out;
}

static void read_xml_names(const char *path, struct exported *ret)
{
	char *count = xpath(path, "count(//column)");

	ret->columns = 1 + strtoul(count, NULL, 10);
	free(count);
	assert_true(ret->columns <= EXPORTED_COLUMNS_MAX);
	for (size_t i = 1; i < ret->columns; i++) {
		char expression[128], *name;

		snprintf(expression, sizeof(expression),
			 "concat(//column[%zu]/@name,' (',//column[%zu]/@unit,')')", i, i);
		name = xpath(path, expression);
		snprintf(ret->name[i], sizeof(ret->name[i]), "%.*s", (int)strcspn(name, "\n"),
			 name);
		free(name);
	}
}

static void read_xml(const struct rig *rig, const char *text, struct exported *ret)
{
	char path[RIG_PATH_SIZE], *times, *values, *time, *value;
	struct output out;

	scratch_write(&rig->scratch, text, "export.xml");
	snprintf(path, sizeof(path), "%s/export.xml", rig->scratch.path);
	program_run(&out, NULL, (const char *[]){ "xmllint", "--nonet", "--noout", path, NULL });
	assert_string_equal(out.err, "");
	assert_int_equal(out.status, 0);
	output_done(&out);
	*ret = (struct exported){ .name[0] = "time" };
	read_xml_names(path, ret);
	times = time = xpath(path, "//row/@time");
	values = value = xpath(path, "//row/v");
	for (; (time = strchr(time, '"')) != NULL; time = strchr(time, '"') + 1) {
		double *cell = add_row(ret);

		cell[0] = strtod(++time, NULL);
		for (size_t i = 1; i < ret->columns; i++) {
			value = strstr(value, "<v");
			assert_non_null(value);
			cell[i] = value[2] == '>' ? strtod(value + 3, NULL) : NAN;
			value += 2;
		}
	}
	assert_null(strstr(value, "<v"));
	free(times);
	free(values);
}

static void expect_same(const struct exported *a, const struct exported *b)
{
	assert_int_equal(a->columns, b->columns);
	assert_int_equal(a->rows, b->rows);
	for (size_t i = 0; i < a->columns; i++)
		assert_string_equal(a->name[i], b->name[i]);
	for (size_t i = 0; i < a->rows * a->columns; i++) {
		if (a->cell[i] != b->cell[i] && !(isnan(a->cell[i]) && isnan(b->cell[i])))
			fail_msg("cell %zu is %.17g and %.17g", i, a->cell[i], b->cell[i]);
	}
}

int exported_json(const struct rig *rig, const char *graph, const char *const words[],
		  struct exported *ret)
{
	struct output out;
	int status;

	exported_run(rig, &out, graph, "json", words);
	status = out.status;
	exported_read_json(out.out, ret);
	output_done(&out);
	return status;
}

int exported_all(const struct rig *rig, const char *graph, const char *const words[],
		 struct exported *ret)
{
	static const char *const formats[] = { "csv", "tsv", "xml" };
	int status = exported_json(rig, graph, words, ret);

	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		struct output out;
		struct exported other;

		exported_run(rig, &out, graph, formats[i], words);
		assert_int_equal(out.status, status);
		if (i == 0)
			read_csv(rig, out.out, &other);
		else if (i == 1)
			read_tsv(out.out, &other);
		else
			read_xml(rig, out.out, &other);
		expect_same(ret, &other);
		exported_done(&other);
		output_done(&out);
	}
	return status;
}

const char *const *exported_words(time_t now, long long seconds)
{
	static char start[32], end[32];
	static const char *const words[] = { "--start", start, "--end", end, NULL };

	snprintf(start, sizeof(start), "%lld", (long long)now - seconds);
	snprintf(end, sizeof(end), "%lld", (long long)now);
	return words;
}

size_t exported_known(const struct exported *exported, size_t column)
{
	size_t count = 0;

	for (size_t i = 0; i < exported->rows; i++)
		count += !isnan(exported_at(exported, i, column));
	return count;
}

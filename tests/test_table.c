/* test_table.c - boardgraph export, read by real readers, against rrdtool's fetch and xport. */
#include <json-c/json.h>
#include <json-c/json_object_iterator.h>
#include <math.h>
#include <rrd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "graphs_rig.h"
#include "program.h"
#include "unit.h"
#include "util.h"

#define DAY 86400
#define COLUMNS_MAX 16
#define ROWS_MAX 20000
#define WORDS_MAX 64

/* What a reader made of an export. */
struct table {
	size_t columns; /* the time among them */
	char name[COLUMNS_MAX][800];
	size_t rows;
	double *cell; /* cell[row * columns + column], NaN for what is not known */
	long long start, end, step;
};

static void table_done(struct table *table)
{
	free(table->cell);
	*table = (struct table){ 0 };
}

static double *add_row(struct table *table)
{
	if (!table->cell)
		table->cell = calloc(ROWS_MAX * COLUMNS_MAX, sizeof(double));
	assert_non_null(table->cell);
	assert_true(table->rows < ROWS_MAX && table->columns <= COLUMNS_MAX);
	return &table->cell[table->columns * table->rows++];
}

static double at(const struct table *table, size_t row, size_t column)
{
	return table->cell[row * table->columns + column];
}

static const char *const export_csv[] = { "--format", "csv", NULL };
static const char *const export_json[] = { "--format", "json", NULL };
static const char *const export_tsv[] = { "--format", "tsv", NULL };
static const char *const export_xml[] = { "--format", "xml", NULL };

/* Run boardgraph export with these words, ended by NULL. */
static void run_export(const struct rig *rig, struct output *ret, const char *graph,
		       const char *const format[], const char *const words[])
{
	const char *argv[WORDS_MAX] = { getenv("BOARDGRAPH"), "export", graph, "--data-dir",
					rig->data };
	size_t count = 5;

	for (; *format; format++)
		argv[count++] = *format;
	for (; *words; words++)
		argv[count++] = *words;
	program_run(ret, NULL, argv);
}

static struct json_object *parse_json(const char *text)
{
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *json;

	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
	json = json_tokener_parse_ex(tokener, text, (int)strlen(text));
	if (!json)
		fail_msg("%s", json_tokener_error_desc(json_tokener_get_error(tokener)));
	json_tokener_free(tokener);
	return json;
}

static const char *text_of(struct json_object *json, const char *key)
{
	struct json_object *member;

	assert_true(json_object_object_get_ex(json, key, &member));
	return json_object_get_string(member);
}

static long long number_of(struct json_object *json, const char *key)
{
	struct json_object *member;

	assert_true(json_object_object_get_ex(json, key, &member));
	return json_object_get_int64(member);
}

static void read_json(const char *text, struct table *ret)
{
	struct json_object *json = parse_json(text), *columns, *rows;

	*ret = (struct table){ .start = number_of(json, "start"),
			       .end = number_of(json, "end"),
			       .step = number_of(json, "step") };
	assert_true(json_object_object_get_ex(json, "columns", &columns));
	assert_true(json_object_object_get_ex(json, "rows", &rows));
	ret->columns = json_object_array_length(columns);
	for (size_t i = 0; i < ret->columns; i++) {
		struct json_object *one = json_object_array_get_idx(columns, i);

		snprintf(ret->name[i], sizeof(ret->name[i]), i ? "%s (%s)" : "%s",
			 text_of(one, "name"), text_of(one, "unit"));
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

/* sqlite3 reads CSV as RFC 4180 has it, quotes, doubled quotes and ends of line, and gives all
 * fields back as JSON. Small, and in Debian; awk's FPAT or IFS would be readers of our own. */
static void read_csv(const struct rig *rig, const char *text, struct table *ret)
{
	char path[RIG_PATH_SIZE], import[RIG_PATH_SIZE + 32];
	struct output out;
	struct json_object *rows;

	scratch_write(&rig->scratch, text, "export.csv");
	snprintf(path, sizeof(path), "%s/export.csv", rig->scratch.path);
	snprintf(import, sizeof(import), ".import --csv \"%s\" t", path);
	program_run(&out, NULL,
		    (const char *[]){ "sqlite3", ":memory:", "-cmd", import, "-cmd", ".mode list",
				      "-cmd", ".headers off",
				      "SELECT json_group_array(name) FROM pragma_table_info('t')",
				      NULL });
	assert_string_equal(out.err, "");
	rows = parse_json(out.out);
	output_done(&out);
	*ret = (struct table){ .columns = json_object_array_length(rows) };
	for (size_t i = 0; i < ret->columns; i++)
		snprintf(ret->name[i], sizeof(ret->name[i]), "%s",
			 json_object_get_string(json_object_array_get_idx(rows, i)));
	json_object_put(rows);
	program_run(&out, NULL,
		    (const char *[]){ "sqlite3", ":memory:", "-cmd", import, "-json",
				      "SELECT * FROM t", NULL });
	assert_string_equal(out.err, "");
	rows = out.out[0] ? parse_json(out.out) : json_object_new_array();
	output_done(&out);
	for (size_t i = 0; i < json_object_array_length(rows); i++) {
		double *cell = add_row(ret);
		size_t count = 0;

		struct json_object *row = json_object_array_get_idx(rows, i);
		struct json_object_iterator at = json_object_iter_begin(row);
		struct json_object_iterator end = json_object_iter_end(row);

		for (; !json_object_iter_equal(&at, &end); json_object_iter_next(&at)) {
			assert_string_equal(json_object_iter_peek_name(&at), ret->name[count]);
			cell[count++] =
				number(json_object_get_string(json_object_iter_peek_value(&at)));
		}
		assert_int_equal(count, ret->columns);
	}
	json_object_put(rows);
}

/* IANA's format has no quotes and no escapes: a tab is a tab. */
static void read_tsv(char *text, struct table *ret)
{
	char *line, *field;

	*ret = (struct table){ 0 };
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

static void read_xml(const struct rig *rig, const char *text, struct table *ret)
{
	char path[RIG_PATH_SIZE], *times, *values, *time, *value, *count;
	struct output out;

	scratch_write(&rig->scratch, text, "export.xml");
	snprintf(path, sizeof(path), "%s/export.xml", rig->scratch.path);
	program_run(&out, NULL, (const char *[]){ "xmllint", "--nonet", "--noout", path, NULL });
	assert_string_equal(out.err, "");
	assert_int_equal(out.status, 0);
	output_done(&out);
	*ret = (struct table){ .name[0] = "time" };
	count = xpath(path, "count(//column)");
	ret->columns = 1 + strtoul(count, NULL, 10);
	free(count);
	for (size_t i = 1; i < ret->columns; i++) {
		char expression[128], *name;

		snprintf(expression, sizeof(expression),
			 "concat(//column[%zu]/@name,' (',//column[%zu]/@unit,')')", i, i);
		name = xpath(path, expression);
		snprintf(ret->name[i], sizeof(ret->name[i]), "%.*s", (int)strcspn(name, "\n"),
			 name);
		free(name);
	}
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

static void expect_same(const struct table *a, const struct table *b)
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

/* Export as each format, see that all readers find the same, and give that. Returns the exit
 * status. */
static int export_all(const struct rig *rig, const char *graph, const char *const words[],
		      struct table *ret)
{
	struct output out;
	struct table other;
	int status;

	run_export(rig, &out, graph, export_json, words);
	status = out.status;
	read_json(out.out, ret);
	output_done(&out);
	run_export(rig, &out, graph, export_csv, words);
	assert_int_equal(out.status, status);
	read_csv(rig, out.out, &other);
	expect_same(ret, &other);
	table_done(&other);
	output_done(&out);
	run_export(rig, &out, graph, export_tsv, words);
	assert_int_equal(out.status, status);
	read_tsv(out.out, &other);
	expect_same(ret, &other);
	table_done(&other);
	output_done(&out);
	run_export(rig, &out, graph, export_xml, words);
	assert_int_equal(out.status, status);
	read_xml(rig, out.out, &other);
	expect_same(ret, &other);
	table_done(&other);
	output_done(&out);
	return status;
}

static int export_json_only(const struct rig *rig, const char *graph, const char *const words[],
			    struct table *ret)
{
	struct output out;
	int status;

	run_export(rig, &out, graph, export_json, words);
	status = out.status;
	read_json(out.out, ret);
	output_done(&out);
	return status;
}

/* rrdtool writes 11 digits. */
static void expect_near(double ours, double theirs, double time, const char *what)
{
	if (isnan(ours) && isnan(theirs))
		return;
	if (!(fabs(ours - theirs) <= fabs(theirs) * 1e-10))
		fail_msg("%s at %.0f: %.17g, but rrdtool has %.17g", what, time, ours, theirs);
}

static time_t newest_of(const char *path)
{
	time_t newest = rrd_last_r(path);

	assert_true(newest > 0);
	return newest;
}

/* Compare a column with data source `source` of `rrdtool fetch`, with the resolution of our
 * choice: rows that touch the span, up to the newest sample, all of them and no other. */
static void expect_fetch(const struct rig *rig, const struct table *ours, size_t column,
			 const char *name, size_t source, const char *cf, long long resolution)
{
	char path[RIG_PATH_SIZE], start[32], end[32], step[32];
	struct output out;
	char *line, *text;
	size_t row = 0;
	time_t newest;

	rig_path(rig, name, path);
	snprintf(start, sizeof(start), "%lld", ours->start);
	snprintf(end, sizeof(end), "%lld", ours->end);
	snprintf(step, sizeof(step), "%lld", resolution);
	newest = newest_of(path);
	program_run(&out, NULL,
		    (const char *[]){ "rrdtool", "fetch", path, cf, "--start", start, "--end", end,
				      "--resolution", step, NULL });
	assert_string_equal(out.err, "");
	text = out.out;
	while ((line = strsep(&text, "\n")) != NULL) {
		char *value = strchr(line, ':');
		long long time = atoll(line);

		if (!value || time <= ours->start || time - ours->step >= ours->end ||
		    time > newest)
			continue;
		value++;
		for (size_t i = 0; i < source; i++)
			strtod(value, &value);
		assert_true(row < ours->rows);
		if ((long long)at(ours, row, 0) != time)
			fail_msg("%s: row %zu is of %.0f, but rrdtool's of %lld", name, row,
				 at(ours, row, 0), time);
		expect_near(at(ours, row, column), strtod(value, NULL), (double)time, name);
		row++;
	}
	assert_int_equal(row, ours->rows);
	output_done(&out);
}

static double random_of(time_t time, uint64_t seed)
{
	uint64_t bits = ((uint64_t)time + seed) * 0x9e3779b97f4a7c15;

	bits ^= bits >> 29;
	bits *= 0xbf58476d1ce4e5b9;
	bits ^= bits >> 32;
	return (double)(bits % 1000003) / 1000003;
}

/* Some are not known, and five minutes of each two hours. */
static double random_gauge(time_t time)
{
	if (random_of(time, 1) < 0.02 || time % 7200 < 300)
		return NAN;
	return 20 + 60 * random_of(time, 2);
}

static double random_limit(time_t time)
{
	return random_of(time / 86400, 3) < 0.5 ? 70 : 85;
}

/* Counters; each thousandth is not known. */
static double random_rx(time_t time)
{
	return random_of(time, 4) < 0.001 ? NAN : (double)time * 1000 + 9999 * random_of(time, 5);
}

static double random_tx(time_t time)
{
	return (double)time * 300 + 2999 * random_of(time, 6);
}

static double five_gbit(time_t time)
{
	(void)time;
	return 5e9;
}

static time_t now_by(int seconds)
{
	return time(NULL) / seconds * seconds;
}

/* The words for what ended at `now`, whatever time it is since. */
static const char *const *last_seconds(time_t now, long long seconds)
{
	static char start[32], end[32];
	static const char *const words[] = { "--start", start, "--end", end, NULL };

	snprintf(start, sizeof(start), "%lld", (long long)now - seconds);
	snprintf(end, sizeof(end), "%lld", (long long)now);
	return words;
}

static void random_temperatures(const struct rig *rig, time_t now)
{
	static const char *const names[] = { "cputemp/temperature-cpu0-thermal",
					     "cputemp/temperature-cpu0-thermal_passive",
					     "cputemp/temperature-gpu" };
	rig_fn *const fn[] = { random_gauge, random_limit, random_gauge };

	/* the years by half an hour, the last days as collectd does it */
	for (size_t i = 0; i < 3; i++) {
		rig_rrd(rig, names[i], "GAUGE", now - 400 * (time_t)DAY, now - 2 * DAY, 1810,
			fn[i]);
		rig_fill(rig, names[i], "GAUGE", now - 2 * DAY, now, 10, fn[i]);
	}
}

static void expect_temperatures(const struct rig *rig, const struct table *table, const char *cf,
				long long resolution)
{
	assert_int_equal(table->columns, 4);
	expect_fetch(rig, table, 1, "cputemp/temperature-cpu0-thermal", 0, cf, resolution);
	expect_fetch(rig, table, 2, "cputemp/temperature-cpu0-thermal_passive", 0, cf, resolution);
	expect_fetch(rig, table, 3, "cputemp/temperature-gpu", 0, cf, resolution);
}

static size_t count_known(const struct table *table, size_t column)
{
	size_t count = 0;

	for (size_t i = 0; i < table->rows; i++)
		count += !isnan(at(table, i, column));
	return count;
}

static void every_period_is_what_rrdtool_fetches(void **state)
{
	static const struct {
		const char *name;
		long long step;
	} periods[] = {
		{ "hour", 10 },	   { "day", 70 },	 { "week", 500 },
		{ "month", 2230 }, { "quarter", 26350 }, { "year", 26350 },
	};
	const struct rig *rig = *state;
	time_t now = now_by(10);
	struct table table;

	random_temperatures(rig, now);
	for (size_t i = 0; i < ARRAY_SIZE(periods); i++) {
		const char *const words[] = { "--period", periods[i].name, NULL };

		assert_int_equal(export_json_only(rig, "temperature", words, &table), 0);
		assert_int_equal(table.step, periods[i].step);
		/* rrdtool's own choice of the archive */
		expect_temperatures(rig, &table, "AVERAGE", 1);
		assert_true(count_known(&table, 1) > 100);
		assert_true(count_known(&table, 1) < table.rows);
		table_done(&table);
	}
	assert_int_equal(export_all(rig, "temperature", last_seconds(now, DAY), &table), 0);
	assert_string_equal(table.name[0], "time");
	assert_string_equal(table.name[1], "cpu0-thermal (Cel)");
	assert_string_equal(table.name[2], "cpu0-thermal passive trip (Cel)");
	assert_string_equal(table.name[3], "gpu (Cel)");
	table_done(&table);
}

static void every_step_and_function_is_what_rrdtool_fetches(void **state)
{
	static const int steps[] = { 10, 70, 500, 2230, 26350 };
	static const char *const cfs[][2] = { { "average", "AVERAGE" },
					      { "min", "MIN" },
					      { "max", "MAX" } };
	const struct rig *rig = *state;
	time_t now = now_by(10);
	struct table table;

	random_temperatures(rig, now);
	for (size_t i = 0; i < ARRAY_SIZE(steps) * ARRAY_SIZE(cfs); i++) {
		const char *const *cf = cfs[i / ARRAY_SIZE(steps)];
		int step_s = steps[i % ARRAY_SIZE(steps)];
		char step[16], start[32];
		const char *const words[] = {
			"--step", step, "--cf", cf[0], "--start", start, NULL
		};

		snprintf(step, sizeof(step), "%d", step_s);
		snprintf(start, sizeof(start), "%lld", (long long)now - 1100 * step_s - 7);
		assert_int_equal(export_json_only(rig, "temperature", words, &table), 0);
		assert_int_equal(table.step, step_s);
		expect_temperatures(rig, &table, cf[1], step_s);
		assert_true(table.rows >= 1099);
		table_done(&table);
	}
}

static void random_usb(const struct rig *rig, time_t now)
{
	rig_octets(rig, "usbio-4-1.1/if_octets", "rx", "tx", now - 4900, now, 10, random_rx,
		   random_tx);
	rig_rrd(rig, "usbio-4-1.1/gauge-link_speed", "GAUGE", now - 4900, now, 10, five_gbit);
	rig_octets(rig, "usbio-6-1/if_octets", "rx", "tx", now - 4900, now - 2000, 10, random_tx,
		   random_rx);
}

static void both_directions_are_rates_above_zero(void **state)
{
	const struct rig *rig = *state;
	struct table table;

	random_usb(rig, RIG_NOW);
	assert_int_equal(export_all(rig, "usb-4-1.1", last_seconds(RIG_NOW, 3600), &table), 0);
	assert_int_equal(table.columns, 4);
	assert_string_equal(table.name[1], "4-1.1 link (bit/s)");
	assert_string_equal(table.name[2], "4-1.1 to host (By/s)");
	assert_string_equal(table.name[3], "4-1.1 to device (By/s)");
	expect_fetch(rig, &table, 1, "usbio-4-1.1/gauge-link_speed", 0, "AVERAGE", 10);
	expect_fetch(rig, &table, 2, "usbio-4-1.1/if_octets", 0, "AVERAGE", 10);
	expect_fetch(rig, &table, 3, "usbio-4-1.1/if_octets", 1, "AVERAGE", 10);
	for (size_t i = 0; i < table.rows; i++)
		assert_false(at(&table, i, 2) < 0 || at(&table, i, 3) < 0);
	assert_true(count_known(&table, 3) > 300);
	table_done(&table);
}

/* All columns of a graph in one call, which has a grid of its own. */
static void expect_xport(const struct rig *rig, const struct table *ours, long long newest)
{
	static const char *const files[][2] = { { "usbio-4-1.1/if_octets", "rx" },
						{ "usbio-4-1.1/if_octets", "tx" },
						{ "usbio-6-1/if_octets", "rx" },
						{ "usbio-6-1/if_octets", "tx" } };
	char word[16][600];
	const char *argv[WORDS_MAX] = { "rrdtool",   "xport",  "--json",  "-t",
					"--maxrows", "100000", "--start", word[8],
					"--end",     word[9],  "--step",  word[10] };
	size_t argc = 12, row = 0;
	struct json_object *json, *data;
	struct output out;

	snprintf(word[8], sizeof(word[8]), "%lld", ours->start);
	snprintf(word[9], sizeof(word[9]), "%lld", ours->end);
	snprintf(word[10], sizeof(word[10]), "%lld", ours->step);
	for (size_t i = 0; i < 4; i++) {
		snprintf(word[i], sizeof(word[i]), "DEF:v%zu=%s/%s.rrd:%s:AVERAGE", i, rig->host,
			 files[i][0], files[i][1]);
		snprintf(word[4 + i], sizeof(word[i]), "XPORT:v%zu:v%zu", i, i);
		argv[argc++] = word[i];
		argv[argc++] = word[4 + i];
	}
	program_run(&out, NULL, argv);
	assert_string_equal(out.err, "");
	json = parse_json(out.out);
	assert_true(json_object_object_get_ex(json, "data", &data));
	for (size_t i = 0; i < json_object_array_length(data); i++) {
		struct json_object *theirs = json_object_array_get_idx(data, i);
		long long time =
			atoll(json_object_get_string(json_object_array_get_idx(theirs, 0)));

		if (time > newest)
			continue;
		assert_true(row < ours->rows);
		assert_int_equal((long long)at(ours, row, 0), time);
		for (size_t c = 1; c < ours->columns; c++) {
			struct json_object *value = json_object_array_get_idx(theirs, c);

			expect_near(at(ours, row, c), value ? json_object_get_double(value) : NAN,
				    (double)time, ours->name[c]);
		}
		row++;
	}
	assert_int_equal(row, ours->rows);
	json_object_put(json);
	output_done(&out);
}

/* Values up to `now`, and long enough for a known row of a month wherever its rows begin. */
static void expect_spans(const struct rig *rig, time_t now)
{
	static const struct {
		int from, to; /* seconds before now */
		int step;
	} spans[] = {
		{ 3600, 0, 10 },	 { 3599, 1, 10 },      { 1001, 1000, 10 },
		{ 1007, 1001, 10 },	 { 90000, 0, 500 }, /* a day of 25 hours */
		{ 86400, 0, 70 },	 { 86405, -3600, 70 }, { 604800, 300, 500 },
		{ 2678400, 2000, 2230 },
	};
	struct table table;

	random_usb(rig, now);
	for (size_t i = 0; i < ARRAY_SIZE(spans); i++) {
		char start[32], end[32];
		const char *const words[] = { "--start", start, "--end", end, NULL };

		snprintf(start, sizeof(start), "%lld", (long long)now - spans[i].from);
		snprintf(end, sizeof(end), "%lld", (long long)now - spans[i].to);
		assert_int_equal(export_json_only(rig, "usb", words, &table), 0);
		assert_int_equal(table.columns, 5);
		assert_int_equal(table.step, spans[i].step);
		expect_xport(rig, &table, (long long)now);
		table_done(&table);
	}
}

/* The time of the day decides which rows are finished, and how long ago. */
static void spans_of_any_length_are_what_rrdtool_exports(void **state)
{
	static const time_t since_month_row[] = { 0, 10, 1100, 2100, 2220 };
	const struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_SIZE(since_month_row); i++)
		expect_spans(rig, RIG_NOW / 2230 * 2230 + since_month_row[i]);
}

static void one_second_has_the_row_it_is_in(void **state)
{
	const struct rig *rig = *state;
	char start[32], end[32];
	const char *const words[] = { "--start", start, "--end", end, NULL };
	struct table table;

	random_usb(rig, RIG_NOW);
	snprintf(start, sizeof(start), "%lld", (long long)RIG_NOW - 1003);
	snprintf(end, sizeof(end), "%lld", (long long)RIG_NOW - 1002);
	assert_int_equal(export_all(rig, "usb", words, &table), 0);
	assert_int_equal(table.rows, 1);
	assert_int_equal((time_t)at(&table, 0, 0), RIG_NOW - 1000);
	table_done(&table);
}

static void no_row_is_newer_than_the_newest_sample(void **state)
{
	const struct rig *rig = *state;
	time_t now = now_by(10);
	char end[32];
	const char *const words[] = { "--start", "-1d", "--end", end, NULL };
	struct table table;

	random_usb(rig, now);
	snprintf(end, sizeof(end), "%lld", (long long)now + DAY);
	assert_int_equal(export_json_only(rig, "usb", words, &table), 0);
	assert_true(table.rows > 0);
	assert_true((time_t)at(&table, table.rows - 1, 0) <= now);
	table_done(&table);
}

/* 10-s rows of what ended 22 hours ago reach back a day, but they are not the others'. */
static void a_device_that_is_gone_is_read_like_the_others(void **state)
{
	const struct rig *rig = *state;
	time_t now = now_by(10);
	struct table table;

	rig_octets(rig, "usbio-1-1/if_octets", "rx", "tx", now - 22 * 3600 - 4000, now - 22 * 3600,
		   10, random_rx, random_tx);
	random_usb(rig, now);
	assert_int_equal(export_json_only(rig, "usb", (const char *[]){ NULL }, &table), 0);
	assert_int_equal(table.step, 70);
	assert_int_equal(table.columns, 7);
	assert_true(count_known(&table, 1) >= 50 && count_known(&table, 3) >= 50);
	assert_true(isnan(at(&table, table.rows - 1, 1)));
	table_done(&table);
}

static void expect_nothing(const struct rig *rig, const char *graph, const char *const words[],
			   size_t columns, const char *said)
{
	struct output out;
	struct table table;

	assert_int_equal(export_all(rig, graph, words, &table), 3);
	assert_int_equal(table.columns, columns);
	for (size_t c = 1; c < columns; c++)
		assert_int_equal(count_known(&table, c), 0);
	table_done(&table);
	run_export(rig, &out, graph, export_csv, words);
	assert_non_null(strstr(out.err, said));
	output_done(&out);
}

static void nothing_known_is_a_whole_document(void **state)
{
	static const char *const long_ago[] = { "--start", "2001-01-01", "--end", "2001-01-02",
						NULL };
	static const char *const future[] = { "--start", "2100-01-01", "--end", "2100-01-02",
					      NULL };
	const struct rig *rig = *state;

	random_usb(rig, RIG_NOW);
	expect_nothing(rig, "usb", long_ago, 5, "usb: no known value in this span; the newest");
	expect_nothing(rig, "usb", last_seconds(RIG_NOW - 29 * DAY, DAY), 5,
		       "usb: no known value in this span; the newest");
	expect_nothing(rig, "usb", future, 5, "usb: no known value in this span; the newest");
	expect_nothing(rig, "temperature", last_seconds(RIG_NOW, DAY), 1,
		       "there is no cputemp/temperature-*.rrd in ");
}

/* The row of a year began 3000 seconds before its end, that of a month long enough before. */
static void new_files_have_finer_rows(void **state)
{
	const struct rig *rig = *state;
	time_t now = 26350 * (time_t)67935 + 3000;
	struct table table;

	rig_rrd(rig, "cputemp/percent-fan", "GAUGE", now - 2900, now, 10, random_limit);
	assert_int_equal(export_all(rig, "throttling", last_seconds(now, 366 * DAY), &table), 0);
	assert_int_equal(table.step, 2230);
	assert_int_equal(count_known(&table, 1), 1);
	table_done(&table);
}

static void another_interval_has_rows_of_its_own(void **state)
{
	const char *argv[] = { "DS:value:GAUGE:120:U:U", "RRA:AVERAGE:0.1:1:1200",
			       "RRA:AVERAGE:0.1:7:1200" };
	static const char *const step[] = { "--period", "hour", "--step", "60", NULL };
	const struct rig *rig = *state;
	char path[RIG_PATH_SIZE];
	struct output out;
	struct table table;

	rig_rrd(rig, "cputemp/percent-a", "GAUGE", RIG_NOW - 4000, RIG_NOW, 10, random_limit);
	rig_path(rig, "cputemp/percent-b", path);
	assert_int_equal(rrd_create_r(path, 60, RIG_NOW - 4020, 3, argv), 0);
	rig_fill(rig, "cputemp/percent-b", "GAUGE", RIG_NOW - 4020, RIG_NOW, 60, random_limit);
	assert_int_equal(export_all(rig, "throttling", last_seconds(RIG_NOW, 3600), &table), 0);
	assert_int_equal(table.step, 0); /* null: there are two */
	assert_int_equal(table.rows, 360);
	for (size_t i = 0; i < table.rows; i++) {
		assert_false(isnan(at(&table, i, 1)));
		assert_int_equal(!isnan(at(&table, i, 2)), (time_t)at(&table, i, 0) % 60 == 0);
	}
	table_done(&table);
	run_export(rig, &out, "throttling", export_csv, step);
	assert_int_equal(out.status, 2);
	assert_string_equal(out.out, "");
	assert_non_null(strstr(out.err, "--step 60: the files have no step in common"));
	output_done(&out);
}

/* A name that is a file's is any bytes but / and NUL. */
static void series_of_any_name_are_read(void **state)
{
	static const char *const names[] = { "\"q\"\"", "<a>&amp;",	  "a,b;c", "\xff",
					     "\xfe",	"tab\tnew\nline", "time",  "Größe" };
	static const char *const meant[] = {
		"\"q\"\" (%)",	    "<a>&amp; (%)",	  "a,b;c (%)",
		"\xef\xbf\xbd (%)", "\xef\xbf\xbd-2 (%)", "tab\xef\xbf\xbdnew\xef\xbf\xbdline (%)",
		"time-2 (%)",	    "Größe (%)"
	};
	const struct rig *rig = *state;
	struct table table;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		char name[64];

		snprintf(name, sizeof(name), "cputemp/percent-%s", names[i]);
		rig_rrd(rig, name, "GAUGE", RIG_NOW - 100, RIG_NOW, 10, random_limit);
	}
	assert_int_equal(export_all(rig, "throttling", last_seconds(RIG_NOW, 3600), &table), 0);
	assert_int_equal(table.columns, 1 + ARRAY_SIZE(names));
	for (size_t i = 0; i < ARRAY_SIZE(meant); i++) {
		bool is_there = false;

		for (size_t c = 1; c < table.columns; c++)
			is_there |= strcmp(table.name[c], meant[i]) == 0;
		if (!is_there)
			fail_msg("there is no column %s", meant[i]);
	}
	table_done(&table);
}

static void what_limits_and_what_is_sampled_has_columns(void **state)
{
	static const char *const words[] = { "--period", "hour", NULL };
	const struct rig *rig = *state;
	time_t now = now_by(10);
	struct json_object *json, *columns;
	struct output out;

	rig_rrd(rig, "clusterfreq-cpu0-3/cpufreq-current", "GAUGE", now - 600, now, 10, five_gbit);
	rig_rrd(rig, "clusterfreq-cpu0-3/cpufreq-limit", "GAUGE", now - 600, now, 10, five_gbit);
	rig_rrd(rig, "clusterfreq-cpu0-3/derive-cycles", "DERIVE", now - 600, now, 10, random_tx);
	run_export(rig, &out, "frequency", export_json, words);
	assert_int_equal(out.status, 0);
	assert_string_equal(out.err, "");
	json = parse_json(out.out);
	assert_string_equal(text_of(json, "host"), "board");
	assert_string_equal(text_of(json, "graph"), "frequency");
	assert_string_equal(text_of(json, "unit"), "Hz");
	assert_string_equal(text_of(json, "cf"), "average");
	assert_true(json_object_object_get_ex(json, "columns", &columns));
	assert_int_equal(json_object_array_length(columns), 4);
	for (size_t i = 1; i < 4; i++) {
		static const char *const wanted[][3] = {
			{ "cpu0-3 sampled", "sampled", "clusterfreq-cpu0-3/cpufreq-current.rrd" },
			{ "cpu0-3 limit", "limit", "clusterfreq-cpu0-3/cpufreq-limit.rrd" },
			{ "cpu0-3", "value", "clusterfreq-cpu0-3/derive-cycles.rrd" },
		};
		struct json_object *one = json_object_array_get_idx(columns, i);

		assert_string_equal(text_of(one, "name"), wanted[i - 1][0]);
		assert_string_equal(text_of(one, "role"), wanted[i - 1][1]);
		assert_string_equal(text_of(one, "file"), wanted[i - 1][2]);
		assert_string_equal(text_of(one, "series"), "cpu0-3");
		assert_string_equal(text_of(one, "source"), "value");
		assert_int_equal(number_of(one, "step"), 10);
	}
	json_object_put(json);
	output_done(&out);
}

static void wrong_usage_is_told_and_nothing_written(void **state)
{
	static const struct {
		const char *graph;
		const char *words[8];
		const char *said;
	} cases[] = {
		{ "usb",
		  { "--step", "60" },
		  "--step 60: there are rows of 10, 70, 500, 2230, 26350" },
		{ "usb", { "--step", "0" }, "give the seconds of a row" },
		{ "usb", { "--step", "1m" }, "give the seconds of a row" },
		{ "usb", { "--step", "99999999999" }, "give the seconds of a row" },
		{ "usb", { "--cf", "last" }, "average, min or max" },
		{ "usb", { "--format", "yaml" }, "csv, json, tsv or xml" },
		{ "usb", { "--period", "day,week" }, "export takes one --period, these are 2" },
		{ "usb", { "--period", "all" }, "export takes one --period, these are 6" },
		{ "usb", { "usb" }, "export takes one GRAPH" },
		{ "usb", { "--output", "x" }, "unknown option '--output'" },
		{ "usb", { "--start", "-5m" }, "minutes or months?" },
		{ "usb", { "--start", "-1h", "--end", "-2h" }, "--start has to be before --end" },
		{ "usb-9", { NULL }, "no graph 'usb-9'" },
		{ "nothing", { NULL }, "no graph 'nothing'" },
	};
	const struct rig *rig = *state;

	random_usb(rig, RIG_NOW);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct output out;

		run_export(rig, &out, cases[i].graph, (const char *[]){ NULL }, cases[i].words);
		if (out.status != 2 || out.out[0] || !strstr(out.err, cases[i].said))
			fail_msg("%s: %d, %s", cases[i].said, out.status, out.err);
		output_done(&out);
	}
}

static void a_step_that_is_asked_for_is_kept(void **state)
{
	static const char *const words[] = { "--step", "10", NULL };
	const struct rig *rig = *state;
	struct output out;
	struct table table;

	random_temperatures(rig, now_by(10));
	run_export(rig, &out, "temperature", export_json, words);
	assert_int_equal(out.status, 0);
	assert_non_null(strstr(out.err, "--step 10: these rows reach back to "));
	read_json(out.out, &table);
	assert_int_equal(table.step, 10);
	assert_int_equal(table.rows, 1200);
	table_done(&table);
	output_done(&out);
}

static void what_fails_leaves_a_whole_document(void **state)
{
	static const char *const hour[] = { "--period", "hour", NULL };
	const struct rig *rig = *state;
	struct output out;
	time_t now = now_by(10);
	struct table table;
	char path[RIG_PATH_SIZE], start[32], end[32];
	const char *const words[] = { "--start", start,	     "--end",
				      end,	 "--daemon", "unix:/nonexistent/socket",
				      NULL };

	random_usb(rig, now);
	snprintf(start, sizeof(start), "%lld", (long long)now - 3600);
	snprintf(end, sizeof(end), "%lld", (long long)now);
	assert_int_equal(export_all(rig, "usb", words, &table), 1);
	assert_int_equal(table.columns, 5);
	assert_true(count_known(&table, 1) > 300);
	table_done(&table);
	rig_path(rig, "usbio-6-1/if_octets", path);
	assert_int_equal(truncate(path, 5000), 0);
	run_export(rig, &out, "usb", export_json, hour);
	assert_int_equal(out.status, 1);
	assert_non_null(strstr(out.err, "usbio-6-1/if_octets.rrd: is cut"));
	read_json(out.out, &table);
	assert_int_equal(table.columns, 3);
	assert_true(count_known(&table, 1) > 300);
	table_done(&table);
	output_done(&out);
}

static void a_full_disk_and_a_closed_pipe_are_failures(void **state)
{
	static const char *const ends[] = { ">/dev/full", "--format xml >/dev/full", ">&-" };
	static const char *const command = "\"$BOARDGRAPH\" export usb --data-dir \"$0\"";
	const struct rig *rig = *state;
	char line[256];
	struct output out;

	random_usb(rig, now_by(10));
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++) {
		snprintf(line, sizeof(line), "%s %s", command, ends[i]);
		program_run(&out, NULL, (const char *[]){ "sh", "-c", line, rig->data, NULL });
		assert_int_equal(out.status, 1);
		assert_non_null(strstr(out.err, "standard output cannot be written"));
		output_done(&out);
	}
	snprintf(line, sizeof(line), "{ sleep 0.3; %s; echo status $? >&2; } | true", command);
	program_run(&out, NULL, (const char *[]){ "sh", "-c", line, rig->data, NULL });
	assert_non_null(strstr(out.err, "standard output cannot be written"));
	assert_non_null(strstr(out.err, "status 1"));
	output_done(&out);
}

/* Numbers have points where the language of the user has commas. */
static void no_language_changes_a_number(void **state)
{
	const struct rig *rig = *state;
	const char *const *words = last_seconds(RIG_NOW, 1000);
	struct output english, german;

	random_usb(rig, RIG_NOW);
	setenv("LC_ALL", "C", 1);
	run_export(rig, &english, "usb", export_csv, words);
	setenv("LC_ALL", "de_DE.UTF-8", 1);
	run_export(rig, &german, "usb", export_csv, words);
	unsetenv("LC_ALL");
	assert_string_equal(english.out, german.out);
	output_done(&english);
	output_done(&german);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(every_period_is_what_rrdtool_fetches),
		RIG_TEST(every_step_and_function_is_what_rrdtool_fetches),
		RIG_TEST(both_directions_are_rates_above_zero),
		RIG_TEST(spans_of_any_length_are_what_rrdtool_exports),
		RIG_TEST(one_second_has_the_row_it_is_in),
		RIG_TEST(no_row_is_newer_than_the_newest_sample),
		RIG_TEST(a_device_that_is_gone_is_read_like_the_others),
		RIG_TEST(nothing_known_is_a_whole_document),
		RIG_TEST(new_files_have_finer_rows),
		RIG_TEST(another_interval_has_rows_of_its_own),
		RIG_TEST(series_of_any_name_are_read),
		RIG_TEST(what_limits_and_what_is_sampled_has_columns),
		RIG_TEST(wrong_usage_is_told_and_nothing_written),
		RIG_TEST(a_step_that_is_asked_for_is_kept),
		RIG_TEST(what_fails_leaves_a_whole_document),
		RIG_TEST(a_full_disk_and_a_closed_pipe_are_failures),
		RIG_TEST(no_language_changes_a_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

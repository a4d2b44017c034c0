/* test_table.c - the rows of boardgraph export against rrdtool fetch and xport. */
#include <json-c/json.h>
#include <math.h>
#include <rrd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "exported.h"
#include "graphs_rig.h"
#include "json_read.h"
#include "program.h"
#include "random_data.h"
#include "unit.h"
#include "util.h"

#define DAY 86400
#define WORDS_MAX 64

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
static void expect_fetch(const struct rig *rig, const struct exported *ours, size_t column,
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
		if ((long long)exported_at(ours, row, 0) != time)
			fail_msg("%s: row %zu is of %.0f, but rrdtool's of %lld", name, row,
				 exported_at(ours, row, 0), time);
		expect_near(exported_at(ours, row, column), strtod(value, NULL), (double)time,
			    name);
		row++;
	}
	assert_int_equal(row, ours->rows);
	output_done(&out);
}

static time_t now_by(int seconds)
{
	return time(NULL) / seconds * seconds;
}

static void expect_temperatures(const struct rig *rig, const struct exported *table, const char *cf,
				long long resolution)
{
	assert_int_equal(table->columns, 4);
	expect_fetch(rig, table, 1, "cputemp/temperature-cpu0-thermal", 0, cf, resolution);
	expect_fetch(rig, table, 2, "cputemp/temperature-cpu0-thermal_passive", 0, cf, resolution);
	expect_fetch(rig, table, 3, "cputemp/temperature-gpu", 0, cf, resolution);
}

static void every_period_is_what_rrdtool_fetches(void **state)
{
	static const struct {
		const char *name;
		long long step;
	} lengths[] = {
		{ "hour", 10 },	   { "day", 70 },	 { "week", 500 },
		{ "month", 2230 }, { "quarter", 26350 }, { "year", 26350 },
	};
	const struct rig *rig = *state;
	time_t now = now_by(10);
	struct exported table;

	random_temperatures(rig, now);
	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		const char *const words[] = { "--period", lengths[i].name, NULL };

		assert_int_equal(exported_json(rig, "temperature", words, &table), 0);
		assert_int_equal(table.step, lengths[i].step);
		/* rrdtool's own choice of the archive */
		expect_temperatures(rig, &table, "AVERAGE", 1);
		assert_true(exported_known(&table, 1) > 100);
		assert_true(exported_known(&table, 1) < table.rows);
		exported_done(&table);
	}
	assert_int_equal(exported_all(rig, "temperature", exported_words(now, DAY), &table), 0);
	assert_string_equal(table.name[0], "time");
	assert_string_equal(table.name[1], "cpu0-thermal (Cel)");
	assert_string_equal(table.name[2], "cpu0-thermal passive trip (Cel)");
	assert_string_equal(table.name[3], "gpu (Cel)");
	exported_done(&table);
}

static void every_step_and_function_is_what_rrdtool_fetches(void **state)
{
	static const int steps[] = { 10, 70, 500, 2230, 26350 };
	static const char *const cfs[][2] = { { "average", "AVERAGE" },
					      { "min", "MIN" },
					      { "max", "MAX" } };
	const struct rig *rig = *state;
	time_t now = now_by(10);
	struct exported table;

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
		assert_int_equal(exported_json(rig, "temperature", words, &table), 0);
		assert_int_equal(table.step, step_s);
		expect_temperatures(rig, &table, cf[1], step_s);
		assert_true(table.rows >= 1099);
		exported_done(&table);
	}
}

static void both_directions_are_rates_above_zero(void **state)
{
	const struct rig *rig = *state;
	struct exported table;

	random_usb(rig, RIG_NOW);
	assert_int_equal(exported_all(rig, "usb-4-1.1", exported_words(RIG_NOW, 3600), &table), 0);
	assert_int_equal(table.columns, 4);
	assert_string_equal(table.name[1], "4-1.1 link (bit/s)");
	assert_string_equal(table.name[2], "4-1.1 to host (By/s)");
	assert_string_equal(table.name[3], "4-1.1 to device (By/s)");
	expect_fetch(rig, &table, 1, "usbio-4-1.1/gauge-link_speed", 0, "AVERAGE", 10);
	expect_fetch(rig, &table, 2, "usbio-4-1.1/if_octets", 0, "AVERAGE", 10);
	expect_fetch(rig, &table, 3, "usbio-4-1.1/if_octets", 1, "AVERAGE", 10);
	for (size_t i = 0; i < table.rows; i++)
		assert_false(exported_at(&table, i, 2) < 0 || exported_at(&table, i, 3) < 0);
	assert_true(exported_known(&table, 3) > 300);
	exported_done(&table);
}

/* All columns of a graph in one call, which has a grid of its own. */
static void expect_xport(const struct rig *rig, const struct exported *ours, long long newest)
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
	json = json_read(out.out);
	assert_true(json_object_object_get_ex(json, "data", &data));
	for (size_t i = 0; i < json_object_array_length(data); i++) {
		struct json_object *theirs = json_object_array_get_idx(data, i);
		long long time =
			atoll(json_object_get_string(json_object_array_get_idx(theirs, 0)));

		if (time > newest)
			continue;
		assert_true(row < ours->rows);
		assert_int_equal((long long)exported_at(ours, row, 0), time);
		for (size_t c = 1; c < ours->columns; c++) {
			struct json_object *value = json_object_array_get_idx(theirs, c);

			expect_near(exported_at(ours, row, c),
				    value ? json_object_get_double(value) : NAN, (double)time,
				    ours->name[c]);
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
	struct exported table;

	random_usb(rig, now);
	for (size_t i = 0; i < ARRAY_SIZE(spans); i++) {
		char start[32], end[32];
		const char *const words[] = { "--start", start, "--end", end, NULL };

		snprintf(start, sizeof(start), "%lld", (long long)now - spans[i].from);
		snprintf(end, sizeof(end), "%lld", (long long)now - spans[i].to);
		assert_int_equal(exported_json(rig, "usb", words, &table), 0);
		assert_int_equal(table.columns, 5);
		assert_int_equal(table.step, spans[i].step);
		expect_xport(rig, &table, (long long)now);
		exported_done(&table);
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
	struct exported table;

	random_usb(rig, RIG_NOW);
	snprintf(start, sizeof(start), "%lld", (long long)RIG_NOW - 1003);
	snprintf(end, sizeof(end), "%lld", (long long)RIG_NOW - 1002);
	assert_int_equal(exported_all(rig, "usb", words, &table), 0);
	assert_int_equal(table.rows, 1);
	assert_int_equal((time_t)exported_at(&table, 0, 0), RIG_NOW - 1000);
	exported_done(&table);
}

static void no_row_is_newer_than_the_newest_sample(void **state)
{
	const struct rig *rig = *state;
	time_t now = now_by(10);
	char end[32];
	const char *const words[] = { "--start", "-1d", "--end", end, NULL };
	struct exported table;

	random_usb(rig, now);
	snprintf(end, sizeof(end), "%lld", (long long)now + DAY);
	assert_int_equal(exported_json(rig, "usb", words, &table), 0);
	assert_true(table.rows > 0);
	assert_true((time_t)exported_at(&table, table.rows - 1, 0) <= now);
	exported_done(&table);
}

/* 10-s rows of what ended 22 hours ago reach back a day, but they are not the others'. */
static void a_device_that_is_gone_is_read_like_the_others(void **state)
{
	const struct rig *rig = *state;
	time_t now = now_by(10);
	struct exported table;

	rig_octets(rig, "usbio-1-1/if_octets", "rx", "tx", now - 22 * 3600 - 4000, now - 22 * 3600,
		   10, random_rx, random_tx);
	random_usb(rig, now);
	assert_int_equal(exported_json(rig, "usb", (const char *[]){ NULL }, &table), 0);
	assert_int_equal(table.step, 70);
	assert_int_equal(table.columns, 7);
	assert_true(exported_known(&table, 1) >= 50 && exported_known(&table, 3) >= 50);
	assert_true(isnan(exported_at(&table, table.rows - 1, 1)));
	exported_done(&table);
}

/* The row of a year began 3000 seconds before its end, that of a month long enough before. */
static void new_files_have_finer_rows(void **state)
{
	const struct rig *rig = *state;
	time_t now = 26350 * (time_t)67935 + 3000;
	struct exported table;

	rig_rrd(rig, "cputemp/percent-fan", "GAUGE", now - 2900, now, 10, random_limit);
	assert_int_equal(exported_all(rig, "throttling", exported_words(now, 366 * DAY), &table),
			 0);
	assert_int_equal(table.step, 2230);
	assert_int_equal(exported_known(&table, 1), 1);
	exported_done(&table);
}

static void another_interval_has_rows_of_its_own(void **state)
{
	const char *argv[] = { "DS:value:GAUGE:120:U:U", "RRA:AVERAGE:0.1:1:1200",
			       "RRA:AVERAGE:0.1:7:1200" };
	static const char *const step[] = { "--period", "hour", "--step", "60", NULL };
	const struct rig *rig = *state;
	char path[RIG_PATH_SIZE];
	struct output out;
	struct exported table;

	rig_rrd(rig, "cputemp/percent-a", "GAUGE", RIG_NOW - 4000, RIG_NOW, 10, random_limit);
	rig_path(rig, "cputemp/percent-b", path);
	assert_int_equal(rrd_create_r(path, 60, RIG_NOW - 4020, 3, argv), 0);
	rig_fill(rig, "cputemp/percent-b", "GAUGE", RIG_NOW - 4020, RIG_NOW, 60, random_limit);
	assert_int_equal(exported_all(rig, "throttling", exported_words(RIG_NOW, 3600), &table), 0);
	assert_int_equal(table.step, 0); /* null: there are two */
	assert_int_equal(table.rows, 360);
	for (size_t i = 0; i < table.rows; i++) {
		assert_false(isnan(exported_at(&table, i, 1)));
		assert_int_equal(!isnan(exported_at(&table, i, 2)),
				 (time_t)exported_at(&table, i, 0) % 60 == 0);
	}
	exported_done(&table);
	exported_run(rig, &out, "throttling", "csv", step);
	assert_int_equal(out.status, 2);
	assert_string_equal(out.out, "");
	assert_non_null(strstr(out.err, "--step 60: the files have no step in common"));
	output_done(&out);
}

static void a_step_that_is_asked_for_is_kept(void **state)
{
	static const char *const words[] = { "--step", "10", NULL };
	const struct rig *rig = *state;
	struct output out;
	struct exported table;

	random_temperatures(rig, now_by(10));
	exported_run(rig, &out, "temperature", "json", words);
	assert_int_equal(out.status, 0);
	assert_non_null(strstr(out.err, "--step 10: these rows reach back to "));
	exported_read_json(out.out, &table);
	assert_int_equal(table.step, 10);
	assert_int_equal(table.rows, 1200);
	exported_done(&table);
	output_done(&out);
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
		RIG_TEST(new_files_have_finer_rows),
		RIG_TEST(another_interval_has_rows_of_its_own),
		RIG_TEST(a_step_that_is_asked_for_is_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

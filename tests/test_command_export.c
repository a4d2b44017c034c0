/* test_command_export.c - boardgraph export: a whole document whatever is wrong, and messages. */
#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "exported.h"
#include "graphs_rig.h"
#include "json_read.h"
#include "program.h"
#include "random_data.h"
#include "unit.h"
#include "util.h"

#define DAY 86400

static void expect_nothing(const struct rig *rig, const char *graph, const char *const words[],
			   size_t columns, const char *said)
{
	struct output out;
	struct exported table;

	assert_int_equal(exported_all(rig, graph, words, &table), 3);
	assert_int_equal(table.columns, columns);
	for (size_t c = 1; c < columns; c++)
		assert_int_equal(exported_known(&table, c), 0);
	exported_done(&table);
	exported_run(rig, &out, graph, "csv", words);
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
	expect_nothing(rig, "usb", exported_words(RIG_NOW - 29 * DAY, DAY), 5,
		       "usb: no known value in this span; the newest");
	expect_nothing(rig, "usb", future, 5, "usb: no known value in this span; the newest");
	expect_nothing(rig, "temperature", exported_words(RIG_NOW, DAY), 1,
		       "there is no cputemp/temperature-*.rrd in ");
	expect_nothing(rig, "temperature", exported_words(RIG_NOW, DAY), 1,
		       ": `boardgraph check` says why");
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
	struct exported table;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		char name[64];

		snprintf(name, sizeof(name), "cputemp/percent-%s", names[i]);
		rig_rrd(rig, name, "GAUGE", RIG_NOW - 100, RIG_NOW, 10, random_limit);
	}
	assert_int_equal(exported_all(rig, "throttling", exported_words(RIG_NOW, 3600), &table), 0);
	assert_int_equal(table.columns, 1 + ARRAY_SIZE(names));
	for (size_t i = 0; i < ARRAY_SIZE(meant); i++) {
		bool is_there = false;

		for (size_t c = 1; c < table.columns; c++)
			is_there |= strcmp(table.name[c], meant[i]) == 0;
		if (!is_there)
			fail_msg("there is no column %s", meant[i]);
	}
	exported_done(&table);
}

static void what_limits_and_what_is_sampled_has_columns(void **state)
{
	static const char *const words[] = { "--period", "hour", NULL };
	const struct rig *rig = *state;
	time_t now = time(NULL);
	struct json_object *json, *columns;
	struct output out;

	rig_rrd(rig, "clusterfreq-cpu0-3/cpufreq-current", "GAUGE", now - 600, now, 10,
		random_limit);
	rig_rrd(rig, "clusterfreq-cpu0-3/cpufreq-limit", "GAUGE", now - 600, now, 10, random_limit);
	rig_rrd(rig, "clusterfreq-cpu0-3/derive-cycles", "DERIVE", now - 600, now, 10, random_tx);
	exported_run(rig, &out, "frequency", "json", words);
	assert_int_equal(out.status, 0);
	assert_string_equal(out.err, "");
	json = json_read(out.out);
	assert_string_equal(json_read_text(json, "host"), RIG_HOST);
	assert_string_equal(json_read_text(json, "graph"), "frequency");
	assert_string_equal(json_read_text(json, "unit"), "Hz");
	assert_string_equal(json_read_text(json, "cf"), "average");
	assert_true(json_object_object_get_ex(json, "columns", &columns));
	assert_int_equal(json_object_array_length(columns), 4);
	for (size_t i = 1; i < 4; i++) {
		static const char *const wanted[][3] = {
			{ "cpu0-3 sampled", "sampled", "clusterfreq-cpu0-3/cpufreq-current.rrd" },
			{ "cpu0-3 limit", "limit", "clusterfreq-cpu0-3/cpufreq-limit.rrd" },
			{ "cpu0-3", "value", "clusterfreq-cpu0-3/derive-cycles.rrd" },
		};
		struct json_object *one = json_object_array_get_idx(columns, i);

		assert_string_equal(json_read_text(one, "name"), wanted[i - 1][0]);
		assert_string_equal(json_read_text(one, "role"), wanted[i - 1][1]);
		assert_string_equal(json_read_text(one, "file"), wanted[i - 1][2]);
		assert_string_equal(json_read_text(one, "series"), "cpu0-3");
		assert_string_equal(json_read_text(one, "source"), "value");
		assert_int_equal(json_read_number(one, "step"), 10);
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

		exported_run(rig, &out, cases[i].graph, NULL, cases[i].words);
		if (out.status != 2 || out.out[0] || !strstr(out.err, cases[i].said))
			fail_msg("%s: %d, %s", cases[i].said, out.status, out.err);
		output_done(&out);
	}
}

static void what_fails_leaves_a_whole_document(void **state)
{
	static const char *const hour[] = { "--period", "hour", NULL };
	const struct rig *rig = *state;
	struct output out;
	time_t now = time(NULL);
	struct exported table;
	char path[RIG_PATH_SIZE], start[32], end[32];
	const char *const words[] = { "--start", start,	     "--end",
				      end,	 "--daemon", "unix:/nonexistent/socket",
				      NULL };

	random_usb(rig, now);
	snprintf(start, sizeof(start), "%lld", (long long)now - 3600);
	snprintf(end, sizeof(end), "%lld", (long long)now);
	assert_int_equal(exported_all(rig, "usb", words, &table), 1);
	assert_int_equal(table.columns, 5);
	assert_true(exported_known(&table, 1) > 300);
	exported_done(&table);
	rig_path(rig, "usbio-6-1/if_octets", path);
	assert_int_equal(truncate(path, 5000), 0);
	exported_run(rig, &out, "usb", "json", hour);
	assert_int_equal(out.status, 1);
	assert_non_null(strstr(out.err, "usbio-6-1/if_octets.rrd: is cut"));
	exported_read_json(out.out, &table);
	assert_int_equal(table.columns, 3);
	assert_true(exported_known(&table, 1) > 300);
	exported_done(&table);
	output_done(&out);
}

static void a_full_disk_and_a_closed_pipe_are_failures(void **state)
{
	static const char *const ends[] = { ">/dev/full", "--format xml >/dev/full", ">&-" };
	static const char *const command = "\"$BOARDGRAPH\" export usb --data-dir \"$0\"";
	const struct rig *rig = *state;
	char line[256];
	struct output out;

	random_usb(rig, time(NULL));
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
	const char *const *words = exported_words(RIG_NOW, 1000);
	struct output english, german;

	random_usb(rig, RIG_NOW);
	setenv("LC_ALL", "C", 1);
	exported_run(rig, &english, "usb", "csv", words);
	setenv("LC_ALL", "de_DE.UTF-8", 1);
	exported_run(rig, &german, "usb", "csv", words);
	unsetenv("LC_ALL");
	assert_string_equal(english.out, german.out);
	output_done(&english);
	output_done(&german);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(nothing_known_is_a_whole_document),
		RIG_TEST(series_of_any_name_are_read),
		RIG_TEST(what_limits_and_what_is_sampled_has_columns),
		RIG_TEST(wrong_usage_is_told_and_nothing_written),
		RIG_TEST(what_fails_leaves_a_whole_document),
		RIG_TEST(a_full_disk_and_a_closed_pipe_are_failures),
		RIG_TEST(no_language_changes_a_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

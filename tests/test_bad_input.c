/* test_bad_input.c - what each command makes of files, names and times that nobody wants. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exported.h"
#include "foreign.h"
#include "graph.h"
#include "graphs_rig.h"
#include "json_read.h"
#include "program.h"
#include "unit.h"
#include "util.h"

#define GOOD "cputemp/temperature-good"
#define BAD "cputemp/temperature-bad"
#define PICTURE "temperature-" RIG_HOUR_AGO "-" RIG_END ".png"

static const char *const hour[] = { "--start", RIG_HOUR_AGO, "--end", RIG_END, NULL };

static void draw(const struct rig *rig, struct rig_run *run)
{
	rig_run(rig, run, "draw", "temperature", "--start", RIG_HOUR_AGO, "--end", RIG_END, NULL);
}

/* --- files --- */

static void expect_text(const char *command, int code, const char *said, const char *path,
			const char *what)
{
	if (code != 1 || !strstr(said, path) || !strstr(said, what))
		fail_msg("%s: not 1 with '%s' but %d: %s", command, what, code, said);
}

/* Every command fails with the name of the file and what is wrong with it, and gives what the
 * other file has: `alone` is its picture. */
static void expect_told(const struct rig *rig, const char *what, const char *checked,
			const struct rig_png *alone)
{
	char path[RIG_PATH_SIZE];
	struct exported table;
	struct output output;
	struct rig_png png;
	struct rig_run run;

	rig_path(rig, BAD, path);
	draw(rig, &run);
	expect_text("draw", run.code, run.err, path, what);
	png = rig_png(rig, PICTURE);
	assert_true(rig_same(alone, &png));
	rig_png_done(&png);
	exported_run(rig, &output, "temperature", "json", hour);
	expect_text("export", output.status, output.err, path, what);
	exported_read_json(output.out, &table);
	assert_int_equal(table.columns, 2);
	assert_int_equal(exported_known(&table, 1), 360);
	exported_done(&table);
	output_done(&output);
	rig_run(rig, &run, "list", NULL);
	expect_text("list", run.code, run.err, path, what);
	assert_non_null(strstr(run.out, "temperature  Temperatures: 2 series"));
	rig_run(rig, &run, "list", "--json", NULL);
	expect_text("list --json", run.code, run.err, path, what);
	json_object_put(json_read(run.out));
	rig_run(rig, &run, "check", NULL);
	expect_text("check", run.code, run.out, path, checked);
}

static struct rig_png picture_of_good(const struct rig *rig)
{
	struct rig_run run;

	rig_hour(rig, GOOD, rig_43);
	draw(rig, &run);
	assert_int_equal(run.code, 0);
	return rig_png(rig, PICTURE);
}

static void a_file_cut_anywhere_is_told_by_each_command(void **state)
{
	static const char no_rrd[] = "is not an RRD file", damaged[] = "its header is damaged";
	static const struct {
		off_t length;
		const char *what, *checked;
	} cases[] = {
		{ 1, no_rrd, "is no RRD file" },
		{ 8, no_rrd, "is no RRD file" },
		{ 9, damaged, "has a damaged header" }, /* behind the version */
		{ 24, damaged, "has a damaged header" },
		{ 48, damaged, "has a damaged header" },
		{ 127, damaged, "has a damaged header" }, /* at the first data source */
		{ 128, damaged, "has a damaged header" },
		{ 248, damaged, "has a damaged header" }, /* at the first archive */
		{ 3495, "is cut: 3495 of 148648", "is cut: 3495 of 148648" },
		{ 3496, "is cut: 3496 of 148648", "is cut: 3496 of 148648" }, /* no value */
		{ 3497, "is cut: 3497 of 148648", "is cut: 3497 of 148648" },
		{ 148647, "is cut: 148647 of 148648", "is cut: 148647 of 148648" },
	};
	const struct rig *rig = *state;
	struct rig_png alone = picture_of_good(rig);
	char path[RIG_PATH_SIZE];

	rig_path(rig, BAD, path);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		rig_hour(rig, BAD, rig_63);
		assert_int_equal(truncate(path, cases[i].length), 0);
		expect_told(rig, cases[i].what, cases[i].checked, &alone);
	}
	rig_png_done(&alone);
}

static void a_file_of_zeros_or_of_another_machine_is_told_by_each_command(void **state)
{
	const struct rig *rig = *state;
	struct rig_png alone = picture_of_good(rig);
	unsigned char header[8192] = { 0 };
	size_t size = foreign_header(header, &foreign_arm);

	rig_write(rig, BAD, "", 0, FOREIGN_OWN_SIZE);
	expect_told(rig, "holds only zeros", "holds only zeros", &alone);
	rig_write(rig, BAD, "", 0, 0);
	expect_told(rig, "is empty (0 bytes)", "is empty (0 bytes)", &alone);
	rig_write(rig, BAD, header, size, FOREIGN_ARM_SIZE);
	expect_told(rig, "another architecture, 32-bit ARM", "another architecture, 32-bit ARM",
		    &alone);
	rig_png_done(&alone);
}

static double counter(time_t time)
{
	return (double)(time - RIG_NOW + 10000000) * 100;
}

/* draw is asked in test_pictures.c. */
static void other_data_sources_are_told(void **state)
{
	static const char other[] = "usbio-1-1/if_octets.rrd: has no data source 'rx'";
	struct rig_run run;
	const struct rig *rig = *state;
	struct exported table;
	struct output output;

	rig_octets(rig, "usbio-1-1/if_octets", "in", "out", RIG_NOW - 3700, RIG_NOW, 10, counter,
		   counter);
	rig_octets(rig, "usbio-1-2/if_octets", "rx", "tx", RIG_NOW - 3700, RIG_NOW, 10, counter,
		   counter);
	exported_run(rig, &output, "usb", "json", hour);
	assert_int_equal(output.status, 1);
	assert_non_null(strstr(output.err, other));
	exported_read_json(output.out, &table);
	assert_int_equal(table.columns, 3);
	assert_int_equal(exported_known(&table, 1), 360);
	exported_done(&table);
	output_done(&output);
	rig_run(rig, &run, "list", NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, other));
	rig_run(rig, &run, "check", NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.out, "has no data source 'rx'"));
}

/* --- names --- */

static const char *const names[] = {
	"a:b", "100%n",	  "STACK", "end\\", "it's", "\"q\"",	 "$(touch x)", "<b>&x",	     "; x",
	"ü",   "a=b,c+d", " ",	   "-",	    "`x`",  "new\nline", "\xff\xc3",   "\t\x1b[31m",
};

static void any_name_is_listed(void **state)
{
	const struct rig *rig = *state;
	struct json_object *json, *all, *series;
	struct rig_run run;
	char wanted[64];

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		char name[64];

		snprintf(name, sizeof(name), "cputemp/temperature-%s", names[i]);
		rig_hour(rig, name, rig_43);
	}
	rig_run(rig, &run, "list", NULL);
	assert_int_equal(run.code, 0);
	assert_string_equal(run.err, "");
	snprintf(wanted, sizeof(wanted), "temperature  Temperatures: %zu series",
		 ARRAY_SIZE(names));
	assert_non_null(strstr(run.out, wanted));
	rig_run(rig, &run, "list", "--json", NULL);
	assert_int_equal(run.code, 0);
	json = json_read(run.out);
	assert_true(json_object_object_get_ex(json, "graphs", &all));
	assert_true(
		json_object_object_get_ex(json_object_array_get_idx(all, 0), "series", &series));
	assert_int_equal(json_object_array_length(series), ARRAY_SIZE(names));
	json_object_put(json);
}

/* A graph that is called like its instance, and its picture. */
static void any_instance_is_drawn_listed_and_exported(void **state)
{
	const struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		char file[64], graph[64], picture[RIG_PATH_SIZE], safe[128];
		struct rig_run run;
		struct exported table;

		snprintf(file, sizeof(file), "cpuirq-%s/irq-cpu0", names[i]);
		snprintf(graph, sizeof(graph), "interrupts-%s", names[i]);
		rig_rrd(rig, file, "DERIVE", RIG_NOW - 3700, RIG_NOW, 10, counter);
		graph_picture_name(graph, safe);
		rig_run(rig, &run, "list", NULL);
		assert_int_equal(run.code, 0);
		for (const char *byte = run.out; *byte; byte++)
			assert_true((unsigned char)*byte >= ' ' || *byte == '\n');
		snprintf(picture, sizeof(picture), "%s/%s.png", rig->out, safe);
		rig_run(rig, &run, "draw", graph, "--start", RIG_HOUR_AGO, "--end", RIG_END,
			"--output", picture, NULL);
		assert_string_equal(run.err, "");
		assert_int_equal(run.code, 0);
		assert_int_equal(access(picture, R_OK), 0);
		assert_int_equal(exported_all(rig, graph, hour, &table), 0);
		assert_int_equal(exported_known(&table, 1), 360);
		exported_done(&table);
	}
}

/* What check says to do, done by a shell. */
static void a_cure_for_any_name_can_be_run(void **state)
{
	static const char begin[] = "cure: sudo ";
	const struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		char name[64], path[RIG_PATH_SIZE], broken[RIG_PATH_SIZE + 8];
		struct output output;
		struct rig_run run;
		char *cure;

		snprintf(name, sizeof(name), "cputemp/temperature-%s", names[i]);
		rig_write(rig, name, "", 0, 0);
		rig_path(rig, name, path);
		snprintf(broken, sizeof(broken), "%s.broken", path);
		rig_run(rig, &run, "check", NULL);
		cure = strstr(run.out, "is empty (0 bytes)");
		assert_non_null(cure);
		cure = strstr(cure, begin);
		assert_non_null(cure);
		cure[strcspn(cure, "\n")] = '\0';
		program_run(&output, NULL,
			    (const char *[]){ "bash", "-ec", cure + strlen(begin), NULL });
		assert_string_equal(output.err, "");
		assert_int_equal(output.status, 0);
		output_done(&output);
		assert_int_equal(access(path, F_OK), -1);
		assert_int_equal(access(broken, F_OK), 0);
	}
}

/* --- many --- */

/* draw and list are asked in test_pictures.c. */
static void two_thousand_devices_are_exported_and_checked(void **state)
{
	static const char *const words[] = { "--start", "1790429900", "--end", RIG_END, NULL };
	const struct rig *rig = *state;
	struct json_object *json, *columns, *rows;
	char from[RIG_PATH_SIZE];
	struct output output;
	struct rig_run run;

	rig_octets(rig, "usbio-1-0/if_octets", "rx", "tx", RIG_NOW - 3700, RIG_NOW, 10, counter,
		   counter);
	rig_path(rig, "usbio-1-0/if_octets", from);
	for (int i = 1; i < 2000; i++) {
		char name[64], to[RIG_PATH_SIZE];

		snprintf(to, sizeof(to), "%s/usbio-1-%d", rig->host, i);
		assert_int_equal(mkdir(to, 0755), 0);
		snprintf(name, sizeof(name), "usbio-1-%d/if_octets", i);
		rig_path(rig, name, to);
		assert_int_equal(link(from, to), 0);
	}
	exported_run(rig, &output, "usb", "json", words);
	assert_int_equal(output.status, 0);
	assert_string_equal(output.err, "");
	json = json_read(output.out);
	assert_true(json_object_object_get_ex(json, "columns", &columns));
	assert_true(json_object_object_get_ex(json, "rows", &rows));
	assert_int_equal(json_object_array_length(columns), 1 + 2 * 2000);
	assert_int_equal(json_object_array_length(rows), 10);
	json_object_put(json);
	output_done(&output);
	rig_run(rig, &run, "check", NULL);
	assert_true(run.code == 0 || run.code == 1);
	assert_non_null(strstr(run.out, "2000 RRD files"));
	assert_true(run.seconds < 30);
}

/* --- times --- */

static void a_start_that_is_not_before_the_end_is_told(void **state)
{
	static const char *const ends[] = { RIG_HOUR_AGO, "1790426399", "2001-01-01" };
	const struct rig *rig = *state;

	rig_hour(rig, GOOD, rig_43);
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++) {
		static const char *const commands[] = { "draw", "export" };

		for (size_t j = 0; j < ARRAY_SIZE(commands); j++) {
			struct rig_run run;

			rig_run(rig, &run, commands[j], "temperature", "--start", RIG_HOUR_AGO,
				"--end", ends[i], NULL);
			assert_int_equal(run.code, 2);
			assert_string_equal(run.out, "");
			assert_non_null(strstr(run.err, "--start has to be before --end"));
		}
	}
}

/* As wide as the canvas: the pixels of the line, whatever the grid over it makes of its colour. */
static size_t count_blue(const struct rig_png *png)
{
	size_t count = 0;

	for (size_t i = 0; i < (size_t)png->width * 236; i++)
		count += (png->pixel[i] & 0xff) > (png->pixel[i] >> 16) + 80;
	return count;
}

static void a_second_is_a_picture(void **state)
{
	const struct rig *rig = *state;
	struct rig_png png;
	struct rig_run run;

	rig_hour(rig, GOOD, rig_43);
	rig_run(rig, &run, "draw", "temperature", "--start", "1790429001", "--end", "1790429002",
		NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	png = rig_png(rig, "temperature-1790429001-1790429002.png");
	assert_in_range(count_blue(&png), 790, 2000);
	rig_png_done(&png);
}

/* --- zones --- */

static double daily(time_t time)
{
	return 40 + (double)(time % 86400) / 3600;
}

/* In Berlin 25 October 2026 has 25 hours, and 29 March 23; elsewhere the clocks do not change. */
static void a_day_is_as_long_as_it_is_where_the_user_lives(void **state)
{
	static const struct {
		const char *zone, *day, *next;
		long long start, hours;
	} cases[] = {
		{ "Europe/Berlin", "2026-10-25", "2026-10-26", 1792879200, 25 },
		{ "Europe/Berlin", "2026-03-29", "2026-03-30", 1774738800, 23 },
		{ "America/New_York", "2026-11-01", "2026-11-02", 1793505600, 25 },
		{ "Asia/Kolkata", "2026-10-25", "2026-10-26", 1792866600, 24 },
		{ "UTC", "2026-10-25", "2026-10-26", 1792886400, 24 },
	};
	const struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const char *const words[] = { "--start", cases[i].day, "--end", cases[i].next,
					      NULL };
		time_t start = cases[i].start, end = start + 3600 * cases[i].hours;
		char picture[128];
		struct exported table;
		struct rig_png png;
		struct rig_run run;

		rig_rrd(rig, GOOD, "GAUGE", start - 7200, end, 10, daily);
		setenv("TZ", cases[i].zone, 1);
		rig_run(rig, &run, "draw", "temperature", "--start", cases[i].day, "--end",
			cases[i].next, NULL);
		assert_int_equal(exported_json(rig, "temperature", words, &table), 0);
		setenv("TZ", "UTC", 1);
		assert_string_equal(run.err, "");
		assert_int_equal(run.code, 0);
		snprintf(picture, sizeof(picture), "temperature-%lld-%lld.png", (long long)start,
			 (long long)end);
		png = rig_png(rig, picture);
		rig_png_done(&png);
		assert_int_equal(table.start, start);
		assert_int_equal(table.end, end);
		assert_int_equal(table.step, cases[i].hours > 24 ? 500 : 70);
		/* each row once, none left out */
		for (size_t row = 1; row < table.rows; row++)
			assert_int_equal(exported_at(&table, row, 0) -
						 exported_at(&table, row - 1, 0),
					 table.step);
		assert_int_equal(exported_known(&table, 1), table.rows);
		assert_in_range(table.rows, (end - start) / table.step - 1,
				(end - start) / table.step + 1);
		exported_done(&table);
	}
}

/* --- standard output --- */

static void a_full_disk_is_told_by_list_and_check(void **state)
{
	static const char *const commands[] = { "list", "list --json", "check", "check --json" };
	const struct rig *rig = *state;

	rig_hour(rig, GOOD, rig_43);
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		struct output output;
		char line[256];

		snprintf(line, sizeof(line), "\"$BOARDGRAPH\" %s --data-dir \"$0\" >/dev/full",
			 commands[i]);
		program_run(&output, NULL, (const char *[]){ "sh", "-c", line, rig->data, NULL });
		assert_int_equal(output.status, 1);
		assert_non_null(strstr(output.err, "standard output cannot be written"));
		output_done(&output);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(a_file_cut_anywhere_is_told_by_each_command),
		RIG_TEST(a_file_of_zeros_or_of_another_machine_is_told_by_each_command),
		RIG_TEST(other_data_sources_are_told),
		RIG_TEST(any_name_is_listed),
		RIG_TEST(any_instance_is_drawn_listed_and_exported),
		RIG_TEST(a_cure_for_any_name_can_be_run),
		RIG_TEST(two_thousand_devices_are_exported_and_checked),
		RIG_TEST(a_start_that_is_not_before_the_end_is_told),
		RIG_TEST(a_second_is_a_picture),
		RIG_TEST(a_day_is_as_long_as_it_is_where_the_user_lives),
		RIG_TEST(a_full_disk_is_told_by_list_and_check),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_graphs.c - the pure part of boardgraph. */
#include <errno.h>
#include <glob.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "archive.h"
#include "args.h"
#include "graphs.h"
#include "legend.h"
#include "notes.h"
#include "period.h"
#include "pngstamp.h"
#include "speed.h"
#include "util.h"

#define NOW 1790000000

static void a_time_is_the_whole_text(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int rc;
		time_t time;
	} cases[] = {
		{ "0", -ERANGE, 0 },
		{ "315532800", 0, 315532800 },
		{ "315532799", -ERANGE, 0 },
		{ "1790000000", 0, 1790000000 },
		{ "-30s", 0, NOW - 30 },
		{ "-5min", 0, NOW - 300 },
		{ "-2h", 0, NOW - 7200 },
		{ "-1d", 0, NOW - 86400 },
		{ "-2w", 0, NOW - 1209600 },
		{ "2026-11-30T18:00:00Z", 0, 1796061600 },
		{ "2026-11-30T18:00Z", 0, 1796061600 },
		{ "2026-11-30T19:00+01:00", 0, 1796061600 },
		{ "2026-11-30T12:30:00-0530", 0, 1796061600 },
		{ "2026-11-30 18:00", 0, 1796061600 }, /* TZ is UTC here */
		{ "2026-11-30", 0, 1795996800 },
		{ "2024-02-29", 0, 1709164800 },
		{ "-5m", -EDOM, 0 },
		{ "-0m", -EDOM, 0 },
		{ "-1q", -EINVAL, 0 },
		{ "-1month", -EINVAL, 0 },
		{ "-5", -EINVAL, 0 },
		{ "-", -EINVAL, 0 },
		{ "--5s", -EINVAL, 0 },
		{ "-5 s", -EINVAL, 0 },
		{ "-1.5h", -EINVAL, 0 },
		{ "-99999999999s", -EINVAL, 0 },
		{ "-9999999999w", -ERANGE, 0 },
		{ "", -EINVAL, 0 },
		{ "now", -EINVAL, 0 },
		{ " 1790000000", -EINVAL, 0 },
		{ "1790000000 ", -EINVAL, 0 },
		{ "17900000001790000000", -EINVAL, 0 },
		{ "253402300800", -ERANGE, 0 },
		{ "2026-02-30", -EINVAL, 0 },
		{ "2025-02-29", -EINVAL, 0 },
		{ "2026-13-01", -EINVAL, 0 },
		{ "2026-00-10", -EINVAL, 0 },
		{ "2026-11-30T24:00", -EINVAL, 0 },
		{ "2026-11-30T18", -EINVAL, 0 },
		{ "2026-11-30T18:00:00z", -EINVAL, 0 },
		{ "2026-11-30T18:00+1", -EINVAL, 0 },
		{ "2026-11-30Z", -EINVAL, 0 },
		{ "26-11-30", -EINVAL, 0 },
		{ "1969-12-31", -ERANGE, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		time_t time = 7;
		int rc = period_time(cases[i].text, NOW, &time);

		if (rc != cases[i].rc || time != (rc ? 7 : cases[i].time))
			fail_msg("'%s' gives %d, %lld", cases[i].text, rc, (long long)time);
	}
}

static void a_list_of_periods_holds_each_once(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int count;
	} cases[] = {
		{ "day", 1 },
		{ "hour,year", 2 },
		{ "day,day,day", 1 },
		{ "all", 6 },
		{ "", -EINVAL },
		{ ",", -EINVAL },
		{ "day,", -EINVAL },
		{ "Day", -EINVAL },
		{ "days", -EINVAL },
		{ "da", -EINVAL },
		{ "day hour", -EINVAL },
		{ "all,day", -EINVAL },
		{ "hour,day,week,month,quarter,year,hour,day", 6 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct period *list[PERIODS_MAX];

		if (period_list(cases[i].text, list) != cases[i].count)
			fail_msg("'%s'", cases[i].text);
	}
}

static void numbers_are_written_as_people_do(void **state)
{
	(void)state;
	static const struct {
		double value;
		const struct number_unit *unit;
		const char *text;
	} cases[] = {
		{ 52.34, &number_celsius, "52.3 °C" }, { -3.25, &number_celsius, "-3.2 °C" },
		{ 0, &number_celsius, "0.0 °C" },      { 0, &number_rate, "0/s" },
		{ 0.054, &number_rate, "0.05/s" },     { 1.5, &number_rate, "1.5/s" },
		{ 93.84, &number_rate, "93.8/s" },     { 1200, &number_rate, "1200/s" },
		{ 9999.4, &number_rate, "9999/s" },    { 12345, &number_rate, "12.3k/s" },
		{ 999600, &number_rate, "1M/s" },      { 1.4e9, &number_hertz, "1.4 GHz" },
		{ 2e9, &number_hertz, "2 GHz" },       { 280.75e6, &number_hertz, "281 MHz" },
		{ 600e6, &number_hertz, "600 MHz" },   { 0, &number_percent, "0 %" },
		{ 33.333, &number_percent, "33.3 %" }, { 100, &number_percent, "100 %" },
		{ 1234.4, &number_rpm, "1234 rpm" },   { 2.15, &number_rpm, "2 rpm" },
		{ 0.003, &number_rate, "0/s" },	       { 0, &number_bytes, "0 B/s" },
		{ 999.4, &number_bytes, "999 B/s" },   { 110e6, &number_bytes, "110 MB/s" },
		{ 4.3e6, &number_bytes, "4.3 MB/s" },  { 5e9, &number_bits, "5 Gbit/s" },
		{ 480e6, &number_bits, "480 Mbit/s" }, { NAN, &number_rate, "-" },
		{ INFINITY, &number_celsius, "-" },    { 1e300, &number_celsius, "-" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char text[NUMBER_SIZE];

		number_text(cases[i].value, cases[i].unit, text);
		assert_string_equal(text, cases[i].text);
	}
}

static void an_age_has_one_unit(void **state)
{
	(void)state;
	static const struct {
		double seconds;
		const char *text;
	} cases[] = {
		{ -5, "0 s" },	 { 12, "12 s" },     { 119, "119 s" },	 { 840, "14 min" },
		{ 7200, "2 h" }, { 172799, "47 h" }, { 1e6, "11 days" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char text[NUMBER_SIZE];

		number_age(cases[i].seconds, text);
		assert_string_equal(text, cases[i].text);
	}
}

static void a_path_matches_by_its_parts(void **state)
{
	(void)state;
	static const struct {
		const char *pattern, *path, *instance, *name; /* instance NULL: does not fit */
	} cases[] = {
		{ "cputemp/temperature-*", "cputemp/temperature-cpu0.rrd", "", "cpu0" },
		{ "cputemp/temperature-*", "cputemp/temperature-.rrd", NULL, NULL },
		{ "cputemp/temperature-*", "cputemp/temperature.rrd", NULL, NULL },
		{ "cputemp/temperature-*", "cputemp/temperature-cpu0", NULL, NULL },
		{ "cputemp/temperature-*", "cputemp-x/temperature-cpu0.rrd", NULL, NULL },
		{ "cputemp/temperature-*_hot", "cputemp/temperature-a_hot.rrd", "", "a" },
		{ "cputemp/temperature-*_hot", "cputemp/temperature-_hot.rrd", NULL, NULL },
		{ "cpuirq-%/irq-*", "cpuirq-xhci-hcd:usb3/irq-cpu12.rrd", "xhci-hcd:usb3",
		  "cpu12" },
		{ "cpuirq-%/irq-*", "cpuirq-/irq-cpu1.rrd", NULL, NULL },
		{ "cpuirq-%/irq-*", "cpuirq-a/b/irq-cpu1.rrd", NULL, NULL },
		{ "cpuirq-total/irq-*", "cpuirq-total_/irq-cpu1.rrd", NULL, NULL },
		{ "usbio-%/if_octets", "usbio-4-1.1/if_octets.rrd", "4-1.1", "" },
		{ "usbio-%/if_octets", "usbio-4-1.1/if_octets-x.rrd", NULL, NULL },
		{ "cputemp/temperature-*", "", NULL, NULL },
		{ "cputemp/temperature-*", "/", NULL, NULL },
		{ "cputemp/temperature-*", "cputemp/temperature-\xff\n%:.rrd", "", "\xff\n%:" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct match match = { "old", "old" };
		bool fits = match_path(cases[i].pattern, cases[i].path, &match);

		if (fits != (cases[i].instance != NULL))
			fail_msg("%s with %s", cases[i].pattern, cases[i].path);
		assert_string_equal(match.instance, fits ? cases[i].instance : "old");
		assert_string_equal(match.name, fits ? cases[i].name : "old");
	}
}

static void a_name_too_long_matches_nothing(void **state)
{
	char path[600];
	struct match match;

	(void)state;
	snprintf(path, sizeof(path), "cputemp/temperature-%0*d.rrd", MATCH_SIZE, 0);
	assert_false(match_path("cputemp/temperature-*", path, &match));
	snprintf(path, sizeof(path), "cputemp/temperature-%0*d.rrd", MATCH_SIZE - 1, 0);
	assert_true(match_path("cputemp/temperature-*", path, &match));
}

static void cpu_lists_are_the_kernels(void **state)
{
	(void)state;
	assert_true(match_cpu_list("cpu0-3", 3));
	assert_false(match_cpu_list("cpu0-3", 4));
	assert_true(match_cpu_list("cpu0,2", 2));
	assert_false(match_cpu_list("cpu0,2", 1));
	assert_true(match_cpu_list("cpu12", 12));
	assert_true(match_cpu_list("cpu0-1,4-7,9", 9));
	assert_false(match_cpu_list("cpu0-", 0));
	assert_false(match_cpu_list("cpu3-0", 2));
	assert_false(match_cpu_list("cpu", 0));
	assert_false(match_cpu_list("cpu0,", 0));
	assert_false(match_cpu_list("gpu0", 0));
	assert_false(match_cpu_list("cpu0x", 0));
	assert_int_equal(match_cpu("cpu1023"), 1023);
	assert_int_equal(match_cpu("cpu"), -1);
	assert_int_equal(match_cpu("cpu1a"), -1);
	assert_int_equal(match_cpu("cpu99999999999"), -1);
}

static void lists_of_cpus_join(void **state)
{
	(void)state;
	static const struct {
		const char *list[4], *text;
	} cases[] = {
		{ { "cpu0" }, "cpu0" },
		{ { "cpu3", "cpu1", "cpu2" }, "cpu1-3" },
		{ { "cpu0-3", "cpu8", "cpu10-11" }, "cpu0-3,8,10-11" },
		{ { "cpu0-3", "cpu2-5" }, "cpu0-5" },
		{ { "cpu9998-9999" }, "cpu9998-9999" },
		{ { "gpu0" }, "" },
		{ { "cpu3-0", "cpu7" }, "cpu7" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct match_cpus cpus = { 0 };
		char text[64];
		struct buf buf = buf_of(text, sizeof(text));

		for (size_t j = 0; j < 4 && cases[i].list[j]; j++)
			match_cpus_add(&cpus, cases[i].list[j]);
		match_cpus_write(&cpus, &buf);
		assert_string_equal(text, cases[i].text);
	}
}

static void partitions_are_told_by_their_disk(void **state)
{
	(void)state;
	static const struct {
		const char *part, *disk;
		bool is;
	} cases[] = {
		{ "sda1", "sda", true },
		{ "sda12", "sda", true },
		{ "sda", "sda", false },
		{ "sdaa", "sda", false },
		{ "sdaa1", "sda", false },
		{ "nvme0n1p2", "nvme0n1", true },
		{ "nvme0n12", "nvme0n1", false },
		{ "mmcblk0p1", "mmcblk0", true },
		{ "mmcblk0boot0", "mmcblk0", false },
		{ "mmcblk0p", "mmcblk0", false },
		{ "loop10", "loop1", false },
		{ "sda1", "", false },
		{ "sd", "sda", false },
		{ "sda1x", "sda", false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		if (graph_is_partition(cases[i].part, cases[i].disk) != cases[i].is)
			fail_msg("%s of %s", cases[i].part, cases[i].disk);
	}
}

static void a_link_has_a_payload_ceiling(void **state)
{
	(void)state;
	static const struct {
		double link_bit_s, bytes_s;
	} cases[] = {
		{ 12e6, 1.2e6 },  { 480e6, 53e6 },  { 5e9, 450e6 },   { 4999999999.9, 450e6 },
		{ 10e9, 1100e6 }, { 20e9, 2200e6 }, { 40e9, 2200e6 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_float_equal(view_payload(cases[i].link_bit_s), cases[i].bytes_s, 0);
	assert_true(isnan(view_payload(1.5e6)));
	assert_true(isnan(view_payload(0)));
	assert_true(isnan(view_payload(NAN)));
}

/* Whether a sample is drawn: every one of its values by a rule. */
static bool has_graph(const char *id)
{
	bool is_pair = strstr(id, "/if_octets") != NULL;
	size_t found = 0;
	char path[600];

	snprintf(path, sizeof(path), "%s.rrd", id);
	for (size_t i = 0; graphs[i].name; i++) {
		const struct graph_rule *rule = graphs[i].rule;
		struct match match;

		for (size_t values = 0; rule < graphs[i].rule + GRAPH_RULES_MAX && rule->pattern;
		     rule++) {
			bool is_value = strcmp(rule->source, "value") == 0;

			if (!match_path(rule->pattern, path, &match) || is_value == is_pair)
				continue;
			found += ++values == (is_pair ? 2 : 1);
		}
	}
	return found > 0;
}

/* Each line of the boards' expected samples: identifier, blank, value. */
static void each_sample(void (*fn)(const char *id, void *ctx), void *ctx)
{
	char line[1024];
	glob_t found;

	assert_int_equal(glob(FIXTURES "/*/expected.txt", 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		FILE *file = fopen(found.gl_pathv[i], "r");

		assert_non_null(file);
		while (fgets(line, sizeof(line), file)) {
			line[strcspn(line, " ")] = '\0';
			fn(line, ctx);
		}
		fclose(file);
	}
	globfree(&found);
}

static void check_sample(const char *id, void *ctx)
{
	size_t *count = ctx;

	(*count)++;
	if (!has_graph(id))
		fail_msg("no graph draws %s", id);
}

static void every_sample_has_a_graph(void **state)
{
	size_t count = 0;

	(void)state;
	each_sample(check_sample, &count);
	assert_true(count > 500);
}

struct wanted {
	const struct graph_rule *rule;
	bool is_found;
};

static void find_sample(const char *id, void *ctx)
{
	struct wanted *wanted = ctx;
	struct match match;
	char path[1100];

	snprintf(path, sizeof(path), "%s.rrd", id);
	wanted->is_found |= match_path(wanted->rule->pattern, path, &match);
}

static void every_graph_has_a_sample(void **state)
{
	(void)state;
	for (size_t i = 0; graphs[i].name; i++) {
		for (size_t j = 0; j < GRAPH_RULES_MAX && graphs[i].rule[j].pattern; j++) {
			struct wanted wanted = { .rule = &graphs[i].rule[j] };

			if (strncmp(wanted.rule->pattern, "interface-", 10) == 0 ||
			    strncmp(wanted.rule->pattern, "disk-", 5) == 0)
				continue; /* stock collectd's */
			each_sample(find_sample, &wanted);
			if (!wanted.is_found)
				fail_msg("%s: nothing sends %s", graphs[i].name,
					 wanted.rule->pattern);
		}
	}
}

static void distance_counts_the_changes(void **state)
{
	(void)state;
	assert_int_equal(match_distance("temperature", "temperature", 3), 0);
	assert_int_equal(match_distance("temperature", "temprature", 3), 1);
	assert_int_equal(match_distance("interrupts", "interupt", 3), 2);
	assert_int_equal(match_distance("usb", "network", 3), 4);
	assert_int_equal(match_distance("", "abc", 3), 3);
}

static void graphs_are_found_by_name(void **state)
{
	char instance[MATCH_SIZE];

	(void)state;
	assert_string_equal(graph_find("temperature", instance)->name, "temperature");
	assert_string_equal(graph_find("interrupts", instance)->name, "interrupts");
	assert_string_equal(graph_find("interrupts-xhci-hcd:usb3", instance)->name, "interrupts-%");
	assert_string_equal(instance, "xhci-hcd:usb3");
	assert_string_equal(graph_find("usb", instance)->name, "usb");
	assert_string_equal(graph_find("usb-4-1.1", instance)->name, "usb-%");
	assert_string_equal(instance, "4-1.1");
	assert_null(graph_find("usb-", instance));
	assert_null(graph_find("interrupts-", instance));
	assert_null(graph_find("temperatur", instance));
	assert_null(graph_find("", instance));
}

static void picture_names_are_safe_for_any_name(void **state)
{
	char text[64];

	(void)state;
	graph_picture_name("interrupts-../a b:c\xff\n(4)", text);
	assert_string_equal(text, "interrupts-.._a_b_c___4_");
}

static void names_become_printable(void **state)
{
	(void)state;
	static const struct {
		const char *name, *text;
	} cases[] = {
		{ "cpu0", "cpu0" },
		{ "Größe", "Größe" },
		{ "a\nb", "a?b" },
		{ "\xff\xfe", "??" },
		{ "\xc3", "?" },
		{ "\xc0\x80", "??" },
		{ "\xed\xa0\x80", "???" },
		{ "\xf4\x90\x80\x80", "????" },
		{ "\x7f", "?" },
		{ "0123456789", "0123456789" },
		{ "0123456789a", "012345678…" },
		{ "äöüäöüäöüäöü", "äöüäöüäöü…" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char text[64];
		struct buf buf = buf_of(text, sizeof(text));

		buf_add_name(&buf, cases[i].name, 10);
		assert_string_equal(text, cases[i].text);
	}
}

static void text_that_does_not_fit_is_left_out_whole(void **state)
{
	char text[8];
	struct buf buf = buf_of(text, sizeof(text));

	(void)state;
	buf_add(&buf, "1234");
	buf_add(&buf, "5678");
	assert_string_equal(text, "1234");
	assert_true(buf.cut);
	buf_add(&buf, "5");
	assert_string_equal(text, "1234");
}

static void a_message_is_kept_once_and_in_one_line(void **state)
{
	static struct notes notes, more;

	(void)state;
	notes_warn(&notes, "a%cb", '\n');
	notes_warn(&notes, "a?b");
	assert_string_equal(notes.text, "a?b\n");
	assert_false(notes.failed);
	notes_fail(&more, "a?b");
	notes_fail(&more, "c");
	notes_merge(&notes, &more);
	assert_string_equal(notes.text, "a?b\nc\n");
	assert_true(notes.failed);
	for (int i = 0; i < 1000; i++)
		notes_warn(&notes, "message %0100d", i);
	assert_true(notes.len < NOTES_SIZE && notes.left_out > 900);
}

/* collectd's own archives. */
static struct header collectd_layout(time_t last_update)
{
	static const char *const cfs[] = { "AVERAGE", "MIN", "MAX" };
	static const uint64_t rows[] = { 1200, 1235, 1210, 1202, 1201 };
	static const uint64_t row_s[] = { 10, 70, 500, 2230, 26350 };
	struct header header = { .last_update = last_update, .sources = 1 };

	for (size_t cf = 0; cf < 3; cf++) {
		for (size_t i = 0; i < 5; i++) {
			struct header_archive *archive = &header.archive[header.archives++];

			snprintf(archive->cf, sizeof(archive->cf), "%s", cfs[cf]);
			archive->rows = rows[i];
			archive->row_s = row_s[i];
		}
	}
	return header;
}

static void the_archive_is_the_finest_the_span_needs(void **state)
{
	(void)state;
	static const struct {
		time_t span, ago; /* the span ends `ago` before now */
		uint64_t width, row_s;
		size_t count;
	} cases[] = {
		{ 3600, 0, 800, 10, 1 },
		{ 86400, 0, 800, 70, 2 },
		{ 86400 + 3600, 0, 800, 500, 3 },
		{ 604800, 0, 800, 500, 3 },
		{ 2678400, 0, 800, 2230, 4 },
		{ 7948800, 0, 800, 26350, 5 },
		{ 31622400, 0, 800, 26350, 5 },
		{ 40000000, 0, 800, 26350, 5 },
		{ 3600, 8000, 800, 10, 1 },
		{ 3600, 20000, 800, 70, 2 },
		{ 3600, 900000, 800, 2230, 4 },
		{ 604800, 0, 100, 2230, 4 },
		{ 10, 0, 800, 10, 1 },
	};
	struct header header = collectd_layout(NOW + 7);

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		size_t order[HEADER_ARCHIVES_MAX];
		uint64_t pixel_s = (uint64_t)cases[i].span / cases[i].width;
		size_t count = archive_choose(&header, ARCHIVE_MAX,
					      NOW - cases[i].ago - cases[i].span, pixel_s, order);

		if (header.archive[order[0]].row_s != cases[i].row_s || count != cases[i].count)
			fail_msg("case %zu: %llu s, %zu", i,
				 (unsigned long long)header.archive[order[0]].row_s, count);
		for (size_t j = 1; j < count; j++)
			assert_true(header.archive[order[j]].row_s <
				    header.archive[order[j - 1]].row_s);
	}
}

static void a_file_without_the_archive_serves_nothing(void **state)
{
	struct header header = { .last_update = NOW, .sources = 1 };
	size_t order[HEADER_ARCHIVES_MAX];

	(void)state;
	assert_int_equal(archive_choose(&header, ARCHIVE_AVG, NOW - 3600, 4, order), 0);
}

static void an_average_weighs_rows_by_their_length(void **state)
{
	struct stats stats = STATS_NONE;

	(void)state;
	stats_add(&stats, STATS_AVG, 10, 30);
	stats_add(&stats, STATS_AVG, NAN, 1000);
	stats_add(&stats, STATS_AVG, 20, 10);
	assert_float_equal(stats.avg, 12.5, 1e-9);
	assert_int_equal(stats.known_s, 40);
	stats_add(&stats, STATS_MIN, -3, 1);
	stats_add(&stats, STATS_MIN, NAN, 1);
	stats_add(&stats, STATS_MAX, 97, 1);
	stats_add(&stats, STATS_MAX, INFINITY, 1);
	assert_float_equal(stats.min, -3, 0);
	assert_float_equal(stats.max, 97, 0);
	assert_true(isnan(stats.last));
}

/* A view of made-up series. */
struct model {
	struct view view;
	struct copy copy;
	struct view_series series[20];
	struct view_row row[20];
	struct view_trip trip[20];
};

static void model_begin(struct model *m, const char *graph)
{
	char instance[MATCH_SIZE];

	memset(m, 0, sizeof(*m));
	snprintf(m->copy.path, sizeof(m->copy.path), "%s", "/proc/self/fd/5");
	m->view.graph = graph_find(graph, instance);
	m->view.palette = &palettes[0];
	m->view.width = 800;
	m->view.height = 200;
	m->view.span = (struct span){ NOW - 86400, NOW, 108 };
	m->view.series = m->series;
	m->view.row = m->row;
	m->view.trip = m->trip;
}

/* The part of the newest series that rule `rule` of the graph gives. */
static void model_part(struct model *m, size_t rule, double value)
{
	struct view_series *series = &m->series[m->view.values - 1];
	const struct graph_rule *own = &m->view.graph->rule[rule];
	struct view_part *part = &series->part[view_kind(own->role)];

	*part = (struct view_part){ .rule = own, .copy = &m->copy };
	part->measure.stats = (struct stats){ value, value, value, value, 60 };
	for (enum archive_cf cf = 0; cf < ARCHIVE_CFS; cf++)
		part->measure.rows[cf] = (struct measure_rows){ 70, 140, NOW - 86380, NOW + 20 };
}

static void model_new(struct model *m, const char *name, enum palette_family family)
{
	struct view_series *series = &m->series[m->view.values];

	*series = (struct view_series){ .family = family, .order = m->view.values++ };
	snprintf(series->name, sizeof(series->name), "%s", name);
}

static void model_add(struct model *m, const char *name, double value)
{
	model_new(m, name, PALETTE_COOL);
	model_part(m, 0, value);
}

static void model_trip(struct model *m, size_t rule, const char *zone, double value)
{
	view_add_trip(&m->view, &m->view.graph->rule[rule], zone, value);
}

static void model_end(struct model *m)
{
	view_make_rows(&m->view);
	view_scale(&m->view);
}

/* The words librrd is given. */
static void make_words(struct model *m, struct args *args)
{
	static const char *argv[1024];
	static char text[65536];

	assert_true(args_words(&m->view) <= ARRAY_SIZE(argv));
	assert_true(args_bytes(&m->view) <= sizeof(text));
	*args = (struct args){ .argv = argv, .max = args_words(&m->view) };
	args->text = buf_of(text, args_bytes(&m->view));
	args_make(&m->view, args);
	assert_false(args->cut);
}

static const char *find_word(const struct args *args, const char *begin)
{
	for (int i = 0; i < args->argc; i++) {
		if (strncmp(args->argv[i], begin, strlen(begin)) == 0)
			return args->argv[i];
	}
	return "";
}

static void equal_trips_of_a_type_are_one(void **state)
{
	static struct model m;

	(void)state;
	model_begin(&m, "temperature");
	model_add(&m, "cpu", 40);
	model_trip(&m, 0, "cpu0", 85);
	model_trip(&m, 0, "cpu1", 85);
	model_trip(&m, 2, "cpu0", 120);
	model_trip(&m, 2, "gpu", 115);
	assert_int_equal(m.view.trips, 3);
	assert_float_equal(m.trip[0].value, 85, 0);
	assert_int_equal(m.trip[0].zones, 2);
	assert_true(m.trip[0].is_only);
	assert_float_equal(m.trip[1].value, 115, 0);
	assert_false(m.trip[1].is_only);
}

static void the_axis_reaches_the_lowest_trip(void **state)
{
	(void)state;
	static const struct {
		double value, trip, lower, upper;
	} cases[] = {
		{ 40, 85, 20, 90 },  { 40, 90, 20, 100 }, { 97, 85, 20, 100 }, { 12, 85, 10, 90 },
		{ -3, 85, -10, 90 }, { 40, NAN, 20, 50 }, { 40, 250, 20, 50 }, { 5, NAN, 0, 10 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct model m;

		model_begin(&m, "temperature");
		model_add(&m, "cpu", cases[i].value);
		if (!isnan(cases[i].trip))
			model_trip(&m, 0, "cpu", cases[i].trip);
		model_end(&m);
		assert_float_equal(m.view.lower, cases[i].lower, 0);
		assert_float_equal(m.view.upper, cases[i].upper, 0);
	}
}

static void fast_cpus_are_warm_and_slow_ones_cool(void **state)
{
	(void)state;
	static const struct {
		double hz[3];
		enum palette_family family[3];
	} cases[] = {
		{ { 1.4e9, 2e9, 2e9 }, { PALETTE_COOL, PALETTE_WARM, PALETTE_WARM } },
		{ { 1.4e9, 2e9, 1.8e9 }, { PALETTE_COOL, PALETTE_WARM, PALETTE_GREEN } },
		{ { 2e9, 2e9, 2e9 }, { PALETTE_COOL, PALETTE_COOL, PALETTE_COOL } },
		{ { 2e9, 1.999e9, 2e9 }, { PALETTE_COOL, PALETTE_COOL, PALETTE_COOL } },
		{ { NAN, NAN, NAN }, { PALETTE_COOL, PALETTE_COOL, PALETTE_COOL } },
		{ { NAN, 1e9, 2e9 }, { PALETTE_COOL, PALETTE_COOL, PALETTE_WARM } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct speeds speeds;
		struct speed_cluster cluster[3];

		speeds = (struct speeds){ .cluster = cluster, .clusters = 3 };
		for (size_t j = 0; j < 3; j++) {
			cluster[j] = (struct speed_cluster){ .limit_hz = cases[i].hz[j] };
			snprintf(cluster[j].name, sizeof(cluster[j].name), "cpu%zu", j);
		}
		speed_classify(&speeds);
		for (size_t j = 0; j < 3; j++) {
			assert_int_equal(cluster[j].family, cases[i].family[j]);
			assert_int_equal(speeds.cpu[j].family, cases[i].family[j]);
		}
	}
}

/* The shade goes by the place among all CPUs of the class, not by those an interrupt uses. */
static void a_cpu_has_one_colour_in_every_graph(void **state)
{
	static const char *const names[] = { "interrupts", "interrupts-eth0" };
	static struct speed_cluster cluster[] = { { .name = "cpu0-3", .limit_hz = 1.4e9 },
						  { .name = "cpu4-7", .limit_hz = 2e9 } };
	static struct speeds speeds = { .cluster = cluster, .clusters = 2 };
	static struct model m;

	(void)state;
	match_cpus_add(&speeds.cpus, "cpu0-7");
	speed_classify(&speeds);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		bool is_all = i == 0;

		model_begin(&m, names[i]);
		for (int cpu = is_all ? 0 : 2; cpu < 8; cpu += is_all ? 1 : 4) {
			char name[16];

			snprintf(name, sizeof(name), "cpu%d", cpu);
			model_add(&m, name, 1);
		}
		speed_colour(&speeds, &m.view);
		model_end(&m);
		assert_string_equal(m.row[is_all ? 2 : 0].colour,
				    palettes[0].shade[PALETTE_COOL][2]);
		assert_string_equal(m.row[is_all ? 6 : 1].colour,
				    palettes[0].shade[PALETTE_WARM][2]);
	}
}

static void cpu_zones_are_warm_the_others_cool_then_green(void **state)
{
	static struct model m;

	(void)state;
	model_begin(&m, "temperature");
	model_add(&m, "cpu0-thermal", 40);
	for (int i = 0; i < 5; i++)
		model_add(&m, "nvme", 40);
	model_add(&m, "x86_pkg_temp", 40);
	model_end(&m);
	assert_string_equal(m.row[0].colour, palettes[0].shade[PALETTE_WARM][0]);
	assert_string_equal(m.row[1].colour, palettes[0].shade[PALETTE_COOL][0]);
	assert_string_equal(m.row[5].colour, palettes[0].shade[PALETTE_GREEN][0]);
	assert_string_equal(m.row[6].colour, palettes[0].shade[PALETTE_WARM][1]);
}

static void legend_entries_have_one_width(void **state)
{
	static struct model m;
	char one[LEGEND_SIZE], other[LEGEND_SIZE];
	struct legend legend;

	(void)state;
	model_begin(&m, "interrupts");
	model_add(&m, "cpu0", 3);
	model_add(&m, "cpu15", 123456);
	m.series[0].part[VIEW_VALUE].measure.stats.last = NAN;
	model_end(&m);
	legend = legend_plan(&m.view);
	assert_int_equal(legend.columns, 2);
	legend_row(&legend, &m.view, 0, VIEW_VALUE, one);
	legend_row(&legend, &m.view, 1, VIEW_VALUE, other);
	assert_string_equal(one, "cpu0    Min    3/s  Avg    3/s  Max    3/s  Last      -");
	assert_string_equal(other, "cpu15   Min 123k/s  Avg 123k/s  Max 123k/s  Last 123k/s");
	m.view.width = 360;
	legend = legend_plan(&m.view);
	assert_int_equal(legend.columns, 1);
	assert_false(legend.is_bare);
	m.view.width = 300;
	legend = legend_plan(&m.view);
	legend_row(&legend, &m.view, 1, VIEW_VALUE, other);
	assert_string_equal(other, "cpu15   Min 123k  Avg 123k  Max 123k  Last 123k");
}

static void a_frequency_is_a_mean_or_says_sampled(void **state)
{
	static struct model m;
	struct args args;

	(void)state;
	model_begin(&m, "frequency");
	model_new(&m, "cpu0-3", PALETTE_COOL);
	model_part(&m, 1, 1e9);
	model_part(&m, 2, 1.4e9);
	model_new(&m, "cpu4-7", PALETTE_WARM);
	model_part(&m, 0, 1.5e9);
	model_part(&m, 2, 2e9);
	m.series[1].order = 0; /* the first of its class */
	model_end(&m);
	assert_string_equal(m.row[0].name, "cpu0-3 (slow, sampled)");
	assert_string_equal(m.row[1].name, "cpu4-7 (fast)");
	make_words(&m, &args);
	assert_string_equal(find_word(&args, "CDEF:rowAVERAGE1="),
			    "CDEF:rowAVERAGE1=AVERAGE1,1,AVG,1000000000,/");
	assert_string_equal(find_word(&args, "LINE1:rowAVERAGEl1"),
			    "LINE1:rowAVERAGEl1#c45000cc:legend=  limit                       "
			    "2 GHz\\l:dashes=6,3");
	assert_string_equal(find_word(&args, "--lower-limit"), "--lower-limit=0");
	assert_string_equal(find_word(&args, "--upper-limit"), "--upper-limit=2.2");
}

static void many_clusters_are_a_row_for_each_class(void **state)
{
	(void)state;
	static const struct {
		size_t clusters, fast, rows;
		const char *names[2];
	} cases[] = {
		{ 4, 2, 4, { "cpu0 (fast)", "cpu1 (fast)" } },
		{ 5, 2, 2, { "cpu2-4 (slow)", "cpu0-1 (fast)" } },
		{ 16, 8, 2, { "cpu8-15 (slow)", "cpu0-7 (fast)" } },
		{ 16, 0, 1, { "cpu0-15" } },
		{ 1, 0, 1, { "cpu0" } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct model m;

		model_begin(&m, "frequency");
		for (size_t j = 0; j < cases[i].clusters; j++) {
			char name[32];

			snprintf(name, sizeof(name), "cpu%zu", j);
			model_new(&m, name, j < cases[i].fast ? PALETTE_WARM : PALETTE_COOL);
			model_part(&m, 0, (double)(j + 1) * 1e8);
		}
		model_end(&m);
		assert_int_equal(m.view.rows, cases[i].rows);
		for (size_t j = 0; j < 2 && cases[i].names[j]; j++)
			assert_string_equal(m.row[j].name, cases[i].names[j]);
	}
}

static void a_class_has_the_mean_and_the_extremes(void **state)
{
	static struct model m;
	struct args args;
	const struct stats *stats = &m.row[0].stats[VIEW_VALUE];

	(void)state;
	model_begin(&m, "frequency");
	for (int i = 0; i < 5; i++) {
		char name[16];

		snprintf(name, sizeof(name), "cpu%d", i);
		model_new(&m, name, PALETTE_COOL);
		model_part(&m, 0, (i + 1) * 1e9);
	}
	model_end(&m);
	assert_float_equal(stats->min, 1e9, 0);
	assert_float_equal(stats->max, 5e9, 0);
	assert_float_equal(stats->avg, 3e9, 1);
	assert_float_equal(stats->last, 3e9, 1);
	make_words(&m, &args);
	assert_string_equal(find_word(&args, "CDEF:rowMIN0="),
			    "CDEF:rowMIN0=MIN0,MIN1,MINNAN,MIN2,MINNAN,MIN3,MINNAN,MIN4,MINNAN,"
			    "1000000000,/");
	assert_string_equal(find_word(&args, "CDEF:rowAVERAGE0="),
			    "CDEF:rowAVERAGE0=AVERAGE0,AVERAGE1,AVERAGE2,AVERAGE3,AVERAGE4,5,AVG,"
			    "1000000000,/");
}

static void names_that_say_nothing_are_left_out(void **state)
{
	(void)state;
	static const struct {
		const char *graph, *name;
		double traffic;
		bool is_shown;
	} cases[] = {
		{ "network", "lo", 5, false },	  { "network", "eth0", 5, true },
		{ "network", "wlan0", 0, false }, { "disk", "sda", 0, true },
		{ "disk", "sdb1", 5, true },	  { "disk", "sda1", 5, false },
		{ "disk", "loop0", 0, false },	  { "disk", "loop0", 5, true },
		{ "disk", "zram0", 0, false },	  { "usb", "1-1", 0, true },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct model m;
		bool is_disk = strcmp(cases[i].graph, "disk") == 0;

		model_begin(&m, cases[i].graph);
		model_add(&m, cases[i].name, cases[i].traffic);
		if (is_disk && strcmp(cases[i].name, "sda") != 0)
			model_add(&m, "sda", 1);
		model_end(&m);
		if ((m.view.rows > 0 && strcmp(m.row[0].name, cases[i].name) == 0) !=
		    cases[i].is_shown)
			fail_msg("%s: %s", cases[i].graph, cases[i].name);
	}
}

static void two_directions_stand_side_by_side_or_below_each_other(void **state)
{
	static struct model m;
	char text[LEGEND_SIZE];
	struct legend legend;

	(void)state;
	model_begin(&m, "usb");
	model_add(&m, "4-1.1", 1e6);
	model_part(&m, 1, 110e6);
	model_end(&m);
	legend = legend_plan(&m.view);
	assert_false(legend.is_split);
	legend_header(&legend, &m.view, VIEW_VALUE, 1, text);
	assert_string_equal(text, "             Min       Avg       Max      Last"
				  "          Min       Avg       Max      Last");
	legend_row(&legend, &m.view, 0, VIEW_VALUE, text);
	assert_string_equal(text, "4-1.1     1 MB/s    1 MB/s    1 MB/s    1 MB/s"
				  "     110 MB/s  110 MB/s  110 MB/s  110 MB/s");
	m.view.width = 360;
	legend = legend_plan(&m.view);
	assert_true(legend.is_split);
	legend_row(&legend, &m.view, 0, VIEW_BELOW, text);
	assert_string_equal(text, "4-1.1   110 MB/s  110 MB/s  110 MB/s  110 MB/s");
	m.view.width = 240;
	legend = legend_plan(&m.view);
	legend_header(&legend, &m.view, VIEW_BELOW, 0, text);
	assert_string_equal(text, "        to device (below) in B/s");
}

static void a_link_is_named_with_its_ceiling(void **state)
{
	(void)state;
	static const struct {
		double last, min, max;
		const char *text;
	} cases[] = {
		{ 5e9, 5e9, 5e9, "link 5 Gbit/s, at most 450 MB/s" },
		{ 12e6, 12e6, 12e6, "link 12 Mbit/s, at most 1.2 MB/s" },
		{ 20e9, 20e9, 20e9, "link 20 Gbit/s, at most 2.2 GB/s" },
		{ 1.5e6, 1.5e6, 1.5e6, "link 1.5 Mbit/s" },
		{ 480e6, 480e6, 5e9,
		  "link 480 Mbit/s, at most 53 MB/s; between 480 Mbit/s and 5 Gbit/s in this "
		  "span" },
		{ NAN, NAN, NAN, "link -" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct model m;
		char text[LEGEND_SIZE];
		struct stats *stats = &m.series[0].part[VIEW_LINK].measure.stats;

		model_begin(&m, "usb-4-1.1");
		model_add(&m, "4-1.1", 1e6);
		model_part(&m, 2, cases[i].last);
		stats->min = cases[i].min;
		stats->max = cases[i].max;
		model_end(&m);
		legend_link(&m.view, text);
		assert_string_equal(text, cases[i].text);
	}
}

static void a_ceiling_far_from_the_traffic_is_named_only(void **state)
{
	static struct model m;
	struct args args;

	(void)state;
	for (int is_near = 0; is_near < 2; is_near++) {
		model_begin(&m, "usb-4-1.1");
		model_add(&m, "4-1.1", is_near ? 200e6 : 10e6);
		model_part(&m, 1, 1e6);
		model_part(&m, 2, 5e9);
		model_end(&m);
		make_words(&m, &args);
		assert_string_equal(find_word(&args, "LINE1:ceilingb"),
				    is_near ? "LINE1:ceilingb#c0392b::dashes=8,4" : "");
		if (!is_near)
			assert_string_equal(find_word(&args, "COMMENT:  link"),
					    "COMMENT:  link 5 Gbit/s, at most 450 MB/s\\l");
	}
}

static void long_text_breaks_at_blanks(void **state)
{
	char word[LEGEND_SIZE * 2];

	(void)state;
	assert_int_equal(legend_break("short", 20), 5);
	assert_int_equal(legend_break("one two three", 8), 7);
	assert_int_equal(legend_break("one two three", 3), 3);
	assert_int_equal(legend_break("onetwothree", 5), 5);
	assert_int_equal(legend_break("äöü äöü", 4), 6);
	assert_int_equal(legend_break("äöüäöü", 2), 4);
	memset(word, 'x', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	assert_int_equal(legend_break(word, 1000), LEGEND_SIZE - 1);
}

static void a_legend_fits_a_narrow_picture(void **state)
{
	static struct model m;
	char text[LEGEND_SIZE];
	struct legend legend;

	(void)state;
	model_begin(&m, "temperature");
	model_add(&m, "a_thermal_zone_with_a_name_that_goes_on_and_on_and_on_for_ever", 40);
	model_end(&m);
	m.view.width = 400;
	legend = legend_plan(&m.view);
	legend_row(&legend, &m.view, 0, VIEW_VALUE, text);
	assert_true(buf_columns(text) * 7 + 30 <= 400 + 81);
	model_trip(&m, 0, "a_trip_has_no_Avg_behind_it", 85);
	model_trip(&m, 0, "other", 90);
	legend = legend_plan(&m.view);
	legend_trip(&legend, &m.view, 0, text);
	assert_string_equal(text, "passive trip a_trip_has_no_Avg_behind_it      85.0");
	assert_true(buf_columns(text) * 7 + 30 <= 400 + 81);
}

static void words_name_rows_and_colours(void **state)
{
	static struct model m;
	struct args args;

	(void)state;
	model_begin(&m, "temperature");
	model_add(&m, "cpu", 40);
	model_trip(&m, 0, "cpu", 85);
	model_trip(&m, 2, "cpu", 120);
	model_end(&m);
	make_words(&m, &args);
	assert_string_equal(find_word(&args, "DEF:AVERAGE0"),
			    "DEF:AVERAGE0=/proc/self/fd/5:value:AVERAGE:step=70:start=1789913620:"
			    "end=1790000020");
	assert_string_equal(find_word(&args, "AREA:band0"), "AREA:band0#c4500033::STACK");
	assert_string_equal(find_word(&args, "HRULE:85"),
			    "HRULE:85#c0392b:legend=passive trip        85.0 °C\\l:dashes=8,4");
	assert_string_equal(find_word(&args, "COMMENT:"),
			    "COMMENT:  critical trip      120.0 °C\\l");
	assert_string_equal(find_word(&args, "--lower-limit"), "--lower-limit=20");
	assert_string_equal(find_word(&args, "--upper-limit"), "--upper-limit=90");
}

static void an_axis_counts_in_what_its_label_says(void **state)
{
	(void)state;
	static const struct {
		const char *graph;
		double value;
		const char *label, *exponent;
	} cases[] = {
		{ "usb", 0, "to device   B/s   to host", "0" },
		{ "usb", 3, "to device   B/s   to host", "0" },
		{ "usb", 35e6, "to device   MB/s   to host", "6" },
		{ "usb-4-1.1", 2.2e9, "to device   GB/s   to host", "9" },
		{ "interrupts", 0.2, "per second", "0" },
		{ "interrupts", 1200, "per second", "0" },
		{ "interrupts", 2e6, "per second", "" }, /* librrd's: 2.0 M */
		{ "frequency", 48e6, "GHz", "0" },
		{ "fan", 1200, "rpm", "0" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct model m;
		struct args args;
		const char *exponent;

		model_begin(&m, cases[i].graph);
		model_add(&m, "4-1.1", cases[i].value);
		model_end(&m);
		make_words(&m, &args);
		assert_string_equal(find_word(&args, "--vertical-label=") + 17, cases[i].label);
		exponent = find_word(&args, "--units-exponent=");
		assert_string_equal(*exponent ? exponent + 17 : "", cases[i].exponent);
		exponent = find_word(&args, "--left-axis-format=");
		assert_string_equal(exponent, cases[i].exponent[0] ? "--left-axis-format=%lg" : "");
	}
}

static void a_long_title_keeps_its_time(void **state)
{
	(void)state;
	static const struct {
		unsigned int width;
		const char *title, *shown;
	} cases[] = {
		{ 360, "CPU frequency per cluster - by day", NULL },
		{ 360, "USB throughput of Größe_StoreJet_Transcend_0000000123 - by day",
		  "USB throughput of Größe_StoreJet_Transc… - by day" },
		{ 800, "USB throughput of Größe_StoreJet_Transcend_0000000123 - by day", NULL },
		{ 100, "CPU frequency per cluster - 2026-11-30 01:00 to 2026-12-01 01:00",
		  "CPU f… - 2026-11-30 01:00 to 2026-12-01 01:00" },
		{ 360, "A title without time that is too long for this picture all the same",
		  "A title without time that is too long for this p…" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct model m;
		struct args args;

		model_begin(&m, "temperature");
		m.view.width = cases[i].width;
		snprintf(m.view.title, sizeof(m.view.title), "%s", cases[i].title);
		model_end(&m);
		make_words(&m, &args);
		assert_string_equal(find_word(&args, "--title=") + 8,
				    cases[i].shown ? cases[i].shown : cases[i].title);
	}
}

static void hostile_names_stay_inside_their_legend(void **state)
{
	(void)state;
	static const struct {
		const char *name, *legend;
	} cases[] = {
		{ "a:b", "a\\:b " }, { "STACK", "STACK " }, { "a\\", "a/ " },
		{ "\\l", "/l " },    { "100%n", "100%n " }, { "dashes=1", "dashes=1 " },
		{ "a\nb", "a?b " },  { "\xff", "? " },	    { "legend=x:y", "legend=x\\:y " },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct model m;
		struct args args;
		const char *legend;

		model_begin(&m, "interrupts");
		model_add(&m, cases[i].name, 40);
		model_end(&m);
		make_words(&m, &args);
		legend = strstr(find_word(&args, "AREA:part0"), ":legend=");
		assert_non_null(legend);
		assert_memory_equal(legend + 8, cases[i].legend, strlen(cases[i].legend));
	}
}

static void words_that_do_not_fit_are_told(void **state)
{
	static struct model m;
	const char *argv[128];
	char text[100];
	struct args args = { .argv = argv, .max = 128, .text = buf_of(text, sizeof(text)) };

	(void)state;
	model_begin(&m, "temperature");
	args_make(&m.view, &args);
	assert_true(args.cut);
}

static void a_stamp_comes_back_out_of_a_png(void **state)
{
	static const unsigned char png[60] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
	unsigned char stamped[sizeof(png) + PNGSTAMP_ROOM];
	char text[PNGSTAMP_SIZE] = "old";
	size_t size = pngstamp_put(png, sizeof(png), "0123 456", stamped);

	(void)state;
	assert_true(size > sizeof(png) && size <= sizeof(stamped));
	pngstamp_read(stamped, size, text);
	assert_string_equal(text, "0123 456");
	pngstamp_read(png, sizeof(png), text);
	assert_string_equal(text, "");
	for (size_t cut = 0; cut < size; cut++)
		pngstamp_read(stamped, cut, text);
	assert_int_equal(pngstamp_put(png, 20, "x", stamped), 0);
	assert_int_equal(pngstamp_put((const unsigned char *)"GIF89a..........................."
							     "...............",
				      40, "x", stamped),
			 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_time_is_the_whole_text),
		cmocka_unit_test(a_list_of_periods_holds_each_once),
		cmocka_unit_test(numbers_are_written_as_people_do),
		cmocka_unit_test(an_age_has_one_unit),
		cmocka_unit_test(a_path_matches_by_its_parts),
		cmocka_unit_test(a_name_too_long_matches_nothing),
		cmocka_unit_test(cpu_lists_are_the_kernels),
		cmocka_unit_test(lists_of_cpus_join),
		cmocka_unit_test(partitions_are_told_by_their_disk),
		cmocka_unit_test(a_link_has_a_payload_ceiling),
		cmocka_unit_test(every_sample_has_a_graph),
		cmocka_unit_test(every_graph_has_a_sample),
		cmocka_unit_test(distance_counts_the_changes),
		cmocka_unit_test(graphs_are_found_by_name),
		cmocka_unit_test(picture_names_are_safe_for_any_name),
		cmocka_unit_test(names_become_printable),
		cmocka_unit_test(text_that_does_not_fit_is_left_out_whole),
		cmocka_unit_test(a_message_is_kept_once_and_in_one_line),
		cmocka_unit_test(the_archive_is_the_finest_the_span_needs),
		cmocka_unit_test(a_file_without_the_archive_serves_nothing),
		cmocka_unit_test(an_average_weighs_rows_by_their_length),
		cmocka_unit_test(equal_trips_of_a_type_are_one),
		cmocka_unit_test(the_axis_reaches_the_lowest_trip),
		cmocka_unit_test(fast_cpus_are_warm_and_slow_ones_cool),
		cmocka_unit_test(a_cpu_has_one_colour_in_every_graph),
		cmocka_unit_test(cpu_zones_are_warm_the_others_cool_then_green),
		cmocka_unit_test(legend_entries_have_one_width),
		cmocka_unit_test(a_frequency_is_a_mean_or_says_sampled),
		cmocka_unit_test(many_clusters_are_a_row_for_each_class),
		cmocka_unit_test(a_class_has_the_mean_and_the_extremes),
		cmocka_unit_test(names_that_say_nothing_are_left_out),
		cmocka_unit_test(two_directions_stand_side_by_side_or_below_each_other),
		cmocka_unit_test(a_link_is_named_with_its_ceiling),
		cmocka_unit_test(a_ceiling_far_from_the_traffic_is_named_only),
		cmocka_unit_test(long_text_breaks_at_blanks),
		cmocka_unit_test(a_legend_fits_a_narrow_picture),
		cmocka_unit_test(words_name_rows_and_colours),
		cmocka_unit_test(an_axis_counts_in_what_its_label_says),
		cmocka_unit_test(a_long_title_keeps_its_time),
		cmocka_unit_test(hostile_names_stay_inside_their_legend),
		cmocka_unit_test(words_that_do_not_fit_are_told),
		cmocka_unit_test(a_stamp_comes_back_out_of_a_png),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

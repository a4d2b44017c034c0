/* test_unplugged.c - a device that sends nothing any more, while the others do. */
#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "graphs_rig.h"
#include "unit.h"
#include "view_read.h"

#define HOUR 3600
#define DAY 86400
#define PATH_SIZE 512

static double counts(time_t time)
{
	return (double)(time % 100000000) * 1000;
}

/* A device whose last value came at `end`. */
static void make_device(const struct rig *rig, const char *port, time_t end)
{
	char name[64];

	snprintf(name, sizeof(name), "usbio-%s/if_octets", port);
	rig_octets(rig, name, "rx", "tx", end - HOUR, end, 10, counts, counts);
}

static void make_zone(const struct rig *rig, time_t end)
{
	rig_rrd(rig, "cputemp/temperature-cpu", "GAUGE", end - HOUR, end, 10, rig_43);
}

/* The line below the picture of the last day. */
static void line_of(const struct rig *rig, const char *graph, time_t now, char ret[VIEW_LINE_SIZE])
{
	static struct notes notes;
	static struct speeds speeds;
	char instance[MATCH_SIZE];
	struct view_request request = {
		.graph = graph_find(graph, instance),
		.instance = instance,
		.when = "by day",
		.palette = &palettes[0],
		.speeds = &speeds,
		.width = 800,
		.height = 200,
		.start = now - DAY,
		.end = now,
		.now = now,
	};
	struct store store;
	struct view view;

	assert_int_equal(store_open(rig->data, RIG_HOST, &store, &notes), 0);
	assert_int_equal(view_open(&store, &request, &view, &notes), 0);
	snprintf(ret, VIEW_LINE_SIZE, "%s", view.below[1]);
	view_close(&view);
	store_close(&store);
}

static void the_picture_says_since_when_and_that_others_go_on(void **state)
{
	struct rig *rig = *state;
	time_t now = time(NULL), gone = now - 1505;
	char line[VIEW_LINE_SIZE], wanted[VIEW_LINE_SIZE], stamp[64];
	struct tm tm;

	assert_non_null(localtime_r(&gone, &tm));
	strftime(stamp, sizeof(stamp), "%Y-%m-%d %H:%M:%S", &tm);
	make_device(rig, "4-1", gone);
	make_device(rig, "4-2", now);
	line_of(rig, "usb-4-2", now, line);
	assert_string_equal(line, "");
	line_of(rig, "usb", now, line);
	assert_string_equal(line, "");
	line_of(rig, "usb-4-1", now, line);
	snprintf(wanted, sizeof(wanted),
		 "Nothing since %s, 25 min ago, but other values go on: was it unplugged?", stamp);
	assert_string_equal(line, wanted);
}

static void a_plugin_is_not_unplugged(void **state)
{
	struct rig *rig = *state;
	time_t now = time(NULL);
	char line[VIEW_LINE_SIZE];

	make_zone(rig, now - 1505);
	make_device(rig, "4-1", now);
	line_of(rig, "temperature", now, line);
	assert_non_null(strstr(line, "25 min ago, but other values go on: is its plugin loaded?"));
}

/* Those that rrdcached holds back yet are newer too. */
static void what_went_on_need_not_be_fresh(void **state)
{
	struct rig *rig = *state;
	time_t now = time(NULL);
	char line[VIEW_LINE_SIZE];

	make_zone(rig, now - 900);
	make_device(rig, "4-1", now - 2 * HOUR);
	line_of(rig, "usb-4-1", now, line);
	assert_non_null(strstr(line, "but other values go on"));
}

static void where_all_ended_collectd_has(void **state)
{
	struct rig *rig = *state;
	time_t now = time(NULL);
	char line[VIEW_LINE_SIZE];

	make_zone(rig, now - 1505 + 60);
	make_device(rig, "4-1", now - 1505);
	line_of(rig, "usb-4-1", now, line);
	assert_string_equal(line, "The newest value is 25 min old: is collectd running?");
}

static void draw_says_the_same(void **state)
{
	struct rig *rig = *state;
	time_t now = time(NULL);
	struct rig_run run;

	make_zone(rig, now);
	make_device(rig, "4-1", now - 2 * HOUR);
	rig_run(rig, &run, "draw", "usb-4-1", NULL);
	assert_int_equal(run.code, 0);
	assert_string_equal(run.err, "boardgraph: the newest value is 2 h old, but other values "
				     "go on\n");
	make_zone(rig, now - 2 * HOUR);
	rig_run(rig, &run, "draw", "usb-4-1", NULL);
	assert_non_null(strstr(run.err, "is collectd running?"));
}

static bool is_drawn(const struct rig *rig, const char *name)
{
	char path[PATH_SIZE];

	snprintf(path, sizeof(path), "%s/%s", rig->out, name);
	return access(path, F_OK) == 0;
}

/* Whether `boardgraph list --json` says that a graph is drawn by default. */
static bool is_default(const struct rig *rig, const char *name)
{
	struct json_object *list, *all, *own, *is;
	bool found = false, ret = false;
	struct rig_run run;

	rig_run(rig, &run, "list", "--json", NULL);
	assert_int_equal(run.code, 0);
	list = json_tokener_parse(run.out);
	assert_true(json_object_object_get_ex(list, "graphs", &all));
	for (size_t i = 0; i < json_object_array_length(all); i++) {
		struct json_object *one = json_object_array_get_idx(all, i);

		assert_true(json_object_object_get_ex(one, "name", &own));
		if (strcmp(json_object_get_string(own), name) != 0)
			continue;
		assert_true(json_object_object_get_ex(one, "default", &is));
		ret = json_object_get_boolean(is);
		found = true;
	}
	json_object_put(list);
	assert_true(found);
	return ret;
}

/* What a page lists and what is drawn by default are the same, in every period. */
static void a_device_is_gone_after_a_month(void **state)
{
	struct rig *rig = *state;
	time_t now = time(NULL);
	struct rig_run run;

	make_zone(rig, now);
	make_device(rig, "4-1", now - 32 * DAY);
	make_device(rig, "4-2", now - 30 * DAY);
	rig_run(rig, &run, "draw", "--period", "hour,year", NULL);
	assert_int_equal(run.code, 0);
	assert_false(is_drawn(rig, "usb-4-1-hour.png") || is_drawn(rig, "usb-4-1-year.png"));
	assert_true(is_drawn(rig, "usb-4-2-hour.png") && is_drawn(rig, "usb-4-2-year.png"));
	assert_true(is_drawn(rig, "usb-year.png"));
	assert_false(is_default(rig, "usb-4-1"));
	assert_true(is_default(rig, "usb-4-2"));
	assert_true(is_default(rig, "usb"));
	rig_run(rig, &run, "list", NULL);
	assert_non_null(strstr(run.out, "without a value for a month:\nusb-4-1\n"));
	rig_run(rig, &run, "draw", "usb-4-1", "--period", "year", NULL);
	assert_int_equal(run.code, 0);
	assert_true(is_drawn(rig, "usb-4-1-year.png"));
}

/* A broken file says nothing of its device: drawing it says what is wrong. */
static void a_device_with_a_broken_file_is_not_gone(void **state)
{
	struct rig *rig = *state;
	time_t now = time(NULL);
	char path[PATH_SIZE];
	struct rig_run run;

	make_zone(rig, now);
	make_device(rig, "4-1", now);
	snprintf(path, sizeof(path), "%s/usbio-4-1/if_octets.rrd", rig->host);
	assert_int_equal(truncate(path, 5000), 0);
	rig_run(rig, &run, "draw", NULL);
	assert_int_equal(run.code, 1);
	assert_true(is_drawn(rig, "usb-4-1-day.png"));
	assert_non_null(strstr(run.err, "is cut"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(the_picture_says_since_when_and_that_others_go_on),
		RIG_TEST(a_plugin_is_not_unplugged),
		RIG_TEST(what_went_on_need_not_be_fresh),
		RIG_TEST(where_all_ended_collectd_has),
		RIG_TEST(draw_says_the_same),
		RIG_TEST(a_device_is_gone_after_a_month),
		RIG_TEST(a_device_with_a_broken_file_is_not_gone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

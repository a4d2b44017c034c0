/* test_view.c - the rows, trip points and axes of a graph. */
#include <math.h>
#include <string.h>

#include "model.h"
#include "unit.h"
#include "util.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_link_has_a_payload_ceiling),
		cmocka_unit_test(equal_trips_of_a_type_are_one),
		cmocka_unit_test(the_axis_reaches_the_lowest_trip),
		cmocka_unit_test(cpu_zones_are_warm_the_others_cool_then_green),
		cmocka_unit_test(many_clusters_are_a_row_for_each_class),
		cmocka_unit_test(names_that_say_nothing_are_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_legend.c - the text below a graph. */
#include <math.h>
#include <string.h>

#include "legend.h"
#include "model.h"
#include "unit.h"
#include "util.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(legend_entries_have_one_width),
		cmocka_unit_test(two_directions_stand_side_by_side_or_below_each_other),
		cmocka_unit_test(a_link_is_named_with_its_ceiling),
		cmocka_unit_test(long_text_breaks_at_blanks),
		cmocka_unit_test(a_legend_fits_a_narrow_picture),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

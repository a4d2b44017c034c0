/* test_args.c - the words that librrd is given. */
#include <string.h>

#include "args.h"
#include "model.h"
#include "unit.h"
#include "util.h"

static void a_frequency_is_a_mean_or_says_sampled(void **state)
{
	static struct model m;
	struct words words;

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
	model_args(&m, &words);
	assert_string_equal(model_word(&words, "CDEF:rowAVERAGE1="),
			    "CDEF:rowAVERAGE1=AVERAGE1,1,AVG,1000000000,/");
	assert_string_equal(model_word(&words, "LINE1:rowAVERAGEl1"),
			    "LINE1:rowAVERAGEl1#c45000cc:legend=  limit                       "
			    "2 GHz\\l:dashes=6,3");
	assert_string_equal(model_word(&words, "--lower-limit"), "--lower-limit=0");
	assert_string_equal(model_word(&words, "--upper-limit"), "--upper-limit=2.2");
}

static void a_class_has_the_mean_and_the_extremes(void **state)
{
	static struct model m;
	struct words words;
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
	model_args(&m, &words);
	assert_string_equal(model_word(&words, "CDEF:rowMIN0="),
			    "CDEF:rowMIN0=MIN0,MIN1,MINNAN,MIN2,MINNAN,MIN3,MINNAN,MIN4,MINNAN,"
			    "1000000000,/");
	assert_string_equal(model_word(&words, "CDEF:rowAVERAGE0="),
			    "CDEF:rowAVERAGE0=AVERAGE0,AVERAGE1,AVERAGE2,AVERAGE3,AVERAGE4,5,AVG,"
			    "1000000000,/");
}

static void a_ceiling_far_from_the_traffic_is_named_only(void **state)
{
	static struct model m;
	struct words words;

	(void)state;
	for (int is_near = 0; is_near < 2; is_near++) {
		model_begin(&m, "usb-4-1.1");
		model_add(&m, "4-1.1", is_near ? 200e6 : 10e6);
		model_part(&m, 1, 1e6);
		model_part(&m, 2, 5e9);
		model_end(&m);
		model_args(&m, &words);
		assert_string_equal(model_word(&words, "LINE1:ceilingb"),
				    is_near ? "LINE1:ceilingb#c0392b::dashes=8,4" : "");
		if (!is_near)
			assert_string_equal(model_word(&words, "COMMENT:  link"),
					    "COMMENT:  link 5 Gbit/s, at most 450 MB/s\\l");
	}
}

static void words_name_rows_and_colours(void **state)
{
	static struct model m;
	struct words words;

	(void)state;
	model_begin(&m, "temperature");
	model_add(&m, "cpu", 40);
	model_trip(&m, 0, "cpu", 85);
	model_trip(&m, 2, "cpu", 120);
	model_end(&m);
	model_args(&m, &words);
	assert_string_equal(model_word(&words, "DEF:AVERAGE0"),
			    "DEF:AVERAGE0=/proc/self/fd/5:value:AVERAGE:step=70:start=1789913620:"
			    "end=1790000020");
	assert_string_equal(model_word(&words, "AREA:band0"), "AREA:band0#c4500033::STACK");
	assert_string_equal(model_word(&words, "HRULE:85"),
			    "HRULE:85#c0392b:legend=passive trip        85.0 °C\\l:dashes=8,4");
	assert_string_equal(model_word(&words, "COMMENT:"),
			    "COMMENT:  critical trip      120.0 °C\\l");
	assert_string_equal(model_word(&words, "--lower-limit"), "--lower-limit=20");
	assert_string_equal(model_word(&words, "--upper-limit"), "--upper-limit=90");
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
		struct words words;
		const char *exponent;

		model_begin(&m, cases[i].graph);
		model_add(&m, "4-1.1", cases[i].value);
		model_end(&m);
		model_args(&m, &words);
		assert_string_equal(model_word(&words, "--vertical-label=") + 17, cases[i].label);
		exponent = model_word(&words, "--units-exponent=");
		assert_string_equal(*exponent ? exponent + 17 : "", cases[i].exponent);
		exponent = model_word(&words, "--left-axis-format=");
		assert_string_equal(exponent, cases[i].exponent[0] ? "--left-axis-format=%lg" : "");
	}
}

/* Averages are drawn: a single sample above them gives no axis. */
static void an_axis_counts_by_what_is_drawn(void **state)
{
	static struct model m;
	struct words words;

	(void)state;
	model_begin(&m, "usb");
	model_add(&m, "1-1", 35e6);
	m.series[0].part[VIEW_VALUE].measure.stats.avg = 1e3;
	m.series[0].part[VIEW_VALUE].measure.stats.peak = 20e3;
	model_end(&m);
	model_args(&m, &words);
	assert_string_equal(model_word(&words, "--vertical-label="),
			    "--vertical-label=to device   kB/s   to host");
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
		struct words words;

		model_begin(&m, "temperature");
		m.view.width = cases[i].width;
		snprintf(m.view.title, sizeof(m.view.title), "%s", cases[i].title);
		model_end(&m);
		model_args(&m, &words);
		assert_string_equal(model_word(&words, "--title=") + 8,
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
		struct words words;
		const char *legend;

		model_begin(&m, "interrupts");
		model_add(&m, cases[i].name, 40);
		model_end(&m);
		model_args(&m, &words);
		legend = strstr(model_word(&words, "AREA:part0"), ":legend=");
		assert_non_null(legend);
		assert_memory_equal(legend + 8, cases[i].legend, strlen(cases[i].legend));
	}
}

static void words_that_do_not_fit_are_told(void **state)
{
	static struct model m;
	const char *argv[128];
	char text[100];
	struct words words = { .argv = argv, .max = 128, .text = buf_of(text, sizeof(text)) };

	(void)state;
	model_begin(&m, "temperature");
	args_make(&m.view, &words);
	assert_true(words.cut);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_frequency_is_a_mean_or_says_sampled),
		cmocka_unit_test(a_class_has_the_mean_and_the_extremes),
		cmocka_unit_test(a_ceiling_far_from_the_traffic_is_named_only),
		cmocka_unit_test(words_name_rows_and_colours),
		cmocka_unit_test(an_axis_counts_in_what_its_label_says),
		cmocka_unit_test(an_axis_counts_by_what_is_drawn),
		cmocka_unit_test(a_long_title_keeps_its_time),
		cmocka_unit_test(hostile_names_stay_inside_their_legend),
		cmocka_unit_test(words_that_do_not_fit_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

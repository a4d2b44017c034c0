/* test_sample.c - identifiers and values as people and expected.txt have them. */
#include "sample.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "unit.h"
#include "banned.h"

static void an_identifier_has_a_dash_only_before_an_instance(void **state)
{
	(void)state;
	static const struct {
		struct sample sample;
		const char *id;
	} cases[] = {
		{ { .instance = "", .type = "temperature", .type_instance = "cpu" },
		  "plugin/temperature-cpu" },
		{ { .instance = "4-1", .type = "if_octets", .type_instance = "" },
		  "plugin-4-1/if_octets" },
		{ { .instance = "eth0", .type = "irq", .type_instance = "cpu4" },
		  "plugin-eth0/irq-cpu4" },
		{ { .instance = "", .type = "load", .type_instance = "" }, "plugin/load" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char id[SAMPLE_ID_SIZE];

		sample_id("plugin", &cases[i].sample, id);
		assert_string_equal(id, cases[i].id);
	}
}

static void an_identifier_that_is_too_long_is_cut(void **state)
{
	(void)state;
	char name[2 * SAMPLE_ID_SIZE];
	char id[SAMPLE_ID_SIZE];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	sample_id("plugin", &(struct sample){ .instance = name, .type = "t", .type_instance = "" },
		  id);
	assert_int_equal(strlen(id), SAMPLE_ID_SIZE - 1);
}

static void a_gauge_is_as_few_digits_as_give_it_back(void **state)
{
	(void)state;
	static const struct {
		double gauge;
		const char *text;
	} cases[] = {
		{ 45, "45" },
		{ -0.5, "-0.5" },
		{ 0.1, "0.1" },
		{ 45.123, "45.123" },
		{ 100.0 / 3, "33.333333333333336" },
		{ 2000000000, "2000000000" },
		{ 5e9, "5000000000" },
		{ 1e300, "1e+300" },
		{ 0, "0" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct sample sample = { .kind = SAMPLE_GAUGE,
					 .count = 1,
					 .gauge = { cases[i].gauge } };
		char text[SAMPLE_TEXT_SIZE];

		sample_text(&sample, text);
		assert_string_equal(text, cases[i].text);
	}
}

static void the_longest_numbers_fit(void **state)
{
	(void)state;
	struct sample sample = { .kind = SAMPLE_DERIVE,
				 .count = 2,
				 .derive = { INT64_MIN, INT64_MAX } };
	char text[SAMPLE_TEXT_SIZE];
	char *end;

	sample_text(&sample, text);
	assert_string_equal(text, "-9223372036854775808:9223372036854775807");
	sample = (struct sample){ .kind = SAMPLE_GAUGE,
				  .count = 2,
				  .gauge = { -DBL_TRUE_MIN, -DBL_MAX } };
	sample_text(&sample, text);
	assert_true(strtod(text, &end) == -DBL_TRUE_MIN);
	assert_true(*end == ':' && strtod(end + 1, &end) == -DBL_MAX && *end == '\0');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_identifier_has_a_dash_only_before_an_instance),
		cmocka_unit_test(an_identifier_that_is_too_long_is_cut),
		cmocka_unit_test(a_gauge_is_as_few_digits_as_give_it_back),
		cmocka_unit_test(the_longest_numbers_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_option.c - the table of options, and the values they take. */
#include "option.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "array.h"
#include "unit.h"
#include "banned.h"

static int count_values(void *state, const char *const value[], size_t count)
{
	(void)value;
	*(size_t *)state = count;
	return 0;
}

static int refuse(void *state, const char *const value[], size_t count)
{
	(void)state;
	(void)value;
	(void)count;
	return -EINVAL;
}

static const struct option_key keys[] = { { "Zone", count_values }, { "Unit", refuse }, { 0 } };
static const char *const values[] = { "true", "false" };

static void a_key_is_found_regardless_of_case(void **state)
{
	(void)state;
	static const char *const spelled[] = { "Zone", "zone", "ZONE", "zOnE" };

	for (size_t i = 0; i < ARRAY_SIZE(spelled); i++) {
		size_t count = 0;

		assert_int_equal(option_set(keys, &count, spelled[i], values, 2), 0);
		assert_int_equal(count, 2);
	}
}

static void an_unknown_key_is_told_from_a_bad_value(void **state)
{
	(void)state;
	static const char *const unknown[] = { "", "Zon", "Zones", "Zone ", "\xff" };
	size_t count = 7;

	for (size_t i = 0; i < ARRAY_SIZE(unknown); i++)
		assert_int_equal(option_set(keys, &count, unknown[i], values, 1), -ENOENT);
	assert_int_equal(option_set(keys, &count, "unit", values, 1), -EINVAL);
	assert_int_equal(count, 7);
}

static void a_boolean_is_one_of_six_words(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int rc;
		bool value;
	} cases[] = {
		{ "true", 0, true },	 { "TRUE", 0, true },	    { "yes", 0, true },
		{ "on", 0, true },	 { "false", 0, false },	    { "No", 0, false },
		{ "off", 0, false },	 { "", -EINVAL, false },    { "1", -EINVAL, false },
		{ "0", -EINVAL, false }, { "tru", -EINVAL, false }, { "true ", -EINVAL, false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		bool value = cases[i].rc == 0 && !cases[i].value;

		assert_int_equal(option_bool(&cases[i].text, 1, &value), cases[i].rc);
		assert_int_equal(value, cases[i].value);
	}
}

static void a_word_is_its_place_in_the_list(void **state)
{
	(void)state;
	static const char *const words[] = { "auto", "millidegree", "degree", NULL };
	static const struct {
		const char *text;
		int rc;
		unsigned int word;
	} cases[] = {
		{ "auto", 0, 0 },   { "Degree", 0, 2 },	     { "degrees", -EINVAL, 7 },
		{ "", -EINVAL, 7 }, { "milli", -EINVAL, 7 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		unsigned int word = 7;

		assert_int_equal(option_word(&cases[i].text, 1, words, &word), cases[i].rc);
		assert_int_equal(word, cases[i].word);
	}
}

static void one_value_means_one(void **state)
{
	(void)state;
	static const char *const words[] = { "true", NULL };
	unsigned int word = 7;
	bool value = false;

	for (size_t count = 0; count <= 2; count += 2) {
		assert_int_equal(option_bool(values, count, &value), -EINVAL);
		assert_int_equal(option_word(values, count, words, &word), -EINVAL);
	}
	assert_false(value);
	assert_int_equal(word, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_key_is_found_regardless_of_case),
		cmocka_unit_test(an_unknown_key_is_told_from_a_bad_value),
		cmocka_unit_test(a_boolean_is_one_of_six_words),
		cmocka_unit_test(a_word_is_its_place_in_the_list),
		cmocka_unit_test(one_value_means_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

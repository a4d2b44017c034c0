/* test_option.c - the table of options, and the values they take. */
#include "option.h"

#include <errno.h>
#include <stdbool.h>

#include "array.h"
#include "selection.h"
#include "unit.h"
#include "banned.h"

struct state {
	size_t count;
	bool flag;
	bool by_number;
	unsigned int unit;
	struct selection zones;
};

static int count_values(const struct option_row *row, void *target, const char *const value[],
			size_t count)
{
	(void)row;
	(void)value;
	*(size_t *)target = count;
	return 0;
}

static int refuse(const struct option_row *row, void *target, const char *const value[],
		  size_t count)
{
	(void)row;
	(void)target;
	(void)value;
	(void)count;
	return -EINVAL;
}

static const char *const units[] = { "auto", "millidegree", "degree", NULL };
static const char *const name_or_number[] = { "name", "number", NULL };

static const struct option_row options[] = {
	{ "Count", count_values, offsetof(struct state, count), NULL },
	{ "Refuse", refuse, 0, NULL },
	{ "Flag", option_bool, offsetof(struct state, flag), NULL },
	{ "By", option_bool, offsetof(struct state, by_number), name_or_number },
	{ "Unit", option_word, offsetof(struct state, unit), units },
	{ "Zone", option_selection, offsetof(struct state, zones), NULL },
	{ 0 },
};

static const char *const values[] = { "true", "false" };

static int set(struct state *state, const char *key, const char *value)
{
	return option_set(options, state, key, &value, 1);
}

static void a_key_is_found_regardless_of_case(void **state)
{
	(void)state;
	static const char *const spelled[] = { "Count", "count", "COUNT", "cOuNt" };

	for (size_t i = 0; i < ARRAY_SIZE(spelled); i++) {
		struct state got = { 0 };

		assert_int_equal(option_set(options, &got, spelled[i], values, 2), 0);
		assert_int_equal(got.count, 2);
	}
}

static void an_unknown_key_is_told_from_a_bad_value(void **state)
{
	(void)state;
	static const char *const unknown[] = { "", "Coun", "Counts", "Count ", "\xff" };
	struct state got = { .count = 7 };

	for (size_t i = 0; i < ARRAY_SIZE(unknown); i++)
		assert_int_equal(set(&got, unknown[i], "1"), -ENOENT);
	assert_int_equal(set(&got, "refuse", "1"), -EINVAL);
	assert_int_equal(got.count, 7);
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
		struct state got = { .flag = cases[i].rc == 0 && !cases[i].value };

		assert_int_equal(set(&got, "Flag", cases[i].text), cases[i].rc);
		assert_int_equal(got.flag, cases[i].value);
	}
}

static void a_boolean_can_have_two_words_of_its_own(void **state)
{
	(void)state;
	struct state got = { 0 };

	assert_int_equal(set(&got, "By", "Number"), 0);
	assert_true(got.by_number);
	assert_int_equal(set(&got, "By", "true"), -EINVAL);
	assert_true(got.by_number);
	assert_int_equal(set(&got, "By", "name"), 0);
	assert_false(got.by_number);
}

static void a_word_is_its_place_in_the_list(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int rc;
		unsigned int unit;
	} cases[] = {
		{ "auto", 0, 0 },   { "Degree", 0, 2 },	     { "degrees", -EINVAL, 7 },
		{ "", -EINVAL, 7 }, { "milli", -EINVAL, 7 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct state got = { .unit = 7 };

		assert_int_equal(set(&got, "Unit", cases[i].text), cases[i].rc);
		assert_int_equal(got.unit, cases[i].unit);
	}
}

static void a_selection_grows_by_each_value(void **state)
{
	(void)state;
	struct state got = { 0 };

	assert_int_equal(set(&got, "Zone", "cpu"), 0);
	assert_int_equal(set(&got, "Zone", "/^gpu/"), 0);
	assert_int_equal(set(&got, "Zone", "/(/"), -EINVAL);
	assert_int_equal(got.zones.count, 2);
	selection_done(&got.zones);
}

static void one_value_means_one(void **state)
{
	(void)state;
	static const char *const keys[] = { "Flag", "By", "Unit", "Zone" };
	static const struct state untouched = { 0 };
	struct state got = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		for (size_t count = 0; count <= 2; count += 2)
			assert_int_equal(option_set(options, &got, keys[i], values, count),
					 -EINVAL);
	}
	assert_memory_equal(&got, &untouched, sizeof(got));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_key_is_found_regardless_of_case),
		cmocka_unit_test(an_unknown_key_is_told_from_a_bad_value),
		cmocka_unit_test(a_boolean_is_one_of_six_words),
		cmocka_unit_test(a_boolean_can_have_two_words_of_its_own),
		cmocka_unit_test(a_word_is_its_place_in_the_list),
		cmocka_unit_test(a_selection_grows_by_each_value),
		cmocka_unit_test(one_value_means_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

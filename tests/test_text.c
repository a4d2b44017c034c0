/* test_text.c - hostile text, in rows. */
#include "text.h"

#include <errno.h>
#include <string.h>

#include "array.h"
#include "unit.h"
#include "banned.h"

static void a_number_is_the_whole_text(void **state)
{
	(void)state;
	static const char *const cases[] = {
		"",	"-",	"--1", "+1",  "52.0",	  "52000mC",  " 52000", "52000 ",
		"1\n2", "0x1f", "1e3", "nan", "infinity", "\xd9\xa1", "1-",	"<unknown>",
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		int64_t wide = 7;
		int32_t value = 7;

		assert_int_equal(text_i64(cases[i], &wide), -EINVAL);
		assert_int_equal(text_i32(cases[i], &value), -EINVAL);
		assert_int_equal(wide, 7);
		assert_int_equal(value, 7);
	}
}

static void a_number_keeps_its_sign_and_range(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int rc;
		int64_t value;
	} cases[] = {
		{ "0", 0, 0 },
		{ "-0", 0, 0 },
		{ "-40000", 0, -40000 },
		{ "0000000000000000000000042", 0, 42 },
		{ "9223372036854775807", 0, INT64_MAX },
		{ "-9223372036854775808", 0, INT64_MIN },
		{ "9223372036854775808", -ERANGE, 7 },
		{ "-9223372036854775809", -ERANGE, 7 },
		{ "99999999999999999999999999", -ERANGE, 7 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		int64_t value = 7;

		assert_int_equal(text_i64(cases[i].text, &value), cases[i].rc);
		assert_true(value == cases[i].value);
	}
}

static void a_small_number_has_a_smaller_range(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int rc;
		int32_t value;
	} cases[] = {
		{ "2147483647", 0, INT32_MAX },	 { "-2147483648", 0, INT32_MIN },
		{ "2147483648", -ERANGE, 7 },	 { "-2147483649", -ERANGE, 7 },
		{ "4294967296000", -ERANGE, 7 }, { "99999999999999999999", -ERANGE, 7 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		int32_t value = 7;

		assert_int_equal(text_i32(cases[i].text, &value), cases[i].rc);
		assert_int_equal(value, cases[i].value);
	}
}

static void numbers_are_taken_one_by_one(void **state)
{
	(void)state;
	static const int64_t first[] = { 1, -2, 3 };
	const char *text = " 1\t-2  3\n4 x 99999999999999999999 1234567890123456789012345";
	int64_t value;

	for (size_t i = 0; i < ARRAY_SIZE(first); i++) {
		assert_int_equal(text_next_i64(&text, &value), 1);
		assert_int_equal(value, first[i]);
	}
	assert_int_equal(text_next_i64(&text, &value), 0);
	assert_int_equal(text_next_i64(&text, &value), 0);
	assert_int_equal(*text++, '\n');
	assert_int_equal(text_next_i64(&text, &value), 1);
	assert_int_equal(value, 4);
	assert_int_equal(text_next_i64(&text, &value), -EINVAL);
	assert_int_equal(text_next_i64(&text, &value), -ERANGE);
	assert_int_equal(text_next_i64(&text, &value), -EINVAL);
	assert_int_equal(value, 4);
}

static void a_path_is_printed_without_slashes_at_its_end(void **state)
{
	(void)state;
	static const struct {
		const char *path;
		int length;
	} cases[] = {
		{ "/", 0 }, { "//", 0 }, { "/a", 2 }, { "/a/b//", 4 }, { "a/", 1 }, { "", 0 }
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_int_equal(text_dir_length(cases[i].path), cases[i].length);
}

static void what_is_not_printable_becomes_a_question_mark(void **state)
{
	(void)state;
	char text[] = "a\033[2J\xff\t~ \x7f\n";

	text_make_printable(text, strlen(text) - 1);
	assert_string_equal(text, "a?[2J??~ ?\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_number_is_the_whole_text),
		cmocka_unit_test(a_number_keeps_its_sign_and_range),
		cmocka_unit_test(a_small_number_has_a_smaller_range),
		cmocka_unit_test(numbers_are_taken_one_by_one),
		cmocka_unit_test(a_path_is_printed_without_slashes_at_its_end),
		cmocka_unit_test(what_is_not_printable_becomes_a_question_mark),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

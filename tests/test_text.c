/* test_text.c - hostile text, in rows. */
#include "text.h"

#include <errno.h>
#include <string.h>

#include "array.h"
#include "unit.h"
#include "banned.h"

#define X10 "xxxxxxxxxx"
#define X63 X10 X10 X10 X10 X10 X10 "xxx"

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

static void a_name_holds_only_bytes_fit_for_a_path(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		const char *name;
	} cases[] = {
		{ "cpu-thermal", "cpu-thermal" },
		{ "ehci_hcd:usb1, ohci_hcd:usb2", "ehci_hcd:usb1,_ohci_hcd:usb2" },
		{ "AZaz09._+:,()-", "AZaz09._+:,()-" },
		{ " \t cpu 0\t ", "cpu_0" },
		{ "../../etc/passwd", ".._.._etc_passwd" },
		{ "a\nb\rc", "a_b_c" },
		{ "caf\xc3\xa9", "caf__" },
		{ "\x01\x7f\xff", "___" },
		{ "%s%n\"'`$;|<>*?[]{}~#&=@!\\^", "_s_n______________________" },
		{ "", "" },
		{ " \t ", "" },
		{ "\n", "_" },
		{ X63, X63 },
		{ X63 "y", X63 },
		{ "  " X63 "  ", X63 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char name[NAME_CUT + 1];

		assert_int_equal(text_clean(cases[i].text, strlen(cases[i].text), name),
				 strlen(cases[i].name));
		assert_string_equal(name, cases[i].name);
	}
}

static void a_zero_byte_becomes_an_underscore(void **state)
{
	(void)state;
	char name[NAME_CUT + 1];

	assert_int_equal(text_clean("a\0b", 3, name), 3);
	assert_string_equal(name, "a_b");
}

static void a_name_is_no_longer_than_its_length_says(void **state)
{
	(void)state;
	char name[NAME_CUT + 1];

	assert_int_equal(text_clean("eth0, eth1", 4, name), 4);
	assert_string_equal(name, "eth0");
}

static void without_a_text_the_number_is_the_name(void **state)
{
	(void)state;
	static const char *const texts[] = { "", " ", "\t" };

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct name name;

		name_set(&name, texts[i], "thermal_zone", 999999999);
		assert_string_equal(name.text, "thermal_zone999999999");
		assert_false(name.is_twin);
	}
}

#define SAME_MAX 4

static void those_with_the_same_name_carry_their_numbers(void **state)
{
	(void)state;
	static const struct {
		const char *text[SAME_MAX]; /* of number 0, 1, ... */
		const char *name[SAME_MAX];
	} cases[] = {
		{ { "cpu", "gpu" }, { "cpu", "gpu" } },
		{ { "cpu", "cpu" }, { "cpu_0", "cpu_1" } },
		{ { "acpitz", "x", "acpitz", "acpitz" },
		  { "acpitz_0", "x", "acpitz_2", "acpitz_3" } },
		/* decided on the cleaned name */
		{ { "cpu 0", "cpu/0" }, { "cpu_0_0", "cpu_0_1" } },
		{ { X63 "a", X63 "b" }, { X63 "_0", X63 "_1" } },
		/* a suffix that makes the name of a third */
		{ { "cpu", "cpu", "cpu_1" }, { "cpu_0", "cpu_1", "cpu_1_2" } },
		{ { "cpu_1", "cpu", "cpu" }, { "cpu_1_0", "cpu_1", "cpu_2" } },
		{ { "a", "a", "a_0", "a_0_2" }, { "a_0", "a_1", "a_0_2", "a_0_2_3" } },
		{ { "", "thermal_zone0" }, { "thermal_zone0_0", "thermal_zone0_1" } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct name name[SAME_MAX];
		struct name *names[SAME_MAX];
		size_t count = 0;

		for (; count < SAME_MAX && cases[i].text[count]; count++) {
			name_set(&name[count], cases[i].text[count], "thermal_zone",
				 (unsigned int)count);
			names[count] = &name[count];
		}
		name_tell_twins(names, count);
		for (size_t j = 0; j < count; j++)
			assert_string_equal(name[j].text, cases[i].name[j]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_number_is_the_whole_text),
		cmocka_unit_test(a_number_keeps_its_sign_and_range),
		cmocka_unit_test(a_small_number_has_a_smaller_range),
		cmocka_unit_test(a_name_holds_only_bytes_fit_for_a_path),
		cmocka_unit_test(a_zero_byte_becomes_an_underscore),
		cmocka_unit_test(a_name_is_no_longer_than_its_length_says),
		cmocka_unit_test(without_a_text_the_number_is_the_name),
		cmocka_unit_test(those_with_the_same_name_carry_their_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

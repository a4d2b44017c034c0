/* test_name.c - hostile names, in rows, and twins. */
#include "name.h"

#include <string.h>

#include "array.h"
#include "unit.h"
#include "banned.h"

#define X10 "xxxxxxxxxx"
#define X63 X10 X10 X10 X10 X10 X10 "xxx"

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

		assert_int_equal(name_clean(cases[i].text, strlen(cases[i].text), name),
				 strlen(cases[i].name));
		assert_string_equal(name, cases[i].name);
	}
}

static void a_zero_byte_becomes_an_underscore(void **state)
{
	(void)state;
	char name[NAME_CUT + 1];

	assert_int_equal(name_clean("a\0b", 3, name), 3);
	assert_string_equal(name, "a_b");
}

static void a_name_is_no_longer_than_its_length_says(void **state)
{
	(void)state;
	char name[NAME_CUT + 1];

	assert_int_equal(name_clean("eth0, eth1", 4, name), 4);
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
		cmocka_unit_test(a_name_holds_only_bytes_fit_for_a_path),
		cmocka_unit_test(a_zero_byte_becomes_an_underscore),
		cmocka_unit_test(a_name_is_no_longer_than_its_length_says),
		cmocka_unit_test(without_a_text_the_number_is_the_name),
		cmocka_unit_test(those_with_the_same_name_carry_their_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

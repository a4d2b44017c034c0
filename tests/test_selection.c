/* test_selection.c - the lists of names mean what they mean to collectd's own plugins. */
#include "selection.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "unit.h"
#include "banned.h"

#define ENTRIES_MAX 3

static void names_are_taken_as_collectd_does(void **state)
{
	(void)state;
	static const struct {
		const char *entry[ENTRIES_MAX];
		const char *name;
		bool is_listed;
	} cases[] = {
		{ { "cpu-thermal" }, "cpu-thermal", true },
		{ { "cpu-thermal" }, "cpu-therma", false },
		{ { "cpu-thermal" }, "cpu-thermal2", false },
		{ { "cpu-thermal" }, "CPU-thermal", false }, /* case counts */
		{ { "a", "b", "c" }, "c", true },
		{ { "a", "b", "c" }, "d", false },
		{ { "cpu.thermal" }, "cpu-thermal", false }, /* no expression without slashes */
		{ { "/cpu/" }, "big-cpu-thermal", true },    /* any part */
		{ { "/^cpu[0-3]-thermal$/" }, "cpu3-thermal", true },
		{ { "/^cpu[0-3]-thermal$/" }, "cpu4-thermal", false },
		{ { "/^(cpu|gpu)/" }, "gpu-thermal", true }, /* extended */
		{ { "/a+b/" }, "aab", true },
		{ { "x", "/^y/" }, "y1", true },
		{ { "/" }, "/", true }, /* too short for an expression */
		{ { "//" }, "//", true },
		{ { "//" }, "cpu", false },
		{ { "/cpu" }, "cpu", false },
		{ { "/cpu" }, "/cpu", true },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct selection selection = { 0 };

		for (size_t j = 0; j < ENTRIES_MAX && cases[i].entry[j]; j++)
			assert_int_equal(selection_add(&selection, cases[i].entry[j]), 0);
		assert_int_equal(selection_takes(&selection, false, cases[i].name),
				 cases[i].is_listed);
		assert_int_equal(selection_takes(&selection, true, cases[i].name),
				 !cases[i].is_listed);
		selection_done(&selection);
	}
}

static void an_expression_beyond_the_stack_is_refused(void **state)
{
	(void)state;
	struct selection selection = { 0 };
	char *deep = malloc(40002);

	deep[0] = '/';
	memset(deep + 1, '(', 20000);
	memset(deep + 20001, ')', 20000);
	deep[40000] = '/';
	deep[40001] = '\0';
	assert_int_equal(selection_add(&selection, deep), -EINVAL);
	assert_int_equal(selection.count, 0);
	selection_done(&selection);
	free(deep);
}

/* What a name of 79 bytes needs is far below; what glibc cannot bear is far above. */
static void an_expression_beyond_memory_or_time_is_refused(void **state)
{
	(void)state;
	static const struct {
		const char *entry;
		int rc;
	} cases[] = {
		{ "/((a{1,255}){1,255}){1,255}/", -EINVAL },
		{ "/(a{60}){60}/", -EINVAL },
		{ "/a{32767}/", -EINVAL },
		{ "/a{,32767}/", -EINVAL },
		{ "/a{99999999999999999999}/", -EINVAL },
		{ "/a{2,}{2,}{2,}{2,}{2,}{2,}{2,}{2,}/", -EINVAL },
		{ "/(((((((((((((((((a)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+/", -EINVAL },
		{ "/a++++++++++++++++++++++++/", -EINVAL },
		{ "/a*+*+*+*+*+*+*+*+*+*+*+*+/", -EINVAL },
		{ "/(a?){0,9}{5,}/", -EINVAL },
		{ "/((a?)?(a?)?(a?)?(a?)?(a?)?(a?)?(a?)?(a?)?(a?)?(a?)?(a?)?(a?)?(a?)?)*/",
		  -EINVAL },
		{ "/(.*)(.*)(.*)(.*)\\1\\2\\3\\4b/", -EINVAL },
		{ "/^[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]$/", 0 },
		{ "/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/", 0 },
		{ "/^(eth|wlan)[0-9]{1,3}(-[rt]x-[0-9]+)+$/", 0 },
		{ "/[a-z]+[0-9]+-[a-z]+[0-9]+-[a-z]+[0-9]+-[a-z]+[0-9]+-[a-z]+/", 0 },
		{ "/a\\++\\++\\++\\++\\++\\++\\++\\++\\++\\+/", 0 },
		{ "/^.{1,63}$/", 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct selection selection = { 0 };

		assert_int_equal(selection_add(&selection, cases[i].entry), cases[i].rc);
		selection_done(&selection);
	}
}

static void an_empty_list_takes_all(void **state)
{
	(void)state;
	struct selection selection = { 0 };

	assert_true(selection_takes(&selection, false, "cpu"));
	assert_true(selection_takes(&selection, true, "cpu"));
	assert_true(selection_takes(&selection, false, ""));
	selection_done(&selection);
}

static void a_bad_entry_leaves_the_list_as_it_was(void **state)
{
	(void)state;
	static const char *const bad[] = { "", "/[/", "/(/", "/a{2,1}/" };
	struct selection selection = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_int_equal(selection_add(&selection, bad[i]), -EINVAL);
	assert_int_equal(selection.count, 0);
	assert_true(selection_takes(&selection, false, "cpu"));
	assert_int_equal(selection_add(&selection, "gpu"), 0);
	assert_int_equal(selection_add(&selection, bad[1]), -EINVAL);
	assert_false(selection_takes(&selection, false, "cpu"));
	assert_true(selection_takes(&selection, false, "gpu"));
	selection_done(&selection);
}

static void a_list_can_be_used_again_when_done(void **state)
{
	(void)state;
	struct selection selection = { 0 };

	for (int i = 0; i < 2; i++) {
		assert_int_equal(selection_add(&selection, "/cpu/"), 0);
		assert_int_equal(selection_add(&selection, "gpu"), 0);
		selection_done(&selection);
		assert_true(selection_takes(&selection, false, "other"));
	}
	selection_done(&selection);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_taken_as_collectd_does),
		cmocka_unit_test(an_expression_beyond_the_stack_is_refused),
		cmocka_unit_test(an_expression_beyond_memory_or_time_is_refused),
		cmocka_unit_test(an_empty_list_takes_all),
		cmocka_unit_test(a_bad_entry_leaves_the_list_as_it_was),
		cmocka_unit_test(a_list_can_be_used_again_when_done),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

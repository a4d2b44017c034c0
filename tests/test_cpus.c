/* test_cpus.c - lists of CPUs. */
#include "cpus.h"
#include "unit.h"
#include "util.h"

static bool has(const char *list, int cpu)
{
	struct cpus cpus = { 0 };

	return cpus_add(&cpus, list) && cpus_has(&cpus, cpu);
}

static void cpu_lists_are_the_kernels(void **state)
{
	(void)state;
	assert_true(has("cpu0-3", 3));
	assert_false(has("cpu0-3", 4));
	assert_true(has("cpu0,2", 2));
	assert_false(has("cpu0,2", 1));
	assert_true(has("cpu12", 12));
	assert_true(has("cpu0-1,4-7,9", 9));
	assert_false(has("cpu0-", 0));
	assert_false(has("cpu3-0", 2));
	assert_false(has("cpu", 0));
	assert_false(has("cpu0,", 0));
	assert_false(has("gpu0", 0));
	assert_false(has("cpu0x", 0));
	assert_int_equal(cpus_number("cpu1023"), 1023);
	assert_int_equal(cpus_number("cpu"), -1);
	assert_int_equal(cpus_number("cpu1a"), -1);
	assert_int_equal(cpus_number("cpu99999999999"), -1);
}

static void lists_of_cpus_join(void **state)
{
	(void)state;
	static const struct {
		const char *list[4], *text;
	} cases[] = {
		{ { "cpu0" }, "cpu0" },
		{ { "cpu3", "cpu1", "cpu2" }, "cpu1-3" },
		{ { "cpu0-3", "cpu8", "cpu10-11" }, "cpu0-3,8,10-11" },
		{ { "cpu0-3", "cpu2-5" }, "cpu0-5" },
		{ { "cpu9998-9999" }, "cpu9998-9999" },
		{ { "gpu0" }, "" },
		{ { "cpu3-0", "cpu7" }, "cpu7" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct cpus cpus = { 0 };
		char text[64];
		struct buf buf = buf_of(text, sizeof(text));

		for (size_t j = 0; j < 4 && cases[i].list[j]; j++)
			cpus_add(&cpus, cases[i].list[j]);
		cpus_write(&cpus, &buf);
		assert_string_equal(text, cases[i].text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cpu_lists_are_the_kernels),
		cmocka_unit_test(lists_of_cpus_join),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

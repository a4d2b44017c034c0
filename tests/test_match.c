/* test_match.c - paths and names against patterns. */
#include "match.h"
#include "unit.h"
#include "util.h"

static void a_path_matches_by_its_parts(void **state)
{
	(void)state;
	static const struct {
		const char *pattern, *path, *instance, *name; /* instance NULL: does not fit */
	} cases[] = {
		{ "cputemp/temperature-*", "cputemp/temperature-cpu0.rrd", "", "cpu0" },
		{ "cputemp/temperature-*", "cputemp/temperature-.rrd", NULL, NULL },
		{ "cputemp/temperature-*", "cputemp/temperature.rrd", NULL, NULL },
		{ "cputemp/temperature-*", "cputemp/temperature-cpu0", NULL, NULL },
		{ "cputemp/temperature-*", "cputemp-x/temperature-cpu0.rrd", NULL, NULL },
		{ "cputemp/temperature-*_hot", "cputemp/temperature-a_hot.rrd", "", "a" },
		{ "cputemp/temperature-*_hot", "cputemp/temperature-_hot.rrd", NULL, NULL },
		{ "cpuirq-%/irq-*", "cpuirq-xhci-hcd:usb3/irq-cpu12.rrd", "xhci-hcd:usb3",
		  "cpu12" },
		{ "cpuirq-%/irq-*", "cpuirq-/irq-cpu1.rrd", NULL, NULL },
		{ "cpuirq-%/irq-*", "cpuirq-a/b/irq-cpu1.rrd", NULL, NULL },
		{ "cpuirq-total/irq-*", "cpuirq-total_/irq-cpu1.rrd", NULL, NULL },
		{ "usbio-%/if_octets", "usbio-4-1.1/if_octets.rrd", "4-1.1", "" },
		{ "usbio-%/if_octets", "usbio-4-1.1/if_octets-x.rrd", NULL, NULL },
		{ "cputemp/temperature-*", "", NULL, NULL },
		{ "cputemp/temperature-*", "/", NULL, NULL },
		{ "cputemp/temperature-*", "cputemp/temperature-\xff\n%:.rrd", "", "\xff\n%:" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct match match = { "old", "old" };
		bool fits = match_path(cases[i].pattern, cases[i].path, &match);

		if (fits != (cases[i].instance != NULL))
			fail_msg("%s with %s", cases[i].pattern, cases[i].path);
		assert_string_equal(match.instance, fits ? cases[i].instance : "old");
		assert_string_equal(match.name, fits ? cases[i].name : "old");
	}
}

static void a_name_too_long_matches_nothing(void **state)
{
	char path[600];
	struct match match;

	(void)state;
	snprintf(path, sizeof(path), "cputemp/temperature-%0*d.rrd", MATCH_SIZE, 0);
	assert_false(match_path("cputemp/temperature-*", path, &match));
	snprintf(path, sizeof(path), "cputemp/temperature-%0*d.rrd", MATCH_SIZE - 1, 0);
	assert_true(match_path("cputemp/temperature-*", path, &match));
}

static void distance_counts_the_changes(void **state)
{
	(void)state;
	assert_int_equal(match_distance("temperature", "temperature", 3), 0);
	assert_int_equal(match_distance("temperature", "temprature", 3), 1);
	assert_int_equal(match_distance("interrupts", "interupt", 3), 2);
	assert_int_equal(match_distance("usb", "network", 3), 4);
	assert_int_equal(match_distance("", "abc", 3), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_path_matches_by_its_parts),
		cmocka_unit_test(a_name_too_long_matches_nothing),
		cmocka_unit_test(distance_counts_the_changes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_classes.c - which cores of a chip are of one class of speed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "speed.h"

#define CORES_MAX 12

/* The classes of a chip as letters: s(low), m(edium), f(ast), in the order of its clusters. */
static const struct {
	const char *chip;
	double ghz[CORES_MAX];
	const char *classes;
} chips[] = {
	{ "XU4", { 1.4, 2.0 }, "sf" },
	{ "XU4, faster", { 1.5, 2.0 }, "sf" },
	{ "RK3588", { 1.8, 2.256, 2.352 }, "sff" },
	{ "RK3588, best bin", { 1.8, 2.4, 2.304 }, "sff" },
	{ "RK3399", { 1.416, 1.8 }, "sf" },
	{ "S922X", { 2.016, 2.4 }, "sf" },
	{ "mt6799", { 1.9, 2.2, 2.5 }, "smf" },
	{ "Snapdragon 865", { 1.804, 2.419, 2.841 }, "smf" },
	{ "Pi", { 1.8 }, "s" },
	{ "four clusters of one", { 1.5, 1.5, 1.5, 1.5 }, "ssss" },
	{ "favoured cores", { 4.9, 5.0, 4.9, 5.0 }, "ssss" },
	{ "favoured and efficient cores", { 5.0, 5.2, 3.9, 5.1, 3.9 }, "ffsfs" },
	{ "each core a little slower", { 5.08, 4.83, 4.58, 4.33 }, "ssss" },
	{ "the same, not in order", { 4.33, 5.08, 4.58, 3.4, 4.83 }, "fffsf" },
	{ "two that are far apart beside one", { 1.8, 2.0, 1.4 }, "mfs" },
	{ "half known", { NAN, 2.0, 1.4 }, "sfs" },
	{ "none known", { NAN, NAN }, "ss" },
};

static char letter_of(enum palette_family family)
{
	static const char letters[] = {
		[PALETTE_COOL] = 's', [PALETTE_GREEN] = 'm', [PALETTE_WARM] = 'f'
	};

	return letters[family];
}

static void cores_of_one_kind_are_one_class(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(chips) / sizeof(chips[0]); i++) {
		static struct speeds speeds;
		struct speed_cluster cluster[CORES_MAX] = { 0 };
		char classes[CORES_MAX + 1] = "";

		speeds = (struct speeds){ .cluster = cluster };
		for (size_t j = 0; chips[i].classes[j]; j++) {
			cluster[j].limit_hz = chips[i].ghz[j] * 1e9;
			snprintf(cluster[j].name, sizeof(cluster[j].name), "cpu%zu", j);
			speeds.clusters++;
		}
		speed_classify(&speeds);
		for (size_t j = 0; j < speeds.clusters; j++) {
			classes[j] = letter_of(cluster[j].family);
			assert_int_equal(speeds.cpu[j].family, cluster[j].family);
		}
		if (strcmp(classes, chips[i].classes) != 0)
			fail_msg("%s: %s, not %s", chips[i].chip, classes, chips[i].classes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cores_of_one_kind_are_one_class),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

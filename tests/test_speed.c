/* test_speed.c - colours by the speed of a CPU. */
#include <math.h>

#include "model.h"
#include "speed.h"
#include "unit.h"
#include "util.h"

static void fast_cpus_are_warm_and_slow_ones_cool(void **state)
{
	(void)state;
	static const struct {
		double hz[3];
		enum palette_family family[3];
	} cases[] = {
		{ { 1.4e9, 2e9, 2e9 }, { PALETTE_COOL, PALETTE_WARM, PALETTE_WARM } },
		{ { 1.4e9, 2e9, 1.8e9 }, { PALETTE_COOL, PALETTE_WARM, PALETTE_GREEN } },
		{ { 2e9, 2e9, 2e9 }, { PALETTE_COOL, PALETTE_COOL, PALETTE_COOL } },
		{ { 2e9, 1.999e9, 2e9 }, { PALETTE_COOL, PALETTE_COOL, PALETTE_COOL } },
		{ { NAN, NAN, NAN }, { PALETTE_COOL, PALETTE_COOL, PALETTE_COOL } },
		{ { NAN, 1e9, 2e9 }, { PALETTE_COOL, PALETTE_COOL, PALETTE_WARM } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct speeds speeds;
		struct speed_cluster cluster[3];

		speeds = (struct speeds){ .cluster = cluster, .clusters = 3 };
		for (size_t j = 0; j < 3; j++) {
			cluster[j] = (struct speed_cluster){ .limit_hz = cases[i].hz[j] };
			snprintf(cluster[j].name, sizeof(cluster[j].name), "cpu%zu", j);
		}
		speed_classify(&speeds);
		for (size_t j = 0; j < 3; j++) {
			assert_int_equal(cluster[j].family, cases[i].family[j]);
			assert_int_equal(speeds.cpu[j].family, cases[i].family[j]);
		}
	}
}

/* The shade goes by the place among all CPUs of the class, not by those an interrupt uses. */
static void a_cpu_has_one_colour_in_every_graph(void **state)
{
	static const char *const names[] = { "interrupts", "interrupts-eth0" };
	static struct speed_cluster cluster[] = { { .name = "cpu0-3", .limit_hz = 1.4e9 },
						  { .name = "cpu4-7", .limit_hz = 2e9 } };
	static struct speeds speeds = { .cluster = cluster, .clusters = 2 };
	static struct model m;

	(void)state;
	cpus_add(&speeds.cpus, "cpu0-7");
	speed_classify(&speeds);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		bool is_all = i == 0;

		model_begin(&m, names[i]);
		for (int cpu = is_all ? 0 : 2; cpu < 8; cpu += is_all ? 1 : 4) {
			char name[16];

			snprintf(name, sizeof(name), "cpu%d", cpu);
			model_add(&m, name, 1);
		}
		speed_colour(&speeds, &m.view);
		model_end(&m);
		assert_string_equal(m.row[is_all ? 2 : 0].colour,
				    palettes[0].shade[PALETTE_COOL][2]);
		assert_string_equal(m.row[is_all ? 6 : 1].colour,
				    palettes[0].shade[PALETTE_WARM][2]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fast_cpus_are_warm_and_slow_ones_cool),
		cmocka_unit_test(a_cpu_has_one_colour_in_every_graph),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

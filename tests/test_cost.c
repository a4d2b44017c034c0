/* test_cost.c - what it costs to store values. */
#include <math.h>

#include "cost.h"
#include "unit.h"
#include "util.h"

static void the_cost_meets_what_was_measured(void **state)
{
	static const struct {
		double together, mb;
	} cases[] = { { 0, 6860 }, { 1, 6860 }, { 90, 521 }, { 360, 169 } };
	struct cost cost = { .files_per_s = 10 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		cost.together = cases[i].together;
		assert_true(fabs(cost_mb_per_day(&cost) - cases[i].mb) < 0.001);
	}
	for (double together = 1; together < 5000; together += 1)
		assert_true(cost_bytes(together + 1) < cost_bytes(together));
	cost.has_journal = true;
	assert_true(fabs(cost_mb_per_day(&cost) - 169 - 69.12) < 0.001);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_cost_meets_what_was_measured),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

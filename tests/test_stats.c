/* test_stats.c - minimum, average and maximum over rows. */
#include <math.h>

#include "stats.h"
#include "unit.h"

static void an_average_weighs_rows_by_their_length(void **state)
{
	struct stats stats = STATS_NONE;

	(void)state;
	stats_add(&stats, STATS_AVG, 10, 30);
	stats_add(&stats, STATS_AVG, NAN, 1000);
	stats_add(&stats, STATS_AVG, 20, 10);
	assert_float_equal(stats.avg, 12.5, 1e-9);
	assert_float_equal(stats.peak, 20, 0);
	assert_int_equal(stats.known_s, 40);
	stats_add(&stats, STATS_MIN, -3, 1);
	stats_add(&stats, STATS_MIN, NAN, 1);
	stats_add(&stats, STATS_MAX, 97, 1);
	stats_add(&stats, STATS_MAX, INFINITY, 1);
	assert_float_equal(stats.min, -3, 0);
	assert_float_equal(stats.max, 97, 0);
	assert_true(isnan(stats.last));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_average_weighs_rows_by_their_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_scenario.c - what the simulated ODROID-XU4 does in a year. */
#include "scenario.h"

#include <math.h>
#include <string.h>

#include "array.h"
#include "unit.h"
#include "banned.h"

#define HOUR 3600
#define DAY 86400
#define END INT64_C(1800000000) /* 15 January 2027, 08:00 */
#define TODAY (END - 8 * HOUR)

static const struct quantity *find(const char *id)
{
	const struct quantity *quantity = scenario_find(id);

	assert_non_null(quantity);
	return quantity;
}

static double value(const char *id, size_t source, int64_t time)
{
	struct moment moment;

	scenario_moment(END, time, &moment);
	return quantity_value(find(id), source, &moment);
}

/* The highest of every minute. */
static double highest(const char *id, size_t source, int64_t begin, int64_t end)
{
	double ret = -INFINITY;

	for (int64_t time = begin; time < end; time += 60)
		ret = fmax(ret, value(id, source, time));
	return ret;
}

static void a_time_has_one_value(void **state)
{
	(void)state;
	static const char *const ids[] = { "cputemp/temperature-cpu0-thermal",
					   "clusterfreq-cpu4-7/cpufreq-current",
					   "cpuirq-xhci-hcd:usb5/irq-cpu7" };

	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		double values[100];

		for (int j = 0; j < 100; j++)
			values[j] = value(ids[i], 0, END + 7 * j);
		for (int j = 99; j >= 0; j--)
			assert_true(values[j] == value(ids[i], 0, END + 7 * j));
	}
}

static void the_temperature_does_not_jump(void **state)
{
	(void)state;
	struct moment before, now;

	scenario_moment(END, END - 10 * DAY, &before);
	for (int64_t time = before.time + 1; time < END + 2 * DAY; time++) {
		scenario_moment(END, time, &now);
		assert_true(fabs(now.celsius - before.celsius) < 0.3);
		before = now;
	}
}

static void an_activity_is_a_part_and_a_rate_never_below_zero(void **state)
{
	(void)state;
	const struct quantity *quantity = find("cpuirq-dw-mci/irq-cpu0");

	for (int64_t time = END - 366 * DAY; time < END; time += 997) {
		struct moment moment;

		scenario_moment(END, time, &moment);
		for (size_t i = 0; i < ACTIVITIES; i++)
			assert_true(moment.activity[i] >= 0 && moment.activity[i] <= 1);
		assert_true(moment.throttle >= 0 && moment.throttle <= 1);
		assert_true(moment.celsius > 20 && moment.celsius < 73);
		assert_true(quantity_value(quantity, 0, &moment) > 0);
	}
}

static void yesterday_afternoon_it_throttled(void **state)
{
	(void)state;
	int64_t noon = TODAY - DAY / 2;
	double trip = highest("cputemp/temperature-cpu2-thermal", 0, noon, noon + 6 * HOUR);

	assert_true(trip >= 70 && trip < 75);
	assert_true(highest("cputemp/percent-thermal-cpufreq-1", 0, noon, noon + 6 * HOUR) > 0);
	assert_true(highest("cputemp/percent-pwm-fan", 0, noon, noon + 6 * HOUR) == 100);
	assert_true(value("clusterfreq-cpu4-7/cpufreq-limit", 0, noon + 3 * HOUR) < 2000e6);
	assert_true(value("clusterfreq-cpu4-7/cpufreq-current", 0, noon + 3 * HOUR) < 2000e6);
	assert_true(highest("cputemp/percent-thermal-cpufreq-1", 0, noon - DAY,
			    noon - DAY + 6 * HOUR) == 0);
	assert_true(value("clusterfreq-cpu4-7/cpufreq-limit", 0, noon - DAY) == 2000e6);
}

static void the_backup_is_faster_since_the_interrupt_was_moved(void **state)
{
	(void)state;
	int64_t before = TODAY - 9 * DAY + 2 * HOUR + HOUR / 2;
	int64_t after = before + DAY;

	assert_true(value("usbio-4-1.1/if_octets", 1, before) < 75e6);
	assert_true(value("usbio-4-1.1/if_octets", 1, after) > 85e6);
	assert_true(value("usbio-6-1/if_octets", 0, after) > 85e6);
	assert_true(value("cpuirq-xhci-hcd:usb5/irq-cpu0", 0, before) > 10000);
	assert_true(value("cpuirq-xhci-hcd:usb5/irq-cpu0", 0, after) == 0);
	assert_true(value("cpuirq-xhci-hcd:usb5/irq-cpu7", 0, after) > 20000);
	assert_true(value("cpuirq-xhci-hcd:usb3/irq-cpu2", 0, after) > 2000);
}

static void it_was_off_once_and_a_sensor_lied_once(void **state)
{
	(void)state;
	int64_t off = 0, lies = 0;

	for (int64_t time = END - 365 * DAY; time < END + 30 * DAY; time += 10) {
		struct moment moment;

		scenario_moment(END, time, &moment);
		off += 10 * moment.is_off;
		lies += moment.activity[LIE] > 0;
	}
	assert_int_equal(off, 4 * HOUR + HOUR / 3);
	assert_int_equal(lies, 2);
	assert_true(value("cputemp/temperature-cpu2-thermal", 0, TODAY - 40 * DAY + 8 * HOUR + 10) >
		    85);
}

static void what_is_unknown_stands_still(void **state)
{
	(void)state;
	assert_null(scenario_find("cputemp/temperature-cpu0-thermal_passive"));
	assert_null(scenario_find("cpuirq-total/irq-cpu0"));
}

static void counters_move_by_whole_sectors(void **state)
{
	(void)state;
	assert_true(quantity_count(find("usbio-4-1.1/if_octets"), 1500.9) == 1024);
	assert_true(quantity_count(find("usbio-6-1/if_octets"), 1500.9) == 1500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_time_has_one_value),
		cmocka_unit_test(the_temperature_does_not_jump),
		cmocka_unit_test(an_activity_is_a_part_and_a_rate_never_below_zero),
		cmocka_unit_test(yesterday_afternoon_it_throttled),
		cmocka_unit_test(the_backup_is_faster_since_the_interrupt_was_moved),
		cmocka_unit_test(it_was_off_once_and_a_sensor_lied_once),
		cmocka_unit_test(what_is_unknown_stands_still),
		cmocka_unit_test(counters_move_by_whole_sectors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

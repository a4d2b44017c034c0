/* test_check_sensors.c - boardgraph check: which plugin has something to measure. */
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "unit.h"

static void an_absent_sensor_is_a_fact(void **state)
{
	struct machine *m = *state;

	/* a zone that refuses its number is none */
	scratch_write(&m->root, "", "sys/class/thermal/thermal_zone0/temp");
	machine_expect_other(m, "fact     cputemp",
			     "has nothing to measure on this machine; it looks for "
			     "/sys/class/thermal/");
	scratch_write(&m->root, "0\n", "sys/class/thermal/cooling_device0/cur_state");
	scratch_write(&m->root, "0\n", "sys/class/thermal/cooling_device0/max_state");
	machine_expect_other(m, "fact     cputemp", "has nothing to measure");
	scratch_write(&m->root, "3\n", "sys/class/thermal/cooling_device0/max_state");
	machine_check(m);
	assert_null(strstr(m->said, "fact     cputemp"));
	scratch_remove(&m->root, "sys/class/thermal/cooling_device0/max_state");
	scratch_write(&m->root, "k10temp\n", "sys/class/hwmon/hwmon2/name");
	machine_check(m);
	assert_null(strstr(m->said, "fact     cputemp"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		MACHINE_TEST(an_absent_sensor_is_a_fact),
	};

	if (!rrdcached_is_there())
		return skip_all("rrdcached is not installed");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

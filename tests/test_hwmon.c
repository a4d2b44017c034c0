/* test_hwmon.c - fans, CPU sensors, and those that a thermal zone shows already. */
#include "hwmon.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "source_rig.h"
#include "unit.h"
#include "banned.h"

#define CLASS "sys/class/hwmon"
#define ZONES "sys/class/thermal"

static int setup(void **state)
{
	(void)state;
	return source_begin(&cputemp_source);
}

static void add_chip(unsigned int number, const char *name)
{
	scratch_write(&scratch, name, CLASS "/hwmon%u/name", number);
}

static void add_temp(unsigned int chip, unsigned int number, const char *label, const char *value)
{
	scratch_write(&scratch, value, CLASS "/hwmon%u/temp%u_input", chip, number);
	if (label)
		scratch_write(&scratch, label, CLASS "/hwmon%u/temp%u_label", chip, number);
}

static void add_zone(unsigned int number, const char *type, const char *temp)
{
	scratch_write(&scratch, type, ZONES "/thermal_zone%u/type", number);
	scratch_write(&scratch, temp, ZONES "/thermal_zone%u/temp", number);
}

static void a_link_below_a_zone_is_told_from_others(void **state)
{
	(void)state;
	static const struct {
		const char *target;
		bool is_below;
	} cases[] = {
		{ "../../devices/virtual/thermal/thermal_zone0/hwmon0", true },
		{ "../../devices/virtual/thermal/thermal_zone12/hwmon/hwmon3", true },
		{ "../../devices/thermal_zones/thermal_zone0/hwmon0", true },
		{ "../../devices/virtual/hwmon/hwmon1", false },
		{ "../../devices/platform/coretemp.0/hwmon/hwmon2", false },
		{ "../../devices/platform/thermal_zone/hwmon/hwmon2", false },
		{ "../../devices/platform/thermal_zone0x/hwmon/hwmon2", false },
		{ "../../devices/platform/thermal_zone0", false },
		{ "", false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_int_equal(hwmon_is_below_zone(cases[i].target), cases[i].is_below);
}

static void temperatures_are_millidegrees_always(void **state)
{
	(void)state;
	add_chip(2, "coretemp\n");
	add_temp(2, 1, "Package id 0\n", "45000\n");
	add_temp(2, 2, "Core 0\n", "45\n");
	add_temp(2, 10, NULL, "-1500\n");
	expect("cputemp/temperature-coretemp_Core_0 0.045\n"
	       "cputemp/temperature-coretemp_Package_id_0 45\n"
	       "cputemp/temperature-coretemp_temp10 -1.5\n");
}

static void a_broken_sensor_is_left_out(void **state)
{
	(void)state;
	static const char *const broken[] = { "200001\n", "-100001\n", "",
					      "x\n",	  "45.0\n",    "99999999999\n" };

	add_chip(0, "k10temp\n");
	for (unsigned int i = 0; i < ARRAY_SIZE(broken); i++)
		add_temp(0, i + 1, NULL, broken[i]);
	add_temp(0, 20, NULL, "1\n");
	scratch_refuse(&scratch, CLASS "/hwmon0/temp20_input");
	add_temp(0, 21, NULL, "200000\n");
	add_temp(0, 22, NULL, "-100000\n");
	expect("cputemp/temperature-k10temp_temp21 200\n"
	       "cputemp/temperature-k10temp_temp22 -100\n");
}

static void which_chips_is_an_option(void **state)
{
	(void)state;
	static const char *const cpu[] = { "coretemp", "k10temp",     "zenpower",
					   "k8temp",   "via_cputemp", "armada_thermal" };

	for (unsigned int i = 0; i < ARRAY_SIZE(cpu); i++) {
		add_chip(i, cpu[i]);
		add_temp(i, 1, NULL, "1000\n");
	}
	add_chip(10, "lm75\n");
	add_temp(10, 1, NULL, "34500\n");
	expect("cputemp/temperature-armada_thermal_temp1 1\n"
	       "cputemp/temperature-coretemp_temp1 1\n"
	       "cputemp/temperature-k10temp_temp1 1\n"
	       "cputemp/temperature-k8temp_temp1 1\n"
	       "cputemp/temperature-via_cputemp_temp1 1\n"
	       "cputemp/temperature-zenpower_temp1 1\n");
	set("Hwmon", "all");
	set("Zone", "/^(lm75|zenpower)_/");
	expect("cputemp/temperature-lm75_temp1 34.5\n"
	       "cputemp/temperature-zenpower_temp1 1\n");
	set("IgnoreSelected", "true");
	set("Zone", "/./");
	expect("");
	set("Hwmon", "none");
	scratch_write(&scratch, "0\n", CLASS "/hwmon10/fan1_input");
	expect("cputemp/fanspeed-lm75_fan1 0\n");
}

static void fans_are_sent_of_every_chip(void **state)
{
	(void)state;
	add_chip(1, "pwmfan\n");
	scratch_write(&scratch, "1870\n", CLASS "/hwmon1/fan1_input");
	scratch_write(&scratch, "x\n", CLASS "/hwmon1/fan1_label");
	scratch_write(&scratch, "-1\n", CLASS "/hwmon1/fan2_input");
	scratch_write(&scratch, "x\n", CLASS "/hwmon1/fan3_input");
	scratch_write(&scratch, "0\n", CLASS "/hwmon1/fan12_input");
	scratch_write(&scratch, "9\n", CLASS "/hwmon1/fan13_min");
	expect("cputemp/fanspeed-pwmfan_fan1 1870\n"
	       "cputemp/fanspeed-pwmfan_fan12 0\n");
}

static void a_chip_that_is_a_zone_is_left_out(void **state)
{
	(void)state;
	set("Hwmon", "all");
	add_zone(0, "cpu-thermal\n", "40000\n");
	add_zone(1, "acpitz\n", "x\n");
	scratch_write(&scratch, "other\n", "sys/devices/virtual/thermal/thermal_zone0/hwmon0/name");
	scratch_write(&scratch, "40000\n",
		      "sys/devices/virtual/thermal/thermal_zone0/hwmon0/temp1_input");
	scratch_link(&scratch, "../../devices/virtual/thermal/thermal_zone0/hwmon0",
		     CLASS "/hwmon0");
	add_chip(1, "cpu_thermal\n");
	add_temp(1, 1, NULL, "40000\n");
	add_chip(2, "acpitz\n");
	add_temp(2, 1, NULL, "40000\n");
	add_chip(3, "cpu-thermal\n");
	add_temp(3, 1, NULL, "40000\n");
	add_chip(4, "cpu_therma\n");
	add_temp(4, 1, NULL, "41000\n");
	expect("cputemp/temperature-cpu-thermal 40\n"
	       "cputemp/temperature-cpu_therma_temp1 41\n");
}

static void twins_are_told_apart(void **state)
{
	(void)state;
	add_chip(1, "coretemp\n");
	add_temp(1, 1, "Core 0\n", "41000\n");
	add_chip(3, "coretemp\n");
	add_temp(3, 1, "Core 0\n", "43000\n");
	add_temp(3, 2, "Core 0\n", "x\n");
	add_temp(3, 3, "Core 1\n", "44000\n");
	expect("cputemp/temperature-coretemp_1_Core_0 41\n"
	       "cputemp/temperature-coretemp_3_Core_0_1 43\n"
	       "cputemp/temperature-coretemp_3_Core_1 44\n");
}

static void a_chip_without_a_name_goes_by_its_number(void **state)
{
	(void)state;
	set("Hwmon", "all");
	add_temp(7, 1, "\n", "41000\n");
	expect("cputemp/temperature-hwmon7_temp1 41\n");
}

/* Decided by the names alone: who may have one does not change with what can be read. */
static void no_identifier_comes_twice(void **state)
{
	(void)state;
	set("Hwmon", "all");
	add_zone(0, "a_b\n", "x\n");
	add_chip(0, "a\n");
	add_temp(0, 1, "b\n", "41000\n");
	add_temp(0, 2, "b_passive\n", "42000\n");
	add_temp(0, 3, "b_active\n", "43000\n");
	add_chip(1, "c\n");
	add_temp(1, 1, "d_e\n", "x\n");
	add_temp(1, 2, "temp3\n", "44000\n");
	add_temp(1, 3, NULL, "45000\n");
	add_chip(2, "c_d\n");
	add_temp(2, 1, "e\n", "46000\n");
	expect("cputemp/temperature-a_b_active 43\n"
	       "cputemp/temperature-c_temp3_2 44\n"
	       "cputemp/temperature-c_temp3_3 45\n");
}

static void more_chips_and_sensors_than_there_is_room_for_are_said(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < HWMON_CHIPS_MAX + 2; i++)
		add_chip(i, "coretemp\n");
	for (unsigned int i = 0; i <= HWMON_CHIP_SENSORS_MAX; i++)
		add_temp(0, i + 1, NULL, "40000\n");
	expect_count(HWMON_CHIP_SENSORS_MAX, 3);
	for (unsigned int i = 0; i < HWMON_SENSORS_MAX - HWMON_CHIP_SENSORS_MAX; i++)
		add_temp(1 + i / 200, 1 + i % 200, NULL, "40000\n");
	expect_count(HWMON_SENSORS_MAX, 3);
	scratch_write(&scratch, "900\n", CLASS "/hwmon%d/fan1_input", HWMON_CHIPS_MAX - 1);
	expect_count(HWMON_SENSORS_MAX, 4);
}

static void a_chip_without_sensors_is_nothing(void **state)
{
	(void)state;
	add_chip(0, "pwmfan\n");
	expect_error(-ENOENT);
}

static void a_wrong_option_is_refused(void **state)
{
	(void)state;
	static const char *const value[] = { "some", "cpu" };

	assert_int_equal(cputemp_source.set(source_state, "Hwmon", value, 1), -EINVAL);
	assert_int_equal(cputemp_source.set(source_state, "Hwmon", value, 2), -EINVAL);
	assert_int_equal(cputemp_source.set(source_state, "Hwmon", value, 0), -EINVAL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, source_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_link_below_a_zone_is_told_from_others),
		TEST(temperatures_are_millidegrees_always),
		TEST(a_broken_sensor_is_left_out),
		TEST(which_chips_is_an_option),
		TEST(fans_are_sent_of_every_chip),
		TEST(a_chip_that_is_a_zone_is_left_out),
		TEST(twins_are_told_apart),
		TEST(a_chip_without_a_name_goes_by_its_number),
		TEST(no_identifier_comes_twice),
		TEST(more_chips_and_sensors_than_there_is_room_for_are_said),
		TEST(a_chip_without_sensors_is_nothing),
		TEST(a_wrong_option_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

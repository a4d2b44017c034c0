/* test_cputemp.c - units, names, trip points, and zones that come, go and refuse. */
#include "cputemp.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "array.h"
#include "source_rig.h"
#include "unit.h"
#include "banned.h"

#define CLASS "sys/class/thermal"
#define NAME_63 "a23456789012345678901234567890123456789012345678901234567890123"

static time_t clock_ahead;

/* The source asks when trip points were read last: let a minute pass. */
int clock_gettime(clockid_t clock, struct timespec *ret)
{
	int rc = (int)syscall(SYS_clock_gettime, clock, ret);

	ret->tv_sec += clock_ahead;
	return rc;
}

static int setup(void **state)
{
	(void)state;
	clock_ahead = 0;
	return source_begin(&cputemp_source);
}

static void add_zone(unsigned int number, const char *type, const char *temp)
{
	scratch_write(&scratch, type, CLASS "/thermal_zone%u/type", number);
	scratch_write(&scratch, temp, CLASS "/thermal_zone%u/temp", number);
}

static void add_trip(unsigned int zone, unsigned int trip, const char *type, const char *temp)
{
	scratch_write(&scratch, type, CLASS "/thermal_zone%u/trip_point_%u_type", zone, trip);
	scratch_write(&scratch, temp, CLASS "/thermal_zone%u/trip_point_%u_temp", zone, trip);
}

static void add_device(unsigned int number, const char *type, const char *cur, const char *max)
{
	scratch_write(&scratch, type, CLASS "/cooling_device%u/type", number);
	scratch_write(&scratch, cur, CLASS "/cooling_device%u/cur_state", number);
	scratch_write(&scratch, max, CLASS "/cooling_device%u/max_state", number);
}

/* Unit "<zone>" "<unit>" */
static void set_unit_of(const char *zone, const char *unit)
{
	const char *const value[] = { zone, unit };

	assert_int_equal(cputemp_source.set(source_state, "Unit", value, 2), 0);
}

#define ZONES 3
#define TRIPS 3
#define NONE INT32_MIN
#define MILLI CPUTEMP_MILLIDEGREE
#define PLAIN CPUTEMP_DEGREE

/* Degrees, where the kernel should say millidegrees, are told by the trips and the neighbours. */
static void the_unit_is_decided_over_all_zones(void **state)
{
	(void)state;
	static const struct {
		struct {
			int32_t temp; /* NONE: it cannot be read */
			int32_t trip[TRIPS];
			bool has_trips;
			bool was_milli;
			enum cputemp_unit unit;
		} zone[ZONES];
		size_t count;
	} cases[] = {
		/* as documented */
		{ { { 45000, { 0 }, false, false, MILLI } }, 1 },
		{ { { 45000, { 70000, 105000, 105000 }, true, false, MILLI } }, 1 },
		{ { { -12000, { 0 }, false, false, MILLI } }, 1 },
		/* degrees by their own trips */
		{ { { 65, { 70, 105, 105 }, true, false, PLAIN } }, 1 },
		{ { { -5, { 1, 200, 200 }, true, false, PLAIN } }, 1 },
		{ { { NONE, { 70, 105, 105 }, true, false, PLAIN } }, 1 },
		/* one trip that is none spoils it */
		{ { { 65, { 0, 70, 105 }, true, false, MILLI } }, 1 },
		{ { { 65, { 70, 105, 201 }, true, false, MILLI } }, 1 },
		{ { { 65, { -1, 70, 105 }, true, false, MILLI } }, 1 },
		{ { { 50, { -274000, -274000, -274000 }, true, false, MILLI } }, 1 },
		/* a value that cannot be degrees, whatever the trips say */
		{ { { 201, { 70, 105, 105 }, true, false, MILLI } }, 1 },
		{ { { -201, { 70, 105, 105 }, true, false, MILLI } }, 1 },
		{ { { 200, { 70, 105, 105 }, true, false, PLAIN } }, 1 },
		{ { { -200, { 70, 105, 105 }, true, false, PLAIN } }, 1 },
		/* without trips: nothing on the board reaches 1000 */
		{ { { 45, { 0 }, false, false, PLAIN } }, 1 },
		{ { { 45, { 0 }, false, false, PLAIN }, { 999, { 0 }, false, false, MILLI } }, 2 },
		{ { { 45, { 0 }, false, false, MILLI }, { 1000, { 0 }, false, false, MILLI } }, 2 },
		{ { { 45, { 0 }, false, false, MILLI }, { -1000, { 0 }, false, false, MILLI } },
		  2 },
		{ { { 45, { 0 }, false, false, PLAIN }, { NONE, { 0 }, false, false, PLAIN } }, 2 },
		/* without trips: another zone tells */
		{ { { 45, { 0 }, false, false, PLAIN },
		    { 65, { 70, 105, 105 }, true, false, PLAIN },
		    { 43000, { 0 }, false, false, MILLI } },
		  3 },
		{ { { 45, { 0 }, false, false, MILLI },
		    { 65, { 70, 105, 300 }, true, false, MILLI },
		    { 43000, { 0 }, false, false, MILLI } },
		  3 },
		/* trips of its own count more than the neighbour's */
		{ { { 65, { 70, 105, 105 }, true, false, PLAIN },
		    { 50, { -274000, -274000, -274000 }, true, false, MILLI } },
		  2 },
		/* what has been beyond 200 stays millidegrees, and tells the others nothing */
		{ { { 45, { 0 }, false, true, MILLI } }, 1 },
		{ { { 65, { 70, 105, 105 }, true, true, MILLI },
		    { 45000, { 0 }, false, false, MILLI } },
		  2 },
		{ { { 65, { 70, 105, 105 }, true, true, MILLI },
		    { 45000, { 0 }, false, false, MILLI },
		    { 45, { 0 }, false, false, MILLI } },
		  3 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct cputemp_zone zone[ZONES] = { 0 };

		for (size_t j = 0; j < cases[i].count; j++) {
			zone[j].is_present = true;
			zone[j].is_milli = cases[i].zone[j].was_milli;
			zone[j].has_temp = cases[i].zone[j].temp != NONE;
			zone[j].temp = zone[j].has_temp ? cases[i].zone[j].temp : 0;
			zone[j].trips = cases[i].zone[j].has_trips ? TRIPS : 0;
			for (size_t k = 0; k < TRIPS; k++)
				zone[j].trip[k].temp = cases[i].zone[j].trip[k];
		}
		cputemp_decide_units(zone, cases[i].count);
		for (size_t j = 0; j < cases[i].count; j++) {
			if (zone[j].unit != cases[i].zone[j].unit)
				fail_msg("case %zu, zone %zu: unit %d", i, j, zone[j].unit);
		}
	}
}

static void what_cannot_be_degrees_is_remembered(void **state)
{
	(void)state;
	static const int32_t beyond[] = { 201, -201, 45000 };

	for (size_t i = 0; i < ARRAY_SIZE(beyond); i++) {
		struct cputemp_zone zone = { .is_present = true, .has_temp = true };

		zone.temp = beyond[i];
		cputemp_decide_units(&zone, 1);
		zone.temp = 45;
		zone.unit = CPUTEMP_AUTO;
		cputemp_decide_units(&zone, 1);
		assert_int_equal(zone.unit, CPUTEMP_MILLIDEGREE);
	}
}

static void what_has_gone_tells_nothing(void **state)
{
	(void)state;
	struct cputemp_zone zone[] = {
		{ .is_present = false, .has_temp = true, .temp = 45000 },
		{ .is_present = true, .has_temp = true, .temp = 45 },
	};

	cputemp_decide_units(zone, ARRAY_SIZE(zone));
	assert_false(zone[0].is_milli);
	assert_int_equal(zone[1].unit, CPUTEMP_DEGREE);
}

static void a_unit_that_is_set_is_not_decided(void **state)
{
	(void)state;
	struct cputemp_zone zone[] = {
		{ .is_present = true, .has_temp = true, .temp = 305, .unit = CPUTEMP_DECIDEGREE },
		{ .is_present = true, .has_temp = true, .temp = 45, .unit = CPUTEMP_MILLIDEGREE },
	};

	cputemp_decide_units(zone, ARRAY_SIZE(zone));
	assert_int_equal(zone[0].unit, CPUTEMP_DECIDEGREE);
	assert_int_equal(zone[1].unit, CPUTEMP_MILLIDEGREE);
}

static void the_option_unit_holds_for_all_or_for_one_zone(void **state)
{
	(void)state;
	add_zone(0, "battery\n", "314\n");
	add_zone(1, "cpu\n", "45000\n");
	expect("cputemp/temperature-battery 0.314\n"
	       "cputemp/temperature-cpu 45\n");
	set_unit_of("battery", "decidegree");
	expect("cputemp/temperature-battery 31.4\n"
	       "cputemp/temperature-cpu 45\n");
	set("unit", "degree");
	expect("cputemp/temperature-battery 31.4\n"); /* 45000 degrees are none */
	set_unit_of("battery", "millidegree");	      /* the last line wins */
	set("Unit", "AUTO");
	expect("cputemp/temperature-battery 0.314\n"
	       "cputemp/temperature-cpu 45\n");
}

static void a_value_beyond_200_tells_the_unit_for_good(void **state)
{
	(void)state;
	add_zone(0, "cpu\n", "150\n"); /* alone on a board: degrees */
	expect("cputemp/temperature-cpu 150\n");
	add_zone(0, "cpu\n", "45000\n");
	expect("cputemp/temperature-cpu 45\n");
	add_zone(0, "cpu\n", "150\n"); /* cold, and no jump to 150 degrees */
	expect("cputemp/temperature-cpu 0.15\n");
	add_zone(0, "cpu\n", "-201\n");
	expect("cputemp/temperature-cpu -0.201\n");
	add_zone(0, "gpu\n", "50\n"); /* another zone, of the same number */
	expect("cputemp/temperature-gpu 50\n");
	add_zone(0, "gpu\n", "-201\n"); /* either way */
	expect("cputemp/temperature-gpu -0.201\n");
	add_zone(0, "gpu\n", "-99\n");
	expect("cputemp/temperature-gpu -0.099\n");
}

static void a_temperature_is_the_whole_number_or_left_out(void **state)
{
	(void)state;
	static const struct {
		const char *temp;
		const char *lines;
	} cases[] = {
		{ "45000\n", "cputemp/temperature-cpu 45\ncputemp/temperature-other 40\n" },
		{ "45000", "cputemp/temperature-cpu 45\ncputemp/temperature-other 40\n" },
		{ "-40000\n", "cputemp/temperature-cpu -40\ncputemp/temperature-other 40\n" },
		{ "0\n", "cputemp/temperature-cpu 0\ncputemp/temperature-other 40\n" },
		{ "1\n", "cputemp/temperature-cpu 0.001\ncputemp/temperature-other 40\n" },
		/* a sensor that is not broken */
		{ "200000\n", "cputemp/temperature-cpu 200\ncputemp/temperature-other 40\n" },
		{ "-100000\n", "cputemp/temperature-cpu -100\ncputemp/temperature-other 40\n" },
		/* and one that is */
		{ "200001\n", "cputemp/temperature-other 40\n" },
		{ "-100001\n", "cputemp/temperature-other 40\n" },
		{ "-274000\n", "cputemp/temperature-other 40\n" },
		{ "-650788984\n", "cputemp/temperature-other 40\n" },
		{ "2147483648\n", "cputemp/temperature-other 40\n" },
		{ "99999999999999999999999\n", "cputemp/temperature-other 40\n" },
		/* cut, or garbage */
		{ "", "cputemp/temperature-other 40\n" },
		{ "\n", "cputemp/temperature-other 40\n" },
		{ "-\n", "cputemp/temperature-other 40\n" },
		{ "45.0\n", "cputemp/temperature-other 40\n" },
		{ "45000 mC\n", "cputemp/temperature-other 40\n" },
		{ "45000\n46000\n", "cputemp/temperature-other 40\n" },
		{ "<unknown>\n", "cputemp/temperature-other 40\n" },
		{ "\xff\xfe\n", "cputemp/temperature-other 40\n" },
	};

	add_zone(1, "other\n", "40000\n");
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		add_zone(0, "cpu\n", cases[i].temp);
		expect(cases[i].lines);
	}
}

static void zone_that_cannot_be_read_is_left_out(void **state)
{
	(void)state;
	add_zone(0, "cpu\n", "45000\n");
	add_zone(1, "gpu\n", "50000\n");
	scratch_refuse(&scratch, CLASS "/thermal_zone0/temp");
	expect("cputemp/temperature-gpu 50\n");
	scratch_refuse(&scratch, CLASS "/thermal_zone1/temp");
	expect("");
}

static void trips_are_sent_without_the_temperature(void **state)
{
	(void)state;
	add_zone(0, "cpu\n", "45000\n");
	add_trip(0, 0, "passive\n", "70000\n");
	scratch_refuse(&scratch, CLASS "/thermal_zone0/temp");
	expect("cputemp/temperature-cpu_passive 70\n");
}

static void the_lowest_trip_of_each_type_is_sent(void **state)
{
	(void)state;
	add_zone(0, "cpu\n", "45000\n");
	add_trip(0, 0, "active\n", "40000\n");
	add_trip(0, 1, "passive\n", "85000\n");
	add_trip(0, 2, "passive\n", "70000\n");
	add_trip(0, 3, "hot\n", "95000\n");
	add_trip(0, 5, "critical\n", "110000\n"); /* 4 is missing */
	add_trip(0, 6, "Critical\n", "100000\n");
	add_trip(0, 7, "critical \n", "100000\n");
	add_trip(0, 8, "", "1000\n");
	expect("cputemp/temperature-cpu 45\n"
	       "cputemp/temperature-cpu_critical 110\n"
	       "cputemp/temperature-cpu_hot 95\n"
	       "cputemp/temperature-cpu_passive 70\n");
}

static void a_trip_that_is_none_is_left_out(void **state)
{
	(void)state;
	static const char *const none[] = { "0\n",	 "-274000\n", "-32768000\n",
					    "200001\n",	 "",	      "passive\n",
					    "70000.5\n", "-1\n",      "2147483648\n" };

	for (unsigned int i = 0; i < ARRAY_SIZE(none); i++) {
		add_zone(i, "cpu\n", "45000\n");
		add_trip(i, 0, "passive\n", none[i]);
		add_trip(i, 1, "critical\n", "100000\n");
		scratch_write(&scratch, "hot\n", CLASS "/thermal_zone%u/trip_point_2_type", i);
	}
	scratch_write(&scratch, "hot\n", CLASS "/thermal_zone0/trip_point_3_type");
	scratch_refuse(&scratch, CLASS "/thermal_zone0/trip_point_3_temp");
	char *text;
	assert_int_equal(collect(&text), 2 * ARRAY_SIZE(none));
	assert_null(strstr(text, "passive"));
	assert_null(strstr(text, "hot"));
	free(text);
}

static void trips_are_read_again_after_a_minute(void **state)
{
	(void)state;
	add_zone(0, "cpu\n", "45000\n");
	add_trip(0, 0, "passive\n", "70000\n");
	expect("cputemp/temperature-cpu 45\ncputemp/temperature-cpu_passive 70\n");
	add_zone(0, "cpu\n", "46000\n");
	add_trip(0, 0, "passive\n", "80000\n");
	clock_ahead = 58;
	expect("cputemp/temperature-cpu 46\ncputemp/temperature-cpu_passive 70\n");
	clock_ahead = 61;
	expect("cputemp/temperature-cpu 46\ncputemp/temperature-cpu_passive 80\n");
}

static void trips_of_a_new_zone_are_read_at_once(void **state)
{
	(void)state;
	add_zone(0, "cpu\n", "45000\n");
	expect("cputemp/temperature-cpu 45\n");
	add_trip(0, 0, "passive\n", "80000\n"); /* later: this one is known */
	add_zone(3, "gpu\n", "50000\n");
	add_trip(3, 0, "hot\n", "90000\n");
	expect("cputemp/temperature-cpu 45\n"
	       "cputemp/temperature-gpu 50\n"
	       "cputemp/temperature-gpu_hot 90\n");
}

static void zone_that_vanishes_and_returns_is_the_same(void **state)
{
	(void)state;
	add_zone(0, "cpu\n", "45000\n");
	add_zone(7, "wifi\n", "52000\n");
	expect("cputemp/temperature-cpu 45\ncputemp/temperature-wifi 52\n");
	scratch_remove(&scratch, CLASS "/thermal_zone7");
	expect("cputemp/temperature-cpu 45\n");
	add_zone(7, "wifi\n", "150\n"); /* known as one of millidegrees */
	expect("cputemp/temperature-cpu 45\ncputemp/temperature-wifi 0.15\n");
	scratch_remove(&scratch, CLASS "/thermal_zone7");
	add_zone(7, "nvme\n", "41000\n");
	expect("cputemp/temperature-cpu 45\ncputemp/temperature-nvme 41\n");
}

static void zones_of_one_type_carry_their_numbers(void **state)
{
	(void)state;
	add_zone(0, "acpitz\n", "27800\n");
	add_zone(10, "acpitz\n", "20000\n");
	add_zone(2, "acpitz\n", "46000\n");
	add_trip(2, 0, "critical\n", "119000\n");
	expect("cputemp/temperature-acpitz_0 27.8\n"
	       "cputemp/temperature-acpitz_10 20\n"
	       "cputemp/temperature-acpitz_2 46\n"
	       "cputemp/temperature-acpitz_2_critical 119\n");
	scratch_refuse(&scratch, CLASS "/thermal_zone10/temp"); /* readable or not */
	scratch_remove(&scratch, CLASS "/thermal_zone2");
	expect("cputemp/temperature-acpitz_0 27.8\n");
}

static void a_number_behind_a_name_can_meet_a_third(void **state)
{
	(void)state;
	add_zone(0, "cpu\n", "40000\n");
	add_zone(1, "cpu\n", "41000\n");
	add_zone(2, "cpu_1\n", "42000\n");
	expect("cputemp/temperature-cpu_0 40\n"
	       "cputemp/temperature-cpu_1 41\n"
	       "cputemp/temperature-cpu_1_2 42\n");
}

static void a_trip_called_like_a_zone_is_left_out(void **state)
{
	(void)state;
	add_zone(0, "cpu\n", "40000\n");
	add_trip(0, 0, "passive\n", "70000\n");
	add_zone(1, "cpu_passive\n", "41000\n");
	expect("cputemp/temperature-cpu 40\n"
	       "cputemp/temperature-cpu_passive 41\n");
}

static void a_zone_without_a_type_has_a_number(void **state)
{
	(void)state;
	add_zone(0, "\n", "40000\n");
	add_zone(4, "x\n", "41000\n");
	scratch_refuse(&scratch, CLASS "/thermal_zone4/type");
	add_zone(5, "cpu\0 thermal\n", "42000\n");
	expect("cputemp/temperature-cpu 42\n"
	       "cputemp/temperature-thermal_zone0 40\n"
	       "cputemp/temperature-thermal_zone4 41\n");
}

static void a_cooling_device_is_sent_in_percent(void **state)
{
	(void)state;
	static const struct {
		const char *cur;
		const char *max;
		const char *lines;
	} cases[] = {
		{ "0\n", "3\n", "cputemp/percent-fan 0\n" },
		{ "3\n", "3\n", "cputemp/percent-fan 100\n" },
		{ "1\n", "4\n", "cputemp/percent-fan 25\n" },
		{ "4294967296\n", "8589934592\n", "cputemp/percent-fan 50\n" },
		{ "0\n", "0\n", "" },
		{ "4\n", "3\n", "" },
		{ "-1\n", "3\n", "" }, /* intel_powerclamp when it is idle */
		{ "1\n", "-3\n", "" },
		{ "", "3\n", "" },
		{ "1\n", "", "" },
		{ "auto\n", "3\n", "" },
		{ "99999999999999999999\n", "3\n", "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		add_device(0, "fan\n", cases[i].cur, cases[i].max);
		expect(cases[i].lines);
	}
}

static void a_third_is_sent_in_full_precision(void **state)
{
	(void)state;
	char *text;

	add_device(0, "fan\n", "1\n", "3\n");
	assert_int_equal(collect(&text), 1);
	assert_true(strtod(strchr(text, ' '), NULL) == 100.0 / 3);
	free(text);
}

static void cooling_devices_are_named_like_zones(void **state)
{
	(void)state;
	add_device(0, "Processor\n", "0\n", "10\n");
	add_device(1, "Processor\n", "5\n", "10\n");
	add_device(2, "Processor\n", "x\n", "10\n");
	add_device(3, " \n", "1\n", "1\n");
	add_device(4, "pwm fan\n", "1\n", "1\n");
	expect("cputemp/percent-Processor_0 0\n"
	       "cputemp/percent-Processor_1 50\n"
	       "cputemp/percent-cooling_device3 100\n"
	       "cputemp/percent-pwm_fan 100\n");
}

static void only_what_is_selected_is_sent(void **state)
{
	(void)state;
	add_zone(0, "cpu\n", "40000\n");
	add_trip(0, 0, "passive\n", "70000\n");
	add_zone(1, "gpu\n", "41000\n");
	add_device(0, "fan\n", "1\n", "1\n");
	add_device(1, "Processor\n", "0\n", "1\n");
	set("Zone", "/^c/");
	set("CoolingDevice", "fan");
	expect("cputemp/percent-fan 100\n"
	       "cputemp/temperature-cpu 40\n"
	       "cputemp/temperature-cpu_passive 70\n");
	set("IgnoreSelected", "true");
	expect("cputemp/percent-Processor 0\n"
	       "cputemp/temperature-gpu 41\n");
}

static void an_option_that_is_wrong_changes_nothing(void **state)
{
	(void)state;
	static const struct {
		const char *key;
		const char *value[3];
		size_t count;
		int rc;
	} cases[] = {
		{ "Zones", { "cpu" }, 1, -ENOENT },
		{ "", { "cpu" }, 1, -ENOENT },
		{ "Zone", { NULL }, 0, -EINVAL },
		{ "Zone", { "" }, 1, -EINVAL },
		{ "Zone", { "/(/" }, 1, -EINVAL },
		{ "Zone", { "cpu", "gpu" }, 2, -EINVAL },
		{ "CoolingDevice", { "/[/" }, 1, -EINVAL },
		{ "IgnoreSelected", { "1" }, 1, -EINVAL },
		{ "IgnoreSelected", { NULL }, 0, -EINVAL },
		{ "Unit", { NULL }, 0, -EINVAL },
		{ "Unit", { "kelvin" }, 1, -EINVAL },
		{ "Unit", { "cpu", "kelvin" }, 2, -EINVAL },
		{ "Unit", { "degree", "cpu" }, 2, -EINVAL },
		{ "Unit", { "cpu", "degree", "degree" }, 3, -EINVAL },
	};

	add_zone(0, "cpu\n", "40000\n");
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(cputemp_source.set(source_state, cases[i].key, cases[i].value,
						    cases[i].count),
				 cases[i].rc);
		expect("cputemp/temperature-cpu 40\n");
	}
}

static void more_zones_than_there_is_room_for_are_said(void **state)
{
	(void)state;
	char *text;

	for (unsigned int i = CPUTEMP_ZONES_MAX + 44; i-- > 0;)
		add_zone(i, "sensor\n", "40000\n");
	for (int i = 0; i < 2; i++) {
		expect_count(CPUTEMP_ZONES_MAX, 44);
		assert_int_equal(collect(&text), CPUTEMP_ZONES_MAX);
		assert_non_null(strstr(text, "temperature-sensor_0 "));
		assert_non_null(strstr(text, "temperature-sensor_255 "));
		assert_null(strstr(text, "temperature-sensor_256 "));
		free(text);
	}
	scratch_remove(&scratch, CLASS "/thermal_zone0");
	expect_count(CPUTEMP_ZONES_MAX, 43);
}

/* Of 384 CPUs each is a cooling device; the last of all is the one that tells. */
static void every_cpu_can_be_a_cooling_device(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < 384; i++)
		add_device(i, "Processor\n", "0\n", "7\n");
	add_device(384, "intel_powerclamp\n", "25\n", "50\n");
	expect_count(385, 0);
}

static void more_trips_than_there_is_room_for_are_said(void **state)
{
	(void)state;
	add_zone(0, "cpu\n", "40000\n");
	for (unsigned int i = 0; i < CPUTEMP_TRIPS_MAX; i++)
		add_trip(0, i, "active\n", "50000\n");
	add_trip(0, CPUTEMP_TRIPS_MAX - 1, "critical\n", "90000\n");
	expect_count(2, 0);
	add_trip(0, CPUTEMP_TRIPS_MAX, "hot\n", "80000\n");
	clock_ahead += 61;
	expect_count(2, 1);
	expect_count(2, 1); /* without reading them again */
}

static void a_type_is_cut_at_63_bytes(void **state)
{
	(void)state;
	add_zone(0, NAME_63 "xyz\n", "40000\n");
	add_device(0, NAME_63 "\n", "1\n", "1\n");
	expect("cputemp/percent-" NAME_63 " 100\n"
	       "cputemp/temperature-" NAME_63 " 40\n");
}

static void more_zones_come_and_go_than_there_is_room_for(void **state)
{
	(void)state;
	for (unsigned int first = 0; first < 600; first += 200) {
		for (unsigned int i = first; i < first + 200; i++)
			add_zone(i, "sensor\n", "40000\n");
		expect_count(200, 0);
		scratch_remove(&scratch, CLASS);
	}
}

static void a_class_that_is_missing_or_empty_is_said_to_the_caller(void **state)
{
	(void)state;
	expect_error(-ENOENT);
	scratch_write(&scratch, "", CLASS "/other");
	expect_error(-ENOENT);
	add_device(0, "fan\n", "1\n", "1\n"); /* one of the two kinds is enough */
	expect("cputemp/percent-fan 100\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, source_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_unit_is_decided_over_all_zones),
		cmocka_unit_test(what_cannot_be_degrees_is_remembered),
		cmocka_unit_test(what_has_gone_tells_nothing),
		cmocka_unit_test(a_unit_that_is_set_is_not_decided),
		TEST(the_option_unit_holds_for_all_or_for_one_zone),
		TEST(a_value_beyond_200_tells_the_unit_for_good),
		TEST(a_temperature_is_the_whole_number_or_left_out),
		TEST(zone_that_cannot_be_read_is_left_out),
		TEST(trips_are_sent_without_the_temperature),
		TEST(the_lowest_trip_of_each_type_is_sent),
		TEST(a_trip_that_is_none_is_left_out),
		TEST(trips_are_read_again_after_a_minute),
		TEST(trips_of_a_new_zone_are_read_at_once),
		TEST(zone_that_vanishes_and_returns_is_the_same),
		TEST(zones_of_one_type_carry_their_numbers),
		TEST(a_number_behind_a_name_can_meet_a_third),
		TEST(a_trip_called_like_a_zone_is_left_out),
		TEST(a_zone_without_a_type_has_a_number),
		TEST(a_cooling_device_is_sent_in_percent),
		TEST(a_third_is_sent_in_full_precision),
		TEST(cooling_devices_are_named_like_zones),
		TEST(only_what_is_selected_is_sent),
		TEST(an_option_that_is_wrong_changes_nothing),
		TEST(more_zones_than_there_is_room_for_are_said),
		TEST(every_cpu_can_be_a_cooling_device),
		TEST(more_trips_than_there_is_room_for_are_said),
		TEST(a_type_is_cut_at_63_bytes),
		TEST(more_zones_come_and_go_than_there_is_room_for),
		TEST(a_class_that_is_missing_or_empty_is_said_to_the_caller),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

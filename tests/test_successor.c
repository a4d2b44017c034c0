/* test_successor.c - boardgraph migrate: which file of ours goes on with which older one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "migration.h"
#include "unit.h"
#include "util.h"

static void the_files_of_the_xu4_find_theirs(void **state)
{
	static const char *const pairs[][2] = {
		{ MIGRATION_OLD, MIGRATION_OURS },
		{ "fanspeed/fanspeed", MIGRATION_PERCENT },
		{ "cpufreq/cpufreq-0", MIGRATION_SLOW },
		{ "cpufreq/cpufreq-4", MIGRATION_FAST },
	};
	struct rig *rig = *state;
	struct rig_run run;
	size_t known[2];

	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		migration_make_old(rig, pairs[i][0]);
		migration_make_ours(rig, pairs[i][1]);
	}
	migration_make_ours(rig, "cputemp/temperature-cpu0-thermal_passive");
	migration_make_ours(rig, "cputemp/temperature-cpu1-thermal");
	migration_make_ours(rig, "cputemp/temperature-gpu-thermal");
	migration_make_ours(rig, "cputemp/percent-thermal-cpufreq-0");
	migration_make_ours(rig, "clusterfreq-cpu0-3/cpufreq-limit");
	migration_copy(rig, MIGRATION_SLOW, "cputemp/before");
	rig_run(rig, &run, "migrate", NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++)
		migration_expect_joined(rig, pairs[i][1], "cputemp/before", pairs[i][0], known);
	assert_true(known[1] > 0);
}

static void each_cpu_goes_to_its_cluster(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	char name[64], line[128];

	migration_make_ours(rig, MIGRATION_SLOW);
	migration_make_ours(rig, MIGRATION_FAST);
	for (int cpu = 0; cpu < 8; cpu++) {
		snprintf(name, sizeof(name), "cpufreq-%d/cpufreq", cpu);
		migration_make_old(rig, name);
	}
	rig_run(rig, &run, "migrate", NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	for (int cpu = 0; cpu < 8; cpu++) {
		snprintf(line, sizeof(line), "cpufreq-%d/cpufreq -> %s: %s", cpu,
			 cpu < 4 ? MIGRATION_SLOW : MIGRATION_FAST,
			 cpu % 4 ? "nothing to add\n" : "2026-");
		assert_non_null(strstr(run.out, line));
	}
}

static void a_zone_that_is_not_clear_is_asked_for(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;

	migration_make_ours(rig, MIGRATION_OURS);
	migration_make_ours(rig, "cputemp/temperature-gpu-thermal");
	migration_make_ours(rig, "cputemp/temperature-gpu-thermal_critical");
	migration_make_old(rig, MIGRATION_OLD);
	migration_make_old(rig, "thermal-thermal_zone4/temperature");
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.out, MIGRATION_OLD " -> " MIGRATION_OURS
						      ": 2026-")); /* the clear one is done */
	assert_non_null(strstr(run.err,
			       "Give thermal-thermal_zone4/temperature=NEW, one of " MIGRATION_OURS
			       ", cputemp/temperature-gpu-thermal; "));
	assert_non_null(strstr(run.err, "`cat /sys/class/thermal/thermal_zone4/type`"));
	rig_run(rig, &run, "migrate", "thermal-thermal_zone4/temperature=", NULL);
	assert_int_equal(run.code, 0);
	assert_null(strstr(run.out, "zone4"));
	rig_run(rig, &run, "migrate",
		"thermal-thermal_zone4/temperature.rrd=cputemp/temperature-gpu-thermal.rrd", NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	assert_non_null(strstr(run.out, "thermal-thermal_zone4/temperature -> "
					"cputemp/temperature-gpu-thermal: 2026-"));
}

static void the_only_zone_is_clear(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;

	migration_make_ours(rig, "cputemp/temperature-soc-thermal");
	migration_make_old(rig, "thermal-thermal_zone0/temperature");
	rig_run(rig, &run, "migrate", NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	assert_non_null(strstr(run.out, "-> cputemp/temperature-soc-thermal: 2026-"));
	migration_make_old(rig,
			   "thermal-thermal_zone1/temperature"); /* now it could be of either */
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 1);
}

static void a_series_that_ours_has_not_is_told(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;

	migration_make_ours(rig, MIGRATION_OURS);
	migration_make_old(rig, "cpufreq/cpufreq-0");
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, "there is no clusterfreq-*/cpufreq-current yet"));
	assert_non_null(strstr(run.err, "let collectd run for a minute"));
}

/* Move a folder of the host to OUT/old, a host's folder elsewhere. */
static void move_away(const struct rig *rig, const char *folder)
{
	char from[RIG_PATH_SIZE], to[RIG_PATH_SIZE];

	snprintf(to, sizeof(to), "%s/old", rig->out);
	if (mkdir(to, 0755) < 0)
		assert_int_equal(errno, EEXIST);
	snprintf(from, sizeof(from), "%s/%s", rig->host, folder);
	snprintf(to, sizeof(to), "%s/old/%s", rig->out, folder);
	assert_int_equal(rename(from, to), 0);
}

static double counter(time_t time)
{
	return (double)(time - RIG_NOW + MIGRATION_DAY) * 7;
}

static void files_elsewhere_go_on_in_those_of_their_names(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	char from[RIG_PATH_SIZE];
	size_t known[2];

	migration_make_old(rig, MIGRATION_OLD);
	migration_make_old(rig, MIGRATION_PERCENT);
	migration_make_old(rig, "cputemp/temperature-board");
	migration_make_old(rig, "cputemp/temperature-gone");
	rig_octets(rig, "usbio-1-1/if_octets", "rx", "tx", RIG_NOW - MIGRATION_DAY,
		   RIG_NOW - MIGRATION_DAY + 4000, 10, counter, counter);
	move_away(rig, "temperature");
	move_away(rig, "cputemp");
	move_away(rig, "usbio-1-1");
	migration_make_ours(rig, MIGRATION_OURS);
	migration_make_ours(rig, MIGRATION_PERCENT);
	migration_make_ours(rig, "cputemp/temperature-soc");
	rig_octets(rig, "usbio-1-1/if_octets", "rx", "tx", RIG_NOW - 1000, RIG_NOW, 10, counter,
		   counter);
	migration_copy(rig, MIGRATION_OURS, "cputemp/before");
	snprintf(from, sizeof(from), "%s/old", rig->out);
	rig_run(rig, &run, "migrate", "--from", from,
		"cputemp/temperature-board=cputemp/temperature-soc", NULL);
	assert_int_equal(run.code, 0);
	assert_non_null(strstr(run.err, "left out, for none of ours has that name: "
					"cputemp/temperature-gone\n"));
	assert_non_null(strstr(run.out, "usbio-1-1/if_octets -> usbio-1-1/if_octets: 2026-"));
	snprintf(from, sizeof(from), "../../out/old/" MIGRATION_PERCENT);
	migration_expect_joined(rig, MIGRATION_PERCENT, "cputemp/before", from, known);
	assert_true(known[1] > 0);
	snprintf(from, sizeof(from), "../../out/old/" MIGRATION_OLD);
	migration_expect_joined(rig, MIGRATION_OURS, "cputemp/before", from, known);
	migration_expect_joined(rig, "cputemp/temperature-soc", "cputemp/before", from, known);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(the_files_of_the_xu4_find_theirs),
		RIG_TEST(each_cpu_goes_to_its_cluster),
		RIG_TEST(a_zone_that_is_not_clear_is_asked_for),
		RIG_TEST(the_only_zone_is_clear),
		RIG_TEST(a_series_that_ours_has_not_is_told),
		RIG_TEST(files_elsewhere_go_on_in_those_of_their_names),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

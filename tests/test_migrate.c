/* test_migrate.c - boardgraph migrate. */
#include <rrd.h>
#include <rrd_client.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rrdcached.h"
#include "migration.h"
#include "unit.h"
#include "util.h"

static void doing_it_twice_adds_nothing(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	struct migration_bytes once;

	migration_make_old(rig, MIGRATION_OLD);
	migration_make_ours(rig, MIGRATION_OURS);
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 0);
	once = migration_read(rig, MIGRATION_OURS);
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 0);
	assert_string_equal(run.out, MIGRATION_OLD " -> " MIGRATION_OURS ": nothing to add\n");
	assert_true(migration_is_same(rig, MIGRATION_OURS, &once));
}

static void a_dry_run_says_the_same_and_changes_nothing(void **state)
{
	struct rig *rig = *state;
	struct rig_run dry, run;
	struct migration_bytes before;
	char *end;

	migration_make_old(rig, MIGRATION_OLD);
	migration_make_ours(rig, MIGRATION_OURS);
	before = migration_read(rig, MIGRATION_OURS);
	rig_run(rig, &dry, "migrate", "--dry-run", NULL);
	assert_int_equal(dry.code, 0);
	assert_true(migration_is_same(rig, MIGRATION_OURS, &before));
	rig_run(rig, &run, "migrate", NULL);
	end = strstr(dry.out, "Nothing is changed yet; without --dry-run it is.\n");
	assert_non_null(end);
	*end = '\0';
	assert_string_equal(dry.out, run.out);
	assert_non_null(strstr(run.out, " rows\n"));
}

static void where_nothing_is_older_the_exit_status_is_3(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;

	migration_make_ours(rig, MIGRATION_OURS);
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 3);
	assert_non_null(strstr(run.err, "nothing to migrate: there is no temperature/temperature-"
					"cpu, fanspeed/fanspeed"));
}

static void wrong_words_are_told(void **state)
{
	static const char *const cases[][2] = {
		{ "temperature", "give OLD=NEW" },
		{ "=" MIGRATION_OURS, "give OLD=NEW" },
		{ "cpufreq/cpufreq-9=" MIGRATION_SLOW, "there is no cpufreq/cpufreq-9.rrd" },
		{ MIGRATION_OLD "=cputemp/temperature-none", "let collectd run for a minute" },
		{ MIGRATION_OURS "=" MIGRATION_OURS, "two different names" },
		{ MIGRATION_OLD "=" MIGRATION_PERCENT, "is of another type" },
		{ "--json", "unknown option '--json'" },
	};
	struct rig *rig = *state;
	struct rig_run run;
	struct migration_bytes before;

	migration_make_ours(rig, MIGRATION_OURS);
	migration_make_ours(rig, MIGRATION_PERCENT);
	migration_make_old(rig, MIGRATION_OLD);
	before = migration_read(rig, MIGRATION_OURS);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		rig_run(rig, &run, "migrate", cases[i][0], NULL);
		assert_int_equal(run.code, 2);
		if (!strstr(run.err, cases[i][1]))
			fail_msg("%s: %s", cases[i][0], run.err);
	}
	assert_true(migration_is_same(rig, MIGRATION_OURS, &before));
}

static void a_broken_original_is_told_and_the_others_are_done(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	struct migration_bytes whole;

	migration_make_ours(rig, MIGRATION_OURS);
	migration_make_ours(rig, MIGRATION_SLOW);
	migration_make_old(rig, MIGRATION_OLD);
	migration_make_old(rig, "cpufreq/cpufreq-0");
	whole = migration_read(rig, MIGRATION_OLD);
	rig_write(rig, MIGRATION_OLD, whole.at, whole.size - 1000, (off_t)(whole.size - 1000));
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, MIGRATION_OLD ".rrd: is cut"));
	assert_null(strstr(run.out, MIGRATION_OURS));
	assert_non_null(strstr(run.out, "cpufreq/cpufreq-0 -> " MIGRATION_SLOW ": 2026-"));
	free(whole.at);
}

static void what_rrdcached_holds_is_there_and_it_goes_on(void **state)
{
	const char *value = "1790430010:91", *later = "1790430020:92";
	struct rig *rig = *state;
	struct rrdcached cached;
	char path[RIG_PATH_SIZE];
	struct rig_run run;

	migration_make_old(rig, MIGRATION_OLD);
	migration_make_ours(rig, MIGRATION_OURS);
	rig_path(rig, MIGRATION_OURS, path);
	rrdcached_start(&cached, rig->scratch.path, rig->data);
	assert_int_equal(rrdc_connect(cached.address), 0);
	assert_int_equal(rrdc_update(path, 1, &value), 0);
	rig_run(rig, &run, "migrate", "--daemon", cached.address, NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	migration_expect_both(rig);
	assert_int_equal(rrdc_update(path, 1, &later), 0);
	assert_int_equal(rrdc_flush(path), 0);
	rrdc_disconnect();
	rrdcached_kill(&cached);
	migration_expect_both(rig);
}

static void a_daemon_that_is_not_there_stops_all(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	struct migration_bytes before;
	char address[RIG_PATH_SIZE];

	migration_make_old(rig, MIGRATION_OLD);
	migration_make_ours(rig, MIGRATION_OURS);
	before = migration_read(rig, MIGRATION_OURS);
	snprintf(address, sizeof(address), "unix:%s/socket", rig->scratch.path);
	rig_run(rig, &run, "migrate", "--daemon", address, NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, "`sudo systemctl start rrdcached`"));
	assert_true(migration_is_same(rig, MIGRATION_OURS, &before));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(doing_it_twice_adds_nothing),
		RIG_TEST(a_dry_run_says_the_same_and_changes_nothing),
		RIG_TEST(where_nothing_is_older_the_exit_status_is_3),
		RIG_TEST(wrong_words_are_told),
		RIG_TEST(a_broken_original_is_told_and_the_others_are_done),
		RIG_TEST(what_rrdcached_holds_is_there_and_it_goes_on),
		RIG_TEST(a_daemon_that_is_not_there_stops_all),
	};

	if (!rrdcached_is_there())
		return skip_all("rrdcached is not installed");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

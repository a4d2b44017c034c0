/* test_check_files.c - boardgraph check: the data folder, the host, and how old the values are. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "machine.h"
#include "unit.h"

static void another_data_folder_is_told(void **state)
{
	struct machine *m = *state;
	char cure[PATH_MAX];

	m->options.data_dir = m->rig->out;
	snprintf(cure, sizeof(cure), "boardgraph check --data-dir %s", m->rig->data);
	machine_expect_problem(m, "is not where this collectd stores its values", cure);
	m->options.data_dir = m->rig->host;
	machine_expect_healthy(m);
}

static void a_data_folder_without_files_is_told(void **state)
{
	struct machine *m = *state;

	m->options.data_dir = m->rig->out;
	machine_conf(m, m->rig->out);
	rrdcached_kill(&m->rrdcached);
	machine_rrdcached(m, m->rig->scratch.path);
	machine_expect_problem(m, "holds no RRD files, though collectd runs",
			       "journalctl -u collectd");
}

static void a_host_that_is_not_there_is_told(void **state)
{
	struct machine *m = *state;

	m->options.host = "xu4";
	machine_expect_problem(m, "has no host 'xu4'; there are: " RIG_HOST,
			       "boardgraph check --host " RIG_HOST);
	m->options.host = RIG_HOST;
	machine_expect_healthy(m);
}

static void a_board_that_was_renamed_is_told(void **state)
{
	struct machine *m = *state;
	struct rig old = *m->rig;
	time_t now = time(NULL);

	snprintf(old.host, sizeof(old.host), "%s/old", m->rig->data);
	assert_int_equal(mkdir(old.host, 0755), 0);
	rig_rrd(&old, MACHINE_CPUIRQ, "DERIVE", now - 90000, now - 86400, 10, machine_counter);
	m->options.host = "old";
	machine_check(m);
	assert_int_equal(m->code, 1);
	assert_non_null(strstr(m->said, "new values arrive as host " RIG_HOST ", not old"));
	assert_non_null(strstr(m->said, "boardgraph check --host " RIG_HOST));
}

static void a_clock_before_the_newest_value_is_told(void **state)
{
	struct machine *m = *state;
	time_t now = time(NULL);

	rig_fill(m->rig, MACHINE_CPUIRQ, "DERIVE", now + 86900, now + 87000, 10, machine_counter);
	machine_expect_problem(m, "is before the newest value of 1 of the files, by up to 24 h",
			       "fake-hwclock");
}

static void old_values_are_told(void **state)
{
	struct machine *m = *state;
	time_t now = time(NULL);

	rig_rrd(m->rig, MACHINE_CPUIRQ, "DERIVE", now - 3700, now - 50, 10, machine_counter);
	machine_expect_healthy(m); /* not yet older than a minute */
	rig_rrd(m->rig, MACHINE_CPUIRQ, "DERIVE", now - 3700, now - 600, 10, machine_counter);
	rig_octets(m->rig, "usbio-4-1.1/if_octets", "rx", "tx", now - 8000, now - 7300, 10,
		   machine_counter, machine_counter);
	machine_expect_problem(m, "the newest value of cpuirq is 10 min old, of usbio 2 h",
			       "journalctl -u collectd");
	scratch_remove(&m->root, "sys/block/sda");
	scratch_remove(&m->root, "sys/class/net/eth0");
	machine_expect_problem(m, "the newest value of cpuirq is 10 min old",
			       "journalctl -u collectd");
}

static void values_that_a_daemon_may_hold_are_not_old(void **state)
{
	struct machine *m = *state;
	time_t now = time(NULL);

	rig_rrd(m->rig, MACHINE_CPUIRQ, "DERIVE", now - 3700, now - 200, 10, machine_counter);
	machine_conf_rrdtool(m, "CacheTimeout 300\n");
	machine_expect_healthy(m);
	assert_non_null(strstr(m->said, "by collectd's plugin rrdtool, CacheTimeout 300 s"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		MACHINE_TEST(another_data_folder_is_told),
		MACHINE_TEST(a_data_folder_without_files_is_told),
		MACHINE_TEST(a_host_that_is_not_there_is_told),
		MACHINE_TEST(a_board_that_was_renamed_is_told),
		MACHINE_TEST(a_clock_before_the_newest_value_is_told),
		MACHINE_TEST(old_values_are_told),
		MACHINE_TEST(values_that_a_daemon_may_hold_are_not_old),
	};

	if (!rrdcached_is_there())
		return skip_all("rrdcached is not installed");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

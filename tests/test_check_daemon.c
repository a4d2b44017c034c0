/* test_check_daemon.c - boardgraph check of the real collectd and rrdcached. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon.h"
#include "program.h"
#include "unit.h"

#define ID "cpuirq-total/irq-cpu0"

/* Of this machine, with the folder that rrdcached writes. */
static struct output check_real(const struct daemon *daemon)
{
	struct output output;
	char dir[PATH_MAX];

	snprintf(dir, sizeof(dir), "%s/cached", daemon->scratch.path);
	program_run(
		&output, NULL,
		(const char *const[]){ getenv("BOARDGRAPH"), "check", "--data-dir", dir, NULL });
	return output;
}

static int start(void **state)
{
	struct daemon *daemon = calloc(1, sizeof(*daemon));

	assert_non_null(daemon);
	daemon_start(daemon, false, NULL);
	*state = daemon;
	return 0;
}

static int end(void **state)
{
	daemon_done(*state);
	free(*state);
	return 0;
}

static void expect(const struct daemon *daemon, int code, const char *text)
{
	struct output checked = check_real(daemon);

	if (checked.status != code || !strstr(checked.out, text))
		fail_msg("not %d with '%s': %d\n%s", code, text, checked.status, checked.out);
	output_done(&checked);
}

static void a_healthy_installation_is_said_to_be_so(void **state)
{
	struct daemon *daemon = *state;

	daemon_wait_for(daemon, ID, 3);
	expect(daemon, 0, "healthy: no problem found");
	expect(daemon, 0, "written by rrdcached, which holds a value for 300 s (-w)");
}

static void a_stopped_rrdcached_is_told(void **state)
{
	struct daemon *daemon = *state;

	daemon_wait_for(daemon, ID, 3);
	program_stop(daemon->rrdcached);
	daemon->rrdcached = 0;
	expect(daemon, 1, "cure: sudo systemctl start rrdcached");
}

/* collectd reconnects for each value that is refused, and loses it. */
static void a_base_folder_elsewhere_is_told(void **state)
{
	struct daemon *daemon = *state;
	char address[PATH_MAX], base[PATH_MAX], log[PATH_MAX], pid[PATH_MAX];

	daemon_wait_for(daemon, ID, 3);
	program_stop(daemon->rrdcached);
	snprintf(address, sizeof(address), "unix:%s/socket", daemon->scratch.path);
	snprintf(base, sizeof(base), "%s/csv", daemon->scratch.path);
	snprintf(log, sizeof(log), "%s/stderr", daemon->scratch.path);
	snprintf(pid, sizeof(pid), "%s/second.pid", daemon->scratch.path);
	daemon->rrdcached =
		program_start(log, (const char *const[]){ "setpriv", "--pdeathsig", "KILL",
							  "rrdcached", "-g", "-F", "-B", "-b", base,
							  "-l", address, "-p", pid, NULL });
	daemon_wait_for_log(daemon, "Successfully reconnected", 2);
	expect(daemon, 1, "collectd's log fills with \"Successfully reconnected\"");
	expect(daemon, 1, "/cached/ | sudo tee -a /etc/default/rrdcached");
}

/* Another collectd may run on the machine. */
static void a_stopped_collectd_is_told(void **state)
{
	struct daemon *daemon = *state;
	struct output checked;

	daemon_wait_for(daemon, ID, 3);
	program_stop(daemon->collectd);
	daemon->collectd = 0;
	checked = check_real(daemon);
	assert_int_equal(checked.status, 1);
	if (!strstr(checked.out, "does not run") &&
	    !strstr(checked.out, "is not where this collectd stores"))
		fail_msg("%s", checked.out);
	output_done(&checked);
}

#define DAEMON_TEST(name) cmocka_unit_test_setup_teardown(name, start, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		DAEMON_TEST(a_healthy_installation_is_said_to_be_so),
		DAEMON_TEST(a_stopped_rrdcached_is_told),
		DAEMON_TEST(a_base_folder_elsewhere_is_told),
		DAEMON_TEST(a_stopped_collectd_is_told),
	};
	const char *reason = daemon_lacks(false);

	if (reason)
		return skip_all(reason);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

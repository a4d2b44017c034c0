/* test_check_collectd.c - boardgraph check: collectd, its plugins, and where they store. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine.h"
#include "unit.h"

static void collectd_that_does_not_run_is_told(void **state)
{
	struct machine *m = *state;

	scratch_remove(&m->root, "proc/21/comm");
	machine_expect_problem(m, "does not run: nothing is measured",
			       "sudo systemctl restart collectd");
	scratch_remove(&m->root, "proc/1/comm");
	machine_expect_other(m, "fact     /proc", "hides the processes of others");
}

/* The root of a process is a link to it. */
static void collectd_of_a_container_is_another(void **state)
{
	struct machine *m = *state;

	scratch_link(&m->root, "../..", "proc/21/root");
	machine_expect_healthy(m);
	scratch_remove(&m->root, "proc/21/root");
	scratch_link(&m->root, "../../usr", "proc/21/root");
	machine_expect_problem(m, "does not run: nothing is measured",
			       "sudo systemctl restart collectd");
}

static void collectd_that_is_started_again_and_again_is_told(void **state)
{
	struct machine *m = *state;

	static const char words[] =
		"/usr/sbin/collectdmon\0-P\0/run/a.pid\0--\0-C\0/etc/other.conf";

	machine_process(m, 21, "collectdmon", "collectdmon", 12);
	machine_expect_problem(m, "collectdmon starts it again and again",
			       "sudo collectd -T; sudo journalctl -t collectd -n 20; then "
			       "sudo systemctl restart collectd");
	assert_non_null(strstr(m->said, "journalctl -u collectd"));
	machine_process(m, 21, "collectdmon", words, sizeof(words));
	scratch_write(&m->root, "Include /etc/collectd/collectd.conf\nLoadPlugin write_http\n",
		      "etc/other.conf");
	machine_check(m);
	assert_non_null(strstr(m->said, "write_http.so\n         is missing, and /etc/other.conf "
					"loads it: collectd does not start"));
}

static void collectd_that_is_not_installed_is_told(void **state)
{
	struct machine *m = *state;

	scratch_remove(&m->root, "proc/21/comm");
	scratch_remove(&m->root, "etc/collectd/collectd.conf");
	m->options.daemon = m->address;
	machine_expect_problem(m, "it is not installed", "apt install");
}

static void a_module_that_is_missing_is_told(void **state)
{
	struct machine *m = *state;

	scratch_move(&m->root, "usr/lib/collectd/cpuirq.so", "usr/lib/collectd/CpuIrq.so");
	machine_expect_healthy(m);
	scratch_move(&m->root, "usr/lib/collectd/CpuIrq.so", "usr/lib/elsewhere.so");
	machine_expect_problem(m, "/usr/lib/collectd/CPUIRQ.so", "install boardstat");
	assert_non_null(strstr(m->said, "is missing, and /etc/collectd/collectd.conf.d/"
					"boardstat.conf loads it"));
	scratch_link(&m->root, "../elsewhere.so", "usr/lib/collectd/cpuirq.so");
	machine_expect_problem(m, "is no regular file", "copy the file itself");
}

static void a_second_plugin_folder_is_looked_in(void **state)
{
	struct machine *m = *state;

	scratch_write(&m->root, "ELF", "opt/plugins/cpuirq.so");
	scratch_write(&m->root, "ELF", "opt/plugins/usbio.so");
	scratch_remove(&m->root, "usr/lib/collectd/usbio.so");
	machine_conf(m, m->rig->data);
	scratch_write(&m->root,
		      "LoadPlugin cputemp\nLoadPlugin clusterfreq\nLoadPlugin rrdcached\n"
		      "Include \"/etc/more/*.conf\"\n",
		      "etc/collectd/collectd.conf.d/boardstat.conf");
	scratch_write(&m->root, "PluginDir /opt/plugins\nLoadPlugin usbio\nLoadPlugin cpuirq\n",
		      "etc/more/a.conf");
	machine_check(m);
	assert_null(strstr(m->said, "is missing"));
	assert_null(strstr(m->said, "is not loaded"));
}

static void plugins_that_are_not_loaded_are_told(void **state)
{
	struct machine *m = *state;
	char text[PATH_MAX];

	snprintf(text, sizeof(text), "<Plugin rrdcached>\nDataDir \"%s\"\nDaemonAddress \"%s\"\n",
		 m->rig->data, m->address);
	scratch_write(&m->root, text, "etc/collectd/collectd.conf.d/a.conf");
	scratch_write(&m->root, "LoadPlugin rrdcached\nLoadPlugin CpuTemp\n<Plugin usbio>\n",
		      "etc/collectd/collectd.conf.d/boardstat.conf");
	machine_expect_other(m, "advice   usbio", "is not loaded");
	scratch_write(&m->root, "LoadPlugin rrdcached\n<Plugin usbio>\n</Plugin>\n",
		      "etc/collectd/collectd.conf.d/boardstat.conf");
	machine_expect_problem(m, "loads none of boardstat's plugins",
			       "systemctl restart collectd");
	scratch_write(&m->root,
		      "AutoLoadPlugin true\nLoadPlugin rrdcached\n<Plugin usbio>\n</Plugin>\n",
		      "etc/collectd/collectd.conf.d/boardstat.conf");
	machine_expect_other(m, "advice   cputemp", "is not loaded");
	assert_null(strstr(m->said, "advice   usbio"));
	scratch_write(&m->root, "<config></config>", "etc/openmediavault/config.xml");
	machine_expect_other(m, "advice   cputemp", "install openmediavault-boardstat");
}

static void a_configuration_newer_than_the_process_is_told(void **state)
{
	struct machine *m = *state;

	machine_maps(m, "usbio");
	machine_expect_problem(m, "the running collectd has not loaded it",
			       "sudo systemctl restart collectd");
	scratch_write(&m->root,
		      "7f00-7f01 r-xp 0 08:01 7 /usr/lib/collectd/cputemp.so (deleted)\n"
		      "7f00-7f01 r-xp 0 08:01 7 /usr/lib/collectd/clusterfreq.so\n"
		      "7f00-7f01 r-xp 0 08:01 7 /usr/lib/collectd/cpuirq.so\n"
		      "7f00-7f01 r-xp 0 08:01 7 /usr/lib/collectd/usbio.so\n",
		      "proc/21/maps");
	machine_expect_healthy(m);
	scratch_remove(&m->root, "proc/21/maps");
	machine_expect_healthy(m); /* not root's eyes */
}

static void a_plugin_without_a_file_is_told(void **state)
{
	struct machine *m = *state;
	char path[RIG_PATH_SIZE];

	rig_path(m->rig, MACHINE_CPUIRQ, path);
	assert_int_equal(unlink(path), 0);
	machine_expect_problem(m, "has no file of it", "boardprobe cpuirq");
	scratch_write(&m->root, "21.5 2000\n", "proc/uptime");
	machine_expect_healthy(m); /* collectd is 20 seconds old */
}

static void no_plugin_that_stores_is_told(void **state)
{
	struct machine *m = *state;

	m->options.daemon = m->address;
	scratch_write(&m->root,
		      "LoadPlugin cputemp\nLoadPlugin clusterfreq\nLoadPlugin cpuirq\n"
		      "LoadPlugin usbio\n",
		      "etc/collectd/collectd.conf.d/boardstat.conf");
	machine_expect_problem(
		m, "loads neither rrdcached nor rrdtool",
		"sudo cp /usr/local/share/boardstat/collectd.conf.d/rrdcached.conf ");
	scratch_write(&m->root, "", "usr/share/boardstat/collectd.conf.d/rrdcached.conf");
	machine_expect_problem(m, "loads neither rrdcached nor rrdtool",
			       "sudo cp /usr/share/boardstat/collectd.conf.d/rrdcached.conf ");
}

static void two_plugins_that_store_in_one_folder_are_told(void **state)
{
	struct machine *m = *state;
	char text[PATH_MAX];

	scratch_write(&m->root, "ELF", "usr/lib/collectd/rrdtool.so");
	snprintf(text, sizeof(text), "LoadPlugin rrdtool\n<Plugin rrdtool>\nDataDir %s/\n",
		 m->rig->data);
	scratch_write(&m->root, text, "etc/collectd/collectd.conf.d/a.conf");
	machine_expect_problem(m, "is written by both", "s/^LoadPlugin rrdtool/#&/");
	snprintf(text, sizeof(text), "LoadPlugin rrdtool\n<Plugin rrdtool>\nDataDir %s\n",
		 m->rig->out);
	scratch_write(&m->root, text, "etc/collectd/collectd.conf.d/a.conf");
	machine_expect_healthy(m);
}

static void an_include_of_itself_ends(void **state)
{
	struct machine *m = *state;

	scratch_write(&m->root, "Include \"/etc/collectd/collectd.conf\"\n",
		      "etc/collectd/collectd.conf.d/self.conf");
	machine_check(m);
	assert_int_equal(m->code, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		MACHINE_TEST(collectd_that_does_not_run_is_told),
		MACHINE_TEST(collectd_of_a_container_is_another),
		MACHINE_TEST(collectd_that_is_started_again_and_again_is_told),
		MACHINE_TEST(collectd_that_is_not_installed_is_told),
		MACHINE_TEST(a_module_that_is_missing_is_told),
		MACHINE_TEST(a_second_plugin_folder_is_looked_in),
		MACHINE_TEST(plugins_that_are_not_loaded_are_told),
		MACHINE_TEST(a_configuration_newer_than_the_process_is_told),
		MACHINE_TEST(a_plugin_without_a_file_is_told),
		MACHINE_TEST(no_plugin_that_stores_is_told),
		MACHINE_TEST(two_plugins_that_store_in_one_folder_are_told),
		MACHINE_TEST(an_include_of_itself_ends),
	};

	if (!rrdcached_is_there())
		return skip_all("rrdcached is not installed");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

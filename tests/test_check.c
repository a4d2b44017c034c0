/* test_check.c - boardgraph check in composed systems and with the real rrdcached. */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <json-c/json.h>
#include <limits.h>
#include <math.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cached.h"
#include "check.h"
#include "conf_read.h"
#include "cost.h"
#include "graphs_rig.h"
#include "rrdcached.h"
#include "scratch.h"
#include "unit.h"

#define CPUIRQ "cpuirq-total/irq-cpu0"

/* A healthy system: below ROOT what is below / else, and RRDs in a rig. */
struct system_rig {
	struct rig *rig;
	struct scratch root;
	struct options options;
	struct rrdcached rrdcached;
	char address[RIG_PATH_SIZE]; /* as it is configured */
	char *said;
	int code;
};

static double counting(time_t time)
{
	return (double)(time % 1000000) * 7;
}

static void write_conf(struct system_rig *s, const char *dir)
{
	char text[4096];

	snprintf(text, sizeof(text),
		 "# a comment\n"
		 "LoadPlugin cputemp\n"
		 "<LoadPlugin \"clusterfreq\">\n"
		 "  Interval 5\n"
		 "</LoadPlugin>\n"
		 "loadplugin \"CPUIRQ\"\n"
		 "LoadPlugin usbio\n"
		 "LoadPlugin rrdcached\n"
		 "<Plugin rrdcached>\n"
		 "  DaemonAddress \"%s\" # here\n"
		 "  DataDir \"%s\"\n"
		 "</Plugin>\n",
		 s->address, dir);
	scratch_write(&s->root, text, "etc/collectd/collectd.conf.d/boardstat.conf");
}

static void write_process(struct system_rig *s, int pid, const char *name, const char *cmdline,
			  size_t length)
{
	char path[64], text[128];

	snprintf(text, sizeof(text), "%s\n", name);
	scratch_write(&s->root, text, "proc/%d/comm", pid);
	snprintf(path, sizeof(path), "proc/%d/cmdline", pid);
	scratch_write_bytes(&s->root, path, cmdline, length);
	snprintf(text, sizeof(text), "%d (a b) c) S 1 1 1 0 -1 0 1 1 1 1 1 1 1 1 20 0 1 0 100 1",
		 pid);
	scratch_write(&s->root, text, "proc/%d/stat", pid);
}

static void write_maps(struct system_rig *s, const char *but)
{
	static const char *const plugins[] = { "cputemp", "clusterfreq", "cpuirq", "usbio" };
	char text[1024] = "";

	for (size_t i = 0; i < 4; i++) {
		size_t len = strlen(text);

		if (strcmp(plugins[i], but) != 0)
			snprintf(text + len, sizeof(text) - len,
				 "7f00-7f01 r-xp 00000000 08:01 7 /usr/lib/collectd/%s.so\n",
				 plugins[i]);
	}
	scratch_write(&s->root, text, "proc/21/maps");
}

/* The real one serves, and the composed /proc says how it was started. */
static void cached_start(struct system_rig *s, const char *base)
{
	char words[4096];
	int len;

	rrdcached_start(&s->rrdcached, s->rig->scratch.path, base);
	len = snprintf(words, sizeof(words),
		       "/usr/bin/rrdcached%c-l%c%s%c-b%c%s%c-B%c-F%c-w%c900%c-f%c3600%c-j%c"
		       "/var/lib/rrdcached/journal/%c",
		       0, 0, s->rrdcached.address, 0, 0, base, 0, 0, 0, 0, 0, 0, 0, 0, 0);
	write_process(s, 22, "rrdcached", words, (size_t)len);
}

static const char collectd_words[] = "/usr/sbin/collectd\0-f";

/* An ODROID-XU4 with an hour of values. */
static int setup(void **state)
{
	struct system_rig *s = calloc(1, sizeof(*s));
	void *rig;
	time_t now = time(NULL);

	rig_setup(&rig);
	s->rig = rig;
	scratch_make(&s->root);
	s->options = (struct options){ .data_dir = s->rig->data };
	snprintf(s->address, sizeof(s->address), "unix:%s/socket", s->rig->scratch.path);
	scratch_write(&s->root,
		      "FQDNLookup true\n"
		      "<Include \"/etc/collectd/collectd.conf.d\">\n"
		      "\tFilter \"*.conf\"\n"
		      "</Include>\n",
		      "etc/collectd/collectd.conf");
	scratch_write(&s->root, "LoadPlugin nothing\n", "etc/collectd/collectd.conf.d/old.conf~");
	write_conf(s, s->rig->data);
	write_process(s, 21, "collectd", collectd_words, sizeof(collectd_words));
	write_maps(s, "");
	scratch_write(&s->root, "systemd\n", "proc/1/comm");
	scratch_write(&s->root, "1000.5 2000\n", "proc/uptime");
	scratch_write(&s->root, "           CPU0\n", "proc/interrupts");
	for (size_t i = 0; i < 5; i++) {
		static const char *const modules[] = { "cputemp", "clusterfreq", "cpuirq", "usbio",
						       "rrdcached" };

		scratch_write(&s->root, "ELF", "usr/lib/collectd/%s.so", modules[i]);
	}
	scratch_write(&s->root, "52000\n", "sys/class/thermal/thermal_zone0/temp");
	scratch_write(&s->root, "1400000\n",
		      "sys/devices/system/cpu/cpufreq/policy0/scaling_cur_freq");
	scratch_write(&s->root, "", "sys/devices/usb4/4-1/4-1.1/block/sda/stat");
	scratch_write(&s->root, "", "sys/block/none");
	scratch_link(&s->root, "../devices/usb4/4-1/4-1.1/block/sda", "sys/block/sda");
	scratch_write(&s->root, "1500\n", "sys/devices/usb6/6-1/6-1:1.0/net/eth0/mtu");
	scratch_write(&s->root, "", "sys/class/net/bonding_masters");
	scratch_link(&s->root, "../../devices/usb6/6-1/6-1:1.0/net/eth0", "sys/class/net/eth0");
	scratch_write(&s->root, "font", "usr/share/fonts/truetype/dejavu/DejaVuSans.ttf");
	scratch_write(&s->root, "/dev/root / ext4 rw,noatime 0 0\n", "proc/mounts");
	rig_rrd(s->rig, "cputemp/temperature-cpu", "GAUGE", now - 3700, now, 10, rig_43);
	rig_rrd(s->rig, "clusterfreq-cpu0-3/cpufreq-current", "GAUGE", now - 3700, now, 10, rig_43);
	rig_rrd(s->rig, CPUIRQ, "DERIVE", now - 3700, now, 10, counting);
	rig_octets(s->rig, "usbio-4-1.1/if_octets", "rx", "tx", now - 370, now, 10, counting,
		   counting);
	cached_start(s, s->rig->data);
	*state = s;
	return 0;
}

static int teardown(void **state)
{
	struct system_rig *s = *state;
	void *rig = s->rig;

	rrdcached_kill(&s->rrdcached);
	scratch_done(&s->root);
	rig_teardown(&rig);
	free(s->said);
	free(s);
	return 0;
}

static void run(struct system_rig *s)
{
	struct system system = { .root = s->root.path };
	struct notes notes = { 0 };
	size_t size;
	FILE *out;

	free(s->said);
	out = open_memstream(&s->said, &size);
	assert_non_null(out);
	s->code = (int)check_system(&system, &s->options, out, &notes);
	fclose(out);
	assert_string_equal(notes.text, "");
}

/* One problem, and what it says. */
static void expect_problem(struct system_rig *s, const char *text, const char *cure)
{
	run(s);
	if (s->code != 1 || !strstr(s->said, text) || !strstr(s->said, cure) ||
	    !strstr(s->said, "1 problem found"))
		fail_msg("not one problem with '%s', '%s': %d\n%s", text, cure, s->code, s->said);
}

/* Advice or a fact: healthy all the same. */
static void expect_other(struct system_rig *s, const char *severity, const char *text)
{
	run(s);
	if (s->code != 0 || !strstr(s->said, severity) || !strstr(s->said, text))
		fail_msg("no '%s' of '%s': %d\n%s", severity, text, s->code, s->said);
}

static void expect_healthy(struct system_rig *s)
{
	run(s);
	if (s->code != 0 || strstr(s->said, "problem  ") || strstr(s->said, "advice   "))
		fail_msg("not healthy: %d\n%s", s->code, s->said);
}

static void a_healthy_system_is_said_to_be_so(void **state)
{
	struct system_rig *s = *state;

	expect_healthy(s);
	assert_non_null(strstr(s->said, "healthy: no problem found\n"));
	/* 5 values of 4 files each 10 s; 4 files are 4/100 of 521 MB, and 2.8 MB of journal */
	assert_non_null(strstr(s->said, "4 RRD files, 4 of them get 0.5 values per second; "
					"about 24 MB a day are written by rrdcached"));
	assert_non_null(strstr(s->said, "fact     eth0\n         MTU 1500\n"));
}

static void json_has_the_same(void **state)
{
	struct system_rig *s = *state;
	struct json_object *json, *facts, *findings, *value;

	s->options.is_json = true;
	s->options.host = "nobody";
	run(s);
	assert_int_equal(s->code, 1);
	json = json_tokener_parse(s->said);
	assert_non_null(json);
	assert_true(json_object_object_get_ex(json, "healthy", &value));
	assert_false(json_object_get_boolean(value));
	assert_true(json_object_object_get_ex(json, "facts", &facts));
	assert_true(json_object_object_get_ex(facts, "write_timeout_s", &value));
	assert_int_equal(json_object_get_int(value), 900);
	assert_true(json_object_object_get_ex(json, "findings", &findings));
	json_object_object_get_ex(json_object_array_get_idx(findings, 0), "check", &value);
	assert_string_equal(json_object_get_string(value), "data");
	json_object_object_get_ex(json_object_array_get_idx(findings, 0), "severity", &value);
	assert_string_equal(json_object_get_string(value), "problem");
	json_object_object_get_ex(json_object_array_get_idx(findings, 0), "cure", &value);
	assert_string_equal(json_object_get_string(value), "boardgraph check --host board");
	json_object_put(json);
}

/* --- collectd --- */

static void collectd_that_does_not_run_is_told(void **state)
{
	struct system_rig *s = *state;

	scratch_remove(&s->root, "proc/21/comm");
	expect_problem(s, "does not run: nothing is measured", "sudo systemctl start collectd");
	scratch_remove(&s->root, "proc/1/comm");
	expect_other(s, "fact     /proc", "hides the processes of others");
}

static void collectd_that_is_started_again_and_again_is_told(void **state)
{
	struct system_rig *s = *state;

	static const char words[] =
		"/usr/sbin/collectdmon\0-P\0/run/a.pid\0--\0-C\0/etc/other.conf";

	write_process(s, 21, "collectdmon", "collectdmon", 12);
	expect_problem(s, "collectdmon starts it again and again", "sudo collectd -T");
	assert_non_null(strstr(s->said, "journalctl -u collectd"));
	write_process(s, 21, "collectdmon", words, sizeof(words));
	scratch_write(&s->root, "Include /etc/collectd/collectd.conf\nLoadPlugin write_http\n",
		      "etc/other.conf");
	run(s);
	assert_non_null(strstr(s->said, "write_http.so\n         is missing, and /etc/other.conf "
					"loads it: collectd does not start"));
}

static void collectd_that_is_not_installed_is_told(void **state)
{
	struct system_rig *s = *state;

	scratch_remove(&s->root, "proc/21/comm");
	scratch_remove(&s->root, "etc/collectd/collectd.conf");
	s->options.daemon = s->address;
	expect_problem(s, "it is not installed", "apt install");
}

static void a_module_that_is_missing_is_told(void **state)
{
	struct system_rig *s = *state;

	scratch_move(&s->root, "usr/lib/collectd/cpuirq.so", "usr/lib/collectd/CpuIrq.so");
	expect_healthy(s);
	scratch_move(&s->root, "usr/lib/collectd/CpuIrq.so", "usr/lib/elsewhere.so");
	expect_problem(s, "/usr/lib/collectd/CPUIRQ.so", "install boardstat");
	scratch_link(&s->root, "../elsewhere.so", "usr/lib/collectd/cpuirq.so");
	expect_problem(s, "is no regular file", "copy the file itself");
}

static void a_second_plugin_folder_is_looked_in(void **state)
{
	struct system_rig *s = *state;

	scratch_write(&s->root, "ELF", "opt/plugins/cpuirq.so");
	scratch_write(&s->root, "ELF", "opt/plugins/usbio.so");
	scratch_remove(&s->root, "usr/lib/collectd/usbio.so");
	write_conf(s, s->rig->data);
	scratch_write(&s->root,
		      "LoadPlugin cputemp\nLoadPlugin clusterfreq\nLoadPlugin rrdcached\n"
		      "Include \"/etc/more/*.conf\"\n",
		      "etc/collectd/collectd.conf.d/boardstat.conf");
	scratch_write(&s->root, "PluginDir /opt/plugins\nLoadPlugin usbio\nLoadPlugin cpuirq\n",
		      "etc/more/a.conf");
	run(s);
	assert_null(strstr(s->said, "is missing"));
	assert_null(strstr(s->said, "is not loaded"));
}

static void plugins_that_are_not_loaded_are_told(void **state)
{
	struct system_rig *s = *state;
	char text[PATH_MAX];

	snprintf(text, sizeof(text), "<Plugin rrdcached>\nDataDir \"%s\"\nDaemonAddress \"%s\"\n",
		 s->rig->data, s->address);
	scratch_write(&s->root, text, "etc/collectd/collectd.conf.d/a.conf");
	scratch_write(&s->root, "LoadPlugin rrdcached\nLoadPlugin CpuTemp\n<Plugin usbio>\n",
		      "etc/collectd/collectd.conf.d/boardstat.conf");
	expect_other(s, "advice   usbio", "is not loaded");
	scratch_write(&s->root, "LoadPlugin rrdcached\n<Plugin usbio>\n</Plugin>\n",
		      "etc/collectd/collectd.conf.d/boardstat.conf");
	expect_problem(s, "loads none of boardstat's plugins", "systemctl restart collectd");
	scratch_write(&s->root,
		      "AutoLoadPlugin true\nLoadPlugin rrdcached\n<Plugin usbio>\n</Plugin>\n",
		      "etc/collectd/collectd.conf.d/boardstat.conf");
	expect_other(s, "advice   cputemp", "is not loaded");
	assert_null(strstr(s->said, "advice   usbio"));
	scratch_write(&s->root, "<config></config>", "etc/openmediavault/config.xml");
	expect_other(s, "advice   cputemp", "install openmediavault-boardstat");
}

static void a_configuration_newer_than_the_process_is_told(void **state)
{
	struct system_rig *s = *state;

	write_maps(s, "usbio");
	expect_problem(s, "the running collectd has not loaded it",
		       "sudo systemctl restart collectd");
	scratch_write(&s->root,
		      "7f00-7f01 r-xp 0 08:01 7 /usr/lib/collectd/cputemp.so (deleted)\n"
		      "7f00-7f01 r-xp 0 08:01 7 /usr/lib/collectd/clusterfreq.so\n"
		      "7f00-7f01 r-xp 0 08:01 7 /usr/lib/collectd/cpuirq.so\n"
		      "7f00-7f01 r-xp 0 08:01 7 /usr/lib/collectd/usbio.so\n",
		      "proc/21/maps");
	expect_healthy(s);
	scratch_remove(&s->root, "proc/21/maps");
	expect_healthy(s); /* not root's eyes */
}

static void a_plugin_without_a_file_is_told(void **state)
{
	struct system_rig *s = *state;
	char path[RIG_PATH_SIZE];

	rig_path(s->rig, CPUIRQ, path);
	assert_int_equal(unlink(path), 0);
	expect_problem(s, "has no file of it", "boardprobe cpuirq");
	scratch_write(&s->root, "21.5 2000\n", "proc/uptime");
	expect_healthy(s); /* collectd is 20 seconds old */
}

static void no_plugin_that_stores_is_told(void **state)
{
	struct system_rig *s = *state;

	s->options.daemon = s->address;
	scratch_write(&s->root,
		      "LoadPlugin cputemp\nLoadPlugin clusterfreq\nLoadPlugin cpuirq\n"
		      "LoadPlugin usbio\n",
		      "etc/collectd/collectd.conf.d/boardstat.conf");
	expect_problem(s, "loads neither rrdcached nor rrdtool",
		       "sudo cp /usr/local/share/boardstat/collectd.conf.d/rrdcached.conf ");
	scratch_write(&s->root, "", "usr/share/boardstat/collectd.conf.d/rrdcached.conf");
	expect_problem(s, "loads neither rrdcached nor rrdtool",
		       "sudo cp /usr/share/boardstat/collectd.conf.d/rrdcached.conf ");
}

static void two_plugins_that_store_in_one_folder_are_told(void **state)
{
	struct system_rig *s = *state;
	char text[PATH_MAX];

	scratch_write(&s->root, "ELF", "usr/lib/collectd/rrdtool.so");
	snprintf(text, sizeof(text), "LoadPlugin rrdtool\n<Plugin rrdtool>\nDataDir %s/\n",
		 s->rig->data);
	scratch_write(&s->root, text, "etc/collectd/collectd.conf.d/a.conf");
	expect_problem(s, "is written by both", "s/^LoadPlugin rrdtool/#&/");
	snprintf(text, sizeof(text), "LoadPlugin rrdtool\n<Plugin rrdtool>\nDataDir %s\n",
		 s->rig->out);
	scratch_write(&s->root, text, "etc/collectd/collectd.conf.d/a.conf");
	expect_healthy(s);
}

/* --- rrdcached --- */

static void an_absent_rrdcached_is_told(void **state)
{
	struct system_rig *s = *state;

	rrdcached_kill(&s->rrdcached);
	scratch_remove(&s->root, "proc/22/comm");
	expect_problem(s, "rrdcached does not run", "sudo systemctl start rrdcached");
}

static void an_rrdcached_at_another_address_is_told(void **state)
{
	static const char words[] = "rrdcached\0-lunix:/run/other.sock";
	struct system_rig *s = *state;

	rrdcached_kill(&s->rrdcached);
	write_process(s, 22, "rrdcached", words, sizeof(words));
	expect_problem(s, "1 rrdcached elsewhere", "SOCKFILE in /etc/default/rrdcached");
}

static void a_hung_rrdcached_is_told_within_5_seconds(void **state)
{
	struct system_rig *s = *state;
	struct timespec begin, end;

	kill(s->rrdcached.pid, SIGSTOP);
	clock_gettime(CLOCK_MONOTONIC, &begin);
	expect_problem(s, "does not answer within 5 seconds", "sudo systemctl restart rrdcached");
	clock_gettime(CLOCK_MONOTONIC, &end);
	assert_true(end.tv_sec - begin.tv_sec < 8);
}

/* cmocka's own process stays root. */
static void a_socket_without_permission_is_told(void **state)
{
	const struct passwd *nobody = getpwnam("nobody");
	struct system_rig *s = *state;
	int status;
	pid_t pid;

	if (geteuid() != 0 || !nobody)
		return; /* only root can become nobody */
	assert_int_equal(chmod(s->address + strlen("unix:"), 0700), 0);
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		if (setgroups(0, NULL) < 0 || setgid(nobody->pw_gid) < 0 ||
		    setuid(nobody->pw_uid) < 0)
			_exit(2);
		run(s);
		_exit(s->code == 1 && strstr(s->said, "this user may not ask rrdcached") &&
				      strstr(s->said, "cure: sudo boardgraph check")
			      ? 0
			      : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	expect_healthy(s); /* root may */
}

static void a_socket_by_another_path_is_the_same(void **state)
{
	struct system_rig *s = *state;
	char link[PATH_MAX];

	snprintf(link, sizeof(link), "%s/link", s->rig->scratch.path);
	assert_int_equal(symlink(s->rig->scratch.path, link), 0);
	snprintf(s->address, sizeof(s->address), "unix:%.100s/link/socket", s->rig->scratch.path);
	write_conf(s, s->rig->data);
	expect_healthy(s);
	assert_non_null(strstr(s->said, "about 24 MB a day"));
}

static void a_base_folder_without_the_data_is_told(void **state)
{
	struct system_rig *s = *state;
	char cure[PATH_MAX];

	rrdcached_kill(&s->rrdcached);
	cached_start(s, s->rig->out);
	snprintf(cure, sizeof(cure), "echo BASE_PATH=%s/ | sudo tee -a /etc/default/rrdcached",
		 s->rig->data);
	expect_problem(s, "\"Successfully reconnected\"", cure);
}

static void a_server_that_is_no_rrdcached_is_told(void **state)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct system_rig *s = *state;
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	pid_t pid;

	rrdcached_kill(&s->rrdcached);
	snprintf(address.sun_path, sizeof(address.sun_path), "%.90s/other", s->rig->scratch.path);
	assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	assert_int_equal(listen(fd, 1), 0);
	pid = fork();
	if (pid == 0) {
		int peer = accept(fd, NULL, NULL);

		(void)!write(peer, "HTTP/1.1 400\n", 13);
		sleep(10);
		_exit(0);
	}
	snprintf(s->address, sizeof(s->address), "unix:%s", address.sun_path);
	s->options.daemon = s->address;
	expect_problem(s, "what answers is no rrdcached", "--daemon unix:/PATH");
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	close(fd);
}

/* --- the files --- */

static void another_data_folder_is_told(void **state)
{
	struct system_rig *s = *state;
	char cure[PATH_MAX];

	s->options.data_dir = s->rig->out;
	snprintf(cure, sizeof(cure), "boardgraph check --data-dir %s", s->rig->data);
	expect_problem(s, "is not where this collectd stores its values", cure);
	s->options.data_dir = s->rig->host;
	expect_healthy(s);
}

static void a_data_folder_without_files_is_told(void **state)
{
	struct system_rig *s = *state;

	s->options.data_dir = s->rig->out;
	write_conf(s, s->rig->out);
	rrdcached_kill(&s->rrdcached);
	cached_start(s, s->rig->scratch.path);
	expect_problem(s, "holds no RRD files, though collectd runs", "journalctl -u collectd");
}

static void a_host_that_is_not_there_is_told(void **state)
{
	struct system_rig *s = *state;

	s->options.host = "xu4";
	expect_problem(s, "has no host 'xu4'; there are: board", "boardgraph check --host board");
	s->options.host = "board";
	expect_healthy(s);
}

static void a_board_that_was_renamed_is_told(void **state)
{
	struct system_rig *s = *state;
	struct rig old = *s->rig;
	time_t now = time(NULL);

	snprintf(old.host, sizeof(old.host), "%s/old", s->rig->data);
	assert_int_equal(mkdir(old.host, 0755), 0);
	rig_rrd(&old, CPUIRQ, "DERIVE", now - 90000, now - 86400, 10, counting);
	s->options.host = "old";
	run(s);
	assert_int_equal(s->code, 1);
	assert_non_null(strstr(s->said, "new values arrive as host board, not old"));
	assert_non_null(strstr(s->said, "boardgraph check --host board"));
}

/* Beside a sound one, so that nothing else is missing. */
#define BAD "cputemp/temperature-bad zone"

static void broken_files_are_told(void **state)
{
	static const struct {
		const char *bytes;
		size_t size;
		off_t length;
		const char *text;
	} cases[] = {
		{ "", 0, 0, "is empty (0 bytes)" },
		{ "", 0, 148648, "holds only zeros" },
		{ "<?xml version=\"1.0\"?>", 21, 21, "is no RRD file" },
		{ "RRD\0"
		  "0003",
		  9, 5000, "has a damaged header" },
	};
	struct system_rig *s = *state;
	char cure[2 * RIG_PATH_SIZE + 64], path[RIG_PATH_SIZE];

	rig_path(s->rig, BAD, path);
	snprintf(cure, sizeof(cure), "cure: sudo mv '%s' '%s.broken'", path, path);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		rig_write(s->rig, BAD, cases[i].bytes, cases[i].size, cases[i].length);
		expect_problem(s, cases[i].text, cure);
	}
	assert_int_equal(unlink(path), 0);
	expect_healthy(s);
}

static void a_cut_file_is_told(void **state)
{
	struct system_rig *s = *state;
	time_t now = time(NULL);
	char path[RIG_PATH_SIZE];

	rig_rrd(s->rig, BAD, "GAUGE", now - 100, now, 10, rig_43);
	expect_healthy(s);
	rig_path(s->rig, BAD, path);
	assert_int_equal(truncate(path, 100000), 0);
	expect_problem(s, "is cut: 100000 of 148648 bytes", "sudo mv ");
}

static void many_broken_files_are_counted(void **state)
{
	struct system_rig *s = *state;

	for (int i = 0; i < 20; i++) {
		char name[64];

		snprintf(name, sizeof(name), "cputemp/temperature-%d", i);
		rig_write(s->rig, name, "", 0, 0);
	}
	run(s);
	assert_non_null(strstr(s->said, "12 more files are like the 8 before"));
	assert_non_null(strstr(s->said, "9 problems found"));
}

/* The first bytes of an RRD as 32-bit ARM lays them out: nothing else fits the cookie. */
static void a_file_of_another_machine_is_told(void **state)
{
	static const double cookie = 8.642135E130;
	const unsigned int counts[] = { 1, 1, 10 };
	unsigned char bytes[1024] = "RRD\0"
				    "0003";
	const unsigned int rows[] = { 10, 1 };
	struct system_rig *s = *state;

	memcpy(bytes + 16, &cookie, sizeof(cookie));
	memcpy(bytes + 24, counts, sizeof(counts));
	/* the one archive: behind 36 bytes, aligned to 40, 80 of parameters, a source of 120 */
	memcpy(bytes + 240, "AVERAGE", 7);
	memcpy(bytes + 260, rows, sizeof(rows));
	rig_write(s->rig, BAD, bytes, sizeof(bytes), sizeof(bytes));
	expect_problem(s, "was made on another architecture, 32-bit ARM", "rrdtool restore -f");
	assert_non_null(strstr(s->said, "rrdtool dump"));
}

static void a_file_that_cannot_be_read_is_told(void **state)
{
	struct system_rig *s = *state;
	char path[RIG_PATH_SIZE];

	rig_path(s->rig, BAD, path);
	assert_int_equal(mkdir(path, 0755), 0);
	expect_problem(s, "cannot be read: Is a directory", "sudo mv ");
}

static void a_locked_file_is_told(void **state)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	struct system_rig *s = *state;
	char path[RIG_PATH_SIZE], cure[64];
	int ready[2], status;
	char byte;
	pid_t pid;

	rig_path(s->rig, CPUIRQ, path);
	assert_int_equal(pipe(ready), 0);
	pid = fork();
	if (pid == 0) {
		int fd = open(path, O_RDWR);

		fcntl(fd, F_SETLK, &lock);
		(void)!write(ready[1], "", 1);
		pause();
		_exit(0);
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	snprintf(cure, sizeof(cure), "ps -fp %d; sudo kill %d", (int)pid, (int)pid);
	expect_problem(s, "is locked by process", cure);
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	close(ready[0]);
	close(ready[1]);
	expect_healthy(s);
}

static void a_clock_before_the_newest_value_is_told(void **state)
{
	struct system_rig *s = *state;
	time_t now = time(NULL);

	rig_fill(s->rig, CPUIRQ, "DERIVE", now + 86900, now + 87000, 10, counting);
	expect_problem(s, "is before the newest value of 1 of the files, by up to 24 h",
		       "fake-hwclock");
}

static void old_values_are_told(void **state)
{
	struct system_rig *s = *state;
	time_t now = time(NULL);

	rig_rrd(s->rig, CPUIRQ, "DERIVE", now - 3700, now - 50, 10, counting);
	expect_healthy(s); /* not yet older than a minute */
	rig_rrd(s->rig, CPUIRQ, "DERIVE", now - 3700, now - 600, 10, counting);
	rig_rrd(s->rig, "usbio-4-1.1/if_octets", "DERIVE", now - 8000, now - 7300, 10, counting);
	expect_problem(s, "the newest value of cpuirq is 10 min old, of usbio 2 h",
		       "journalctl -u collectd");
	scratch_remove(&s->root, "sys/block/sda");
	scratch_remove(&s->root, "sys/class/net/eth0");
	expect_problem(s, "the newest value of cpuirq is 10 min old", "journalctl -u collectd");
}

static void values_that_a_daemon_may_hold_are_not_old(void **state)
{
	struct system_rig *s = *state;
	char text[PATH_MAX + 256];
	time_t now = time(NULL);

	scratch_write(&s->root, "ELF", "usr/lib/collectd/rrdtool.so");
	rig_rrd(s->rig, CPUIRQ, "DERIVE", now - 3700, now - 200, 10, counting);
	snprintf(text, sizeof(text),
		 "LoadPlugin cputemp\nLoadPlugin clusterfreq\nLoadPlugin cpuirq\n"
		 "LoadPlugin usbio\nLoadPlugin rrdtool\n<Plugin rrdtool>\nDataDir %s\n"
		 "CacheTimeout 300\n",
		 s->rig->data);
	scratch_write(&s->root, text, "etc/collectd/collectd.conf.d/boardstat.conf");
	expect_healthy(s);
	assert_non_null(strstr(s->said, "by collectd's plugin rrdtool, CacheTimeout 300 s"));
}

/* --- the machine --- */

static void no_font_is_told(void **state)
{
	struct system_rig *s = *state;

	scratch_move(&s->root, "usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
		     "usr/share/fonts/fonts.dir");
	expect_problem(s, "boxes in place of letters", "sudo apt install fonts-dejavu-core");
	scratch_write(&s->root, "font", "usr/local/share/fonts/a/Mono.OTF");
	expect_healthy(s);
}

static void an_absent_sensor_is_a_fact(void **state)
{
	struct system_rig *s = *state;

	/* a zone that refuses its number is none */
	scratch_write(&s->root, "", "sys/class/thermal/thermal_zone0/temp");
	expect_other(s, "fact     cputemp",
		     "has nothing to measure on this machine; it looks for "
		     "/sys/class/thermal/");
	scratch_write(&s->root, "0\n", "sys/class/thermal/cooling_device0/cur_state");
	scratch_write(&s->root, "0\n", "sys/class/thermal/cooling_device0/max_state");
	expect_other(s, "fact     cputemp", "has nothing to measure");
	scratch_write(&s->root, "3\n", "sys/class/thermal/cooling_device0/max_state");
	run(s);
	assert_null(strstr(s->said, "fact     cputemp"));
	scratch_remove(&s->root, "sys/class/thermal/cooling_device0/max_state");
	scratch_write(&s->root, "k10temp\n", "sys/class/hwmon/hwmon2/name");
	run(s);
	assert_null(strstr(s->said, "fact     cputemp"));
}

static void a_monitoring_that_is_switched_off_is_told(void **state)
{
	struct system_rig *s = *state;

	scratch_write(&s->root, "<config><perfstats>\n<enable>0</enable></perfstats></config>",
		      "etc/openmediavault/config.xml");
	expect_problem(s, "its monitoring is switched off", "System > Monitoring");
	scratch_write(&s->root,
		      "<a><enable>0</enable></a><perfstats><enable>1</enable></perfstats>",
		      "etc/openmediavault/config.xml");
	expect_healthy(s);
}

static void direct_writing_is_dear(void **state)
{
	struct system_rig *s = *state;
	char text[PATH_MAX + 256];
	time_t now = time(NULL);

	for (int i = 0; i < 20; i++) {
		char name[64];

		snprintf(name, sizeof(name), "cpuirq-usb%d/irq-cpu0", i);
		rig_rrd(s->rig, name, "DERIVE", now - 100, now, 10, counting);
	}
	expect_healthy(s);
	scratch_write(&s->root, "ELF", "usr/lib/collectd/rrdtool.so");
	snprintf(text, sizeof(text),
		 "LoadPlugin cputemp\nLoadPlugin clusterfreq\nLoadPlugin cpuirq\n"
		 "LoadPlugin usbio\nLoadPlugin rrdtool\n<Plugin rrdtool>\nDataDir %s\n",
		 s->rig->data);
	scratch_write(&s->root, text, "etc/collectd/collectd.conf.d/boardstat.conf");
	/* 24 of 100 files of 6860 MB */
	expect_other(s, "advice ", "about 1646 MB a day wear an SD card out");
	snprintf(text, sizeof(text), "tmpfs %s tmpfs rw 0 0\n", s->rig->data);
	scratch_write(&s->root, text, "proc/mounts");
	expect_healthy(s);
	assert_non_null(strstr(s->said, "is in memory (tmpfs)"));
}

static void ntfs_without_big_writes_or_noatime_is_told(void **state)
{
	static const char mount[] = "/dev/sda1 /srv/a\\040b fuseblk rw,relatime 0 0\n";
	static const char words[] = "mount.ntfs\0/dev/sda1\0/srv/a b\0-o\0rw,big_writes";
	struct system_rig *s = *state;

	scratch_write(&s->root, mount, "proc/mounts");
	expect_other(s, "advice   /srv/a b",
		     "add big_writes,noatime to its options in /etc/fstab; "
		     "sudo umount '/srv/a b'");
	write_process(s, 30, "mount.ntfs", words, sizeof(words));
	expect_other(s, "advice   /srv/a b", "add noatime to its options");
	scratch_remove(&s->root, "proc/30/comm");
	scratch_write(&s->root, "/dev/sda1 /srv/a\\040b ntfs big_writes,noatime 0 0\n",
		      "etc/fstab");
	scratch_write(&s->root, "/dev/sda1 /srv/a\\040b fuseblk rw,noatime 0 0\n", "proc/mounts");
	expect_healthy(s);
	scratch_write(&s->root, "/dev/sda1 /mnt ntfs3 rw,relatime 0 0\nx /y fuse.lxcfs rw 0 0\n",
		      "proc/mounts");
	expect_other(s, "advice   /mnt", "add noatime to its options");
}

static void an_adapter_and_disks_behind_one_port_are_told(void **state)
{
	struct system_rig *s = *state;

	scratch_write(&s->root, "1500\n", "sys/devices/usb4/4-1/4-1.2/4-1.2:1.0/net/eth1/mtu");
	scratch_link(&s->root, "../../devices/usb4/4-1/4-1.2/4-1.2:1.0/net/eth1",
		     "sys/class/net/eth1");
	scratch_write(&s->root, "480\n", "sys/bus/usb/devices/4-1/speed");
	expect_other(s, "advice   eth1", "shares USB port 4-1, 480 Mbit/s, with the disks sda");
	assert_null(strstr(s->said, "advice   eth0"));
}

/* As recorded on real boards. */
static void boards_whose_ports_share_an_uplink_are_told(void **state)
{
	static const struct {
		const char *board, *text; /* NULL: none does */
	} cases[] = {
		{ "raspberry-pi-3b-plus", "shares USB port 1-1, 480 Mbit/s, with the disks sda" },
		{ "x86-16cpu-minipc", "shares USB port 2-3, 10000 Mbit/s, with the disks sda" },
		{ "raspberry-pi-4", NULL },
		{ "odroid-xu4", NULL },
	};
	struct system_rig *s = *state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct system_rig board = { .options = s->options };

		snprintf(board.root.path, sizeof(board.root.path), FIXTURES "/%s", cases[i].board);
		run(&board);
		if (cases[i].text ? !strstr(board.said, cases[i].text)
				  : !!strstr(board.said, "shares USB port"))
			fail_msg("%s: %s", cases[i].board, board.said);
		free(board.said);
	}
}

/* --- pure --- */

static void the_cost_meets_what_was_measured(void **state)
{
	static const struct {
		double together, mb;
	} cases[] = { { 0, 6860 }, { 1, 6860 }, { 90, 521 }, { 360, 169 } };
	struct cost cost = { .files_per_s = 10 };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cost.together = cases[i].together;
		assert_true(fabs(cost_mb_per_day(&cost) - cases[i].mb) < 0.001);
	}
	for (double together = 1; together < 5000; together += 1)
		assert_true(cost_bytes(together + 1) < cost_bytes(together));
	cost.has_journal = true;
	assert_true(fabs(cost_mb_per_day(&cost) - 169 - 69.12) < 0.001);
}

static void the_words_of_rrdcached_are_understood(void **state)
{
	static const char words[] = "rrdcached\0-BFw900\0-z\0"
				    "1m\0-l\0unix:/a\0-l/b\0-j\0/j\0-s\0-b\0-b\0/base\0-f\0"
				    "2h";
	struct cached cached;

	(void)state;
	cached_read(words, sizeof(words), &cached);
	assert_true(cached.is_base_only);
	assert_true(cached.write_s == 900 && cached.delay_s == 60 && cached.flush_s == 7200);
	assert_string_equal(cached.base, "/base");
	assert_string_equal(cached.journal, "/j");
	assert_true(cached_listens(&cached, "/a") && cached_listens(&cached, "unix:/b"));
	assert_false(cached_listens(&cached, "/c"));
	cached_read("", 0, &cached);
	assert_true(cached.write_s == 300 && cached_listens(&cached, "/tmp/rrdcached.sock"));
	cached_read("rrdcached\0-w", 13, &cached);
	assert_true(cached.write_s == 300);
}

static void any_configuration_is_read_without_a_crash(void **state)
{
	static const char *const lines[] = {
		"",
		"<",
		"</",
		"<Plugin",
		"\"",
		"Include \"",
		"<Include \"\\",
		"</Include>",
		"LoadPlugin >",
		"Interval -1",
		"DataDir",
		"<Plugin \"a\\",
		"LoadPlugin \"\\\"",
	};
	struct conf *conf = calloc(1, sizeof(*conf));
	struct conf_place place = { .block = "" };
	char longer[8192] = "LoadPlugin ";

	(void)state;
	conf_begin(conf);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		conf_line(conf, &place, lines[i]);
	place = (struct conf_place){ .block = "" };
	memset(longer + strlen(longer), 'x', sizeof(longer) - 100);
	for (int i = 0; i < 300; i++)
		conf_line(conf, &place, longer);
	conf_line(conf, &place, "</Plugin>");
	conf_line(conf, &place, longer + 20);
	conf_end(conf);
	assert_true(conf->interval_s == 10);
	free(conf);
}

static void an_include_of_itself_ends(void **state)
{
	struct system_rig *s = *state;

	scratch_write(&s->root, "Include \"/etc/collectd/collectd.conf\"\n",
		      "etc/collectd/collectd.conf.d/self.conf");
	run(s);
	assert_int_equal(s->code, 0);
}

#define CHECK_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_cost_meets_what_was_measured),
		cmocka_unit_test(the_words_of_rrdcached_are_understood),
		cmocka_unit_test(any_configuration_is_read_without_a_crash),
		CHECK_TEST(an_include_of_itself_ends),
		CHECK_TEST(a_healthy_system_is_said_to_be_so),
		CHECK_TEST(json_has_the_same),
		CHECK_TEST(collectd_that_does_not_run_is_told),
		CHECK_TEST(collectd_that_is_started_again_and_again_is_told),
		CHECK_TEST(collectd_that_is_not_installed_is_told),
		CHECK_TEST(a_module_that_is_missing_is_told),
		CHECK_TEST(a_second_plugin_folder_is_looked_in),
		CHECK_TEST(plugins_that_are_not_loaded_are_told),
		CHECK_TEST(a_configuration_newer_than_the_process_is_told),
		CHECK_TEST(a_plugin_without_a_file_is_told),
		CHECK_TEST(no_plugin_that_stores_is_told),
		CHECK_TEST(two_plugins_that_store_in_one_folder_are_told),
		CHECK_TEST(an_absent_rrdcached_is_told),
		CHECK_TEST(an_rrdcached_at_another_address_is_told),
		CHECK_TEST(a_hung_rrdcached_is_told_within_5_seconds),
		CHECK_TEST(a_socket_without_permission_is_told),
		CHECK_TEST(a_socket_by_another_path_is_the_same),
		CHECK_TEST(a_base_folder_without_the_data_is_told),
		CHECK_TEST(a_server_that_is_no_rrdcached_is_told),
		CHECK_TEST(another_data_folder_is_told),
		CHECK_TEST(a_data_folder_without_files_is_told),
		CHECK_TEST(a_host_that_is_not_there_is_told),
		CHECK_TEST(a_board_that_was_renamed_is_told),
		CHECK_TEST(broken_files_are_told),
		CHECK_TEST(a_cut_file_is_told),
		CHECK_TEST(many_broken_files_are_counted),
		CHECK_TEST(a_file_of_another_machine_is_told),
		CHECK_TEST(a_file_that_cannot_be_read_is_told),
		CHECK_TEST(a_locked_file_is_told),
		CHECK_TEST(a_clock_before_the_newest_value_is_told),
		CHECK_TEST(old_values_are_told),
		CHECK_TEST(values_that_a_daemon_may_hold_are_not_old),
		CHECK_TEST(no_font_is_told),
		CHECK_TEST(an_absent_sensor_is_a_fact),
		CHECK_TEST(a_monitoring_that_is_switched_off_is_told),
		CHECK_TEST(direct_writing_is_dear),
		CHECK_TEST(ntfs_without_big_writes_or_noatime_is_told),
		CHECK_TEST(an_adapter_and_disks_behind_one_port_are_told),
		CHECK_TEST(boards_whose_ports_share_an_uplink_are_told),
	};

	if (!rrdcached_is_there())
		return skip_all("rrdcached is not installed");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

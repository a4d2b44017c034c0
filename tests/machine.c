/* machine.c - a small machine composed for boardgraph check, healthy until a test breaks it. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "machine.h"
#include "unit.h"
#include "util.h"

double machine_counter(time_t time)
{
	return (double)(time % 1000000) * 7;
}

void machine_conf(struct machine *m, const char *dir)
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
		 m->address, dir);
	scratch_write(&m->root, text, "etc/collectd/collectd.conf.d/boardstat.conf");
}

void machine_conf_rrdtool(struct machine *m, const char *more)
{
	char text[1024];

	scratch_write(&m->root, "ELF", "usr/lib/collectd/rrdtool.so");
	snprintf(text, sizeof(text),
		 "LoadPlugin cputemp\nLoadPlugin clusterfreq\nLoadPlugin cpuirq\n"
		 "LoadPlugin usbio\nLoadPlugin rrdtool\n<Plugin rrdtool>\nDataDir %s\n%s",
		 m->rig->data, more);
	scratch_write(&m->root, text, "etc/collectd/collectd.conf.d/boardstat.conf");
}

void machine_process(struct machine *m, int pid, const char *name, const char *cmdline,
		     size_t length)
{
	char path[64], text[128];

	snprintf(text, sizeof(text), "%s\n", name);
	scratch_write(&m->root, text, "proc/%d/comm", pid);
	snprintf(path, sizeof(path), "proc/%d/cmdline", pid);
	scratch_write_bytes(&m->root, path, cmdline, length);
	snprintf(text, sizeof(text), "%d (a b) c) S 1 1 1 0 -1 0 1 1 1 1 1 1 1 1 20 0 1 0 100 1",
		 pid);
	scratch_write(&m->root, text, "proc/%d/stat", pid);
}

void machine_maps(struct machine *m, const char *but)
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
	scratch_write(&m->root, text, "proc/21/maps");
}

/* The real one serves, and the composed /proc says how it was started. */
void machine_rrdcached(struct machine *m, const char *base)
{
	char words[4096];
	int len;

	rrdcached_start(&m->rrdcached, m->rig->scratch.path, base);
	len = snprintf(words, sizeof(words),
		       "/usr/bin/rrdcached%c-l%c%s%c-b%c%s%c-B%c-F%c-w%c900%c-f%c3600%c-j%c"
		       "/var/lib/rrdcached/journal/%c",
		       0, 0, m->rrdcached.address, 0, 0, base, 0, 0, 0, 0, 0, 0, 0, 0, 0);
	machine_process(m, 22, "rrdcached", words, (size_t)len);
}

static void compose_collectd(struct machine *m)
{
	static const char words[] = "/usr/sbin/collectd\0-f";
	static const char *const modules[] = { "cputemp", "clusterfreq", "cpuirq", "usbio",
					       "rrdcached" };

	scratch_write(&m->root,
		      "FQDNLookup true\n"
		      "<Include \"/etc/collectd/collectd.conf.d\">\n"
		      "\tFilter \"*.conf\"\n"
		      "</Include>\n",
		      "etc/collectd/collectd.conf");
	scratch_write(&m->root, "LoadPlugin nothing\n", "etc/collectd/collectd.conf.d/old.conf~");
	machine_conf(m, m->rig->data);
	machine_process(m, 21, "collectd", words, sizeof(words));
	machine_maps(m, "");
	for (size_t i = 0; i < ARRAY_SIZE(modules); i++)
		scratch_write(&m->root, "ELF", "usr/lib/collectd/%s.so", modules[i]);
}

static void compose_devices(struct machine *m)
{
	scratch_write(&m->root, "systemd\n", "proc/1/comm");
	scratch_write(&m->root, "1000.5 2000\n", "proc/uptime");
	scratch_write(&m->root, "           CPU0\n", "proc/interrupts");
	scratch_write(&m->root, "52000\n", "sys/class/thermal/thermal_zone0/temp");
	scratch_write(&m->root, "1400000\n",
		      "sys/devices/system/cpu/cpufreq/policy0/scaling_cur_freq");
	scratch_write(&m->root, "", "sys/devices/usb4/4-1/4-1.1/block/sda/stat");
	scratch_write(&m->root, "", "sys/block/none");
	scratch_link(&m->root, "../devices/usb4/4-1/4-1.1/block/sda", "sys/block/sda");
	scratch_write(&m->root, "1500\n", "sys/devices/usb6/6-1/6-1:1.0/net/eth0/mtu");
	scratch_write(&m->root, "", "sys/class/net/bonding_masters");
	scratch_link(&m->root, "../../devices/usb6/6-1/6-1:1.0/net/eth0", "sys/class/net/eth0");
	scratch_write(&m->root, "font", "usr/share/fonts/truetype/dejavu/DejaVuSans.ttf");
	scratch_write(&m->root, "/dev/root / ext4 rw,noatime 0 0\n", "proc/mounts");
}

static void make_files(const struct rig *rig)
{
	time_t now = time(NULL);

	rig_rrd(rig, "cputemp/temperature-cpu", "GAUGE", now - 3700, now, 10, rig_43);
	rig_rrd(rig, "clusterfreq-cpu0-3/cpufreq-current", "GAUGE", now - 3700, now, 10, rig_43);
	rig_rrd(rig, MACHINE_CPUIRQ, "DERIVE", now - 3700, now, 10, machine_counter);
	rig_octets(rig, "usbio-4-1.1/if_octets", "rx", "tx", now - 370, now, 10, machine_counter,
		   machine_counter);
}

int machine_setup(void **state)
{
	struct machine *m = calloc(1, sizeof(*m));
	void *rig;

	assert_non_null(m);
	rig_setup(&rig);
	m->rig = rig;
	scratch_make(&m->root);
	m->options = (struct options){ .data_dir = m->rig->data };
	snprintf(m->address, sizeof(m->address), "unix:%s/socket", m->rig->scratch.path);
	compose_collectd(m);
	compose_devices(m);
	make_files(m->rig);
	machine_rrdcached(m, m->rig->data);
	*state = m;
	return 0;
}

int machine_teardown(void **state)
{
	struct machine *m = *state;
	void *rig = m->rig;

	rrdcached_kill(&m->rrdcached);
	scratch_done(&m->root);
	rig_teardown(&rig);
	free(m->said);
	free(m);
	return 0;
}

void machine_check(struct machine *m)
{
	struct system system = { .root = m->root.path };
	struct notes notes = { 0 };
	size_t size;
	FILE *out;

	free(m->said);
	out = open_memstream(&m->said, &size);
	assert_non_null(out);
	m->code = (int)check_system(&system, &m->options, out, &notes);
	fclose(out);
	assert_string_equal(notes.text, "");
}

void machine_expect_problem(struct machine *m, const char *text, const char *cure)
{
	machine_check(m);
	if (m->code != 1 || !strstr(m->said, text) || !strstr(m->said, cure) ||
	    !strstr(m->said, "1 problem found"))
		fail_msg("not one problem with '%s', '%s': %d\n%s", text, cure, m->code, m->said);
}

void machine_expect_other(struct machine *m, const char *severity, const char *text)
{
	machine_check(m);
	if (m->code != 0 || !strstr(m->said, severity) || !strstr(m->said, text))
		fail_msg("no '%s' of '%s': %d\n%s", severity, text, m->code, m->said);
}

void machine_expect_healthy(struct machine *m)
{
	machine_check(m);
	if (m->code != 0 || strstr(m->said, "problem  ") || strstr(m->said, "advice   "))
		fail_msg("not healthy: %d\n%s", m->code, m->said);
}

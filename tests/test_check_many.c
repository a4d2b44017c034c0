/* test_check_many.c - boardgraph check where there is much of everything: it ends. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "conf_read.h"
#include "scratch.h"
#include "unit.h"

#define PROCESSES 1500
#define MOUNTS 300

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* What check says of the system below `scratch`; to be freed. */
static char *said(const struct scratch *scratch)
{
	static struct notes notes;
	struct system system = { scratch->path };
	struct options options = { .data_dir = scratch->path };
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	check_system(&system, &options, out, &notes);
	fclose(out);
	return text;
}

static void many_mounts_and_processes_cost_their_sum(void **state)
{
	static const char driver[] = "mount.ntfs\0/dev/sd7\0/srv/7\0-o\0rw,big_writes";
	struct scratch scratch;
	char *mounts, *text;
	size_t size = MOUNTS * 64;
	double begin;

	(void)state;
	scratch_make(&scratch);
	mounts = calloc(1, size);
	for (int i = 0; i < PROCESSES; i++)
		scratch_write(&scratch, "kworker/0:1\n", "proc/%d/comm", i + 1);
	for (int i = 0; i < MOUNTS; i++) {
		size_t len = strlen(mounts);

		snprintf(mounts + len, size - len, "/dev/sd%d /srv/%d fuseblk rw,noatime 0 0\n", i,
			 i);
	}
	scratch_write(&scratch, "mount.ntfs\n", "proc/70000/comm");
	scratch_write_bytes(&scratch, "proc/70000/cmdline", driver, sizeof(driver));
	scratch_write(&scratch, mounts, "proc/mounts");
	scratch_write(&scratch, "/dev/sd8 /srv/8 ntfs-3g big_writes 0 0\n", "etc/fstab");
	begin = now_s();
	text = said(&scratch);
	assert_true(now_s() - begin < 3);
	assert_non_null(strstr(text, "/srv/6\n         /dev/sd6, fuseblk: without big_writes"));
	assert_null(strstr(text, "/srv/7\n"));
	assert_null(strstr(text, "/srv/8\n"));
	free(text);
	free(mounts);
	scratch_done(&scratch);
}

/* Containers and images of software are many, and none of them is asked for. */
static void virtual_devices_do_not_hide_real_ones(void **state)
{
	static const char usb[] = "sys/devices/usb4/4-1";
	struct scratch scratch;
	char *text;

	(void)state;
	scratch_make(&scratch);
	for (int i = 0; i < 200; i++) {
		scratch_write(&scratch, "1500\n", "sys/class/net/veth%d/mtu", i);
		scratch_write(&scratch, "1\n", "sys/block/loop%d/stat", i);
	}
	scratch_write(&scratch, "5000\n", "sys/bus/usb/devices/4-1/speed");
	scratch_write(&scratch, "9000\n", "%s/4-1.2/net/eth1/mtu", usb);
	scratch_write(&scratch, "1\n", "%s/4-1.1/block/sda/stat", usb);
	scratch_link(&scratch, "../../devices/usb4/4-1/4-1.2/net/eth1", "sys/class/net/eth1");
	scratch_link(&scratch, "../devices/usb4/4-1/4-1.1/block/sda", "sys/block/sda");
	scratch_write(&scratch, "1400\n", "sys/class/net/br0/mtu");
	text = said(&scratch);
	assert_non_null(strstr(text, "fact     eth1\n         MTU 9000\n"));
	assert_non_null(strstr(text, "fact     br0\n         MTU 1400\n"));
	assert_null(strstr(text, "veth"));
	assert_non_null(strstr(text, "shares USB port 4-1, 5000 Mbit/s, with the disks sda"));
	free(text);
	scratch_done(&scratch);
}

static void files_that_include_each_other_end(void **state)
{
	static const char all[] = "Include \"/etc/collectd/*.conf\"\n"
				  "Include \"/etc/collectd/*.conf\"\n"
				  "LoadPlugin cputemp\n";
	static struct conf conf;
	struct scratch scratch;
	struct system system;
	double begin = now_s();

	(void)state;
	scratch_make(&scratch);
	for (int i = 0; i < 9; i++)
		scratch_write(&scratch, all, "etc/collectd/%d.conf", i);
	system.root = scratch.path;
	assert_int_equal(conf_read(&system, "/etc/collectd/0.conf", &conf), 0);
	assert_true(now_s() - begin < 3);
	assert_true(conf_loads(&conf, "cputemp"));
	scratch_done(&scratch);
}

/* Of nothing that a configuration can hold. */
static void random_bytes_are_a_configuration(void **state)
{
	static const char *const words[] = {
		"LoadPlugin ", "<Plugin ", "</Plugin>", "<Include ", "Include ", "Filter ",
		"rrdcached",   "DataDir ", "\"",	"\\",	     "\n",	 "/etc/collectd/*",
		"#",	       ">",	   "\xff\xfe",	"%s%n"
	};
	struct scratch scratch;

	(void)state;
	scratch_make(&scratch);
	srand(1);
	for (int run = 0; run < 100; run++) {
		char bytes[8192];
		size_t len = 0;

		while (len < sizeof(bytes) - 64) {
			const char *word = words[rand() % ARRAY_SIZE(words)];

			bytes[len++] = (char)rand();
			memcpy(bytes + len, word, strlen(word));
			len += strlen(word);
		}
		scratch_write_bytes(&scratch, "etc/collectd/collectd.conf", bytes, len);
		free(said(&scratch));
	}
	scratch_done(&scratch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_mounts_and_processes_cost_their_sum),
		cmocka_unit_test(virtual_devices_do_not_hide_real_ones),
		cmocka_unit_test(files_that_include_each_other_end),
		cmocka_unit_test(random_bytes_are_a_configuration),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_layout.c - the files of a written history are laid out as collectd lays out its own. */
#include "history.h"

#include <rrd.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "array.h"
#include "program.h"
#include "scratch.h"
#include "unit.h"
#include "banned.h"

#define COLLECTD "/usr/sbin/collectd"
#define TYPES "/usr/share/collectd/types.db"
#define END INT64_C(1800000000)
#define PATIENCE 100 /* tenths of a second */

/* All samples at the first, one at the others. */
static const unsigned int steps[] = { 10, 1, 5, 60, 600 };

static const char samples[] = "cputemp/temperature-cpu0-thermal 31\n"
			      "cputemp/percent-pwm-fan 0\n"
			      "cputemp/fanspeed-pwmfan_fan1 0\n"
			      "clusterfreq-cpu0-3/cpufreq-current 1400000000\n"
			      "clusterfreq-cpu0-3/derive-cycles 12345\n"
			      "cpuirq-total/irq-cpu0 9509023\n"
			      "usbio-6-1/gauge-link_speed 5000000000\n"
			      "usbio-6-1/if_octets 9183402114:402118233\n";

static struct scratch scratch;
static pid_t collectd;

static int setup(void **state)
{
	(void)state;
	scratch_make(&scratch);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	if (collectd > 0)
		program_stop(collectd);
	collectd = 0;
	scratch_done(&scratch);
	return 0;
}

static void pause_for_a_tenth(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = 100000000 }, NULL);
}

static void start_collectd(void)
{
	char config[2048], log[512], conf[512];

	snprintf(config, sizeof(config),
		 "Hostname \"host\"\nFQDNLookup false\nBaseDir \"%s\"\n"
		 "TypesDB \"" TYPES "\"\nPluginDir \"/usr/lib/collectd\"\n"
		 "LoadPlugin rrdtool\n"
		 "LoadPlugin unixsock\n<Plugin unixsock>\nSocketFile \"socket\"\n</Plugin>\n",
		 scratch.path);
	scratch_write(&scratch, config, "collectd.conf");
	snprintf(conf, sizeof(conf), "%s/collectd.conf", scratch.path);
	snprintf(log, sizeof(log), "%s/log", scratch.path);
	collectd = program_start(log, (const char *const[]){ COLLECTD, "-f", "-C", conf, NULL });
}

static int connect_to_collectd(void)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	snprintf(address.sun_path, sizeof(address.sun_path), "%.90s/socket", scratch.path);
	for (int i = 0; i < PATIENCE; i++) {
		if (connect(fd, (const struct sockaddr *)&address, sizeof(address)) == 0)
			return fd;
		pause_for_a_tenth();
	}
	fail_msg("collectd does not listen");
	return -1;
}

/* Under a host for each interval. */
static void put(int fd, const char *id, unsigned int step, const char *value)
{
	char line[512], answer[512];
	int length = snprintf(line, sizeof(line), "PUTVAL \"step%u/%s\" interval=%u N:%s\n", step,
			      id, step, value);

	assert_int_equal(write(fd, line, (size_t)length), length);
	assert_true(read(fd, answer, sizeof(answer)) > 0);
	assert_int_equal(answer[0], '0');
}

static void put_all(int fd, const struct series series[], size_t count, unsigned int step)
{
	for (size_t i = 0; i < count; i++) {
		const struct channel *channel = series[i].channel;
		char value[80];

		snprintf(value, sizeof(value), "%s%s%s", channel[0].recorded,
			 series[i].channels == 2 ? ":" : "", channel[1].recorded);
		put(fd, series[i].id, step, value);
	}
}

static bool is_of_the_layout(const char *key)
{
	static const char *const others[] = { "filename",     "last_update", ".last_ds", ".value",
					      ".unknown_sec", ".cur_row",    ".cdp_prep" };

	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		if (strstr(key, others[i]) != NULL)
			return false;
	return true;
}

/* As lines "key = value", or nothing while there is no whole file. */
static bool read_layout(const char *path, char ret[8192])
{
	rrd_info_t *all = rrd_info_r(path);
	size_t length = 0;

	rrd_clear_error();
	for (const rrd_info_t *info = all; info != NULL; info = info->next) {
		if (!is_of_the_layout(info->key))
			continue;
		length += (size_t)snprintf(ret + length, 8192 - length, "%s = ", info->key);
		if (info->type == RD_I_VAL)
			length += (size_t)snprintf(ret + length, 8192 - length, "%.17g\n",
						   info->value.u_val);
		else if (info->type == RD_I_CNT)
			length += (size_t)snprintf(ret + length, 8192 - length, "%lu\n",
						   info->value.u_cnt);
		else if (info->type == RD_I_STR)
			length += (size_t)snprintf(ret + length, 8192 - length, "%s\n",
						   info->value.u_str);
		assert_true(length < 8192);
	}
	rrd_info_free(all);
	return all != NULL;
}

static void compare_layouts(const struct series *series, unsigned int step)
{
	char path[1024], written[8192], collected[8192];

	snprintf(path, sizeof(path), "%s/written%u/%s.rrd", scratch.path, step, series->id);
	assert_true(read_layout(path, written));
	snprintf(path, sizeof(path), "%s/step%u/%s.rrd", scratch.path, step, series->id);
	for (int i = 0; i < PATIENCE && !read_layout(path, collected); i++)
		pause_for_a_tenth();
	if (!read_layout(path, collected))
		fail_msg("collectd has not written %s", path);
	assert_string_equal(written, collected);
}

static void the_layout_is_that_of_collectd(void **state)
{
	(void)state;
	FILE *in = fmemopen((void *)(uintptr_t)samples, strlen(samples), "r");
	size_t count;
	struct series *series = series_read(in, TYPES, &count);
	int fd;

	fclose(in);
	start_collectd();
	fd = connect_to_collectd();

	for (size_t i = 0; i < ARRAY_SIZE(steps); i++) {
		char dir[512];
		size_t some = i == 0 ? count : 1;

		put_all(fd, series, some, steps[i]);
		scratch_write(&scratch, "", "written%u/x", steps[i]);
		snprintf(dir, sizeof(dir), "%s/written%u", scratch.path, steps[i]);
		history_write(&(struct history){ dir, END, END - 3600, steps[i] }, series, some);
	}
	for (size_t i = 0; i < ARRAY_SIZE(steps); i++)
		for (size_t j = 0; j < (i == 0 ? count : 1); j++)
			compare_layouts(&series[j], steps[i]);
	close(fd);
	series_free(series, count);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_layout_is_that_of_collectd, setup, teardown),
	};

	if (access(COLLECTD, X_OK) != 0)
		return skip_all(COLLECTD " is not installed");
	return cmocka_run_group_tests(tests, NULL, NULL);
}

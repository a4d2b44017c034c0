/* test_migrate.c - boardgraph migrate: the rows of older RRD files in ours. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <rrd.h>
#include <rrd_client.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "command.h"
#include "fill.h"
#include "graphs_rig.h"
#include "program.h"
#include "rrdcached.h"
#include "successor.h"
#include "unit.h"
#include "util.h"

#define HOUR 3600
#define DAY 86400

#define OLD "temperature/temperature-cpu"
#define OURS "cputemp/temperature-cpu0-thermal"
#define PERCENT "cputemp/percent-pwm-fan"
#define SLOW "clusterfreq-cpu0-3/cpufreq-current"
#define FAST "clusterfreq-cpu4-7/cpufreq-current"

static const char *const cfs[] = { "AVERAGE", "MIN", "MAX" };
static const time_t steps[] = { 10, 70, 500, 2230, 26350 };

/* --- files --- */

static double waves(time_t time)
{
	if (time > RIG_NOW - 7 * DAY && time <= RIG_NOW - 7 * DAY + 5 * HOUR)
		return NAN; /* a gap */
	return 50 + 20 * sin((double)time / 40000) + (double)(time / 300 % 7);
}

static double steady_80(time_t time)
{
	return 80 + (double)(time / 10 % 5);
}

/* Half a day that the plugin of ours has measured. */
static void make_ours(const struct rig *rig, const char *name)
{
	rig_rrd(rig, name, "GAUGE", RIG_NOW - DAY / 2, RIG_NOW, 10, steady_80);
}

/* An older file that went on until an hour ago. */
static void make_old(const struct rig *rig, const char *name)
{
	rig_rrd(rig, name, "GAUGE", RIG_NOW - 3 * DAY, RIG_NOW - HOUR, 300, waves);
}

struct bytes {
	unsigned char *at;
	size_t size;
	mode_t mode;
};

static struct bytes read_file(const struct rig *rig, const char *name)
{
	struct bytes bytes;
	struct stat st;
	char path[RIG_PATH_SIZE];
	int fd;

	rig_path(rig, name, path);
	fd = open(path, O_RDONLY);
	assert_true(fd >= 0);
	assert_int_equal(fstat(fd, &st), 0);
	bytes.size = (size_t)st.st_size;
	bytes.mode = st.st_mode & 07777;
	bytes.at = malloc(bytes.size);
	assert_non_null(bytes.at);
	assert_int_equal(read(fd, bytes.at, bytes.size), bytes.size);
	close(fd);
	return bytes;
}

/* Compares and frees. */
static bool is_as_before(const struct rig *rig, const char *name, struct bytes *before)
{
	struct bytes now = read_file(rig, name);
	bool is_same = now.size == before->size && now.mode == before->mode &&
		       memcmp(now.at, before->at, now.size) == 0;

	free(now.at);
	free(before->at);
	*before = (struct bytes){ 0 };
	return is_same;
}

/* No temporary file is left in the folder of `name`. */
static void expect_alone(const struct rig *rig, const char *name)
{
	char command[2 * RIG_PATH_SIZE];
	struct output output;

	snprintf(command, sizeof(command), "ls %s/$(dirname %s) | grep -v 'rrd$'", rig->host, name);
	program_run(&output, NULL, (const char *const[]){ "/bin/sh", "-c", command, NULL });
	assert_string_equal(output.out, "");
	output_done(&output);
}

/* --- rows, as rrdtool fetch sees them --- */

struct table {
	time_t start, step, end;
	rrd_value_t *value;
};

static struct table fetch(const struct rig *rig, const char *name, const char *cf, time_t step,
			  time_t start)
{
	struct table table = { start, step, RIG_NOW + 20, NULL };
	unsigned long got = (unsigned long)step, sources;
	char path[RIG_PATH_SIZE], **names;

	rig_path(rig, name, path);
	rrd_clear_error();
	if (rrd_fetch_r(path, cf, &table.start, &table.end, &got, &sources, &names, &table.value) !=
	    0)
		fail_msg("%s: %s", path, rrd_get_error());
	assert_int_equal(got, step);
	assert_int_equal(sources, 1);
	rrd_freemem(names[0]);
	rrd_freemem(names);
	return table;
}

static double row_at(const struct table *table, time_t end)
{
	time_t row = (end - table->start) / table->step - 1;

	return end <= table->start || end > table->end ? NAN : table->value[row];
}

static bool is_equal(double a, double b)
{
	return (isnan(a) && isnan(b)) || a == b;
}

/* Each row of `joined` is that of `ours`, or, where that is unknown, that of `old`. */
static void expect_joined(const struct rig *rig, const char *joined, const char *ours,
			  const char *old, size_t ret_known[2])
{
	ret_known[0] = ret_known[1] = 0;
	for (size_t i = 0; i < ARRAY_SIZE(cfs) * ARRAY_SIZE(steps); i++) {
		const char *cf = cfs[i / ARRAY_SIZE(steps)];
		time_t step = steps[i % ARRAY_SIZE(steps)], start = RIG_NOW - 1200 * step;
		struct table is = fetch(rig, joined, cf, step, start),
			     our = fetch(rig, ours, cf, step, start),
			     older = fetch(rig, old, cf, step, start);

		for (time_t end = is.start + step; end <= is.end; end += step) {
			double from_ours = row_at(&our, end), from_old = row_at(&older, end);
			double wanted = isnan(from_ours) ? from_old : from_ours;

			if (!is_equal(row_at(&is, end), wanted))
				fail_msg("%s of %d s at %lld: %f, not %f", cf, (int)step,
					 (long long)end, row_at(&is, end), wanted);
			ret_known[0] += !isnan(from_ours);
			ret_known[1] += isnan(from_ours) && !isnan(from_old);
		}
		rrd_freemem(is.value);
		rrd_freemem(our.value);
		rrd_freemem(older.value);
	}
}

static void copy_file(const struct rig *rig, const char *from, const char *to)
{
	struct bytes bytes = read_file(rig, from);

	rig_write(rig, to, bytes.at, bytes.size, (off_t)bytes.size);
	free(bytes.at);
}

/* --- boardgraph in this program, where others write meanwhile --- */

static struct {
	const char *path; /* of the file that is written to */
	bool before_rename, before_check;
	int rename_error, fsync_error;
	int times; /* it was */
} writer;

static void write_one(void)
{
	const char *value = "1790430010:91";

	writer.times++;
	rrd_clear_error();
	assert_int_equal(rrd_update_r(writer.path, NULL, 1, &value), 0);
}

/* In place of libc's, for what is linked into this program. */
int rename(const char *from, const char *to)
{
	if (writer.rename_error) {
		errno = writer.rename_error;
		return -1;
	}
	if (writer.before_rename && writer.times == 0)
		write_one();
	return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int fsync(int fd)
{
	(void)fd;
	if (writer.fsync_error) {
		errno = writer.fsync_error;
		return -1;
	}
	if (writer.before_check && writer.times == 0)
		write_one();
	return 0;
}

static enum command_exit migrate(const struct rig *rig, struct notes *notes)
{
	struct options options = { .data_dir = rig->data };
	char path[RIG_PATH_SIZE];
	FILE *null = fopen("/dev/null", "w");
	enum command_exit code;

	rig_path(rig, OURS, path);
	writer.path = path;
	*notes = (struct notes){ 0 };
	code = command_migrate(&options, null, notes);
	fclose(null);
	return code;
}

/* --- tests --- */

static void unknown_rows_are_filled_and_known_ones_stay(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	struct bytes old;
	char path[RIG_PATH_SIZE];
	size_t known[2];

	rig_rrd(rig, OLD, "GAUGE", RIG_NOW - 400 * DAY, RIG_NOW - HOUR, 300, waves);
	make_ours(rig, OURS);
	rig_path(rig, OURS, path);
	assert_int_equal(chmod(path, 0640), 0);
	copy_file(rig, OURS, "cputemp/before");
	old = read_file(rig, OLD);
	rig_run(rig, &run, "migrate", NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	assert_non_null(strstr(run.out, OLD " -> " OURS ": 2025-09-25 "));
	expect_joined(rig, OURS, "cputemp/before", OLD, known);
	assert_in_range(known[0], 5000, 6000);
	assert_in_range(known[1], 10000, 14000);
	assert_true(is_as_before(rig, OLD, &old));
	old = read_file(rig, OURS);
	assert_int_equal(old.mode, 0640);
	free(old.at);
	expect_alone(rig, OURS);
	/* collectd goes on */
	rig_fill(rig, OURS, "GAUGE", RIG_NOW, RIG_NOW + 100, 10, steady_80);
}

static void the_row_of_the_change_is_made_of_shorter_ones(void **state)
{
	const time_t change = RIG_NOW - 10 * HOUR, row_end = RIG_NOW - 26550;
	struct rig *rig = *state;
	struct rig_run run;

	for (time_t gap = 0; gap <= HOUR; gap += HOUR) { /* a tenth of 26350 s is 44 minutes */
		rig_rrd(rig, OLD, "GAUGE", change - DAY, change, 10, rig_43);
		rig_rrd(rig, OURS, "GAUGE", change + gap, RIG_NOW, 10, steady_80);
		rig_run(rig, &run, "migrate", NULL);
		assert_int_equal(run.code, 0);
		for (size_t i = 0; i < ARRAY_SIZE(cfs); i++) {
			struct table table = fetch(rig, OURS, cfs[i], 26350, RIG_NOW - DAY);
			double row = row_at(&table, row_end);

			rrd_freemem(table.value);
			if (gap)
				assert_true(isnan(row));
			else if (i == 0) /* 16900 s of 43, 9450 s of 82 */
				assert_in_range((uintmax_t)row, 56, 57);
			else
				assert_true(row == (i == 1 ? 43 : 84));
		}
	}
}

static void doing_it_twice_adds_nothing(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	struct bytes once;

	make_old(rig, OLD);
	make_ours(rig, OURS);
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 0);
	once = read_file(rig, OURS);
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 0);
	assert_string_equal(run.out, OLD " -> " OURS ": nothing to add\n");
	assert_true(is_as_before(rig, OURS, &once));
}

static void a_dry_run_says_the_same_and_changes_nothing(void **state)
{
	struct rig *rig = *state;
	struct rig_run dry, run;
	struct bytes before;
	char *end;

	make_old(rig, OLD);
	make_ours(rig, OURS);
	before = read_file(rig, OURS);
	rig_run(rig, &dry, "migrate", "--dry-run", NULL);
	assert_int_equal(dry.code, 0);
	assert_true(is_as_before(rig, OURS, &before));
	rig_run(rig, &run, "migrate", NULL);
	end = strstr(dry.out, "Nothing is changed yet; without --dry-run it is.\n");
	assert_non_null(end);
	*end = '\0';
	assert_string_equal(dry.out, run.out);
	assert_non_null(strstr(run.out, " rows\n"));
}

static void the_files_of_the_xu4_find_theirs(void **state)
{
	static const char *const pairs[][2] = {
		{ OLD, OURS },
		{ "fanspeed/fanspeed", PERCENT },
		{ "cpufreq/cpufreq-0", SLOW },
		{ "cpufreq/cpufreq-4", FAST },
	};
	struct rig *rig = *state;
	struct rig_run run;
	size_t known[2];

	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		make_old(rig, pairs[i][0]);
		make_ours(rig, pairs[i][1]);
	}
	make_ours(rig, "cputemp/temperature-cpu0-thermal_passive");
	make_ours(rig, "cputemp/temperature-cpu1-thermal");
	make_ours(rig, "cputemp/temperature-gpu-thermal");
	make_ours(rig, "cputemp/percent-thermal-cpufreq-0");
	make_ours(rig, "clusterfreq-cpu0-3/cpufreq-limit");
	copy_file(rig, SLOW, "cputemp/before");
	rig_run(rig, &run, "migrate", NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++)
		expect_joined(rig, pairs[i][1], "cputemp/before", pairs[i][0], known);
	assert_true(known[1] > 0);
}

static void each_cpu_goes_to_its_cluster(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	char name[64], line[128];

	make_ours(rig, SLOW);
	make_ours(rig, FAST);
	for (int cpu = 0; cpu < 8; cpu++) {
		snprintf(name, sizeof(name), "cpufreq-%d/cpufreq", cpu);
		make_old(rig, name);
	}
	rig_run(rig, &run, "migrate", NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	for (int cpu = 0; cpu < 8; cpu++) {
		snprintf(line, sizeof(line), "cpufreq-%d/cpufreq -> %s: %s", cpu,
			 cpu < 4 ? SLOW : FAST, cpu % 4 ? "nothing to add\n" : "2026-");
		assert_non_null(strstr(run.out, line));
	}
}

static void a_zone_that_is_not_clear_is_asked_for(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;

	make_ours(rig, OURS);
	make_ours(rig, "cputemp/temperature-gpu-thermal");
	make_ours(rig, "cputemp/temperature-gpu-thermal_critical");
	make_old(rig, OLD);
	make_old(rig, "thermal-thermal_zone4/temperature");
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.out, OLD " -> " OURS ": 2026-")); /* the clear one is done */
	assert_non_null(strstr(run.err, "Give thermal-thermal_zone4/temperature=NEW, one of " OURS
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

	make_ours(rig, "cputemp/temperature-soc-thermal");
	make_old(rig, "thermal-thermal_zone0/temperature");
	rig_run(rig, &run, "migrate", NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	assert_non_null(strstr(run.out, "-> cputemp/temperature-soc-thermal: 2026-"));
	make_old(rig, "thermal-thermal_zone1/temperature"); /* now it could be of either */
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 1);
}

static void a_series_that_ours_has_not_is_told(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;

	make_ours(rig, OURS);
	make_old(rig, "cpufreq/cpufreq-0");
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
	return (double)(time - RIG_NOW + DAY) * 7;
}

static void files_elsewhere_go_on_in_those_of_their_names(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	char from[RIG_PATH_SIZE];
	size_t known[2];

	make_old(rig, OLD);
	make_old(rig, PERCENT);
	make_old(rig, "cputemp/temperature-board");
	make_old(rig, "cputemp/temperature-gone");
	rig_octets(rig, "usbio-1-1/if_octets", "rx", "tx", RIG_NOW - DAY, RIG_NOW - DAY + 4000, 10,
		   counter, counter);
	move_away(rig, "temperature");
	move_away(rig, "cputemp");
	move_away(rig, "usbio-1-1");
	make_ours(rig, OURS);
	make_ours(rig, PERCENT);
	make_ours(rig, "cputemp/temperature-soc");
	rig_octets(rig, "usbio-1-1/if_octets", "rx", "tx", RIG_NOW - 1000, RIG_NOW, 10, counter,
		   counter);
	copy_file(rig, OURS, "cputemp/before");
	snprintf(from, sizeof(from), "%s/old", rig->out);
	rig_run(rig, &run, "migrate", "--from", from,
		"cputemp/temperature-board=cputemp/temperature-soc", NULL);
	assert_int_equal(run.code, 0);
	assert_non_null(strstr(run.err, "left out, for none of ours has that name: "
					"cputemp/temperature-gone\n"));
	assert_non_null(strstr(run.out, "usbio-1-1/if_octets -> usbio-1-1/if_octets: 2026-"));
	snprintf(from, sizeof(from), "../../out/old/" PERCENT);
	expect_joined(rig, PERCENT, "cputemp/before", from, known);
	assert_true(known[1] > 0);
	snprintf(from, sizeof(from), "../../out/old/" OLD);
	expect_joined(rig, OURS, "cputemp/before", from, known);
	expect_joined(rig, "cputemp/temperature-soc", "cputemp/before", from, known);
}

static size_t move_bytes(unsigned char *to, size_t at, const unsigned char **from, size_t size)
{
	memcpy(to + at, *from, size);
	*from += size;
	return at + size;
}

/* A 64-bit number becomes one of 32. */
static size_t move_word(unsigned char *to, size_t at, const unsigned char **from)
{
	memcpy(to + at, *from, 4);
	*from += 8;
	return at + 4;
}

/* A file with one source as 32-bit ARM lays it out. Returns its size. */
static size_t as_on_arm(const unsigned char *from, size_t size, unsigned char *ret)
{
	const unsigned char *end = from + size;
	size_t at = move_bytes(ret, 0, &from, 24); /* cookie, version, float cookie */

	for (int i = 0; i < 3; i++)
		at = move_word(ret, at, &from); /* sources, archives, step */
	at = move_bytes(ret, at + 4, &from, 80);
	at = move_bytes(ret, at, &from, 120); /* the source */
	for (int i = 0; i < 15; i++) {
		at = move_bytes(ret, at, &from, 20); /* cf */
		from += 4;
		at = move_word(ret, at, &from);
		at = move_word(ret, at, &from);
		at = move_bytes(ret, at + 4, &from, 80);
	}
	at = move_word(ret, at, &from); /* last update */
	at = move_word(ret, at, &from);
	at = move_bytes(ret, at, &from, (size_t)112 + (size_t)15 * 80);
	for (int i = 0; i < 15; i++)
		at = move_word(ret, at, &from); /* where each archive is */
	return move_bytes(ret, at, &from, (size_t)(end - from));
}

static void files_of_an_armhf_are_read(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	struct bytes bytes;
	unsigned char *arm;
	size_t known[2], size;

	if (sizeof(long) != 8 || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
		skip();
	make_old(rig, OLD);
	make_ours(rig, OURS);
	copy_file(rig, OURS, "cputemp/before");
	bytes = read_file(rig, OLD);
	arm = calloc(1, bytes.size);
	assert_non_null(arm);
	size = as_on_arm(bytes.at, bytes.size, arm);
	assert_int_equal(size, 148452); /* as on a real one */
	rig_write(rig, OLD, arm, size, (off_t)size);
	rig_run(rig, &run, "migrate", NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	rig_write(rig, OLD, bytes.at, bytes.size, (off_t)bytes.size);
	expect_joined(rig, OURS, "cputemp/before", OLD, known);
	assert_true(known[1] > 0);
	/* ours is written by collectd here: it has to be of this machine */
	rig_write(rig, OURS, arm, size, (off_t)size);
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, OURS ".rrd: was made on another architecture, 32-bit ARM: "
					     "`rrdtool dump"));
	free(arm);
	free(bytes.at);
}

static void where_nothing_is_older_the_exit_status_is_3(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;

	make_ours(rig, OURS);
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 3);
	assert_non_null(strstr(run.err, "nothing to migrate: there is no temperature/temperature-"
					"cpu, fanspeed/fanspeed"));
}

static void wrong_words_are_told(void **state)
{
	static const char *const cases[][2] = {
		{ "temperature", "give OLD=NEW" },
		{ "=" OURS, "give OLD=NEW" },
		{ "cpufreq/cpufreq-9=" SLOW, "there is no cpufreq/cpufreq-9.rrd" },
		{ OLD "=cputemp/temperature-none", "let collectd run for a minute" },
		{ OURS "=" OURS, "two different names" },
		{ OLD "=" PERCENT, "is of another type" },
		{ "--json", "unknown option '--json'" },
	};
	struct rig *rig = *state;
	struct rig_run run;
	struct bytes before;

	make_ours(rig, OURS);
	make_ours(rig, PERCENT);
	make_old(rig, OLD);
	before = read_file(rig, OURS);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		rig_run(rig, &run, "migrate", cases[i][0], NULL);
		assert_int_equal(run.code, 2);
		if (!strstr(run.err, cases[i][1]))
			fail_msg("%s: %s", cases[i][0], run.err);
	}
	assert_true(is_as_before(rig, OURS, &before));
}

static void a_broken_original_is_told_and_the_others_are_done(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	struct bytes whole;

	make_ours(rig, OURS);
	make_ours(rig, SLOW);
	make_old(rig, OLD);
	make_old(rig, "cpufreq/cpufreq-0");
	whole = read_file(rig, OLD);
	rig_write(rig, OLD, whole.at, whole.size - 1000, (off_t)(whole.size - 1000));
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, OLD ".rrd: is cut"));
	assert_null(strstr(run.out, OURS));
	assert_non_null(strstr(run.out, "cpufreq/cpufreq-0 -> " SLOW ": 2026-"));
	free(whole.at);
}

static void a_full_disk_leaves_all_as_it_was(void **state)
{
	static struct notes notes;
	struct rig *rig = *state;
	struct bytes before;

	make_ours(rig, OURS);
	make_old(rig, OLD);
	before = read_file(rig, OURS);
	writer.fsync_error = ENOSPC;
	assert_int_equal(migrate(rig, &notes), COMMAND_FAILED);
	writer.fsync_error = 0;
	assert_non_null(strstr(notes.text, "free some space (the file is as it was)"));
	assert_true(is_as_before(rig, OURS, &before));
	expect_alone(rig, OURS);
}

static void a_folder_that_cannot_be_written_is_told(void **state)
{
	static struct notes notes;
	struct rig *rig = *state;
	struct bytes before;

	make_ours(rig, OURS);
	make_old(rig, OLD);
	before = read_file(rig, OURS);
	writer.rename_error = EACCES;
	assert_int_equal(migrate(rig, &notes), COMMAND_FAILED);
	writer.rename_error = 0;
	assert_non_null(strstr(notes.text, "run as root or as the user of collectd"));
	assert_true(is_as_before(rig, OURS, &before));
	expect_alone(rig, OURS);
}

/* The value that was written while the file was replaced, and the older rows. */
static void expect_both(const struct rig *rig)
{
	struct table table = fetch(rig, OURS, "AVERAGE", 10, RIG_NOW - HOUR);

	assert_true(row_at(&table, RIG_NOW) == steady_80(RIG_NOW));
	assert_true(row_at(&table, RIG_NOW + 10) == 91);
	rrd_freemem(table.value);
	table = fetch(rig, OURS, "AVERAGE", 500, RIG_NOW - DAY);
	assert_false(isnan(row_at(&table, (RIG_NOW - 20 * HOUR) / 500 * 500)));
	rrd_freemem(table.value);
}

static void a_value_written_meanwhile_is_kept(void **state)
{
	static struct notes notes;
	struct rig *rig = *state;

	make_old(rig, OLD);
	for (int i = 0; i < 2; i++) {
		make_ours(rig, OURS);
		writer.times = 0;
		writer.before_check = i == 0;
		writer.before_rename = i == 1;
		assert_int_equal(migrate(rig, &notes), COMMAND_DONE);
		writer.before_check = writer.before_rename = false;
		assert_string_equal(notes.text, "");
		assert_int_equal(writer.times, 1);
		expect_both(rig);
		rig_fill(rig, OURS, "GAUGE", RIG_NOW + 10, RIG_NOW + 20, 10, steady_80);
		expect_alone(rig, OURS);
	}
}

static void the_rows_of_another_step_are_converted(void **state)
{
	const char *archives[] = {
		"DS:value:GAUGE:120:U:U", "RRA:AVERAGE:0.1:1:1440",  "RRA:MIN:0.1:1:1440",
		"RRA:MAX:0.1:1:1440",	  "RRA:AVERAGE:0.1:15:1000", "RRA:MIN:0.1:15:1000",
		"RRA:MAX:0.1:15:1000",
	};
	struct rig *rig = *state;
	struct table average, max;
	struct rig_run run;
	char path[RIG_PATH_SIZE];

	/* from 1 to 1441 in a day, and a gap of an hour */
	rig_rrd(rig, OURS, "GAUGE", RIG_NOW - 10, RIG_NOW, 10, rig_43);
	rig_path(rig, OLD, path);
	rig_rrd(rig, OLD, "GAUGE", RIG_NOW - DAY, RIG_NOW - DAY, 60, rig_43);
	unlink(path);
	rrd_clear_error();
	assert_int_equal(rrd_create_r(path, 60, RIG_NOW - DAY, ARRAY_SIZE(archives), archives), 0);
	for (time_t time = RIG_NOW - DAY + 60; time <= RIG_NOW; time += 60) {
		char text[64];
		const char *value = text;

		if (time > RIG_NOW - 10 * HOUR && time <= RIG_NOW - 9 * HOUR)
			continue;
		snprintf(text, sizeof(text), "%lld:%lld", (long long)time,
			 (long long)(time - RIG_NOW + DAY) / 60);
		assert_int_equal(rrd_update_r(path, NULL, 1, &value), 0);
	}
	rig_run(rig, &run, "migrate", NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	/* 10 s rows are those of the minute around them */
	average = fetch(rig, OURS, "AVERAGE", 10, RIG_NOW - 2 * HOUR);
	for (time_t end = RIG_NOW - HOUR; end < RIG_NOW - 60; end += 10)
		assert_true(row_at(&average, end) ==
			    (double)((end + 59) / 60 - (RIG_NOW - DAY) / 60));
	rrd_freemem(average.value);
	/* 500 s rows are made of minutes, and unknown where an hour is missing */
	average = fetch(rig, OURS, "AVERAGE", 500, RIG_NOW - DAY);
	max = fetch(rig, OURS, "MAX", 500, RIG_NOW - DAY);
	for (time_t end = (RIG_NOW - 20 * HOUR) / 500 * 500; end < RIG_NOW - HOUR; end += 500) {
		double middle = (double)(end - 250 - RIG_NOW + DAY) / 60 + 0.5;

		if (end > RIG_NOW - 10 * HOUR + 60 && end - 500 < RIG_NOW - 9 * HOUR - 60) {
			assert_true(isnan(row_at(&average, end)));
			continue;
		}
		if (end > RIG_NOW - 11 * HOUR && end < RIG_NOW - 8 * HOUR)
			continue;
		assert_true(fabs(row_at(&average, end) - middle) < 0.02);
		assert_true(fabs(row_at(&max, end) - middle - 500 / 120.0) < 0.51);
	}
	rrd_freemem(average.value);
	rrd_freemem(max.value);
}

static void what_rrdcached_holds_is_there_and_it_goes_on(void **state)
{
	const char *value = "1790430010:91", *later = "1790430020:92";
	struct rig *rig = *state;
	struct rrdcached cached;
	char path[RIG_PATH_SIZE];
	struct rig_run run;

	make_old(rig, OLD);
	make_ours(rig, OURS);
	rig_path(rig, OURS, path);
	rrdcached_start(&cached, rig->scratch.path, rig->data);
	assert_int_equal(rrdc_connect(cached.address), 0);
	assert_int_equal(rrdc_update(path, 1, &value), 0);
	rig_run(rig, &run, "migrate", "--daemon", cached.address, NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	expect_both(rig);
	assert_int_equal(rrdc_update(path, 1, &later), 0);
	assert_int_equal(rrdc_flush(path), 0);
	rrdc_disconnect();
	rrdcached_kill(&cached);
	expect_both(rig);
}

static void a_daemon_that_is_not_there_stops_all(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	struct bytes before;
	char address[RIG_PATH_SIZE];

	make_old(rig, OLD);
	make_ours(rig, OURS);
	before = read_file(rig, OURS);
	snprintf(address, sizeof(address), "unix:%s/socket", rig->scratch.path);
	rig_run(rig, &run, "migrate", "--daemon", address, NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, "systemctl start rrdcached"));
	assert_true(is_as_before(rig, OURS, &before));
}

static void any_numbers_in_a_header_are_survived(void **state)
{
	struct rig *rig = *state;
	struct bytes bytes;
	uint32_t random = 1;

	make_old(rig, OLD);
	make_ours(rig, OURS);
	bytes = read_file(rig, OLD);
	for (int i = 0; i < 300; i++) {
		struct header header, own;
		const char *machine;
		struct bytes old = bytes, ours = read_file(rig, OURS);
		struct fill_count count = { 0 };

		old.at = malloc(old.size);
		memcpy(old.at, bytes.at, old.size);
		for (int n = 0; n < 3; n++) {
			random = random * 1664525 + 1013904223;
			old.at[(random >> 8) % 3496] ^= (unsigned char)(1U << (random >> 28) % 8);
		}
		assert_int_equal(header_read(ours.at, ours.size, &own, &machine), HEADER_SOUND);
		if (header_read(old.at, old.size, &header, &machine) == HEADER_SOUND) {
			struct fill_file from = { old.at, &header }, to = { ours.at, &own };

			fill_rows(&to, &from, &count);
		}
		free(old.at);
		free(ours.at);
	}
	free(bytes.at);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(unknown_rows_are_filled_and_known_ones_stay),
		RIG_TEST(the_row_of_the_change_is_made_of_shorter_ones),
		RIG_TEST(doing_it_twice_adds_nothing),
		RIG_TEST(a_dry_run_says_the_same_and_changes_nothing),
		RIG_TEST(the_files_of_the_xu4_find_theirs),
		RIG_TEST(each_cpu_goes_to_its_cluster),
		RIG_TEST(a_zone_that_is_not_clear_is_asked_for),
		RIG_TEST(the_only_zone_is_clear),
		RIG_TEST(a_series_that_ours_has_not_is_told),
		RIG_TEST(files_elsewhere_go_on_in_those_of_their_names),
		RIG_TEST(files_of_an_armhf_are_read),
		RIG_TEST(where_nothing_is_older_the_exit_status_is_3),
		RIG_TEST(wrong_words_are_told),
		RIG_TEST(a_broken_original_is_told_and_the_others_are_done),
		RIG_TEST(a_full_disk_leaves_all_as_it_was),
		RIG_TEST(a_folder_that_cannot_be_written_is_told),
		RIG_TEST(a_value_written_meanwhile_is_kept),
		RIG_TEST(the_rows_of_another_step_are_converted),
		RIG_TEST(what_rrdcached_holds_is_there_and_it_goes_on),
		RIG_TEST(a_daemon_that_is_not_there_stops_all),
		RIG_TEST(any_numbers_in_a_header_are_survived),
	};

	if (!rrdcached_is_there())
		return skip_all("rrdcached is not installed");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

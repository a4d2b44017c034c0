/*
 * test_counters.c - counters that wrap, restart, go and return make no spike in a real RRD
 *
 * The next step comes when collectd has read the last. Each counter counts by the same number at
 * each step, so no row of the RRD may have more.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "daemon.h"
#include "listing.h"
#include "program.h"
#include "unit.h"
#include "banned.h"

#define INTERVAL 2 /* at 1, rounded to whole seconds, three intervals may be two */
#define INTERVAL_TEXT "2"
#define STEPS 10
#define STEP (100 * INTERVAL)
#define WRAP (INT64_C(1) << 32)
#define CSV_ROUNDS_TO 2e-3 /* milliseconds, at both ends of one */
#define LATE 1.1	   /* intervals between two reads: more is a busy machine */
#define USB "devices/pci0000:00/usb1"
#define POLICIES "sys/devices/system/cpu/cpufreq"

enum kind {
	IRQ,	  /* of CPU 0; gone is a row that has no name meanwhile */
	IRQ_CPU1, /* gone is CPU 1, whose counts stay as they were */
	DISK,
	NET,
	CLOCK, /* at 1 GHz */
	KINDS,
};

/* What the kernel counts. */
static const struct counter {
	enum kind kind;
	const char *name; /* of the interrupt, the disk, the interface or the policy */
	const char *port; /* or the CPUs of the policy */
	int64_t start;
	int64_t step;
	bool wraps;   /* at 32 bits */
	int restarts; /* at zero, before this step, 0 for never */
	int gone;     /* from this step on, 0 for never */
	int back;     /* until this */
} counters[] = {
	{ .kind = IRQ, .name = "steady", .start = 1000, .step = STEP },
	{ .kind = IRQ, .name = "wraps", .start = WRAP - 850, .step = STEP, .wraps = true },
	{ .kind = IRQ, .name = "restarts", .start = 1000000, .step = STEP, .restarts = 3 },
	{ .kind = IRQ, .name = "unnamed", .start = 2000000, .step = STEP, .gone = 2, .back = 5 },
	{ .kind = IRQ, .name = "pair", .start = 3000000, .step = STEP },
	{ .kind = IRQ, .name = "pair", .start = 4000000, .step = STEP, .gone = 2, .back = 5 },
	{ .kind = IRQ_CPU1, .name = "other", .start = 5000000, .step = STEP, .gone = 2, .back = 5 },
	{ .kind = DISK,
	  .name = "sda",
	  .port = "1-1",
	  .start = WRAP - 850,
	  .step = STEP,
	  .wraps = true },
	{ .kind = DISK, .name = "sdb", .port = "1-2", .start = 6000000, .step = STEP },
	{ .kind = DISK,
	  .name = "sdc",
	  .port = "1-2",
	  .start = 7000000,
	  .step = STEP,
	  .gone = 2,
	  .back = 5 },
	{ .kind = NET,
	  .name = "eth0",
	  .port = "1-3",
	  .start = 8000000,
	  .step = STEP,
	  .restarts = 3 },
	{ .kind = NET,
	  .name = "eth1",
	  .port = "1-4",
	  .start = 9000000,
	  .step = STEP,
	  .gone = 2,
	  .back = 3 },
	{ .kind = NET, .name = "eth2", .port = "1-5", .start = 9500000, .step = STEP },
	{ .kind = CLOCK,
	  .name = "policy0",
	  .port = "0 1",
	  .start = 10000000,
	  .step = STEP,
	  .restarts = 3 },
	{ .kind = CLOCK, .name = "policy4", .port = "4 5", .start = 11000000, .step = STEP },
};

/* What an RRD has of it: in each row this rate, or, in so many at most, nothing. A counter that
 * gets smaller costs one. After two intervals without a value the RRD knows nothing of them: so
 * long is a group held back when a row returns, and a device when a member does. One interval may
 * be two by a hair. */
static const struct expected {
	const char *name;
	const char *id;
	double rate;
	int unknown;
} expected[] = {
	{ "an_interrupt_counts", "cpuirq-steady/irq-cpu0", 100, 0 },
	{ "an_interrupt_wraps_at_32_bits", "cpuirq-wraps/irq-cpu0", 100, 1 },
	{ "an_interrupt_restarts_at_zero", "cpuirq-restarts/irq-cpu0", 100, 1 },
	{ "an_interrupt_loses_its_name", "cpuirq-unnamed/irq-cpu0", 100, 4 },
	{ "a_row_of_a_group_is_gone_and_back", "cpuirq-pair/irq-cpu0", 200, 6 },
	{ "a_cpu_is_offline_and_returns", "cpuirq-total/irq-cpu1", 100, 4 },
	{ "a_total_survives_it_all", "cpuirq-total/irq-cpu0", 600, 2 },
	{ "sectors_wrap_at_32_bits", "usbio-1-1/if_octets", 51200, 1 },
	{ "a_disk_of_a_device_is_gone_and_back", "usbio-1-2/if_octets", 102400, 4 },
	{ "an_interface_restarts_at_zero", "usbio-1-3/if_octets", 100, 1 },
	{ "an_interface_is_away_for_a_read", "usbio-1-4/if_octets", 100, 2 },
	{ "an_interface_counts", "usbio-1-5/if_octets", 100, 0 },
	{ "cycles_restart_at_zero", "clusterfreq-cpu0-1/derive-cycles", 1e9, 1 },
	{ "cycles_count", "clusterfreq-cpu4-5/derive-cycles", 1e9, 0 },
};

/* One of each plugin that counts on undisturbed. */
static const struct beat {
	const char *id;
	double rate;
} beats[] = {
	{ "cpuirq-steady/irq-cpu0", 100 },
	{ "usbio-1-5/if_octets", 100 },
	{ "clusterfreq-cpu4-5/derive-cycles", 1e9 },
};

static struct scratch trees;
static struct daemon counting;

static bool is_gone(const struct counter *counter, int step)
{
	return counter->gone > 0 && step >= counter->gone && step < counter->back;
}

static int64_t value_of(const struct counter *counter, int step)
{
	int64_t value = counter->start;

	for (int i = 1; i <= step; i++) {
		if (counter->kind == IRQ_CPU1 && is_gone(counter, i))
			continue;
		value += counter->step;
		if (counter->wraps)
			value %= WRAP;
		if (counter->restarts == i)
			value = counter->step;
	}
	return value;
}

static void write_interrupts(int step)
{
	char *text;
	size_t length;
	FILE *stream = open_memstream(&text, &length);
	bool has_cpu1 = true;

	assert_non_null(stream);
	for (size_t i = 0; i < ARRAY_SIZE(counters); i++)
		has_cpu1 &= counters[i].kind != IRQ_CPU1 || !is_gone(&counters[i], step);
	fprintf(stream, "           CPU0       %s\n", has_cpu1 ? "CPU1       " : "");
	for (size_t i = 0; i < ARRAY_SIZE(counters); i++) {
		const struct counter *counter = &counters[i];
		intmax_t value = value_of(counter, step);

		if (counter->kind > IRQ_CPU1)
			continue;
		fprintf(stream, "%3zu: %10jd ", i, counter->kind == IRQ ? value : 0);
		if (has_cpu1)
			fprintf(stream, "%10jd ", counter->kind == IRQ ? 0 : value);
		fprintf(stream, "    GICv2 %3zu Level     %s\n", i,
			is_gone(counter, step) ? "" : counter->name);
	}
	fclose(stream);
	scratch_write(&trees, text, "%d/proc/interrupts", step);
	free(text);
}

static void write_disk(const struct counter *counter, int step)
{
	char path[PATH_MAX];
	char target[PATH_MAX];
	char text[PATH_MAX + 16];

	snprintf(text, sizeof(text), "%d 0 %jd 9 0 0 0 0 0 9 9\n", step,
		 (intmax_t)value_of(counter, step));
	snprintf(target, sizeof(target), USB "/%s/%s:1.0/block/%s", counter->port, counter->port,
		 counter->name);
	scratch_write(&trees, text, "%d/sys/%s/stat", step, target);
	snprintf(path, sizeof(path), "%d/sys/block/%s", step, counter->name);
	snprintf(text, sizeof(text), "../%s", target);
	scratch_link(&trees, text, path);
}

static void write_net(const struct counter *counter, int step)
{
	char path[PATH_MAX];
	char target[PATH_MAX];
	char text[PATH_MAX + 16];

	snprintf(text, sizeof(text), "%jd\n", (intmax_t)value_of(counter, step));
	snprintf(target, sizeof(target), USB "/%s/%s:1.0/net/%s", counter->port, counter->port,
		 counter->name);
	scratch_write(&trees, text, "%d/sys/%s/statistics/rx_bytes", step, target);
	scratch_write(&trees, "0\n", "%d/sys/%s/statistics/tx_bytes", step, target);
	snprintf(path, sizeof(path), "%d/sys/class/net/%s", step, counter->name);
	snprintf(text, sizeof(text), "../../%s", target);
	scratch_link(&trees, text, path);
}

static void write_clock(const struct counter *counter, int step)
{
	char text[64];

	snprintf(text, sizeof(text), "1000000 %jd\n", (intmax_t)value_of(counter, step));
	scratch_write(&trees, counter->port, "%d/" POLICIES "/%s/related_cpus", step,
		      counter->name);
	scratch_write(&trees, text, "%d/" POLICIES "/%s/stats/time_in_state", step, counter->name);
}

static void write_tree(int step)
{
	static void (*const write[KINDS])(const struct counter *counter, int step) = {
		[DISK] = write_disk,
		[NET] = write_net,
		[CLOCK] = write_clock,
	};

	write_interrupts(step);
	for (size_t i = 0; i < ARRAY_SIZE(counters); i++) {
		if (write[counters[i].kind] && !is_gone(&counters[i], step))
			write[counters[i].kind](&counters[i], step);
	}
}

static void turn_to(int step)
{
	char tree[16];

	snprintf(tree, sizeof(tree), "%d", step);
	scratch_link(&trees, tree, "link");
	scratch_move(&trees, "link", "root");
}

static int set_up(void **state)
{
	char options[PATH_MAX];

	(void)state;
	scratch_make(&trees);
	for (int step = 0; step < STEPS; step++)
		write_tree(step);
	turn_to(0);
	snprintf(options, sizeof(options), "Root \"%s/root\"\n", trees.path);
	daemon_start_every(&counting, INTERVAL_TEXT, options);
	for (int step = 0; step < STEPS; step++) {
		turn_to(step);
		for (size_t i = 0; i < ARRAY_SIZE(beats); i++)
			daemon_wait_for(&counting, beats[i].id, step + 1);
	}
	daemon_stop(&counting);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	daemon_done(&counting);
	scratch_done(&trees);
	return 0;
}

static const struct beat *beat_of(const char *id)
{
	for (size_t i = 0; i < ARRAY_SIZE(beats); i++) {
		if (strncmp(id, beats[i].id, strcspn(id, "-/")) == 0)
			return &beats[i];
	}
	return NULL;
}

/* When a plugin read, by the clock of an RRD. */
struct reads {
	double highest; /* what counts on undisturbed has, of its rate, between two */
	double longest; /* intervals between two */
};

/* rrdtool is given whole seconds, and refuses a second read within one. And a busy machine reads
 * late, or one plugin twice between two steps, and then two steps come to one read. */
static void look_at_reads(enum writer writer, const char *id, struct reads *ret)
{
	const struct beat *beat = beat_of(id);
	char *text = daemon_csv(&counting, beat->id);
	double last_time = 0, last_value = 0;

	*ret = (struct reads){ 0 };
	for (const char *line = strchr(text, '\n'); line && line[1];
	     line = strchr(line + 1, '\n')) {
		char *comma;
		double time = strtod(line + 1, &comma);
		double value = strtod(comma + 1, NULL);

		if (writer == WRITER_RRDTOOL)
			time = (double)(int64_t)time;
		if (time <= last_time)
			continue;
		if (last_time > 0) {
			double rate = (value - last_value) / (time - last_time);

			ret->highest = MAX(ret->highest, rate / beat->rate);
			ret->longest = MAX(ret->longest, (time - last_time) / INTERVAL);
		}
		last_time = time;
		last_value = value;
	}
	free(text);
}

/* What an RRD has of the time of the test. */
struct rows {
	double highest;
	double last;
	int known;
	int unknown; /* between two that are known */
};

/* "1700000000: 1.0000000000e+02 nan": of an if_octets, tx is zero throughout. */
static void read_rows(enum writer writer, const char *id, struct rows *ret)
{
	static const char *const folder[WRITERS] = { "csv", "rrd", "cached" };
	char path[PATH_MAX];
	struct output output;
	int unknown = 0;

	*ret = (struct rows){ 0 };
	snprintf(path, sizeof(path), "%s/%s/testhost/%s.rrd", counting.scratch.path, folder[writer],
		 id);
	program_run(&output, NULL,
		    (const char *const[]){ "rrdtool", "fetch", path, "MAX", "-r", "1", "-s",
					   "end-60", NULL });
	if (output.status != 0)
		fail_msg("%s: %s", id, output.err);
	for (const char *line = output.out; (line = strstr(line, ": ")); line++) {
		double value = strtod(line + 2, NULL);

		if (isnan(value)) {
			unknown += ret->known > 0;
			continue;
		}
		ret->highest = value > ret->highest ? value : ret->highest;
		ret->last = value;
		ret->known++;
		ret->unknown += unknown;
		unknown = 0;
	}
	output_done(&output);
}

static void makes_no_spike(void **state)
{
	const struct expected *row = *state;
	struct rows got;
	struct reads reads;

	for (enum writer writer = WRITER_RRDTOOL; writer < WRITERS; writer++) {
		read_rows(writer, row->id, &got);
		look_at_reads(writer, row->id, &reads);
		if (got.highest > row->rate * reads.highest * (1 + CSV_ROUNDS_TO))
			fail_msg("writer %d: %s has a rate of %g", writer, row->id, got.highest);
		assert_true(got.known > 0);
		if (reads.longest > LATE || reads.highest > LATE)
			continue;
		if (got.last < row->rate / LATE)
			fail_msg("writer %d: %s ends with %g", writer, row->id, got.last);
		if (got.unknown > row->unknown)
			fail_msg("writer %d: %s has %d rows unknown", writer, row->id, got.unknown);
	}
}

int main(void)
{
	struct CMUnitTest tests[ARRAY_SIZE(expected)];

	if (daemon_lacks(false))
		return skip_all(daemon_lacks(false));
	for (size_t i = 0; i < ARRAY_SIZE(expected); i++)
		tests[i] = (struct CMUnitTest){ expected[i].name, makes_no_spike, NULL, NULL,
						(void *)(uintptr_t)&expected[i] };
	return _cmocka_run_group_tests("counters", tests, ARRAY_SIZE(tests), set_up, tear_down);
}

/*
 * test_change.c - the tree changes while collectd reads it, and changes back
 *
 * Each row has a collectd of its own, 5 reads a second; they run at the same time. The root is a
 * link from one tree to the other, so that a change is whole. boardprobe says what each tree has.
 * After a change one read may have had the other tree still; all else has to be of the new one.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "array.h"
#include "daemon.h"
#include "listing.h"
#include "program.h"
#include "unit.h"
#include "banned.h"

#define ID_SIZE 256
#define VALUE_SIZE 64
#define READS 4 /* of each sample, to be waited for */
#define CSV_ROUNDS_TO 1e-6
#define FLAPS 11
#define FLAPS_TOLD 10 /* PRESENCE_TIMES_MAX */

#define FREQ "sys/devices/system/cpu/cpufreq"
#define THERMAL "sys/class/thermal"
#define NET6                                                                                       \
	"sys/devices/platform/soc/soc:usb3-1/12400000.dwc3/xhci-hcd.4.auto/usb6/6-1/6-1:1.0/net"
#define USB4 "devices/platform/soc/soc:usb3-0/12000000.dwc3/xhci-hcd.3.auto/usb4/4-1"
#define DISK "host0/target0:0:0/0:0:0:0/block/sda"

enum phase {
	AT_FIRST,
	CHANGED,
	CHANGED_BACK,
	PHASES,
};

static const struct change {
	const char *name;
	const char *board;
	const char *first;	  /* shell, in the first tree: how it differs from the board */
	const char *second;	  /* and the second */
	const char *says[PHASES]; /* how the lines of the log begin */
	size_t silent;		  /* reads without a sample, where rows of a name come together */
} changes[] = {
	{
		"a_cpu_goes_offline_and_returns",
		"odroid-xu4",
		"",
		/* 5 characters of label, then 11 for each CPU */
		"cut -c 1-27,39- <proc/interrupts >x; mv x proc/interrupts\n"
		"echo 0 1 3 >" FREQ "/policy0/affected_cpus",
		{ "",
		  "[notice] cpuirq plugin: no longer given: cpuirq-mct_tick2/irq-cpu2 and 2 more\n",
		  "[info] cpuirq plugin: given again: cpuirq-total/irq-cpu2 and 2 more\n" },
		0,
	},
	{
		"a_cluster_goes_offline_and_returns",
		"odroid-xu4",
		"",
		"cut -c 1-49,94- <proc/interrupts >x; mv x proc/interrupts\n"
		": >" FREQ "/policy4/affected_cpus",
		{ "",
		  "[notice] cpuirq plugin: no longer given: cpuirq-mct_tick4/irq-cpu4 and 8 more\n"
		  "[notice] clusterfreq plugin: no longer given: clusterfreq-cpu4-7/cpufreq-current"
		  " and 1 more\n",
		  "[info] cpuirq plugin: given again: cpuirq-total/irq-cpu4 and 8 more\n"
		  "[info] clusterfreq plugin: given again: clusterfreq-cpu4-7/cpufreq-current"
		  " and 1 more\n" },
		0,
	},
	{
		"a_policy_disappears",
		"odroid-xu4",
		"",
		"rm -r " FREQ "/policy4",
		{ "",
		  "[notice] clusterfreq plugin: no longer given: clusterfreq-cpu4-7/cpufreq-current"
		  " and 2 more\n",
		  "[info] clusterfreq plugin: given again: clusterfreq-cpu4-7/cpufreq-current"
		  " and 2 more\n" },
		0,
	},
	{
		"a_policy_refuses_with_ebusy",
		"odroid-xu4",
		"",
		"cd " FREQ "/policy4; for i in *; do rm -r $i; mkdir $i; done",
		{ "",
		  "[notice] clusterfreq plugin: no longer given: clusterfreq-cpu4-7/cpufreq-current"
		  " and 2 more\n",
		  "[info] clusterfreq plugin: given again: clusterfreq-cpu4-7/cpufreq-current"
		  " and 2 more\n" },
		0,
	},
	{
		"a_disk_moves_to_another_port",
		"odroid-xu4",
		"",
		"mv sys/" USB4 "/4-1.1 sys/" USB4 "/4-1.3; cd sys/" USB4 "/4-1.3\n"
		"mv 4-1.1:1.0 4-1.3:1.0; echo 9 >devnum\n"
		"echo 20 0 160 10 0 0 0 0 0 10 10 >4-1.3:1.0/" DISK "/stat\n"
		"ln -sfn ../" USB4 "/4-1.3/4-1.3:1.0/" DISK " \"$OLDPWD/sys/block/sda\"",
		{ "",
		  "[info] usbio plugin: new: usbio-4-1.3/if_octets and 1 more\n"
		  "[notice] usbio plugin: no longer given: usbio-4-1.1/gauge-link_speed and 1 "
		  "more\n",
		  "[notice] usbio plugin: no longer given: usbio-4-1.3/gauge-link_speed and 1 "
		  "more\n"
		  "[info] usbio plugin: given again: usbio-4-1.1/if_octets and 1 more\n" },
		0,
	},
	{
		"all_devices_move_in_a_suspension",
		"odroid-hc1",
		"",
		"rm -r sys; mv after/sys sys",
		{ "",
		  "[info] usbio plugin: new: usbio-3-1/if_octets and 3 more\n"
		  "[notice] usbio plugin: no longer given: usbio-4-1/gauge-link_speed and 3 more\n",
		  "[notice] usbio plugin: no longer given: usbio-3-1/gauge-link_speed and 3 more\n"
		  "[info] usbio plugin: given again: usbio-4-1/if_octets and 3 more\n" },
		0,
	},
	{
		"an_interface_vanishes_in_mid_read",
		"odroid-xu4",
		"",
		"rm -r " NET6 "/eth0", /* and the link in the class is there still */
		{ "",
		  "[notice] usbio plugin: no longer given: usbio-6-1/gauge-link_speed and 1 more\n",
		  "[info] usbio plugin: given again: usbio-6-1/if_octets and 1 more\n" },
		0,
	},
	{
		"a_zone_starts_refusing",
		"odroid-xu4",
		"",
		"cd " THERMAL "/thermal_zone2; rm temp; mkdir temp",
		{ "",
		  "[notice] cputemp plugin: no longer given: cputemp/temperature-cpu2-thermal\n",
		  "[info] cputemp plugin: given again: cputemp/temperature-cpu2-thermal\n" },
		0,
	},
	{
		"zones_change_their_numbers",
		"odroid-xu4",
		"",
		"cd " THERMAL "; mv thermal_zone0 x; mv thermal_zone4 thermal_zone0\n"
		"mv x thermal_zone4; echo 71000 >thermal_zone4/trip_point_0_temp",
		{ "", "", "" },
		0,
	},
	{
		"an_interrupt_row_appears",
		"odroid-xu4",
		"",
		"sed -i '/^154:/a160:          7          0          0          0          0       "
		"   0"
		"          0          9     GICv2  99 Edge      new' proc/interrupts",
		{ "", "[info] cpuirq plugin: new: cpuirq-new/irq-cpu0 and 1 more\n",
		  "[notice] cpuirq plugin: no longer given: cpuirq-new/irq-cpu0 and 1 more\n" },
		0,
	},
	{
		"a_row_appears_in_a_group",
		"odroid-xu4",
		"",
		"sed -i '/^154:/a160:          7          0          0          0          0       "
		"   0"
		"          0          0     GICv2  99 Edge      dw-mci' proc/interrupts",
		{ "", "", "" },
		0,
	},
	{
		"every_class_is_absent_at_start_and_appears",
		"odroid-xu4",
		"rm -r sys proc",
		"",
		{ "[warning] cputemp plugin: No such file or directory: \n"
		  "[warning] clusterfreq plugin: No such file or directory: \n"
		  "[warning] cpuirq plugin: No such file or directory: \n"
		  "[warning] usbio plugin: No such file or directory: \n",
		  "[info] cputemp plugin: reads again\n"
		  "[info] clusterfreq plugin: reads again\n"
		  "[info] cpuirq plugin: reads again\n"
		  "[info] usbio plugin: reads again\n",
		  "[warning] cputemp plugin: No such file or directory: \n"
		  "[warning] clusterfreq plugin: No such file or directory: \n"
		  "[warning] cpuirq plugin: No such file or directory: \n"
		  "[warning] usbio plugin: No such file or directory: \n" },
		0,
	},
	{
		"a_chip_of_the_cpu_goes_and_returns",
		"x86-16cpu-minipc",
		"",
		"rm sys/class/hwmon/hwmon3",
		{ "",
		  "[notice] cputemp plugin: no longer given: "
		  "cputemp/temperature-coretemp_Core_0 and 3 more\n",
		  "[info] cputemp plugin: given again: cputemp/temperature-coretemp_Package_id_0"
		  " and 3 more\n" },
		0,
	},
	{
		"a_pipe_in_place_of_a_file_blocks_nothing",
		"odroid-xu4",
		"",
		"for i in proc/interrupts " THERMAL "/thermal_zone2/temp " FREQ
		"/policy0/scaling_cur_freq sys/block/sda/stat; do rm $i; mkfifo $i; done",
		{ "",
		  "[warning] cpuirq plugin: Bad message: \n"
		  "[notice] cputemp plugin: no longer given: cputemp/temperature-cpu2-thermal\n"
		  "[notice] clusterfreq plugin: no longer given: "
		  "clusterfreq-cpu0-3/cpufreq-current\n"
		  "[notice] usbio plugin: no longer given: usbio-4-1.1/gauge-link_speed and 1 "
		  "more\n",
		  "[info] cpuirq plugin: reads again\n"
		  "[info] cputemp plugin: given again: cputemp/temperature-cpu2-thermal\n"
		  "[info] clusterfreq plugin: given again: clusterfreq-cpu0-3/cpufreq-current\n"
		  "[info] usbio plugin: given again: usbio-4-1.1/if_octets and 1 more\n" },
		0,
	},
};

static struct run {
	const struct change *change;
	struct scratch trees; /* first, second, and root, which is a link to one of them */
	struct daemon daemon;
	struct output listing[2];
	double begins[PHASES + 1];
} runs[ARRAY_SIZE(changes)];

static const struct change flap = {
	.board = "odroid-xu4",
	.first = "",
	.second = "rm " THERMAL "/thermal_zone2/temp",
};
static struct run flapping;

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void shell(const char *dir, const char *commands)
{
	struct output output;

	program_run(&output, NULL,
		    (const char *const[]){ "sh", "-ec", "cd \"$0\"; eval \"$1\"", dir, commands,
					   NULL });
	if (output.status != 0)
		fail_msg("%s: %s", commands, output.err);
	output_done(&output);
}

static void make_tree(struct run *run, const char *name, const char *commands)
{
	char text[2 * PATH_MAX];
	char path[PATH_MAX];

	snprintf(text, sizeof(text), "cp -R " FIXTURES "/%s %s", run->change->board, name);
	shell(run->trees.path, text);
	snprintf(path, sizeof(path), "%s/%s", run->trees.path, name);
	shell(path, commands);
}

/* From now on the root is this tree. */
static void turn_to(struct run *run, const char *tree)
{
	scratch_link(&run->trees, tree, "link");
	scratch_move(&run->trees, "link", "root");
}

static void probe(struct run *run, const char *tree, struct output *ret)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", run->trees.path, tree);
	program_run(ret, NULL, (const char *const[]){ BOARDPROBE, "--root", path, NULL });
	assert_int_equal(ret->status, 0);
}

static void start(struct run *run, const struct change *change)
{
	char options[PATH_MAX];

	run->change = change;
	scratch_make(&run->trees);
	make_tree(run, "first", change->first);
	make_tree(run, "second", change->second);
	probe(run, "first", &run->listing[0]);
	probe(run, "second", &run->listing[1]);
	turn_to(run, "first");
	snprintf(options, sizeof(options), "Root \"%s/root\"\n", run->trees.path);
	daemon_start_every(&run->daemon, "0.2", options);
}

static const char *listing_of(const struct run *run, size_t phase)
{
	return run->listing[phase == CHANGED].out;
}

/* "<id> <value>\n": what follows; the end is NULL. */
static const char *next_line(const char *line, char id[ID_SIZE], char value[VALUE_SIZE])
{
	const char *blank = strchr(line, ' ');
	const char *newline = strchr(line, '\n');

	if (!blank || !newline)
		return NULL;
	snprintf(id, ID_SIZE, "%.*s", (int)(blank - line), line);
	snprintf(value, VALUE_SIZE, "%.*s", (int)(newline - blank - 1), blank + 1);
	return newline + 1;
}

static bool find_value(const char *lines, const char *id, char ret[VALUE_SIZE])
{
	char other[ID_SIZE];

	while ((lines = next_line(lines, other, ret))) {
		if (strcmp(other, id) == 0)
			return true;
	}
	return false;
}

/* "12.3,45.000000" or "12.3,1,2" */
static bool is_value(const char *stored, const char *expected)
{
	stored = strchr(stored, ',');
	while (*stored == ',') {
		char *end;

		double value = strtod(stored + 1, &end);
		if (fabs(value - strtod(expected, NULL)) > CSV_ROUNDS_TO)
			return false;
		stored = end;
		expected += strcspn(expected, ":");
		expected += *expected == ':';
	}
	return true;
}

/* Of a phase: how many samples have this value, and how many another; NULL is no value. */
static void count_samples(const struct run *run, size_t phase, const char *id, const char *expected,
			  size_t ret[2])
{
	char *text = daemon_csv(&run->daemon, id);
	const char *line = text ? strchr(text, '\n') : NULL;

	ret[0] = ret[1] = 0;
	for (; line && line[1]; line = strchr(line + 1, '\n')) {
		double time = strtod(line + 1, NULL);

		if (!strchr(line + 1, '\n'))
			break; /* is being written */
		if (time >= run->begins[phase] && time < run->begins[phase + 1])
			ret[!(expected && is_value(line + 1, expected))]++;
	}
	free(text);
}

/* Wait until each sample of the phase is stored so often. */
static void wait_for_samples(struct run *run, size_t phase, size_t reads)
{
	char id[ID_SIZE];
	char value[VALUE_SIZE];
	size_t count[2];

	for (const char *line = listing_of(run, phase); (line = next_line(line, id, value));) {
		int waited = 0;

		for (;;) {
			count_samples(run, phase, id, value, count);
			if (count[0] >= reads)
				break;
			daemon_wait_a_little(&waited);
		}
	}
}

static size_t count_lines(const char *text)
{
	size_t count = 0;

	for (; *text; text++)
		count += *text == '\n';
	return count;
}

static int count_expected(const struct run *run, size_t phase)
{
	size_t count = 0;

	for (size_t i = 0; i <= phase; i++)
		count += count_lines(run->change->says[i]);
	return (int)count;
}

static void begin(size_t phase)
{
	for (size_t i = 0; i < ARRAY_SIZE(runs); i++) {
		if (phase != AT_FIRST)
			turn_to(&runs[i], phase == CHANGED ? "second" : "first");
		runs[i].begins[phase] = now();
		runs[i].begins[phase + 1] = INFINITY;
	}
}

static int set_up(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(runs); i++)
		start(&runs[i], &changes[i]);
	for (size_t phase = 0; phase < PHASES; phase++) {
		begin(phase);
		for (size_t i = 0; i < ARRAY_SIZE(runs); i++) {
			wait_for_samples(&runs[i], phase, READS);
			daemon_wait_for_log(&runs[i].daemon,
					    " plugin: ", count_expected(&runs[i], phase));
		}
	}
	for (size_t i = 0; i < ARRAY_SIZE(runs); i++) {
		runs[i].begins[PHASES] = now();
		daemon_stop(&runs[i].daemon);
	}
	return 0;
}

static void run_done(struct run *run)
{
	daemon_done(&run->daemon);
	output_done(&run->listing[0]);
	output_done(&run->listing[1]);
	scratch_done(&run->trees);
}

static int tear_down(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(runs); i++)
		run_done(&runs[i]);
	run_done(&flapping);
	return 0;
}

static void expect_log(const struct run *run)
{
	char *log = daemon_log_lines(&run->daemon, " plugin: ");

	for (size_t phase = 0; phase < PHASES; phase++) {
		const char *end;

		for (const char *line = run->change->says[phase]; *line; line = end + 1) {
			char begin[ID_SIZE];

			end = strchr(line, '\n');
			snprintf(begin, sizeof(begin), "%.*s", (int)(end - line), line);
			if (!strstr(log, begin))
				fail_msg("no \"%s\" but:\n%s", begin, log);
		}
	}
	if (count_lines(log) != (size_t)count_expected(run, CHANGED_BACK))
		fail_msg("too much is said:\n%s", log);
	free(log);
	log = daemon_log_lines(&run->daemon, "[error]");
	assert_string_equal(log, "");
	free(log);
}

static bool is_of_plugin(const char *id, const char *other)
{
	size_t length = strcspn(other, "/-");

	return strncmp(id, other, length) == 0 && strcspn(id, "/-") == length;
}

/* The most samples that an identifier of the same plugin has. */
static size_t count_reads(const struct run *run, size_t phase, const char *of_plugin)
{
	char id[ID_SIZE];
	char value[VALUE_SIZE];
	size_t count[2];
	size_t reads = 0;

	for (const char *line = listing_of(run, phase); (line = next_line(line, id, value));) {
		if (!is_of_plugin(id, of_plugin))
			continue;
		count_samples(run, phase, id, value, count);
		reads = MAX(reads, count[0] + count[1]);
	}
	return reads;
}

/* Only the read that was under way has what is of another phase, or nothing of this one. The
 * last reads are cut off where collectd stops. */
static void expect_samples(const struct run *run, size_t phase, const char *id)
{
	char value[VALUE_SIZE];
	size_t count[2];

	bool is_listed = find_value(listing_of(run, phase), id, value);
	count_samples(run, phase, id, is_listed ? value : NULL, count);
	if (count[1] > 1)
		fail_msg("phase %zu: %zu stale samples of %s", phase, count[1], id);
	size_t reads = count_reads(run, phase, id);
	if (is_listed && count[0] + count[1] + 1 + run->change->silent < reads)
		fail_msg("phase %zu: %zu of %zu samples of %s", phase, count[0], reads, id);
}

static void changes_without_a_fault(void **state)
{
	const struct run *run = *state;
	char *stored = daemon_stored(&run->daemon, WRITER_CSV);
	char id[ID_SIZE];
	char value[VALUE_SIZE];

	expect_log(run);
	assert_true(count_lines(stored) > 0);
	for (const char *line = stored; (line = next_line(line, id, value));) {
		if (!find_value(run->listing[0].out, id, value) &&
		    !find_value(run->listing[1].out, id, value))
			fail_msg("neither tree has %s", id);
		for (size_t phase = 0; phase < PHASES; phase++)
			expect_samples(run, phase, id);
	}
	free(stored);
}

static void a_sensor_that_flaps_does_not_fill_the_log(void **state)
{
	struct run *run = &flapping;

	(void)state;
	start(run, &flap);
	for (int i = 0; i < 2 * FLAPS + 1; i++) {
		enum phase phase = i % 2 == 0 ? AT_FIRST : CHANGED;

		turn_to(run, phase == CHANGED ? "second" : "first");
		run->begins[phase] = now();
		run->begins[phase + 1] = INFINITY;
		wait_for_samples(run, phase, 2); /* the first may be of a read under way */
	}
	daemon_stop(&run->daemon);
	char *log = daemon_log_lines(&run->daemon, " plugin: ");
	assert_int_equal(count_lines(log), 2 * FLAPS_TOLD);
	free(log);
}

int main(void)
{
	struct CMUnitTest tests[ARRAY_SIZE(changes) + 1];

	if (daemon_lacks(false))
		return skip_all(daemon_lacks(false));
	for (size_t i = 0; i < ARRAY_SIZE(changes); i++)
		tests[i] = (struct CMUnitTest){ changes[i].name, changes_without_a_fault, NULL,
						NULL, &runs[i] };
	tests[ARRAY_SIZE(changes)] =
		(struct CMUnitTest)cmocka_unit_test(a_sensor_that_flaps_does_not_fill_the_log);
	return _cmocka_run_group_tests("change", tests, ARRAY_SIZE(tests), set_up, tear_down);
}

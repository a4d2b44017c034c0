/* test_tree.c - recorded files that move, as the plugins read them. */
#include "tree.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "listing.h"
#include "program.h"
#include "scratch.h"
#include "series.h"
#include "unit.h"
#include "banned.h"

#define XU4 FIXTURES "/odroid-xu4"
#define END INT64_C(1800000000) /* 08:00 */
#define TYPES "/usr/share/collectd/types.db"
#define STEP 5
#define POLICY "sys/devices/system/cpu/cpufreq/policy4"

static struct scratch scratch;
static struct kroot root;
static struct tree tree;

static int setup(void **state)
{
	(void)state;
	scratch_make(&scratch);
	assert_int_equal(kroot_open(&root, scratch.path), 0);
	return 0;
}

static void copy_xu4(void)
{
	struct output output;

	program_run(&output, NULL,
		    (const char *const[]){ "cp", "-R", XU4 "/.", scratch.path, NULL });
	assert_int_equal(output.status, 0);
	output_done(&output);
}

static int teardown(void **state)
{
	(void)state;
	tree_close(&tree);
	kroot_close(&root);
	scratch_done(&scratch);
	return 0;
}

static void at_the_end_of_the_history_counters_are_as_recorded(void **state)
{
	(void)state;
	char *recorded = file_text(XU4 "/proc/interrupts");
	char *played;

	copy_xu4();
	tree_open(&tree, &root, END, STEP);
	assert_int_equal(tree_play(&tree, END), 0);
	played = file_text("%s/proc/interrupts", scratch.path);
	assert_string_equal(played, recorded);
	free(recorded);
	free(played);
}

/* Line by line, word by word: numbers at the same place, and none smaller. */
static void compare_tables(const char *before, const char *after)
{
	assert_int_equal(strlen(before), strlen(after));
	while (*before != '\0') {
		size_t a = strspn(before, "0123456789"), b = strspn(after, "0123456789");

		if (a > 0 && b > 0) {
			assert_true(strtoull(before, NULL, 10) <= strtoull(after, NULL, 10));
		} else if (b == 0) {
			assert_int_equal(a, 0);
			assert_int_equal(*before, *after);
			b = 1;
		} else { /* one digit more */
			assert_int_equal(*before, ' ');
			assert_true(before[b] == ' ' || before[1] != ' ');
		}
		if (b > a)
			a = b;
		before += a;
		after += a;
	}
}

static void counters_never_fall_and_stay_in_their_columns(void **state)
{
	(void)state;
	char *before = file_text(XU4 "/proc/interrupts");

	copy_xu4();
	tree_open(&tree, &root, END, STEP);
	for (int64_t at = END; at < END + 900; at += 17) {
		char *after;

		assert_int_equal(tree_play(&tree, at), 0);
		after = file_text("%s/proc/interrupts", scratch.path);
		compare_tables(before, after);
		free(before);
		before = after;
	}
	free(before);
}

static void compare_value(const char *value, struct channel *channel, size_t number,
			  const struct moment *moment)
{
	if (channel->is_counter)
		assert_int_equal(strtoll(value, NULL, 10),
				 strtoll(channel->recorded, NULL, 10) +
					 (int64_t)channel_count(channel, moment, STEP));
	else
		assert_float_equal(strtod(value, NULL), channel_gauge(channel, number, moment),
				   1e-9);
}

/* Every sample of the board, on both ways. */
static void compare_samples(int64_t time, const char *samples, struct series series[], size_t count)
{
	const char *line = samples;
	struct moment moment;

	scenario_moment(END, time, &moment);
	for (size_t i = 0; i < count; i++, line = strchr(line, '\n') + 1) {
		const char *value = strchr(line, ' ');

		assert_int_equal(strncmp(line, series[i].id, strlen(series[i].id)), 0);
		for (size_t j = 0; j < series[i].channels; j++) {
			compare_value(value + 1, &series[i].channel[j], j, &moment);
			value = strchr(value + 1, ':');
		}
	}
}

static char *samples_of(const char *path)
{
	struct output output;
	char *ret;

	program_run(&output, NULL, (const char *const[]){ BOARDPROBE, "--root", path, NULL });
	assert_int_equal(output.status, 0);
	ret = output.out;
	output.out = NULL;
	output_done(&output);
	return ret;
}

static void the_board_goes_on_as_the_history_would(void **state)
{
	(void)state;
	char *recorded = samples_of(XU4);
	FILE *in = fmemopen(recorded, strlen(recorded), "r");
	size_t count;
	struct series *series = series_read(in, TYPES, &count);

	fclose(in);
	copy_xu4();
	tree_open(&tree, &root, END, STEP);
	for (int64_t at = END + STEP; at < END + 20 * STEP; at += STEP) {
		char *samples;

		assert_int_equal(tree_play(&tree, at), 0);
		samples = samples_of(scratch.path);
		compare_samples(at, samples, series, count);
		free(samples);
	}
	series_free(series, count);
	free(recorded);
}

static size_t lines_of(const char *text)
{
	size_t lines = 0;

	for (; *text != '\0'; text++)
		lines += *text == '\n';
	return lines;
}

static void a_reader_never_sees_a_part(void **state)
{
	(void)state;
	char *recorded = samples_of(XU4);
	pid_t player;

	copy_xu4();
	tree_open(&tree, &root, END, STEP);
	player = fork();
	assert_true(player >= 0);
	if (player == 0) {
		for (int64_t at = END; tree_play(&tree, at) == 0; at++)
			;
		_exit(1);
	}
	for (int i = 0; i < 60; i++) {
		char *samples = samples_of(scratch.path);

		assert_int_equal(lines_of(samples), lines_of(recorded));
		free(samples);
	}
	assert_int_equal(kill(player, SIGTERM), 0);
	assert_int_equal(waitpid(player, NULL, 0), player);
	free(recorded);
}

static void add_link(const char *target, const char *path)
{
	char link[512];

	snprintf(link, sizeof(link), "%s/%s", scratch.path, path);
	assert_int_equal(symlink(target, link), 0);
}

#define DISK "sys/devices/soc/usb4/4-1/4-1.1/4-1.1:1.0/host0/0:0:0:0/block/sda"
#define NET "sys/devices/soc/usb6/6-1/6-1:1.0/net/eth0"

static void disks_and_interfaces_move_by_their_ports(void **state)
{
	(void)state;
	int64_t backup = END - 8 * 3600 + 86400 + 2 * 3600 + 1800;
	unsigned long long sectors;
	char *text;

	scratch_write(&scratch,
		      "   48213     1027    11160   148449   120044    33120  9183402   611220\n",
		      DISK "/stat");
	scratch_write(&scratch, "9183402114\n", NET "/statistics/rx_bytes");
	scratch_write(&scratch, "402118233\n", NET "/statistics/tx_bytes");
	scratch_write(&scratch, "", "sys/block/.keep");
	scratch_write(&scratch, "", "sys/class/net/.keep");
	add_link("../../" DISK, "sys/block/sda");
	add_link("../../../" NET, "sys/class/net/eth0");
	tree_open(&tree, &root, END, STEP);
	assert_int_equal(tree_play(&tree, END), 0);
	tree_close(&tree);
	tree_open(&tree, &root, backup / STEP * STEP, STEP);
	assert_int_equal(tree_play(&tree, backup + 10), 0);

	text = file_text("%s/" DISK "/stat", scratch.path);
	assert_int_equal(strncmp(text, "   48213     1027    ", 21), 0);
	sectors = strtoull(text + 53, NULL, 10);
	assert_in_range(sectors - 9183402, 10 * 80000000 / 512, 10 * 130000000 / 512);
	assert_non_null(strstr(text, "   611220\n"));
	free(text);
	text = file_text("%s/" NET "/statistics/rx_bytes", scratch.path);
	assert_true(strtoull(text, NULL, 10) > 9183402114 + 800000000ULL);
	free(text);
}

static void a_clock_is_that_of_its_cluster(void **state)
{
	(void)state;
	char *text;
	long clock;

	scratch_write(&scratch, "4 5 6 7\n", POLICY "/related_cpus");
	scratch_write(&scratch, "1\n", POLICY "/scaling_cur_freq");
	scratch_write(&scratch, "1\n", POLICY "/scaling_max_freq");
	tree_open(&tree, &root, END, STEP);
	assert_int_equal(tree_play(&tree, END), 0);
	text = file_text("%s/" POLICY "/scaling_max_freq", scratch.path);
	assert_string_equal(text, "2000000\n");
	free(text);
	text = file_text("%s/" POLICY "/scaling_cur_freq", scratch.path);
	clock = strtol(text, NULL, 10);
	assert_true(clock >= 200000 && clock <= 2000000 && clock % 100000 == 0);
	free(text);
}

static void a_cluster_is_always_in_one_state(void **state)
{
	(void)state;
	unsigned long ticks = 0;
	char *text, *row, *rest;
	char states[512] = "";

	scratch_write(&scratch, "4 5 6 7\n", POLICY "/related_cpus");
	for (int i = 2; i <= 20; i++) {
		snprintf(states + strlen(states), sizeof(states) - strlen(states), "%d00000 7\n",
			 i);
	}
	scratch_write(&scratch, states, POLICY "/stats/time_in_state");
	tree_open(&tree, &root, END, STEP);
	assert_int_equal(tree_play(&tree, END + 1234), 0);
	text = file_text("%s/" POLICY "/stats/time_in_state", scratch.path);
	for (rest = text; (row = strsep(&rest, "\n")) != NULL && *row != '\0';)
		ticks += strtoul(strchr(row, ' '), NULL, 10);
	assert_int_equal(ticks, 19 * 7 + 123400);
	free(text);
}

static void counts_wrap_as_the_kernels_do(void **state)
{
	(void)state;
	char *text;

	scratch_write(&scratch, "      CPU0\n 81: 4294967290 GICv2 109 Edge dw-mci\n",
		      "proc/interrupts");
	tree_open(&tree, &root, END, STEP);
	assert_int_equal(tree_play(&tree, END + 100), 0);
	text = file_text("%s/proc/interrupts", scratch.path);
	assert_true(strtoull(strchr(text, ':') + 1, NULL, 10) < 2000);
	free(text);
}

static void a_file_that_cannot_be_written_is_an_error(void **state)
{
	(void)state;
	scratch_write(&scratch, "      CPU0\n 81:   7 GICv2 109 Edge dw-mci\n", "proc/interrupts");
	tree_open(&tree, &root, END, STEP);
	scratch_remove(&scratch, "proc/interrupts");
	scratch_refuse(&scratch, "proc/interrupts");
	assert_int_equal(tree_play(&tree, END), -EISDIR);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(at_the_end_of_the_history_counters_are_as_recorded),
		TEST(counters_never_fall_and_stay_in_their_columns),
		TEST(the_board_goes_on_as_the_history_would),
		TEST(a_reader_never_sees_a_part),
		TEST(disks_and_interfaces_move_by_their_ports),
		TEST(a_clock_is_that_of_its_cluster),
		TEST(a_cluster_is_always_in_one_state),
		TEST(counts_wrap_as_the_kernels_do),
		TEST(a_file_that_cannot_be_written_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

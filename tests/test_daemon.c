/*
 * test_daemon.c - stock collectd with our plugins stores what boardprobe prints
 *
 * usage: test_daemon own|nobody: as this user, or as an ordinary one
 *
 * All daemons run at once, since they mostly wait.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "daemon.h"
#include "listing.h"
#include "program.h"
#include "unit.h"
#include "banned.h"

#define CSV_ROUNDS_TO 1e-6
#define CLASS "root/sys/class/thermal"

static const char *const boards[] = {
	"odroid-xu4", "raspberry-pi-4", "nanopi-r4s-rk3399", "rk3588-wwan", "x86-16cpu-minipc",
};

static const struct {
	const char *line;
	const char *named; /* by the one warning */
} mistakes[] = {
	{ "Nonsense \"yes\"", "\"Nonsense\"" },
	{ "Hwmoan 1", "\"Hwmoan\"" },
	{ "IgnoreSelected \"perhaps\"", "\"IgnoreSelected\"" },
	{ "Root \"relative\"", "\"Root\"" },
	{ "<Foo \"bar\">\n  Baz true\n</Foo>", "\"Foo\"" },
};

struct run {
	struct daemon daemon;
	struct output before; /* boardprobe's, of the same root */
	struct output after;
};

static bool as_nobody;
static struct run board_run[ARRAY_SIZE(boards)];
static struct run machine_run;
static struct run mistakes_run;
static struct daemon changing_daemon;
static struct scratch trees; /* the roots */

static void probe(const char *root, struct output *ret)
{
	program_run(ret, NULL, (const char *const[]){ BOARDPROBE, "--root", root, NULL });
	assert_int_equal(ret->status, 0);
}

/* Fixtures may be where only their owner can read. */
static void start_board(struct run *run, const char *board, const char *mistaken)
{
	static unsigned int copies;
	char target[PATH_MAX];
	char source[PATH_MAX];
	char options[2 * PATH_MAX];
	struct output output;

	snprintf(source, sizeof(source), FIXTURES "/%s", board);
	snprintf(target, sizeof(target), "%s/%s-%u", trees.path, board, copies++);
	program_run(&output, NULL, (const char *const[]){ "cp", "-R", source, target, NULL });
	assert_int_equal(output.status, 0);
	output_done(&output);
	snprintf(options, sizeof(options), "%sRoot \"%s\"\n", mistaken, target);
	probe(target, &run->before);
	daemon_start(&run->daemon, as_nobody, options);
}

static void start_mistakes(void)
{
	char mistaken[PATH_MAX] = "";

	for (size_t i = 0; i < ARRAY_SIZE(mistakes); i++) {
		size_t length = strlen(mistaken);

		snprintf(mistaken + length, sizeof(mistaken) - length, "%s\n", mistakes[i].line);
	}
	start_board(&mistakes_run, boards[0], mistaken);
}

/* Every line of boardprobe's text: its identifier, and what follows it. */
static const char *next_line(const char *line, char id[PATH_MAX], char value[64])
{
	const char *blank = strchr(line, ' ');
	const char *newline = strchr(line, '\n');

	if (!blank || !newline)
		return NULL;
	snprintf(id, PATH_MAX, "%.*s", (int)(blank - line), line);
	snprintf(value, 64, "%.*s", (int)(newline - blank - 1), blank + 1);
	return newline + 1;
}

static void wait_for_all(const struct run *run)
{
	char id[PATH_MAX];
	char value[64];

	for (const char *line = run->before.out; (line = next_line(line, id, value));)
		daemon_wait_for(&run->daemon, id, 2);
}

static int setup(void **state)
{
	(void)state;
	scratch_make(&trees);
	for (size_t i = 0; i < ARRAY_SIZE(boards); i++)
		start_board(&board_run[i], boards[i], "");
	start_mistakes();
	probe("/", &machine_run.before);
	daemon_start(&machine_run.daemon, as_nobody, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(boards); i++) {
		wait_for_all(&board_run[i]);
		daemon_stop(&board_run[i].daemon);
	}
	wait_for_all(&mistakes_run);
	daemon_stop(&mistakes_run.daemon);
	wait_for_all(&machine_run);
	daemon_stop(&machine_run.daemon);
	probe("/", &machine_run.after);
	return 0;
}

static void run_done(struct run *run)
{
	daemon_done(&run->daemon);
	output_done(&run->before);
	output_done(&run->after);
}

static int teardown(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(boards); i++)
		run_done(&board_run[i]);
	run_done(&mistakes_run);
	run_done(&machine_run);
	daemon_done(&changing_daemon);
	scratch_done(&trees);
	return 0;
}

/* The value of `id` in lines of "identifier value". */
static bool find_value(const char *lines, const char *id, char ret[64])
{
	char other[PATH_MAX];

	while ((lines = next_line(lines, other, ret))) {
		if (strcmp(other, id) == 0)
			return true;
	}
	return false;
}

static size_t count_lines(const char *text)
{
	size_t count = 0;

	for (; *text; text++)
		count += *text == '\n';
	return count;
}

static bool is_counter(const char *id)
{
	return strstr(id, "/irq-") || strstr(id, "/derive-") || strstr(id, "/if_octets");
}

/* Counters to the last digit, gauges as exact as csv writes them. */
static bool is_same(const char *id, const char *stored, const char *expected)
{
	if (is_counter(id))
		return strcmp(stored, expected) == 0;
	double difference = strtod(stored, NULL) - strtod(expected, NULL);
	return difference <= CSV_ROUNDS_TO && difference >= -CSV_ROUNDS_TO;
}

static void expect_stored(const struct run *run)
{
	char id[PATH_MAX];
	char expected[64];
	char value[64];

	for (unsigned int writer = 0; writer < WRITERS; writer++) {
		char *stored = daemon_stored(&run->daemon, writer);

		for (const char *line = run->before.out; (line = next_line(line, id, expected));) {
			if (!find_value(stored, id, value))
				fail_msg("writer %u has no %s", writer, id);
			if (!is_same(id, value, expected))
				fail_msg("writer %u has %s of %s, not %s", writer, value, id,
					 expected);
		}
		assert_int_equal(count_lines(stored), count_lines(run->before.out));
		free(stored);
	}
}

static void expect_log(const struct daemon *daemon, const char *text, size_t times)
{
	char *lines = daemon_log_lines(daemon, text);

	if (count_lines(lines) != times)
		fail_msg("\"%s\" not %zu times, but: %s", text, times, lines);
	free(lines);
}

/* A daemon of which nothing is expected to go wrong, but `warnings`. */
static void expect_warnings(const struct daemon *daemon, size_t warnings)
{
	expect_log(daemon, "[warning]", warnings);
	expect_log(daemon, "[error]", 0);
}

static void writers_store_what_boardprobe_prints(void **state)
{
	const struct run *run = *state;

	assert_true(count_lines(run->before.out) > 0);
	expect_stored(run);
	expect_warnings(&run->daemon, count_lines(run->before.err));
}

static void wrong_options_are_one_warning_each(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(mistakes); i++)
		expect_log(&mistakes_run.daemon, mistakes[i].named, daemon_plugins());
	expect_warnings(&mistakes_run.daemon, ARRAY_SIZE(mistakes) * daemon_plugins());
	expect_stored(&mistakes_run);
}

/* With the snippet that a user drops in, which gives no warning of its own: only what the
 * machine lacks is said. Counters grow meanwhile, and an interrupt may be its first. */
static void this_machine_is_stored_as_boardprobe_prints_it(void **state)
{
	char id[PATH_MAX];
	char value[64];
	char bound[64];

	(void)state;
	for (unsigned int writer = 0; writer < WRITERS; writer++) {
		char *stored = daemon_stored(&machine_run.daemon, writer);

		for (const char *line = machine_run.before.out;
		     (line = next_line(line, id, bound));)
			assert_true(find_value(stored, id, value));
		for (const char *line = stored; (line = next_line(line, id, value));) {
			assert_true(find_value(machine_run.after.out, id, bound));
			if (!is_counter(id) || strchr(value, ':'))
				continue;
			assert_true(strtoll(value, NULL, 10) <= strtoll(bound, NULL, 10));
			if (find_value(machine_run.before.out, id, bound))
				assert_true(strtoll(value, NULL, 10) >= strtoll(bound, NULL, 10));
		}
		free(stored);
	}
	expect_warnings(&machine_run.daemon, count_lines(machine_run.before.err));
}

static void write_zone(const char *dir, unsigned int number, const char *type, const char *temp)
{
	scratch_write(&trees, type, "%s/thermal_zone%u/type", dir, number);
	scratch_write(&trees, temp, "%s/thermal_zone%u/temp", dir, number);
}

static void what_comes_and_goes_is_one_line_each(void **state)
{
	(void)state;
	struct daemon *daemon = &changing_daemon;
	char options[PATH_MAX];

	scratch_write(&trees, "", "root/sys/class/other");
	snprintf(options, sizeof(options), "Root \"%s/root\"\n", trees.path);
	daemon_start(daemon, as_nobody, options);
	daemon_wait_for_log(daemon, "cputemp plugin: No such file or directory", 1);

	/* the class appears, whole at once */
	write_zone("new", 0, "cpu\n", "45000\n");
	write_zone("new", 1, "gpu\n", "46000\n");
	scratch_move(&trees, "new", CLASS);
	daemon_wait_for(daemon, "cputemp/temperature-gpu", 2);

	/* one zone refuses for a while */
	scratch_refuse(&trees, CLASS "/thermal_zone1/temp");
	daemon_wait_for_log(daemon, "no longer given", 1);
	scratch_remove(&trees, CLASS "/thermal_zone1/temp");
	write_zone(CLASS, 1, "gpu\n", "47000\n");
	daemon_wait_for_log(daemon, "given again", 1);

	/* and the class goes */
	scratch_move(&trees, CLASS, "gone");
	daemon_wait_for_log(daemon, "cputemp plugin: No such file or directory", 2);
	daemon_stop(daemon);
	expect_log(daemon, "cputemp plugin: No such file or directory", 2);
	expect_log(daemon, "cputemp plugin: reads again", 1);
	expect_log(daemon, "no longer given: cputemp/temperature-gpu", 1);
	expect_log(daemon, "given again: cputemp/temperature-gpu", 1);
	expect_log(daemon, "[error]", 0);
}

int main(int argc, char *argv[])
{
	struct CMUnitTest tests[ARRAY_SIZE(boards) + 3];
	size_t count = 0;

	as_nobody = argc > 1 && strcmp(argv[1], "nobody") == 0;
	if (daemon_lacks(as_nobody))
		return skip_all(daemon_lacks(as_nobody));
	for (; count < ARRAY_SIZE(boards); count++)
		tests[count] =
			(struct CMUnitTest){ boards[count], writers_store_what_boardprobe_prints,
					     NULL, NULL, &board_run[count] };
	tests[count++] =
		(struct CMUnitTest)cmocka_unit_test(this_machine_is_stored_as_boardprobe_prints_it);
	tests[count++] = (struct CMUnitTest)cmocka_unit_test(wrong_options_are_one_warning_each);
	tests[count++] = (struct CMUnitTest)cmocka_unit_test(what_comes_and_goes_is_one_line_each);
	return _cmocka_run_group_tests("daemon", tests, count, setup, teardown);
}

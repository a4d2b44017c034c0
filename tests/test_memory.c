/* test_memory.c - boardgraph takes no more memory than there is to spare. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "copy.h"
#include "graphs_rig.h"
#include "memory.h"
#include "program.h"
#include "unit.h"
#include "util.h"
#include "workers.h"

#define NAME "cputemp/temperature-cpu"

static void an_eighth_of_all_memory_is_left_alone(void **state)
{
	static const struct {
		const char *text;
		uint64_t free;
	} cases[] = {
		{ "MemTotal:  80 kB\nMemFree:  1 kB\nMemAvailable:  50 kB\n", 40 << 10 },
		{ "MemTotal:  80 kB\nMemFree:  1 kB\nMemAvailable:  9 kB\n", 0 },
		{ "MemTotal:  80 kB\nMemFree:  1 kB\n", UINT64_MAX },
		{ "", UINT64_MAX },
	};
	struct rig *rig = *state;
	const struct system system = { .root = rig->scratch.path };

	assert_true(memory_free_of(&system) == UINT64_MAX);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		scratch_write(&rig->scratch, cases[i].text, "proc/meminfo");
		assert_true(memory_free_of(&system) == cases[i].free);
	}
}

/* What follows the rows is no part of an RRD, as large as it may be. */
static void a_copy_ends_with_the_rows_of_its_header(void **state)
{
	struct notes notes = { 0 };
	struct copy copy = COPY_NONE;
	char path[RIG_PATH_SIZE];
	struct stat before, st;

	rig_hour(*state, NAME, rig_43);
	rig_path(*state, NAME, path);
	assert_int_equal(stat(path, &before), 0);
	assert_int_equal(truncate(path, 250 << 20), 0);
	assert_int_equal(copy_open(path, &copy, &notes), 0);
	assert_int_equal(fstat(copy.fd, &st), 0);
	assert_int_equal(st.st_size, before.st_size);
	copy_close(&copy);
}

/* The limit of the size of files counts for a copy, too. */
static void a_file_beyond_the_limit_is_told(void **state)
{
	static const char with_limit[] = "ulimit -f 100; exec \"$@\"";
	struct rig *rig = *state;
	struct output output;

	rig_hour(rig, NAME, rig_43);
	program_run(&output, NULL,
		    (const char *const[]){ "sh", "-c", with_limit, "sh", getenv("BOARDGRAPH"),
					   "export", "temperature", "--data-dir", rig->data,
					   "--start", RIG_HOUR_AGO, "--end", RIG_END, NULL });
	assert_int_equal(output.status, 1);
	assert_non_null(strstr(output.err, "temperature-cpu.rrd: File too large: "));
	assert_non_null(strstr(output.err, "raise `ulimit -f`"));
	output_done(&output);
}

static void note_process(size_t job, void *ctx)
{
	pid_t *pid = ctx;

	pid[job] = getpid();
	nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL); /* others get their turn */
}

static void there_are_no_more_workers_than_there_is_memory_for(void **state)
{
	enum workers_end end[50];
	pid_t *pid = workers_share(50 * sizeof(*pid));

	(void)state;
	assert_int_equal(workers_run(50, 1, note_process, pid, end), 0);
	for (size_t i = 0; i < 50; i++)
		assert_int_equal(pid[i], pid[0]);
	workers_unshare(pid, 50 * sizeof(*pid));
}

/* Where 100 KB of a machine are free, and a file has 150. */
static void what_does_not_fit_is_told(void **state)
{
	static const char with_little[] =
		"mount --bind \"$1\"/meminfo /proc/meminfo || exit 99; shift; exec \"$@\"";
	struct rig *rig = *state;
	struct output output;

	rig_hour(rig, NAME, rig_43);
	scratch_write(&rig->scratch, "MemTotal: 800 kB\nMemAvailable: 200 kB\n", "meminfo");
	program_run(&output, NULL,
		    (const char *const[]){ "unshare", "-rm", "sh", "-c", with_little, "sh",
					   rig->scratch.path, getenv("BOARDGRAPH"), "draw",
					   "temperature", "--data-dir", rig->data, "--start",
					   RIG_HOUR_AGO, "--end", RIG_END, "--output", rig->out,
					   NULL });
	if (output.status != 99 && !strstr(output.err, "unshare")) { /* or it may not mount */
		assert_int_equal(output.status, 1);
		assert_non_null(strstr(output.err, "temperature-cpu.rrd: Cannot allocate memory: "
						   "free some memory"));
	}
	output_done(&output);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(an_eighth_of_all_memory_is_left_alone),
		RIG_TEST(a_copy_ends_with_the_rows_of_its_header),
		RIG_TEST(a_file_beyond_the_limit_is_told),
		cmocka_unit_test(there_are_no_more_workers_than_there_is_memory_for),
		RIG_TEST(what_does_not_fit_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

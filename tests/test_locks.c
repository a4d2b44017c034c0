/* test_locks.c - boardgraph where others have RRD files locked: each is told once, and many cost no
 * more time than one. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "graphs_rig.h"
#include "unit.h"

#define PATH_SIZE 256
#define FILES 30
#define OLD "temperature/temperature-cpu"

static void path_of(const struct rig *rig, const char *name, char ret[PATH_SIZE])
{
	assert_true(snprintf(ret, PATH_SIZE, "%s/%s.rrd", rig->host, name) < PATH_SIZE);
}

/* Make a file and keep it locked until the file that is returned is closed. */
static int make_locked(const struct rig *rig, const char *name)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	time_t now = time(NULL);
	char path[PATH_SIZE];
	int fd;

	rig_rrd(rig, name, "GAUGE", now - 300, now, 10, rig_43);
	path_of(rig, name, path);
	fd = open(path, O_RDWR);
	assert_true(fd >= 0);
	assert_int_equal(fcntl(fd, F_SETLK, &lock), 0);
	return fd;
}

static size_t count_lines(const char *text, const char *with)
{
	size_t count = 0;

	for (const char *at = text; (at = strstr(at, with)) != NULL; at++)
		count++;
	return count;
}

static void many_locked_files_cost_no_more_than_one(void **state)
{
	static const char *const words[][2] = {
		{ "list", NULL },
		{ "draw", "temperature" },
		{ "export", "temperature" },
	};
	struct rig *rig = *state;
	int fd[FILES];

	for (int i = 0; i < FILES; i++) {
		char name[64];

		snprintf(name, sizeof(name), "cputemp/temperature-%d", i);
		fd[i] = make_locked(rig, name);
	}
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		struct rig_run run;

		rig_run(rig, &run, words[i][0], words[i][1], NULL);
		assert_int_equal(run.code, 0);
		assert_true(run.seconds < FILES * 0.1);
		assert_int_equal(count_lines(run.err, "locked by process"), FILES);
	}
	for (int i = 0; i < FILES; i++)
		close(fd[i]);
}

static void migrate_fills_nothing_that_is_locked(void **state)
{
	struct rig *rig = *state;
	time_t now = time(NULL);
	struct rig_run run;
	int fd;

	rig_rrd(rig, OLD, "GAUGE", now - 7200, now - 600, 10, rig_43);
	fd = make_locked(rig, "cputemp/temperature-cpu");
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 1);
	assert_int_equal(count_lines(run.err, "locked by process"), 1);
	assert_non_null(strstr(run.err, "nothing is filled: who locks a file"));
	assert_string_equal(run.out, "");
	close(fd);
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 0);
	assert_non_null(strstr(run.out, " rows\n"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(many_locked_files_cost_no_more_than_one),
		RIG_TEST(migrate_fills_nothing_that_is_locked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_check_broken.c - boardgraph check: what is wrong with an RRD. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "foreign.h"
#include "machine.h"
#include "unit.h"
#include "util.h"

/* Beside a sound one, so that nothing else is missing. */
#define BAD "cputemp/temperature-bad zone"

static void broken_files_are_told(void **state)
{
	static const struct {
		const char *bytes;
		size_t size;
		off_t length;
		const char *text;
	} cases[] = {
		{ "", 0, 0, "is empty (0 bytes)" },
		{ "", 0, 148648, "holds only zeros" },
		{ "<?xml version=\"1.0\"?>", 21, 21, "is no RRD file" },
		{ "RRD\0"
		  "0003",
		  9, 5000, "has a damaged header" },
	};
	struct machine *m = *state;
	char cure[2 * RIG_PATH_SIZE + 64], path[RIG_PATH_SIZE];

	rig_path(m->rig, BAD, path);
	snprintf(cure, sizeof(cure), "cure: sudo mv '%s' '%s.broken'", path, path);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		rig_write(m->rig, BAD, cases[i].bytes, cases[i].size, cases[i].length);
		machine_expect_problem(m, cases[i].text, cure);
	}
	assert_int_equal(unlink(path), 0);
	machine_expect_healthy(m);
}

static void a_cut_file_is_told(void **state)
{
	struct machine *m = *state;
	time_t now = time(NULL);
	char path[RIG_PATH_SIZE];

	rig_rrd(m->rig, BAD, "GAUGE", now - 100, now, 10, rig_43);
	machine_expect_healthy(m);
	rig_path(m->rig, BAD, path);
	assert_int_equal(truncate(path, 100000), 0);
	machine_expect_problem(m, "is cut: 100000 of 148648 bytes", "sudo mv ");
}

static void many_broken_files_are_counted(void **state)
{
	struct machine *m = *state;

	for (int i = 0; i < 20; i++) {
		char name[64];

		snprintf(name, sizeof(name), "cputemp/temperature-%d", i);
		rig_write(m->rig, name, "", 0, 0);
	}
	machine_check(m);
	assert_non_null(strstr(m->said, "12 more files are like the 8 before"));
	assert_non_null(strstr(m->said, "9 problems found"));
}

static void a_file_of_another_machine_is_told(void **state)
{
	unsigned char bytes[8192] = { 0 };
	struct machine *m = *state;
	size_t size = foreign_header(bytes, &foreign_arm);

	rig_write(m->rig, BAD, bytes, size, FOREIGN_ARM_SIZE);
	machine_expect_problem(m, "was made on another architecture, 32-bit ARM",
			       "rrdtool restore -f");
	assert_non_null(strstr(m->said, "rrdtool dump"));
}

static void a_file_that_cannot_be_read_is_told(void **state)
{
	struct machine *m = *state;
	char path[RIG_PATH_SIZE];

	rig_path(m->rig, BAD, path);
	assert_int_equal(mkdir(path, 0755), 0);
	machine_expect_problem(m, "is a folder", "sudo mv ");
}

static void a_locked_file_is_told(void **state)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	struct machine *m = *state;
	char path[RIG_PATH_SIZE], cure[64];
	int ready[2], status;
	char byte;
	pid_t pid;

	rig_path(m->rig, MACHINE_CPUIRQ, path);
	assert_int_equal(pipe(ready), 0);
	pid = fork();
	if (pid == 0) {
		int fd = open(path, O_RDWR);

		fcntl(fd, F_SETLK, &lock);
		(void)!write(ready[1], "", 1);
		pause();
		_exit(0);
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	snprintf(cure, sizeof(cure), "ps -fp %d; sudo kill %d", (int)pid, (int)pid);
	machine_expect_problem(m, "is locked by process", cure);
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	close(ready[0]);
	close(ready[1]);
	machine_expect_healthy(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		MACHINE_TEST(broken_files_are_told),
		MACHINE_TEST(a_cut_file_is_told),
		MACHINE_TEST(many_broken_files_are_counted),
		MACHINE_TEST(a_file_of_another_machine_is_told),
		MACHINE_TEST(a_file_that_cannot_be_read_is_told),
		MACHINE_TEST(a_locked_file_is_told),
	};

	if (!rrdcached_is_there())
		return skip_all("rrdcached is not installed");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_broken.c - boardgraph draw with broken files, locked ones, and rrdcached. */
#include <errno.h>
#include <fcntl.h>
#include <rrd.h>
#include <rrd_client.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "copy.h"
#include "foreign.h"
#include "graphs_rig.h"
#include "rrdcached.h"
#include "unit.h"
#include "workers.h"

#define PICTURE "temperature-" RIG_HOUR_AGO "-" RIG_END ".png"

#define GOOD "cputemp/temperature-good"
#define BAD "cputemp/temperature-bad"

static void draw(const struct rig *rig, struct rig_run *run, const char *daemon)
{
	if (daemon)
		rig_run(rig, run, "draw", "temperature", "--start", RIG_HOUR_AGO, "--end", RIG_END,
			"--daemon", daemon, NULL);
	else
		rig_run(rig, run, "draw", "temperature", "--start", RIG_HOUR_AGO, "--end", RIG_END,
			NULL);
}

enum damage { EMPTY, ZEROED, CUT, CUT_IN_HEADER, FOREIGN, TEXT, SWAPPED };

/* Make BAD what it is said to be; it is a sound file before. */
static void damage(const struct rig *rig, enum damage how)
{
	unsigned char header[8192] = { 0 };
	char path[RIG_PATH_SIZE];
	size_t size;

	rig_path(rig, BAD, path);
	switch (how) {
	case EMPTY:
		rig_write(rig, BAD, "", 0, 0);
		break;
	case ZEROED:
		rig_write(rig, BAD, "", 0, 148648);
		break;
	case CUT:
		assert_int_equal(truncate(path, 100000), 0);
		break;
	case CUT_IN_HEADER:
		assert_int_equal(truncate(path, 100), 0);
		break;
	case FOREIGN:
		size = foreign_header(header, &foreign_arm);
		rig_write(rig, BAD, header, size, 148452);
		break;
	case TEXT:
		rig_write(rig, BAD, "<?xml version=\"1.0\"?>", 21, 21);
		break;
	case SWAPPED:
		foreign_header(header, &foreign_own);
		memset(header + 24, 0xff, 8);
		rig_write(rig, BAD, header, sizeof(header), 148648);
		break;
	}
}

static void a_broken_file_is_told_and_the_others_are_drawn(void **state)
{
	static const struct {
		enum damage how;
		const char *what, *cure;
	} cases[] = {
		{ EMPTY, "is empty (0 bytes)", "move it away" },
		{ ZEROED, "holds only zeros", "move it away" },
		{ CUT, "is cut: 100000 of 148648 bytes", "restore it from a backup" },
		{ CUT_IN_HEADER, "its header is damaged", "restore it from a backup" },
		{ FOREIGN, "another architecture, 32-bit ARM", "rrdtool dump" },
		{ TEXT, "is not an RRD file", "move it away" },
		{ SWAPPED, "header is damaged", "restore it from a backup" },
	};
	struct rig *rig = *state;
	struct rig_png alone, png;
	struct rig_run run;
	char path[RIG_PATH_SIZE];

	rig_path(rig, BAD, path);
	rig_hour(rig, GOOD, rig_43);
	draw(rig, &run, NULL);
	assert_int_equal(run.code, 0);
	alone = rig_png(rig, PICTURE);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		rig_hour(rig, BAD, rig_63);
		damage(rig, cases[i].how);
		draw(rig, &run, NULL);
		if (run.code != 1 || !strstr(run.err, path) || !strstr(run.err, cases[i].what) ||
		    !strstr(run.err, cases[i].cure))
			fail_msg("%s: %d, %s", cases[i].what, run.code, run.err);
		png = rig_png(rig, PICTURE);
		assert_true(rig_same(&alone, &png));
		rig_png_done(&png);
	}
	rig_png_done(&alone);
}

static void no_old_picture_stays_when_all_is_broken(void **state)
{
	struct rig *rig = *state;
	struct rig_png old, png;
	struct rig_run run;

	rig_hour(rig, BAD, rig_63);
	draw(rig, &run, NULL);
	old = rig_png(rig, PICTURE);
	damage(rig, CUT);
	draw(rig, &run, NULL);
	assert_int_equal(run.code, 1);
	png = rig_png(rig, PICTURE);
	assert_false(rig_same(&old, &png));
	rig_png_done(&old);
	rig_png_done(&png);
}

static void a_folder_in_place_of_a_file_is_told(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	char path[RIG_PATH_SIZE];

	rig_hour(rig, GOOD, rig_43);
	rig_path(rig, BAD, path);
	assert_int_equal(mkdir(path, 0755), 0);
	draw(rig, &run, NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, "temperature-bad.rrd: is a folder"));
}

static void a_locked_file_is_told_and_drawn(void **state)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	struct rig *rig = *state;
	struct rig_run run;
	char path[RIG_PATH_SIZE], pid[32];
	int fd;

	rig_hour(rig, BAD, rig_63);
	rig_path(rig, BAD, path);
	fd = open(path, O_RDWR);
	assert_true(fd >= 0);
	assert_int_equal(fcntl(fd, F_SETLK, &lock), 0);
	draw(rig, &run, NULL);
	close(fd);
	assert_int_equal(run.code, 0);
	snprintf(pid, sizeof(pid), "process %d", (int)getpid());
	assert_non_null(strstr(run.err, path));
	assert_non_null(strstr(run.err, pid));
	assert_non_null(strstr(run.err, "rrdcached loses"));
}

/* --- rrdcached --- */

static void a_value_that_rrdcached_holds_is_drawn(void **state)
{
	static const char name[] = "cputemp/temperature-a zone"; /* for rrdcached's quoting */
	const char *value = RIG_END ":63";
	struct rig *rig = *state;
	struct rig_png without, with, right;
	struct rrdcached cached;
	struct rig_run run;
	char path[RIG_PATH_SIZE];

	/* rrdcached cannot hold a name with a newline */
	rig_hour(rig, "cputemp/temperature-a\nline", rig_43);
	rig_rrd(rig, name, "GAUGE", RIG_NOW - 3700, RIG_NOW - 10, 10, rig_43);
	draw(rig, &run, NULL);
	without = rig_png(rig, PICTURE);
	rrdcached_start(&cached, rig->scratch.path, rig->data);
	rig_path(rig, name, path);
	assert_int_equal(rrdc_connect(cached.address), 0);
	assert_int_equal(rrdc_update(path, 1, &value), 0);
	rrdc_disconnect();
	draw(rig, &run, cached.address);
	rrdcached_kill(&cached);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	with = rig_png(rig, PICTURE);
	assert_false(rig_same(&without, &with));
	/* the same as a file that was updated at once */
	rig_rrd(rig, name, "GAUGE", RIG_NOW - 3700, RIG_NOW - 10, 10, rig_43);
	rig_fill(rig, name, "GAUGE", RIG_NOW - 10, RIG_NOW, 10, rig_63);
	draw(rig, &run, NULL);
	right = rig_png(rig, PICTURE);
	assert_true(rig_same(&with, &right));
	rig_png_done(&without);
	rig_png_done(&with);
	rig_png_done(&right);
}

static void a_hung_rrdcached_is_told_within_5_seconds(void **state)
{
	struct rig *rig = *state;
	struct rrdcached cached;
	struct rig_png png;
	struct rig_run run;

	rig_hour(rig, GOOD, rig_43);
	rrdcached_start(&cached, rig->scratch.path, rig->data);
	kill(cached.pid, SIGSTOP);
	draw(rig, &run, cached.address);
	rrdcached_kill(&cached);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, "it hangs: `sudo systemctl restart rrdcached`"));
	assert_true(run.seconds > 3.5 && run.seconds < 5);
	png = rig_png(rig, PICTURE);
	rig_png_done(&png);
}

static void an_absent_rrdcached_is_told_and_the_picture_marked(void **state)
{
	struct rig *rig = *state;
	struct rig_png fresh, stale;
	struct rig_run run;
	char path[RIG_PATH_SIZE];
	time_t now = time(NULL);

	rig_rrd(rig, GOOD, "GAUGE", now - 3700, now, 10, rig_43);
	snprintf(path, sizeof(path), "unix:%s/nothing", rig->scratch.path);
	rig_run(rig, &run, "draw", "temperature", NULL);
	assert_int_equal(run.code, 0);
	fresh = rig_png(rig, "temperature-day.png");
	rig_run(rig, &run, "draw", "temperature", "--daemon", path, NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, path));
	assert_non_null(strstr(run.err, "`sudo systemctl start rrdcached`"));
	stale = rig_png(rig, "temperature-day.png");
	assert_int_equal(stale.height, fresh.height + 14); /* the line that says so */
	rig_png_done(&fresh);
	rig_png_done(&stale);
}

static void a_daemon_that_refuses_is_told(void **state)
{
	struct rig *rig = *state;
	struct rrdcached cached;
	struct rig_run run;

	rig_hour(rig, GOOD, rig_43);
	rrdcached_start(&cached, rig->scratch.path, rig->out);
	draw(rig, &run, cached.address);
	rrdcached_kill(&cached);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, "refuses FLUSH"));
	assert_non_null(strstr(run.err, "Permission denied"));
}

/* A header that grows and shrinks while it is read. */
static void a_file_that_is_rewritten_in_place_is_read_without_a_crash(void **state)
{
	const struct rig *rig = *state;
	unsigned char *bytes = calloc(2, 200000);
	unsigned char *few = bytes + 200000; /* as `bytes`, with one archive of 15 */
	const uint64_t one = 1;
	char path[RIG_PATH_SIZE];

	foreign_header(bytes, &foreign_own);
	memcpy(few, bytes, 200000);
	memcpy(few + 32, &one, sizeof(one));
	rig_write(rig, "cputemp/moves", bytes, 148648, 148648);
	rig_path(rig, "cputemp/moves", path);
	pid_t pid = fork();
	if (pid == 0) {
		int fd = open(path, O_WRONLY);

		while (getppid() != 1)
			(void)!pwrite(fd, rand() % 2 ? bytes : few, 4096, 0);
		_exit(0);
	}
	for (int i = 0; i < 3000; i++) {
		struct copy copy = COPY_NONE;
		struct notes notes = { 0 };
		int rc = copy_open(path, &copy, &notes);

		assert_true(rc == 0 || rc == -EINVAL);
		copy_close(&copy);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	free(bytes);
}

static void a_closed_standard_output_is_told(void **state)
{
	const struct rig *rig = *state;
	char command[1024];

	rig_hour(rig, GOOD, rig_43);
	snprintf(command, sizeof(command),
		 "%s draw temperature --data-dir %s --output - <&- >&- 2>&-", getenv("BOARDGRAPH"),
		 rig->data);
	assert_int_equal(WEXITSTATUS(system(command)), 1);
}

static void a_name_that_is_not_known_is_told(void **state)
{
	struct rig_run run;

	rig_hour(*state, GOOD, rig_43);
	rig_run(*state, &run, "draw", "temperature", "--daemon", "no.such.host.invalid", NULL);
	assert_int_equal(run.code, 1);
	assert_true(run.seconds < 8);
	assert_true(strstr(run.err, "its name is not known") || strstr(run.err, "it hangs"));
}

/* --- workers --- */

static bool fork_fails;

/* In place of libc's, for what is linked into this program. */
pid_t fork(void)
{
	if (!fork_fails)
		return _Fork();
	errno = EAGAIN;
	return -1;
}

static void an_old_picture_stays_where_no_process_can_be_started(void **state)
{
	const struct rig *rig = *state;
	struct options options = rig_options(rig);
	struct notes notes = { 0 };
	char path[RIG_PATH_SIZE];
	FILE *file;

	rig_hour(rig, GOOD, rig_43);
	snprintf(path, sizeof(path), "%s/" PICTURE, rig->out);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("old", file);
	fclose(file);
	fork_fails = true;
	assert_int_equal(command_draw(&options, stdout, &notes), COMMAND_FAILED);
	fork_fails = false;
	assert_non_null(strstr(notes.text, "is not drawn, a process could not be started: "
					   "Resource temporarily unavailable"));
	assert_int_equal(access(path, F_OK), 0);
}

static void crash_on_three(size_t job, void *ctx)
{
	int *done = ctx;

	if (job == 3)
		raise(SIGKILL);
	done[job] = 1;
}

static void a_crash_costs_one_job_only(void **state)
{
	enum workers_end end[12];
	int *done = workers_share(12 * sizeof(*done));

	(void)state;
	assert_int_equal(workers_run(12, 12, crash_on_three, done, end), 0);
	for (size_t i = 0; i < 12; i++) {
		assert_int_equal(done[i], i != 3);
		assert_int_equal(end[i], i == 3 ? WORKERS_BEGUN : WORKERS_DONE);
	}
	workers_unshare(done, 12 * sizeof(*done));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_crash_costs_one_job_only),
		RIG_TEST(a_closed_standard_output_is_told),
		RIG_TEST(a_name_that_is_not_known_is_told),
		RIG_TEST(a_broken_file_is_told_and_the_others_are_drawn),
		RIG_TEST(a_file_that_is_rewritten_in_place_is_read_without_a_crash),
		RIG_TEST(an_old_picture_stays_where_no_process_can_be_started),
		RIG_TEST(no_old_picture_stays_when_all_is_broken),
		RIG_TEST(a_folder_in_place_of_a_file_is_told),
		RIG_TEST(a_locked_file_is_told_and_drawn),
		RIG_TEST(a_value_that_rrdcached_holds_is_drawn),
		RIG_TEST(a_hung_rrdcached_is_told_within_5_seconds),
		RIG_TEST(an_absent_rrdcached_is_told_and_the_picture_marked),
		RIG_TEST(a_daemon_that_refuses_is_told),
	};

	if (!rrdcached_is_there())
		return skip_all("rrdcached is not installed");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_looking.c - boardgraph draw and list where something is in the way: what was there stays. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "graphs_rig.h"
#include "program.h"
#include "rrdcached.h"
#include "unit.h"
#include "util.h"

#define PICTURE "temperature-hour.png"

/* Data up to now. */
static void begin(const struct rig *rig)
{
	time_t now = time(NULL);

	rig_rrd(rig, "cputemp/temperature-cpu", "GAUGE", now - 3700, now, 10, rig_uneven);
}

static void picture_path(const struct rig *rig, char ret[RIG_PATH_SIZE])
{
	snprintf(ret, RIG_PATH_SIZE, "%s/" PICTURE, rig->out);
}

/* --- rrdcached --- */

static const struct {
	const char *command, *graph;
	const char *age; /* how it is said, on either stream */
} commands[] = {
	{ "draw", NULL, "the newest value is " },
	{ "list", NULL, " s ago" },
	{ "export", "temperature", "the newest value is " },
};

static void every_command_ends_in_5_seconds_when_rrdcached_hangs(void **state)
{
	struct rig *rig = *state;
	struct rrdcached cached;

	begin(rig);
	rrdcached_start(&cached, rig->scratch.path, rig->data);
	kill(cached.pid, SIGSTOP);
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		struct rig_run run;

		rig_run(rig, &run, commands[i].command, "--daemon", cached.address,
			commands[i].graph, NULL);
		assert_int_equal(run.code, 1);
		assert_non_null(strstr(run.err, "it hangs: `sudo systemctl restart rrdcached`"));
		assert_true(run.seconds < 5);
	}
	rrdcached_kill(&cached);
}

static void every_command_tells_the_age_when_rrdcached_is_dead(void **state)
{
	struct rig *rig = *state;
	char address[RIG_PATH_SIZE];

	begin(rig);
	snprintf(address, sizeof(address), "unix:%s/nothing", rig->scratch.path);
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		struct rig_run run;

		rig_run(rig, &run, commands[i].command, "--daemon", address, commands[i].graph,
			NULL);
		assert_int_equal(run.code, 1);
		assert_non_null(strstr(run.err, "`sudo systemctl start rrdcached`"));
		if (!strstr(run.out, commands[i].age) && !strstr(run.err, commands[i].age))
			fail_msg("%s: %s%s", commands[i].command, run.out, run.err);
	}
}

/* --- the place of the pictures --- */

/* Draw a picture, make the disk full or read-only, draw another one in its place. */
static const char full_disk[] = "draw() { \"$1\" draw temperature --period hour --data-dir \"$2\" "
				"--output \"$3\" \"$4\"; }\n"
				"mount -t tmpfs -o size=128k none \"$3\"\n"
				"draw \"$1\" \"$2\" \"$3\" --theme=light\n"
				"cp \"$3\"/*.png \"$2/before\"\n"
				"case $4 in\n"
				"full) dd if=/dev/zero of=\"$3/fill\" bs=4k 2>/dev/null || : ;;\n"
				"read-only) mount -o remount,ro \"$3\" ;;\n"
				"esac\n"
				"code=0\n"
				"draw \"$1\" \"$2\" \"$3\" --theme=dark || code=$?\n"
				"cmp \"$3\"/*.png \"$2/before\"\n"
				"echo \"$code $(ls \"$3\")\"\n";

static void the_old_picture_stays_on_a_full_or_read_only_disk(void **state)
{
	static const struct {
		const char *how, *out, *err;
	} cases[] = {
		{ "full", "1 fill\n" PICTURE "\n", "No space left on device: free some space" },
		{ "read-only", "1 " PICTURE "\n", "Read-only file system: choose another" },
	};
	struct rig *rig = *state;
	struct output output;

	program_run(&output, NULL,
		    (const char *const[]){ "unshare", "-rm", "mount", "-t", "tmpfs", "none",
					   rig->out, NULL });
	bool can_mount = output.status == 0;
	output_done(&output);
	if (!can_mount)
		return; /* a container that lets nobody mount */
	begin(rig);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		program_run(&output, NULL,
			    (const char *const[]){ "unshare", "-rm", "sh", "-ec", full_disk, "sh",
						   getenv("BOARDGRAPH"), rig->data, rig->out,
						   cases[i].how, NULL });
		assert_string_equal(output.out, cases[i].out);
		assert_int_equal(output.status, 0);
		assert_non_null(strstr(output.err, cases[i].err));
		output_done(&output);
	}
}

static const char *vanishing; /* a folder that goes when a picture is begun in it */

/* In place of libc's, for what is linked into this program. */
int mkostemp(char *template, int flags)
{
	if (vanishing)
		assert_int_equal(rmdir(vanishing), 0);
	return mkostemps(template, 0, flags);
}

static void a_folder_that_vanishes_is_told(void **state)
{
	struct rig *rig = *state;
	struct options options = rig_options(rig);
	char graph[] = "temperature";
	char *arguments[] = { graph };
	static struct notes notes;

	rig_hour(rig, "cputemp/temperature-cpu", rig_uneven);
	options.arguments = arguments;
	options.argument_count = ARRAY_SIZE(arguments);
	vanishing = rig->out;
	assert_int_equal(command_draw(&options, stdout, &notes), COMMAND_FAILED);
	vanishing = NULL;
	assert_non_null(strstr(notes.text, "No such file or directory: make the folder first"));
	assert_int_equal(access(rig->out, F_OK), -1);
}

static void the_old_picture_stays_where_a_file_may_not_grow(void **state)
{
	struct rig *rig = *state;
	struct rlimit old, limit;
	struct rig_png first, second;
	struct rig_run run;
	struct dirent *entry;
	size_t files = 0;

	begin(rig);
	rig_run(rig, &run, "draw", "temperature", "--period", "hour", NULL);
	assert_int_equal(run.code, 0);
	first = rig_png(rig, PICTURE);
	getrlimit(RLIMIT_FSIZE, &old);
	limit = (struct rlimit){ 8192, old.rlim_max };
	setrlimit(RLIMIT_FSIZE, &limit);
	rig_run(rig, &run, "draw", "temperature", "--period", "hour", "--theme", "dark", NULL);
	setrlimit(RLIMIT_FSIZE, &old);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, PICTURE ": File too large"));
	second = rig_png(rig, PICTURE);
	assert_true(rig_same(&first, &second));
	DIR *out = opendir(rig->out);
	while ((entry = readdir(out)))
		files += entry->d_name[0] != '.';
	closedir(out);
	assert_int_equal(files, 1);
	rig_png_done(&first);
	rig_png_done(&second);
}

/* Whether it begins and ends as a PNG does. */
static bool is_whole(const unsigned char *bytes, size_t size)
{
	static const unsigned char head[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
	static const unsigned char tail[] = { 'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82 };

	return size > 1000 && memcmp(bytes, head, sizeof(head)) == 0 &&
	       memcmp(bytes + size - sizeof(tail), tail, sizeof(tail)) == 0;
}

struct reads {
	unsigned int whole, torn;
};

/* As a web server does: piece by piece. */
static void read_once(const char *path, struct reads *reads)
{
	static unsigned char bytes[1 << 20];
	int fd = open(path, O_RDONLY);
	size_t size = 0;
	ssize_t got;

	if (fd < 0) {
		reads->torn++;
		return;
	}
	while ((got = read(fd, bytes + size, 1000)) > 0)
		size += (size_t)got;
	close(fd);
	if (is_whole(bytes, size))
		reads->whole++;
	else
		reads->torn++;
}

static void a_picture_that_is_read_while_replaced_is_whole(void **state)
{
	struct rig *rig = *state;
	struct reads *reads = mmap(NULL, sizeof(*reads), PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct rig_run run;
	char path[RIG_PATH_SIZE];
	pid_t pid;

	assert_true(reads != MAP_FAILED);
	begin(rig);
	picture_path(rig, path);
	rig_run(rig, &run, "draw", "temperature", "--period", "hour", NULL);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		alarm(60);
		for (;;)
			read_once(path, reads);
	}
	for (int i = 0; i < 20; i++) {
		rig_run(rig, &run, "draw", "temperature", "--period", "hour", "--theme",
			i % 2 ? "light" : "dark", NULL);
		assert_int_equal(run.code, 0);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	assert_int_equal(reads->torn, 0);
	assert_true(reads->whole > 20);
	munmap(reads, sizeof(*reads));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(every_command_ends_in_5_seconds_when_rrdcached_hangs),
		RIG_TEST(every_command_tells_the_age_when_rrdcached_is_dead),
		RIG_TEST(the_old_picture_stays_on_a_full_or_read_only_disk),
		RIG_TEST(a_folder_that_vanishes_is_told),
		RIG_TEST(the_old_picture_stays_where_a_file_may_not_grow),
		RIG_TEST(a_picture_that_is_read_while_replaced_is_whole),
	};

	if (!rrdcached_is_there())
		return skip_all("rrdcached is not installed");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_kind.c - boardgraph where something else stands in the place of an RRD file: it is named,
 * and nobody waits for it. */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "graphs_rig.h"
#include "unit.h"

#define PATH_SIZE 256
#define OLD "temperature/temperature-cpu"
#define OURS "cputemp/temperature-cpu"

static void make_folder(const char *path)
{
	assert_int_equal(mkdir(path, 0755), 0);
}

static void make_fifo(const char *path)
{
	assert_int_equal(mkfifo(path, 0644), 0);
}

static void make_socket(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	assert_true((size_t)snprintf(address.sun_path, sizeof(address.sun_path), "%s", path) <
		    sizeof(address.sun_path));
	assert_int_equal(bind(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
	close(fd);
}

static void make_device(const char *path)
{
	assert_int_equal(symlink("/dev/zero", path), 0);
}

static void make_circle(const char *path)
{
	assert_int_equal(symlink(path, path), 0);
}

static void make_lost(const char *path)
{
	assert_int_equal(symlink("nothing", path), 0);
}

static const struct {
	void (*make)(const char *path);
	const char *kind;
} kinds[] = {
	{ make_folder, "is a folder" },		  { make_fifo, "is a FIFO" },
	{ make_socket, "is a socket" },		  { make_device, "is a device" },
	{ make_circle, "is a link in a circle" }, { make_lost, "is a link to nothing" },
};

static void path_of(const struct rig *rig, const char *name, char ret[PATH_SIZE])
{
	assert_true(snprintf(ret, PATH_SIZE, "%s/%s.rrd", rig->host, name) < PATH_SIZE);
}

static void expect(const struct rig *rig, const char *kind, const char *command, const char *word)
{
	bool is_check = strcmp(command, "check") == 0;
	struct rig_run run;

	rig_run(rig, &run, command, word, NULL);
	assert_int_equal(run.code, 1);
	assert_true(run.seconds < 5);
	if (!strstr(is_check ? run.out : run.err, kind))
		fail_msg("%s, not %s: %s", command, kind, is_check ? run.out : run.err);
}

static void every_command_names_what_is_there(void **state)
{
	static const char *const words[][2] = {
		{ "list", NULL },
		{ "draw", "temperature" },
		{ "export", "temperature" },
		{ "check", NULL },
	};
	struct rig *rig = *state;
	time_t now = time(NULL);
	char path[PATH_SIZE];

	rig_rrd(rig, "cputemp/temperature-gpu", "GAUGE", now - 700, now, 10, rig_43);
	path_of(rig, OURS, path);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		kinds[i].make(path);
		for (size_t j = 0; j < sizeof(words) / sizeof(words[0]); j++)
			expect(rig, kinds[i].kind, words[j][0], words[j][1]);
		assert_int_equal(remove(path), 0);
	}
}

static void migrate_names_it_on_both_sides(void **state)
{
	static const char *const names[] = { OURS, OLD };
	struct rig *rig = *state;
	time_t now = time(NULL);
	char path[PATH_SIZE];

	for (size_t side = 0; side < 2; side++) {
		rig_rrd(rig, names[1 - side], "GAUGE", now - 700, now, 10, rig_43);
		path_of(rig, names[side], path);
		remove(path);
		for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
			char folder[PATH_SIZE];

			snprintf(folder, sizeof(folder), "%.*s", (int)(strrchr(path, '/') - path),
				 path);
			mkdir(folder, 0755);
			kinds[i].make(path);
			expect(rig, kinds[i].kind, "migrate", OLD "=" OURS);
			assert_int_equal(remove(path), 0);
		}
	}
}

/* data/RIG_HOST/<plugin>.rrd is two levels below data, as a file of a host is. */
static void a_folder_of_a_host_is_no_file(void **state)
{
	struct rig *rig = *state;
	time_t now = time(NULL);
	char path[PATH_SIZE];
	struct rig_run run;

	rig_rrd(rig, OURS, "GAUGE", now - 700, now, 10, rig_43);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		path_of(rig, "exec-odd", path);
		kinds[i].make(path);
		rig_run(rig, &run, "list", NULL);
		assert_int_equal(run.code, 0);
		assert_non_null(strstr(run.out, "Host " RIG_HOST ", in "));
		assert_int_equal(remove(path), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(every_command_names_what_is_there),
		RIG_TEST(migrate_names_it_on_both_sides),
		RIG_TEST(a_folder_of_a_host_is_no_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

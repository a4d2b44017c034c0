/* test_refused.c - boardgraph of a user who may not read all: what is missing is told. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "graphs_rig.h"
#include "program.h"
#include "unit.h"

#define PATH_SIZE 512

static void begin(const struct rig *rig)
{
	time_t now = time(NULL);

	rig_rrd(rig, "cputemp/temperature-cpu", "GAUGE", now - 700, now, 10, rig_43);
	rig_rrd(rig, "cpuirq-total/irq-cpu0", "DERIVE", now - 700, now, 10, rig_43);
	assert_int_equal(chmod(rig->scratch.path, 0755), 0);
	assert_int_equal(chmod(rig->out, 0777), 0);
}

/* As nobody, whom modes keep out; root is kept out of nothing. */
#define NOBODY "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", getenv("BOARDGRAPH")

static void run(const struct rig *rig, struct output *ret, const char *command, const char *word)
{
	program_run(ret, NULL,
		    (const char *const[]){ NOBODY, command, "--data-dir", rig->data, word, NULL });
}

/* The build may be where nobody else can read. */
static bool can_run(void)
{
	struct output output;

	if (geteuid() != 0)
		return false;
	program_run(&output, NULL, (const char *const[]){ NOBODY, "--version", NULL });
	output_done(&output);
	return output.status == 0;
}

static void expect(const struct rig *rig, const char *command, const char *word, int status,
		   const char *said)
{
	bool is_check = strcmp(command, "check") == 0;
	struct output output;

	run(rig, &output, command, word);
	if (output.status != status || !strstr(is_check ? output.out : output.err, said))
		fail_msg("%s: %d: %s%s", command, output.status, output.out, output.err);
	output_done(&output);
}

static void a_folder_that_cannot_be_read_is_told(void **state)
{
	struct rig *rig = *state;
	char path[PATH_SIZE], said[PATH_SIZE + 80];

	begin(rig);
	snprintf(path, sizeof(path), "%s/cpuirq-total", rig->host);
	snprintf(said, sizeof(said), "%s: Permission denied: run as root", path);
	assert_int_equal(chmod(path, 0), 0);
	expect(rig, "list", NULL, 0, said);
	expect(rig, "export", "temperature", 0, said);
	expect(rig, "export", "interrupts", 3, said);
	expect(rig, "check", NULL, 1, said);
	assert_int_equal(chmod(path, 0755), 0);
}

static void a_host_that_cannot_be_read_is_not_empty(void **state)
{
	static const mode_t modes[] = { 0, 0711, 0744 };
	struct rig *rig = *state;
	char said[PATH_SIZE + 80];

	begin(rig);
	snprintf(said, sizeof(said), "%s: holds no RRD files that can be read", rig->data);
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		assert_int_equal(chmod(rig->host, modes[i]), 0);
		expect(rig, "list", NULL, 1, "Permission denied: run as root");
		expect(rig, "list", NULL, 1, said);
		expect(rig, "check", NULL, 1, "this user may not read it");
	}
	assert_int_equal(chmod(rig->host, 0755), 0);
}

/* lost+found is root's, and no host. */
static void another_folder_that_cannot_be_read_is_no_matter(void **state)
{
	struct rig *rig = *state;
	char path[PATH_SIZE];
	struct output output;

	begin(rig);
	snprintf(path, sizeof(path), "%s/lost+found", rig->data);
	assert_int_equal(mkdir(path, 0700), 0);
	run(rig, &output, "list", NULL);
	assert_int_equal(output.status, 0);
	assert_string_equal(output.err, "");
	output_done(&output);
	expect(rig, "list", "--host=lost+found", 2, "lost+found: Permission denied: run as root");
}

static void a_place_that_may_not_be_looked_into_is_told(void **state)
{
	struct rig *rig = *state;
	char path[PATH_SIZE], inside[PATH_SIZE + 8];
	struct output output;

	begin(rig);
	snprintf(path, sizeof(path), "%s/closed", rig->scratch.path);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(inside, sizeof(inside), "%s/in", path);
	assert_int_equal(mkdir(inside, 0777), 0);
	program_run(&output, NULL,
		    (const char *const[]){ NOBODY, "draw", "--data-dir", rig->data, "--output",
					   inside, NULL });
	assert_int_equal(output.status, 1);
	assert_non_null(strstr(output.err, "in: Permission denied: choose a folder you may write"));
	output_done(&output);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(a_folder_that_cannot_be_read_is_told),
		RIG_TEST(a_host_that_cannot_be_read_is_not_empty),
		RIG_TEST(another_folder_that_cannot_be_read_is_no_matter),
		RIG_TEST(a_place_that_may_not_be_looked_into_is_told),
	};

	setenv("ASAN_OPTIONS", "detect_leaks=0", 1); /* it needs to trace itself */
	if (!can_run())
		return skip_all("only root can become another user, who can run the build");
	return cmocka_run_group_tests(tests, NULL, NULL);
}

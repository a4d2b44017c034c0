/* test_messages.c - what several commands say is true of each, and so is its cure. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "graphs_rig.h"
#include "unit.h"

#define PATH_SIZE 512

static void begin(const struct rig *rig)
{
	time_t now = time(NULL);

	rig_rrd(rig, "cputemp/temperature-cpu", "GAUGE", now - 3700, now, 10, rig_43);
	rig_rrd(rig, "temperature/temperature-cpu", "GAUGE", now - 7200, now - 3700, 10, rig_43);
}

static void only_draw_speaks_of_pictures(void **state)
{
	static const char *const words[][2] = {
		{ "draw", "temperature" },
		{ "export", "temperature" },
		{ "list", NULL },
		{ "migrate", NULL },
	};
	struct rig *rig = *state;
	char address[PATH_SIZE];

	begin(rig);
	snprintf(address, sizeof(address), "unix:%s/nothing", rig->scratch.path);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		struct rig_run run;

		rig_run(rig, &run, words[i][0], "--daemon", address, words[i][1], NULL);
		assert_int_equal(run.code, 1);
		assert_non_null(strstr(run.err, "`sudo systemctl start rrdcached`"));
		assert_null(strstr(run.err, "picture"));
		assert_true((strstr(run.err, "nothing is filled") != NULL) ==
			    (strcmp(words[i][0], "migrate") == 0));
	}
}

static void make_host(const char *dir, const char *name)
{
	char path[PATH_SIZE];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	assert_int_equal(mkdir(path, 0755), 0);
	snprintf(path, sizeof(path), "%s/%s/cputemp", dir, name);
	assert_int_equal(mkdir(path, 0755), 0);
	snprintf(path, sizeof(path), "%s/%s/cputemp/temperature-cpu.rrd", dir, name);
	fclose(fopen(path, "w"));
}

static void another_folder_is_given_by_the_option_that_gave_it(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;

	begin(rig);
	rig_run(rig, &run, "migrate", "--from", rig->out, NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, "holds no RRD files: give collectd's DataDir with --from"));
	rig_run(rig, &run, "migrate", "--from", "/nothing", NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, "give collectd's DataDir with --from"));
	rig_run(rig, &run, "list", "--data-dir", "/nothing", NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, "`boardgraph check` says why; or give collectd's DataDir "
					"with --data-dir"));
	make_host(rig->out, "my_nas");
	make_host(rig->out, "my_pi");
	rig_run(rig, &run, "migrate", "--from", rig->out, NULL);
	assert_int_equal(run.code, 2);
	assert_non_null(strstr(run.err, "give its own folder with --from, one of: my_nas, my_pi"));
	assert_null(strstr(run.err, "--host"));
	rig_run(rig, &run, "list", "--data-dir", rig->out, NULL);
	assert_int_equal(run.code, 2);
	assert_non_null(strstr(run.err, "which host? --host NAME, one of: my_nas, my_pi"));
}

static void a_place_that_takes_no_picture_is_told(void **state)
{
	static const struct {
		const char *place, *said;
	} cases[] = {
		{ "x.jpg", "x.jpg: no such folder: make it first, `mkdir -p`, or give a file that "
			   "ends in .png" },
		{ "a.jpg", "a.jpg: Not a directory: give a folder, or a file that ends in .png" },
	};
	const struct rig *rig = *state;
	char place[PATH_SIZE];

	begin(rig);
	scratch_write(&rig->scratch, "", "out/a.jpg");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct rig_run run;

		snprintf(place, sizeof(place), "%s/%s", rig->out, cases[i].place);
		rig_run(rig, &run, "draw", "temperature", "--output", place, NULL);
		assert_int_equal(run.code, 1);
		assert_non_null(strstr(run.err, cases[i].said));
	}
}

static void only_draw_takes_several_periods(void **state)
{
	struct rig_run run;

	rig_run(*state, &run, "draw", "--period", "fortnight", NULL);
	assert_int_equal(run.code, 2);
	assert_non_null(strstr(run.err, "year or all, or several with commas"));
	rig_run(*state, &run, "export", "usb", "--period", "fortnight", NULL);
	assert_int_equal(run.code, 2);
	assert_null(strstr(run.err, "several"));
	assert_null(strstr(run.err, "all"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(only_draw_speaks_of_pictures),
		RIG_TEST(another_folder_is_given_by_the_option_that_gave_it),
		RIG_TEST(a_place_that_takes_no_picture_is_told),
		RIG_TEST(only_draw_takes_several_periods),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

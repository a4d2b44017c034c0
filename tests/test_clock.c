/* test_clock.c - a board without a clock of its own: it starts in the past. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "graphs_rig.h"
#include "unit.h"

static time_t clock_says = RIG_NOW;

/* In place of libc's, for what is linked into this program. */
time_t time(time_t *ret)
{
	if (ret)
		*ret = clock_says;
	return clock_says;
}

static struct options options_for(const struct rig *rig)
{
	return (struct options){
		.data_dir = rig->data,
		.periods = 1,
		.period = { &periods[0] },
		.output = rig->out,
		.palette = &palettes[0],
		.width = 800,
		.height = 200,
		.prefix = "",
	};
}

static const struct {
	time_t clock;
	bool draws, is_told;
} cases[] = {
	{ RIG_NOW, true, false },
	{ RIG_NOW - 30, true, false }, /* as another machine's may be */
	{ RIG_NOW - 86400, true, true },
	{ 600, false, false },
};

static void a_picture_of_the_past_is_told(void **state)
{
	struct options options = options_for(*state);
	static struct notes notes;
	char graph[] = "temperature", path[RIG_PATH_SIZE];
	char *arguments[] = { graph };

	options.arguments = arguments;
	options.argument_count = 1;
	rig_rrd(*state, "cputemp/temperature-cpu", "GAUGE", RIG_NOW - 2 * 86400, RIG_NOW, 300,
		rig_43);
	snprintf(path, sizeof(path), "%s/temperature-hour.png", options.output);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		notes = (struct notes){ 0 };
		clock_says = cases[i].clock;
		assert_int_equal(command_draw(&options, stdout, &notes),
				 cases[i].draws ? COMMAND_DONE : COMMAND_FAILED);
		assert_int_equal(strstr(notes.text, "in the future: was the clock wrong?") != NULL,
				 cases[i].is_told);
		assert_int_equal(strstr(notes.text, "not set, it is before 1980") != NULL,
				 !cases[i].draws);
		assert_int_equal(access(path, F_OK), 0); /* the older one, too */
	}
	clock_says = RIG_NOW;
}

static void an_export_of_the_past_is_told(void **state)
{
	struct options options = options_for(*state);
	static struct notes notes;
	char graph[] = "temperature";
	char *arguments[] = { graph };
	FILE *null = fopen("/dev/null", "w");

	assert_non_null(null);
	options.arguments = arguments;
	options.argument_count = 1;
	options.cf = ARCHIVE_AVG;
	rig_rrd(*state, "cputemp/temperature-cpu", "GAUGE", RIG_NOW - 2 * 86400, RIG_NOW, 300,
		rig_43);
	for (size_t i = 0; i < 3; i++) {
		notes = (struct notes){ 0 };
		clock_says = cases[i].clock;
		assert_int_equal(command_export(&options, null, &notes), COMMAND_DONE);
		assert_int_equal(strstr(notes.text, "in the future: was the clock wrong?") != NULL,
				 cases[i].is_told);
	}
	clock_says = RIG_NOW;
	fclose(null);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(a_picture_of_the_past_is_told),
		RIG_TEST(an_export_of_the_past_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

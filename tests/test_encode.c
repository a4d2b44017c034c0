/* test_encode.c - boardgraph's PNG encoder next to cairo's, which this program still has. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "graphs_rig.h"
#include "unit.h"

#define PICTURE "temperature-" RIG_HOUR_AGO "-" RIG_END ".png"

static void draw_here(const struct rig *rig, const struct palette *palette)
{
	struct options options = {
		.data_dir = rig->data,
		.start = RIG_NOW - 3600,
		.end = RIG_NOW,
		.output = rig->out,
		.palette = palette,
		.width = 800,
		.height = 200,
		.prefix = "",
	};
	static struct notes notes;

	assert_int_equal(command_draw(&options, stdout, &notes), COMMAND_DONE);
}

static void pictures_are_those_of_cairo_in_both_themes(void **state)
{
	const struct rig *rig = *state;

	rig_hour(rig, "cputemp/temperature-cpu", rig_uneven);
	for (size_t i = 0; i < PALETTES_MAX; i++) {
		struct rig_png ours, theirs;
		struct rig_run run;

		rig_run(rig, &run, "draw", "temperature", "--start", RIG_HOUR_AGO, "--end", RIG_END,
			"--theme", palettes[i].name, NULL);
		assert_int_equal(run.code, 0);
		ours = rig_png(rig, PICTURE);
		draw_here(rig, &palettes[i]);
		theirs = rig_png(rig, PICTURE);
		assert_true(rig_same(&ours, &theirs));
		rig_png_done(&ours);
		rig_png_done(&theirs);
	}
}

/* How hard zlib was told to try, 0 to 3, as the first bytes of the pixels say: RFC 1950. */
static int effort_of(const struct rig *rig)
{
	unsigned char bytes[65536];
	char path[RIG_PATH_SIZE];
	const unsigned char *pixels;
	ssize_t size;
	int fd;

	snprintf(path, sizeof(path), "%s/" PICTURE, rig->out);
	fd = open(path, O_RDONLY);
	size = read(fd, bytes, sizeof(bytes));
	close(fd);
	assert_true(size > 0);
	pixels = memmem(bytes, (size_t)size, "IDAT", 4);
	assert_true(pixels && pixels + 6 <= bytes + size);
	assert_int_equal(pixels[4], 0x78);
	return pixels[5] >> 6;
}

/* Fails where librrd no longer calls the function that encode.c has in place of cairo's. */
static void librrd_calls_the_encoder_of_boardgraph(void **state)
{
	const struct rig *rig = *state;
	struct rig_run run;

	rig_hour(rig, "cputemp/temperature-cpu", rig_uneven);
	rig_run(rig, &run, "draw", "temperature", "--start", RIG_HOUR_AGO, "--end", RIG_END, NULL);
	assert_int_equal(run.code, 0);
	assert_int_equal(effort_of(rig), 1);
	draw_here(rig, &palettes[0]);
	assert_int_equal(effort_of(rig), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(pictures_are_those_of_cairo_in_both_themes),
		RIG_TEST(librrd_calls_the_encoder_of_boardgraph),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

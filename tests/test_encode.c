/* test_encode.c - what boardgraph loads to draw: its PNG encoder next to cairo's, and none. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "graphs_rig.h"
#include "palette.h"
#include "unit.h"

#define PICTURE "temperature-" RIG_HOUR_AGO "-" RIG_END ".png"

static void draw(const struct rig *rig, const char *theme)
{
	struct rig_run run;

	rig_run(rig, &run, "draw", "temperature", "--start", RIG_HOUR_AGO, "--end", RIG_END,
		"--theme", theme, NULL);
	assert_int_equal(run.code, 0);
}

/* A library that is there before all others gives its function to all. */
static void draw_by_cairo(const struct rig *rig, const char *theme)
{
	setenv("LD_PRELOAD", "libcairo.so.2", 1);
	setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1);
	draw(rig, theme);
	unsetenv("LD_PRELOAD");
	unsetenv("ASAN_OPTIONS");
}

static void pictures_are_those_of_cairo_in_both_themes(void **state)
{
	const struct rig *rig = *state;

	rig_hour(rig, "cputemp/temperature-cpu", rig_uneven);
	for (size_t i = 0; i < PALETTES_MAX; i++) {
		struct rig_png ours, theirs;

		draw(rig, palettes[i].name);
		ours = rig_png(rig, PICTURE);
		draw_by_cairo(rig, palettes[i].name);
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

	rig_hour(rig, "cputemp/temperature-cpu", rig_uneven);
	draw(rig, "light");
	assert_int_equal(effort_of(rig), 1);
	draw_by_cairo(rig, "light");
	assert_int_equal(effort_of(rig), 2);
}

static void copy_program(const char *from, const char *to)
{
	int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT, 0755);
	struct stat st;

	assert_true(in >= 0 && out >= 0);
	assert_int_equal(fstat(in, &st), 0);
	while (st.st_size > 0) {
		ssize_t done = sendfile(out, in, NULL, (size_t)st.st_size);

		assert_true(done > 0);
		st.st_size -= done;
	}
	close(in);
	close(out);
}

static void what_cannot_be_loaded_is_told_and_only_needed_to_draw(void **state)
{
	const struct rig *rig = *state;
	char *program = strdup(getenv("BOARDGRAPH")), path[512];
	struct rig_run run;
	struct stat st;

	rig_hour(rig, "cputemp/temperature-cpu", rig_uneven);
	draw(rig, "light"); /* this picture stays */
	snprintf(path, sizeof(path), "%s/boardgraph-draw.so", rig->scratch.path);
	close(open(path, O_WRONLY | O_CREAT, 0644));
	snprintf(path, sizeof(path), "%s/boardgraph", rig->scratch.path);
	copy_program(program, path);
	setenv("BOARDGRAPH", path, 1);

	rig_run(rig, &run, "draw", "temperature", "--start", RIG_HOUR_AGO, "--end", RIG_END, NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, "boardgraph-draw.so: file too short: install boardstat "
					"again\n"));
	snprintf(path, sizeof(path), "%s/" PICTURE, rig->out);
	assert_true(stat(path, &st) == 0 && st.st_size > 0);

	rig_run(rig, &run, "export", "temperature", "--start", RIG_HOUR_AGO, "--end", RIG_END,
		NULL);
	assert_int_equal(run.code, 0);

	rig_run(rig, &run, "check", NULL);
	setenv("BOARDGRAPH", program, 1);
	free(program);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.out, "boardgraph draw\n         cannot draw: "));
	assert_non_null(strstr(run.out, "boardgraph-draw.so: file too short\n"
					"         cure: install boardstat again"));
	rig_run(rig, &run, "check", NULL);
	assert_null(strstr(run.out, "cannot draw"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(pictures_are_those_of_cairo_in_both_themes),
		RIG_TEST(librrd_calls_the_encoder_of_boardgraph),
		RIG_TEST(what_cannot_be_loaded_is_told_and_only_needed_to_draw),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

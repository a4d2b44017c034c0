/* graphs_rig.c - RRD files made for a test, boardgraph run on them, its pictures decoded. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <png.h>
#include <rrd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "graphs_rig.h"
#include "program.h"
#include "unit.h"

#define WORDS_MAX 24
#define BATCH 500
#define WORD_SIZE 64
#define CREATE_WORDS_MAX (2 + RIG_CFS * RIG_ARCHIVES)

const char *const rig_cfs[RIG_CFS] = { "AVERAGE", "MIN", "MAX" };
const unsigned int rig_archives[RIG_ARCHIVES][2] = {
	{ 1, 1200 }, { 7, 1235 }, { 50, 1210 }, { 223, 1202 }, { 2635, 1201 }
};

static void make_folder(const char *in, const char *name, char *ret, size_t size)
{
	assert_true((size_t)snprintf(ret, size, "%s/%s", in, name) < size);
	assert_int_equal(mkdir(ret, 0755), 0);
}

int rig_setup(void **state)
{
	struct rig *rig = calloc(1, sizeof(*rig));

	assert_non_null(rig);
	scratch_make(&rig->scratch);
	make_folder(rig->scratch.path, "data", rig->data, sizeof(rig->data));
	make_folder(rig->data, RIG_HOST, rig->host, sizeof(rig->host));
	make_folder(rig->scratch.path, "out", rig->out, sizeof(rig->out));
	*state = rig;
	return 0;
}

int rig_teardown(void **state)
{
	struct rig *rig = *state;

	scratch_done(&rig->scratch);
	free(rig);
	return 0;
}

double rig_43(time_t time)
{
	(void)time;
	return 43;
}

double rig_63(time_t time)
{
	(void)time;
	return 63;
}

double rig_uneven(time_t time)
{
	return 40 + (double)(time / 10 % 7) * 3;
}

void rig_path(const struct rig *rig, const char *name, char ret[RIG_PATH_SIZE])
{
	assert_true(snprintf(ret, RIG_PATH_SIZE, "%s/%s.rrd", rig->host, name) < RIG_PATH_SIZE);
}

/* `second` is NULL for one data source. */
static void create(const char *path, const char *type, const char *first, const char *second,
		   time_t start, int heartbeat_s)
{
	const char *const sources[] = { first, second };
	char text[CREATE_WORDS_MAX][WORD_SIZE];
	const char *argv[CREATE_WORDS_MAX];
	int argc = 0;

	for (size_t i = 0; i < 2 && sources[i]; i++) {
		snprintf(text[argc], WORD_SIZE, "DS:%s:%s:%d:%s:U", sources[i], type, heartbeat_s,
			 strcmp(type, "GAUGE") == 0 ? "U" : "0");
		argv[argc] = text[argc];
		argc++;
	}
	for (size_t cf = 0; cf < RIG_CFS; cf++) {
		for (size_t i = 0; i < RIG_ARCHIVES; i++) {
			snprintf(text[argc], WORD_SIZE, "RRA:%s:0.1:%u:%u", rig_cfs[cf],
				 rig_archives[i][0], rig_archives[i][1]);
			argv[argc] = text[argc];
			argc++;
		}
	}
	rrd_clear_error();
	if (rrd_create_r(path, 10, start, argc, argv) != 0)
		fail_msg("%s: %s", path, rrd_get_error());
}

static void update(const char *path, int count, char text[][WORD_SIZE])
{
	const char *argv[BATCH];

	for (int i = 0; i < count; i++)
		argv[i] = text[i];
	rrd_clear_error();
	if (count > 0 && rrd_update_r(path, NULL, count, argv) != 0)
		fail_msg("%s: %s", path, rrd_get_error());
}

static void make_folder_of(const char *path)
{
	char folder[RIG_PATH_SIZE];

	snprintf(folder, sizeof(folder), "%.*s", (int)(strrchr(path, '/') - path), path);
	if (mkdir(folder, 0755) < 0)
		assert_int_equal(errno, EEXIST);
}

void rig_fill(const struct rig *rig, const char *name, const char *type, time_t start, time_t end,
	      int every_s, rig_fn *fn)
{
	char path[RIG_PATH_SIZE], text[BATCH][WORD_SIZE];
	int count = 0;

	rig_path(rig, name, path);
	for (time_t time = start + every_s; time <= end; time += every_s) {
		double value = fn(time);

		if (isnan(value))
			snprintf(text[count], WORD_SIZE, "%lld:U", (long long)time);
		else if (strcmp(type, "GAUGE") == 0)
			snprintf(text[count], WORD_SIZE, "%lld:%.3f", (long long)time, value);
		else
			snprintf(text[count], WORD_SIZE, "%lld:%.0f", (long long)time, value);
		if (++count == BATCH) {
			update(path, count, text);
			count = 0;
		}
	}
	update(path, count, text);
}

void rig_rrd(const struct rig *rig, const char *name, const char *type, time_t start, time_t end,
	     int every_s, rig_fn *fn)
{
	char path[RIG_PATH_SIZE];

	rig_path(rig, name, path);
	make_folder_of(path);
	create(path, type, "value", NULL, start, 2 * every_s);
	rig_fill(rig, name, type, start, end, every_s, fn);
}

void rig_hour(const struct rig *rig, const char *name, rig_fn *fn)
{
	rig_rrd(rig, name, "GAUGE", RIG_NOW - 3700, RIG_NOW, 10, fn);
}

static void counter_text(double value, char ret[24])
{
	snprintf(ret, 24, isnan(value) ? "U" : "%.0f", value);
}

void rig_octets(const struct rig *rig, const char *name, const char *first, const char *second,
		time_t start, time_t end, int every_s, rig_fn *first_fn, rig_fn *second_fn)
{
	char path[RIG_PATH_SIZE], text[BATCH][WORD_SIZE];
	int count = 0;

	rig_path(rig, name, path);
	make_folder_of(path);
	create(path, "DERIVE", first, second, start, 2 * every_s);
	for (time_t time = start + every_s; time <= end && count < BATCH; time += every_s) {
		char one[24], two[24];

		counter_text(first_fn(time), one);
		counter_text(second_fn(time), two);
		snprintf(text[count++], WORD_SIZE, "%lld:%s:%s", (long long)time, one, two);
	}
	update(path, count, text);
}

void rig_write(const struct rig *rig, const char *name, const void *bytes, size_t size,
	       off_t length)
{
	char path[RIG_PATH_SIZE];
	int fd;

	rig_path(rig, name, path);
	make_folder_of(path);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, size), size);
	assert_int_equal(ftruncate(fd, length), 0);
	close(fd);
}

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void rig_run(const struct rig *rig, struct rig_run *ret, const char *command, ...)
{
	const char *argv[WORDS_MAX] = { getenv("BOARDGRAPH"), command, "--data-dir", rig->data };
	double begin = now_s();
	struct output output;
	const char *word;
	va_list words;
	int argc = 4;

	if (strcmp(command, "draw") == 0) {
		argv[argc++] = "--output";
		argv[argc++] = rig->out;
	}
	va_start(words, command);
	while ((word = va_arg(words, const char *)) != NULL) {
		assert_true(argc < WORDS_MAX - 1);
		argv[argc++] = word;
	}
	va_end(words);
	program_run(&output, NULL, argv);
	ret->code = output.status;
	ret->seconds = now_s() - begin;
	snprintf(ret->out, sizeof(ret->out), "%s", output.out);
	snprintf(ret->err, sizeof(ret->err), "%s", output.err);
	output_done(&output);
}

struct options rig_options(const struct rig *rig)
{
	return (struct options){
		.data_dir = rig->data,
		.start = RIG_NOW - 3600,
		.end = RIG_NOW,
		.output = rig->out,
		.palette = &palettes[0],
		.width = 800,
		.height = 200,
		.prefix = "",
	};
}

struct rig_png rig_png(const struct rig *rig, const char *name)
{
	png_image image = { .version = PNG_IMAGE_VERSION };
	struct rig_png png = { 0 };
	unsigned char *bytes;
	char path[RIG_PATH_SIZE];

	snprintf(path, sizeof(path), "%s/%s", rig->out, name);
	if (!png_image_begin_read_from_file(&image, path))
		fail_msg("%s: %s", path, image.message);
	image.format = PNG_FORMAT_RGB;
	bytes = malloc(PNG_IMAGE_SIZE(image));
	png.pixel = calloc((size_t)image.width * image.height, sizeof(png.pixel[0]));
	assert_true(bytes && png.pixel);
	if (!png_image_finish_read(&image, NULL, bytes, 0, NULL))
		fail_msg("%s: %s", path, image.message);
	png.width = image.width;
	png.height = image.height;
	for (size_t i = 0; i < (size_t)png.width * png.height; i++)
		png.pixel[i] = (uint32_t)bytes[3 * i] << 16 | (uint32_t)bytes[3 * i + 1] << 8 |
			       bytes[3 * i + 2];
	free(bytes);
	return png;
}

void rig_png_done(struct rig_png *png)
{
	free(png->pixel);
	*png = (struct rig_png){ 0 };
}

bool rig_same(const struct rig_png *a, const struct rig_png *b)
{
	return a->width == b->width && a->height == b->height &&
	       memcmp(a->pixel, b->pixel, sizeof(a->pixel[0]) * a->width * a->height) == 0;
}

size_t rig_count(const struct rig_png *png, uint32_t colour, unsigned int top, unsigned int bottom)
{
	size_t count = 0;

	for (size_t i = (size_t)top * png->width; i < (size_t)bottom * png->width; i++)
		count += png->pixel[i] == colour;
	return count;
}

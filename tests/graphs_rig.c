/* graphs_rig.c - RRD files made for a test, boardgraph run on them, its pictures decoded. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <math.h>
#include <png.h>
#include <rrd.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "graphs_rig.h"

#define WORDS_MAX 24
#define BATCH 500
#define WORD_SIZE 48
#define PATH_SIZE 512

int rig_setup(void **state)
{
	struct rig *rig = calloc(1, sizeof(*rig));

	assert_non_null(rig);
	const char *below = getenv("TMPDIR");
	snprintf(rig->dir, sizeof(rig->dir), "%s/boardgraph-test-XXXXXX", below ? below : "/tmp");
	assert_non_null(mkdtemp(rig->dir));
	snprintf(rig->data, sizeof(rig->data), "%s/data", rig->dir);
	snprintf(rig->host, sizeof(rig->host), "%s/board", rig->data);
	snprintf(rig->out, sizeof(rig->out), "%s/out", rig->dir);
	assert_int_equal(mkdir(rig->data, 0755) | mkdir(rig->host, 0755) | mkdir(rig->out, 0755),
			 0);
	*state = rig;
	return 0;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *ftw)
{
	(void)st;
	(void)kind;
	(void)ftw;
	return remove(path);
}

int rig_teardown(void **state)
{
	struct rig *rig = *state;

	nftw(rig->dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	free(rig);
	return 0;
}

static void create(const char *path, const char *type, time_t start, int heartbeat_s)
{
	static const char *const cfs[] = { "AVERAGE", "MIN", "MAX" };
	static const int layout[][2] = {
		{ 1, 1200 }, { 7, 1235 }, { 50, 1210 }, { 223, 1202 }, { 2635, 1201 }
	};
	char text[16][WORD_SIZE];
	const char *argv[16];
	int argc = 0;

	snprintf(text[argc], WORD_SIZE, "DS:value:%s:%d:%s:U", type, heartbeat_s,
		 strcmp(type, "GAUGE") == 0 ? "U" : "0");
	argv[argc] = text[argc];
	argc++;
	for (size_t cf = 0; cf < 3; cf++) {
		for (size_t i = 0; i < 5; i++) {
			snprintf(text[argc], WORD_SIZE, "RRA:%s:0.1:%d:%d", cfs[cf], layout[i][0],
				 layout[i][1]);
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
	char folder[512];

	snprintf(folder, sizeof(folder), "%.*s", (int)(strrchr(path, '/') - path), path);
	if (mkdir(folder, 0755) < 0)
		assert_int_equal(errno, EEXIST);
}

static void path_of(const struct rig *rig, const char *name, char ret[PATH_SIZE])
{
	assert_true(snprintf(ret, PATH_SIZE, "%s/%s.rrd", rig->host, name) < PATH_SIZE);
}

void rig_fill(const struct rig *rig, const char *name, const char *type, time_t start, time_t end,
	      int every_s, rig_fn *fn)
{
	char path[PATH_SIZE], text[BATCH][WORD_SIZE];
	int count = 0;

	path_of(rig, name, path);
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
	char path[PATH_SIZE];

	path_of(rig, name, path);
	make_folder_of(path);
	create(path, type, start, 2 * every_s);
	rig_fill(rig, name, type, start, end, every_s, fn);
}

static void read_back(const char *path, char *ret, size_t size)
{
	int fd = open(path, O_RDONLY);
	size_t len = 0;
	ssize_t got;

	assert_true(fd >= 0);
	while ((got = read(fd, ret + len, size - 1 - len)) > 0)
		len += (size_t)got;
	ret[len] = '\0';
	close(fd);
}

static pid_t start(char *const argv[], const char *out, const char *err)
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid > 0)
		return pid;
	if (!freopen(out, "w", stdout) || !freopen(err, "w", stderr) ||
	    !freopen("/dev/null", "r", stdin))
		_exit(126);
	alarm(60); /* a test does not hang */
	execv(argv[0], argv);
	_exit(127);
}

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void rig_run(const struct rig *rig, struct rig_run *ret, const char *command, ...)
{
	char program[512], out[160], err[160];
	char *argv[WORDS_MAX] = { program };
	const char *word = command;
	double begin = now_s();
	int argc = 1, status;
	va_list words;
	pid_t pid;

	snprintf(program, sizeof(program), "%s", getenv("BOARDGRAPH"));
	snprintf(out, sizeof(out), "%s/stdout", rig->dir);
	snprintf(err, sizeof(err), "%s/stderr", rig->dir);
	va_start(words, command);
	for (; word && argc < WORDS_MAX - 5; word = va_arg(words, const char *)) {
		argv[argc++] = strdup(word);
		if (word != command)
			continue;
		argv[argc++] = strdup("--data-dir");
		argv[argc++] = strdup(rig->data);
		if (strcmp(command, "draw") == 0) {
			argv[argc++] = strdup("--output");
			argv[argc++] = strdup(rig->out);
		}
	}
	va_end(words);
	pid = start(argv, out, err);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	for (int i = 1; i < argc; i++)
		free(argv[i]);
	ret->code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
	ret->seconds = now_s() - begin;
	read_back(out, ret->out, sizeof(ret->out));
	read_back(err, ret->err, sizeof(ret->err));
}

struct rig_png rig_png(const struct rig *rig, const char *name)
{
	png_image image = { .version = PNG_IMAGE_VERSION };
	struct rig_png png = { 0 };
	unsigned char *bytes;
	char path[512];

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

/*
 * test_hostile.c - whatever stands in the place of a kernel file, what is sent is clean and sane
 *
 * Each file of a recorded board in turn is a directory, a pipe, a loop of links, without an end,
 * gone, empty, noise, cut or long. The plugins keep their states over all that, as in the daemon.
 */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "array.h"
#include "listing.h"
#include "program.h"
#include "scratch.h"
#include "source.h"
#include "unit.h"
#include "banned.h"

#define FILES_MAX 1024
#define NAME_MAX_COLLECTD 127
#define NOISE 5000
#define ROUNDS 2 /* all files */
#define TABLES 100

static struct scratch scratch;
static void *state_of[SOURCES];
static char *file[FILES_MAX]; /* of the board */
static size_t files;

static void write_bytes(const char *path, const char *data, size_t length)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, data, length), (ssize_t)length);
	close(fd);
}

static void put_directory(const char *path, const char *text)
{
	(void)text;
	assert_int_equal(mkdir(path, 0755), 0);
}

static void put_pipe(const char *path, const char *text)
{
	(void)text;
	assert_int_equal(mkfifo(path, 0644), 0);
}

static void put_loop(const char *path, const char *text)
{
	(void)text;
	assert_int_equal(symlink(strrchr(path, '/') + 1, path), 0);
}

static void put_endless(const char *path, const char *text)
{
	(void)text;
	assert_int_equal(symlink("/dev/zero", path), 0);
}

static void put_nothing(const char *path, const char *text)
{
	(void)path;
	(void)text;
}

static void put_empty(const char *path, const char *text)
{
	(void)text;
	write_bytes(path, "", 0);
}

/* xorshift64: the same in every run. */
static uint64_t next_noise(void)
{
	static uint64_t noise = 88172645463325252;

	noise ^= noise << 13;
	noise ^= noise >> 7;
	noise ^= noise << 17;
	return noise;
}

static void put_noise(const char *path, const char *text)
{
	char data[NOISE];

	(void)text;
	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (char)next_noise();
	write_bytes(path, data, next_noise() % (next_noise() % 3 == 0 ? NOISE : 60));
}

static void put_cut(const char *path, const char *text)
{
	write_bytes(path, text, next_noise() % (strlen(text) + 1));
}

/* In the place of some number: what fits nowhere, the largest ones, and what is below zero. */
static void put_number(const char *path, const char *text)
{
	static const char *const numbers[] = { "99999999999999999999",
					       "9223372036854775808",
					       "9223372036854775807",
					       "2147483647",
					       "-9223372036854775808",
					       "-2147483648",
					       "-1" };
	size_t at = next_noise() % (strlen(text) + 1);
	size_t before = at + strcspn(text + at, "0123456789");
	size_t digits = strspn(text + before, "0123456789");
	char *changed;
	int length = asprintf(&changed, "%.*s%s%s", (int)before, text,
			      numbers[next_noise() % ARRAY_SIZE(numbers)], text + before + digits);

	assert_true(length >= 0);
	write_bytes(path, changed, (size_t)length);
	free(changed);
}

/* Puts something at the path, where `text` was. */
typedef void put_fn(const char *path, const char *text);

static put_fn *const kinds[] = {
	put_directory, put_pipe,  put_loop, put_endless, put_nothing,
	put_empty,     put_noise, put_cut,  put_number,
};

static void check_name(const char *name)
{
	static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789._+:,()-";

	assert_int_equal(name[strspn(name, allowed)], '\0');
	assert_true(strlen(name) <= NAME_MAX_COLLECTD);
}

static void check_sample(const struct sample *sample, void *ctx)
{
	bool is_temperature = strcmp(sample->type, "temperature") == 0;
	bool is_percent = strcmp(sample->type, "percent") == 0;

	check_name(sample->instance);
	check_name(sample->type_instance);
	for (size_t i = 0; i < sample->count && sample->kind == SAMPLE_DERIVE; i++)
		assert_true(sample->derive[i] >= 0);
	if (sample->kind == SAMPLE_GAUGE) {
		assert_true(isfinite(sample->gauge[0]));
		assert_true(sample->gauge[0] >= (is_temperature ? -100 : 0));
		assert_true(sample->gauge[0] <= (is_temperature ? 200
						 : is_percent	? 100
								: INFINITY));
	}
	listing_add(sample, ctx);
}

/* Sorted, a line of the same identifier would be the next. */
static void check_that_none_comes_twice(struct listing *listing)
{
	char *text = listing_text(listing);

	for (char *line = text, *next; (next = strchr(line, '\n')) && next[1] != '\0';
	     line = next + 1) {
		size_t length = strcspn(line, " ") + 1;

		if (strncmp(line, next + 1, length) == 0)
			fail_msg("twice: %.*s", (int)length, line);
	}
	free(text);
}

static void collect_all(void)
{
	struct kroot root;

	assert_int_equal(kroot_open(&root, scratch.path), 0);
	for (size_t i = 0; i < SOURCES; i++) {
		struct listing listing = { .plugin = sources[i]->plugin };
		int rc = sources[i]->collect(state_of[i], &root, check_sample, &listing);

		assert_int_equal(listing.count, rc < 0 ? 0 : rc);
		check_that_none_comes_twice(&listing);
		listing_done(&listing);
	}
	kroot_close(&root);
}

static int note_file(const char *path, const struct stat *stat, int type, struct FTW *ftw)
{
	(void)stat;
	(void)ftw;
	if (type != FTW_F)
		return 0;
	assert_true(files < FILES_MAX);
	file[files] = strdup(path);
	return file[files++] ? 0 : -1;
}

static void make_board(const char *board)
{
	struct output output;

	scratch_make(&scratch);
	program_run(&output, NULL,
		    (const char *const[]){ "sh", "-c", "cp -a \"$1\"/proc \"$1\"/sys \"$2\"", "sh",
					   board, scratch.path, NULL });
	assert_string_equal(output.err, "");
	output_done(&output);
	assert_int_equal(nftw(scratch.path, note_file, 16, FTW_PHYS), 0);
	for (size_t i = 0; i < SOURCES; i++) {
		state_of[i] = calloc(1, sources[i]->state_size);
		assert_non_null(state_of[i]);
	}
}

static int remove_board(void **state)
{
	(void)state;
	for (size_t i = 0; i < SOURCES; i++) {
		sources[i]->done(state_of[i]);
		free(state_of[i]);
	}
	while (files > 0)
		free(file[--files]);
	scratch_done(&scratch);
	return 0;
}

static void spoil(const char *path, put_fn *put)
{
	char *text = file_text("%s", path);
	char aside[PATH_MAX];

	snprintf(aside, sizeof(aside), "%s/aside", scratch.path);
	assert_int_equal(rename(path, aside), 0);
	put(path, text);
	collect_all();
	if (remove(path) < 0)
		assert_int_equal(errno, ENOENT);
	assert_int_equal(rename(aside, path), 0);
	free(text);
}

static void any_file_may_be_anything(void **state)
{
	char interrupts[PATH_MAX];

	make_board(*state);
	for (size_t i = 0; i < ROUNDS * files; i++)
		spoil(file[i % files], kinds[i % ARRAY_SIZE(kinds)]);
	snprintf(interrupts, sizeof(interrupts), "%s/proc/interrupts", scratch.path);
	for (size_t i = 0; i < TABLES; i++)
		spoil(interrupts, i % 2 == 0 ? put_cut : put_number);
	collect_all();
}

int main(void)
{
	static char xu4[] = FIXTURES "/odroid-xu4";
	static char minipc[] = FIXTURES "/x86-16cpu-minipc";
	static char wwan[] = FIXTURES "/rk3588-wwan";
	const struct CMUnitTest tests[] = {
		{ "odroid-xu4", any_file_may_be_anything, NULL, remove_board, xu4 },
		{ "x86-16cpu-minipc", any_file_may_be_anything, NULL, remove_board, minipc },
		{ "rk3588-wwan", any_file_may_be_anything, NULL, remove_board, wwan },
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

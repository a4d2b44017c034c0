/* test_beside.c - a file that takes the place of another, and what is left of one that does not. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "beside.h"
#include "file.h"
#include "program.h"
#include "scratch.h"
#include "unit.h"

static void expect_files(const struct scratch *scratch, const char *names)
{
	struct output output;

	program_run(&output, NULL, (const char *const[]){ "ls", "-A", scratch->path, NULL });
	assert_string_equal(output.out, names);
	output_done(&output);
}

static void put(const char *path, const char *text)
{
	struct beside beside;

	assert_int_equal(beside_open(path, &beside), 0);
	assert_int_equal(file_write(beside.fd, text, strlen(text)), 0);
	assert_int_equal(beside_take_place(&beside, path), 0);
}

static void it_takes_the_place_of_another(void **state)
{
	struct scratch scratch;
	char path[300], text[8] = "";
	int fd;

	(void)state;
	scratch_make(&scratch);
	snprintf(path, sizeof(path), "%s/it", scratch.path);
	put(path, "older");
	put(path, "newer");
	expect_files(&scratch, "it\n");
	fd = open(path, O_RDONLY);
	assert_int_equal(read(fd, text, sizeof(text)), 5);
	close(fd);
	assert_string_equal(text, "newer");
	scratch_done(&scratch);
}

static void what_is_dropped_is_gone(void **state)
{
	struct scratch scratch;
	struct beside beside;
	char path[300];

	(void)state;
	scratch_make(&scratch);
	snprintf(path, sizeof(path), "%s/it", scratch.path);
	assert_int_equal(beside_open(path, &beside), 0);
	beside_drop(&beside);
	expect_files(&scratch, "");
	assert_int_equal(mkdir(path, 0755), 0); /* where no file can be */
	assert_int_equal(beside_open(path, &beside), 0);
	assert_int_equal(beside_take_place(&beside, path), -EISDIR);
	expect_files(&scratch, "it\n");
	scratch_done(&scratch);
}

/* What is younger may be that of one who is at work. */
static void what_was_left_an_hour_ago_is_cleaned_away(void **state)
{
	struct timespec times[2] = { 0 };
	struct scratch scratch;
	struct beside beside[2];
	char path[300];

	(void)state;
	scratch_make(&scratch);
	scratch_write(&scratch, "", "it.png");
	snprintf(path, sizeof(path), "%s/it.png", scratch.path);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(beside_open(path, &beside[i]), 0);
		times[0].tv_sec = times[1].tv_sec = time(NULL) - 3500 - 200 * (time_t)i;
		assert_int_equal(futimens(beside[i].fd, times), 0);
	}
	times[0].tv_sec = times[1].tv_sec = 0;
	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
	beside_clean(path);
	assert_int_equal(access(beside[0].name, F_OK), 0);
	assert_int_equal(access(beside[1].name, F_OK), -1);
	for (size_t i = 0; i < 2; i++)
		beside_drop(&beside[i]);
	expect_files(&scratch, "it.png\n");
	beside_clean("/nonexistent/it.png");
	scratch_done(&scratch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_takes_the_place_of_another),
		cmocka_unit_test(what_is_dropped_is_gone),
		cmocka_unit_test(what_was_left_an_hour_ago_is_cleaned_away),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

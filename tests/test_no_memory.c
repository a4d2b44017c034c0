/* test_no_memory.c - lack of memory is told as that, and never taken for something else. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "flush.h"
#include "folder.h"
#include "unit.h"

#define LONG_SIZE (4 << 20)

/* Of the address sanitizer: malloc() fails as it does without it. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

/* Longer than any path; to be freed. */
static char *make_long(void)
{
	char *text = malloc(LONG_SIZE);

	assert_non_null(text);
	memset(text, 'd', LONG_SIZE - 1);
	text[LONG_SIZE - 1] = '\0';
	return text;
}

/* Small blocks are there already; a large one is not to be had until restore(). */
static struct rlimit take_memory(void)
{
	struct rlimit before, none;

	assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
	none = (struct rlimit){ .rlim_cur = 1, .rlim_max = before.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
	return before;
}

static void restore(const struct rlimit *before)
{
	assert_int_equal(setrlimit(RLIMIT_AS, before), 0);
}

static void what_is_not_flushed_is_told(void **state)
{
	static const char *const file[] = { "cputemp/temperature-cpu.rrd" };
	static struct notes notes;
	char *dir = make_long();
	struct rlimit before = take_memory();
	int rc = flush_files("/nothing", dir, file, 1, &notes);

	(void)state;
	restore(&before);
	free(dir);
	assert_int_equal(rc, -ENOMEM);
	assert_true(notes.failed);
	assert_non_null(strstr(notes.text, "rrdcached at /nothing: Cannot allocate memory: free "));
}

static void a_folder_is_not_taken_for_an_empty_one(void **state)
{
	char *dir = make_long(), name[] = "cputemp/temperature-cpu.rrd";
	const struct names files = { (char *[]){ name }, 1 };
	struct rlimit before = take_memory();
	int rc = folder_has_file(dir, &files);

	(void)state;
	restore(&before);
	free(dir);
	assert_int_equal(rc, -ENOMEM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_flushed_is_told),
		cmocka_unit_test(a_folder_is_not_taken_for_an_empty_one),
	};
	const char *preload = getenv("LD_PRELOAD");

	if (preload && strstr(preload, "vgpreload"))
		return skip_all("valgrind lives in the memory that is taken");
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_flush.c - rrdcached that is not asked for lack of memory. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "flush.h"
#include "unit.h"

#define DIR_SIZE (4 << 20)

/* Of the address sanitizer: malloc() fails as it does without it. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

/* Small blocks are there already; a large one is not to be had. */
static void lack_of_memory_is_told(void **state)
{
	static const char *const file[] = { "cputemp/temperature-cpu.rrd" };
	static struct notes notes;
	struct rlimit before, none;
	char *dir = malloc(DIR_SIZE);
	int rc;

	(void)state;
	assert_non_null(dir);
	memset(dir, 'd', DIR_SIZE - 1);
	dir[DIR_SIZE - 1] = '\0';
	assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
	none = (struct rlimit){ .rlim_cur = 1, .rlim_max = before.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
	rc = flush_files("/nothing", dir, file, 1, &notes);
	assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
	free(dir);
	assert_int_equal(rc, -ENOMEM);
	assert_true(notes.failed);
	assert_non_null(strstr(notes.text, "rrdcached at /nothing: Cannot allocate memory: free "));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lack_of_memory_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

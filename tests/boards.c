/* boards.c - the same test on every recorded board, by the name of its folder. */
#include "boards.h"

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "banned.h"

#define BOARDS_MAX 256

static bool has_file(const char *board, const char *file)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), FIXTURES "/%s/%s", board, file);
	return access(path, R_OK) == 0;
}

int boards_run(const char *group, const char *file, CMUnitTestFunction test)
{
	struct CMUnitTest tests[BOARDS_MAX];
	struct dirent **entry;
	int entries = scandir(FIXTURES, &entry, NULL, alphasort);
	size_t count = 0;

	for (int i = 0; i < entries && count < BOARDS_MAX; i++) {
		if (has_file(entry[i]->d_name, file))
			tests[count++] = (struct CMUnitTest){ entry[i]->d_name, test, NULL, NULL,
							      entry[i]->d_name };
	}
	int failed = count > 0 && count < BOARDS_MAX
			     ? _cmocka_run_group_tests(group, tests, count, NULL, NULL)
			     : EXIT_FAILURE;
	for (int i = 0; i < entries; i++)
		free(entry[i]);
	if (entries >= 0)
		free(entry);
	return failed;
}

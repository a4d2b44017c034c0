/*
 * test_boards.c - every board in fixtures/ gives its expected.txt, one test per folder
 *
 * UPDATE=1 rewrites the files; the difference is to be reviewed.
 */
#include <dirent.h>
#include <limits.h>
#include <stdlib.h>

#include "array.h"
#include "listing.h"
#include "source.h"
#include "unit.h"
#include "banned.h"

#define BOARDS_MAX 256

static const struct source *const sources[] = { &cputemp_source, &clusterfreq_source,
						&cpuirq_source, &usbio_source };

static char *board_listing(const char *board)
{
	struct listing listing = { 0 };
	char path[PATH_MAX];
	struct kroot root;

	snprintf(path, sizeof(path), FIXTURES "/%s", board);
	assert_int_equal(kroot_open(&root, path), 0);
	for (size_t i = 0; i < ARRAY_SIZE(sources); i++) {
		void *state = calloc(1, sources[i]->state_size);

		assert_non_null(state);
		listing.plugin = sources[i]->plugin;
		sources[i]->collect(state, &root, listing_add, &listing); /* may have none */
		sources[i]->done(state);
		free(state);
	}
	kroot_close(&root);
	char *text = listing_text(&listing);
	listing_done(&listing);
	return text;
}

static void rewrite(const char *board, const char *text)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), FIXTURES "/%s/expected.txt", board);
	FILE *stream = fopen(path, "we");
	assert_non_null(stream);
	fputs(text, stream);
	assert_int_equal(fclose(stream), 0);
}

static void gives_the_expected_samples(void **state)
{
	const char *board = *state;
	char *expected = file_text(FIXTURES "/%s/expected.txt", board);
	char *got = board_listing(board);

	if (getenv("UPDATE"))
		rewrite(board, got);
	assert_string_equal(got, expected);
	free(expected);
	free(got);
}

static int is_board(const struct dirent *entry)
{
	char *expected = file_text(FIXTURES "/%s/expected.txt", entry->d_name);

	free(expected);
	return expected != NULL;
}

int main(void)
{
	struct CMUnitTest tests[BOARDS_MAX];
	struct dirent **board;
	int count = scandir(FIXTURES, &board, is_board, alphasort);

	if (count < 1 || count > BOARDS_MAX)
		return EXIT_FAILURE;
	for (int i = 0; i < count; i++)
		tests[i] = (struct CMUnitTest){ board[i]->d_name, gives_the_expected_samples, NULL,
						NULL, board[i]->d_name };
	int failed = _cmocka_run_group_tests("boards", tests, (size_t)count, NULL, NULL);
	for (int i = 0; i < count; i++)
		free(board[i]);
	free(board);
	return failed;
}

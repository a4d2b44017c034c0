/*
 * test_boards.c - every board in fixtures/ gives its expected.txt, one test per folder
 *
 * UPDATE=1 rewrites the files; the difference is to be reviewed.
 */
#include <limits.h>
#include <stdlib.h>

#include "boards.h"
#include "listing.h"
#include "source.h"
#include "banned.h"

static char *board_listing(const char *board)
{
	struct listing listing = { 0 };
	char path[PATH_MAX];
	struct kroot root;

	snprintf(path, sizeof(path), FIXTURES "/%s", board);
	assert_int_equal(kroot_open(&root, path), 0);
	for (size_t i = 0; i < SOURCES; i++) {
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
	else
		assert_string_equal(got, expected);
	free(expected);
	free(got);
}

int main(void)
{
	return boards_run("boards", "expected.txt", gives_the_expected_samples);
}

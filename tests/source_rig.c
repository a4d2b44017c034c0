/* source_rig.c - a plugin, the scratch tree that it reads, and what it is expected to send. */
#include "source_rig.h"

#include <stdlib.h>
#include <string.h>

#include "listing.h"
#include "unit.h"
#include "banned.h"

struct scratch scratch;
void *source_state;

static const struct source *source;

int source_begin(const struct source *under_test)
{
	source = under_test;
	scratch_make(&scratch);
	source_state = calloc(1, source->state_size);
	return source_state ? 0 : -1;
}

int source_end(void **state)
{
	(void)state;
	source->done(source_state);
	free(source_state);
	scratch_done(&scratch);
	return 0;
}

void set(const char *key, const char *value)
{
	assert_int_equal(source->set(source_state, key, &value, 1), 0);
}

int collect(char **ret)
{
	return collect_text(source, source_state, scratch.path, ret);
}

void expect(const char *lines)
{
	char *text;
	int rc = collect(&text);
	int count = 0;

	assert_string_equal(text, lines);
	for (const char *newline = text; (newline = strchr(newline, '\n')); newline++)
		count++;
	assert_int_equal(rc, count);
	free(text);
}

void expect_count(int samples, size_t left_out)
{
	char *text;

	assert_int_equal(collect(&text), samples);
	assert_int_equal(source_left_out(source, source_state), left_out);
	free(text);
}

void expect_error(int error)
{
	char *text;

	assert_int_equal(collect(&text), error);
	assert_string_equal(text, "");
	free(text);
}

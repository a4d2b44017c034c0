/*
 * test_rates.c - boards recorded twice, 10 seconds apart, give the rates of after/rates.txt
 *
 * A line is "identifier rate" or "identifier rx:tx", per second; U is unknown, which the RRD makes
 * of a counter that gets smaller. A counter that is in both recordings, and not in the file, is
 * a rate out of nothing.
 */
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "boards.h"
#include "listing.h"
#include "source.h"
#include "banned.h"

#define SECONDS 10
#define TOLERANCE 0.02

static const struct source *const counting[] = { &clusterfreq_source, &cpuirq_source,
						 &usbio_source };

/* The line of an identifier, behind the blank; NULL if there is none. */
static const char *line_of(const char *text, const char *id, size_t length)
{
	for (const char *line = text; *line != '\0';) {
		const char *end = strchr(line, '\n');

		if (strncmp(line, id, length) == 0 && line[length] == ' ')
			return line + length + 1;
		line = end ? end + 1 : line + strlen(line);
	}
	return NULL;
}

static void compare_value(const char *before, const char *after, const char *rate)
{
	double change = (double)(strtoll(after, NULL, 10) - strtoll(before, NULL, 10)) / SECONDS;

	if (rate[0] == 'U') {
		assert_true(change < 0);
		return;
	}
	double expected = strtod(rate, NULL);
	assert_true(fabs(change - expected) <= TOLERANCE * expected);
}

static void compare_line(const char *before, const char *after, const char *rate)
{
	compare_value(before, after, rate);
	size_t end = strcspn(before, ":\n");
	if (before[end] == ':')
		compare_value(before + end + 1, after + strcspn(after, ":") + 1,
			      rate + strcspn(rate, ":") + 1);
}

static bool is_counter(const char *id, size_t length)
{
	return memmem(id, length, "/if_octets", 10) || memmem(id, length, "/derive-", 8) ||
	       memmem(id, length, "/irq-", 5);
}

/* Returns how many counters of `before` are in `after` too. */
static size_t compare_listings(const char *before, const char *after, const char *rates)
{
	size_t count = 0;

	for (const char *line = before; *line != '\0'; line = strchr(line, '\n') + 1) {
		size_t length = strcspn(line, " ");
		const char *later = line_of(after, line, length);

		if (!is_counter(line, length) || !later)
			continue;
		const char *rate = line_of(rates, line, length);
		assert_non_null(rate);
		compare_line(line + length + 1, later, rate);
		count++;
	}
	return count;
}

static size_t count_lines(const char *text)
{
	size_t count = 0;

	for (; (text = strchr(text, '\n')); text++)
		count++;
	return count;
}

static void gives_the_expected_rates(void **state)
{
	const char *board = *state;
	char *rates = file_text(FIXTURES "/%s/after/rates.txt", board);
	size_t count = 0;
	char path[PATH_MAX];

	for (size_t i = 0; i < ARRAY_SIZE(counting); i++) {
		void *memory = calloc(1, counting[i]->state_size);
		char *before, *after;

		assert_non_null(memory);
		snprintf(path, sizeof(path), FIXTURES "/%s", board);
		collect_text(counting[i], memory, path, &before);
		snprintf(path, sizeof(path), FIXTURES "/%s/after", board);
		collect_text(counting[i], memory, path, &after);
		count += compare_listings(before, after, rates);
		counting[i]->done(memory);
		free(memory);
		free(before);
		free(after);
	}
	assert_int_equal(count, count_lines(rates));
	free(rates);
}

int main(void)
{
	return boards_run("rates", "after/rates.txt", gives_the_expected_rates);
}

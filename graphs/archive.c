/* archive.c - which archive of an RRD serves a span. */
#include <string.h>

#include "archive.h"
#include "banned.h"

const char *const archive_cf_names[ARCHIVE_CFS] = { "MIN", "AVERAGE", "MAX" };
const char *const archive_cf_words[ARCHIVE_CFS] = { "min", "average", "max" };

time_t archive_step(const struct header *header)
{
	uint64_t step_s = header->archive[0].row_s;

	for (size_t i = 1; i < header->archives; i++) {
		if (header->archive[i].row_s < step_s)
			step_s = header->archive[i].row_s;
	}
	return (time_t)step_s;
}

time_t archive_finished(const struct header *header, size_t index)
{
	time_t row_s = (time_t)header->archive[index].row_s;

	return header->last_update - header->last_update % row_s;
}

time_t archive_begin(const struct header *header, size_t index)
{
	const struct header_archive *archive = &header->archive[index];

	return archive_finished(header, index) - (time_t)(archive->rows * archive->row_s);
}

uint64_t archive_offset(const struct header *header, size_t index)
{
	uint64_t rows = 0;

	for (size_t i = 0; i < index; i++)
		rows += header->archive[i].rows;
	return header->header_bytes + rows * header->sources * sizeof(double);
}

/* Whether archive `a` is a better first choice than `b`. */
static bool is_better(const struct header *header, size_t a, size_t b, time_t start,
		      uint64_t wanted_s)
{
	bool a_reaches = archive_begin(header, a) <= start;
	bool b_reaches = archive_begin(header, b) <= start;
	uint64_t a_row_s = header->archive[a].row_s, b_row_s = header->archive[b].row_s;

	if (a_reaches != b_reaches)
		return a_reaches;
	if (!a_reaches)
		return archive_begin(header, a) < archive_begin(header, b);
	if ((a_row_s <= wanted_s) != (b_row_s <= wanted_s))
		return a_row_s <= wanted_s;
	return a_row_s <= wanted_s ? a_row_s > b_row_s : a_row_s < b_row_s;
}

/* Put `index` in its place among `count` archives, coarse to fine; one of the same row length
 * is there already: the first counts. Returns the new count. */
static size_t insert(const struct header *header, size_t index, size_t order[], size_t count)
{
	uint64_t row_s = header->archive[index].row_s;
	size_t at = 0;

	while (at < count && header->archive[order[at]].row_s > row_s)
		at++;
	if (at < count && header->archive[order[at]].row_s == row_s)
		return count;
	memmove(&order[at + 1], &order[at], (count - at) * sizeof(order[0]));
	order[at] = index;
	return count + 1;
}

size_t archive_choose(const struct header *header, enum archive_cf cf, time_t start,
		      uint64_t wanted_s, size_t ret[HEADER_ARCHIVES_MAX])
{
	const char *name = archive_cf_names[cf];
	size_t best = HEADER_ARCHIVES_MAX, count = 0;

	for (size_t i = 0; i < header->archives; i++) {
		if (strcmp(header->archive[i].cf, name) != 0)
			continue;
		if (best == HEADER_ARCHIVES_MAX || is_better(header, i, best, start, wanted_s))
			best = i;
	}
	if (best == HEADER_ARCHIVES_MAX)
		return 0;
	for (size_t i = 0; i < header->archives; i++) {
		if (strcmp(header->archive[i].cf, name) == 0 &&
		    header->archive[i].row_s <= header->archive[best].row_s)
			count = insert(header, i, ret, count);
	}
	ret[0] = best;
	return count;
}

int archive_find(const struct header *header, enum archive_cf cf, uint64_t row_s)
{
	for (size_t i = 0; i < header->archives; i++) {
		if (header->archive[i].row_s == row_s &&
		    strcmp(header->archive[i].cf, archive_cf_names[cf]) == 0)
			return (int)i;
	}
	return -1;
}

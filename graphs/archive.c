/* archive.c - which archive of an RRD serves a span. */
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "banned.h"

const char *const archive_cf_names[ARCHIVE_CFS] = { "MIN", "AVERAGE", "MAX" };

time_t archive_finished(const struct layout *layout, size_t index)
{
	time_t row_s = (time_t)layout->archive[index].row_s;

	return layout->last_update - layout->last_update % row_s;
}

time_t archive_begin(const struct layout *layout, size_t index)
{
	const struct layout_archive *archive = &layout->archive[index];

	return archive_finished(layout, index) - (time_t)(archive->rows * archive->row_s);
}

/* Whether archive `a` is a better first choice than `b`. */
static bool is_better(const struct layout *layout, size_t a, size_t b, time_t start,
		      uint64_t wanted_s)
{
	bool a_reaches = archive_begin(layout, a) <= start;
	bool b_reaches = archive_begin(layout, b) <= start;
	uint64_t a_row_s = layout->archive[a].row_s, b_row_s = layout->archive[b].row_s;

	if (a_reaches != b_reaches)
		return a_reaches;
	if (!a_reaches)
		return archive_begin(layout, a) < archive_begin(layout, b);
	if ((a_row_s <= wanted_s) != (b_row_s <= wanted_s))
		return a_row_s <= wanted_s;
	return a_row_s <= wanted_s ? a_row_s > b_row_s : a_row_s < b_row_s;
}

/* Put `index` in its place among `count` archives, coarse to fine; one of the same row length
 * is there already: the first counts. Returns the new count. */
static size_t insert(const struct layout *layout, size_t index, size_t order[], size_t count)
{
	uint64_t row_s = layout->archive[index].row_s;
	size_t at = 0;

	while (at < count && layout->archive[order[at]].row_s > row_s)
		at++;
	if (at < count && layout->archive[order[at]].row_s == row_s)
		return count;
	memmove(&order[at + 1], &order[at], (count - at) * sizeof(order[0]));
	order[at] = index;
	return count + 1;
}

size_t archive_choose(const struct layout *layout, enum archive_cf cf, time_t start,
		      uint64_t wanted_s, size_t ret[LAYOUT_ARCHIVES_MAX])
{
	const char *name = archive_cf_names[cf];
	size_t best = LAYOUT_ARCHIVES_MAX, count = 0;

	for (size_t i = 0; i < layout->archives; i++) {
		if (strcmp(layout->archive[i].cf, name) != 0)
			continue;
		if (best == LAYOUT_ARCHIVES_MAX || is_better(layout, i, best, start, wanted_s))
			best = i;
	}
	if (best == LAYOUT_ARCHIVES_MAX)
		return 0;
	for (size_t i = 0; i < layout->archives; i++) {
		if (strcmp(layout->archive[i].cf, name) == 0 &&
		    layout->archive[i].row_s <= layout->archive[best].row_s)
			count = insert(layout, i, ret, count);
	}
	ret[0] = best;
	return count;
}

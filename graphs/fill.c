/* fill.c - the rows one RRD file knows and another does not. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "archive.h"
#include "fill.h"
#include "banned.h"

#define COARSER ((int64_t)1 << 40) /* beyond any row: header.h */

/* One archive of a file. */
struct rows {
	const struct header_archive *archive;
	unsigned char *bytes; /* of its first row */
	size_t sources;
	int64_t row_s;
	int64_t newest; /* end of its newest row */
	int64_t oldest; /* start of its oldest */
};

static struct rows rows_of(const struct fill_file *file, size_t index)
{
	const struct header *header = file->header;
	const struct header_archive *archive = &header->archive[index];
	struct rows rows = {
		.archive = archive,
		.sources = header->sources,
		.row_s = (int64_t)archive->row_s,
	};

	rows.bytes = file->bytes + archive_offset(header, index);
	rows.newest = (int64_t)header->last_update - (int64_t)header->last_update % rows.row_s;
	rows.oldest = rows.newest - (int64_t)archive->rows * rows.row_s;
	return rows;
}

/* The value of the row that ends at `end`, which the archive has. */
static unsigned char *value_at(const struct rows *rows, int64_t end, size_t source)
{
	uint64_t age = (uint64_t)((rows->newest - end) / rows->row_s);
	uint64_t row =
		(rows->archive->current_row + rows->archive->rows - age) % rows->archive->rows;

	return rows->bytes + ((size_t)row * rows->sources + source) * sizeof(double);
}

static double get(const struct rows *rows, int64_t end, size_t source)
{
	double value;

	memcpy(&value, value_at(rows, end, source), sizeof(value));
	return value;
}

/* What became of the rows so far, `known_s` seconds, and one more of `more_s`. */
static double consolidate(const char *cf, double so_far, int64_t known_s, double more,
			  int64_t more_s)
{
	if (known_s == 0 || strcmp(cf, "LAST") == 0)
		return more;
	if (strcmp(cf, "MIN") == 0)
		return fmin(so_far, more);
	if (strcmp(cf, "MAX") == 0)
		return fmax(so_far, more);
	return so_far + (more - so_far) * (double)more_s / (double)(known_s + more_s);
}

/* The value of `rows` for the span (end - row_s, end] of a row of `ours`. */
static double value_for(const struct rows *rows, const struct rows *ours, int64_t end,
			size_t source)
{
	int64_t start = end - ours->row_s, known_s = 0;
	int64_t at = start + (rows->newest - start) % rows->row_s; /* end of the first row */
	double value = NAN;

	if (at == start)
		at += rows->row_s;
	for (; at - rows->row_s < end; at += rows->row_s) {
		double one = get(rows, at, source);
		int64_t from = at - rows->row_s > start ? at - rows->row_s : start;
		int64_t to = at < end ? at : end;

		if (isnan(one))
			continue;
		value = consolidate(rows->archive->cf, value, known_s, one, to - from);
		known_s += to - from;
	}
	if ((double)(ours->row_s - known_s) > ours->archive->unknown_max * (double)ours->row_s)
		return NAN;
	return value;
}

/* How ill an archive suits: the same step, then the next finer ones, then the next coarser. */
static int64_t distance(const struct rows *ours, const struct rows *old)
{
	return old->row_s <= ours->row_s ? ours->row_s - old->row_s : COARSER + old->row_s;
}

/* The best archive of `old` that has the whole span of a row, in steps of at most `step_max`;
 * false without one. */
static bool choose(const struct fill_file *old, const struct rows *ours, int64_t end,
		   int64_t step_max, struct rows *ret)
{
	int64_t nearest = INT64_MAX;

	for (size_t i = 0; i < old->header->archives; i++) {
		struct rows rows;

		if (strcmp(old->header->archive[i].cf, ours->archive->cf) != 0)
			continue;
		rows = rows_of(old, i);
		if (rows.row_s > step_max || end > rows.newest || end - ours->row_s < rows.oldest)
			continue;
		if (distance(ours, &rows) >= nearest)
			continue;
		nearest = distance(ours, &rows);
		*ret = rows;
	}
	return nearest < INT64_MAX;
}

static void count_row(const struct rows *ours, int64_t end, struct fill_count *count)
{
	time_t from = (time_t)(end - ours->row_s), to = (time_t)end;

	if (count->rows == 0 || from < count->start)
		count->start = from;
	if (count->rows == 0 || to > count->end)
		count->end = to;
	count->rows++;
}

static void fill_row(const struct fill_file *old, const struct rows *ours, int64_t end,
		     int64_t step_max, struct fill_count *count)
{
	bool is_filled = false;

	for (size_t source = 0; source < ours->sources; source++) {
		struct rows rows = { 0 };
		double value;

		if (!isnan(get(ours, end, source)) || !choose(old, ours, end, step_max, &rows))
			continue;
		value = value_for(&rows, ours, end, source);
		if (isnan(value))
			continue;
		memcpy(value_at(ours, end, source), &value, sizeof(value));
		is_filled = true;
	}
	if (is_filled)
		count_row(ours, end, count);
}

/* The row in which `old` ended, and `ours` perhaps began: neither has finished it, so it is made of
 * finer ones, which are filled by now. */
static void fill_seam(const struct fill_file *ours, const struct rows *rows, int64_t old_end,
		      struct fill_count *count)
{
	int64_t end = old_end - old_end % rows->row_s + rows->row_s;

	if (end <= rows->newest && end - rows->row_s >= rows->oldest)
		fill_row(ours, rows, end, rows->row_s - 1, count);
}

int fill_rows(const struct fill_file *ours, const struct fill_file *old, struct fill_count *count)
{
	if (ours->header->sources != old->header->sources)
		return -EINVAL;
	for (size_t i = 0; i < ours->header->archives; i++) {
		struct rows rows = rows_of(ours, i);

		for (int64_t end = rows.oldest + rows.row_s; end <= rows.newest; end += rows.row_s)
			fill_row(old, &rows, end, INT64_MAX, count);
		fill_seam(ours, &rows, old->header->last_update, count);
	}
	return 0;
}

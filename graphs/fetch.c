/* fetch.c - the rows of an archive. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "fetch.h"
#include "memory.h"
#include "banned.h"

#define SMALL (1 << 20)

/* Read `count` rows from row `first` of the file on; after its last one comes its first. */
static int read_ring(const struct copy *copy, size_t index, uint64_t first, size_t count,
		     double *ret)
{
	const struct header *header = &copy->header;
	size_t row_bytes = header->sources * sizeof(double);
	uint64_t at = archive_offset(header, index);
	uint64_t to_last = header->archive[index].rows - first;
	size_t part = count < to_last ? count : (size_t)to_last;
	int rc = copy_read(copy, at + first * row_bytes, ret, part * row_bytes);

	if (rc < 0 || part == count)
		return rc;
	return copy_read(copy, at, ret + part * header->sources, (count - part) * row_bytes);
}

/* It is looked at only for what counts. */
static bool is_room_for(uint64_t bytes)
{
	return bytes < SMALL || bytes < memory_free();
}

int fetch_open(const struct copy *copy, size_t index, time_t start, time_t end,
	       struct fetch_rows *ret, struct notes *notes)
{
	const struct header_archive *archive = &copy->header.archive[index];
	time_t begin = archive_begin(&copy->header, index);
	time_t finished = archive_finished(&copy->header, index);
	struct fetch_rows rows = {
		.row_s = (time_t)archive->row_s,
		.sources = copy->header.sources,
	};
	uint64_t first;
	int rc = -ENOMEM;

	start = start > begin ? start : begin;
	end = end < finished ? end : finished;
	if (start >= end) {
		*ret = rows;
		return 0;
	}
	/* begin and finished are ends of rows; start and end may be within one */
	rows.start = start - (start - begin) % rows.row_s;
	rows.count = (size_t)((end - rows.start + rows.row_s - 1) / rows.row_s);
	first = (archive->current_row + 1 + (uint64_t)((rows.start - begin) / rows.row_s)) %
		archive->rows;
	if (is_room_for(rows.count * rows.sources * sizeof(double)))
		rows.value = reallocarray(NULL, rows.count, rows.sources * sizeof(double));
	if (rows.value)
		rc = read_ring(copy, index, first, rows.count, rows.value);
	if (rc < 0) {
		notes_fail(notes, "%zu rows of %s cannot be read: %s: ask for a shorter span",
			   rows.count, archive->cf, ERRTEXT(-rc));
		fetch_close(&rows);
		return rc;
	}
	*ret = rows;
	return 0;
}

void fetch_close(struct fetch_rows *rows)
{
	free(rows->value);
	*rows = (struct fetch_rows){ 0 };
}

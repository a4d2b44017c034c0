/* measure.h - the numbers of one series over a span, and the rows that draw it. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdint.h>
#include <time.h>

#include "archive.h"
#include "copy.h"
#include "stats.h"

struct span {
	time_t start, end; /* (start, end] */
	uint64_t pixel_s;  /* seconds a pixel, at least 1 */
};

/* What librrd is told to read. start and end are multiples of the length that librrd makes
 * of row_s and pixel_s: it drops rows at the ends, or fails, where they are not. */
struct measure_rows {
	uint64_t row_s; /* 0: nothing to draw */
	time_t drawn_s; /* that length */
	time_t start, end;
};

struct measure {
	struct stats stats;
	time_t since; /* where the first row with a known average begins; 0 without one */
	struct measure_rows rows[ARCHIVE_CFS];
};

/* Measure data source `source` of the file. The tail that the coarse archive has not finished
 * comes from the finer ones. Returns 0; or -errno, a failure in `notes`, and `ret` as it was. */
int measure_series(const struct copy *copy, size_t source, const struct span *span,
		   struct measure *ret, struct notes *notes);

/* Of a file's first data source: the average over (start, end]. NaN if nothing is known, or if it
 * cannot be read, with a failure in `notes`. */
double measure_average(const struct copy *copy, time_t start, time_t end, struct notes *notes);

/* The same: the highest value of the MAX archives. */
double measure_highest(const struct copy *copy, struct notes *notes);

#endif

/* fetch.h - the rows of an archive. */
#ifndef FETCH_H
#define FETCH_H

#include "copy.h"

struct fetch_rows {
	time_t start; /* row i covers the row_s seconds up to start + (i + 1) * row_s */
	time_t row_s;
	size_t count;
	size_t sources;
	double *value; /* value[i * sources + source], NaN for unknown; malloc'ed */
};

/* Read the finished rows of archive `index` that touch (start, end]; the file may have none.
 * Returns 0; or -errno, a failure in `notes`, and `ret` as it was. */
int fetch_open(const struct copy *copy, size_t index, time_t start, time_t end,
	       struct fetch_rows *ret, struct notes *notes);

/* Accepts what is zero. */
void fetch_close(struct fetch_rows *rows);

#endif

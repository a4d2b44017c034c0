/* fetch.h - the rows of an archive. */
#ifndef FETCH_H
#define FETCH_H

#include <stdint.h>
#include <time.h>

#include "copy.h"

struct fetch_rows {
	time_t start; /* row i covers the row_s seconds up to start + (i + 1) * row_s */
	time_t row_s;
	size_t count;
	size_t sources;
	double *value; /* value[i * sources + source], NaN for unknown; librrd's memory */
};

/* Read the rows of `cf` with `row_s` seconds each that touch (start, end].
 * Returns 0; -ENOENT if librrd chose another archive; -EIO with its message in `notes`. */
int fetch_open(const struct copy *copy, const char *cf, uint64_t row_s, time_t start, time_t end,
	       struct fetch_rows *ret, struct notes *notes);

/* Accepts what is zero. */
void fetch_close(struct fetch_rows *rows);

#endif

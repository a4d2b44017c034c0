/* archive.h - which archive of an RRD serves a span. Pure. */
#ifndef ARCHIVE_H
#define ARCHIVE_H

#include "header.h"

/* The three that collectd keeps. */
enum archive_cf { ARCHIVE_MIN, ARCHIVE_AVG, ARCHIVE_MAX, ARCHIVE_CFS };

extern const char *const archive_cf_names[ARCHIVE_CFS];
extern const char *const archive_cf_words[ARCHIVE_CFS]; /* for people and scripts */

/* The archives of `cf` that help to show what began at `start`, best first: the coarsest that
 * reaches back to `start` and still has a row for each `wanted_s` seconds, else the finest that
 * reaches back, else the one that reaches farthest; then every finer one, coarse to fine.
 * Sets the indices; returns their number, 0 where the file has none of `cf`. */
size_t archive_choose(const struct header *header, enum archive_cf cf, time_t start,
		      uint64_t wanted_s, size_t ret[HEADER_ARCHIVES_MAX]);

/* The first archive of `cf` with rows of `row_s` seconds, or -1. */
int archive_find(const struct header *header, enum archive_cf cf, uint64_t row_s);

/* Seconds between two values, which the shortest row has. */
time_t archive_step(const struct header *header);

/* The end of the newest finished row. */
time_t archive_finished(const struct header *header, size_t index);

/* The end of the oldest row minus its length: what came later is in the archive. */
time_t archive_begin(const struct header *header, size_t index);

/* Where its rows stand in the file, one after the other; the newest is the current row, and the
 * oldest the one after it. */
uint64_t archive_offset(const struct header *header, size_t index);

#endif

/* fill.h - the rows one RRD file knows and another does not. Pure. */
#ifndef FILL_H
#define FILL_H

#include "header.h"

/* A whole file in memory and what its header says. */
struct fill_file {
	unsigned char *bytes;
	const struct header *header;
};

struct fill_count {
	size_t rows;	   /* of all archives */
	time_t start, end; /* what they cover; set if there are any */
};

/* Give each unknown row of `ours` the value that `old` has for its time, and add it to `count`.
 * What `ours` knows, its header and the rows it is still working on stay. An archive of the same
 * step decides; without one, rows are made of those of another step, by the rules of RRDs, and
 * so is the row in which `old` ended. The archives of `ours` go from fine to coarse, as collectd's.
 * Doing it twice adds nothing.
 * Returns 0, or -EINVAL if the two have not the same number of values a row. */
int fill_rows(const struct fill_file *ours, const struct fill_file *old, struct fill_count *count);

#endif

/* table_read.h - a table from the files of a store. */
#ifndef TABLE_READ_H
#define TABLE_READ_H

#include "archive.h"
#include "store.h"
#include "table.h"

struct table_request {
	const struct graph *graph;
	const char *instance; /* "" for a graph without */
	enum archive_cf cf;
	time_t start, end; /* rows that touch (start, end] */
	uint64_t step_s;   /* 0: the finest that reaches back to start in all files */
};

/* Read what the request asks for. All files are read from archives of one row length: the longest
 * that one of them needs to reach back to start. A file without it, which is of another interval
 * of collectd, is read by what itself needs. Where none of these rows has a known value, the next
 * finer ones are taken, for a new file has no coarse rows yet.
 * A broken file is left out, with a failure in `notes`. Returns 0, -ENOMEM, or -EINVAL for a step
 * that a file has not, and names those that all have. table_close() is due in any case. */
int table_open(const struct store *store, const struct table_request *request, struct table *ret,
	       struct notes *notes);

/* Accepts zero. */
void table_close(struct table *table);

#endif

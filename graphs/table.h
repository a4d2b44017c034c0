/* table.h - the rows of all series of a graph, on one grid of times. */
#ifndef TABLE_H
#define TABLE_H

#include "archive.h"
#include "fetch.h"
#include "graph.h"
#include "store.h"

struct table_request {
	const struct graph *graph;
	const char *instance; /* "" for a graph without */
	enum archive_cf cf;
	time_t start, end; /* rows that touch (start, end] */
	uint64_t step_s;   /* 0: the finest that reaches back to start in all files */
};

struct table_file {
	const char *path;     /* below the host's folder */
	struct header header; /* as it was at first */
	int archive;	      /* that the rows are of, or -1 */
	struct fetch_rows rows;
	size_t next; /* row to come */
};

#define TABLE_NAME_SIZE (MATCH_SIZE + 64)

/* A data source of a file. */
struct table_column {
	char name[TABLE_NAME_SIZE]; /* of the series and what it is; there is one of each */
	char series[MATCH_SIZE];
	const struct graph_rule *rule;
	size_t file, source;
};

struct table {
	struct table_file *file;
	size_t files;
	struct table_column *column; /* in the order of `boardgraph list --json` */
	size_t columns;
	size_t matches; /* files that belong to the graph, read or not */
	time_t newest;	/* sample of all values; 0 without one */
	bool is_known;	/* some value is */
};

/* Read what the request asks for. All files are read from archives of one row length: the longest
 * that one of them needs to reach back to start. A file without it, which is of another interval
 * of collectd, is read by what itself needs. Where none of these rows has a known value, the next
 * finer ones are taken, for a new file has no coarse rows yet.
 * A broken file is left out, with a failure in `notes`. Returns 0, -ENOMEM, or -EINVAL for a step
 * that a file has not, and names those that all have. table_close() is due in any case. */
int table_open(const struct store *store, const struct table_request *request, struct table *ret,
	       struct notes *notes);

/* Take the next row: the time at which any column has a row, with NaN where a column has none or
 * its value is not known. `ret` has room for each column. Returns false after the last one. */
bool table_next(struct table *table, time_t *ret_time, double ret[]);

/* The length of a column's rows, 0 if it has none. */
time_t table_step(const struct table *table, size_t column);

/* What came later is in the files' archives; the farthest back. 0 without files. */
time_t table_begin(const struct table *table);

/* Accepts zero. */
void table_close(struct table *table);

#endif

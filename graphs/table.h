/* table.h - the rows of all series of a graph, on one grid of times. Pure. */
#ifndef TABLE_H
#define TABLE_H

#include "fetch.h"
#include "graph.h"

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

/* Take the next row: the time at which any column has a row, with NaN where a column has none or
 * its value is not known. `ret` has room for each column. Returns false after the last one. */
bool table_next(struct table *table, time_t *ret_time, double ret[]);

/* The length of a column's rows, 0 if it has none. */
time_t table_step(const struct table *table, size_t column);

/* What came later is in the files' archives; the farthest back. 0 without files. */
time_t table_begin(const struct table *table);

#endif

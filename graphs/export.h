/*
 * export.h - a table of values as text: CSV, JSON, TSV or XML. Pure.
 *
 * CSV: RFC 4180. JSON: RFC 8259. TSV: IANA's text/tab-separated-values. XML 1.0. All of them UTF-8
 * for any name: a byte that is none and a control character become U+FFFD.
 *
 * Begin, each column, body, each row, end: in this order their texts are the document. None is
 * longer than EXPORT_TEXT_SIZE, but a row: EXPORT_ROW_SIZE.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include <time.h>

#include "buf.h"
#include "exact.h"

/* A name can be MATCH_SIZE bytes, and each of them six: &quot; */
#define EXPORT_TEXT_SIZE 16384
#define EXPORT_ROW_SIZE(columns) (((columns) + 2) * (EXACT_SIZE + 8))

enum export_format { EXPORT_CSV, EXPORT_JSON, EXPORT_TSV, EXPORT_XML, EXPORT_FORMATS };

#define EXPORT_ACCEPTED "csv, json, tsv or xml"

/* Returns the format of this name, or -EINVAL. */
int export_format(const char *name);

/* Whether two names become the same text. */
bool export_is_same(const char *a, const char *b);

struct export_about {
	enum export_format format;
	const char *host, *graph;
	const char *unit; /* of the graph's values */
	const char *cf;	  /* average, min or max */
	time_t start, end;
	time_t step; /* of all columns; 0 if they differ or there are none */
};

struct export_column {
	const char *name; /* of which there is one */
	const char *unit;
	const char *series, *role, *file, *source; /* as `boardgraph list --json` has them */
	time_t step;				   /* 0: it has no rows */
};

void export_begin(const struct export_about *about, struct buf *buf);
void export_column(const struct export_about *about, const struct export_column *column,
		   struct buf *buf);
void export_body(const struct export_about *about, struct buf *buf);

/* Row `index`, the interval that ended at `time`; what is not finite is unknown. */
void export_row(const struct export_about *about, size_t index, time_t time, const double value[],
		size_t columns, struct buf *buf);
void export_end(const struct export_about *about, struct buf *buf);

#endif

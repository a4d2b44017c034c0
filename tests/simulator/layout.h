/*
 * layout.h - the archives of an RRD as collectd lays them out, and what becomes of the values
 * that are put into them one by one. Pure.
 *
 * collectd: src/utils/rrdcreate/rrdcreate.c; rrdtool: src/rrd_update.c, update_cdp()
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <stdint.h>

#define LAYOUT_ARCHIVES 5
#define LAYOUT_XFF 0.1

/* Each archive is there once for each of them. */
enum layout_cf { LAYOUT_AVERAGE, LAYOUT_MIN, LAYOUT_MAX, LAYOUT_CFS };

struct archive {
	unsigned int steps; /* in a row */
	unsigned int rows;
};

/* The archives that collectd makes for values that come every `step` seconds. */
void layout_of(unsigned int step, struct archive ret[LAYOUT_ARCHIVES]);

/* A row in the making. */
struct unfinished {
	double value[LAYOUT_CFS];    /* so far; NAN before the first of all */
	double finished[LAYOUT_CFS]; /* the row before it */
	double fill;		     /* the last value of that */
	unsigned int unknown;	     /* steps of it */
};

/* The rows of one data source in one archive. A step has a number: its end / its length. */
struct rows {
	struct archive archive;
	double *value[LAYOUT_CFS]; /* a ring for each, the caller's: row N is at N % rows */
	int64_t begun;		   /* the step before the first */
	int64_t last;		   /* the newest row: it ends with step last x steps */
	struct unfinished unfinished;
};

/* Make all rows unknown, and begin behind the step `number`. */
void rows_begin(struct rows *rows, int64_t number);

/* Add the value of the next step, NAN if it is unknown. */
void rows_add(struct rows *rows, int64_t number, double value);

#endif

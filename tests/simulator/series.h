/*
 * series.h - the samples of a board, and what each of them was and will be by the scenario
 */
#ifndef SERIES_H
#define SERIES_H

#include <stdio.h>

#include "layout.h"
#include "scenario.h"

/* One data source of a type, as types.db has it. */
struct data_source {
	char name[20];
	char kind[12]; /* GAUGE, DERIVE; the others do not occur */
	char min[24];
	char max[24]; /* a number, or U */
};

/* What counts up in the tree that the plugins read: one row and CPU of /proc/interrupts, say. */
struct counter {
	const struct quantity *quantity;
	size_t source;
	double sum; /* of the rates */
};

struct channel {
	struct data_source definition;
	bool is_counter;
	char recorded[32];		 /* the recorded value: that at the end of the history */
	double still;			 /* the like, as a number */
	const struct quantity *quantity; /* of a gauge; NULL if it stands still */
	struct counter *counter;	 /* those that a sample adds up */
	size_t counters;
	double counted;
	struct rows rows[LAYOUT_ARCHIVES];
};

struct series {
	char id[256];
	size_t channels;
	struct channel channel[QUANTITY_SOURCES];
};

/*
 * Read "identifier value" lines, or "identifier rx:tx", as boardprobe prints them, and their
 * types from the file `types_db`. Exits with a message if that does not work. To be freed
 * with series_free().
 */
struct series *series_read(FILE *samples, const char *types_db, size_t *ret_count);
void series_free(struct series *series, size_t count);

/* Go on by one step that ends at `moment`. Returns what has been counted since the sums were 0. */
double channel_count(struct channel *channel, const struct moment *moment, unsigned int step);

/* The value of a gauge. */
double channel_gauge(const struct channel *channel, size_t number, const struct moment *moment);

#endif

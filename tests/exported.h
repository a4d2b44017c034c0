/* exported.h - boardgraph export, and what real readers make of each format. */
#ifndef EXPORTED_H
#define EXPORTED_H

#include <stddef.h>
#include <time.h>

#include "graphs_rig.h"
#include "program.h"

#define EXPORTED_COLUMNS_MAX 16

struct exported {
	size_t columns; /* the time among them */
	char name[EXPORTED_COLUMNS_MAX][800];
	size_t rows;
	double *cell;		    /* row by row, NaN for what is not known */
	long long start, end, step; /* of JSON only */
};

void exported_done(struct exported *exported);
double exported_at(const struct exported *exported, size_t row, size_t column);
size_t exported_known(const struct exported *exported, size_t column);

/* Run boardgraph export in a format, or in the default one, with these words, ended by NULL. */
void exported_run(const struct rig *rig, struct output *ret, const char *graph, const char *format,
		  const char *const words[]);
void exported_read_json(const char *text, struct exported *ret);

/* Export as JSON and read that. Returns the exit status. */
int exported_json(const struct rig *rig, const char *graph, const char *const words[],
		  struct exported *ret);

/* Export in each format, see that the readers of all find the same, and give that. Returns the
 * exit status. */
int exported_all(const struct rig *rig, const char *graph, const char *const words[],
		 struct exported *ret);

/* The words for what ended at `now`, whatever time it is since; until the next call. */
const char *const *exported_words(time_t now, long long seconds);

#endif

/* graphs.h - the graphs, one row of a table each. Pure. */
#ifndef GRAPHS_H
#define GRAPHS_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "match.h"
#include "number.h"

enum graph_style {
	GRAPH_LINES, /* a line and its MIN..MAX band for each series */
	GRAPH_STACK, /* areas on top of each other, by CPU number */
};

enum graph_colours {
	GRAPH_BY_ZONE,	/* warm for CPUs, then cool, then green */
	GRAPH_BY_SPEED, /* cool for slower CPUs, warm for the fastest */
};

enum graph_role {
	GRAPH_VALUE,
	GRAPH_TRIP, /* a limit that does not move: a dashed line across */
};

struct graph_rule {
	const char *pattern; /* see match.h; % is the graph's instance, * the series' name */
	const char *source;  /* the data source in the file */
	enum graph_role role;
	const char *label; /* of a trip */
	const char *dashes;
};

#define GRAPH_RULES_MAX 5

struct graph {
	const char *name;  /* % in it: one graph for each instance found */
	const char *title; /* with the same % */
	const char *axis;
	const struct number_unit *unit;
	enum graph_style style;
	enum graph_colours colours;
	double floor;	/* the axis begins here, or at lower data */
	double ceiling; /* the axis ends here if there are neither data nor trips */
	double hot;	/* instances are drawn by default only above this average a day */
	struct graph_rule rule[GRAPH_RULES_MAX]; /* the first that fits a data source counts */
	const char *except;			 /* an instance that is another graph */
	const char *looked_for;			 /* for people */
};

#define GRAPHS_MAX 3
extern const struct graph graphs[GRAPHS_MAX];

/* Find the row for a name; `ret_instance` is "" without a % in it. NULL if there is none. */
const struct graph *graph_find(const char *name, char ret_instance[MATCH_SIZE]);

/* Write `text`, a name, title or pattern of the table, with `instance` in place of %. */
void graph_expand(struct buf *buf, const char *text, const char *instance);

/* What a picture of the graph `name` can be called: A-Za-z0-9._- and for the rest '_'. `ret` has
 * room for as many bytes as `name` has, and the NUL. */
void graph_picture_name(const char *name, char *ret);

/* The rule a file of the host's folder belongs to, NULL for none or no more. A file can belong to
 * one rule for each of its data sources: begin with NULL, go on with the one before. */
const struct graph_rule *graph_rule(const struct graph *graph, const char *instance,
				    const char *path, const struct graph_rule *before,
				    struct match *ret);

/* Whether a zone measures a CPU. */
bool graph_is_cpu_zone(const char *name);

#endif

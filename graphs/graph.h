/* graph.h - a graph: a row of the table in graphs.c, and the files and names that are of it. Pure.
 */
#ifndef GRAPH_H
#define GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "buf.h"
#include "header.h"
#include "match.h"
#include "number.h"

enum graph_style {
	GRAPH_LINES,  /* a line and its MIN..MAX band for each series */
	GRAPH_STACK,  /* areas on top of each other, by CPU number */
	GRAPH_MIRROR, /* a stack above the axis and one below it, for two directions */
};

enum graph_colours {
	GRAPH_BY_ZONE,	  /* warm for CPUs, then cool, then green */
	GRAPH_BY_CPU,	  /* cool for slower CPUs, warm for the fastest */
	GRAPH_BY_CLUSTER, /* the same */
	GRAPH_BY_ORDER,	  /* warm, cool, green, by the order of all files, shown or not */
};

/* What a data source is to the series of its name. */
enum graph_role {
	GRAPH_VALUE,
	GRAPH_SAMPLED, /* the value where there is none of the role before */
	GRAPH_BELOW,   /* the other direction */
	GRAPH_LIMIT,   /* of the value, as it went: a dashed line */
	GRAPH_LINK,    /* a USB link's bit/s, which has a payload ceiling: a dashed line */
	GRAPH_TRIP,    /* a limit that does not move: a dashed line across */
};

struct graph_rule {
	const char *pattern; /* see match.h; % is the graph's instance, * the series' name */
	const char *source;  /* the data source in the file */
	enum graph_role role;
	const char *label; /* what it is, for people; NULL for a value that needs no word */
	const char *dashes;
};

#define GRAPH_RULES_MAX 5
#define GRAPH_IDLE_MAX 4 /* with the NULL at the end */

/* Names that a graph leaves out: some say nothing, some have bytes that others have too. */
struct graph_omit {
	const char *name;		  /* this one */
	const char *idle[GRAPH_IDLE_MAX]; /* what begins so and has no traffic in the span */
	/* a part where the whole is there itself */
	bool (*is_part)(const char *part, const char *whole);
	/* what begins so lies on others; it is left out where these are recorded, which is not
	 * known of each: where everything is. Lists end with NULL. */
	const char *const *upper;
	const char *const *unchosen; /* nobody chooses these, so everything is recorded; or NULL:
					where there are parts */
};

struct graph {
	const char *name;  /* % in it: one graph for each instance found */
	const char *title; /* with the same % */
	const char *axis;
	const struct number_unit *unit;
	enum graph_style style;
	enum graph_colours colours;
	double axis_unit; /* one of the axis is so many of the unit; 0: one */
	double step;	  /* both ends of the axis of lines are multiples of it */
	double floor;	  /* the axis begins here, or at lower data */
	double reach;	  /* the axis reaches this value at least */
	double ceiling;	  /* the axis ends here if there are neither data nor trips */
	double hot;	  /* instances are drawn by default only above this average a day */
	time_t gone_s;	  /* and only with a value in so many seconds; 0: with or without */
	size_t rows_max;  /* more series are one row for each class of speed; 0: never */
	bool is_optional; /* is no graph without files: not every board has them */
	struct graph_omit omit;
	struct graph_rule rule[GRAPH_RULES_MAX]; /* the first that fits a data source counts */
	const char *except;			 /* an instance that is another graph */
	const char *looked_for;			 /* for people */
};

extern const struct graph graphs[]; /* graphs.c; ends with a zero row */

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

/* The first data source that a graph reads in a file and the file has not, or NULL. */
const char *graph_lacks(const struct header *header, const char *path);

/* How many of the files belong to some rule. */
size_t graph_count(const struct graph *graph, const char *instance, char *const file[],
		   size_t files);

/* Whether a zone measures a CPU, or a cooling device slows one. */
bool graph_is_cpu_zone(const char *name);

/* The word for a role in `boardgraph list --json`. */
const char *graph_role_name(enum graph_role role);
const char *graph_style_name(enum graph_style style);

/* Whether the value of a role is one of the series', not what limits it. */
bool graph_is_value(enum graph_role role);

/* The unit of a role's values: a link has bit/s. */
const struct number_unit *graph_unit(const struct graph *graph, enum graph_role role);

/* Whether disk `part` is a partition of `disk`: sda1 of sda, nvme0n1p2 of nvme0n1. */
bool graph_is_partition(const char *part, const char *disk);

/* Whether interface `part` is a VLAN of `whole`: eth0.10 of eth0. */
bool graph_is_vlan(const char *part, const char *whole);

/* Whether a name begins with one of the list, which may be NULL. */
bool graph_begins(const char *name, const char *const list[]);

#endif

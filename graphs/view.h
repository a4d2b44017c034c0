/* view.h - what one picture shows: the numbers, their names and colours. Pure. */
#ifndef VIEW_H
#define VIEW_H

#include "graph.h"
#include "measure.h"
#include "palette.h"

#define VIEW_TITLE_SIZE 512
#define VIEW_LINE_SIZE 1024

/* What a series can have of its own; each is a data source of a file. */
enum view_kind { VIEW_VALUE, VIEW_BELOW, VIEW_LIMIT, VIEW_LINK, VIEW_KINDS };

struct view_part {
	const struct graph_rule *rule; /* NULL: there is none */
	const struct copy *copy;       /* one of view->copy */
	struct measure measure;
};

struct view_series {
	char name[MATCH_SIZE];
	struct view_part part[VIEW_KINDS];
	enum palette_family family; /* by speed, of the whole board */
	size_t order;		    /* among all of its kind or family, shown or not */
	bool is_omitted;	    /* while it is decided what is shown */
};

/* What is drawn in one colour and has one line of the legend: a series, or those of one class of
 * speed, which follow each other. */
struct view_row {
	char name[MATCH_SIZE];
	size_t first, count;
	enum palette_family family; /* by speed */
	const char *colour;	    /* of the palette */
	struct stats stats[VIEW_KINDS];
};

/* Equal trips of one type, or one zone's. */
struct view_trip {
	const struct graph_rule *rule;
	double value;
	size_t zones;
	char zone[MATCH_SIZE]; /* the first one's name */
	bool is_only;	       /* there is no other value of this type */
};

struct view {
	const struct graph *graph;
	const struct palette *palette;
	unsigned int width, height;
	struct span span;
	char title[VIEW_TITLE_SIZE];
	struct copy *copy; /* of each file that is shown */
	size_t copies;
	struct view_series *series; /* with something known */
	size_t values;
	struct view_row *row;
	size_t rows;
	struct view_trip *trip; /* by value, lowest first */
	size_t trips;
	double lower, upper;	       /* of the axis, in its unit; upper NaN: librrd decides */
	double ceiling_max;	       /* higher payload ceilings of a link are not drawn */
	time_t newest;		       /* sample of all values, 0 without one */
	bool is_old;		       /* and the span ends now */
	char below[2][VIEW_LINE_SIZE]; /* lines below the canvas, "" for none */
};

/* The place of a role in its series. Not for GRAPH_TRIP. */
enum view_kind view_kind(enum graph_role role);

/* Count a zone's trip: equal ones of a type are one. `view->trip` has room. */
void view_add_trip(struct view *view, const struct graph_rule *rule, const char *zone,
		   double value);

/* Leave out what the graph omits, and decide the rows with their names, families, colours and
 * numbers; `view->row` has room for each series. */
void view_make_rows(struct view *view);

/* Let the rows of all series end together, at the span's end or the `newest` sample, for librrd
 * calculates only where all series of a sum have rows. Of a sum those with fewer rows, which are
 * new and have less than a pixel to show, are only named. */
void view_align(struct view *view, time_t newest);

/* Decide the limits of the axis. */
void view_scale(struct view *view);

/* How many bytes a second a USB link of this speed can carry for its user, NaN if not known. */
double view_payload(double link_bit_s);

/* The same by link speed, fastest first, ended by zero. */
struct view_payload {
	double link_bit_s, bytes_s;
};
#define VIEW_PAYLOADS_MAX 6
extern const struct view_payload view_payloads[VIEW_PAYLOADS_MAX];
#define VIEW_SPEED_SLACK 0.99 /* an average of equal speeds is less by rounding */

#endif

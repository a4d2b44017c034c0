/* view.h - what one picture shows: the numbers, their names and colours. Pure. */
#ifndef VIEW_H
#define VIEW_H

#include "graphs.h"
#include "measure.h"
#include "palette.h"

#define VIEW_TITLE_SIZE 512
#define VIEW_LINE_SIZE 1024

struct view_series {
	const struct graph_rule *rule;
	char name[MATCH_SIZE];
	struct copy copy;
	struct measure measure;
	double speed_hz;    /* of a CPU: the highest limit ever, NaN if not known */
	const char *colour; /* of the palette */
};

/* Equal trips of one type, or one zone's. */
struct view_trip {
	const struct graph_rule *rule;
	double value;
	size_t zones;
	const char *zone; /* the first one's name */
	bool is_only;	  /* there is no other value of this type */
};

struct view {
	const struct graph *graph;
	const struct palette *palette;
	unsigned int width, height;
	struct span span;
	char title[VIEW_TITLE_SIZE];
	struct view_series *series; /* values with something known, then trips */
	size_t values;
	size_t trip_series;
	struct view_trip *trip; /* by value, lowest first */
	size_t trips;
	double lower, upper;	       /* of the axis; upper NaN: librrd decides */
	char below[2][VIEW_LINE_SIZE]; /* lines below the canvas, "" for none */
};

/* Let the rows of all series end together, at the span's end or the `newest` sample, for librrd
 * calculates only where all series of a sum have rows. Of a stack those with fewer rows, which are
 * new and have less than a pixel to show, are only named. */
void view_align(struct view *view, time_t newest);

/* Give each series its colour. A shade is repeated beyond the palette's number. */
void view_colour(struct view *view);

/* Group the trip series by type and value into `view->trip`, which has room for all. */
void view_group_trips(struct view *view);

/* Decide the limits of the axis. */
void view_scale(struct view *view);

#endif

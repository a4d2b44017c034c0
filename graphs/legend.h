/* legend.h - the lines below the canvas. Pure. */
#ifndef LEGEND_H
#define LEGEND_H

#include "view.h"

#define LEGEND_SIZE 200 /* librrd cuts what is longer */

struct legend {
	size_t columns; /* entries side by side */
	bool is_bare;	/* numbers without unit, for a narrow picture */
	size_t name_columns;
	size_t number_columns[STATS_LAST + 1]; /* by enum stats_of */
};

/* How wide everything must be so that the entries of a view stand in columns. */
struct legend legend_plan(const struct view *view);

/* The text of series `i`: its name, Min, Avg, Max, Last. */
void legend_series(const struct legend *legend, const struct view *view, size_t i,
		   char ret[LEGEND_SIZE]);

/* The text of trip `i`: type, zone where there are several, value. */
void legend_trip(const struct legend *legend, const struct view *view, size_t i,
		 char ret[LEGEND_SIZE]);

/* How many characters a line below the canvas has room for. */
size_t legend_columns(const struct view *view);

/* How many bytes of `text`, which is not empty, make a line of at most `columns` characters and
 * LEGEND_SIZE bytes: up to a blank, or what fits of a long word. */
size_t legend_break(const char *text, size_t columns);

#endif

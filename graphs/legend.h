/* legend.h - the lines below the canvas. Pure. */
#ifndef LEGEND_H
#define LEGEND_H

#include "view.h"

#define LEGEND_SIZE 200 /* librrd cuts what is longer */

struct legend {
	size_t columns; /* entries side by side */
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

#endif

/* legend.h - the lines below the canvas. Pure. */
#ifndef LEGEND_H
#define LEGEND_H

#include "view.h"

#define LEGEND_SIZE 200	    /* librrd cuts what is longer */
#define LEGEND_BESIDE_PX 81 /* the picture is so much wider than the canvas; librrd 1.7.2 */

struct legend {
	size_t columns; /* entries side by side */
	bool is_bare;	/* numbers without unit, for a narrow picture */
	bool is_split;	/* of two directions each has a table of its own: no room side by side */
	size_t name_columns;
	size_t number_columns[STATS_LAST + 1]; /* by enum stats_of */
};

/* How wide everything must be so that the entries of a view stand in columns. */
struct legend legend_plan(const struct view *view);

/* The text of row `r`: its name, Min, Avg, Max, Last. Of two directions those of `kind`, or of
 * both if they stand side by side. */
void legend_row(const struct legend *legend, const struct view *view, size_t r, enum view_kind kind,
		char ret[LEGEND_SIZE]);

/* What stands above the numbers of two directions: which is which, line 0, and Min, Avg, Max, Last,
 * line 1. */
#define LEGEND_HEADERS 2
void legend_header(const struct legend *legend, const struct view *view, enum view_kind kind,
		   int line, char ret[LEGEND_SIZE]);

/* The text of the limit of row `r`: its value. */
void legend_limit(const struct legend *legend, const struct view *view, size_t r,
		  const struct graph_rule *rule, char ret[LEGEND_SIZE]);

/* The text of the link of a single device: its speed and its payload ceiling. */
void legend_link(const struct view *view, char ret[LEGEND_SIZE]);

/* The text of trip `i`: type, zone where there are several, value. */
void legend_trip(const struct legend *legend, const struct view *view, size_t i,
		 char ret[LEGEND_SIZE]);

/* How many characters a line below the canvas has room for. */
size_t legend_columns(const struct view *view);

/* How many bytes of `text`, which is not empty, make a line of at most `columns` characters and
 * LEGEND_SIZE bytes: up to a blank, or what fits of a long word. */
size_t legend_break(const char *text, size_t columns);

#endif

/* plot.h - the lines and areas of a picture, and their entries below it. Pure. */
#ifndef PLOT_H
#define PLOT_H

#include "legend.h"
#include "view.h"
#include "words.h"

/* How much room plot_rows() needs. */
size_t plot_words(const struct view *view);
size_t plot_bytes(const struct view *view);

/* Add all rows, as the graph's style has it. */
void plot_rows(struct words *words, const struct view *view, const struct legend *legend);

/* Add a line of text below the canvas; `indent` as far as an entry's mark is wide. */
void plot_text(struct words *words, const char *text, bool indent);

/* Copy text for librrd, which splits at colons and takes a backslash near the end for a code of
 * its own, as in `end`. */
#define PLOT_ESCAPED_SIZE (2 * LEGEND_SIZE + 8)
void plot_escape(const char *text, const char *end, char ret[PLOT_ESCAPED_SIZE]);

#endif

/* model.h - a view of made-up series. */
#ifndef MODEL_H
#define MODEL_H

#include "view.h"
#include "words.h"

struct model {
	struct view view; /* of the day before a fixed time, 800x200 */
	struct copy copy;
	struct view_series series[20];
	struct view_row row[20];
	struct view_trip trip[20];
};

/* A view of the graph with this name; series and trip points are added until model_end(). */
void model_begin(struct model *m, const char *graph);
void model_new(struct model *m, const char *name, enum palette_family family);

/* The part of the newest series that rule `rule` of the graph gives. */
void model_part(struct model *m, size_t rule, double value);

/* A new series and the part of the first rule. */
void model_add(struct model *m, const char *name, double value);
void model_trip(struct model *m, size_t rule, const char *zone, double value);
void model_end(struct model *m);

/* The words librrd is given, until the next call. */
void model_args(struct model *m, struct words *ret);

/* The first of them that begins so, or "". */
const char *model_word(const struct words *words, const char *begin);

#endif

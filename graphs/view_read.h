/* view_read.h - a view from the files of a store. */
#ifndef VIEW_READ_H
#define VIEW_READ_H

#include "speed.h"
#include "store.h"
#include "view.h"

/* What to show, and how. */
struct view_request {
	const struct graph *graph;
	const char *instance; /* "" for a graph without */
	const char *when;     /* for the title: "by day" */
	const struct palette *palette;
	const struct speeds *speeds;
	unsigned int width, height;
	time_t start, end;
	time_t now;	    /* a span that ends now and has only old data is stale */
	const char *stale;  /* why the files may lag behind, or NULL */
	const char *reason; /* why the store could not be read, or NULL */
};

/* Read what the request shows. A broken file is left out, with a failure in `notes`. Without any
 * value the title and the line below say so, and why. Returns 0 or -ENOMEM. view_close() is due in
 * any case. */
int view_open(const struct store *store, const struct view_request *request, struct view *ret,
	      struct notes *notes);

/* Accepts zero. */
void view_close(struct view *view);

#endif

/* drawing.h - one picture from the files to its place. */
#ifndef DRAWING_H
#define DRAWING_H

#include "catalog.h"
#include "options.h"
#include "store.h"

struct drawing {
	const struct store *store;
	const char *reason; /* why the store could not be read, or NULL */
	const struct options *options;
	const struct catalog_entry *entry;
	const struct period *period; /* NULL: options->start to options->end */
	time_t now;
	const char *stale; /* why the files may lag behind, or NULL */
	char *path;	   /* NULL: standard output */
};

enum drawing_result {
	DRAWING_FAILED, /* a failure in `notes`; no old picture is left, but where it cannot be
			   written */
	DRAWING_EMPTY,	/* a picture that says that nothing is known */
	DRAWING_DONE,
};

enum drawing_result drawing_make(const struct drawing *drawing, struct notes *notes);

#endif

/* picture.h - one picture from the files to its place. */
#ifndef PICTURE_H
#define PICTURE_H

#include "catalog.h"
#include "draw.h"
#include "options.h"
#include "speed.h"
#include "store.h"

struct picture {
	const struct store *store;
	const char *reason; /* why the store could not be read, or NULL */
	const struct options *options;
	const struct catalog_entry *entry;
	const struct speeds *speeds;
	bool is_partial;	     /* speeds or fonts are lacking: the picture is not to stay */
	const struct period *period; /* NULL: options->start to options->end */
	time_t now;
	draw_fn *draw;
	const char *stale; /* why the files may lag behind, or NULL */
	char *path;	   /* NULL: standard output */
};

enum picture_result {
	PICTURE_FAILED, /* a failure in `notes`; no old picture is left, but where it cannot be
			   written */
	PICTURE_EMPTY,	/* a picture that says that nothing is known */
	PICTURE_DONE,
};

/* What there was to read. */
struct picture_age {
	time_t newest; /* sample, 0 where none was read */
	bool is_old;   /* too old for a picture that ends now */
};

/* Whether a lazy run may leave the picture there is: it was drawn the same way, less than a pixel's
 * time ago. */
bool picture_is_fresh(const struct picture *picture);

/* How many of these may be made at a time: each has its files in memory. */
size_t picture_together(const struct picture picture[], size_t count);

enum picture_result picture_make(const struct picture *picture, struct picture_age *ret,
				 struct notes *notes);

#endif

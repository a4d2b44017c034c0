/* draw.h - a picture, by librrd. Not for threads: librrd 1.7 draws in one at a time. */
#ifndef DRAW_H
#define DRAW_H

#include "notes.h"
#include "view.h"

struct draw_png {
	unsigned char *bytes; /* malloc'ed, to be freed by the caller */
	size_t size;
};

/* Draw the view. Returns 0, -ENOMEM, or -EIO or -E2BIG and says why in `notes`. Then `ret` is as it
 * was. */
typedef int draw_fn(const struct view *view, struct draw_png *ret, struct notes *notes);

/* load.h finds it. */
draw_fn draw_view;

#endif

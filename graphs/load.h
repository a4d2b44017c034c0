/*
 * load.h - the part of boardgraph that draws, which is a shared object of its own.
 *
 * librrd brings some fifty libraries: starting with them takes longer than an export.
 */
#ifndef LOAD_H
#define LOAD_H

#include "draw.h"

/* Returns draw_view(), or NULL with a failure in `notes`. Only the first call of a process and
 * those it forked takes time. */
draw_fn *load_draw(struct notes *notes);

#endif

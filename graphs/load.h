/*
 * load.h - the part of boardgraph that draws, which is a shared object of its own.
 *
 * librrd brings some fifty libraries: starting with them takes longer than an export.
 */
#ifndef LOAD_H
#define LOAD_H

#include "draw.h"

#define LOAD_CURE "install boardstat again"

/* Returns draw_view(), or NULL with `*why`: the file and what is wrong, until the next call. Only
 * the first call of a process and those it forked takes time. */
draw_fn *load_draw(const char **why);

#endif

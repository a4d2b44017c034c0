/* args.h - a picture as the command line of `rrdtool graph`. Pure. */
#ifndef ARGS_H
#define ARGS_H

#include "view.h"
#include "words.h"

/* How much room args_make() needs. */
size_t args_words(const struct view *view);
size_t args_bytes(const struct view *view);

/* Set `argv` and `argc`; the rest of `words` is the caller's, with as much room. A view without
 * values gives its title and the lines below. */
void args_make(const struct view *view, struct words *words);

#endif

/* fresh.h - whether a host's values still come. */
#ifndef FRESH_H
#define FRESH_H

#include <stdbool.h>
#include <time.h>

#include "store.h"

/* Whether the newest value of a file, or of one with this step, is old at `now`: so many steps have
 * passed that it was not only late. */
bool fresh_is_old(time_t newest, time_t step_s, time_t now);

/* Whether a value is of the future at `now`: the clock is wrong, or was. Another machine's may
 * differ by a minute. */
bool fresh_is_ahead(time_t newest, time_t now);
void fresh_say_ahead(time_t newest, struct notes *notes);

/* Whether another file of the host went on when values that came each `step_s` seconds, 0 if that
 * is not known, ended with `newest`. Asked for what is old, so it reads headers until one says so,
 * of some hundred files at most. */
bool fresh_others(const struct store *store, time_t newest, time_t step_s);

#endif

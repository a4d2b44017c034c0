/* speed_read.h - how fast each CPU can be, from what clusterfreq recorded. */
#ifndef SPEED_READ_H
#define SPEED_READ_H

#include "speed.h"
#include "store.h"

/* Read the clusters and their limits, and which CPUs serve interrupts. Returns 0; -ENOMEM; or
 * -EIO where a limit could not be read, with a failure in `notes`: what is known counts.
 * speed_done() is due in any case. */
int speed_read(const struct store *store, struct speeds *ret, struct notes *notes);

/* Accepts zero. */
void speed_done(struct speeds *speeds);

#endif

/* speed.h - how fast each CPU can be, from what clusterfreq recorded. */
#ifndef SPEED_H
#define SPEED_H

#include "store.h"
#include "view.h"

/* Set speed_hz of each series named as a CPU or a cluster: the highest limit ever in the archives
 * of the cluster it is in. Leaves NaN where there is no such file. */
void speed_read(const struct store *store, struct view *view, struct notes *notes);

#endif

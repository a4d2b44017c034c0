/* restore.h - write a series as an RRD, by way of librrd's restore. */
#ifndef RESTORE_H
#define RESTORE_H

#include "series.h"

/* Write `path`, whose last update is at `end`, with `last` as what was given then. Exits with
 * a message if that does not work. */
void restore(const char *path, const struct series *series, int64_t end, unsigned int step,
	     char last[QUANTITY_SOURCES][32]);

#endif

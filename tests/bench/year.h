/* year.h - a year of RRDs of a board, as many as a busy NAS has. */
#ifndef YEAR_H
#define YEAR_H

#include <stdint.h>

#define YEAR_CPUS 8

extern const char *const year_interrupts[]; /* each on all CPUs; NULL ends them */
extern const char *const year_ports[];	    /* of USB devices */
extern const char *const year_zones[];
extern const char *const year_clusters[];

/* Write the files below `host`, with values each 10 s up to `end`. Exits with a message if that
 * does not work. */
void year_write(const char *host, int64_t end);

#endif

/* foreign.h - the header of an RRD as the compiler of another machine lays it out. */
#ifndef FOREIGN_H
#define FOREIGN_H

#include <stddef.h>

#define FOREIGN_OWN_SIZE 148648 /* of the whole file */
#define FOREIGN_ARM_SIZE 148452

/* Bytes of a long and of a time, and what a double is aligned to. */
struct foreign {
	size_t word, time, align;
};

extern const struct foreign foreign_own; /* a 64-bit machine */
extern const struct foreign foreign_arm; /* of 32 bits */

/* Write the header of collectd's file of one source, with the last update at RIG_NOW; `bytes` are
 * zero before. Returns where the values begin. */
size_t foreign_header(unsigned char *bytes, const struct foreign *foreign);

#endif

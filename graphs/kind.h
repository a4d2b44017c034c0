/* kind.h - what stands in the place of a file, for people. */
#ifndef KIND_H
#define KIND_H

/* "a folder", "a FIFO", "a link to nothing"; NULL for a file, for nothing at all, and for what
 * cannot be looked at. */
const char *kind_of(const char *path);

#endif

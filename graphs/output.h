/* output.h - where a picture goes. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stddef.h>

#include "notes.h"
#include "pngstamp.h"

/* Replace the file `path`, or write to standard output if it is NULL. Nobody sees half a picture:
 * a temporary file in the same folder takes the name. Mode 0644.
 * Returns 0, or -errno, a failure in `notes`, and the file as it was. */
int output_write(const char *path, const unsigned char *bytes, size_t size, struct notes *notes);

/* Remove a picture that would look new and is not. Nothing for NULL. */
void output_remove(const char *path, struct notes *notes);

/* The stamp of the picture there is, "" without one. */
void output_stamp(const char *path, char ret[PNGSTAMP_SIZE]);

#endif

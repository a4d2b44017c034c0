/* picture.h - where a picture goes. */
#ifndef PICTURE_H
#define PICTURE_H

#include <stddef.h>

#include "notes.h"
#include "pngstamp.h"

/* Replace the file `path`, or write to standard output if it is NULL. Nobody sees half a picture:
 * a temporary file in the same folder takes the name. Mode 0644.
 * Returns 0, or -errno, a failure in `notes`, and the file as it was. */
int picture_write(const char *path, const unsigned char *bytes, size_t size, struct notes *notes);

/* Remove a picture that would look new and is not. Nothing for NULL. */
void picture_remove(const char *path, struct notes *notes);

/* The stamp of the picture there is, "" without one. */
void picture_stamp(const char *path, char ret[PNGSTAMP_SIZE]);

#endif

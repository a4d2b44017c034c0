/* output.h - where a picture goes. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stddef.h>

#include "notes.h"
#include "options.h"
#include "pngstamp.h"

/* Whether so many pictures have a place at `output`, a folder, a file that ends in .png, or - for
 * standard output. Returns 0; -EINVAL for wrong usage; or another -errno. Then a failure is in
 * `notes`. */
int output_check(const char *output, size_t pictures, struct notes *notes);

/* The path of a picture: options->output, or below it <prefix><graph>-<period>.png, or
 * -<start>-<end>.png in seconds since 1970 where `period` is NULL. Sets `ret`, to be freed; NULL is
 * standard output. Returns 0 or -ENOMEM. */
int output_path(const struct options *options, const char *graph, const struct period *period,
		char **ret);

/* Replace the file `path`, or write to standard output if it is NULL. Nobody sees half a picture:
 * a temporary file in the same folder takes the name. Mode 0644.
 * Returns 0, or -errno, a failure in `notes`, and the file as it was. */
int output_write(const char *path, const unsigned char *bytes, size_t size, struct notes *notes);

/* Remove a picture that would look new and is not. Nothing for NULL. */
void output_remove(const char *path, struct notes *notes);

/* The stamp of the picture there is, "" without one. */
void output_stamp(const char *path, char ret[PNGSTAMP_SIZE]);

#endif

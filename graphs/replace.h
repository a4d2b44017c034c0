/*
 * replace.h - a new file in the place of an RRD that rrdcached or collectd may write to.
 *
 * Both open a file by its name for each write and close it. What is renamed over it is written to
 * from then on; what was written to the old one in the last moment is seen in that.
 */
#ifndef REPLACE_H
#define REPLACE_H

#include <stddef.h>

#include "notes.h"

/* Put `bytes` in the place of `path`, whose file is open at `live`. Owner and mode are those of
 * that file, and so are the `header_bytes` they begin with. Returns 0; -EAGAIN if that file has
 * another header by now, for something was written to it: copy it again through `live`, and call
 * again; or -errno, a failure in `notes`, and the file as it was. */
int replace_file(const char *path, int live, const unsigned char *bytes, size_t size,
		 size_t header_bytes, struct notes *notes);

#endif

/* scratch.h - a temporary directory to build a small /sys and /proc in. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <stddef.h>

struct scratch {
	char path[256];
};

/* Every function fails the test on an error. Paths are relative to the directory; the
 * directories on the way are made. */
void scratch_make(struct scratch *ret);
void scratch_write(const struct scratch *scratch, const char *text, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void scratch_write_bytes(const struct scratch *scratch, const char *path, const void *data,
			 size_t length);

/* A symbolic link at `path`. */
void scratch_link(const struct scratch *scratch, const char *target, const char *path);

/* `count` links to the same, at `prefix`1, `prefix`2, ... */
void scratch_links(const struct scratch *scratch, const char *target, const char *prefix,
		   unsigned int count);

/* A file that is there and cannot be read: a directory in its place. */
void scratch_refuse(const struct scratch *scratch, const char *path);

void scratch_move(const struct scratch *scratch, const char *from, const char *to);
void scratch_remove(const struct scratch *scratch, const char *path);
void scratch_done(struct scratch *scratch);

#endif

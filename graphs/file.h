/* file.h - bytes of a file, read, written and compared until all are done. */
#ifndef FILE_H
#define FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Read `size` bytes from `from` on. Returns 0, -ENODATA where the file ends before, or -errno. */
int file_read_at(int fd, void *ret, size_t size, off_t from);

/* Whether the file begins with these bytes. */
bool file_begins(int fd, const void *bytes, size_t size);

/* Returns 0 or -errno. */
int file_write(int fd, const void *bytes, size_t size);

#endif

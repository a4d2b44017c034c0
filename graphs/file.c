/* file.c - bytes of a file, read, written and compared until all are done. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "banned.h"

#define PART_SIZE 4096

int file_read_at(int fd, void *ret, size_t size, off_t from)
{
	for (char *at = ret; size > 0;) {
		ssize_t got = pread(fd, at, size, from);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (got == 0)
			return -ENODATA;
		at += got;
		size -= (size_t)got;
		from += got;
	}
	return 0;
}

bool file_begins(int fd, const void *bytes, size_t size)
{
	char part[PART_SIZE];

	for (size_t at = 0; at < size; at += PART_SIZE) {
		size_t len = size - at < PART_SIZE ? size - at : PART_SIZE;

		if (file_read_at(fd, part, len, (off_t)at) < 0 ||
		    memcmp(part, (const char *)bytes + at, len) != 0)
			return false;
	}
	return true;
}

int file_write(int fd, const void *bytes, size_t size)
{
	for (const char *at = bytes; size > 0;) {
		ssize_t written = write(fd, at, size);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return -errno;
		at += written;
		size -= (size_t)written;
	}
	return 0;
}

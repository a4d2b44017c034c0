/* kind.c - what stands in the place of a file, for people. */
#include <errno.h>
#include <stddef.h>
#include <sys/stat.h>

#include "kind.h"
#include "banned.h"

const char *kind_of(const char *path)
{
	struct stat st;

	if (stat(path, &st) < 0) {
		if (errno == ELOOP)
			return "a link in a circle";
		return errno == ENOENT && lstat(path, &st) == 0 ? "a link to nothing" : NULL;
	}
	switch (st.st_mode & S_IFMT) {
	case S_IFDIR:
		return "a folder";
	case S_IFIFO:
		return "a FIFO";
	case S_IFSOCK:
		return "a socket";
	case S_IFCHR:
	case S_IFBLK:
		return "a device";
	default:
		return NULL;
	}
}

/* beside.h - a new file that takes the place of another at once. */
#ifndef BESIDE_H
#define BESIDE_H

#include <limits.h>
#include <stddef.h>

struct beside {
	int fd;
	char name[PATH_MAX]; /* in the folder it is for, where no other program looks for it */
};

/* A file in the folder of `path`, for its owner alone. Returns 0 or -errno. */
int beside_open(const char *path, struct beside *ret);

/* Close it and let it be the file at `path`, or drop it. Returns 0 or -errno. */
int beside_take_place(struct beside *beside, const char *path);

/* Close it, and leave nothing of it. */
void beside_drop(struct beside *beside);

/* Remove from the folder of `path` what was left more than an hour ago by one that was killed. */
void beside_clean(const char *path);

#endif

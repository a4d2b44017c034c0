/* beside.c - a new file that takes the place of another at once. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "beside.h"
#include "banned.h"

#define PREFIX ".boardstat-"
#define HOUR_S 3600

/* `name` in the folder of `path`. */
static int name_beside(const char *path, const char *name, char ret[PATH_MAX])
{
	const char *slash = strrchr(path, '/');
	int folder = slash ? (int)(slash + 1 - path) : 0;

	return snprintf(ret, PATH_MAX, "%.*s%s", folder, path, name) < PATH_MAX ? 0 : -ENAMETOOLONG;
}

int beside_open(const char *path, struct beside *ret)
{
	int rc = name_beside(path, PREFIX "XXXXXX", ret->name);

	if (rc < 0)
		return rc;
	ret->fd = mkostemp(ret->name, O_CLOEXEC);
	return ret->fd < 0 ? -errno : 0;
}

int beside_take_place(struct beside *beside, const char *path)
{
	int rc = 0;

	if (close(beside->fd) < 0)
		rc = -errno; /* a quota on NFS shows here */
	beside->fd = -1;
	if (rc == 0 && rename(beside->name, path) < 0)
		rc = -errno;
	if (rc < 0)
		beside_drop(beside);
	return rc;
}

void beside_drop(struct beside *beside)
{
	if (beside->fd >= 0)
		close(beside->fd);
	unlink(beside->name);
}

void beside_clean(const char *path)
{
	char folder[PATH_MAX];
	DIR *dir = name_beside(path, ".", folder) == 0 ? opendir(folder) : NULL;
	struct dirent *entry;

	while (dir && (entry = readdir(dir)) != NULL) {
		struct stat st;

		if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) == 0 &&
		    fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		    time(NULL) - st.st_mtime > HOUR_S)
			unlinkat(dirfd(dir), entry->d_name, 0);
	}
	if (dir)
		closedir(dir);
}

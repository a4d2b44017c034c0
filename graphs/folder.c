/* folder.c - the names in a folder, and the RRD files two levels below it. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "folder.h"
#include "banned.h"

/* Numbers in names in order of their value. */
static int by_name(const void *a, const void *b)
{
	return strverscmp(*(char *const *)a, *(char *const *)b);
}

static bool ends_in_rrd(const char *name)
{
	size_t len = strlen(name);

	return len > 4 && strcmp(name + len - 4, ".rrd") == 0;
}

int folder_list(const char *path, struct names *ret)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	int rc = 0;

	if (!dir)
		return -errno;
	while (rc == 0 && (entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] != '.')
			rc = names_add(ret, strdup(entry->d_name));
	}
	closedir(dir);
	if (ret->count)
		qsort(ret->at, ret->count, sizeof(ret->at[0]), by_name);
	return rc;
}

/* Not of a file, of what is gone by now, or of a link that leads nowhere. */
static void complain(int rc, const char *dir, struct notes *notes)
{
	const char *cure = "try again";

	if (rc >= 0 || rc == -ENOMEM || rc == -ENOTDIR || rc == -ENOENT || rc == -ELOOP)
		return;
	if (rc == -EACCES)
		cure = "run as root or as the user of collectd";
	else if (rc == -EIO)
		cure = "check the disk, `dmesg` says more";
	notes_warn(notes, "%s: %s: %s", dir, ERRTEXT(-rc), cure);
}

/* Add those of the folder `name`. Returns 0 or -ENOMEM. */
static int add_rrds(const char *dir, const char *name, struct names *ret, struct notes *notes)
{
	struct names files = { 0 };
	char *path, *file;
	int rc;

	if (asprintf(&path, "%s/%s", dir, name) < 0)
		return -ENOMEM;
	rc = folder_list(path, &files);
	complain(rc, path, notes);
	free(path);
	if (rc < 0)
		return rc == -ENOMEM ? rc : 0;
	for (size_t i = 0; i < files.count && rc == 0; i++) {
		if (!ends_in_rrd(files.at[i]))
			continue;
		if (asprintf(&file, "%s/%s", name, files.at[i]) < 0)
			file = NULL;
		rc = names_add(ret, file);
	}
	names_done(&files);
	return rc;
}

int folder_rrds(const char *dir, struct names *ret, struct notes *notes)
{
	struct names folders = { 0 };
	int rc = folder_list(dir, &folders);

	complain(rc, dir, notes);
	for (size_t i = 0; i < folders.count && rc == 0; i++)
		rc = add_rrds(dir, folders.at[i], ret, notes);
	names_done(&folders);
	return rc;
}

int folder_has_file(const char *dir, const struct names *files)
{
	struct stat st;
	char *path;
	int has = 0;

	for (size_t i = 0; i < files->count && !has; i++) {
		if (asprintf(&path, "%s/%s", dir, files->at[i]) < 0)
			return -ENOMEM;
		has = stat(path, &st) == 0 ? S_ISREG(st.st_mode) : errno == EACCES;
		free(path);
	}
	return has;
}

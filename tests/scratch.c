/* scratch.c - a temporary directory to build a small /sys and /proc in. */
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"
#include "banned.h"

void scratch_make(struct scratch *ret)
{
	const char *parent = getenv("TMPDIR");

	snprintf(ret->path, sizeof(ret->path), "%s/boardstat-test-XXXXXX",
		 parent ? parent : "/tmp");
	assert_non_null(mkdtemp(ret->path));
	assert_int_equal(chmod(ret->path, 0755), 0); /* for daemons of another user */
}

static void make_parents(char *path)
{
	for (char *slash = path; (slash = strchr(slash + 1, '/'));) {
		*slash = '\0';
		if (mkdir(path, 0755) < 0)
			assert_int_equal(errno, EEXIST);
		*slash = '/';
	}
}

static void full_path(const struct scratch *scratch, const char *path, char ret[PATH_MAX])
{
	snprintf(ret, PATH_MAX, "%s/%s", scratch->path, path);
	make_parents(ret);
}

void scratch_write_bytes(const struct scratch *scratch, const char *path, const void *data,
			 size_t length)
{
	char full[PATH_MAX];

	full_path(scratch, path, full);
	int fd = open(full, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, data, length), (ssize_t)length);
	close(fd);
}

void scratch_write(const struct scratch *scratch, const char *text, const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;

	va_start(args, format);
	vsnprintf(path, sizeof(path), format, args);
	va_end(args);
	scratch_write_bytes(scratch, path, text, strlen(text));
}

void scratch_link(const struct scratch *scratch, const char *target, const char *path)
{
	char full[PATH_MAX];

	full_path(scratch, path, full);
	assert_int_equal(symlink(target, full), 0);
}

void scratch_links(const struct scratch *scratch, const char *target, const char *prefix,
		   unsigned int count)
{
	char path[PATH_MAX];

	for (unsigned int i = 1; i <= count; i++) {
		snprintf(path, sizeof(path), "%s%u", prefix, i);
		scratch_link(scratch, target, path);
	}
}

static int remove_entry(const char *path, const struct stat *stat, int type, struct FTW *ftw)
{
	(void)stat;
	(void)type;
	(void)ftw;
	return remove(path);
}

void scratch_remove(const struct scratch *scratch, const char *path)
{
	char full[PATH_MAX];

	full_path(scratch, path, full);
	assert_int_equal(nftw(full, remove_entry, 16, FTW_DEPTH | FTW_PHYS), 0);
}

void scratch_move(const struct scratch *scratch, const char *from, const char *to)
{
	char old[PATH_MAX];
	char new[PATH_MAX];

	full_path(scratch, from, old);
	full_path(scratch, to, new);
	assert_int_equal(rename(old, new), 0);
}

void scratch_refuse(const struct scratch *scratch, const char *path)
{
	char full[PATH_MAX];

	full_path(scratch, path, full);
	unlink(full);
	assert_int_equal(mkdir(full, 0755), 0);
}

void scratch_done(struct scratch *scratch)
{
	if (scratch->path[0])
		nftw(scratch->path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	scratch->path[0] = '\0';
}

/* replace.c - a new file in the place of an RRD that rrdcached or collectd may write to. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "replace.h"
#include "banned.h"

#define PAUSE_MS 20
#define LOCK_TRIES 50

static int complain(int rc, const char *path, struct notes *notes)
{
	const char *cure = "try again";

	if (rc == -ENOSPC || rc == -EDQUOT || rc == -EFBIG)
		cure = "free some space";
	else if (rc == -EACCES || rc == -EPERM)
		cure = "run as root or as the user of collectd";
	else if (rc == -EROFS)
		cure = "mount it writable";
	else if (rc == -EIO)
		cure = "check the disk, `dmesg` says more";
	notes_fail(notes, "%s: %s: %s (the file is as it was)", path, ERRTEXT(-rc), cure);
	return rc;
}

/* Wait for one who opened the file before it was replaced: he has it locked while he writes. */
static void await_writer(int live)
{
	for (int i = 0; i < LOCK_TRIES; i++) {
		struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

		poll(NULL, 0, PAUSE_MS);
		if (fcntl(live, F_GETLK, &lock) < 0 || lock.l_type == F_UNLCK)
			return;
	}
}

/* Whose file it is stays, so that who wrote to it can go on. */
static int own_as(int fd, int live)
{
	struct stat st, own;

	if (fstat(live, &st) < 0 || fstat(fd, &own) < 0)
		return -errno;
	if ((st.st_uid != own.st_uid || st.st_gid != own.st_gid) &&
	    fchown(fd, st.st_uid, st.st_gid) < 0)
		return -errno;
	return fchmod(fd, st.st_mode & 07777) < 0 ? -errno : 0;
}

/* Write a file beside `path`, under a name that is no RRD's. */
static int write_beside(char *temporary, int live, const unsigned char *bytes, size_t size)
{
	int fd = mkostemp(temporary, O_CLOEXEC);
	int rc;

	if (fd < 0)
		return -errno;
	rc = file_write(fd, bytes, size);
	if (rc == 0)
		rc = own_as(fd, live);
	if (rc == 0 && fsync(fd) < 0)
		rc = -errno;
	if (close(fd) < 0 && rc == 0)
		rc = -errno;
	if (rc < 0)
		unlink(temporary);
	return rc;
}

/* Each write changes the header. The window between the look and the rename is a few microseconds,
 * and is looked at afterwards. */
static int take_place(const char *temporary, const char *path, int live, const unsigned char *bytes,
		      size_t header_bytes)
{
	int rc = 0;

	if (!file_begins(live, bytes, header_bytes))
		rc = -EAGAIN;
	else if (rename(temporary, path) < 0)
		rc = -errno;
	if (rc < 0) {
		unlink(temporary);
		return rc;
	}
	await_writer(live);
	return file_begins(live, bytes, header_bytes) ? 0 : -EAGAIN;
}

int replace_file(const char *path, int live, const unsigned char *bytes, size_t size,
		 size_t header_bytes, struct notes *notes)
{
	char temporary[PATH_MAX];
	sigset_t all, old;
	int rc;

	if ((size_t)snprintf(temporary, sizeof(temporary), "%s.XXXXXX", path) >= sizeof(temporary))
		return complain(-ENAMETOOLONG, path, notes);
	sigfillset(&all); /* who stops us leaves no temporary file behind */
	sigprocmask(SIG_BLOCK, &all, &old);
	rc = write_beside(temporary, live, bytes, size);
	if (rc == 0)
		rc = take_place(temporary, path, live, bytes, header_bytes);
	sigprocmask(SIG_SETMASK, &old, NULL);
	return rc == 0 || rc == -EAGAIN ? rc : complain(rc, path, notes);
}

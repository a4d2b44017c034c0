/* replace.c - a new file in the place of an RRD that rrdcached or collectd may write to. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beside.h"
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

static int write_beside(int fd, int live, const unsigned char *bytes, size_t size)
{
	int rc = file_write(fd, bytes, size);

	if (rc == 0)
		rc = own_as(fd, live);
	if (rc == 0 && fsync(fd) < 0)
		rc = -errno;
	return rc;
}

/* Each write changes the header. The window between the look and the rename is a few microseconds,
 * and is looked at afterwards. */
static int take_place(struct beside *beside, const char *path, int live, const unsigned char *bytes,
		      size_t header_bytes)
{
	int rc;

	if (!file_begins(live, bytes, header_bytes)) {
		beside_drop(beside);
		return -EAGAIN;
	}
	rc = beside_take_place(beside, path);
	if (rc < 0)
		return rc;
	await_writer(live);
	return file_begins(live, bytes, header_bytes) ? 0 : -EAGAIN;
}

static int replace(const char *path, int live, const unsigned char *bytes, size_t size,
		   size_t header_bytes)
{
	struct beside beside;
	int rc = beside_open(path, &beside);

	if (rc < 0)
		return rc;
	rc = write_beside(beside.fd, live, bytes, size);
	if (rc == 0)
		return take_place(&beside, path, live, bytes, header_bytes);
	beside_drop(&beside);
	return rc;
}

int replace_file(const char *path, int live, const unsigned char *bytes, size_t size,
		 size_t header_bytes, struct notes *notes)
{
	sigset_t all, old;
	int rc;

	sigfillset(&all); /* who stops us leaves no temporary file behind */
	sigprocmask(SIG_BLOCK, &all, &old);
	beside_clean(path);
	rc = replace(path, live, bytes, size, header_bytes);
	sigprocmask(SIG_SETMASK, &old, NULL);
	return rc == 0 || rc == -EAGAIN ? rc : complain(rc, path, notes);
}

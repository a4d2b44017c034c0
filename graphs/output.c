/* output.c - where a picture goes. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beside.h"
#include "output.h"
#include "banned.h"

static int complain(int rc, const char *path, struct notes *notes)
{
	const char *cure = "choose another place with --output";

	if (rc == -ENOSPC || rc == -EDQUOT)
		cure = "free some space, or choose another place with --output";
	else if (rc == -ENOENT)
		cure = "make the folder first, `mkdir -p`";
	else if (rc == -EACCES)
		cure = "choose a folder you may write with --output";
	notes_fail(notes, "%s: %s: %s (an older picture is as it was)", path, ERRTEXT(-rc), cure);
	return rc;
}

static int replace(const char *path, const unsigned char *bytes, size_t size)
{
	struct beside beside;
	int rc = beside_open(path, &beside);

	if (rc < 0)
		return rc;
	rc = beside_write(beside.fd, bytes, size);
	if (rc == 0 && fchmod(beside.fd, 0644) < 0)
		rc = -errno;
	if (rc == 0)
		return beside_take_place(&beside, path);
	beside_drop(&beside);
	return rc;
}

int output_write(const char *path, const unsigned char *bytes, size_t size, struct notes *notes)
{
	sigset_t all, old;
	int rc;

	if (!path) {
		rc = beside_write(STDOUT_FILENO, bytes, size);
		return rc < 0 ? complain(rc, "standard output", notes) : 0;
	}
	sigfillset(&all); /* who stops us leaves no temporary file behind */
	sigprocmask(SIG_BLOCK, &all, &old);
	rc = replace(path, bytes, size);
	sigprocmask(SIG_SETMASK, &old, NULL);
	return rc < 0 ? complain(rc, path, notes) : 0;
}

void output_remove(const char *path, struct notes *notes)
{
	if (path && unlink(path) < 0 && errno != ENOENT)
		notes_fail(notes, "%s: %s: remove it, it shows old data", path, ERRTEXT(errno));
}

void output_stamp(const char *path, char ret[PNGSTAMP_SIZE])
{
	unsigned char head[PNGSTAMP_HEAD];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t got = -1;

	ret[0] = '\0';
	if (fd < 0)
		return;
	got = read(fd, head, sizeof(head));
	close(fd);
	if (got > 0)
		pngstamp_read(head, (size_t)got, ret);
}

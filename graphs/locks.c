/* locks.c - RRD files that another process has locked. */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "locks.h"
#include "banned.h"

#define TRIES 10
#define PAUSE_MS 10

static pid_t holder_now(int fd)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

	if (fcntl(fd, F_GETLK, &lock) < 0 || lock.l_type == F_UNLCK)
		return 0;
	return lock.l_pid > 0 ? lock.l_pid : 0; /* -1: of an open file, and whose is not told */
}

pid_t locks_holder(int fd, bool waits)
{
	pid_t pid = holder_now(fd);

	for (int i = 0; i < TRIES && pid != 0 && waits; i++) {
		poll(NULL, 0, PAUSE_MS);
		pid = holder_now(fd);
	}
	return pid;
}

/* 0 too for what cannot be opened: that is told by who reads it. */
static pid_t holder_of(const char *dir, const char *file)
{
	pid_t pid = 0;
	char *path;
	int fd;

	if (asprintf(&path, "%s/%s", dir, file) < 0)
		return 0;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd >= 0) {
		pid = holder_now(fd);
		close(fd);
	}
	free(path);
	return pid;
}

/* Look again at those that were locked. Returns how many are. */
static size_t look(const char *dir, const char *const file[], size_t count, pid_t holder[])
{
	size_t locked = 0;

	for (size_t i = 0; i < count; i++) {
		if (holder[i] != 0)
			holder[i] = holder_of(dir, file[i]);
		locked += holder[i] != 0;
	}
	return locked;
}

size_t locks_warn(const char *dir, const char *const file[], size_t count, struct notes *notes)
{
	pid_t *holder = malloc((count + 1) * sizeof(*holder));
	size_t locked;

	if (!holder)
		return 0; /* what comes next says so */
	for (size_t i = 0; i < count; i++)
		holder[i] = -1; /* not yet looked at */
	locked = look(dir, file, count, holder);
	for (int i = 0; i < TRIES && locked > 0; i++) {
		poll(NULL, 0, PAUSE_MS);
		locked = look(dir, file, count, holder);
	}
	for (size_t i = 0; i < count && locked > 0; i++) {
		if (holder[i] != 0)
			notes_warn(
				notes,
				"%s/%s: locked by process %d: rrdcached loses the values of this "
				"file as long as that lasts; see `ps -fp %d` and end it (it is "
				"read all the same)",
				dir, file[i], (int)holder[i], (int)holder[i]);
	}
	free(holder);
	return locked;
}

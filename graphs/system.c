/* system.c - the machine that is checked: files below a root, and its processes. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system.h"
#include "banned.h"

#define WHOLE_MAX (16 << 20)
#define DAY_S 86400

static void path_of(const struct system *system, char ret[PATH_MAX], const char *format,
		    va_list args) PRINTF(3, 0);

static void path_of(const struct system *system, char ret[PATH_MAX], const char *format,
		    va_list args)
{
	int len = snprintf(ret, PATH_MAX, "%s", system->root);

	if (len >= 0 && len < PATH_MAX)
		vsnprintf(ret + len, (size_t)(PATH_MAX - len), format, args);
}

const char *system_path(const struct system *system, char ret[PATH_MAX], const char *format, ...)
{
	va_list args;

	va_start(args, format);
	path_of(system, ret, format, args);
	va_end(args);
	return ret;
}

/* Neither a fifo nor a device keeps us waiting. */
static int open_path(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	return fd < 0 ? -errno : fd;
}

static ssize_t read_all(int fd, char *ret, size_t size)
{
	size_t len = 0;

	while (len + 1 < size) {
		ssize_t got = read(fd, ret + len, size - 1 - len);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (got == 0)
			break;
		len += (size_t)got;
	}
	ret[len] = '\0';
	return (ssize_t)len;
}

ssize_t system_text(const struct system *system, char *ret, size_t size, const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;
	ssize_t len;
	int fd;

	va_start(args, format);
	path_of(system, path, format, args);
	va_end(args);
	fd = open_path(path);
	if (fd < 0)
		return fd;
	len = read_all(fd, ret, size);
	close(fd);
	return len;
}

char *system_whole(const struct system *system, const char *path)
{
	char full[PATH_MAX];
	char *text = NULL, *more;
	size_t size = 1 << 14;
	ssize_t len;
	int fd;

	do {
		size *= 2;
		more = realloc(text, size);
		fd = more ? open_path(system_path(system, full, "%s", path)) : -ENOMEM;
		if (more)
			text = more;
		len = fd < 0 ? fd : read_all(fd, text, size);
		if (fd >= 0)
			close(fd);
	} while (len >= 0 && (size_t)len + 1 == size && size < WHOLE_MAX);
	if (len >= 0)
		return text;
	free(text);
	errno = (int)-len;
	return NULL;
}

bool system_has(const struct system *system, const char *pattern)
{
	char path[PATH_MAX];
	glob_t found;
	bool has;

	has = glob(system_path(system, path, "%s", pattern), GLOB_NOSORT, NULL, &found) == 0;
	globfree(&found);
	return has;
}

/* Field 22 of /proc/PID/stat, "21 (name) S 1 ...": the start, in ticks after that of the system. */
static double age_s(const struct system *system, pid_t pid)
{
	char text[1024];
	const char *at;
	double up_s;

	if (system_text(system, text, sizeof(text), "/proc/uptime") <= 0)
		return DAY_S;
	up_s = strtod(text, NULL);
	if (system_text(system, text, sizeof(text), "/proc/%d/stat", (int)pid) <= 0)
		return DAY_S;
	at = strrchr(text, ')');
	for (int field = 2; at && field < 22; field++)
		at = strchr(at + 1, ' ');
	return at ? up_s - strtod(at, NULL) / (double)sysconf(_SC_CLK_TCK) : DAY_S;
}

static bool is_called(const struct system *system, const char *pid, const char *name)
{
	char comm[64];
	ssize_t len = system_text(system, comm, sizeof(comm), "/proc/%s/comm", pid);

	return len > 1 && strncmp(comm, name, strlen(name)) == 0 && comm[strlen(name)] == '\n';
}

/* In a container or a chroot, where the same names are other files. A service that systemd gives
 * a view of its own has our root; of whom we may not ask, nothing is known. */
static bool is_elsewhere(const struct system *system, const char *pid)
{
	char path[PATH_MAX];
	struct stat ours, its;

	if (stat(system_path(system, path, "/"), &ours) < 0 ||
	    stat(system_path(system, path, "/proc/%s/root/", pid), &its) < 0)
		return false;
	return ours.st_dev != its.st_dev || ours.st_ino != its.st_ino;
}

/* One that has ended and is not waited for has no words. */
static bool read_process(const struct system *system, const char *name, const char *entry,
			 struct process *ret)
{
	ssize_t len;

	if (!is_called(system, entry, name) || is_elsewhere(system, entry))
		return false;
	len = system_text(system, ret->cmdline, sizeof(ret->cmdline), "/proc/%s/cmdline", entry);
	if (len <= 0)
		return false;
	ret->length = (size_t)len;
	ret->pid = (pid_t)strtol(entry, NULL, 10);
	ret->age_s = age_s(system, ret->pid);
	return true;
}

static int by_pid(const void *a, const void *b)
{
	const struct process *one = a, *two = b;

	return (one->pid > two->pid) - (one->pid < two->pid);
}

size_t system_processes(const struct system *system, const char *name, struct process ret[],
			size_t max)
{
	char path[PATH_MAX];
	DIR *dir = opendir(system_path(system, path, "/proc"));
	const struct dirent *entry;
	size_t count = 0;

	if (!dir)
		return 0;
	while (count < max && (entry = readdir(dir)) != NULL) {
		if (entry->d_name[strspn(entry->d_name, "0123456789")] == '\0')
			count += read_process(system, name, entry->d_name, &ret[count]);
	}
	closedir(dir);
	if (count)
		qsort(ret, count, sizeof(ret[0]), by_pid);
	return count;
}

const char *process_option(const struct process *process, char option)
{
	const char *end = process->cmdline + process->length;

	for (const char *word = process->cmdline; word < end; word += strlen(word) + 1) {
		const char *next = word + strlen(word) + 1;

		if (word[0] != '-' || word[1] != option)
			continue;
		if (word[2])
			return word + 2;
		return next < end ? next : NULL;
	}
	return NULL;
}

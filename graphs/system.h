/*
 * system.h - the machine that is checked: files below a root, and its processes.
 * Kernel: Documentation/filesystems/proc.rst
 */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "util.h"

#define SYSTEM_CMDLINE_SIZE 4096

/* /proc, /sys, /etc and the folders of plugins and fonts are looked for below `root`; sockets and
 * RRD files are not. */
struct system {
	const char *root; /* "" is this machine */
};

struct process {
	pid_t pid;
	double age_s;			   /* since its start; a day if that is not known */
	char cmdline[SYSTEM_CMDLINE_SIZE]; /* words, each ended by a NUL */
	size_t length;
};

/* The path below the root. Returns `ret`. */
const char *system_path(const struct system *system, char ret[PATH_MAX], const char *format, ...)
	PRINTF(3, 4);

/* Read a file to its end or the end of `ret`, and end it with a NUL. Returns the length or
 * -errno. */
ssize_t system_text(const struct system *system, char *ret, size_t size, const char *format, ...)
	PRINTF(4, 5);

/* The same of a file of any length; to be freed. NULL with errno set. */
char *system_whole(const struct system *system, const char *path);

/* Whether a file matches the pattern of glob(7). */
bool system_has(const struct system *system, const char *pattern);

/* The processes whose program has this name, but for those in containers, by their number. Returns
 * how many, at most `max`. */
size_t system_processes(const struct system *system, const char *name, struct process ret[],
			size_t max);

/* The value behind the option `-c` of a process, or NULL. */
const char *process_option(const struct process *process, char option);

#endif

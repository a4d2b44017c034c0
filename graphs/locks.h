/* locks.h - RRD files that another process has locked: rrdcached loses what it holds for them. */
#ifndef LOCKS_H
#define LOCKS_H

#include <stddef.h>
#include <sys/types.h>

#include "notes.h"

/* The process that has the file at `fd` locked, or 0. A writer holds its lock for less than a
 * millisecond; with `waits` one counts that stays for 100. Asks without locking. */
pid_t locks_holder(int fd, bool waits);

/* Warn of each of the files below `dir` that stays locked for 100 ms, which is all that is waited
 * for all of them. Returns how many there are. */
size_t locks_warn(const char *dir, const char *const file[], size_t count, struct notes *notes);

#endif

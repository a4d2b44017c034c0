/*
 * flush.h - have rrdcached write what it still holds.
 * rrdtool: doc/rrdcached.pod, FLUSH. librrd's own client has no time-out.
 */
#ifndef FLUSH_H
#define FLUSH_H

#include <stddef.h>

#include "notes.h"

#define FLUSH_DEFAULT "unix:/run/rrdcached.sock"
#define FLUSH_DEADLINE_MS 4000 /* with a second for the rest, a command ends within five */

/* Flush `count` files below the absolute folder `dir`. `address` is unix:/PATH, /PATH, HOST or
 * HOST:PORT; NULL is FLUSH_DEFAULT if its socket exists and the daemon writes these files.
 * Returns 0 if nothing is held back now, or -errno and a failure in `notes`: the files may lag
 * behind. Takes at most FLUSH_DEADLINE_MS. */
int flush_files(const char *address, const char *dir, const char *const file[], size_t count,
		struct notes *notes);

/* Ask the daemon at `address` whether it is there. Returns 0 or -errno, within the same time. */
int flush_ping(const char *address);

#endif

/* cached.h - how an rrdcached was started. Pure. rrdtool: doc/rrdcached.pod, OPTIONS */
#ifndef CACHED_H
#define CACHED_H

#include <stdbool.h>
#include <stddef.h>

#define CACHED_SOCKETS_MAX 8
#define CACHED_DEFAULT_FILE "/etc/default/rrdcached" /* where Debian has the options */

struct cached {
	const char *socket[CACHED_SOCKETS_MAX]; /* -l, as given; point into the command line */
	size_t sockets;
	const char *base;    /* -b */
	bool is_base_only;   /* -B: writes nothing outside of it */
	const char *journal; /* -j; "" without */
	double write_s;	     /* -w: a value is held that long */
	double delay_s;	     /* -z: and up to that much longer */
	double flush_s;	     /* -f */
};

/* Read the words of /proc/PID/cmdline, each ended by a NUL. */
void cached_read(const char *cmdline, size_t len, struct cached *ret);

/* Whether it listens at the address, with or without "unix:". */
bool cached_listens(const struct cached *cached, const char *address);

#endif

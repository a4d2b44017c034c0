/* rrdcached.h - the real rrdcached for a test. */
#ifndef RRDCACHED_H
#define RRDCACHED_H

#include <stdbool.h>
#include <sys/types.h>

struct rrdcached {
	pid_t pid;
	char address[300]; /* unix:DIR/socket */
};

/* For main: whether it is installed. */
bool rrdcached_is_there(void);

/* Start one that holds values for an hour, with its socket in `dir` and for files below `base`.
 * Returns once it answers. It ends with the test at the latest. */
void rrdcached_start(struct rrdcached *ret, const char *dir, const char *base);

/* Kill it, stopped or not, without a flush; nothing if it was. */
void rrdcached_kill(struct rrdcached *rrdcached);

#endif

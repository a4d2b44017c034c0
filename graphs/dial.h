/* dial.h - a connection to a daemon, within a deadline. */
#ifndef DIAL_H
#define DIAL_H

#include <stdint.h>

/* The clock of the deadlines. */
int64_t dial_clock_ms(void);

/* Connect to unix:/PATH, /PATH, HOST or HOST:PORT. Returns a socket that does not block, to be
 * closed; -EINVAL or -ENAMETOOLONG for what is no address; -ENXIO for a name that is not known;
 * -ETIMEDOUT; or -errno. */
int dial(const char *address, int64_t deadline_ms);

/* Wait for `events`, as of poll(2). Returns 0, -ETIMEDOUT or -errno. */
int dial_wait(int fd, short events, int64_t deadline_ms);

#endif

/* daemon.h - the real collectd in a directory of its own, with csv, rrdtool and rrdcached. */
#ifndef DAEMON_H
#define DAEMON_H

#include <stdbool.h>
#include <sys/types.h>

#include "scratch.h"

enum writer {
	WRITER_CSV,
	WRITER_RRDTOOL,
	WRITER_RRDCACHED,
	WRITERS,
};

struct daemon {
	struct scratch scratch;
	bool as_nobody;
	const char *interval;
	pid_t rrdcached;
	pid_t collectd;
};

/* How many plugins of ours it loads. */
size_t daemon_plugins(void);

/* NULL, or why no daemon can be started here. */
const char *daemon_lacks(bool as_nobody);

/* Start both daemons. `options` are lines for the block of every plugin; NULL: the snippet of
 * the package is the configuration. */
void daemon_start(struct daemon *ret, bool as_nobody, const char *options);

/* The same with so many seconds between two reads. Below 1 there is csv alone. */
void daemon_start_every(struct daemon *ret, const char *interval, const char *options);

/* Sleep for a moment; the test fails when that adds up to 30 seconds. `waited` is 0 at first. */
void daemon_wait_a_little(int *waited);

/* Wait until collectd has stored `id` that often, and no longer than 30 seconds. */
void daemon_wait_for(const struct daemon *daemon, const char *id, int times);

/* Wait until the log has that many lines with `text`, and no longer than 30 seconds. */
void daemon_wait_for_log(const struct daemon *daemon, const char *text, int times);

/* Stop both; they store all they have. Their exit statuses must be 0. */
void daemon_stop(struct daemon *daemon);

/* End what runs, remove the directory. Doing it twice does no harm. */
void daemon_done(struct daemon *daemon);

/* What the writer stored last of each identifier, a line each as boardprobe prints them; to be
 * freed. Of a stopped daemon. */
char *daemon_stored(const struct daemon *daemon, enum writer writer);

/* What csv has of `id` today: a line of column names, then "<time>,<value>[,<value>]" each. NULL
 * without; to be freed. */
char *daemon_csv(const struct daemon *daemon, const char *id);

/* The lines of the log that hold `text`, but what a busy collectd says of itself; to be freed. */
char *daemon_log_lines(const struct daemon *daemon, const char *text);

#endif

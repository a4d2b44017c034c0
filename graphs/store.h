/* store.h - the RRD files of one host, as collectd lays them out. */
#ifndef STORE_H
#define STORE_H

#include <stddef.h>

#include "notes.h"

struct store {
	char *dir;   /* absolute; the host's folder, or the data folder if there is no host */
	char *host;  /* its name */
	char **file; /* <plugin>[-<instance>]/<type>[-<instance>].rrd, by name, cpu2 before cpu10 */
	size_t files;
	char **hosts; /* all hosts of the data folder, by name */
	size_t host_count;
};

/* Read the names below `data_dir`, a folder of hosts or one host's folder. `host` is a name, the
 * beginning of one, or NULL: this machine's.
 * Returns 0; -EINVAL for a host that is not there or not clear; -ENOENT if there is no host at
 * all; or -errno. Says why in `notes`, and which folders could not be read, with 0 too.
 * store_close() is due in any case. */
int store_open(const char *data_dir, const char *host, struct store *ret, struct notes *notes);

/* The same of a folder of older files, which --from gives. Returns as store_open(). */
int store_open_older(const char *dir, struct store *ret, struct notes *notes);

/* The path of one of its files, to be freed; NULL for lack of memory. */
char *store_path(const struct store *store, const char *file);

/* Say that a file has not the data source that a graph reads in it. */
void store_lacks(const struct store *store, const char *file, const char *source,
		 struct notes *notes);

/* Accepts zero. */
void store_close(struct store *store);

#endif

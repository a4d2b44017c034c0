/* catalog.h - the graphs a store has data for, and what the caller may ask for. */
#ifndef CATALOG_H
#define CATALOG_H

#include <time.h>

#include "graph.h"
#include "notes.h"
#include "store.h"

struct catalog_entry {
	const struct graph *graph;
	char *name;	    /* as the user writes it: interrupts-eth0 */
	char *instance;	    /* "" without */
	char *picture;	    /* the name's part of the picture's name */
	size_t first, last; /* its files are in [first, last) of the store */
	double rate;	    /* sum over the series; NaN until catalog_rank() */
	bool is_default;    /* false until catalog_choose() or catalog_rank() */
};

struct catalog {
	struct catalog_entry *entry; /* in the order of the table, then by instance */
	size_t count;
};

/* One entry for each row of the table without instances, and one for each instance found.
 * Returns 0 or -ENOMEM. catalog_close() is due in any case. */
int catalog_open(const struct store *store, struct catalog *ret);

/* Add an entry for a name that has a row, but no file. Returns its index; -ENOENT for a name
 * without a row; or -ENOMEM. */
int catalog_add(struct catalog *catalog, const char *name);

/* Returns the index of a name, or -ENOENT. */
int catalog_find(const struct catalog *catalog, const char *name);

/* Let the entries of these names be the default ones, and no other. `may_add`: without files a name
 * that has a row will do. Returns 0, or -ENOENT and names in `notes` what is near. */
int catalog_choose(struct catalog *catalog, char *const name[], size_t count, bool may_add,
		   struct notes *notes);

/* Have rrdcached, at the address `daemon` or NULL, write what it holds of the default entries'
 * files, or of all entries', and warn of those that another process has locked. Returns as
 * flush_files(). */
int catalog_flush(const struct store *store, const struct catalog *catalog, bool is_all,
		  const char *daemon, struct notes *notes);

/* Decide which entries are drawn by default: those without instance, and of the instances those
 * above the rate of their row in the day before `now`, the CATALOG_HOT_MAX highest, or those that
 * are not gone by then. Reads files; what is wrong with them is a failure in `notes`. Returns 0 or
 * -ENOMEM. */
int catalog_rank(const struct store *store, struct catalog *catalog, time_t now,
		 struct notes *notes);

#define CATALOG_HOT_MAX 12

/* Accepts zero. */
void catalog_close(struct catalog *catalog);

#endif

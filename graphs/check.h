/* check.h - why a graph is empty, stale or dear: what is looked at, and the checks. */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "cached.h"
#include "conf.h"
#include "cost.h"
#include "findings.h"
#include "header.h"
#include "options.h"
#include "store.h"
#include "system.h"

/* One RRD. */
struct check_file {
	const char *name; /* as in the store */
	int rc;		  /* what reading it gave */
	enum header_fault fault;
	const char *machine; /* of HEADER_FOREIGN */
	size_t size;
	uint64_t whole_bytes; /* of HEADER_CUT */
	pid_t locked_by;
	time_t newest;	 /* of HEADER_SOUND, with what follows */
	uint64_t step_s; /* seconds between two values */
	size_t sources;
	const char *lacks; /* a data source that a graph reads, or NULL */
};

struct check {
	const struct system *system;
	const struct options *options;
	time_t now;
	struct findings findings;

	/* collectd: the one that stores in the data folder, else any */
	struct process collectd; /* pid 0: does not run */
	char conf_path[PATH_MAX];
	int conf_rc; /* what reading its configuration gave */
	struct conf conf;
	const struct conf_writer *writer; /* whose folder holds the store, or NULL */

	/* rrdcached */
	const char *address;	  /* NULL: collectd does not use it, and none is given */
	struct process rrdcached; /* pid 0: none listens there */
	struct cached cached;	  /* of that process */
	size_t others;		  /* rrdcached processes at other addresses */
	int ping_rc;
	int flush_rc;
	struct notes flush_notes;
	double held_s; /* a value may lie in a daemon's memory that long */

	/* the files */
	struct store store;
	int store_rc;
	struct notes store_notes;
	struct check_file *file; /* one for each of the store */

	/* what storing costs */
	size_t active; /* files that get values */
	double values_per_s;
	struct cost cost;
	double mb_per_day; /* NaN if not known */
};

/* Look at the system. Returns 0 or -ENOMEM. check_done() is due in any case. */
int check_gather(struct check *check, const struct system *system, const struct options *options);
void check_done(struct check *check);

/* Every check adds to check->findings. */
typedef void check_fn(struct check *check);

/* Print what they found, for people or for scripts. The latter returns 0 or -ENOMEM. */
void check_print(const struct check *check, FILE *out);
int check_print_json(const struct check *check, FILE *out);

/* All of that: look at the system, run the checks, print. Returns 0; 1 if there is a problem; or
 * -ENOMEM. */
int check_system(const struct system *system, const struct options *options, FILE *out);

check_fn check_collectd, check_modules, check_plugins, check_writers;
check_fn check_rrdcached, check_base;
check_fn check_data, check_files, check_clock, check_stale, check_missing;
check_fn check_draw, check_fonts, check_sensors, check_omv;
check_fn check_cost, check_mounts, check_mtu, check_uplinks;

/* The plugins whose values are drawn. */
struct check_plugin {
	const char *name;
	bool is_ours;
	const char *looks_for;				  /* for people */
	bool (*can_measure)(const struct system *system); /* NULL: is not asked */
};

#define CHECK_PLUGINS 6
extern const struct check_plugin check_plugin[CHECK_PLUGINS];

/* Whether a file's values are of the plugin. */
bool check_is_of(const struct check_file *file, const char *plugin);

/* Seconds after which a file's newest value is old. A picture waits longer (fresh.h): it is drawn
 * while a busy board is late, and tells all who see it; who runs check wants to know at once. */
double check_limit_s(const struct check *check, const struct check_file *file);

/* Whether `path` is the folder `dir` or below it, links followed. */
bool check_is_below(const char *path, const char *dir);

#endif

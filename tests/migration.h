/* migration.h - older RRD files and ours, and what they are after boardgraph migrate. */
#ifndef MIGRATION_H
#define MIGRATION_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

#include "graphs_rig.h"

#define MIGRATION_HOUR 3600
#define MIGRATION_DAY 86400

#define MIGRATION_OLD "temperature/temperature-cpu"
#define MIGRATION_OURS "cputemp/temperature-cpu0-thermal"
#define MIGRATION_PERCENT "cputemp/percent-pwm-fan"
#define MIGRATION_SLOW "clusterfreq-cpu0-3/cpufreq-current"
#define MIGRATION_FAST "clusterfreq-cpu4-7/cpufreq-current"

/* The values of each; the old ones have a gap. */
double migration_old(time_t time);
double migration_ours(time_t time);

/* Half a day that the plugin of ours has measured. */
void migration_make_ours(const struct rig *rig, const char *name);

/* An older file that went on until an hour ago. */
void migration_make_old(const struct rig *rig, const char *name);

/* A file, to the byte. */
struct migration_bytes {
	unsigned char *at; /* to be freed */
	size_t size;
	mode_t mode;
};

struct migration_bytes migration_read(const struct rig *rig, const char *name);
void migration_copy(const struct rig *rig, const char *from, const char *to);

/* Compares, and frees `before`. */
bool migration_is_same(const struct rig *rig, const char *name, struct migration_bytes *before);

/* No temporary file is left in the folder of `name`. */
void migration_expect_alone(const struct rig *rig, const char *name);

/* Rows, as rrdtool fetch sees them. */
struct migration_rows {
	time_t start, step, end;
	double *value; /* for rrd_freemem() */
};

struct migration_rows migration_fetch(const struct rig *rig, const char *name, const char *cf,
				      time_t step, time_t start);
double migration_row(const struct migration_rows *rows, time_t end);

/* Each row of `joined` is that of `ours`, or, where that is unknown, that of `old`. */
void migration_expect_joined(const struct rig *rig, const char *joined, const char *ours,
			     const char *old, size_t ret_known[2]);

/* The value that was written while the file was replaced, and the older rows. */
void migration_expect_both(const struct rig *rig);

#endif

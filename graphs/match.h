/* match.h - the names collectd gives its files. Pure. */
#ifndef MATCH_H
#define MATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"

#define MATCH_SIZE 256 /* NAME_MAX and the NUL */

struct match {
	char instance[MATCH_SIZE]; /* what % stood for, "" without one */
	char name[MATCH_SIZE];	   /* what * stood for, "" without one */
};

/* Compare "<plugin>[-<instance>]/<type>[-<type instance>].rrd" with a pattern of two parts
 * without .rrd; each part may hold one % or * for one byte or more.
 * `ret` is set if they fit. */
bool match_path(const char *pattern, const char *path, struct match *ret);

/* The CPU number of "cpu12", or -1. */
int match_cpu(const char *name);

/* Whether a kernel's list of CPUs ("cpu0-3,6") holds `cpu`. False for what is no list. */
bool match_cpu_list(const char *list, int cpu);

#define MATCH_CPUS_MAX 10000

/* CPUs, one bit for each. Zero is none. */
struct match_cpus {
	unsigned char bit[MATCH_CPUS_MAX / 8];
};

/* Add those of such a list. False for what is no list. */
bool match_cpus_add(struct match_cpus *cpus, const char *list);

bool match_cpus_has(const struct match_cpus *cpus, int cpu);

/* Write them as such a list, "" for none. */
void match_cpus_write(const struct match_cpus *cpus, struct buf *buf);

/* How many bytes differ, inserts and removals counted, at most `max` + 1. Names beyond
 * MATCH_SIZE bytes are all different. */
size_t match_distance(const char *a, const char *b, size_t max);

#endif

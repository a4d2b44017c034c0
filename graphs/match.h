/* match.h - the names collectd gives its files. Pure. */
#ifndef MATCH_H
#define MATCH_H

#include <stdbool.h>
#include <stddef.h>

#define MATCH_SIZE 256 /* NAME_MAX and the NUL */

struct match {
	char instance[MATCH_SIZE]; /* what % stood for, "" without one */
	char name[MATCH_SIZE];	   /* what * stood for, "" without one */
};

/* Compare "<plugin>[-<instance>]/<type>[-<type instance>].rrd" with a pattern of two parts
 * without .rrd; each part may hold one % or * for one byte or more.
 * `ret` is set if they fit. */
bool match_path(const char *pattern, const char *path, struct match *ret);

/* How many bytes differ, inserts and removals counted, at most `max` + 1. Names beyond
 * MATCH_SIZE bytes are all different. */
size_t match_distance(const char *a, const char *b, size_t max);

#endif

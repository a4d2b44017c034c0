/* cpus.h - lists of CPUs as the kernel writes them, "0-3,6", with "cpu" before: cpu0-3,6. Pure. */
#ifndef CPUS_H
#define CPUS_H

#include <stdbool.h>

#include "buf.h"

#define CPUS_MAX 10000

/* One bit for each. Zero is none. */
struct cpus {
	unsigned char bit[CPUS_MAX / 8];
};

/* Add those of a list. Returns false for what is no list; those before its mistake are added. */
bool cpus_add(struct cpus *cpus, const char *list);

bool cpus_has(const struct cpus *cpus, int cpu);

/* Write them as a list, "" for none. */
void cpus_write(const struct cpus *cpus, struct buf *buf);

/* The number of "cpu12", or -1. */
int cpus_number(const char *name);

#endif

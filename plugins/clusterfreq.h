/*
 * clusterfreq.h - clock per cluster: /sys/devices/system/cpu/cpufreq/policyN/{related_cpus,
 *                 affected_cpus,scaling_cur_freq,scaling_max_freq,stats/time_in_state},
 *                 before Linux 4.4 /sys/devices/system/cpu/cpuN/cpufreq/ instead
 * Kernel: Documentation/admin-guide/pm/cpufreq.rst, Documentation/cpu-freq/cpufreq-stats.rst
 *
 * N is the CPU a policy was made for, not always its lowest: a cluster goes by its CPUs.
 */
#ifndef CLUSTERFREQ_H
#define CLUSTERFREQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "name.h"
#include "source.h"

#define CLUSTERFREQ_CLUSTERS_MAX 2048 /* many PCs have a policy for every CPU */
#define CLUSTERFREQ_TEXT_SIZE 4097    /* a sysfs file is one page at most */

struct clusterfreq_cluster {
	char name[NAME_CUT + 1]; /* "cpu0-3" */
	unsigned int first_cpu;
	bool is_present; /* at the last read */
	bool is_listed;	 /* selected by its name */
	bool has_current;
	bool has_limit;
	bool has_cycles;
	int64_t current_khz;
	int64_t limit_khz;
	int64_t cycles;		/* since the kernel began to count */
	unsigned int directory; /* the N whose table gave the cycles */
	unsigned int sent_directory;
	uint64_t sent; /* the read that sent the cycles last, 0 for none */
};

struct clusterfreq_table {
	uint64_t reads;	 /* how many there were */
	size_t left_out; /* directories that there was no room for at the last read */
	size_t count;
	struct clusterfreq_cluster cluster[CLUSTERFREQ_CLUSTERS_MAX];
};

/* "0 1 2 3 " -> "cpu0-3" and 0, the lowest CPU. Returns 0, or -EINVAL for anything but CPU
 * numbers that ascend. Pure. */
int clusterfreq_parse_cpus(const char *text, char ret[NAME_CUT + 1], unsigned int *ret_first);

/* "1400000" -> 1400000. Returns 0, or -EINVAL or -ERANGE for what is no frequency. Pure. */
int clusterfreq_parse_khz(const char *text, int64_t *ret);

/*
 * Lines of "<kHz> <time in 10 ms>" -> cycles. Returns 0; -ENODATA if there is no line; -EINVAL
 * or -ERANGE if one line is not to be read: without it the sum would be smaller, and the next
 * whole one would look like a burst. Pure.
 */
int clusterfreq_parse_cycles(const char *text, int64_t *ret);

/*
 * Emit what the clusters have that are present and listed. Returns how many samples. Pure.
 *
 * Where each CPU has a directory, one that goes offline takes its table along, and that of the
 * next CPU may have counted more. So after a change of tables the cycles are not sent until
 * the RRD has forgotten those of the old one: see sample_is_forgotten().
 */
int clusterfreq_emit(struct clusterfreq_table *table, sample_fn *emit, void *ctx);

/*
 * Read the clusters below `root` into the table, zeroed at first. One without a readable list
 * of CPUs is left out, what else cannot be read is missing in its cluster.
 * Returns how many clusters are present, -ENOENT if the kernel has no cpufreq, or -errno.
 */
int clusterfreq_read(const struct kroot *root, struct clusterfreq_table *table);

#endif

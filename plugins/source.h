/* source.h - what a plugin is made of: options, and one collection of samples. */
#ifndef SOURCE_H
#define SOURCE_H

#include <stddef.h>

#include "kfile.h"
#include "sample.h"

struct option_row;

struct source {
	const char *plugin;
	size_t state_size; /* that much zeroed memory, the caller's, is the initial state */

	/* Take one option. Keys are matched regardless of case. Returns 0, -ENOENT for an unknown
	 * key, -EINVAL for a bad value, -ENOMEM. After a failure the state is as it was. */
	int (*set)(void *state, const char *key, const char *const value[], size_t count);

	const struct option_row *options; /* the keys of set(), ended by a zero row */

	/* Emit every sample the kernel gives now, no identifier twice. Returns their number, or
	 * -ENOENT if the kernel has nothing of the kind, or another -errno if none can be had. */
	int (*collect)(void *state, const struct kroot *root, sample_fn *emit, void *ctx);

	/* How many things the last collection had no room for, and has left out. NULL where there
	 * is room for all: see source_left_out(). */
	size_t (*left_out)(const void *state);

	/* Free what the state holds, and leave it zeroed. */
	void (*done)(void *state);

	const char *looks_for; /* for people: the files asked for, below the root */
};

extern const struct source cputemp_source;
extern const struct source clusterfreq_source;
extern const struct source cpuirq_source;
extern const struct source usbio_source;

#define SOURCES 4

extern const struct source *const sources[SOURCES]; /* all of them */

/* As source->left_out does; 0 where there is none. */
size_t source_left_out(const struct source *source, const void *state);

/* Find a plugin by its name among all. Returns its index, or -ENOENT. */
int source_index(const char *plugin);

#endif

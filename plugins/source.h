/* source.h - what a plugin is made of: options, one collection, samples. */
#ifndef SOURCE_H
#define SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "kfile.h"

#define SAMPLE_VALUES_MAX 2

enum sample_kind {
	SAMPLE_GAUGE,  /* a value of now */
	SAMPLE_DERIVE, /* a counter as the kernel shows it; the RRD makes a rate of it */
};

/* One value for collectd's PUTVAL. The texts are valid during the call that hands it over. */
struct sample {
	const char *instance; /* plugin instance, "" for none */
	const char *type;     /* of the stock types.db */
	const char *type_instance;
	const char *unit;      /* UCUM: Cel, Hz, %, 1, By, bit/s; rpm is not in it */
	enum sample_kind kind; /* which of the two arrays holds the values */
	size_t count;	       /* 1, or 2 for rx and tx */
	double gauge[SAMPLE_VALUES_MAX];
	int64_t derive[SAMPLE_VALUES_MAX];
};

typedef void sample_fn(const struct sample *sample, void *ctx);

struct source {
	const char *plugin;
	size_t state_size; /* that much zeroed memory, the caller's, is the initial state */

	/* Take one option. Keys are matched regardless of case. Returns 0, -ENOENT for an unknown
	 * key, -EINVAL for a bad value, -ENOMEM. After a failure the state is as it was. */
	int (*set)(void *state, const char *key, const char *const value[], size_t count);

	/* Emit every sample the kernel gives now, no identifier twice. Returns their number, or
	 * -ENOENT if the kernel has nothing of the kind, or another -errno if none can be had. */
	int (*collect)(void *state, const struct kroot *root, sample_fn *emit, void *ctx);

	/* Free what the state holds, and leave it zeroed. */
	void (*done)(void *state);

	const char *looks_for; /* for people: the files asked for, below the root */
};

extern const struct source cputemp_source;
extern const struct source clusterfreq_source;
extern const struct source usbio_source;
extern const struct source cpuirq_source;

#endif

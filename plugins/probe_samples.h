/* probe_samples.h - the samples of the plugins, collected once and printed. */
#ifndef PROBE_SAMPLES_H
#define PROBE_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>

#include "source.h"

struct json_object;

struct probe_sample {
	char *text;		  /* "identifier value" */
	struct json_object *json; /* NULL unless it is to be printed */
};

/* Zeroed memory is an empty list. */
struct probe_samples {
	bool as_json;
	bool is_cut; /* there was no memory for all */
	struct probe_sample *sample;
	size_t count;
};

/* Collect once, and add what comes. Returns as source->collect does. */
int probe_samples_collect(struct probe_samples *samples, const struct source *source, void *state,
			  const struct kroot *root);

/* Sort the list by the bytes of its lines, print it, and free it. */
void probe_samples_print(struct probe_samples *samples);

#endif

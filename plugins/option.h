/* option.h - the options of a source as a table: key -> function */
#ifndef OPTION_H
#define OPTION_H

#include <stdbool.h>
#include <stddef.h>

/* Take the values of one option into the state. Returns as source.set does. */
typedef int option_fn(void *state, const char *const value[], size_t count);

struct option_key {
	const char *key;
	option_fn *set;
};

/* Find the key, regardless of case, in a table that ends with a zero row, and call its function. */
int option_set(const struct option_key *keys, void *state, const char *key,
	       const char *const value[], size_t count);

/* A single value: true, yes, on or false, no, off. Returns 0 or -EINVAL. */
int option_bool(const char *const value[], size_t count, bool *ret);

/* A single value: one of `words`, which end with NULL. Returns 0 and its index, or -EINVAL. */
int option_word(const char *const value[], size_t count, const char *const words[],
		unsigned int *ret);

#endif

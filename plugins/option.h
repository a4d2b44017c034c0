/* option.h - the options of a source as a table: key -> where in the state, and how. */
#ifndef OPTION_H
#define OPTION_H

#include <stddef.h>

struct option_row;

/* Take the values of one option into `target`. Returns as source.set does. */
typedef int option_fn(const struct option_row *row, void *target, const char *const value[],
		      size_t count);

struct option_row {
	const char *key;
	option_fn *take;
	size_t offset;		  /* of the target in the state */
	const char *const *words; /* ended by NULL, where it is one of them */
};

/* Find the key, regardless of case, in a table that ends with a zero row, and take the values. */
int option_set(const struct option_row *rows, void *state, const char *key,
	       const char *const value[], size_t count);

/* The place of a text in a list of words, regardless of case, or -EINVAL. */
int option_find_word(const char *const words[], const char *text);

/* A single value: true, yes, on or false, no, off; or the row's two words, of which the second
 * is true. The target is a bool. */
option_fn option_bool;

/* A single value: one of the row's words. The target is an enum, or an unsigned int. */
option_fn option_word;

/* A single value: added to the target, a struct selection. */
option_fn option_selection;

#endif

/* names.h - a list of names. */
#ifndef NAMES_H
#define NAMES_H

#include <stddef.h>

/* Zero is the initial state. */
struct names {
	char **at;
	size_t count;
};

/* Takes over `name`, which may be NULL for lack of memory. Returns 0 or -ENOMEM. */
int names_add(struct names *names, char *name);

/* Returns the name, or NULL if it is not there. */
const char *names_find(const struct names *names, const char *name);

/* Accepts zero. */
void names_done(struct names *names);

#endif

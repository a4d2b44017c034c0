/*
 * selection.h - which instances to take: collectd's list and IgnoreSelected
 * collectd exports no such list to its plugins (src/utils/ignorelist); the meaning is the same.
 */
#ifndef SELECTION_H
#define SELECTION_H

#include <stdbool.h>
#include <stddef.h>

/* glibc's regcomp(3) recurses: some ten thousand parentheses are a crash. */
#define SELECTION_LENGTH_MAX 1000

struct selection_entry;

/* Zeroed memory is the empty list, which selects all. */
struct selection {
	struct selection_entry *entry;
	size_t count;
};

/* Add an exact name, or an extended regular expression between slashes that may match any
 * part of a name. Returns 0, -EINVAL for a bad expression and for a text that is empty or beyond
 * SELECTION_LENGTH_MAX, or -ENOMEM. */
int selection_add(struct selection *selection, const char *text);

/* Whether to take `name`: what is listed, or with `ignore_selected` all but that. */
bool selection_takes(const struct selection *selection, bool ignore_selected, const char *name);

/* Free the list, and leave it empty. */
void selection_done(struct selection *selection);

#endif

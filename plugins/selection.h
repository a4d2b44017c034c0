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

/*
 * It writes out what is repeated, too: /((a{1,255}){1,255}){1,255}/ takes all the memory there is,
 * and where much is optional within a loop it takes for ever. So the cost of an expression is
 * limited: its length times n for each {m,n}; behind a group or another repetition, times 2 for
 * '*', '+' and '?', and times n * n + 1.
 */
#define SELECTION_COST_MAX 4000

struct selection_entry;

/* Zeroed memory is the empty list, which selects all. */
struct selection {
	struct selection_entry *entry;
	size_t count;
};

/* Add an exact name, or an extended regular expression between slashes that may match any
 * part of a name. Returns 0, or -ENOMEM, or -EINVAL for a bad expression, one with a back-reference
 * (POSIX has none, and to match it can take for ever), and a text that is empty or beyond the two
 * limits. */
int selection_add(struct selection *selection, const char *text);

/* Whether to take `name`: what is listed, or with `ignore_selected` all but that. */
bool selection_takes(const struct selection *selection, bool ignore_selected, const char *name);

/* Free the list, and leave it empty. */
void selection_done(struct selection *selection);

#endif

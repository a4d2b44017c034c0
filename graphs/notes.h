/* notes.h - messages for people, kept until boardgraph.c prints them. Pure. */
#ifndef NOTES_H
#define NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include "util.h"

#define NOTES_SIZE 8192

/* Zero is the initial state. Holds no pointer, so that it can lie in memory shared by processes. */
struct notes {
	char text[NOTES_SIZE]; /* lines, each ended by a newline */
	size_t len;
	size_t left_out; /* messages that found no room */
	bool failed;	 /* one of them is a failure: exit 1 */
};

/* Add a line, unless it is there already. Control characters and bytes that are no UTF-8
 * become '?'. A warning leaves the exit status alone, a failure makes it 1. */
void notes_warn(struct notes *notes, const char *format, ...) PRINTF(2, 3);
void notes_fail(struct notes *notes, const char *format, ...) PRINTF(2, 3);

/* Add what `from` holds and `to` does not. */
void notes_merge(struct notes *to, const struct notes *from);

#endif

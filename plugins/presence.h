/*
 * presence.h - which samples come and go from read to read, so that a change is logged, once
 *
 * A read is presence_begin(), presence_note() for each sample, presence_end(). A read that failed
 * has no end: of what it lacks nothing is said.
 */
#ifndef PRESENCE_H
#define PRESENCE_H

#include <stdbool.h>
#include <stddef.h>

#define PRESENCE_TEXT_SIZE 256

/* A sample that comes and goes all the time is not spoken of after so many times. */
#define PRESENCE_TIMES_MAX 10

/* What has been gone for so many reads, a day of one every 10 seconds, is forgotten. */
#define PRESENCE_READS_KEPT 8640

enum presence_change {
	PRESENCE_NEW,  /* not given before, or forgotten; not said of the first read */
	PRESENCE_GONE, /* given at the read before, not now */
	PRESENCE_BACK, /* given again */
	PRESENCE_CHANGES,
};

/* How many samples changed in one way, and the first of them. */
struct presence_list {
	size_t count;
	char first[PRESENCE_TEXT_SIZE];
};

/* Zeroed memory has seen nothing. Its owner frees what it holds with presence_done(). */
struct presence {
	void *entries; /* a tree of tsearch(3) */
	unsigned int reads;
	bool is_warm;	 /* a read has come to its end */
	void *forgotten; /* entries to be dropped */
	struct presence_list list[PRESENCE_CHANGES];
};

void presence_begin(struct presence *presence);

/* Note that `id` is given. Allocates for a new one; without memory it goes unnoticed. */
void presence_note(struct presence *presence, const char *id);

/* Find what is gone, for good or not; `list` then holds the changes of this read. */
void presence_end(struct presence *presence);

/* Free all, and leave it zeroed. */
void presence_done(struct presence *presence);

#endif

/*
 * tree.h - the recorded files of a board, set moving by the scenario: /proc/interrupts,
 * temperatures, cooling states, clocks, bytes of disks and network interfaces
 *
 * A file is replaced as a whole, so that a reader never sees a part of it. What the scenario
 * does not know stands still.
 */
#ifndef TREE_H
#define TREE_H

#include "kfile.h"
#include "scenario.h"

struct tree_file;

/* Zeroed but for root, it is a tree without files. */
struct tree {
	struct kroot root; /* the caller's */
	int64_t end;	   /* the recorded values are of this time, the end of the history */
	unsigned int step; /* seconds, in which a counter's rate does not change */
	int64_t at;	   /* the counters' sums are of this time */
	struct tree_file *file;
	size_t files;
};

/* Find what can move below `root`. Exits with a message if the memory is exhausted. */
void tree_open(struct tree *ret, const struct kroot *root, int64_t end, unsigned int step);

/*
 * Let `time` come, which must not go back. Returns 0, or -errno when a file could not be
 * written; then it has kept its old text.
 */
int tree_play(struct tree *tree, int64_t time);

void tree_close(struct tree *tree);

#endif

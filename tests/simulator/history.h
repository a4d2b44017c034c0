/*
 * history.h - the RRDs that collectd would have written, had it watched the simulated board
 */
#ifndef HISTORY_H
#define HISTORY_H

#include "series.h"

struct history {
	const char *dir;   /* of the host */
	int64_t end;	   /* a multiple of the step */
	int64_t begin;	   /* the like; 0: as far back as the files reach */
	unsigned int step; /* seconds */
};

/*
 * Write a file for each of the series, with all cores. Values came at the multiples of the
 * step. The last counters are the recorded ones, so that the recorded tree goes on from there.
 * Exits with a message if that does not work.
 */
void history_write(const struct history *history, struct series series[], size_t count);

/*
 * Update the files with what the board, then live, has given since the end of the history, up
 * to now: writing the history takes longer than collectd lets pass without a gap.
 */
void history_catch_up(const struct history *history, struct series series[], size_t count);

#endif

/*
 * header.h - what stands in the first bytes of an RRD file. Pure.
 * librrd: src/rrd_format.h. An RRD holds C structs, so each kind of machine has its own header.
 */
#ifndef HEADER_H
#define HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define HEADER_NAME_SIZE 20
#define HEADER_SOURCES_MAX 16
#define HEADER_ARCHIVES_MAX 64
#define HEADER_BYTES_MAX (128 << 10) /* of as many sources and archives */

struct header_source {
	char name[HEADER_NAME_SIZE];
	bool is_counter; /* the file keeps its rate; `last` is no rate */
	double last;	 /* the newest sample as it came, NaN for unknown */
};

struct header_archive {
	char cf[HEADER_NAME_SIZE]; /* AVERAGE, MIN, MAX, ... */
	uint64_t rows;
	uint64_t row_s;	      /* seconds a row */
	uint64_t current_row; /* the newest; its end is the last multiple of row_s */
	double unknown_max;   /* xff: the share of a row that may be unknown */
};

/* No time and no length of an archive reaches beyond the year 9999, so that sums of them do not
 * overflow 64 bits; current_row is one of the rows. */
struct header {
	time_t last_update;
	size_t header_bytes;
	uint64_t file_bytes;
	size_t sources;
	struct header_source source[HEADER_SOURCES_MAX];
	size_t archives;
	struct header_archive archive[HEADER_ARCHIVES_MAX];
};

/* What is wrong with a file. */
enum header_fault {
	HEADER_SOUND,
	HEADER_EMPTY,
	HEADER_ZEROED,
	HEADER_CUT,
	HEADER_FOREIGN, /* of another architecture */
	HEADER_NO_RRD,
	HEADER_DAMAGED, /* an RRD with numbers that cannot be */
};

/* Read the header of a file of `size` bytes, whose first `part` these are: HEADER_BYTES_MAX, or
 * all if it has fewer. `ret` is set for HEADER_SOUND, and its file_bytes for HEADER_CUT.
 * `ret_machine` is set for HEADER_FOREIGN: the architecture, for people; `ret` too, with `size` as
 * file_bytes, if it is beyond doubt and the values are in our byte order. */
enum header_fault header_read(const unsigned char *bytes, size_t part, size_t size,
			      struct header *ret, const char **ret_machine);

/* The index of the data source of this name, or -1. */
int header_source(const struct header *header, const char *name);

#endif

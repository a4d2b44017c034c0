/*
 * layout.h - what stands in the first bytes of an RRD file. Pure.
 * librrd: src/rrd_format.h. An RRD holds C structs, so each kind of machine has its own layout.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define LAYOUT_NAME_SIZE 20
#define LAYOUT_SOURCES_MAX 16
#define LAYOUT_ARCHIVES_MAX 64

struct layout_source {
	char name[LAYOUT_NAME_SIZE];
	bool is_counter; /* the file keeps its rate; `last` is no rate */
	double last;	 /* the newest sample as it came, NaN for unknown */
};

struct layout_archive {
	char cf[LAYOUT_NAME_SIZE]; /* AVERAGE, MIN, MAX, ... */
	uint64_t rows;
	uint64_t row_s; /* seconds a row */
};

struct layout {
	time_t last_update;
	size_t header_bytes;
	uint64_t file_bytes;
	size_t sources;
	struct layout_source source[LAYOUT_SOURCES_MAX];
	size_t archives;
	struct layout_archive archive[LAYOUT_ARCHIVES_MAX];
};

/* What is wrong with a file. */
enum layout_fault {
	LAYOUT_SOUND,
	LAYOUT_EMPTY,
	LAYOUT_ZEROED,
	LAYOUT_CUT,
	LAYOUT_FOREIGN, /* of another architecture */
	LAYOUT_NO_RRD,
	LAYOUT_DAMAGED, /* an RRD with numbers that cannot be */
};

/* Read all `size` bytes of a file. `ret` is set for LAYOUT_SOUND, and its file_bytes for
 * LAYOUT_CUT. `ret_machine` is set for LAYOUT_FOREIGN: the architecture, for people. */
enum layout_fault layout_read(const unsigned char *bytes, size_t size, struct layout *ret,
			      const char **ret_machine);

#endif

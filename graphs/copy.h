/*
 * copy.h - a private copy of an RRD file.
 *
 * librrd locks what it reads, and rrdcached throws away what it holds for a file that is
 * locked at the moment. So the live file is only read, without a lock.
 */
#ifndef COPY_H
#define COPY_H

#include <sys/types.h>

#include "header.h"
#include "notes.h"

struct copy {
	int fd;	       /* the memfd, or -1 */
	char path[32]; /* /proc/self/fd/N, valid in this process */
	struct header header;
};

#define COPY_NONE ((struct copy){ .fd = -1 })

/* Copy the file at `path`. A broken file is a failure in `notes`, with its cure. Returns 0 or
 * -errno: -EINVAL for a broken file. */
int copy_open(const char *path, struct copy *ret, struct notes *notes);

/* Whose files are taken. */
enum copy_machine {
	COPY_OF_OURS,
	COPY_OF_ANY, /* of another architecture too, which librrd cannot read */
};

/* The same, of a file whose rows are read here. */
int copy_open_of(const char *path, enum copy_machine machine, struct copy *ret,
		 struct notes *notes);

/* Read the header alone, which says when the file was last updated; with the same messages and
 * returns. */
int copy_header(const char *path, struct header *ret, struct notes *notes);

/* Let this process have as many open at once as it may: each has a file. */
void copy_allow_many(void);

/* What can be said of a file without a copy. */
struct copy_state {
	enum header_fault fault;
	const char *machine; /* of HEADER_FOREIGN: the architecture, for people */
	size_t size;
	pid_t locked_by;      /* a process that holds its lock, or 0 */
	struct header header; /* as header_read() sets it */
};

/* Look at the file at `path`. A lock counts if it stays for 100 ms, or, unless `waits`, at once.
 * Returns 0, for a broken file too, or -errno. */
int copy_inspect(const char *path, bool waits, struct copy_state *ret);

/* Read `size` bytes of the copy from `from` on. Returns 0 or -errno: -ENODATA beyond its end. */
int copy_read(const struct copy *copy, uint64_t from, void *ret, size_t size);

/* Accepts what is closed. */
void copy_close(struct copy *copy);

#endif

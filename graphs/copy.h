/*
 * copy.h - a private copy of an RRD file, for librrd to read.
 *
 * librrd locks what it reads, and rrdcached throws away what it holds for a file that is
 * locked at the moment. So the live file is only read, without a lock.
 */
#ifndef COPY_H
#define COPY_H

#include "header.h"
#include "notes.h"

struct copy {
	int fd;	       /* the memfd, or -1 */
	char path[32]; /* /proc/self/fd/N, valid in this process */
	struct header header;
};

#define COPY_NONE ((struct copy){ .fd = -1 })

/* Copy the file at `path`. A broken file is a failure in `notes`, with its cure; one locked by
 * another process for 100 ms is a warning. Returns 0 or -errno: -EINVAL for a broken file. */
int copy_open(const char *path, struct copy *ret, struct notes *notes);

/* Whose files are taken. */
enum copy_machine {
	COPY_OF_OURS,
	COPY_OF_ANY, /* of another architecture too, which librrd cannot read */
};

/* The same, of a file whose rows are read here. */
int copy_open_of(const char *path, enum copy_machine machine, struct copy *ret,
		 struct notes *notes);

/* Accepts what is closed. */
void copy_close(struct copy *copy);

#endif

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

/* Read the header alone, which says when the file was last updated; with the same messages and
 * returns. */
int copy_header(const char *path, struct header *ret, struct notes *notes);

/* Let this process have as many open at once as it may: each has a file. */
void copy_allow_many(void);

/* Accepts what is closed. */
void copy_close(struct copy *copy);

#endif

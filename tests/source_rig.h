/* source_rig.h - a plugin, the scratch tree that it reads, and what it is expected to send. */
#ifndef SOURCE_RIG_H
#define SOURCE_RIG_H

#include "scratch.h"
#include "source.h"

/* The tree and the state of the case that runs. */
extern struct scratch scratch;
extern void *source_state;

/* For the setup and teardown of each case. */
int source_begin(const struct source *source);
int source_end(void **state);

/* Set an option that must be taken. */
void set(const char *key, const char *value);

/* Collect, and return what collect returned. The text is to be freed. */
int collect(char **ret);

/* Collect; what comes must be these lines, and no others. */
void expect(const char *lines);

/* Collect; what comes must be so many samples, and so many things left out. */
void expect_count(int samples, size_t left_out);

/* Collect; nothing must come but this error. */
void expect_error(int error);

#endif

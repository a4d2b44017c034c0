/* findings.h - what a check found: what it is about, in words, and the cure. Pure. */
#ifndef FINDINGS_H
#define FINDINGS_H

#include <limits.h>
#include <stddef.h>

#include "util.h"

#define FINDINGS_MAX 160

enum severity {
	SEVERITY_PROBLEM, /* a graph is empty, stale or wrong for it: exit 1 */
	SEVERITY_ADVICE,  /* could be cheaper or faster */
	SEVERITY_FACT,
	SEVERITIES,
};

/* All text is UTF-8 without control characters. */
struct finding {
	const char *check; /* the name of the check */
	enum severity severity;
	char subject[512]; /* a file, a daemon, a device */
	char text[1024];
	char cure[1536]; /* "" without; a command that can be copied, or what to change */
};

/* Zero is the initial state; large, so not for the stack. */
struct findings {
	const char *check;		     /* of the findings that are added next */
	struct finding at[FINDINGS_MAX + 1]; /* the last takes what finds no room */
	size_t count;
	size_t left_out[SEVERITIES];
};

/* Begin a finding. */
void findings_add(struct findings *findings, enum severity severity, const char *subject, ...)
	PRINTF(3, 4);

/* Append to the text and to the cure of the finding begun last. */
void findings_text(struct findings *findings, const char *format, ...) PRINTF(2, 3);
void findings_cure(struct findings *findings, const char *format, ...) PRINTF(2, 3);

/* How many there are of a severity, those without room too. */
size_t findings_count(const struct findings *findings, enum severity severity);

/* "problem", "advice", "fact" */
const char *severity_name(enum severity severity);

#define SHELL_WORD_SIZE (4 * PATH_MAX)

/* The word as a shell takes it: in quotes if it needs some. Returns `ret`. */
const char *shell_word(const char *word, char ret[SHELL_WORD_SIZE]);

#endif

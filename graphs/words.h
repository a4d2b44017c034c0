/* words.h - the words of a command line, in the caller's arrays. Pure. */
#ifndef WORDS_H
#define WORDS_H

#include "buf.h"

/* Set argv, max and text; the rest is zero at first. */
struct words {
	const char **argv; /* room for `max` */
	size_t max;
	int argc;
	struct buf text; /* the words, one after the other */
	size_t begin;	 /* of the word that is not yet ended */
	bool cut;	 /* something did not fit: not to be used */
};

/* Add a word. */
void words_add(struct words *words, const char *format, ...) PRINTF(2, 3);

/* The same in parts: each adds to the word that words_end() ends. */
void words_part(struct words *words, const char *format, ...) PRINTF(2, 3);
void words_end(struct words *words);

#endif

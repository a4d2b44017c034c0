/* shell.h - words for a shell. Pure. */
#ifndef SHELL_H
#define SHELL_H

#include <limits.h>

#define SHELL_WORD_SIZE (4 * PATH_MAX)

/* The word as a shell takes it: in quotes if it needs some. Returns `ret`. */
const char *shell_word(const char *word, char ret[SHELL_WORD_SIZE]);

#endif

/* buf.h - text built up in the caller's array, never beyond it. Pure. */
#ifndef BUF_H
#define BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "util.h"

struct buf {
	char *at; /* always ends with a NUL */
	size_t size;
	size_t len;
	bool cut; /* something did not fit; `at` holds what came before it */
};

/* Begin with nothing in `at`, which has room for `size` bytes, at least 1. */
struct buf buf_of(char *at, size_t size);

/* Append all of it or, with `cut` set, nothing. Once cut, nothing more is appended. */
void buf_add(struct buf *buf, const char *format, ...) PRINTF(2, 3);
void buf_vadd(struct buf *buf, const char *format, va_list args) PRINTF(2, 0);

/* The same of `len` bytes, without printf's parsing: a table has ten thousand texts. */
void buf_put(struct buf *buf, const char *text, size_t len);

/* Append a name as people can read it: a byte that is no UTF-8 or a control character
 * becomes '?'. At most `columns` characters; a longer name ends in an ellipsis. */
void buf_add_name(struct buf *buf, const char *name, size_t columns);

/* The bytes of the character that `s` begins with, or 0 if it is no well-formed UTF-8 or a control
 * character. */
size_t buf_char_bytes(const char *s);

/* The number of characters of UTF-8 text. */
size_t buf_columns(const char *text);

#endif

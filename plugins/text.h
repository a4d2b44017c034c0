/* text.h - from the kernel's text to numbers. Pure. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdint.h>

/* The whole text as a decimal number, with or without a '-'. Returns 0, -EINVAL or -ERANGE. */
int text_i64(const char *text, int64_t *ret);
int text_i32(const char *text, int32_t *ret);

/* Take the next number of a line, after blanks. Returns 1, 0 at the end of the line, -EINVAL or
 * -ERANGE. */
int text_next_i64(const char **text, int64_t *ret);

/* Put '?' for every byte that is no printable ASCII: a terminal or a parser of JSON gets no other.
 */
void text_make_printable(char *text, size_t length);

/* How much of a directory's path to print before a '/' and what is below: its length without
 * slashes at the end, so 0 of "/". */
int text_dir_length(const char *path);

#endif

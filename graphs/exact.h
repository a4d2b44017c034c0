/* exact.h - numbers as programs read them. Pure, and the same in every locale. */
#ifndef EXACT_H
#define EXACT_H

#include <stddef.h>

#define EXACT_SIZE 32

/* Write `value`, which is finite, with as few digits as give the same double back, as JSON has
 * numbers. Returns the length. */
size_t exact_text(double value, char ret[EXACT_SIZE]);

#endif

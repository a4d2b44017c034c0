/* array.h - the length of an array, the lesser of two. */
#ifndef ARRAY_H
#define ARRAY_H

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define MIN(a, b) ((a) < (b) ? (a) : (b))

#endif

/* array.h - the length of an array, and MIN. */
#ifndef ARRAY_H
#define ARRAY_H

#include <sys/param.h> /* MIN */

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#endif

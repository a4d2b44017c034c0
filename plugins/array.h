/* array.h - the length of an array, MIN and MAX. */
#ifndef ARRAY_H
#define ARRAY_H

#include <sys/param.h> /* MIN, MAX */

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#endif

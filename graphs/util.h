/* util.h - what the C library leaves out. */
#ifndef UTIL_H
#define UTIL_H

#include <string.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define PRINTF(text, first) __attribute__((format(printf, text, first)))

/* What errno value `err` means, in English, from any thread. */
#define ERRTEXT(err) (strerrordesc_np(err) ? strerrordesc_np(err) : "unknown error")

#endif

/*
 * memory.h - how much memory this machine can spare: /proc/meminfo
 * Kernel: Documentation/filesystems/proc.rst
 */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdint.h>

#include "system.h"

/* Bytes that may be taken of `system` before it runs short, which other programs would pay for:
 * all that is available but an eighth of the whole. UINT64_MAX where that is not known. */
uint64_t memory_free_of(const struct system *system);

/* The same of this machine. */
uint64_t memory_free(void);

#endif

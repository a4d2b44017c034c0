/* memory.c - how much memory this machine can spare. */
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "banned.h"

#define RESERVE 8 /* an eighth of all is left alone */

/* "MemAvailable:    1234567 kB". UINT64_MAX without. */
static uint64_t field(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? strtoull(at + strlen(name), NULL, 10) << 10 : UINT64_MAX;
}

uint64_t memory_free_of(const struct system *system)
{
	char text[1024]; /* they are the first and the third line */
	uint64_t available, reserve;

	if (system_text(system, text, sizeof(text), "/proc/meminfo") < 0)
		return UINT64_MAX;
	available = field(text, "MemAvailable:");
	if (available == UINT64_MAX)
		return UINT64_MAX;
	reserve = field(text, "MemTotal:") / RESERVE;
	return available > reserve ? available - reserve : 0;
}

uint64_t memory_free(void)
{
	static const struct system here = { .root = "" };

	return memory_free_of(&here);
}

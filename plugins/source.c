/* source.c - all plugins. */
#include "source.h"

#include <errno.h>
#include <string.h>

#include "banned.h"

const struct source *const sources[SOURCES] = {
	&cputemp_source,
	&clusterfreq_source,
	&cpuirq_source,
	&usbio_source,
};

size_t source_left_out(const struct source *source, const void *state)
{
	return source->left_out ? source->left_out(state) : 0;
}

int source_index(const char *plugin)
{
	for (int i = 0; i < SOURCES; i++) {
		if (strcmp(sources[i]->plugin, plugin) == 0)
			return i;
	}
	return -ENOENT;
}

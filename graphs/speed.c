/* speed.c - how fast each CPU can be, from what clusterfreq recorded. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "speed.h"
#include "banned.h"

#define LIMITS "clusterfreq-%/cpufreq-limit"

static double read_limit(const struct store *store, const char *file, struct notes *notes)
{
	struct copy copy = COPY_NONE;
	double limit_hz = NAN;
	char *path;

	if (asprintf(&path, "%s/%s", store->dir, file) < 0)
		return NAN;
	if (copy_open(path, &copy, notes) == 0)
		limit_hz = measure_highest(&copy, notes);
	copy_close(&copy);
	free(path);
	return limit_hz;
}

void speed_read(const struct store *store, struct view *view, struct notes *notes)
{
	for (size_t i = 0; i < store->files; i++) {
		struct match match;
		double limit_hz;

		if (!match_path(LIMITS, store->file[i], &match))
			continue;
		limit_hz = read_limit(store, store->file[i], notes);
		for (size_t j = 0; j < view->values; j++) {
			struct view_series *series = &view->series[j];
			int cpu = match_cpu(series->name);

			if (strcmp(series->name, match.instance) == 0 ||
			    (cpu >= 0 && match_cpu_list(match.instance, cpu)))
				series->speed_hz = limit_hz;
		}
	}
}

/* speed_read.c - how fast each CPU can be, from what clusterfreq recorded. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "speed_read.h"
#include "banned.h"

#define LIMITS "clusterfreq-%/cpufreq-limit"
#define INTERRUPTS "cpuirq-%/irq-*"

static int read_limit(const struct store *store, const char *file, double *ret, struct notes *notes)
{
	struct copy copy = COPY_NONE;
	char *path = store_path(store, file);
	int rc;

	if (!path)
		return -ENOMEM;
	rc = copy_open(path, &copy, notes);
	if (rc == 0)
		*ret = measure_highest(&copy, notes);
	copy_close(&copy);
	free(path);
	return rc < 0 && rc != -ENOMEM ? -EIO : rc;
}

/* Add the cluster `name`, whose limit is in `file`. */
static int add_cluster(const struct store *store, const char *file, const char *name,
		       struct speeds *speeds, struct notes *notes)
{
	struct speed_cluster *at = reallocarray(speeds->cluster, speeds->clusters + 1, sizeof(*at));

	if (!at)
		return -ENOMEM;
	speeds->cluster = at;
	at += speeds->clusters++;
	*at = (struct speed_cluster){ .limit_hz = NAN };
	memcpy(at->name, name, strlen(name) + 1);
	return read_limit(store, file, &at->limit_hz, notes);
}

int speed_read(const struct store *store, struct speeds *ret, struct notes *notes)
{
	int rc = 0;

	*ret = (struct speeds){ 0 };
	for (size_t i = 0; i < store->files && rc != -ENOMEM; i++) {
		const char *file = store->file[i];
		struct match match;

		if (match_path(LIMITS, file, &match)) {
			int own = add_cluster(store, file, match.instance, ret, notes);

			rc = own < 0 ? own : rc;
		} else if (match_path(INTERRUPTS, file, &match)) {
			cpus_add(&ret->cpus, match.name);
		}
	}
	speed_classify(ret);
	return rc;
}

void speed_done(struct speeds *speeds)
{
	free(speeds->cluster);
	speeds->cluster = NULL;
	speeds->clusters = 0;
}

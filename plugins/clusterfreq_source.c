/* clusterfreq_source.c - the plugin clusterfreq: its options, one collection. */
#include "source.h"

#include <errno.h>
#include <string.h>

#include "clusterfreq.h"
#include "option.h"
#include "selection.h"
#include "banned.h"

struct clusterfreq {
	struct selection clusters;
	bool ignore_selected;
	struct clusterfreq_table table;
};

static int set_cluster(void *state, const char *const value[], size_t count)
{
	struct clusterfreq *clusterfreq = state;

	return count == 1 ? selection_add(&clusterfreq->clusters, value[0]) : -EINVAL;
}

static int set_ignore_selected(void *state, const char *const value[], size_t count)
{
	struct clusterfreq *clusterfreq = state;

	return option_bool(value, count, &clusterfreq->ignore_selected);
}

static const struct option_key keys[] = {
	{ "Cluster", set_cluster },
	{ "IgnoreSelected", set_ignore_selected },
	{ 0 },
};

static int clusterfreq_set(void *state, const char *key, const char *const value[], size_t count)
{
	return option_set(keys, state, key, value, count);
}

static int clusterfreq_collect(void *state, const struct kroot *root, sample_fn *emit, void *ctx)
{
	struct clusterfreq *clusterfreq = state;
	struct clusterfreq_table *table = &clusterfreq->table;
	int rc = clusterfreq_read(root, table);

	if (rc < 0)
		return rc;
	for (size_t i = 0; i < table->count; i++)
		table->cluster[i].is_listed =
			selection_takes(&clusterfreq->clusters, clusterfreq->ignore_selected,
					table->cluster[i].name);
	return clusterfreq_emit(table, emit, ctx);
}

static void clusterfreq_done(void *state)
{
	struct clusterfreq *clusterfreq = state;

	selection_done(&clusterfreq->clusters);
	memset(clusterfreq, 0, sizeof(*clusterfreq));
}

const struct source clusterfreq_source = {
	.plugin = "clusterfreq",
	.state_size = sizeof(struct clusterfreq),
	.set = clusterfreq_set,
	.collect = clusterfreq_collect,
	.done = clusterfreq_done,
	.looks_for = "sys/devices/system/cpu/{cpufreq/policy*,cpu*/cpufreq}/scaling_cur_freq",
};

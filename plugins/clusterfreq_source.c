/* clusterfreq_source.c - the plugin clusterfreq: its options, one collection. */
#include "source.h"

#include <string.h>

#include "clusterfreq.h"
#include "option.h"
#include "selection.h"
#include "banned.h"

struct clusterfreq_state {
	struct selection clusters;
	bool ignore_selected;
	struct clusterfreq_table table;
};

#define AT(member) offsetof(struct clusterfreq_state, member)

static const struct option_row options[] = {
	{ "Cluster", option_selection, AT(clusters), NULL },
	{ "IgnoreSelected", option_bool, AT(ignore_selected), NULL },
	{ 0 },
};

static int set(void *state, const char *key, const char *const value[], size_t count)
{
	return option_set(options, state, key, value, count);
}

static int collect(void *state, const struct kroot *root, sample_fn *emit, void *ctx)
{
	struct clusterfreq_state *clusterfreq = state;
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

static size_t left_out(const void *state)
{
	const struct clusterfreq_state *clusterfreq = state;

	return clusterfreq->table.left_out;
}

static void done(void *state)
{
	struct clusterfreq_state *clusterfreq = state;

	selection_done(&clusterfreq->clusters);
	memset(clusterfreq, 0, sizeof(*clusterfreq));
}

const struct source clusterfreq_source = {
	.plugin = "clusterfreq",
	.state_size = sizeof(struct clusterfreq_state),
	.set = set,
	.options = options,
	.collect = collect,
	.left_out = left_out,
	.done = done,
	.looks_for = "sys/devices/system/cpu/{cpufreq/policy*,cpu*/cpufreq}/scaling_cur_freq",
};

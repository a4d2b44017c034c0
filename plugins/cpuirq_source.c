/* cpuirq_source.c - the plugin cpuirq: its options, one collection. */
#include "source.h"

#include <errno.h>
#include <string.h>

#include "cpuirq.h"
#include "option.h"
#include "banned.h"

struct cpuirq_state {
	struct cpuirq_options options;
	struct cpuirq_table table;
};

static const char *const group_by[] = { "name", "irq", NULL };

#define AT(member) offsetof(struct cpuirq_state, member)

static const struct option_row options[] = {
	{ "Irq", option_selection, AT(options.irq), NULL },
	{ "IgnoreSelected", option_bool, AT(options.ignore_selected), NULL },
	{ "GroupBy", option_bool, AT(options.by_irq), group_by },
	{ "ReportIdle", option_bool, AT(options.report_idle), NULL },
	{ "ReportArchitecture", option_bool, AT(options.report_architecture), NULL },
	{ 0 },
};

static int set(void *state, const char *key, const char *const value[], size_t count)
{
	struct cpuirq_state *cpuirq = state;
	int rc = option_set(options, state, key, value, count);

	if (rc == 0)
		cpuirq_table_done(&cpuirq->table); /* the groups know whether they are selected */
	return rc;
}

static int emit_counts(const struct cpuirq_state *cpuirq, const char *instance,
		       const uint64_t count[], sample_fn *emit, void *ctx)
{
	struct sample sample = {
		.instance = instance,
		.type = "irq",
		.unit = "1",
		.kind = SAMPLE_DERIVE,
		.count = 1,
	};
	int emitted = 0;

	for (size_t i = 0; i < cpuirq->table.cpus; i++) {
		if (count[i] == 0 && !cpuirq->options.report_idle)
			continue;
		sample.type_instance = cpuirq->table.cpu[i].name;
		sample.derive[0] = (int64_t)count[i];
		emit(&sample, ctx);
		emitted++;
	}
	return emitted;
}

static int collect(void *state, const struct kroot *root, sample_fn *emit, void *ctx)
{
	struct cpuirq_state *cpuirq = state;
	const struct cpuirq_table *table = &cpuirq->table;
	int rc = cpuirq_read(&cpuirq->table, root, &cpuirq->options);

	if (rc < 0)
		return rc;
	int emitted = 0;
	if (table->rows > 0 && table->is_total_ready)
		emitted = emit_counts(cpuirq, CPUIRQ_TOTAL, cpuirq_total(table), emit, ctx);
	for (size_t i = 0; i < table->groups; i++) {
		const struct cpuirq_group *group = &table->group[i];

		if (group->is_ready && group->is_selected)
			emitted += emit_counts(cpuirq, group->name, cpuirq_group_sum(table, i),
					       emit, ctx);
	}
	return emitted == 0 && table->rows == 0 ? -ENOENT : emitted;
}

static void done(void *state)
{
	struct cpuirq_state *cpuirq = state;

	selection_done(&cpuirq->options.irq);
	cpuirq_table_done(&cpuirq->table);
	memset(cpuirq, 0, sizeof(*cpuirq));
}

const struct source cpuirq_source = {
	.plugin = "cpuirq",
	.state_size = sizeof(struct cpuirq_state),
	.set = set,
	.options = options,
	.collect = collect,
	.done = done,
	.looks_for = "proc/interrupts",
};

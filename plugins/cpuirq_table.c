/* cpuirq_table.c - the memory of cpuirq: sums and groups that stay from read to read. */
#include "cpuirq.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sample.h"
#include "banned.h"

#define ROWS_FIRST 64
#define GROUPS_FIRST 64

uint64_t *cpuirq_total(const struct cpuirq_table *table)
{
	return table->sum;
}

uint64_t *cpuirq_group_sum(const struct cpuirq_table *table, size_t group)
{
	return table->sum + (1 + group) * table->cpus_max;
}

void cpuirq_table_done(struct cpuirq_table *table)
{
	ktext_done(&table->text);
	ktext_done(&table->last_text);
	free(table->cpu);
	free(table->number);
	free(table->count);
	free(table->seen);
	free(table->last_seen);
	free(table->gone);
	free(table->group);
	free(table->slot);
	free(table->sum);
	*table = (struct cpuirq_table){ 0 };
}

int cpuirq_table_grow_cpus(struct cpuirq_table *table, size_t cpus)
{
	struct cpuirq_cpu *cpu = calloc(cpus, sizeof(*cpu));
	unsigned int *number = calloc(cpus, sizeof(*number));
	uint64_t *count = calloc(cpus, sizeof(*count));
	uint64_t *sum = reallocarray(NULL, 1 + table->groups_max, cpus * sizeof(*sum));

	if (!cpu || !number || !count || !sum) {
		free(cpu);
		free(number);
		free(count);
		free(sum);
		return -ENOMEM;
	}
	free(table->cpu);
	free(table->number);
	free(table->count);
	free(table->sum);
	table->cpu = cpu;
	table->number = number;
	table->count = count;
	table->sum = sum;
	table->cpus_max = cpus;
	return 0;
}

int cpuirq_table_grow_rows(struct cpuirq_table *table)
{
	size_t max = table->rows_max == 0 ? ROWS_FIRST : 2 * table->rows_max;
	struct cpuirq_seen *seen = reallocarray(table->seen, max, sizeof(*seen));

	if (!seen)
		return -ENOMEM;
	table->seen = seen;
	seen = reallocarray(table->last_seen, max, sizeof(*seen));
	if (!seen)
		return -ENOMEM;
	table->last_seen = seen;
	table->rows_max = max;
	return 0;
}

static uint32_t *slot_of(const struct cpuirq_table *table, const char *name, uint32_t hash)
{
	size_t mask = 2 * table->groups_max - 1;
	size_t at = hash & mask;

	for (; table->slot[at] != 0; at = (at + 1) & mask) {
		const struct cpuirq_group *group = &table->group[table->slot[at] - 1];

		if (group->hash == hash && strcmp(group->name, name) == 0)
			break;
	}
	return &table->slot[at];
}

static void fill_slots(struct cpuirq_table *table)
{
	memset(table->slot, 0, 2 * table->groups_max * sizeof(*table->slot));
	for (size_t i = 0; i < table->groups; i++) {
		const struct cpuirq_group *group = &table->group[i];

		*slot_of(table, group->name, group->hash) = (uint32_t)i + 1;
	}
}

static int grow_groups(struct cpuirq_table *table)
{
	size_t max = table->groups_max == 0 ? GROUPS_FIRST : 2 * table->groups_max;
	uint64_t *sum = reallocarray(table->sum, 1 + max, table->cpus_max * sizeof(*sum));

	if (!sum)
		return -ENOMEM;
	table->sum = sum;
	struct cpuirq_group *group = reallocarray(table->group, max, sizeof(*group));
	if (!group)
		return -ENOMEM;
	table->group = group;
	uint32_t *slot = reallocarray(table->slot, max, 2 * sizeof(*slot));
	if (!slot)
		return -ENOMEM;
	table->slot = slot;
	table->groups_max = max;
	fill_slots(table);
	return 0;
}

static uint32_t hash_name(const char *name)
{
	uint32_t hash = 2166136261u; /* FNV-1a */

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619u;
	return hash;
}

int cpuirq_table_group(struct cpuirq_table *table, const char *name,
		       const struct cpuirq_options *options, size_t *ret)
{
	uint32_t hash = hash_name(name);

	if (table->groups == table->groups_max) {
		int rc = grow_groups(table);

		if (rc < 0)
			return rc;
	}
	uint32_t *slot = slot_of(table, name, hash);
	if (*slot == 0) {
		struct cpuirq_group *group = &table->group[table->groups++];

		*group = (struct cpuirq_group){ .hash = hash };
		snprintf(group->name, sizeof(group->name), "%s", name);
		group->is_selected = selection_takes(&options->irq, options->ignore_selected, name);
		*slot = (uint32_t)table->groups;
	}
	*ret = *slot - 1;
	return 0;
}

int cpuirq_table_add_gone(struct cpuirq_table *table, const struct cpuirq_seen *row)
{
	if (table->gones == table->gones_max) {
		size_t max = table->gones_max == 0 ? ROWS_FIRST : 2 * table->gones_max;
		struct cpuirq_gone *gone = reallocarray(table->gone, max, sizeof(*gone));

		if (!gone)
			return -ENOMEM;
		table->gone = gone;
		table->gones_max = max;
	}
	table->gone[table->gones++] = (struct cpuirq_gone){ row->number, row->count };
	return 0;
}

/* Names can come and go for years ("usb-001:006:01"). */
void cpuirq_table_drop_groups(struct cpuirq_table *table)
{
	size_t kept = 0;

	if (table->groups <= table->groups_max / 2)
		return;
	for (size_t i = 0; i < table->groups; i++) {
		const struct cpuirq_group *group = &table->group[i];

		if (group->rows > 0 || !sample_is_forgotten(table->reads, group->sent_at))
			table->group[kept++] = *group;
	}
	if (kept == table->groups)
		return;
	table->groups = kept;
	table->has_last_groups = false;
	fill_slots(table);
}

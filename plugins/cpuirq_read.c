/* cpuirq_read.c - reads /proc/interrupts and adds its rows up by group. */
#include "cpuirq.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "banned.h"

#define PATH "proc/interrupts"

static int read_header(struct cpuirq_table *table, struct cpuirq_text *text)
{
	struct cpuirq_text again = *text;
	int cpus = cpuirq_header(text, table->number, table->cpus_max);

	if (cpus < 0)
		return cpus;
	if ((size_t)cpus > table->cpus_max) {
		int rc = cpuirq_table_grow_cpus(table, (size_t)cpus);

		if (rc < 0)
			return rc;
		cpuirq_header(&again, table->number, table->cpus_max);
	}
	table->cpus = (size_t)cpus;
	for (size_t i = 0; i < table->cpus; i++) {
		struct cpuirq_cpu *cpu = &table->cpu[i];

		if (cpu->name[0] != '\0' && cpu->number == table->number[i])
			continue;
		cpu->number = table->number[i];
		snprintf(cpu->name, sizeof(cpu->name), "cpu%u", cpu->number);
	}
	return 0;
}

static void begin(struct cpuirq_table *table)
{
	cpuirq_table_drop_groups(table);
	for (size_t i = 0; i < table->groups; i++) {
		table->group[i].rows = 0;
		table->group[i].is_ready = false;
	}
	memset(cpuirq_total(table), 0, table->cpus * sizeof(*table->sum));
}

/*
 * Some old kernels print a count for each CPU there is, but name in the header those online. It
 * is clear which is which where CPU 0 to n are online, and no other.
 */
static bool has_clear_columns(const struct cpuirq_table *table, const struct cpuirq_row *row)
{
	if (row->kind == CPUIRQ_SHORT)
		return false;
	return row->columns == table->cpus || table->cpu[table->cpus - 1].number == table->cpus - 1;
}

/* Returns 0, or -EBADMSG where a sum has more than 63 bits. */
static int add_counts(uint64_t sum[], const uint64_t count[], size_t cpus)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < cpus; i++) {
		sum[i] += count[i];
		bits |= sum[i];
	}
	return bits > INT64_MAX ? -EBADMSG : 0;
}

static int add_to_group(struct cpuirq_table *table, size_t index, const struct cpuirq_row *row)
{
	struct cpuirq_group *group = &table->group[index];
	uint64_t *sum = cpuirq_group_sum(table, index);

	if (group->rows++ == 0) {
		memset(sum, 0, table->cpus * sizeof(*sum));
		group->is_short = false;
		group->row_set = 0;
	}
	group->row_set = (group->row_set + 1 + row->number) * 0x9E3779B97F4A7C15;
	if (has_clear_columns(table, row))
		return add_counts(sum, table->count, table->cpus);
	group->is_short = true;
	return 0;
}

static bool is_as_it_was(const struct cpuirq_table *table, const struct cpuirq_row *row)
{
	if (table->rows >= table->last_rows || !table->has_last_groups)
		return false;
	const struct cpuirq_seen *seen = &table->last_seen[table->rows];
	return seen->number == row->number && seen->text_length == row->text.length &&
	       memcmp(table->last_text.data + seen->text_at, row->text.text, seen->text_length) ==
		       0;
}

/* Its name is only looked at where the row is another one than in the last read. */
static int find_group(struct cpuirq_table *table, const struct cpuirq_row *row,
		      const struct cpuirq_options *options, size_t *ret)
{
	char name[NAME_SIZE];

	if (is_as_it_was(table, row)) {
		*ret = table->last_seen[table->rows].group;
		return 0;
	}
	cpuirq_group_name(row, options->by_irq, name);
	return cpuirq_table_group(table, name, options, ret);
}

static int add_numbered(struct cpuirq_table *table, struct cpuirq_row *row,
			const struct cpuirq_options *options)
{
	if (table->rows > 0 && row->number < table->seen[table->rows - 1].number)
		return -EBADMSG;
	int rc = cpuirq_counts(row, table->count, table->cpus);
	if (rc < 0)
		return rc;
	if (table->rows == table->rows_max) {
		rc = cpuirq_table_grow_rows(table);
		if (rc < 0)
			return rc;
	}
	struct cpuirq_seen *seen = &table->seen[table->rows];
	rc = find_group(table, row, options, &seen->group);
	if (rc < 0)
		return rc;
	seen->number = row->number;
	seen->text_at = (size_t)(row->text.text - table->text.data);
	seen->text_length = row->text.length;
	seen->count = 0;
	for (size_t i = 0; i < table->cpus; i++)
		seen->count += table->count[i];
	table->rows++;
	rc = add_counts(cpuirq_total(table), table->count, table->cpus);
	return rc < 0 ? rc : add_to_group(table, seen->group, row);
}

static int add_architecture(struct cpuirq_table *table, struct cpuirq_row *row,
			    const struct cpuirq_options *options)
{
	char name[NAME_SIZE];
	size_t group;

	cpuirq_counts(row, table->count, table->cpus);
	if (row->kind == CPUIRQ_OTHER || cpuirq_group_name(row, options->by_irq, name) == 0)
		return 0;
	int rc = cpuirq_table_group(table, name, options, &group);
	return rc < 0 ? rc : add_to_group(table, group, row);
}

static int add_rows(struct cpuirq_table *table, struct cpuirq_text *text,
		    const struct cpuirq_options *options)
{
	struct cpuirq_row row;
	int rc;

	while ((rc = cpuirq_row(text, &row)) > 0) {
		if (row.kind == CPUIRQ_NUMBERED)
			rc = add_numbered(table, &row, options);
		else if (options->report_architecture)
			rc = add_architecture(table, &row, options);
		if (rc < 0)
			break;
	}
	return rc;
}

int cpuirq_read(struct cpuirq_table *table, const struct kroot *root,
		const struct cpuirq_options *options)
{
	table->reads++;
	table->rows = 0;
	int rc = kfile_text(root, &table->text, PATH);
	if (rc < 0)
		return rc;

	struct cpuirq_text text = { table->text.data, table->text.data + table->text.length };
	rc = read_header(table, &text);
	if (rc < 0)
		return rc;
	begin(table);
	rc = add_rows(table, &text, options);
	return rc < 0 ? rc : cpuirq_follow(table);
}

/* cpuirq_follow.c - compares the rows of a read with those of the last: which sums have jumped. */
#include "cpuirq.h"

#include <errno.h>
#include <stdlib.h>

#include "sample.h"
#include "banned.h"

static int compare_numbers(unsigned int left, unsigned int right)
{
	return (left > right) - (left < right);
}

static int compare_seen(const void *number, const void *row)
{
	return compare_numbers(*(const unsigned int *)number,
			       ((const struct cpuirq_seen *)row)->number);
}

static int compare_gone(const void *number, const void *row)
{
	return compare_numbers(*(const unsigned int *)number,
			       ((const struct cpuirq_gone *)row)->number);
}

/* The rows of a table ascend by their numbers. */
static const struct cpuirq_seen *find(const struct cpuirq_seen rows[], size_t count,
				      unsigned int number)
{
	return count == 0 ? NULL : bsearch(&number, rows, count, sizeof(rows[0]), compare_seen);
}

/* Groups whose indices are not known any more count as the same: that is once in a long while. */
static bool has_other_group(const struct cpuirq_table *table, const struct cpuirq_seen *last,
			    const struct cpuirq_seen *row)
{
	return table->has_last_groups && last->group != row->group;
}

static bool has_same_rows(const struct cpuirq_table *table)
{
	for (size_t i = 0; i < table->rows; i++) {
		if (i == table->last_rows || table->last_seen[i].number != table->seen[i].number ||
		    has_other_group(table, &table->last_seen[i], &table->seen[i]))
			return false;
	}
	return table->rows == table->last_rows;
}

static int sort_gone(const void *left, const void *right)
{
	return compare_gone(&((const struct cpuirq_gone *)left)->number, right);
}

/* Keep the counts of the rows that have gone, in the order of their numbers. */
static int note_gone(struct cpuirq_table *table)
{
	size_t before = table->gones;

	for (size_t i = 0; i < table->last_rows; i++) {
		const struct cpuirq_seen *row = &table->last_seen[i];

		if (row->count > 0 && !find(table->seen, table->rows, row->number) &&
		    cpuirq_table_add_gone(table, row) < 0)
			return -ENOMEM;
	}
	if (table->gones > before)
		qsort(table->gone, table->gones, sizeof(table->gone[0]), sort_gone);
	return 0;
}

/* Forget that the row was gone: its count becomes 0, until drop_back(). Returns whether it is the
 * old one: a new user of the number begins at 0. */
static bool is_back(struct cpuirq_table *table, const struct cpuirq_seen *row)
{
	struct cpuirq_gone *gone = table->gones == 0
					   ? NULL
					   : bsearch(&row->number, table->gone, table->gones,
						     sizeof(table->gone[0]), compare_gone);

	if (!gone || gone->count == 0)
		return false;
	bool is_old = row->count >= gone->count;
	gone->count = 0;
	return is_old;
}

static void drop_back(struct cpuirq_table *table)
{
	size_t kept = 0;

	for (size_t i = 0; i < table->gones; i++) {
		if (table->gone[i].count > 0)
			table->gone[kept++] = table->gone[i];
	}
	table->gones = kept;
}

/* Where a row has come with counts of before, from another group or from nowhere, the sum has
 * jumped. Returns whether that of all rows has, or -ENOMEM. */
static int find_jumps(struct cpuirq_table *table)
{
	bool total_has_jumped = false;

	if (has_same_rows(table))
		return false;
	if (note_gone(table) < 0)
		return -ENOMEM;
	for (size_t i = 0; i < table->rows; i++) {
		const struct cpuirq_seen *row = &table->seen[i];
		const struct cpuirq_seen *last =
			find(table->last_seen, table->last_rows, row->number);
		bool is_from_nowhere = !last && is_back(table, row);

		total_has_jumped |= is_from_nowhere;
		if (is_from_nowhere ||
		    (last && has_other_group(table, last, row) && row->count >= last->count))
			table->group[row->group].has_jumped = true;
	}
	drop_back(table);
	return total_has_jumped;
}

static void decide_total(struct cpuirq_table *table, bool has_jumped)
{
	if (has_jumped)
		table->is_total_ready = false;
	if (!table->is_total_ready && sample_is_forgotten(table->reads, table->total_sent_at))
		table->is_total_ready = true;
	if (table->is_total_ready)
		table->total_sent_at = table->reads;
}

static void decide_groups(struct cpuirq_table *table)
{
	for (size_t i = 0; i < table->groups; i++) {
		struct cpuirq_group *group = &table->group[i];

		if (group->rows == 0 || group->is_short)
			continue;
		if (group->has_jumped && group->row_set != group->sent_row_set &&
		    !sample_is_forgotten(table->reads, group->sent_at))
			continue;
		group->is_ready = true;
		group->has_jumped = false;
		group->sent_row_set = group->row_set;
		group->sent_at = table->reads;
	}
}

/* This read becomes the one that the next is compared with. */
static void keep(struct cpuirq_table *table)
{
	struct ktext text = table->last_text;
	struct cpuirq_seen *seen = table->last_seen;

	table->last_text = table->text;
	table->last_seen = table->seen;
	table->last_rows = table->rows;
	table->has_last_groups = true;
	table->text = text;
	table->seen = seen;
}

int cpuirq_follow(struct cpuirq_table *table)
{
	int jumped = find_jumps(table);

	if (jumped < 0)
		return jumped;
	decide_total(table, jumped > 0);
	decide_groups(table);
	keep(table);
	return 0;
}

/* table_read.c - a table from the files of a store. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "table_read.h"
#include "banned.h"

struct reading {
	const struct store *store;
	const struct table_request *request;
	struct table *table;
	struct notes *notes;
};

static bool is_name(const struct table *table, const char *name)
{
	if (strcmp(name, "time") == 0)
		return true;
	for (size_t i = 0; i < table->columns; i++) {
		if (export_is_same(table->column[i].name, name))
			return true;
	}
	return false;
}

/* "cpu0-3 limit"; the second of a name gets -2, and so on. */
static void make_name(const struct table *table, struct table_column *column)
{
	const char *label = column->rule->label;
	size_t len;

	snprintf(column->name, TABLE_NAME_SIZE, "%s%s%s", column->series, label ? " " : "",
		 label ? label : "");
	len = strlen(column->name);
	for (size_t n = 2; is_name(table, column->name); n++)
		snprintf(column->name + len, TABLE_NAME_SIZE - len, "-%zu", n);
}

/* Add a column for a data source of the file that is read; there is room. */
static void add_column(const struct reading *r, const struct header *header, const char *path,
		       const struct graph_rule *rule, const struct match *match)
{
	struct table *table = r->table;
	int source = header_source(header, rule->source);
	struct table_column column = { .rule = rule,
				       .file = table->files,
				       .source = (size_t)source };

	if (source < 0) {
		store_lacks(r->store, path, rule->source, r->notes);
		return;
	}
	snprintf(column.series, sizeof(column.series), "%s",
		 match->name[0] ? match->name : r->request->instance);
	make_name(table, &column);
	if (graph_is_value(rule->role) && header->last_update > table->newest)
		table->newest = header->last_update;
	table->column[table->columns++] = column;
}

/* Add what the graph wants of a file. */
static int add_file(const struct reading *r, const char *path)
{
	const struct table_request *request = r->request;
	struct table *table = r->table;
	struct table_file *file = &table->file[table->files];
	const struct graph_rule *rule = NULL;
	size_t columns = table->columns;
	struct match match;
	char *whole;

	if (!graph_rule(request->graph, request->instance, path, NULL, &match))
		return 0;
	table->matches++;
	whole = store_path(r->store, path);
	if (!whole)
		return -ENOMEM;
	*file = (struct table_file){ .path = path, .archive = -1 };
	if (copy_header(whole, &file->header, r->notes) == 0) {
		while ((rule = graph_rule(request->graph, request->instance, path, rule, &match)) !=
		       NULL)
			add_column(r, &file->header, path, rule, &match);
	}
	free(whole);
	table->files += table->columns > columns;
	return 0;
}

static bool all_have(const struct reading *r, uint64_t row_s)
{
	for (size_t i = 0; i < r->table->files; i++) {
		if (archive_find(&r->table->file[i].header, r->request->cf, row_s) < 0)
			return false;
	}
	return true;
}

/* A step that a file has not: those that all have. */
static void say_steps(const struct reading *r)
{
	const struct header *header = &r->table->file[0].header;
	unsigned long long step_s = r->request->step_s;
	char text[512];
	struct buf steps = buf_of(text, sizeof(text));

	for (size_t i = 0; i < header->archives; i++) {
		uint64_t row_s = header->archive[i].row_s;

		if (archive_find(header, r->request->cf, row_s) == (int)i && all_have(r, row_s))
			buf_add(&steps, "%s%llu", steps.len ? ", " : "", (unsigned long long)row_s);
	}
	if (steps.len)
		notes_fail(r->notes, "--step %llu: there are rows of %s seconds", step_s, text);
	else
		notes_fail(r->notes,
			   "--step %llu: the files have no step in common; leave --step out",
			   step_s);
}

/* The finest archive that reaches back to the start, or the farthest, or -1. */
static int own_archive(const struct reading *r, const struct header *header)
{
	size_t order[HEADER_ARCHIVES_MAX];

	if (archive_choose(header, r->request->cf, r->request->start, 1, order) == 0)
		return -1;
	return (int)order[0];
}

/* The row length to read all files by: the longest that one needs. */
static uint64_t common_step(const struct reading *r)
{
	uint64_t row_s = 0;

	for (size_t i = 0; i < r->table->files; i++) {
		const struct header *header = &r->table->file[i].header;
		int own = own_archive(r, header);

		if (own >= 0 && header->archive[own].row_s > row_s)
			row_s = header->archive[own].row_s;
	}
	return row_s;
}

/* The next shorter row length of any file, 0 if there is none. */
static uint64_t finer_step(const struct reading *r, uint64_t than_s)
{
	uint64_t row_s = 0;

	for (size_t i = 0; i < r->table->files; i++) {
		const struct header *header = &r->table->file[i].header;

		for (size_t a = 0; a < header->archives; a++) {
			uint64_t own_s = header->archive[a].row_s;

			if (own_s < than_s && own_s > row_s &&
			    archive_find(header, r->request->cf, own_s) >= 0)
				row_s = own_s;
		}
	}
	return row_s;
}

/* One file at a time is copied: there may be thousands. What a writer added meanwhile is left out,
 * so that all columns end together. */
static int read_rows(const struct reading *r, struct table_file *file)
{
	uint64_t row_s = file->header.archive[file->archive].row_s;
	time_t finished = archive_finished(&file->header, (size_t)file->archive);
	char *whole = store_path(r->store, file->path);
	struct copy copy = COPY_NONE;
	int index;

	file->next = 0;
	if (!whole)
		return -ENOMEM;
	if (copy_open(whole, &copy, r->notes) == 0) {
		index = archive_find(&copy.header, r->request->cf, row_s);
		if (index >= 0 && copy.header.sources == file->header.sources)
			fetch_open(&copy, (size_t)index, r->request->start,
				   r->request->end < finished ? r->request->end : finished,
				   &file->rows, r->notes);
	}
	copy_close(&copy);
	free(whole);
	return 0;
}

static bool has_known(const struct table *table, const struct table_column *column)
{
	const struct table_file *file = &table->file[column->file];

	for (size_t i = file->next; i < file->rows.count; i++) {
		if (isfinite(file->rows.value[i * file->rows.sources + column->source]))
			return true;
	}
	return false;
}

/* Read all files by rows of `row_s` seconds, where they have them. Returns 0 or -ENOMEM; what else
 * fails is in the notes. */
static int read_all(const struct reading *r, uint64_t row_s)
{
	struct table *table = r->table;

	for (size_t i = 0; i < table->files; i++) {
		struct table_file *file = &table->file[i];
		const struct header *header = &file->header;

		fetch_close(&file->rows);
		file->archive = archive_find(header, r->request->cf, row_s);
		if (file->archive < 0)
			file->archive = own_archive(r, header);
		if (file->archive < 0)
			notes_fail(r->notes, "%s/%s: has no rows of %s; try another --cf",
				   r->store->dir, file->path, archive_cf_names[r->request->cf]);
		else if (read_rows(r, file) < 0)
			return -ENOMEM;
	}
	for (size_t i = 0; i < table->columns && !table->is_known; i++)
		table->is_known = graph_is_value(table->column[i].rule->role) &&
				  has_known(table, &table->column[i]);
	return 0;
}

/* Read by the common step, or by a finer one if only that has known values. Returns as read_all().
 */
static int read_best(const struct reading *r)
{
	uint64_t common_s = common_step(r), row_s = common_s;
	int rc = read_all(r, common_s);

	while (rc == 0 && !r->table->is_known && (row_s = finer_step(r, row_s)) > 0)
		rc = read_all(r, row_s);
	if (rc == 0 && row_s == 0 && common_s > 0)
		rc = read_all(r, common_s);
	return rc;
}

int table_open(const struct store *store, const struct table_request *request, struct table *ret,
	       struct notes *notes)
{
	struct reading r = { .store = store, .request = request, .table = ret, .notes = notes };
	size_t count = graph_count(request->graph, request->instance, store->file, store->files);
	uint64_t row_s = request->step_s;

	*ret = (struct table){ 0 };
	ret->file = calloc(count + 1, sizeof(ret->file[0]));
	ret->column = calloc(count * GRAPH_RULES_MAX + 1, sizeof(ret->column[0]));
	if (!ret->file || !ret->column)
		return -ENOMEM;
	for (size_t i = 0; i < store->files; i++) {
		if (add_file(&r, store->file[i]) < 0)
			return -ENOMEM;
	}
	if (row_s && !all_have(&r, row_s)) {
		say_steps(&r);
		return -EINVAL;
	}
	return row_s ? read_all(&r, row_s) : read_best(&r);
}

void table_close(struct table *table)
{
	for (size_t i = 0; i < table->files; i++)
		fetch_close(&table->file[i].rows);
	free(table->file);
	free(table->column);
	*table = (struct table){ 0 };
}

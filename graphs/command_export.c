/* command_export.c - boardgraph export. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "catalog.h"
#include "command.h"
#include "export.h"
#include "fresh.h"
#include "number.h"
#include "period.h"
#include "table_read.h"
#include "banned.h"

/* Everything for a run. */
struct run {
	const struct options *options;
	struct store store;
	struct catalog catalog;
	const struct catalog_entry *entry;
	time_t now, start, end;
	bool is_stale; /* rrdcached could not be asked */
	struct table table;
};

static void write_text(struct buf *buf, FILE *out)
{
	assert(!buf->cut); /* there is room for the longest names */
	fwrite(buf->at, 1, buf->len, out);
	*buf = buf_of(buf->at, buf->size);
}

static struct export_column describe(const struct run *run, size_t index)
{
	const struct table_column *column = &run->table.column[index];

	return (struct export_column){
		.name = column->name,
		.unit = graph_unit(run->entry->graph, column->rule->role)->symbol,
		.series = column->series,
		.role = graph_role_name(column->rule->role),
		.file = run->table.file[column->file].path,
		.source = column->rule->source,
		.step = table_step(&run->table, index),
	};
}

/* That of all columns, or 0. */
static time_t only_step(const struct table *table)
{
	for (size_t i = 1; i < table->columns; i++) {
		if (table_step(table, i) != table_step(table, 0))
			return 0;
	}
	return table->columns ? table_step(table, 0) : 0;
}

static void write_table(struct run *run, const struct export_about *about, double value[],
			struct buf *buf, FILE *out)
{
	size_t columns = run->table.columns;
	time_t time;

	export_begin(about, buf);
	write_text(buf, out);
	for (size_t i = 0; i < columns; i++) {
		struct export_column column = describe(run, i);

		export_column(about, &column, buf);
		write_text(buf, out);
	}
	export_body(about, buf);
	/* once it cannot be written, boardgraph.c says so at the end */
	for (size_t row = 0; !ferror(out) && table_next(&run->table, &time, value); row++) {
		export_row(about, row, time, value, columns, buf);
		write_text(buf, out);
	}
	export_end(about, buf);
	write_text(buf, out);
}

static int write_all(struct run *run, FILE *out)
{
	struct export_about about = {
		.format = run->options->format,
		.host = run->store.host,
		.graph = run->entry->name,
		.unit = run->entry->graph->unit->symbol,
		.cf = archive_cf_words[run->options->cf],
		.start = run->start,
		.end = run->end,
		.step = only_step(&run->table),
	};
	size_t size = EXPORT_TEXT_SIZE + EXPORT_ROW_SIZE(run->table.columns);
	double *value = calloc(run->table.columns + 1, sizeof(value[0]));
	char *text = malloc(size);

	if (value && text) {
		struct buf buf = buf_of(text, size);

		write_table(run, &about, value, &buf, out);
	}
	free(value);
	free(text);
	return value && text ? 0 : -ENOMEM;
}

/* Why there is nothing to read in it. */
static void say_empty(const struct run *run, struct notes *notes)
{
	char text[MATCH_SIZE * 2];
	struct buf buf = buf_of(text, sizeof(text));

	if (run->table.matches == 0) {
		graph_expand(&buf, run->entry->graph->looked_for, run->entry->instance);
		notes_warn(notes, "%s: there is no %s in %s: `boardgraph check` says why",
			   run->entry->name, text, run->store.dir);
	} else if (run->table.newest) {
		period_write(run->table.newest, &buf);
		notes_warn(notes, "%s: no known value in this span; the newest sample is of %s",
			   run->entry->name, text);
	}
}

/* A step that is asked for reaches back no farther than its archive. */
static void say_reach(const struct run *run, struct notes *notes)
{
	time_t begin = table_begin(&run->table);
	char text[64];
	struct buf buf = buf_of(text, sizeof(text));

	if (!run->options->step_s || begin <= run->start)
		return;
	period_write(begin, &buf);
	notes_warn(notes, "--step %llu: these rows reach back to %s only",
		   (unsigned long long)run->options->step_s, text);
}

static void say_age(const struct run *run, struct notes *notes)
{
	char age[NUMBER_SIZE];

	if (fresh_is_ahead(run->table.newest, run->now)) {
		fresh_say_ahead(run->table.newest, notes);
		return;
	}
	if (run->table.newest == 0 || !run->is_stale)
		return;
	number_age((double)(run->now - run->table.newest), age);
	notes_warn(notes, "the newest value is %s old", age);
}

static void decide_span(struct run *run)
{
	const struct options *options = run->options;

	run->end = options->periods ? run->now : options->end;
	run->start = options->periods ? run->now - options->period[0]->seconds : options->start;
}

static int read_table(struct run *run, struct notes *notes)
{
	struct table_request request = {
		.graph = run->entry->graph,
		.instance = run->entry->instance,
		.cf = run->options->cf,
		.step_s = run->options->step_s,
	};

	/* without rrdcached the rows are those of the files, and the failure is told */
	run->is_stale =
		catalog_flush(&run->store, &run->catalog, false, run->options->daemon, notes) < 0;
	run->now = time(NULL);
	decide_span(run);
	request.start = run->start;
	request.end = run->end;
	return table_open(&run->store, &request, &run->table, notes);
}

static enum command_exit finish(struct run *run, FILE *out, struct notes *notes)
{
	int rc = read_table(run, notes);

	if (rc == -EINVAL)
		return COMMAND_USAGE;
	if (rc == 0)
		rc = write_all(run, out);
	if (rc < 0) {
		notes_fail(notes, "out of memory");
		return COMMAND_FAILED;
	}
	say_age(run, notes);
	if (run->table.is_known)
		say_reach(run, notes);
	else
		say_empty(run, notes);
	if (notes->failed)
		return COMMAND_FAILED;
	return run->table.is_known ? COMMAND_DONE : COMMAND_NO_DATA;
}

static enum command_exit export_graph(struct run *run, FILE *out, struct notes *notes)
{
	int rc = store_open(run->options->data_dir, run->options->host, &run->store, notes);

	if (rc < 0)
		return rc == -EINVAL ? COMMAND_USAGE : COMMAND_FAILED;
	if (catalog_open(&run->store, &run->catalog) < 0) {
		notes_fail(notes, "out of memory");
		return COMMAND_FAILED;
	}
	if (catalog_choose(&run->catalog, run->options->arguments, 1, false, notes) < 0)
		return COMMAND_USAGE;
	run->entry = &run->catalog.entry[catalog_find(&run->catalog, run->options->arguments[0])];
	return finish(run, out, notes);
}

enum command_exit command_export(const struct options *options, FILE *out, struct notes *notes)
{
	struct run run = { .options = options };
	enum command_exit code;

	if (options->argument_count != 1) {
		notes_fail(notes, "export takes one GRAPH; `boardgraph list` names all");
		return COMMAND_USAGE;
	}
	if (options->periods > 1) {
		notes_fail(notes, "export takes one --period, these are %d", options->periods);
		return COMMAND_USAGE;
	}
	code = export_graph(&run, out, notes);
	table_close(&run.table);
	catalog_close(&run.catalog);
	store_close(&run.store);
	return code;
}

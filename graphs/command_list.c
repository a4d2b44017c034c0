/* command_list.c - boardgraph list. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "command.h"
#include "copy.h"
#include "list.h"
#include "period.h"
#include "banned.h"

#define NAME_COLUMNS 40 /* of the column of names; a longer one does not move the others */

static int read_newest(const struct store *store, struct list_series *series, struct notes *notes)
{
	struct header header;
	char *path;
	int rc;

	if (asprintf(&path, "%s/%s", store->dir, series->file) < 0)
		return -ENOMEM;
	rc = copy_header(path, &header, notes);
	free(path);
	if (rc < 0)
		return rc == -ENOMEM ? rc : 0;
	if (header_source(&header, series->rule->source) >= 0)
		series->newest = header.last_update;
	else
		store_lacks(store, series->file, series->rule->source, notes);
	return 0;
}

/* Add one data source of one file; there is room. */
static int add_series(const struct list *list, struct list_graph *graph, const char *file,
		      const struct graph_rule *rule, const struct match *match, struct notes *notes)
{
	struct list_series *series = &graph->series[graph->count++];

	*series = (struct list_series){ .rule = rule, .file = file };
	snprintf(series->name, sizeof(series->name), "%s",
		 match->name[0] ? match->name : graph->entry->instance);
	if (read_newest(&list->store, series, notes) < 0)
		return -ENOMEM;
	if (graph_is_value(rule->role) && series->newest > graph->newest)
		graph->newest = series->newest;
	return 0;
}

static int read_series(const struct list *list, struct list_graph *graph, struct notes *notes)
{
	const struct catalog_entry *entry = graph->entry;
	size_t max = (entry->last - entry->first) * GRAPH_RULES_MAX + 1;
	struct match match;
	int rc = 0;

	graph->series = calloc(max, sizeof(graph->series[0]));
	if (!graph->series)
		return -ENOMEM;
	for (size_t i = entry->first; i < entry->last && rc == 0; i++) {
		const char *file = list->store.file[i];
		const struct graph_rule *rule = NULL;

		while (rc == 0 && (rule = graph_rule(entry->graph, entry->instance, file, rule,
						     &match)) != NULL)
			rc = add_series(list, graph, file, rule, &match, notes);
	}
	return rc;
}

static void add_name(struct buf *buf, const char *name)
{
	buf_add_name(buf, name, MATCH_SIZE);
}

static void add_age(const struct list *list, const struct list_graph *graph, struct buf *line)
{
	char age[NUMBER_SIZE];

	if (graph->newest == 0) {
		buf_add(line, "never updated");
		return;
	}
	buf_add(line, "newest ");
	period_write(graph->newest, line);
	if (graph->newest > list->now + 60) {
		buf_add(line, ", in the future: was the clock wrong?");
		return;
	}
	number_age((double)(list->now - graph->newest), age);
	buf_add(line, ", %s ago", age);
}

/* A name can have several data sources that are values. */
static size_t count_names(const struct list_graph *graph)
{
	size_t names = 0;

	for (size_t i = 0; i < graph->count; i++) {
		bool is_first = graph_is_value(graph->series[i].rule->role);

		for (size_t j = 0; j < i && is_first; j++)
			is_first = !graph_is_value(graph->series[j].rule->role) ||
				   strcmp(graph->series[i].name, graph->series[j].name) != 0;
		names += is_first;
	}
	return names;
}

/* "temperature  Temperatures: 5 series (°C), newest 2026-11-30 18:00:00, 12 s ago" */
static void print_graph(const struct list *list, const struct list_graph *graph, size_t width,
			FILE *out)
{
	char text[MATCH_SIZE * 8], title[MATCH_SIZE * 2];
	struct buf line = buf_of(text, sizeof(text)), whole = buf_of(title, sizeof(title));
	const struct graph *row = graph->entry->graph;
	size_t values = count_names(graph);

	add_name(&line, graph->entry->name);
	if (buf_columns(text) < width)
		buf_add(&line, "%*s", (int)(width - buf_columns(text)), "");
	buf_add(&line, "  ");
	graph_expand(&whole, row->title, graph->entry->instance);
	add_name(&line, title);
	if (values == 0) {
		buf_add(&line, ": no data, there is no ");
		graph_expand(&line, row->looked_for, graph->entry->instance);
	} else {
		buf_add(&line, ": %zu series (%s), ", values, row->axis);
		add_age(list, graph, &line);
	}
	fprintf(out, "%s\n", text);
}

static void print_head(const struct list *list, FILE *out)
{
	char host[MATCH_SIZE * 4], dir[PATH_MAX];
	struct buf host_buf = buf_of(host, sizeof(host)), dir_buf = buf_of(dir, sizeof(dir));

	buf_add_name(&host_buf, list->store.host, MATCH_SIZE);
	buf_add_name(&dir_buf, list->store.dir, sizeof(dir));
	fprintf(out, "Host %s, in %s\n", host, dir);
}

static void print_people(const struct list *list, FILE *out)
{
	char text[MATCH_SIZE * 4];
	size_t width = 0, quiet = 0;

	for (size_t i = 0; i < list->catalog.count; i++) {
		struct buf buf = buf_of(text, sizeof(text));

		add_name(&buf, list->catalog.entry[i].name);
		if (buf_columns(text) > width && buf_columns(text) <= NAME_COLUMNS &&
		    list->catalog.entry[i].is_default)
			width = buf_columns(text);
	}
	print_head(list, out);
	for (size_t i = 0; i < list->catalog.count; i++) {
		if (list->catalog.entry[i].is_default)
			print_graph(list, &list->graph[i], width, out);
		else
			quiet++;
	}
	if (quiet == 0)
		return;
	fprintf(out,
		"Drawn on request only: interrupts below 1/s or beyond the %d busiest, USB devices "
		"without a value for a month:\n",
		CATALOG_HOT_MAX);
	for (size_t i = 0; i < list->catalog.count; i++) {
		struct buf buf = buf_of(text, sizeof(text));

		if (list->catalog.entry[i].is_default)
			continue;
		add_name(&buf, list->catalog.entry[i].name);
		fprintf(out, "%s\n", text);
	}
}

static int read_all(struct list *list, struct notes *notes)
{
	if (catalog_open(&list->store, &list->catalog) < 0)
		return -ENOMEM;
	/* without rrdcached the ages are those of the files, and the failure is told */
	catalog_flush(&list->store, &list->catalog, true, list->options->daemon, notes);
	if (catalog_rank(&list->store, &list->catalog, list->now, notes) < 0)
		return -ENOMEM;
	list->graph = calloc(list->catalog.count, sizeof(list->graph[0]));
	if (!list->graph)
		return -ENOMEM;
	for (size_t i = 0; i < list->catalog.count; i++) {
		list->graph[i].entry = &list->catalog.entry[i];
		if (read_series(list, &list->graph[i], notes) < 0)
			return -ENOMEM;
	}
	return 0;
}

static void done(struct list *list)
{
	for (size_t i = 0; list->graph && i < list->catalog.count; i++)
		free(list->graph[i].series);
	free(list->graph);
	catalog_close(&list->catalog);
	store_close(&list->store);
}

static enum command_exit print(struct list *list, FILE *out, struct notes *notes)
{
	int rc = store_open(list->options->data_dir, list->options->host, &list->store, notes);

	if (rc < 0)
		return rc == -EINVAL ? COMMAND_USAGE : COMMAND_FAILED;
	rc = read_all(list, notes);
	if (rc == 0 && list->options->is_json)
		rc = list_json(list, out);
	else if (rc == 0)
		print_people(list, out);
	if (rc == -ENOMEM)
		notes_fail(notes, "out of memory");
	return rc < 0 || notes->failed ? COMMAND_FAILED : COMMAND_DONE;
}

enum command_exit command_list(const struct options *options, FILE *out, struct notes *notes)
{
	struct list list = { .options = options, .now = time(NULL) };
	enum command_exit code;

	if (options->argument_count > 0) {
		notes_fail(notes, "list takes no GRAPH");
		return COMMAND_USAGE;
	}
	code = print(&list, out, notes);
	done(&list);
	return code;
}

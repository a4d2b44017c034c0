/* command_list.c - boardgraph list. */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "command.h"
#include "measure.h"
#include "banned.h"

/* One file of a graph, as its header says. */
struct series {
	const struct graph_rule *rule;
	const char *file;
	char name[MATCH_SIZE];
	time_t newest; /* 0: never updated */
};

struct listed {
	const struct catalog_entry *entry;
	struct series *series;
	size_t count;
	time_t newest;
};

struct list {
	const struct options *options;
	struct store store;
	struct catalog catalog;
	struct listed *graph;
	time_t now;
};

static int read_newest(const struct store *store, struct series *series, struct notes *notes)
{
	struct copy copy = COPY_NONE;
	char *path;
	int rc;

	if (asprintf(&path, "%s/%s", store->dir, series->file) < 0)
		return -ENOMEM;
	rc = copy_open(path, &copy, notes);
	if (rc == 0)
		series->newest = copy.layout.last_update;
	copy_close(&copy);
	free(path);
	return rc == -ENOMEM ? rc : 0;
}

/* Add one data source of one file; there is room. */
static int add_series(const struct list *list, struct listed *graph, const char *file,
		      const struct graph_rule *rule, const struct match *match, struct notes *notes)
{
	struct series *series = &graph->series[graph->count++];

	*series = (struct series){.rule = rule, .file = file};
	memcpy(series->name, match->name, sizeof(series->name));
	if (read_newest(&list->store, series, notes) < 0)
		return -ENOMEM;
	if (rule->role == GRAPH_VALUE && series->newest > graph->newest)
		graph->newest = series->newest;
	return 0;
}

static int read_series(const struct list *list, struct listed *graph, struct notes *notes)
{
	size_t max = list->store.files * GRAPH_RULES_MAX + 1;
	struct match match;
	int rc = 0;

	graph->series = calloc(max, sizeof(graph->series[0]));
	if (!graph->series)
		return -ENOMEM;
	for (size_t i = 0; i < list->store.files && rc == 0; i++) {
		const char *file = list->store.file[i];
		const struct graph_rule *rule = NULL;

		while (rc == 0 && (rule = graph_rule(graph->entry->graph, graph->entry->instance,
						     file, rule, &match)) != NULL)
			rc = add_series(list, graph, file, rule, &match, notes);
	}
	return rc;
}

static void add_name(struct buf *buf, const char *name)
{
	buf_add_name(buf, name, MATCH_SIZE);
}

static void add_age(const struct list *list, const struct listed *graph, struct buf *line)
{
	char age[NUMBER_SIZE], stamp[32];
	struct tm tm;

	if (graph->newest == 0 || !localtime_r(&graph->newest, &tm) ||
	    strftime(stamp, sizeof(stamp), "%Y-%m-%d %H:%M:%S", &tm) == 0) {
		buf_add(line, "never updated");
		return;
	}
	number_age((double)(list->now - graph->newest), age);
	buf_add(line, "newest %s, %s ago", stamp, age);
}

/* "temperature  Temperatures: 5 series (°C), newest 2026-11-30 18:00:00, 12 s ago" */
static void print_graph(const struct list *list, const struct listed *graph, size_t width,
			FILE *out)
{
	char text[MATCH_SIZE * 8], title[MATCH_SIZE * 2];
	struct buf line = buf_of(text, sizeof(text)), whole = buf_of(title, sizeof(title));
	const struct graph *row = graph->entry->graph;
	size_t values = 0;

	for (size_t i = 0; i < graph->count; i++)
		values += graph->series[i].rule->role == GRAPH_VALUE;
	add_name(&line, graph->entry->name);
	buf_add(&line, "%*s", (int)(width + 2 - buf_columns(text)), "");
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

static void print_people(const struct list *list, FILE *out)
{
	char text[MATCH_SIZE * 4];
	size_t width = 0, quiet = 0;

	for (size_t i = 0; i < list->catalog.count; i++) {
		struct buf buf = buf_of(text, sizeof(text));

		add_name(&buf, list->catalog.entry[i].name);
		if (buf_columns(text) > width && list->catalog.entry[i].is_default)
			width = buf_columns(text);
	}
	fprintf(out, "Host %s, in %s\n", list->store.host, list->store.dir);
	for (size_t i = 0; i < list->catalog.count; i++) {
		if (list->catalog.entry[i].is_default)
			print_graph(list, &list->graph[i], width, out);
		else
			quiet++;
	}
	if (quiet == 0)
		return;
	fprintf(out, "Drawn on request only, for they are below 1/s or beyond the %d busiest:\n",
		CATALOG_HOT_MAX);
	for (size_t i = 0; i < list->catalog.count; i++) {
		struct buf buf = buf_of(text, sizeof(text));

		if (list->catalog.entry[i].is_default)
			continue;
		add_name(&buf, list->catalog.entry[i].name);
		fprintf(out, "%s\n", text);
	}
}

/* Names are bytes; JSON is UTF-8. */
static json_t *json_name(const char *name)
{
	char text[MATCH_SIZE * 4];
	struct buf buf = buf_of(text, sizeof(text));

	buf_add_name(&buf, name, MATCH_SIZE);
	return json_string(text);
}

static json_t *json_time(time_t time)
{
	return time ? json_integer(time) : json_null();
}

static json_t *json_pictures(const struct catalog_entry *entry)
{
	json_t *pictures = json_object();

	for (size_t i = 0; i < PERIODS_MAX; i++) {
		char name[MATCH_SIZE * 2];
		struct buf buf = buf_of(name, sizeof(name));

		buf_add(&buf, "%s-%s.png", entry->picture, periods[i].name);
		json_object_set_new(pictures, periods[i].name, json_string(name));
	}
	return pictures;
}

static json_t *json_series(const struct listed *graph)
{
	json_t *all = json_array();

	for (size_t i = 0; i < graph->count; i++) {
		const struct series *series = &graph->series[i];
		const char *label = series->rule->label;

		json_array_append_new(
			all, json_pack("{s:o, s:s, s:s?, s:o, s:s, s:o}", "name",
				       json_name(series->name), "role",
				       series->rule->role == GRAPH_TRIP ? "trip" : "value", "label",
				       label, "file", json_name(series->file), "source",
				       series->rule->source, "newest", json_time(series->newest)));
	}
	return all;
}

static json_t *json_graph(const struct listed *graph)
{
	const struct catalog_entry *entry = graph->entry;
	char title[MATCH_SIZE * 2];
	struct buf buf = buf_of(title, sizeof(title));

	graph_expand(&buf, entry->graph->title, entry->instance);
	return json_pack("{s:o, s:o, s:o, s:s, s:s, s:b, s:o, s:o, s:o, s:o}", "name",
			 json_name(entry->name), "instance", json_name(entry->instance), "title",
			 json_name(title), "unit", entry->graph->unit->symbol, "style",
			 entry->graph->style == GRAPH_STACK ? "stack" : "lines", "default",
			 entry->is_default, "rate",
			 isfinite(entry->rate) ? json_real(entry->rate) : json_null(), "newest",
			 json_time(graph->newest), "series", json_series(graph), "pictures",
			 json_pictures(entry));
}

/* Returns NULL for lack of memory. */
static json_t *json_list(const struct list *list)
{
	json_t *hosts = json_array(), *graphs_found = json_array(), *spans = json_array();

	for (size_t i = 0; i < list->store.host_count; i++)
		json_array_append_new(hosts, json_name(list->store.hosts[i]));
	for (size_t i = 0; i < PERIODS_MAX; i++)
		json_array_append_new(spans, json_pack("{s:s, s:I}", "name", periods[i].name,
						       "seconds", (json_int_t)periods[i].seconds));
	for (size_t i = 0; i < list->catalog.count; i++)
		json_array_append_new(graphs_found, json_graph(&list->graph[i]));
	return json_pack("{s:s, s:o, s:o, s:o, s:I, s:o, s:o}", "version", BOARDSTAT_VERSION,
			 "host", json_name(list->store.host), "hosts", hosts, "data_dir",
			 json_name(list->store.dir), "now", (json_int_t)list->now, "spans", spans,
			 "graphs", graphs_found);
}

static int print_json(const struct list *list, FILE *out)
{
	json_t *json = json_list(list);
	int rc;

	if (!json)
		return -ENOMEM;
	rc = json_dumpf(json, out, JSON_INDENT(2));
	fputc('\n', out);
	json_decref(json);
	return rc < 0 ? -EIO : 0;
}

static int read_all(struct list *list, struct notes *notes)
{
	if (catalog_open(&list->store, &list->catalog) < 0 ||
	    catalog_rank(&list->store, &list->catalog, list->now, notes) < 0)
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
		rc = print_json(list, out);
	else if (rc == 0)
		print_people(list, out);
	if (rc == -ENOMEM)
		notes_fail(notes, "out of memory");
	return rc < 0 || notes->failed ? COMMAND_FAILED : COMMAND_DONE;
}

enum command_exit command_list(const struct options *options, FILE *out, struct notes *notes)
{
	struct list list = {.options = options, .now = time(NULL)};
	enum command_exit code;

	if (options->argument_count > 0) {
		notes_fail(notes, "list takes no GRAPH");
		return COMMAND_USAGE;
	}
	code = print(&list, out, notes);
	done(&list);
	return code;
}

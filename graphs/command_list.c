/* command_list.c - boardgraph list. */
#include <errno.h>
#include <json-c/json.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "command.h"
#include "measure.h"
#include "banned.h"

#define NAME_COLUMNS 40 /* of the column of names; a longer one does not move the others */

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
	struct header header;
	char *path;
	int rc;

	if (asprintf(&path, "%s/%s", store->dir, series->file) < 0)
		return -ENOMEM;
	rc = copy_header(path, &header, notes);
	if (rc == 0)
		series->newest = header.last_update;
	free(path);
	return rc == -ENOMEM ? rc : 0;
}

/* Add one data source of one file; there is room. */
static int add_series(const struct list *list, struct listed *graph, const char *file,
		      const struct graph_rule *rule, const struct match *match, struct notes *notes)
{
	struct series *series = &graph->series[graph->count++];

	*series = (struct series){ .rule = rule, .file = file };
	snprintf(series->name, sizeof(series->name), "%s",
		 match->name[0] ? match->name : graph->entry->instance);
	if (read_newest(&list->store, series, notes) < 0)
		return -ENOMEM;
	if (graph_is_value(rule->role) && series->newest > graph->newest)
		graph->newest = series->newest;
	return 0;
}

static int read_series(const struct list *list, struct listed *graph, struct notes *notes)
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

static void add_age(const struct list *list, const struct listed *graph, struct buf *line)
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
static size_t count_names(const struct listed *graph)
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
static void print_graph(const struct list *list, const struct listed *graph, size_t width,
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

/* Names are bytes; JSON is UTF-8. A byte that is none becomes '?'. */
static struct json_object *json_name(const char *name)
{
	size_t size = strlen(name) + 1;
	char *text = malloc(size);

	if (!text)
		return NULL;
	struct buf buf = buf_of(text, size);
	buf_add_name(&buf, name, size);
	struct json_object *json = json_object_new_string(text);
	free(text);
	return json;
}

/* NULL is json-c's null. */
static struct json_object *json_time(time_t time)
{
	return time ? json_object_new_int64(time) : NULL;
}

static void json_text(struct json_object *object, const char *key, const char *text)
{
	json_object_object_add(object, key, text ? json_object_new_string(text) : NULL);
}

static struct json_object *json_pictures(const struct catalog_entry *entry)
{
	struct json_object *pictures = json_object_new_object();

	for (size_t i = 0; i < PERIODS_MAX; i++) {
		char name[MATCH_SIZE * 2];
		struct buf buf = buf_of(name, sizeof(name));

		buf_add(&buf, "%s-%s.png", entry->picture, periods[i].name);
		json_text(pictures, periods[i].name, name);
	}
	return pictures;
}

static struct json_object *json_one_series(const struct series *series)
{
	struct json_object *one = json_object_new_object();

	json_object_object_add(one, "name", json_name(series->name));
	json_text(one, "role", graph_role_name(series->rule->role));
	json_text(one, "label", series->rule->label);
	json_object_object_add(one, "file", json_name(series->file));
	json_text(one, "source", series->rule->source);
	json_object_object_add(one, "newest", json_time(series->newest));
	return one;
}

static struct json_object *json_graph(const struct listed *graph)
{
	const struct catalog_entry *entry = graph->entry;
	struct json_object *json = json_object_new_object();
	struct json_object *all = json_object_new_array();
	char title[MATCH_SIZE * 2];
	struct buf buf = buf_of(title, sizeof(title));

	graph_expand(&buf, entry->graph->title, entry->instance);
	for (size_t i = 0; i < graph->count; i++)
		json_object_array_add(all, json_one_series(&graph->series[i]));
	json_object_object_add(json, "name", json_name(entry->name));
	json_object_object_add(json, "instance", json_name(entry->instance));
	json_object_object_add(json, "title", json_name(title));
	json_text(json, "unit", entry->graph->unit->symbol);
	json_text(json, "style", graph_style_name(entry->graph->style));
	json_object_object_add(json, "default", json_object_new_boolean(entry->is_default));
	json_object_object_add(json, "rate",
			       isfinite(entry->rate) ? json_object_new_double(entry->rate) : NULL);
	json_object_object_add(json, "newest", json_time(graph->newest));
	json_object_object_add(json, "series", all);
	json_object_object_add(json, "pictures", json_pictures(entry));
	return json;
}

static struct json_object *json_span(const struct period *period)
{
	struct json_object *span = json_object_new_object();

	json_text(span, "name", period->name);
	json_object_object_add(span, "seconds", json_object_new_int64(period->seconds));
	return span;
}

static struct json_object *json_list(const struct list *list)
{
	struct json_object *json = json_object_new_object();
	struct json_object *hosts = json_object_new_array();
	struct json_object *spans = json_object_new_array();
	struct json_object *found = json_object_new_array();

	for (size_t i = 0; i < list->store.host_count; i++)
		json_object_array_add(hosts, json_name(list->store.hosts[i]));
	for (size_t i = 0; i < PERIODS_MAX; i++)
		json_object_array_add(spans, json_span(&periods[i]));
	for (size_t i = 0; i < list->catalog.count; i++)
		json_object_array_add(found, json_graph(&list->graph[i]));
	json_text(json, "version", BOARDSTAT_VERSION);
	json_object_object_add(json, "host", json_name(list->store.host));
	json_object_object_add(json, "hosts", hosts);
	json_object_object_add(json, "data_dir", json_name(list->store.dir));
	json_object_object_add(json, "now", json_object_new_int64(list->now));
	json_object_object_add(json, "spans", spans);
	json_object_object_add(json, "graphs", found);
	return json;
}

static int print_json(const struct list *list, FILE *out)
{
	struct json_object *json = json_list(list);
	const char *text = json_object_to_json_string_ext(
		json,
		JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE);

	if (text)
		fprintf(out, "%s\n", text);
	json_object_put(json);
	return text ? 0 : -ENOMEM;
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
		rc = print_json(list, out);
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

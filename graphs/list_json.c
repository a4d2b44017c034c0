/* list_json.c - what boardgraph list found, for scripts. */
#include "json_out.h"
#include "list.h"
#include "banned.h"

/* NULL is json-c's null. */
static struct json_object *json_time(time_t time)
{
	return time ? json_object_new_int64(time) : NULL;
}

static struct json_object *json_pictures(const struct catalog_entry *entry)
{
	struct json_object *pictures = json_object_new_object();

	for (size_t i = 0; i < PERIODS_MAX; i++) {
		char name[MATCH_SIZE * 2];
		struct buf buf = buf_of(name, sizeof(name));

		buf_add(&buf, "%s-%s.png", entry->picture, periods[i].name);
		json_out_add(pictures, periods[i].name, name);
	}
	return pictures;
}

static struct json_object *json_one_series(const struct list_series *series)
{
	struct json_object *one = json_object_new_object();

	json_out_add(one, "name", series->name);
	json_out_add(one, "role", graph_role_name(series->rule->role));
	json_out_add(one, "label", series->rule->label);
	json_out_add(one, "file", series->file);
	json_out_add(one, "source", series->rule->source);
	json_object_object_add(one, "newest", json_time(series->newest));
	return one;
}

static struct json_object *json_graph(const struct list_graph *graph)
{
	const struct catalog_entry *entry = graph->entry;
	struct json_object *json = json_object_new_object();
	struct json_object *all = json_object_new_array();
	char title[MATCH_SIZE * 2];
	struct buf buf = buf_of(title, sizeof(title));

	graph_expand(&buf, entry->graph->title, entry->instance);
	for (size_t i = 0; i < graph->count; i++)
		json_object_array_add(all, json_one_series(&graph->series[i]));
	json_out_add(json, "name", entry->name);
	json_out_add(json, "instance", entry->instance);
	json_out_add(json, "title", title);
	json_out_add(json, "unit", entry->graph->unit->symbol);
	json_out_add(json, "style", graph_style_name(entry->graph->style));
	json_object_object_add(json, "default", json_object_new_boolean(entry->is_default));
	json_object_object_add(json, "rate", json_out_number(entry->rate));
	json_object_object_add(json, "newest", json_time(graph->newest));
	json_object_object_add(json, "series", all);
	json_object_object_add(json, "pictures", json_pictures(entry));
	return json;
}

static struct json_object *json_span(const struct period *period)
{
	struct json_object *span = json_object_new_object();

	json_out_add(span, "name", period->name);
	json_object_object_add(span, "seconds", json_object_new_int64(period->seconds));
	return span;
}

static struct json_object *json_list(const struct list *list)
{
	struct json_object *json = json_object_new_object();
	struct json_object *hosts = json_object_new_array();
	struct json_object *spans = json_object_new_array();
	struct json_object *found = json_object_new_array();

	for (size_t i = 0; i < list->store.hosts; i++)
		json_object_array_add(hosts, json_out_text(list->store.host_name[i]));
	for (size_t i = 0; i < PERIODS_MAX; i++)
		json_object_array_add(spans, json_span(&periods[i]));
	for (size_t i = 0; i < list->catalog.count; i++)
		json_object_array_add(found, json_graph(&list->graph[i]));
	json_out_add(json, "version", BOARDSTAT_VERSION);
	json_out_add(json, "host", list->store.host);
	json_object_object_add(json, "hosts", hosts);
	json_out_add(json, "data_dir", list->store.dir);
	json_object_object_add(json, "now", json_object_new_int64(list->now));
	json_object_object_add(json, "spans", spans);
	json_object_object_add(json, "graphs", found);
	return json;
}

int list_json(const struct list *list, FILE *out)
{
	return json_out_print(json_list(list), out);
}

/* view_read.c - a view from the files of a store. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fresh.h"
#include "period.h"
#include "view_read.h"
#include "banned.h"

/* Data that cover less than a 50th of the canvas are hardly seen. */
#define SLIVER 50

/* What is read for one picture. */
struct reading {
	const struct store *store;
	const struct view_request *request;
	struct view *view;
	struct notes *notes;
	size_t files;  /* that belong to the graph */
	time_t newest; /* sample of all values */
	time_t step_s; /* of the file it is in */
	size_t order;  /* files like this graph's first so far, of any instance */
};

/* A trip point does not move: its newest sample holds for the span, unless it is older. */
static void read_trip(struct view *view, const struct header_source *source, time_t last_update,
		      const struct graph_rule *rule, const char *zone)
{
	if (last_update > view->span.start && isfinite(source->last))
		view_add_trip(view, rule, zone, source->last);
}

/* The series of this name. There is room for a new one: each has a file. */
static struct view_series *series_of(const struct reading *r, const char *name)
{
	struct view *view = r->view;
	struct view_series *series;

	for (size_t i = view->values; i-- > 0;) {
		if (strcmp(view->series[i].name, name) == 0)
			return &view->series[i];
	}
	series = &view->series[view->values++];
	*series = (struct view_series){ .order = r->order };
	memcpy(series->name, name, strlen(name) + 1);
	return series;
}

/* Measure one data source for the series `name`. Returns whether it is one to show: something is
 * known, and of two for one place it is the better. */
static bool read_part(const struct reading *r, const struct copy *copy, size_t source,
		      const struct graph_rule *rule, const char *name)
{
	struct view_part part = { .rule = rule, .copy = copy }, *place;

	if (measure_series(copy, source, &r->view->span, &part.measure, r->notes) < 0)
		return false;
	if (part.measure.stats.known_s == 0 && !isfinite(part.measure.stats.last))
		return false;
	place = &series_of(r, name)->part[view_kind(rule->role)];
	if (place->rule && place->rule->role < rule->role)
		return false;
	*place = part;
	return true;
}

/* Read one data source. Returns whether the copy is needed to draw it. */
static bool read_source(struct reading *r, const struct copy *copy, const struct graph_rule *rule,
			const char *file, const struct match *match)
{
	const struct header *header = &copy->header;
	int source = header_source(header, rule->source);

	if (source < 0) {
		store_lacks(r->store, file, rule->source, r->notes);
		return false;
	}
	if (graph_is_value(rule->role) && header->last_update > r->newest) {
		r->newest = header->last_update;
		r->step_s = archive_step(header);
	}
	if (rule->role == GRAPH_TRIP) {
		read_trip(r->view, &header->source[source], header->last_update, rule, match->name);
		return false;
	}
	return read_part(r, copy, (size_t)source, rule,
			 match->name[0] ? match->name : r->request->instance);
}

/* Read what the graph wants of a file. A broken one is left out, the others are drawn. */
static int add_file(struct reading *r, const char *file)
{
	const struct graph_rule *rule = graph_rule(r->request->graph, r->request->instance, file,
						   NULL, &(struct match){ 0 });
	struct copy *copy = &r->view->copy[r->view->copies];
	struct match match;
	bool is_needed = false;
	char *path;

	if (!rule)
		return 0;
	r->files++;
	path = store_path(r->store, file);
	if (!path)
		return -ENOMEM;
	if (copy_open(path, copy, r->notes) == 0) {
		rule = NULL;
		while ((rule = graph_rule(r->request->graph, r->request->instance, file, rule,
					  &match)) != NULL)
			is_needed |= read_source(r, copy, rule, file, &match);
	}
	if (is_needed)
		r->view->copies++;
	else
		copy_close(copy);
	free(path);
	return 0;
}

/* Why there is nothing to draw. */
static void say_empty(const struct reading *r)
{
	struct view *view = r->view;
	struct buf line = buf_of(view->below[0], sizeof(view->below[0]));

	if (r->request->reason) {
		buf_add_name(&line, r->request->reason, 400);
		return;
	}
	if (r->files == 0) {
		buf_add(&line, "There is no ");
		graph_expand(&line, r->request->graph->looked_for, r->request->instance);
		buf_add(&line, " in ");
		buf_add_name(&line, r->store->dir, 100);
		buf_add(&line, ". Is the plugin loaded in collectd?");
		return;
	}
	if (r->newest == 0) {
		buf_add(&line, "None of its %zu files can be read.", r->files);
		return;
	}
	buf_add(&line, "No known value in this span; the newest sample is of ");
	period_write(r->newest, &line);
	buf_add(&line, ".");
}

/* What is old while others went on is gone, or its plugin is. */
static void say_old(const struct reading *r, const char *age, struct buf *line)
{
	if (!fresh_others(r->store, r->newest, r->step_s)) {
		buf_add(line, "The newest value is %s old: is collectd running?", age);
		return;
	}
	buf_add(line, "Nothing since ");
	period_write(r->newest, line);
	buf_add(line, ", %s ago, but other values go on: %s", age,
		r->request->instance[0] ? "was it unplugged?" : "is its plugin loaded?");
}

/* That data are old is told of what ends now; that they may be, always. */
static void say_stale(const struct reading *r)
{
	const struct view_request *request = r->request;
	struct buf line = buf_of(r->view->below[1], sizeof(r->view->below[1]));
	char age[NUMBER_SIZE];

	if (request->end == request->now && fresh_is_ahead(r->newest, request->now)) {
		buf_add(&line, "The newest value is of ");
		period_write(r->newest, &line);
		buf_add(&line, ", in the future: was the clock wrong?");
		return;
	}
	if (r->newest == 0 || (!request->stale && !r->view->is_old))
		return;
	number_age((double)(request->now - r->newest), age);
	if (request->stale)
		buf_add(&line, "Stale: the newest value is %s old (%s).", age, request->stale);
	else
		say_old(r, age, &line);
}

/* A system that is new shows next to nothing in a year; say that it is no fault. */
static void say_begin(struct view *view)
{
	struct buf line = buf_of(view->below[0], sizeof(view->below[0]));
	time_t since = view->span.end;

	for (size_t i = 0; i < view->values; i++) {
		for (enum view_kind kind = VIEW_VALUE; kind <= VIEW_BELOW; kind++) {
			time_t begin = view->series[i].part[kind].measure.since;

			if (begin && begin < since)
				since = begin;
		}
	}
	if ((view->span.end - since) > (view->span.end - view->span.start) / SLIVER)
		return;
	buf_add(&line, "The data begins at ");
	period_write(since, &line);
	buf_add(&line, ", so there is little to see yet.");
}

static void make_title(const struct view_request *request, struct view *view)
{
	char whole[VIEW_TITLE_SIZE];
	struct buf raw = buf_of(whole, sizeof(whole));
	struct buf title = buf_of(view->title, sizeof(view->title));

	graph_expand(&raw, request->graph->title, request->instance);
	buf_add_name(&title, whole, 80);
	buf_add(&title, " - %s%s", request->when, view->values ? "" : " - no data");
}

static int allocate(struct view *view, size_t files)
{
	/* a file has one data source of each rule at most, and a series has a file */
	size_t trips = files * GRAPH_RULES_MAX;

	view->copy = calloc(files + 1, sizeof(view->copy[0]));
	view->series = calloc(files + 1, sizeof(view->series[0]));
	view->row = calloc(files + 1, sizeof(view->row[0]));
	view->trip = calloc(trips + 1, sizeof(view->trip[0]));
	return view->copy && view->series && view->row && view->trip ? 0 : -ENOMEM;
}

int view_open(const struct store *store, const struct view_request *request, struct view *ret,
	      struct notes *notes)
{
	struct reading r = { .store = store, .request = request, .view = ret, .notes = notes };
	struct match match;

	*ret = (struct view){
		.graph = request->graph,
		.palette = request->palette,
		.width = request->width,
		.height = request->height,
		.span = { request->start, request->end, 1 },
	};
	if ((request->end - request->start) / request->width > 1)
		ret->span.pixel_s = (uint64_t)(request->end - request->start) / request->width;
	if (allocate(ret,
		     graph_count(request->graph, request->instance, store->file, store->files)) < 0)
		return -ENOMEM;
	for (size_t i = 0; i < store->files; i++) {
		if (add_file(&r, store->file[i]) < 0)
			return -ENOMEM;
		r.order += match_path(request->graph->rule[0].pattern, store->file[i], &match);
	}
	speed_colour(request->speeds, ret);
	view_make_rows(ret);
	view_align(ret, r.newest);
	view_scale(ret);
	make_title(request, ret);
	if (ret->values == 0)
		say_empty(&r);
	else
		say_begin(ret);
	ret->newest = r.newest;
	ret->is_old = r.newest > 0 && request->end == request->now &&
		      fresh_is_old(r.newest, r.step_s, request->now);
	say_stale(&r);
	return 0;
}

void view_close(struct view *view)
{
	for (size_t i = 0; i < view->copies; i++)
		copy_close(&view->copy[i]);
	free(view->copy);
	free(view->series);
	free(view->row);
	free(view->trip);
	*view = (struct view){ 0 };
}

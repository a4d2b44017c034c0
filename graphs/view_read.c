/* view_read.c - a view from the files of a store. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "speed.h"
#include "view_read.h"
#include "banned.h"

/* Data that cover less than a 50th of the canvas are hardly seen. */
#define SLIVER 50
/* What collectd and rrdcached hold back is younger, if they are set with sense. */
#define STALE_S 600

static int source_index(const struct layout *layout, const char *name)
{
	for (size_t i = 0; i < layout->sources; i++) {
		if (strcmp(layout->source[i].name, name) == 0)
			return (int)i;
	}
	return -1;
}

static bool is_worth_showing(const struct view_series *series)
{
	const struct stats *stats = &series->measure.stats;

	if (series->rule->role == GRAPH_TRIP)
		return isfinite(stats->last);
	return stats->known_s > 0 || isfinite(stats->last);
}

/* A trip point does not move: its newest sample holds for the span, unless it is older. */
static void measure_trip(const struct layout *layout, size_t source, const struct span *span,
			 struct measure *ret)
{
	*ret = (struct measure){ .stats = STATS_NONE };
	if (layout->last_update > span->start)
		ret->stats.last = layout->source[source].last;
}

/* Open and measure one file. Returns 0 or -errno, with the reason in `notes`. */
static int read_series(const struct store *store, const char *file, const struct span *span,
		       struct view_series *series, struct notes *notes)
{
	char *path;
	int source, rc;

	if (asprintf(&path, "%s/%s", store->dir, file) < 0)
		return -ENOMEM;
	rc = copy_open(path, &series->copy, notes);
	if (rc < 0)
		goto out;
	source = source_index(&series->copy.layout, series->rule->source);
	if (source < 0) {
		notes_fail(notes,
			   "%s: has no data source '%s': move it away, collectd makes a new one",
			   path, series->rule->source);
		rc = -EINVAL;
	} else if (series->rule->role == GRAPH_TRIP) {
		measure_trip(&series->copy.layout, (size_t)source, span, &series->measure);
	} else {
		rc = measure_series(&series->copy, (size_t)source, span, &series->measure, notes);
	}
	if (rc < 0)
		copy_close(&series->copy);
out:
	free(path);
	return rc;
}

/* A place for one more series of this role: values stand before trips. */
static struct view_series *place(struct view *view, enum graph_role role)
{
	struct view_series *at = &view->series[view->values];

	if (role == GRAPH_TRIP) {
		at += view->trip_series++;
		return at;
	}
	memmove(at + 1, at, view->trip_series * sizeof(*at));
	view->values++;
	return at;
}

struct found {
	size_t files;  /* that belong to the graph */
	time_t newest; /* sample of all values */
};

/* One data source of one file. */
static void add_series(const struct store *store, const struct graph_rule *rule, const char *file,
		       const struct match *match, struct view *view, struct found *found,
		       struct notes *notes)
{
	struct view_series series = { .rule = rule, .copy = COPY_NONE, .speed_hz = NAN };

	memcpy(series.name, match->name, sizeof(series.name));
	if (read_series(store, file, &view->span, &series, notes) < 0)
		return; /* the others are drawn */
	if (rule->role == GRAPH_VALUE && series.copy.layout.last_update > found->newest)
		found->newest = series.copy.layout.last_update;
	if (is_worth_showing(&series))
		*place(view, rule->role) = series;
	else
		copy_close(&series.copy);
}

static void add_file(const struct store *store, const struct view_request *request,
		     const char *file, struct view *view, struct found *found, struct notes *notes)
{
	const struct graph_rule *rule = NULL;
	struct match match;

	while ((rule = graph_rule(request->graph, request->instance, file, rule, &match)) != NULL) {
		add_series(store, rule, file, &match, view, found, notes);
		found->files++;
	}
}

static size_t count_series(const struct store *store, const struct view_request *request)
{
	const struct graph_rule *rule = NULL;
	struct match match;
	size_t count = 0;

	for (size_t i = 0; i < store->files; i++) {
		while ((rule = graph_rule(request->graph, request->instance, store->file[i], rule,
					  &match)) != NULL)
			count++;
	}
	return count;
}

static void say_time(struct buf *buf, time_t time)
{
	char text[64];
	struct tm tm;

	if (localtime_r(&time, &tm) && strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &tm) > 0)
		buf_add(buf, "%s", text);
}

/* Why there is nothing to draw. */
static void say_empty(const struct store *store, const struct view_request *request,
		      const char *reason, const struct found *found, struct view *view)
{
	struct buf line = buf_of(view->below[0], sizeof(view->below[0]));

	if (reason) {
		buf_add_name(&line, reason, 400);
		return;
	}
	if (found->files == 0) {
		buf_add(&line, "There is no ");
		graph_expand(&line, request->graph->looked_for, request->instance);
		buf_add(&line, " in ");
		buf_add_name(&line, store->dir, 100);
		buf_add(&line, ". Is the plugin loaded in collectd?");
		return;
	}
	if (found->newest == 0) {
		buf_add(&line, "None of its %zu files can be read.", found->files);
		return;
	}
	buf_add(&line, "No known value in this span; the newest sample is of ");
	say_time(&line, found->newest);
	buf_add(&line, ".");
}

/* That data are old is told of what ends now; that they may be, always. */
static void say_stale(const struct view_request *request, const struct found *found,
		      struct view *view)
{
	struct buf line = buf_of(view->below[1], sizeof(view->below[1]));
	double age_s = (double)(request->now - found->newest);
	bool is_old = request->end == request->now && age_s >= STALE_S;
	char age[NUMBER_SIZE];

	if (found->newest == 0 || (!request->stale && !is_old))
		return;
	number_age(age_s, age);
	buf_add(&line, "Stale: the newest value is %s old", age);
	if (request->stale)
		buf_add(&line, " (%s)", request->stale);
	buf_add(&line, ".");
}

/* A system that is new shows next to nothing in a year; say that it is no fault. */
static void say_begin(struct view *view)
{
	struct buf line = buf_of(view->below[0], sizeof(view->below[0]));
	time_t since = view->span.end;

	for (size_t i = 0; i < view->values; i++) {
		time_t begin = view->series[i].measure.since;

		if (begin && begin < since)
			since = begin;
	}
	if ((view->span.end - since) > (view->span.end - view->span.start) / SLIVER)
		return;
	buf_add(&line, "The data begins at ");
	say_time(&line, since);
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

int view_open(const struct store *store, const struct view_request *request, const char *reason,
	      struct view *ret, struct notes *notes)
{
	size_t count = count_series(store, request);
	struct found found = { 0 };

	*ret = (struct view){
		.graph = request->graph,
		.palette = request->palette,
		.width = request->width,
		.height = request->height,
		.span = { request->start, request->end, 1 },
	};
	if ((request->end - request->start) / request->width > 1)
		ret->span.pixel_s = (uint64_t)(request->end - request->start) / request->width;
	ret->series = calloc(count + 1, sizeof(ret->series[0]));
	ret->trip = calloc(count + 1, sizeof(ret->trip[0]));
	if (!ret->series || !ret->trip)
		return -ENOMEM;
	for (size_t i = 0; i < store->files; i++)
		add_file(store, request, store->file[i], ret, &found, notes);
	view_align(ret, found.newest);
	view_group_trips(ret);
	if (ret->graph->colours == GRAPH_BY_SPEED)
		speed_read(store, ret, notes);
	view_colour(ret);
	view_scale(ret);
	make_title(request, ret);
	if (ret->values == 0)
		say_empty(store, request, reason, &found, ret);
	else
		say_begin(ret);
	say_stale(request, &found, ret);
	return 0;
}

void view_close(struct view *view)
{
	for (size_t i = 0; i < view->values + view->trip_series; i++)
		copy_close(&view->series[i].copy);
	free(view->series);
	free(view->trip);
	*view = (struct view){ 0 };
}

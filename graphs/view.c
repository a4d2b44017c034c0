/* view.c - what one picture shows: which rows of the files, and the axis. */
#include <math.h>
#include <string.h>

#include "view.h"
#include "banned.h"

#define TRIP_NAMED_ONLY 200 /* a trip no board reaches must not flatten the curves */
#define CEILING_NEAR 3	    /* a ceiling so many times the traffic is named only */

const struct view_payload view_payloads[VIEW_PAYLOADS_MAX] = {
	{ 20e9, 2200e6 }, { 10e9, 1100e6 }, { 5e9, 450e6 },
	{ 480e6, 53e6 },  { 12e6, 1.2e6 },  { 0, 0 },
};

double view_payload(double link_bit_s)
{
	for (const struct view_payload *p = view_payloads; p->link_bit_s > 0; p++) {
		if (link_bit_s >= p->link_bit_s * VIEW_SPEED_SLACK)
			return p->bytes_s;
	}
	return NAN;
}

enum view_kind view_kind(enum graph_role role)
{
	switch (role) {
	case GRAPH_BELOW:
		return VIEW_BELOW;
	case GRAPH_LIMIT:
		return VIEW_LIMIT;
	case GRAPH_LINK:
		return VIEW_LINK;
	case GRAPH_VALUE:
	case GRAPH_SAMPLED:
	case GRAPH_TRIP:
		break;
	}
	return VIEW_VALUE;
}

void view_add_trip(struct view *view, const struct graph_rule *rule, const char *zone, double value)
{
	struct view_trip *trip = view->trip;
	bool is_only = true;
	size_t at = 0;

	for (size_t i = 0; i < view->trips; i++) {
		if (trip[i].rule == rule && trip[i].value == value) {
			trip[i].zones++;
			return;
		}
	}
	for (size_t i = 0; i < view->trips; i++) {
		if (trip[i].rule == rule)
			is_only = trip[i].is_only = false;
		at += trip[i].value <= value;
	}
	memmove(&trip[at + 1], &trip[at], (view->trips - at) * sizeof(*trip));
	trip[at] =
		(struct view_trip){ .rule = rule, .value = value, .zones = 1, .is_only = is_only };
	memcpy(trip[at].zone, zone, strnlen(zone, sizeof(trip[at].zone) - 1));
	view->trips++;
}

static time_t earliest_start(const struct view *view, enum view_kind kind)
{
	time_t earliest = view->span.end;

	for (size_t i = 0; i < view->values; i++) {
		const struct measure_rows *rows =
			&view->series[i].part[kind].measure.rows[ARCHIVE_AVG];

		if (rows->row_s && rows->start < earliest)
			earliest = rows->start;
	}
	return earliest;
}

/* Whether librrd adds up several series. */
static bool has_sums(const struct view *view)
{
	return view->graph->style != GRAPH_LINES || view->rows < view->values;
}

static void align_kind(struct view *view, enum view_kind kind, time_t end)
{
	time_t start = earliest_start(view, kind);

	for (size_t i = 0; i < view->values; i++) {
		for (enum archive_cf cf = 0; cf < ARCHIVE_CFS; cf++) {
			struct measure_rows *rows = &view->series[i].part[kind].measure.rows[cf];

			if (!rows->row_s)
				continue;
			rows->end = (end + rows->drawn_s - 1) / rows->drawn_s * rows->drawn_s;
			if (has_sums(view) && rows->start >= start + 2 * rows->drawn_s)
				rows->row_s = 0;
		}
	}
}

void view_align(struct view *view, time_t newest)
{
	time_t end = view->span.end < newest ? view->span.end : newest;

	for (enum view_kind kind = 0; kind < VIEW_KINDS; kind++)
		align_kind(view, kind, end);
}

/* The highest number of a row's part, NaN without one. */
static double highest_of(const struct view_row *row, enum view_kind kind)
{
	return fmax(row->stats[kind].max, row->stats[kind].avg);
}

static void scale_lines(struct view *view)
{
	const struct graph *graph = view->graph;
	double lowest = NAN, highest = graph->reach > 0 ? graph->reach : NAN;

	for (size_t i = 0; i < view->rows; i++) {
		const struct stats *stats = &view->row[i].stats[VIEW_VALUE];

		lowest = fmin(lowest, fmin(stats->min, stats->avg));
		highest = fmax(highest, highest_of(&view->row[i], VIEW_VALUE));
		highest = fmax(highest, highest_of(&view->row[i], VIEW_LIMIT));
	}
	if (view->trips && view->trip[0].value < TRIP_NAMED_ONLY)
		highest = fmax(highest, view->trip[0].value);
	if (lowest < view->lower)
		view->lower = floor(lowest / graph->step) * graph->step;
	/* a line on the upper edge would be cut in half */
	view->upper =
		isnan(highest) ? graph->ceiling : (floor(highest / graph->step) + 1) * graph->step;
	if (view->upper <= view->lower)
		view->upper = view->lower + graph->step;
}

/* librrd finds the ends, but where nothing moves. A ceiling is drawn where the traffic comes near
 * it, so that it does not flatten the rest. */
static void scale_mirror(struct view *view)
{
	double highest = 0;

	for (size_t i = 0; i < view->rows; i++) {
		highest = fmax(highest, highest_of(&view->row[i], VIEW_VALUE));
		highest = fmax(highest, highest_of(&view->row[i], VIEW_BELOW));
	}
	view->ceiling_max = highest * CEILING_NEAR;
	if (highest > 0)
		return;
	view->upper = view->graph->ceiling;
	view->lower = -view->upper;
}

void view_scale(struct view *view)
{
	double unit = view->graph->axis_unit > 0 ? view->graph->axis_unit : 1;

	view->lower = view->graph->floor;
	view->upper = NAN;
	view->ceiling_max = 0;
	switch (view->graph->style) {
	case GRAPH_LINES:
		scale_lines(view);
		break;
	case GRAPH_MIRROR:
		scale_mirror(view);
		break;
	case GRAPH_STACK:
		break;
	}
	view->lower /= unit;
	view->upper /= unit;
}

/* view.c - what one picture shows: the numbers, their names and colours. */
#include <math.h>
#include <string.h>

#include "view.h"
#include "banned.h"

#define AXIS_STEP 10
#define TRIP_NAMED_ONLY 200 /* a trip no board reaches must not flatten the curves */
#define SAME_SPEED 0.99	    /* rounding of the rows */

static time_t earliest_start(const struct view *view)
{
	time_t earliest = view->span.end;

	for (size_t i = 0; i < view->values; i++) {
		const struct measure_rows *rows = &view->series[i].measure.rows[ARCHIVE_AVG];

		if (rows->row_s && rows->start < earliest)
			earliest = rows->start;
	}
	return earliest;
}

void view_align(struct view *view, time_t newest)
{
	time_t end = view->span.end < newest ? view->span.end : newest;
	time_t start = earliest_start(view);

	for (size_t i = 0; i < view->values; i++) {
		for (enum archive_cf cf = 0; cf < ARCHIVE_CFS; cf++) {
			struct measure_rows *rows = &view->series[i].measure.rows[cf];

			if (!rows->row_s)
				continue;
			rows->end = (end + rows->drawn_s - 1) / rows->drawn_s * rows->drawn_s;
			if (view->graph->style == GRAPH_STACK &&
			    rows->start >= start + 2 * rows->drawn_s)
				rows->row_s = 0;
		}
	}
}

/* 0 for the slowest, 2 for the fastest, 1 between; all equal or not known: 0. */
static enum palette_family speed_family(double speed_hz, double slowest, double fastest)
{
	if (!(slowest < fastest * SAME_SPEED) || isnan(speed_hz) ||
	    speed_hz <= slowest / SAME_SPEED)
		return PALETTE_COOL;
	return speed_hz >= fastest * SAME_SPEED ? PALETTE_WARM : PALETTE_GREEN;
}

static void colour_by_speed(struct view *view)
{
	size_t used[PALETTE_FAMILIES] = { 0 };
	double slowest = NAN, fastest = NAN;

	for (size_t i = 0; i < view->values; i++) {
		slowest = fmin(slowest, view->series[i].speed_hz);
		fastest = fmax(fastest, view->series[i].speed_hz);
	}
	for (size_t i = 0; i < view->values; i++) {
		enum palette_family family =
			speed_family(view->series[i].speed_hz, slowest, fastest);

		view->series[i].colour =
			view->palette->shade[family][used[family]++ % PALETTE_SHADES];
	}
}

static void colour_by_zone(struct view *view)
{
	size_t cpus = 0, others = 0;

	for (size_t i = 0; i < view->values; i++) {
		size_t *used = graph_is_cpu_zone(view->series[i].name) ? &cpus : &others;
		enum palette_family family = PALETTE_WARM;

		if (used == &others)
			family = others / PALETTE_SHADES % 2 ? PALETTE_GREEN : PALETTE_COOL;
		view->series[i].colour = view->palette->shade[family][(*used)++ % PALETTE_SHADES];
	}
}

void view_colour(struct view *view)
{
	switch (view->graph->colours) {
	case GRAPH_BY_SPEED:
		colour_by_speed(view);
		break;
	case GRAPH_BY_ZONE:
		colour_by_zone(view);
		break;
	}
}

static void add_trip(struct view *view, const struct view_series *series)
{
	double value = series->measure.stats.last;
	struct view_trip *trip = view->trip;
	size_t at = 0;

	for (size_t i = 0; i < view->trips; i++) {
		if (trip[i].rule == series->rule && trip[i].value == value) {
			trip[i].zones++;
			return;
		}
	}
	while (at < view->trips && trip[at].value <= value)
		at++;
	memmove(&trip[at + 1], &trip[at], (view->trips - at) * sizeof(*trip));
	trip[at] = (struct view_trip){ .rule = series->rule,
				       .value = value,
				       .zones = 1,
				       .zone = series->name,
				       .is_only = true };
	view->trips++;
}

void view_group_trips(struct view *view)
{
	view->trips = 0;
	for (size_t i = 0; i < view->trip_series; i++)
		add_trip(view, &view->series[view->values + i]);
	for (size_t i = 0; i < view->trips; i++) {
		for (size_t j = 0; j < view->trips; j++)
			view->trip[i].is_only &= i == j || view->trip[i].rule != view->trip[j].rule;
	}
}

void view_scale(struct view *view)
{
	double lowest = NAN, highest = NAN;

	view->lower = view->graph->floor;
	view->upper = NAN;
	if (view->graph->style == GRAPH_STACK)
		return;
	for (size_t i = 0; i < view->values; i++) {
		const struct stats *stats = &view->series[i].measure.stats;

		lowest = fmin(lowest, fmin(stats->min, stats->avg));
		highest = fmax(highest, fmax(stats->max, stats->avg));
	}
	if (view->trips && view->trip[0].value < TRIP_NAMED_ONLY)
		highest = fmax(highest, view->trip[0].value);
	if (lowest < view->lower)
		view->lower = floor(lowest / AXIS_STEP) * AXIS_STEP;
	/* a line on the upper edge would be cut in half */
	view->upper = isnan(highest) ? view->graph->ceiling
				     : (floor(highest / AXIS_STEP) + 1) * AXIS_STEP;
	if (view->upper <= view->lower)
		view->upper = view->lower + AXIS_STEP;
}

/* view_rows.c - what one picture shows: the rows of the legend, their names and colours. */
#include <math.h>
#include <string.h>

#include "cpus.h"
#include "view.h"
#include "banned.h"

#define NAME_COLUMNS 28 /* of a list of CPUs with its class behind it */

/* As many colours apart as there are, for what has no order of its own. */
static const enum palette_family by_order[] = { PALETTE_WARM, PALETTE_COOL, PALETTE_GREEN };

static double traffic_of(const struct view_series *series)
{
	double highest = 0;

	for (enum view_kind kind = VIEW_VALUE; kind <= VIEW_BELOW; kind++) {
		const struct stats *stats = &series->part[kind].measure.stats;

		if (series->part[kind].rule)
			highest = fmax(highest, fmax(stats->max, fmax(stats->avg, stats->last)));
	}
	return highest;
}

static bool has_whole_of(const struct view *view, const char *part)
{
	for (size_t i = 0; i < view->values; i++) {
		if (view->graph->omit.is_part(part, view->series[i].name))
			return true;
	}
	return false;
}

static bool is_upper(const struct view *view, const struct view_series *series)
{
	return graph_begins(series->name, view->graph->omit.upper);
}

/* Whether everything is recorded, and so is what the upper ones lie on. */
static bool is_all_recorded(const struct view *view)
{
	const struct graph_omit *omit = &view->graph->omit;
	bool has_lower = false, is_all = false;

	for (size_t i = 0; i < view->values && omit->upper; i++) {
		const struct view_series *series = &view->series[i];

		if (omit->unchosen)
			is_all |= graph_begins(series->name, omit->unchosen);
		else
			is_all |= !is_upper(view, series) && has_whole_of(view, series->name);
		has_lower |= !is_upper(view, series) &&
			     (!omit->name || strcmp(series->name, omit->name) != 0);
	}
	return has_lower && is_all;
}

static bool is_omitted(const struct view *view, const struct view_series *series, bool is_all)
{
	const struct graph_omit *omit = &view->graph->omit;

	if (!series->part[VIEW_VALUE].rule && !series->part[VIEW_BELOW].rule)
		return true; /* only its limit is known */
	if (omit->name && strcmp(series->name, omit->name) == 0)
		return true;
	if (omit->is_part && has_whole_of(view, series->name))
		return true;
	if (is_all && is_upper(view, series))
		return true;
	return traffic_of(series) <= 0 && graph_begins(series->name, omit->idle);
}

/* All are told by all, so none is gone before. */
static void omit(struct view *view)
{
	bool is_all = is_all_recorded(view);
	size_t kept = 0;

	for (size_t i = 0; i < view->values; i++)
		view->series[i].is_omitted = is_omitted(view, &view->series[i], is_all);
	for (size_t i = 0; i < view->values; i++) {
		if (!view->series[i].is_omitted)
			view->series[kept++] = view->series[i];
	}
	view->values = kept;
}

/* By family, else in the order they are in. */
static void sort_by_family(struct view *view)
{
	struct view_series *series = view->series;

	for (size_t i = 1; i < view->values; i++) {
		struct view_series own = series[i];
		size_t at = i;

		while (at > 0 && series[at - 1].family > own.family)
			at--;
		memmove(&series[at + 1], &series[at], (i - at) * sizeof(own));
		series[at] = own;
	}
}

/* Averages are weighted by time, as within one series; Last is the average of the `count` before
 * and this one. */
static void add_stats(struct stats *to, const struct stats *from, size_t count)
{
	stats_add(to, STATS_MIN, from->min, 0);
	stats_add(to, STATS_MAX, from->max, 0);
	if (from->known_s > 0)
		stats_add(to, STATS_AVG, from->avg, from->known_s);
	to->peak = fmax(to->peak, from->peak);
	if (isfinite(to->last) && isfinite(from->last))
		to->last += (from->last - to->last) / (double)(count + 1);
	else if (isfinite(from->last))
		to->last = from->last;
}

static void add_to_row(struct view_row *row, const struct view_series *series)
{
	for (enum view_kind kind = 0; kind < VIEW_KINDS; kind++) {
		if (series->part[kind].rule)
			add_stats(&row->stats[kind], &series->part[kind].measure.stats, row->count);
	}
	row->count++;
}

static void make_rows(struct view *view, bool is_classed)
{
	view->rows = 0;
	for (size_t i = 0; i < view->values; i++) {
		const struct view_series *series = &view->series[i];
		struct view_row *row = &view->row[view->rows];

		if (!is_classed || i == 0 || series->family != series[-1].family) {
			*row = (struct view_row){ .first = i, .family = series->family };
			for (enum view_kind kind = 0; kind < VIEW_KINDS; kind++)
				row->stats[kind] = STATS_NONE;
			view->rows++;
		}
		add_to_row(&view->row[view->rows - 1], series);
	}
}

/* The name of a series, or of all CPUs of a class. */
static void add_name(const struct view *view, const struct view_row *row, struct buf *buf)
{
	const struct view_series *series = &view->series[row->first];
	struct cpus cpus = { 0 };
	char list[MATCH_SIZE];
	struct buf list_buf = buf_of(list, sizeof(list));

	for (size_t i = 0; i < row->count; i++)
		cpus_add(&cpus, series[i].name);
	cpus_write(&cpus, &list_buf);
	buf_add_name(buf, row->count > 1 ? list : series->name, NAME_COLUMNS);
}

/* "cpu4-7 (fast)", "cpu0-3 (slow, sampled)" */
static void name_row(const struct view *view, bool has_classes, struct view_row *row)
{
	static const char *const classes[] = {
		[PALETTE_COOL] = "slow", [PALETTE_GREEN] = "medium", [PALETTE_WARM] = "fast"
	};
	const struct graph_rule *rule = view->series[row->first].part[VIEW_VALUE].rule;
	const char *class = has_classes ? classes[row->family] : "";
	const char *sampled = rule && rule->role == GRAPH_SAMPLED ? rule->label : "";
	struct buf buf = buf_of(row->name, sizeof(row->name));

	if (!has_classes && !sampled[0] && row->count == 1) {
		memcpy(row->name, view->series[row->first].name, sizeof(row->name));
		return;
	}
	add_name(view, row, &buf);
	if (class[0] || sampled[0])
		buf_add(&buf, " (%s%s%s)", class, class[0] && sampled[0] ? ", " : "", sampled);
}

static void name_rows(struct view *view)
{
	bool has_classes = false;

	for (size_t i = 1; i < view->values; i++)
		has_classes |= view->series[i].family != view->series[0].family;
	for (size_t i = 0; i < view->rows; i++)
		name_row(view, has_classes && view->graph->rows_max > 0, &view->row[i]);
}

static void colour_rows(struct view *view)
{
	size_t cpus = 0, others = 0;

	for (size_t i = 0; i < view->rows; i++) {
		struct view_row *row = &view->row[i];
		const struct view_series *series = &view->series[row->first];
		enum palette_family family = row->family;
		size_t shade = 0;

		switch (view->graph->colours) {
		case GRAPH_BY_CPU:
		case GRAPH_BY_CLUSTER:
			shade = row->count > 1 ? 0 : series->order;
			break;
		case GRAPH_BY_ORDER:
			family = by_order[series->order % PALETTE_FAMILIES];
			shade = series->order / PALETTE_FAMILIES;
			break;
		case GRAPH_BY_ZONE:
			if (graph_is_cpu_zone(series->name)) {
				family = PALETTE_WARM;
				shade = cpus++;
				break;
			}
			family = others / PALETTE_SHADES % 2 ? PALETTE_GREEN : PALETTE_COOL;
			shade = others++;
			break;
		}
		row->colour = view->palette->shade[family][shade % PALETTE_SHADES];
	}
}

void view_make_rows(struct view *view)
{
	omit(view);
	if (view->graph->rows_max > 0 && view->values > view->graph->rows_max) {
		sort_by_family(view);
		make_rows(view, true);
	} else {
		make_rows(view, false);
	}
	name_rows(view);
	colour_rows(view);
}

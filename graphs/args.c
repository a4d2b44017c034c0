/* args.c - a picture as the command line of `rrdtool graph`. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "args.h"
#include "legend.h"
#include "plot.h"
#include "banned.h"

#define WORDS_ALWAYS 512 /* a line below can break into a word each */
#define BYTES_ALWAYS 16384
#define BYTES_A_TRIP 1024
#define MIRROR_LABEL_PX 150

/* Digits of DejaVu Sans 11 */
#define TITLE_CHAR_PX 9
#define TITLE_NAME_MIN 6

size_t args_words(const struct view *view)
{
	return WORDS_ALWAYS + plot_words(view) + view->trips;
}

size_t args_bytes(const struct view *view)
{
	return BYTES_ALWAYS + plot_bytes(view) + BYTES_A_TRIP * view->trips;
}

static void add_look(struct words *words, const struct palette *palette)
{
	const struct {
		const char *tag, *colour;
	} colours[] = {
		{ "BACK", palette->canvas }, { "CANVAS", palette->canvas },
		{ "FONT", palette->text },   { "AXIS", palette->axis },
		{ "GRID", palette->minor },  { "MGRID", palette->major },
		{ "FRAME", "#00000000" }, /* around marks; where a line is dashed it is, too */
		{ "ARROW", "#00000000" },
	};
	static const char *const options[] = {
		"--border=0",
		"--disable-rrdtool-tag",
		"--grid-dash=1:0",
		"--font=TITLE:11:DejaVu Sans",
		"--font=AXIS:8:DejaVu Sans",
		"--font=UNIT:8:DejaVu Sans",
		"--font=LEGEND:8:DejaVu Sans Mono",
	};

	for (size_t i = 0; i < ARRAY_SIZE(options); i++)
		words_add(words, "%s", options[i]);
	for (size_t i = 0; i < ARRAY_SIZE(colours); i++)
		words_add(words, "--color=%s%s", colours[i].tag, colours[i].colour);
}

/* No less than the highest point of a stack of averages. */
static double sum_of_peaks(const struct view *view, enum view_kind kind)
{
	double sum = 0;

	for (size_t r = 0; r < view->rows; r++)
		sum += fmax(0, view->row[r].stats[kind].peak);
	return sum;
}

/* The factor of 1000 that the label says and the numbers beside the axis do not, -1 where librrd
 * puts its letter behind each: 20 k, of interrupts. */
static int axis_scale(const struct view *view)
{
	const struct number_unit *unit = view->graph->unit;

	switch (view->graph->style) {
	case GRAPH_STACK:
		return number_scale(sum_of_peaks(view, VIEW_VALUE), unit) == 0 ? 0 : -1;
	case GRAPH_MIRROR:
		return (int)number_scale(
			fmax(sum_of_peaks(view, VIEW_VALUE), sum_of_peaks(view, VIEW_BELOW)), unit);
	case GRAPH_LINES:
		break;
	}
	return 0;
}

/* The unit, and which way is which where the canvas is high enough to say it beside it. */
static void make_label(const struct view *view, int scale, struct buf *label)
{
	const struct graph *graph = view->graph;
	bool is_high = view->height >= MIRROR_LABEL_PX;

	if (graph->style != GRAPH_MIRROR)
		buf_add(label, "%s", graph->axis);
	else if (!is_high)
		buf_add(label, "%s%s", graph->unit->scale[scale], graph->axis);
	else
		buf_add(label, "%s   %s%s   %s", graph->rule[1].label, graph->unit->scale[scale],
			graph->axis, graph->rule[0].label);
}

/* The ends of the axis; librrd leaves some air where it finds one. */
static void add_limits(struct words *words, const struct view *view)
{
	if (isnan(view->upper) && view->graph->style == GRAPH_MIRROR) {
		/* with zero on it, however steady or one-sided the traffic is */
		words_add(words, "--lower-limit=%.10g", -view->graph->ceiling);
		words_add(words, "--upper-limit=%.10g", view->graph->ceiling);
		words_add(words, "--alt-autoscale");
		return;
	}
	words_add(words, "--lower-limit=%.10g", view->lower);
	if (isnan(view->upper)) {
		words_add(words, "--alt-autoscale-max");
		return;
	}
	words_add(words, "--upper-limit=%.10g", view->upper);
	words_add(words, "--rigid");
}

/* librrd cuts both ends off a title that is too long; we cut the name in it and keep the time. */
static void add_title(struct words *words, const struct view *view)
{
	size_t columns = (view->width + LEGEND_BESIDE_PX) / TITLE_CHAR_PX;
	const char *time = strstr(view->title, " - ");
	size_t name_bytes = time ? (size_t)(time - view->title) : strlen(view->title);
	size_t time_columns = buf_columns(view->title + name_bytes);
	char name[VIEW_TITLE_SIZE], text[VIEW_TITLE_SIZE];
	struct buf whole = buf_of(name, sizeof(name)), buf = buf_of(text, sizeof(text));

	buf_add(&whole, "%.*s", (int)name_bytes, view->title);
	buf_add_name(&buf, name,
		     columns > time_columns + TITLE_NAME_MIN ? columns - time_columns
							     : TITLE_NAME_MIN);
	words_add(words, "--title=%s%s", text, view->title + name_bytes);
}

static void add_frame(struct words *words, const struct view *view)
{
	char label[128];
	struct buf buf = buf_of(label, sizeof(label));
	int scale = axis_scale(view);

	make_label(view, scale, &buf);
	words_add(words, "--start=%lld", (long long)view->span.start);
	words_add(words, "--end=%lld", (long long)view->span.end);
	words_add(words, "--width=%u", view->width);
	words_add(words, "--height=%u", view->height);
	add_title(words, view);
	words_add(words, "--vertical-label=%s", label);
	if (scale >= 0) { /* 1200 and 0.05, not 1.2 k, and not 0.0 and 0.1 twice */
		words_add(words, "--units-exponent=%d", 3 * scale);
		words_add(words, "--left-axis-format=%%lg");
	}
	add_limits(words, view);
}

/* librrd leaves out a rule beyond the axis, and its entry: that is named by a comment. */
static void add_trips(struct words *words, const struct view *view, const struct legend *legend)
{
	for (size_t i = 0; i < view->trips; i++) {
		const struct view_trip *trip = &view->trip[i];
		char text[LEGEND_SIZE], escaped[PLOT_ESCAPED_SIZE];

		legend_trip(legend, view, i, text);
		if (trip->value < view->lower || trip->value > view->upper) {
			plot_text(words, text, true);
			continue;
		}
		plot_escape(text, "\\l", escaped);
		words_add(words, "HRULE:%.10g%s:legend=%s:dashes=%s", trip->value,
			  view->palette->trip, escaped, trip->rule->dashes);
	}
}

/* A line below the canvas, at blanks broken into as many as the picture's width asks for. */
static void add_text(struct words *words, const struct view *view, const char *text)
{
	size_t columns = legend_columns(view);

	while (*text) {
		char part[LEGEND_SIZE];
		size_t bytes = legend_break(text, columns);

		snprintf(part, sizeof(part), "%.*s", (int)bytes, text);
		plot_text(words, part, false);
		text += bytes;
		text += strspn(text, " ");
	}
}

void args_make(const struct view *view, struct words *words)
{
	struct legend legend = legend_plan(view);

	words->argc = 0;
	words->cut = false;
	words_add(words, "graph");
	words_add(words, "-");
	add_frame(words, view);
	add_look(words, view->palette);
	plot_rows(words, view, &legend);
	add_trips(words, view, &legend);
	if (view->rows == 0)
		words_add(words, "HRULE:0#00000000"); /* without any, librrd makes no picture */
	for (size_t i = 0; i < ARRAY_SIZE(view->below); i++)
		add_text(words, view, view->below[i]);
}

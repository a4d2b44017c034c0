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

size_t args_words(const struct view *view)
{
	return WORDS_ALWAYS + plot_words(view) + view->trips;
}

size_t args_bytes(const struct view *view)
{
	return BYTES_ALWAYS + plot_bytes(view) + BYTES_A_TRIP * view->trips;
}

static void add_look(struct args *args, const struct palette *palette)
{
	const struct {
		const char *tag, *colour;
	} colours[] = {
		{ "BACK", palette->canvas },  { "CANVAS", palette->canvas },
		{ "FONT", palette->text },    { "AXIS", palette->axis },
		{ "GRID", palette->minor },   { "MGRID", palette->major },
		{ "FRAME", palette->canvas }, { "ARROW", "#00000000" },
	};
	static const char *const words[] = {
		"--border=0",
		"--disable-rrdtool-tag",
		"--grid-dash=1:0",
		"--font=TITLE:11:DejaVu Sans",
		"--font=AXIS:8:DejaVu Sans",
		"--font=UNIT:8:DejaVu Sans",
		"--font=LEGEND:8:DejaVu Sans Mono",
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		words_add(args, "%s", words[i]);
	for (size_t i = 0; i < ARRAY_SIZE(colours); i++)
		words_add(args, "--color=%s%s", colours[i].tag, colours[i].colour);
}

/* Which way is which, where the canvas is high enough to say it beside it. */
static void make_label(const struct view *view, struct buf *label)
{
	const struct graph *graph = view->graph;

	if (graph->style == GRAPH_MIRROR && view->height >= MIRROR_LABEL_PX)
		buf_add(label, "%s   %s   %s", graph->rule[1].label, graph->axis,
			graph->rule[0].label);
	else
		buf_add(label, "%s", graph->axis);
}

static void add_frame(struct args *args, const struct view *view)
{
	char label[128];
	struct buf buf = buf_of(label, sizeof(label));

	make_label(view, &buf);
	words_add(args, "--start=%lld", (long long)view->span.start);
	words_add(args, "--end=%lld", (long long)view->span.end);
	words_add(args, "--width=%u", view->width);
	words_add(args, "--height=%u", view->height);
	words_add(args, "--title=%s", view->title);
	words_add(args, "--vertical-label=%s", label);
	if (view->graph->style == GRAPH_LINES)
		words_add(args,
			  "--units-exponent=0"); /* 1200 rpm and 0.6 GHz, not 1.2 k and 600 m */
	if (isnan(view->upper) && view->graph->style == GRAPH_MIRROR) {
		/* with zero on it, however steady or one-sided the traffic is */
		words_add(args, "--lower-limit=%.10g", -view->graph->ceiling);
		words_add(args, "--upper-limit=%.10g", view->graph->ceiling);
		words_add(args, "--alt-autoscale");
		return;
	}
	words_add(args, "--lower-limit=%.10g", view->lower);
	if (isnan(view->upper))
		words_add(args, "--alt-autoscale-max");
	else
		words_add(args, "--upper-limit=%.10g", view->upper);
	words_add(args, "--rigid");
}

/* librrd leaves out a rule beyond the axis, and its entry: that is named by a comment. */
static void add_trips(struct args *args, const struct view *view, const struct legend *legend)
{
	for (size_t i = 0; i < view->trips; i++) {
		const struct view_trip *trip = &view->trip[i];
		char text[LEGEND_SIZE], escaped[PLOT_ESCAPED_SIZE];

		legend_trip(legend, view, i, text);
		if (trip->value < view->lower || trip->value > view->upper) {
			plot_text(args, text, true);
			continue;
		}
		plot_escape(text, "\\l", escaped);
		words_add(args, "HRULE:%.10g%s:legend=%s:dashes=%s", trip->value,
			  view->palette->trip, escaped, trip->rule->dashes);
	}
}

/* A line below the canvas, at blanks broken into as many as the picture's width asks for. */
static void add_text(struct args *args, const struct view *view, const char *text)
{
	size_t columns = legend_columns(view);

	while (*text) {
		char part[LEGEND_SIZE];
		size_t bytes = legend_break(text, columns);

		snprintf(part, sizeof(part), "%.*s", (int)bytes, text);
		plot_text(args, part, false);
		text += bytes;
		text += strspn(text, " ");
	}
}

void args_make(const struct view *view, struct args *args)
{
	struct legend legend = legend_plan(view);

	args->argc = 0;
	args->cut = false;
	words_add(args, "graph");
	words_add(args, "-");
	add_frame(args, view);
	add_look(args, view->palette);
	plot_rows(args, view, &legend);
	add_trips(args, view, &legend);
	if (view->rows == 0)
		words_add(args, "HRULE:0#00000000"); /* without any, librrd makes no picture */
	for (size_t i = 0; i < ARRAY_SIZE(view->below); i++)
		add_text(args, view, view->below[i]);
}

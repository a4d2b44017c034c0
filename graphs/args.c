/* args.c - a picture as the command line of `rrdtool graph`. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "args.h"
#include "legend.h"
#include "banned.h"

#define WORDS_ALWAYS 512 /* a line below can break into a word each */
#define WORDS_A_SERIES 8
#define BYTES_ALWAYS 16384
#define BYTES_A_SERIES 1024

#define ESCAPED_SIZE (2 * LEGEND_SIZE + 8)
#define INVISIBLE "#00000000"
#define BAND_ALPHA "33" /* 20 % */
#define EDGE_ALPHA "99" /* 60 %: a peak of one pixel in a year must be seen */

size_t args_words(const struct view *view)
{
	return WORDS_ALWAYS + WORDS_A_SERIES * (view->values + view->trips);
}

size_t args_bytes(const struct view *view)
{
	return BYTES_ALWAYS + BYTES_A_SERIES * (view->values + view->trips);
}

static void word(struct args *args, const char *format, ...) PRINTF(2, 3);

static void word(struct args *args, const char *format, ...)
{
	struct buf *text = &args->text;
	const char *at = text->at + text->len;
	va_list list;

	va_start(list, format);
	buf_vadd(text, format, list);
	va_end(list);
	if (text->cut || text->len + 1 >= text->size || args->argc + 1 >= (int)args->max) {
		args->cut = true;
		return;
	}
	text->at[++text->len] = '\0'; /* the word keeps its NUL */
	args->argv[args->argc++] = at;
	args->argv[args->argc] = NULL;
}

/* librrd splits at colons and takes a backslash near the end for a code of its own, as in
 * `end`. A name holds no slash, so that one in it tells of a backslash. */
static void escape(const char *text, const char *end, char *ret, size_t size)
{
	struct buf buf = buf_of(ret, size);

	for (; *text; text++) {
		if (*text == ':')
			buf_add(&buf, "\\:");
		else
			buf_add(&buf, "%c", *text == '\\' ? '/' : *text);
	}
	buf_add(&buf, "%s", end);
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
		word(args, "%s", words[i]);
	for (size_t i = 0; i < ARRAY_SIZE(colours); i++)
		word(args, "--color=%s%s", colours[i].tag, colours[i].colour);
}

static void add_frame(struct args *args, const struct view *view)
{
	word(args, "--start=%lld", (long long)view->span.start);
	word(args, "--end=%lld", (long long)view->span.end);
	word(args, "--width=%u", view->width);
	word(args, "--height=%u", view->height);
	word(args, "--title=%s", view->title);
	word(args, "--vertical-label=%s", view->graph->axis);
	word(args, "--lower-limit=%.10g", view->lower);
	if (isnan(view->upper))
		word(args, "--alt-autoscale-max");
	else
		word(args, "--upper-limit=%.10g", view->upper);
	word(args, "--rigid");
}

static bool has_rows(const struct view_series *series, enum archive_cf cf)
{
	return series->measure.rows[cf].row_s != 0;
}

static bool has_band(const struct view_series *series)
{
	return has_rows(series, ARCHIVE_MIN) && has_rows(series, ARCHIVE_MAX);
}

/* Variables are named by archive and series: AVERAGE3. */
static void add_def(struct args *args, const struct view *view, size_t i, enum archive_cf cf)
{
	const struct view_series *series = &view->series[i];
	const struct measure_rows *rows = &series->measure.rows[cf];
	const char *name = archive_cf_names[cf];

	if (!has_rows(series, cf))
		return;
	word(args, "DEF:%s%zu=%s:%s:%s:step=%llu:start=%lld:end=%lld", name, i, series->copy.path,
	     series->rule->source, name, (unsigned long long)rows->row_s, (long long)rows->start,
	     (long long)rows->end);
}

/* An area up to the minimum, not drawn, and on top of it the band. */
static void add_band(struct args *args, const struct view *view, size_t i)
{
	if (!has_band(&view->series[i]))
		return;
	add_def(args, view, i, ARCHIVE_MIN);
	add_def(args, view, i, ARCHIVE_MAX);
	word(args, "CDEF:band%zu=MAX%zu,MIN%zu,-", i, i, i);
	word(args, "AREA:MIN%zu", i);
	word(args, "AREA:band%zu%s" BAND_ALPHA "::STACK", i, view->series[i].colour);
	word(args, "LINE0.5:MAX%zu%s" EDGE_ALPHA, i, view->series[i].colour);
}

/* The legend of series `i` as the rest of a word; the line ends behind the last column. */
static void legend_of(const struct view *view, const struct legend *legend, size_t i,
		      char ret[ESCAPED_SIZE])
{
	bool is_last = (i + 1) % legend->columns == 0 || i + 1 == view->values;
	char text[LEGEND_SIZE];

	legend_series(legend, view, i, text);
	escape(text, is_last ? "\\l" : "", ret, ESCAPED_SIZE);
}

/* An entry that has numbers but not yet a row: an invisible rule, on the axis, for librrd
 * leaves out what is beyond it. */
static void add_legend_only(struct args *args, const struct view *view, const char *legend)
{
	word(args, "HRULE:%.10g" INVISIBLE ":legend=%s", view->lower, legend);
}

static void add_lines(struct args *args, const struct view *view, const struct legend *legend)
{
	for (size_t i = 0; i < view->values; i++)
		add_band(args, view, i);
	for (size_t i = 0; i < view->values; i++) {
		char text[ESCAPED_SIZE];

		legend_of(view, legend, i, text);
		if (!has_rows(&view->series[i], ARCHIVE_AVG)) {
			add_legend_only(args, view, text);
			continue;
		}
		add_def(args, view, i, ARCHIVE_AVG);
		word(args, "LINE1.5:AVERAGE%zu%s:legend=%s", i, view->series[i].colour, text);
	}
}

/* gapN is 1 where series 0 to N are all unknown. Returns the last N. */
static size_t add_gaps(struct args *args, const struct view *view)
{
	size_t last = view->values;

	for (size_t i = 0; i < view->values; i++) {
		if (!has_rows(&view->series[i], ARCHIVE_AVG))
			continue;
		add_def(args, view, i, ARCHIVE_AVG);
		if (last == view->values)
			word(args, "CDEF:gap%zu=AVERAGE%zu,UN", i, i);
		else
			word(args, "CDEF:gap%zu=gap%zu,AVERAGE%zu,UN,*", i, last, i);
		last = i;
	}
	return last;
}

/* One CPU that is unknown adds nothing; where all are unknown there is a gap. */
static void add_stack(struct args *args, const struct view *view, const struct legend *legend)
{
	size_t last = add_gaps(args, view);
	const char *on_top = "";

	for (size_t i = 0; i < view->values; i++) {
		char text[ESCAPED_SIZE];

		legend_of(view, legend, i, text);
		if (!has_rows(&view->series[i], ARCHIVE_AVG)) {
			add_legend_only(args, view, text);
			continue;
		}
		word(args, "CDEF:part%zu=gap%zu,UNKN,AVERAGE%zu,UN,0,AVERAGE%zu,IF,IF", i, last, i,
		     i);
		word(args, "AREA:part%zu%s:legend=%s%s", i, view->series[i].colour, text, on_top);
		on_top = ":STACK";
	}
}

/* librrd leaves out a rule beyond the axis, and its entry: that is named by a comment, set in
 * as far as a mark is wide. */
static void add_trips(struct args *args, const struct view *view, const struct legend *legend)
{
	for (size_t i = 0; i < view->trips; i++) {
		const struct view_trip *trip = &view->trip[i];
		char text[LEGEND_SIZE], escaped[ESCAPED_SIZE];

		legend_trip(legend, view, i, text);
		escape(text, "\\l", escaped, sizeof(escaped));
		if (trip->value >= view->lower && trip->value <= view->upper)
			word(args, "HRULE:%.10g%s:legend=%s:dashes=%s", trip->value,
			     view->palette->trip, escaped, trip->rule->dashes);
		else
			word(args, "COMMENT:  %s", escaped);
	}
}

/* A line below the canvas, at blanks broken into as many as the picture's width asks for. */
static void add_text(struct args *args, const struct view *view, const char *text)
{
	size_t columns = legend_columns(view);

	while (*text) {
		char part[LEGEND_SIZE], escaped[ESCAPED_SIZE];
		size_t bytes = legend_break(text, columns);

		snprintf(part, sizeof(part), "%.*s", (int)bytes, text);
		escape(part, "\\l", escaped, sizeof(escaped));
		word(args, "COMMENT:%s", escaped);
		text += bytes;
		text += strspn(text, " ");
	}
}

void args_make(const struct view *view, struct args *args)
{
	struct legend legend = legend_plan(view);

	args->argc = 0;
	args->cut = false;
	word(args, "graph");
	word(args, "-");
	add_frame(args, view);
	add_look(args, view->palette);
	switch (view->graph->style) {
	case GRAPH_LINES:
		add_lines(args, view, &legend);
		break;
	case GRAPH_STACK:
		add_stack(args, view, &legend);
		break;
	}
	add_trips(args, view, &legend);
	if (view->values == 0)
		word(args, "HRULE:0" INVISIBLE); /* without any, librrd makes no picture */
	for (size_t i = 0; i < ARRAY_SIZE(view->below); i++)
		add_text(args, view, view->below[i]);
}

/* plot.c - the lines and areas of a picture, and their entries below it. */
#include <stdio.h>

#include "plot.h"
#include "banned.h"

#define WORDS_A_SERIES 16
#define WORDS_A_ROW 24
#define BYTES_A_SERIES 1536
#define BYTES_A_ROW 2048

#define VAR_SIZE 48
#define NO_LINE "dashes=1,99999:dash-offset=1" /* the first gap is wider than any picture */
#define BAND_ALPHA "33"			       /* 20 % */
#define EDGE_ALPHA "99" /* 60 %: a peak of one pixel in a year must be seen */

size_t plot_words(const struct view *view)
{
	return WORDS_A_SERIES * view->values + WORDS_A_ROW * view->rows;
}

size_t plot_bytes(const struct view *view)
{
	return BYTES_A_SERIES * view->values + BYTES_A_ROW * view->rows;
}

/* A name holds no slash, so that one in it tells of a backslash. */
void plot_escape(const char *text, const char *end, char ret[PLOT_ESCAPED_SIZE])
{
	struct buf buf = buf_of(ret, PLOT_ESCAPED_SIZE);

	for (; *text; text++) {
		if (*text == ':')
			buf_add(&buf, "\\:");
		else
			buf_add(&buf, "%c", *text == '\\' ? '/' : *text);
	}
	buf_add(&buf, "%s", end);
}

void plot_text(struct words *words, const char *text, bool indent)
{
	char escaped[PLOT_ESCAPED_SIZE];

	plot_escape(text, "\\l", escaped);
	words_add(words, "COMMENT:%s%s", indent ? "  " : "", escaped);
}

/* What the variables of each kind are called: AVERAGE3, AVERAGEb3. */
static const char *const kind_names[VIEW_KINDS] = {
	[VIEW_VALUE] = "", [VIEW_BELOW] = "b", [VIEW_LIMIT] = "l", [VIEW_LINK] = "k"
};

static bool series_has(const struct view_series *series, enum view_kind kind, enum archive_cf cf)
{
	return series->part[kind].measure.rows[cf].row_s != 0;
}

static bool row_has(const struct view *view, size_t r, enum view_kind kind, enum archive_cf cf)
{
	const struct view_row *row = &view->row[r];
	bool has = false;

	for (size_t i = row->first; i < row->first + row->count; i++)
		has |= series_has(&view->series[i], kind, cf);
	return has;
}

static void add_def(struct words *words, const struct view *view, size_t i, enum view_kind kind,
		    enum archive_cf cf)
{
	const struct view_part *part = &view->series[i].part[kind];
	const struct measure_rows *rows = &part->measure.rows[cf];
	const char *name = archive_cf_names[cf];

	words_add(words, "DEF:%s%s%zu=%s:%s:%s:step=%llu:start=%lld:end=%lld", name,
		  kind_names[kind], i, part->copy->path, part->rule->source, name,
		  (unsigned long long)rows->row_s, (long long)rows->start, (long long)rows->end);
}

/* The known values of all series of a row: mean, lowest or highest. */
static void add_merged(struct words *words, const struct view *view, size_t r, enum view_kind kind,
		       enum archive_cf cf)
{
	static const char *const joined[ARCHIVE_CFS] = {
		[ARCHIVE_MIN] = ",MINNAN", [ARCHIVE_AVG] = "", [ARCHIVE_MAX] = ",MAXNAN"
	};
	const struct view_row *row = &view->row[r];
	size_t count = 0;

	words_part(words, "CDEF:row%s%s%zu=", archive_cf_names[cf], kind_names[kind], r);
	for (size_t i = row->first; i < row->first + row->count; i++) {
		if (!series_has(&view->series[i], kind, cf))
			continue;
		words_part(words, "%s%s%s%zu%s", count ? "," : "", archive_cf_names[cf],
			   kind_names[kind], i, count ? joined[cf] : "");
		count++;
	}
	if (cf == ARCHIVE_AVG)
		words_part(words, ",%zu,AVG", count);
	if (view->graph->axis_unit > 0)
		words_part(words, ",%.10g,/", view->graph->axis_unit);
	words_end(words);
}

/* Define the values of a row, in the unit of the axis, and name the variable. */
static void add_value(struct words *words, const struct view *view, size_t r, enum view_kind kind,
		      enum archive_cf cf, char ret[VAR_SIZE])
{
	const struct view_row *row = &view->row[r];
	bool is_merged = row->count > 1 || view->graph->axis_unit > 0;

	for (size_t i = row->first; i < row->first + row->count; i++) {
		if (series_has(&view->series[i], kind, cf))
			add_def(words, view, i, kind, cf);
	}
	if (is_merged)
		add_merged(words, view, r, kind, cf);
	snprintf(ret, VAR_SIZE, "%s%s%s%zu", is_merged ? "row" : "", archive_cf_names[cf],
		 kind_names[kind], is_merged ? r : row->first);
}

/* An area up to the minimum, not drawn, and on top of it the band. */
static void add_band(struct words *words, const struct view *view, size_t r)
{
	const char *colour = view->row[r].colour;
	char min[VAR_SIZE], max[VAR_SIZE];

	if (!row_has(view, r, VIEW_VALUE, ARCHIVE_MIN) ||
	    !row_has(view, r, VIEW_VALUE, ARCHIVE_MAX))
		return;
	add_value(words, view, r, VIEW_VALUE, ARCHIVE_MIN, min);
	add_value(words, view, r, VIEW_VALUE, ARCHIVE_MAX, max);
	words_add(words, "CDEF:band%zu=%s,%s,-", r, max, min);
	words_add(words, "AREA:%s", min);
	words_add(words, "AREA:band%zu%s" BAND_ALPHA "::STACK", r, colour);
	words_add(words, "LINE0.5:%s%s" EDGE_ALPHA, max, colour);
}

/* The entry of a row as the rest of a word; the line ends behind the last column. */
static void legend_of(const struct view *view, const struct legend *legend, size_t r,
		      enum view_kind kind, char ret[PLOT_ESCAPED_SIZE])
{
	bool is_last = (r + 1) % legend->columns == 0 || r + 1 == view->rows;
	char text[LEGEND_SIZE];

	legend_row(legend, view, r, kind, text);
	plot_escape(text, is_last ? "\\l" : "", ret);
}

/* An entry that has numbers but not yet a row: a rule without a line, for librrd leaves out the
 * mark of an invisible one; on the axis, for it leaves out what is beyond. */
static void add_legend_only(struct words *words, const struct view *view, const char *colour,
			    const char *alpha, const char *legend)
{
	words_add(words, "HRULE:%.10g%s%s:legend=%s:" NO_LINE, view->lower, colour, alpha, legend);
}

/* The limit's rule, if any series of the row has one. */
static const struct graph_rule *limit_of(const struct view *view, const struct view_row *row)
{
	const struct graph_rule *rule = NULL;

	for (size_t i = row->first; i < row->first + row->count && !rule; i++)
		rule = view->series[i].part[VIEW_LIMIT].rule;
	return rule;
}

static void add_limit(struct words *words, const struct view *view, const struct legend *legend,
		      size_t r)
{
	const struct graph_rule *rule = limit_of(view, &view->row[r]);
	char text[LEGEND_SIZE], escaped[PLOT_ESCAPED_SIZE], limit[VAR_SIZE];

	if (!rule)
		return;
	legend_limit(legend, view, r, rule, text);
	plot_escape(text, "\\l", escaped);
	if (!row_has(view, r, VIEW_LIMIT, ARCHIVE_AVG)) {
		add_legend_only(words, view, view->row[r].colour, PALETTE_LIMIT, escaped);
		return;
	}
	add_value(words, view, r, VIEW_LIMIT, ARCHIVE_AVG, limit);
	words_add(words, "LINE1:%s%s" PALETTE_LIMIT ":legend=%s:dashes=%s", limit,
		  view->row[r].colour, escaped, rule->dashes);
}

static void add_lines(struct words *words, const struct view *view, const struct legend *legend)
{
	for (size_t r = 0; r < view->rows; r++)
		add_band(words, view, r);
	for (size_t r = 0; r < view->rows; r++) {
		char text[PLOT_ESCAPED_SIZE], value[VAR_SIZE];

		legend_of(view, legend, r, VIEW_VALUE, text);
		if (row_has(view, r, VIEW_VALUE, ARCHIVE_AVG)) {
			add_value(words, view, r, VIEW_VALUE, ARCHIVE_AVG, value);
			words_add(words, "LINE1.5:%s%s:legend=%s", value, view->row[r].colour,
				  text);
		} else {
			add_legend_only(words, view, view->row[r].colour, "", text);
		}
		add_limit(words, view, legend, r);
	}
}

/* gapN is 1 where row 0 to N are all unknown. Returns the last N. */
static size_t add_gaps(struct words *words, const struct view *view, enum view_kind kind)
{
	const char *name = kind_names[kind];
	size_t last = view->rows;

	for (size_t r = 0; r < view->rows; r++) {
		char value[VAR_SIZE];

		if (!row_has(view, r, kind, ARCHIVE_AVG))
			continue;
		add_value(words, view, r, kind, ARCHIVE_AVG, value);
		if (last == view->rows)
			words_add(words, "CDEF:gap%s%zu=%s,UN", name, r, value);
		else
			words_add(words, "CDEF:gap%s%zu=gap%s%zu,%s,UN,*", name, r, name, last,
				  value);
		last = r;
	}
	return last;
}

/* The highest single samples of a row that stands alone, on its area, drawn just before: of a sum
 * nobody knows them. */
static void add_peak(struct words *words, const struct view *view, enum view_kind kind)
{
	const char *name = kind_names[kind], *colour = view->row[0].colour;
	char max[VAR_SIZE];

	if (view->graph->style != GRAPH_MIRROR || view->rows != 1 ||
	    !row_has(view, 0, kind, ARCHIVE_MAX))
		return;
	add_value(words, view, 0, kind, ARCHIVE_MAX, max);
	words_add(words, "CDEF:peak%s=%s,%d,*", name, max, kind == VIEW_BELOW ? -1 : 1);
	words_add(words, "CDEF:rise%s=peak%s,part%s0,-", name, name, name);
	words_add(words, "AREA:rise%s%s" BAND_ALPHA "::STACK", name, colour);
	words_add(words, "LINE0.5:peak%s%s" EDGE_ALPHA, name, colour);
}

/* Whether the entry of a row, which has the numbers of both directions, goes with this one: with
 * the one above, if that has something to show. */
static bool is_named_by(const struct view *view, const struct legend *legend, size_t r,
			enum view_kind kind)
{
	bool has_value = row_has(view, r, VIEW_VALUE, ARCHIVE_AVG);
	bool has_below = row_has(view, r, VIEW_BELOW, ARCHIVE_AVG);

	return legend->is_split || (has_value || !has_below) == (kind == VIEW_VALUE);
}

/* One row that is unknown adds nothing; where all are unknown there is a gap. */
static void add_stack(struct words *words, const struct view *view, const struct legend *legend,
		      enum view_kind kind)
{
	const char *name = kind_names[kind], *on_top = "";
	bool is_below = kind == VIEW_BELOW;
	size_t last = add_gaps(words, view, kind);

	for (size_t r = 0; r < view->rows; r++) {
		bool is_named = is_named_by(view, legend, r, kind);
		char text[PLOT_ESCAPED_SIZE], value[VAR_SIZE];

		if (is_named)
			legend_of(view, legend, r, kind, text);
		if (!row_has(view, r, kind, ARCHIVE_AVG)) {
			if (is_named)
				add_legend_only(words, view, view->row[r].colour,
						is_below ? PALETTE_BELOW : "", text);
			continue;
		}
		snprintf(value, sizeof(value), "AVERAGE%s%zu", name, view->row[r].first);
		words_add(words, "CDEF:part%s%zu=gap%s%zu,UNKN,%s,UN,0,%s,IF,IF%s", name, r, name,
			  last, value, value, is_below ? ",-1,*" : "");
		words_add(words, "AREA:part%s%zu%s%s:%s%s%s", name, r, view->row[r].colour,
			  is_below ? PALETTE_BELOW : "", is_named ? "legend=" : "",
			  is_named ? text : "", on_top);
		on_top = ":STACK";
	}
	add_peak(words, view, kind);
}

/* The payload ceiling of a link as it went, above and below, where it is not too high. */
static void add_ceiling(struct words *words, const struct view *view)
{
	const struct graph_rule *rule = view->series[0].part[VIEW_LINK].rule;
	double lowest = view_payload(view->row[0].stats[VIEW_LINK].min);
	char text[LEGEND_SIZE], escaped[PLOT_ESCAPED_SIZE];
	size_t payloads = 0;

	if (!rule)
		return;
	legend_link(view, text);
	plot_escape(text, "\\l", escaped);
	if (!(lowest <= view->ceiling_max) || !row_has(view, 0, VIEW_LINK, ARCHIVE_AVG)) {
		plot_text(words, text, true);
		return;
	}
	add_def(words, view, 0, VIEW_LINK, ARCHIVE_AVG);
	words_part(words, "CDEF:ceiling=");
	for (const struct view_payload *p = view_payloads; p->link_bit_s > 0; p++) {
		words_part(words, "AVERAGEk0,%.10g,GE,", p->link_bit_s * VIEW_SPEED_SLACK);
		if (p->bytes_s <= view->ceiling_max)
			words_part(words, "%.10g,", p->bytes_s);
		else
			words_part(words, "UNKN,");
		payloads++;
	}
	words_part(words, "UNKN");
	while (payloads-- > 0)
		words_part(words, ",IF");
	words_end(words);
	words_add(words, "CDEF:ceilingb=ceiling,-1,*");
	words_add(words, "LINE1:ceiling%s:legend=%s:dashes=%s", view->palette->trip, escaped,
		  rule->dashes);
	words_add(words, "LINE1:ceilingb%s::dashes=%s", view->palette->trip, rule->dashes);
}

static void add_header(struct words *words, const struct view *view, const struct legend *legend,
		       enum view_kind kind)
{
	for (int line = 0; line < LEGEND_HEADERS; line++) {
		char text[LEGEND_SIZE];

		legend_header(legend, view, kind, line, text);
		plot_text(words, text, true);
	}
}

static void add_mirror(struct words *words, const struct view *view, const struct legend *legend)
{
	if (view->rows == 0)
		return;
	add_header(words, view, legend, VIEW_VALUE);
	add_stack(words, view, legend, VIEW_VALUE);
	if (legend->is_split)
		add_header(words, view, legend, VIEW_BELOW);
	add_stack(words, view, legend, VIEW_BELOW);
	add_ceiling(words, view);
	words_add(words, "HRULE:0%s", view->palette->axis);
}

void plot_rows(struct words *words, const struct view *view, const struct legend *legend)
{
	switch (view->graph->style) {
	case GRAPH_LINES:
		add_lines(words, view, legend);
		break;
	case GRAPH_STACK:
		add_stack(words, view, legend, VIEW_VALUE);
		break;
	case GRAPH_MIRROR:
		add_mirror(words, view, legend);
		break;
	}
}

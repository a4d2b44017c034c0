/* legend.c - the lines below the canvas. */
#include <math.h>
#include <string.h>

#include "legend.h"
#include "banned.h"

/* Measured with DejaVu Sans Mono 8 in librrd 1.7.2: 7 pixels a character; margin and mark of an
 * entry take 30. */
#define CHAR_PX 7
#define ENTRY_PX 30
#define NAME_COLUMNS_MIN 6
#define NAME_COLUMNS_MAX 40
#define BETWEEN_COLUMNS 3     /* between two directions */
#define TRIP_VALUE_COLUMNS 18 /* what stands between, and "100.0 °C" */
#define PAIRED_LINES 6	      /* so many and more stand in two columns */

static const struct {
	enum stats_of of;
	const char *label;
} numbers[] = {
	{ STATS_MIN, "Min" },
	{ STATS_AVG, "Avg" },
	{ STATS_MAX, "Max" },
	{ STATS_LAST, "Last" },
};

static double number_of(const struct stats *stats, enum stats_of of)
{
	switch (of) {
	case STATS_MIN:
		return stats->min;
	case STATS_AVG:
		return stats->avg;
	case STATS_MAX:
		return stats->max;
	case STATS_LAST:
		break;
	}
	return stats->last;
}

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static void write_number(const struct legend *legend, const struct view *view, double value,
			 char ret[NUMBER_SIZE])
{
	if (legend->is_bare)
		number_bare(value, view->graph->unit, ret);
	else
		number_text(value, view->graph->unit, ret);
}

static void widen(struct legend *legend, const struct view *view, enum stats_of of, double value)
{
	char text[NUMBER_SIZE];

	write_number(legend, view, value, text);
	legend->number_columns[of] = larger(legend->number_columns[of], buf_columns(text));
}

static bool is_mirror(const struct view *view)
{
	return view->graph->style == GRAPH_MIRROR;
}

static void widen_numbers(struct legend *legend, const struct view *view)
{
	memset(legend->number_columns, 0, sizeof(legend->number_columns));
	for (size_t r = 0; r < view->rows; r++) {
		const struct stats *stats = view->row[r].stats;

		for (size_t n = 0; n < ARRAY_SIZE(numbers); n++) {
			widen(legend, view, numbers[n].of,
			      number_of(&stats[VIEW_VALUE], numbers[n].of));
			if (is_mirror(view))
				widen(legend, view, numbers[n].of,
				      number_of(&stats[VIEW_BELOW], numbers[n].of));
		}
		widen(legend, view, STATS_MIN, stats[VIEW_LIMIT].last); /* stands below Min */
	}
	for (size_t i = 0; i < view->trips; i++) /* as a trip's value does */
		widen(legend, view, STATS_MIN, view->trip[i].value);
	for (size_t n = 0; is_mirror(view) && n < ARRAY_SIZE(numbers); n++)
		legend->number_columns[numbers[n].of] =
			larger(legend->number_columns[numbers[n].of], strlen(numbers[n].label));
}

/* Without the name: two blanks before each label, one behind it; of two directions the labels
 * stand above. */
static size_t numbers_columns(const struct legend *legend, const struct view *view)
{
	size_t columns = 0;

	for (size_t n = 0; n < ARRAY_SIZE(numbers); n++) {
		columns += 2 + legend->number_columns[numbers[n].of];
		if (!is_mirror(view))
			columns += strlen(numbers[n].label) + 1;
	}
	return is_mirror(view) && !legend->is_split ? 2 * columns + BETWEEN_COLUMNS : columns;
}

/* A trip's name, as much of it as fits. */
static void add_trip_name(struct buf *buf, const struct view_trip *trip, size_t columns)
{
	char name[MATCH_SIZE * 2];
	struct buf whole = buf_of(name, sizeof(name));

	buf_add(&whole, "%s", trip->rule->label);
	if (!trip->is_only)
		buf_add(&whole, " %s", trip->zone);
	if (!trip->is_only && trip->zones > 1)
		buf_add(&whole, " +%zu", trip->zones - 1);
	buf_add_name(buf, name, columns);
}

static size_t longest_name(const struct view *view)
{
	char name[NAME_COLUMNS_MAX * 4 + 1];
	size_t longest = NAME_COLUMNS_MIN;

	for (size_t i = 0; i < view->rows + view->trips; i++) {
		struct buf buf = buf_of(name, sizeof(name));

		if (i < view->rows)
			buf_add_name(&buf, view->row[i].name, NAME_COLUMNS_MAX);
		else
			add_trip_name(&buf, &view->trip[i - view->rows], NAME_COLUMNS_MAX);
		longest = larger(longest, buf_columns(name));
	}
	return longest;
}

/* The pixels of an entry but for its name. */
static size_t numbers_px(const struct legend *legend, const struct view *view)
{
	return numbers_columns(legend, view) * CHAR_PX + ENTRY_PX;
}

/* Whether several entries may share a line: not where something belongs below each. */
static bool can_pair(const struct view *view)
{
	switch (view->graph->style) {
	case GRAPH_STACK:
		return view->rows > 1;
	case GRAPH_LINES:
		return view->rows >= PAIRED_LINES && isnan(view->row[0].stats[VIEW_LIMIT].last);
	case GRAPH_MIRROR:
		break;
	}
	return false;
}

/* As wide as the names are; then, as long as that is too wide: one direction below the other,
 * without units, with names cut. */
struct legend legend_plan(const struct view *view)
{
	size_t px = view->width + LEGEND_BESIDE_PX, name_px;
	struct legend legend = { .columns = 1, .name_columns = longest_name(view) };

	name_px = legend.name_columns * CHAR_PX;
	widen_numbers(&legend, view);
	if (can_pair(view) && 2 * (numbers_px(&legend, view) + name_px) <= px) {
		legend.columns = 2;
		return legend;
	}
	legend.is_split = is_mirror(view) && numbers_px(&legend, view) + name_px > px;
	if (numbers_px(&legend, view) + name_px > px) {
		legend.is_bare = true;
		widen_numbers(&legend, view);
	}
	if (numbers_px(&legend, view) + name_px > px)
		legend.name_columns = px > numbers_px(&legend, view) + NAME_COLUMNS_MIN * CHAR_PX
					      ? (px - numbers_px(&legend, view)) / CHAR_PX
					      : NAME_COLUMNS_MIN;
	return legend;
}

/* Blanks until `columns` characters stand between `from` and the end. */
static void pad_right(struct buf *buf, size_t from, size_t columns)
{
	size_t has = buf_columns(buf->at + from);

	if (has < columns)
		buf_add(buf, "%*s", (int)(columns - has), "");
}

static void add_right(struct buf *buf, const char *text, size_t columns)
{
	size_t has = buf_columns(text);

	buf_add(buf, "%*s%s", has < columns ? (int)(columns - has) : 0, "", text);
}

static void add_numbers(struct buf *buf, const struct legend *legend, const struct view *view,
			const struct stats *stats)
{
	for (size_t n = 0; n < ARRAY_SIZE(numbers); n++) {
		char text[NUMBER_SIZE];

		write_number(legend, view, number_of(stats, numbers[n].of), text);
		if (is_mirror(view))
			buf_add(buf, "  ");
		else
			buf_add(buf, "  %s ", numbers[n].label);
		add_right(buf, text, legend->number_columns[numbers[n].of]);
	}
}

void legend_row(const struct legend *legend, const struct view *view, size_t r, enum view_kind kind,
		char ret[LEGEND_SIZE])
{
	const struct view_row *row = &view->row[r];
	struct buf buf = buf_of(ret, LEGEND_SIZE);

	buf_add_name(&buf, row->name, legend->name_columns);
	pad_right(&buf, 0, legend->name_columns);
	add_numbers(&buf, legend, view, &row->stats[kind]);
	if (!is_mirror(view) || legend->is_split)
		return;
	buf_add(&buf, "%*s", BETWEEN_COLUMNS, "");
	add_numbers(&buf, legend, view, &row->stats[VIEW_BELOW]);
}

/* The head of one direction's numbers. */
static void add_header(struct buf *buf, const struct legend *legend, const struct view *view,
		       enum view_kind kind, int line)
{
	const char *direction = view->graph->rule[kind == VIEW_BELOW].label;
	size_t from = buf->len, columns = 0;

	for (size_t n = 0; n < ARRAY_SIZE(numbers); n++) {
		columns += 2 + legend->number_columns[numbers[n].of];
		if (line == 1) {
			buf_add(buf, "  ");
			add_right(buf, numbers[n].label, legend->number_columns[numbers[n].of]);
		}
	}
	if (line == 0) {
		buf_add(buf, "  %s (%s)", direction, kind == VIEW_BELOW ? "below" : "above");
		if (legend->is_bare)
			buf_add(buf, " in %s", view->graph->unit->name);
		pad_right(buf, from, columns);
	}
}

void legend_header(const struct legend *legend, const struct view *view, enum view_kind kind,
		   int line, char ret[LEGEND_SIZE])
{
	struct buf buf = buf_of(ret, LEGEND_SIZE);

	pad_right(&buf, 0, legend->name_columns);
	add_header(&buf, legend, view, kind, line);
	if (legend->is_split)
		return;
	buf_add(&buf, "%*s", BETWEEN_COLUMNS, "");
	add_header(&buf, legend, view, VIEW_BELOW, line);
}

/* A name and a value alone, which stands below Min. */
static void write_one(const struct legend *legend, const struct view *view, double value,
		      struct buf *buf)
{
	char text[NUMBER_SIZE];

	pad_right(buf, 0, legend->name_columns);
	write_number(legend, view, value, text);
	buf_add(buf, "      ");
	add_right(buf, text, legend->number_columns[STATS_MIN]);
}

void legend_limit(const struct legend *legend, const struct view *view, size_t r,
		  const struct graph_rule *rule, char ret[LEGEND_SIZE])
{
	struct buf buf = buf_of(ret, LEGEND_SIZE);

	buf_add(&buf, "  %s", rule->label);
	write_one(legend, view, view->row[r].stats[VIEW_LIMIT].last, &buf);
}

void legend_trip(const struct legend *legend, const struct view *view, size_t i,
		 char ret[LEGEND_SIZE])
{
	struct buf buf = buf_of(ret, LEGEND_SIZE);
	size_t room = legend_columns(view) - TRIP_VALUE_COLUMNS;

	/* nothing stands behind the value, so that a name may be longer than those above */
	if (room > NAME_COLUMNS_MAX)
		room = NAME_COLUMNS_MAX;
	add_trip_name(&buf, &view->trip[i], larger(legend->name_columns, room));
	write_one(legend, view, view->trip[i].value, &buf);
}

/* "link 480 Mbit/s, at most 53 MB/s; between 480 Mbit/s and 5 Gbit/s in this span", as much of
 * it as fits. */
void legend_link(const struct view *view, char ret[LEGEND_SIZE])
{
	const struct stats *stats = &view->row[0].stats[VIEW_LINK];
	double ceiling = view_payload(stats->last);
	char text[LEGEND_SIZE], low[NUMBER_SIZE], high[NUMBER_SIZE];
	struct buf whole = buf_of(text, sizeof(text)), buf = buf_of(ret, LEGEND_SIZE);

	number_text(stats->last, &number_bits, low);
	number_text(ceiling, &number_bytes, high);
	buf_add(&whole, "link %s", low);
	if (isfinite(ceiling))
		buf_add(&whole, ", at most %s", high);
	buf_add(&buf, "%s", text);
	if (!(stats->min < stats->max * VIEW_SPEED_SLACK))
		return;
	number_text(stats->min, &number_bits, low);
	number_text(stats->max, &number_bits, high);
	buf_add(&whole, "; between %s and %s in this span", low, high);
	if (buf_columns(text) <= legend_columns(view))
		buf_add(&buf, "%s", text + buf.len);
}

size_t legend_columns(const struct view *view)
{
	return (view->width + LEGEND_BESIDE_PX - ENTRY_PX) / CHAR_PX;
}

size_t legend_break(const char *text, size_t columns)
{
	size_t at = 0, blank = 0, count = 0;

	while (text[at]) {
		size_t next = at + 1;

		while (((unsigned char)text[next] & 0xc0) == 0x80)
			next++;
		if (count == columns || next >= LEGEND_SIZE)
			return blank ? blank : at;
		if (text[at] == ' ')
			blank = at;
		count++;
		at = next;
	}
	return at;
}

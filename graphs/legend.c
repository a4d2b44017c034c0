/* legend.c - the lines below the canvas. */
#include <string.h>

#include "legend.h"
#include "banned.h"

/* Measured with DejaVu Sans Mono 8 in librrd 1.7.2: 7 pixels a character; the picture is 81
 * pixels wider than the canvas, of which margin and mark of an entry take 30. */
#define CHAR_PX 7
#define BESIDE_PX 81
#define ENTRY_PX 30
#define NAME_COLUMNS_MIN 6
#define NAME_COLUMNS_MAX 40

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

static void widen_numbers(struct legend *legend, const struct view *view)
{
	memset(legend->number_columns, 0, sizeof(legend->number_columns));
	for (size_t i = 0; i < view->values; i++) {
		for (size_t n = 0; n < ARRAY_SIZE(numbers); n++)
			widen(legend, view, numbers[n].of,
			      number_of(&view->series[i].measure.stats, numbers[n].of));
	}
	for (size_t i = 0; i < view->trips; i++) /* a trip's value stands below Min */
		widen(legend, view, STATS_MIN, view->trip[i].value);
}

/* Without the name: two blanks before each label, one behind it. */
static size_t numbers_columns(const struct legend *legend)
{
	size_t columns = 0;

	for (size_t n = 0; n < ARRAY_SIZE(numbers); n++)
		columns += 2 + strlen(numbers[n].label) + 1 + legend->number_columns[numbers[n].of];
	return columns;
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

	for (size_t i = 0; i < view->values + view->trips; i++) {
		struct buf buf = buf_of(name, sizeof(name));

		if (i < view->values)
			buf_add_name(&buf, view->series[i].name, NAME_COLUMNS_MAX);
		else
			add_trip_name(&buf, &view->trip[i - view->values], NAME_COLUMNS_MAX);
		longest = larger(longest, buf_columns(name));
	}
	return longest;
}

/* The pixels of an entry but for its name. */
static size_t numbers_px(const struct legend *legend)
{
	return numbers_columns(legend) * CHAR_PX + ENTRY_PX;
}

/* As wide as the names are, narrower without units, and at last with names cut. */
struct legend legend_plan(const struct view *view)
{
	size_t px = view->width + BESIDE_PX, name_px;
	struct legend legend = { .columns = 1, .name_columns = longest_name(view) };

	name_px = legend.name_columns * CHAR_PX;
	widen_numbers(&legend, view);
	if (view->graph->style == GRAPH_STACK && view->values > 1 &&
	    2 * (numbers_px(&legend) + name_px) <= px) {
		legend.columns = 2;
		return legend;
	}
	if (numbers_px(&legend) + name_px > px) {
		legend.is_bare = true;
		widen_numbers(&legend, view);
	}
	if (numbers_px(&legend) + name_px > px)
		legend.name_columns = px > numbers_px(&legend) + NAME_COLUMNS_MIN * CHAR_PX
					      ? (px - numbers_px(&legend)) / CHAR_PX
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

void legend_series(const struct legend *legend, const struct view *view, size_t i,
		   char ret[LEGEND_SIZE])
{
	const struct view_series *series = &view->series[i];
	struct buf buf = buf_of(ret, LEGEND_SIZE);

	buf_add_name(&buf, series->name, legend->name_columns);
	pad_right(&buf, 0, legend->name_columns);
	for (size_t n = 0; n < ARRAY_SIZE(numbers); n++) {
		char text[NUMBER_SIZE];

		write_number(legend, view, number_of(&series->measure.stats, numbers[n].of), text);
		buf_add(&buf, "  %s ", numbers[n].label);
		add_right(&buf, text, legend->number_columns[numbers[n].of]);
	}
}

void legend_trip(const struct legend *legend, const struct view *view, size_t i,
		 char ret[LEGEND_SIZE])
{
	struct buf buf = buf_of(ret, LEGEND_SIZE);
	char text[NUMBER_SIZE];

	add_trip_name(&buf, &view->trip[i], legend->name_columns);
	pad_right(&buf, 0, legend->name_columns);
	write_number(legend, view, view->trip[i].value, text);
	buf_add(&buf, "      ");
	add_right(&buf, text, legend->number_columns[STATS_MIN]);
}

size_t legend_columns(const struct view *view)
{
	return (view->width + BESIDE_PX - ENTRY_PX) / CHAR_PX;
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

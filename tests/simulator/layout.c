/* layout.c - collectd's archives and rrdtool's consolidation: see layout.h. */
#include <math.h>

#include "layout.h"
#include "banned.h"

#define ROWS 1200 /* an archive has at least so many */

void layout_of(unsigned int step, struct archive ret[LAYOUT_ARCHIVES])
{
	static const unsigned int spans[LAYOUT_ARCHIVES] = { 3600, 86400, 604800, 2678400,
							     31622400 };

	for (int i = 0; i < LAYOUT_ARCHIVES; i++) {
		unsigned int span = spans[i] / step < ROWS ? step * ROWS : spans[i];
		unsigned int steps = i == 0 ? 1 : span / (ROWS * step);

		ret[i] = (struct archive){ steps, (span + steps * step - 1) / (steps * step) };
	}
}

/* So are an average, a minimum and a maximum begun when a row is finished. */
static const double nothing[LAYOUT_CFS] = { 0, INFINITY, -INFINITY };

static void begin(struct unfinished *row)
{
	for (int cf = 0; cf < LAYOUT_CFS; cf++)
		row->value[cf] = nothing[cf];
}

void rows_begin(struct rows *rows, int64_t number)
{
	rows->begun = number;
	rows->last = number / rows->archive.steps;
	rows->unfinished =
		(struct unfinished){ .unknown = (unsigned int)(number % rows->archive.steps) };
	for (int cf = 0; cf < LAYOUT_CFS; cf++) {
		rows->unfinished.value[cf] = NAN;
		for (unsigned int i = 0; i < rows->archive.rows; i++)
			rows->value[cf][i] = NAN;
	}
}

static void consolidate(struct unfinished *row, double value)
{
	if (isnan(row->value[LAYOUT_AVERAGE]))
		begin(row);
	row->value[LAYOUT_AVERAGE] += value;
	if (value < row->value[LAYOUT_MIN])
		row->value[LAYOUT_MIN] = value;
	if (value > row->value[LAYOUT_MAX])
		row->value[LAYOUT_MAX] = value;
}

static void finish(struct rows *rows, int64_t number)
{
	struct unfinished *row = &rows->unfinished;
	unsigned int steps = rows->archive.steps;

	for (int cf = 0; cf < LAYOUT_CFS; cf++) {
		row->finished[cf] = row->value[cf];
		if (row->unknown > steps * LAYOUT_XFF)
			row->finished[cf] = NAN;
		else if (cf == LAYOUT_AVERAGE)
			row->finished[cf] /= steps - row->unknown;
		rows->value[cf][number % rows->archive.rows] = row->finished[cf];
	}
	rows->last = number;
}

void rows_add(struct rows *rows, int64_t number, double value)
{
	struct unfinished *row = &rows->unfinished;

	if (isnan(value))
		row->unknown++;
	else
		consolidate(row, value);
	if (number % rows->archive.steps != 0)
		return;
	finish(rows, number / rows->archive.steps);
	row->fill = value;
	row->unknown = 0;
	begin(row);
}

/* measure.c - the numbers of one series over a span, and the rows that draw it. */
#include <math.h>

#include "fetch.h"
#include "measure.h"
#include "banned.h"

/* Fine enough to tell a day from the hours before it. */
#define AVERAGE_ROW_S 600

static const enum stats_of stats_of_cf[ARCHIVE_CFS] = { STATS_MIN, STATS_AVG, STATS_MAX };

/* Add the finished rows of archive `index` in (start, end] to the numbers. Returns the number of
 * known ones. */
static int add_rows(const struct copy *copy, size_t source, size_t index, time_t start, time_t end,
		    enum stats_of of, struct measure *m, struct notes *notes)
{
	struct fetch_rows rows;
	int known = 0, rc = fetch_open(copy, index, start, end, &rows, notes);

	if (rc < 0)
		return rc;
	for (size_t i = 0; i < rows.count && source < rows.sources; i++) {
		double value = rows.value[i * rows.sources + source];

		stats_add(&m->stats, of, value, rows.row_s);
		known += isfinite(value);
		if (of == STATS_AVG && m->since == 0 && isfinite(value))
			m->since = rows.start + (time_t)i * rows.row_s;
	}
	fetch_close(&rows);
	return known;
}

static time_t round_up(time_t time, time_t to)
{
	return (time + to - 1) / to * to;
}

/* As rrd_graph.c's reduce_data() does it: whole rows that together fill a pixel. */
static struct measure_rows rows_to_draw(const struct header *header, size_t index,
					const struct span *span)
{
	uint64_t row_s = header->archive[index].row_s;
	time_t drawn_s = (time_t)((span->pixel_s + row_s - 1) / row_s * row_s);
	time_t begin = archive_begin(header, index);
	struct measure_rows rows = { .row_s = row_s, .drawn_s = drawn_s };

	rows.start = span->start - span->start % drawn_s;
	if (rows.start < begin)
		rows.start = round_up(begin, drawn_s);
	rows.end = round_up(span->end < header->last_update ? span->end : header->last_update,
			    drawn_s);
	return rows.start < rows.end ? rows : (struct measure_rows){ 0 };
}

/* Coarse to fine: each archive continues where the one before has no finished row. */
static int measure_cf(const struct copy *copy, size_t source, enum archive_cf cf,
		      const struct span *span, struct measure *m, struct notes *notes)
{
	size_t order[HEADER_ARCHIVES_MAX];
	size_t count = archive_choose(&copy->header, cf, span->start, span->pixel_s, order);
	time_t from = span->start;

	for (size_t i = 0; i < count; i++) {
		time_t finished = archive_finished(&copy->header, order[i]);
		int known = add_rows(copy, source, order[i], from, span->end, stats_of_cf[cf], m,
				     notes);

		if (known < 0)
			return known;
		if (known == 0)
			continue;
		if (m->rows[cf].row_s == 0)
			m->rows[cf] = rows_to_draw(&copy->header, order[i], span);
		if (from < finished)
			from = finished;
	}
	return 0;
}

/* The newest sample of a gauge stands in the file; of a counter there are only rows. */
static int measure_last(const struct copy *copy, size_t source, const struct span *span,
			struct measure *m, struct notes *notes)
{
	const struct header *header = &copy->header;
	size_t order[HEADER_ARCHIVES_MAX];
	size_t count;

	if (!header->source[source].is_counter && header->last_update > span->start &&
	    header->last_update <= span->end && isfinite(header->source[source].last)) {
		m->stats.last = header->source[source].last;
		return 0;
	}
	count = archive_choose(header, ARCHIVE_AVG, span->start, span->pixel_s, order);
	for (size_t i = count; i-- > 0;) {
		int known = add_rows(copy, source, order[i], span->start, span->end, STATS_LAST, m,
				     notes);

		if (known != 0)
			return known < 0 ? known : 0;
	}
	return 0;
}

int measure_series(const struct copy *copy, size_t source, const struct span *span,
		   struct measure *ret, struct notes *notes)
{
	struct measure m = { .stats = STATS_NONE };
	int rc = 0;

	for (enum archive_cf cf = 0; cf < ARCHIVE_CFS && rc == 0; cf++)
		rc = measure_cf(copy, source, cf, span, &m, notes);
	if (rc == 0)
		rc = measure_last(copy, source, span, &m, notes);
	if (rc == 0)
		*ret = m;
	return rc;
}

double measure_average(const struct copy *copy, time_t start, time_t end, struct notes *notes)
{
	struct measure m = { .stats = STATS_NONE };
	struct span span = { start, end, AVERAGE_ROW_S };

	if (measure_cf(copy, 0, ARCHIVE_AVG, &span, &m, notes) < 0)
		return NAN;
	return m.stats.avg;
}

double measure_highest(const struct copy *copy, struct notes *notes)
{
	struct measure m = { .stats = STATS_NONE };
	struct span span = { 0, copy->header.last_update, 1 };

	if (measure_cf(copy, 0, ARCHIVE_MAX, &span, &m, notes) < 0)
		return NAN;
	return m.stats.max;
}

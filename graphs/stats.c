/* stats.c - Min, Avg, Max and Last of one series. */
#include "stats.h"
#include "banned.h"

void stats_add(struct stats *stats, enum stats_of of, double value, time_t row_s)
{
	if (!isfinite(value))
		return;
	switch (of) {
	case STATS_MIN:
		stats->min = fmin(stats->min, value); /* of NaN and a number, the number */
		break;
	case STATS_MAX:
		stats->max = fmax(stats->max, value);
		break;
	case STATS_LAST:
		stats->last = value;
		break;
	case STATS_AVG:
		stats->peak = fmax(stats->peak, value);
		if (stats->known_s == 0)
			stats->avg = 0;
		/* weighted by time: rows of several archives differ in length */
		stats->avg +=
			(value - stats->avg) * (double)row_s / (double)(stats->known_s + row_s);
		stats->known_s += row_s;
		break;
	}
}

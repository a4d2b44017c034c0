/* stats.h - Min, Avg, Max and Last of one series. Pure. */
#ifndef STATS_H
#define STATS_H

#include <math.h>
#include <time.h>

struct stats {
	double min, avg, max, last; /* NaN where there is none */
	double peak;		    /* the highest row of averages, NaN without */
	time_t known_s;		    /* seconds with a known average */
};

#define STATS_NONE ((struct stats){ NAN, NAN, NAN, NAN, NAN, 0 })

enum stats_of { STATS_MIN, STATS_AVG, STATS_MAX, STATS_LAST };

/* Take one row of an archive: of MIN into the minimum, and so on; STATS_LAST takes each
 * later row of the finest archive. An unknown value changes nothing. */
void stats_add(struct stats *stats, enum stats_of of, double value, time_t row_s);

#endif

/* cost.c - what storing values writes to a disk, estimated. */
#include <math.h>
#include <stddef.h>

#include "cost.h"
#include "util.h"
#include "banned.h"

#define DAY_S 86400.0
#define MB 1e6
#define MEASURED_PER_DAY (100 * DAY_S / 10) /* values */
#define JOURNAL_BYTES 80.0

static const struct {
	double together;
	double mb_per_day;
} measured[] = {
	{ 1, 6860 },
	{ 90, 521 },
	{ 360, 169 },
};

static double measured_bytes(size_t i)
{
	return measured[i].mb_per_day * MB / MEASURED_PER_DAY;
}

double cost_bytes(double together)
{
	size_t i = 0;
	double slope;

	if (together <= 1)
		return measured_bytes(0);
	while (i + 2 < ARRAY_SIZE(measured) && together > measured[i + 1].together)
		i++;
	slope = log(measured_bytes(i + 1) / measured_bytes(i)) /
		log(measured[i + 1].together / measured[i].together);
	return measured_bytes(i) * pow(together / measured[i].together, slope);
}

double cost_mb_per_day(const struct cost *cost)
{
	double bytes = cost_bytes(cost->together) + (cost->has_journal ? JOURNAL_BYTES : 0);

	return bytes * cost->files_per_s * DAY_S / MB;
}

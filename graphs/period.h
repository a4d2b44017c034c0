/* period.h - spans of time as people write them. Pure, but for the time zone. */
#ifndef PERIOD_H
#define PERIOD_H

#include <time.h>

#include "buf.h"

struct period {
	const char *name;
	time_t seconds;
};

#define PERIOD_FIRST 315532800 /* 1980: librrd takes less for a date in figures */
#define PERIODS_MAX 6
extern const struct period periods[PERIODS_MAX];

/* Read "day", "hour,year" or "all" into pointers to the table, each once.
 * Returns their number, or -EINVAL. */
int period_list(const char *text, const struct period *ret[PERIODS_MAX]);

#define PERIOD_ACCEPTED "hour, day, week, month, quarter, year"

/* Read a time: seconds since 1970; ISO 8601, local unless it ends in Z or +HH:MM; or -N with
 * s min h d w, before `now`. Returns 0, -EINVAL, -ERANGE for one before 1980 or after 9999, which
 * librrd does not take, -EDOM for a bare m, which may be a minute or a month, or -ENOENT for a
 * local time that a clock put forward skips. */
int period_time(const char *text, time_t now, time_t *ret);

/* Write a local time for people, 2026-11-30 18:00:00 or 2026-11-30 18:00; nothing where there is
 * none. */
void period_write(time_t time, struct buf *buf);
void period_write_minute(time_t time, struct buf *buf);

#define PERIOD_TIMES                                                                               \
	"seconds since 1970 (1790000000), ISO 8601 (2026-11-30, 2026-11-30T18:00, "                \
	"2026-11-30T18:00:00Z) or -N with s, min, h, d or w (-90min)"

#endif

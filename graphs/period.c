/* period.c - spans of time as people write them. */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "period.h"
#include "util.h"
#include "banned.h"

#define YEAR_10000 253402300800

const struct period periods[PERIODS_MAX] = {
	{ "hour", 3600 },     { "day", 86400 },	      { "week", 604800 },
	{ "month", 2678400 }, { "quarter", 7948800 }, { "year", 31622400 },
};

static const struct period *find(const char *name, size_t len)
{
	for (size_t i = 0; i < PERIODS_MAX; i++) {
		if (strlen(periods[i].name) == len && strncmp(periods[i].name, name, len) == 0)
			return &periods[i];
	}
	return NULL;
}

static bool has(const struct period *const list[], int count, const struct period *period)
{
	for (int i = 0; i < count; i++) {
		if (list[i] == period)
			return true;
	}
	return false;
}

int period_list(const char *text, const struct period *ret[PERIODS_MAX])
{
	const struct period *list[PERIODS_MAX];
	int count = 0;

	if (strcmp(text, "all") == 0) {
		for (size_t i = 0; i < PERIODS_MAX; i++)
			ret[i] = &periods[i];
		return PERIODS_MAX;
	}
	for (;; text++) {
		size_t len = strcspn(text, ",");
		const struct period *period = find(text, len);

		if (!period)
			return -EINVAL;
		if (!has(list, count, period))
			list[count++] = period;
		text += len;
		if (!*text)
			break;
	}
	memcpy(ret, list, (size_t)count * sizeof(list[0]));
	return count;
}

/* Take 1 to `digits` digits; exactly `digits` where `is_exact`. Moves `*at` behind them. */
static bool take_number(const char **at, int digits, bool is_exact, int64_t *ret)
{
	int64_t value = 0;
	int count = 0;

	while (count < digits && isdigit((unsigned char)(*at)[count])) {
		value = value * 10 + ((*at)[count] - '0');
		count++;
	}
	if (count == 0 || (is_exact && count != digits))
		return false;
	*at += count;
	*ret = value;
	return true;
}

static int take_range(int64_t time, time_t *ret)
{
	if (time < PERIOD_FIRST || time >= YEAR_10000 || (time_t)time != time)
		return -ERANGE; /* the last where time_t has 32 bits, after 2038 */
	*ret = (time_t)time;
	return 0;
}

static int time_before(const char *text, time_t now, time_t *ret)
{
	static const struct {
		const char *unit;
		int64_t seconds;
	} units[] = {
		{ "s", 1 }, { "min", 60 }, { "h", 3600 }, { "d", 86400 }, { "w", 604800 },
	};
	int64_t count;

	if (!take_number(&text, 10, false, &count))
		return -EINVAL;
	if (strcmp(text, "m") == 0)
		return -EDOM;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (strcmp(text, units[i].unit) != 0)
			continue;
		return take_range(now - count * units[i].seconds, ret);
	}
	return -EINVAL;
}

/* "Z", "+01:00", "+0100", "-05": seconds east of Greenwich. */
static bool take_zone(const char *text, int64_t *ret)
{
	int64_t hours, minutes = 0;
	bool is_west = *text == '-';

	if (strcmp(text, "Z") == 0) {
		*ret = 0;
		return true;
	}
	if (*text != '+' && *text != '-')
		return false;
	text++;
	if (!take_number(&text, 2, true, &hours) || hours > 14)
		return false;
	if (*text == ':')
		text++;
	if (*text && (!take_number(&text, 2, true, &minutes) || minutes > 59))
		return false;
	*ret = (hours * 3600 + minutes * 60) * (is_west ? -1 : 1);
	return *text == '\0';
}

static bool take_clock(const char **text, struct tm *tm)
{
	int64_t hour, minute, second = 0;

	(*text)++; /* the T */
	if (!take_number(text, 2, true, &hour) || *(*text)++ != ':' ||
	    !take_number(text, 2, true, &minute))
		return false;
	if (**text == ':') {
		(*text)++;
		if (!take_number(text, 2, true, &second))
			return false;
	}
	if (hour > 23 || minute > 59 || second > 59)
		return false;
	tm->tm_hour = (int)hour;
	tm->tm_min = (int)minute;
	tm->tm_sec = (int)second;
	return true;
}

/* mktime() makes 2 March of 30 February; that is a mistake to tell, not to mend. */
static bool is_a_day(int64_t year, int64_t month, int64_t day)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

	if (month < 1 || month > 12 || day < 1)
		return false;
	return day <= days[month - 1] + (month == 2 && is_leap);
}

/* A local time; a clock that is put forward skips an hour. */
static int time_local(struct tm *tm, bool has_clock, time_t *ret)
{
	int hour = tm->tm_hour, minute = tm->tm_min;
	time_t time = mktime(tm);

	if (has_clock && (tm->tm_hour != hour || tm->tm_min != minute))
		return -ENOENT;
	return take_range(time, ret);
}

static int time_iso(const char *text, time_t *ret)
{
	int64_t year, month, day, east_s = 0;
	struct tm tm = { .tm_isdst = -1 };
	bool has_clock = false, has_zone = false;

	if (!take_number(&text, 4, true, &year) || *text++ != '-' ||
	    !take_number(&text, 2, true, &month) || *text++ != '-' ||
	    !take_number(&text, 2, true, &day) || !is_a_day(year, month, day))
		return -EINVAL;
	tm.tm_year = (int)year - 1900;
	tm.tm_mon = (int)month - 1;
	tm.tm_mday = (int)day;
	if (*text == 'T' || *text == ' ') {
		if (!take_clock(&text, &tm))
			return -EINVAL;
		has_clock = true;
		has_zone = *text != '\0';
	}
	if (has_zone ? !take_zone(text, &east_s) : *text != '\0')
		return -EINVAL;
	return has_zone ? take_range(timegm(&tm) - east_s, ret) : time_local(&tm, has_clock, ret);
}

int period_time(const char *text, time_t now, time_t *ret)
{
	const char *at = text;
	int64_t epoch;

	if (*text == '-')
		return time_before(text + 1, now, ret);
	if (!take_number(&at, 12, false, &epoch))
		return -EINVAL;
	if (*at == '-')
		return time_iso(text, ret);
	if (*at != '\0')
		return -EINVAL;
	return take_range(epoch, ret);
}

static void write_time(time_t time, bool has_seconds, struct buf *buf)
{
	char text[64];
	struct tm tm;
	size_t len;

	if (!localtime_r(&time, &tm))
		return;
	len = has_seconds ? strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &tm)
			  : strftime(text, sizeof(text), "%Y-%m-%d %H:%M", &tm);
	if (len > 0)
		buf_add(buf, "%s", text);
}

void period_write(time_t time, struct buf *buf)
{
	write_time(time, true, buf);
}

void period_write_minute(time_t time, struct buf *buf)
{
	write_time(time, false, buf);
}

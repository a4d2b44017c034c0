/* test_period.c - times and periods as people give them. */
#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "period.h"
#include "unit.h"
#include "util.h"

#define NOW 1790000000

static void a_time_is_the_whole_text(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int rc;
		time_t time;
	} cases[] = {
		{ "0", -ERANGE, 0 },
		{ "315532800", 0, 315532800 },
		{ "315532799", -ERANGE, 0 },
		{ "1790000000", 0, 1790000000 },
		{ "-30s", 0, NOW - 30 },
		{ "-5min", 0, NOW - 300 },
		{ "-2h", 0, NOW - 7200 },
		{ "-1d", 0, NOW - 86400 },
		{ "-2w", 0, NOW - 1209600 },
		{ "2026-11-30T18:00:00Z", 0, 1796061600 },
		{ "2026-11-30T18:00Z", 0, 1796061600 },
		{ "2026-11-30T19:00+01:00", 0, 1796061600 },
		{ "2026-11-30T12:30:00-0530", 0, 1796061600 },
		{ "2026-11-30 18:00", 0, 1796061600 }, /* TZ is UTC here */
		{ "2026-11-30", 0, 1795996800 },
		{ "2024-02-29", 0, 1709164800 },
		{ "-5m", -EDOM, 0 },
		{ "-0m", -EDOM, 0 },
		{ "-1q", -EINVAL, 0 },
		{ "-1month", -EINVAL, 0 },
		{ "-5", -EINVAL, 0 },
		{ "-", -EINVAL, 0 },
		{ "--5s", -EINVAL, 0 },
		{ "-5 s", -EINVAL, 0 },
		{ "-1.5h", -EINVAL, 0 },
		{ "-99999999999s", -EINVAL, 0 },
		{ "-9999999999w", -ERANGE, 0 },
		{ "", -EINVAL, 0 },
		{ "now", -EINVAL, 0 },
		{ " 1790000000", -EINVAL, 0 },
		{ "1790000000 ", -EINVAL, 0 },
		{ "17900000001790000000", -EINVAL, 0 },
		{ "253402300800", -ERANGE, 0 },
		{ "2026-02-30", -EINVAL, 0 },
		{ "2025-02-29", -EINVAL, 0 },
		{ "2026-13-01", -EINVAL, 0 },
		{ "2026-00-10", -EINVAL, 0 },
		{ "2026-11-30T24:00", -EINVAL, 0 },
		{ "2026-11-30T18", -EINVAL, 0 },
		{ "2026-11-30T18:00:00z", -EINVAL, 0 },
		{ "2026-11-30T18:00+1", -EINVAL, 0 },
		{ "2026-11-30Z", -EINVAL, 0 },
		{ "26-11-30", -EINVAL, 0 },
		{ "1969-12-31", -ERANGE, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		time_t time = 7;
		int rc = period_time(cases[i].text, NOW, &time);

		if (rc != cases[i].rc || time != (rc ? 7 : cases[i].time))
			fail_msg("'%s' gives %d, %lld", cases[i].text, rc, (long long)time);
	}
}

/* Without a zone a time is the user's; an hour that comes twice is one of both. */
static void a_time_without_a_zone_is_local(void **state)
{
	static const struct {
		const char *zone, *text;
		time_t time;
	} cases[] = {
		{ "Europe/Berlin", "2026-10-25", 1792879200 },
		{ "Europe/Berlin", "2026-10-25T03:00", 1792893600 },
		{ "Europe/Berlin", "2026-10-26", 1792969200 }, /* 25 hours */
		{ "Europe/Berlin", "2026-03-29T01:59", 1774745940 },
		{ "Europe/Berlin", "2026-03-29T03:00", 1774746000 }, /* a minute later */
		{ "Europe/Berlin", "2026-10-25T02:30+02:00", 1792888200 },
		{ "Europe/Berlin", "2026-10-25T02:30+01:00", 1792891800 },
		{ "America/New_York", "2026-11-01", 1793505600 },
		{ "Asia/Kolkata", "2026-10-25", 1792866600 },
		{ "UTC", "2026-10-25", 1792886400 },
	};
	time_t twice = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		time_t time = 0;

		setenv("TZ", cases[i].zone, 1);
		tzset();
		assert_int_equal(period_time(cases[i].text, NOW, &time), 0);
		if (time != cases[i].time)
			fail_msg("%s in %s: %lld", cases[i].text, cases[i].zone, (long long)time);
	}
	setenv("TZ", "Europe/Berlin", 1);
	tzset();
	assert_int_equal(period_time("2026-10-25T02:30", NOW, &twice), 0);
	assert_true(twice == 1792888200 || twice == 1792891800);
	assert_int_equal(period_time("2026-03-29T02:30", NOW, &twice), -ENOENT);
	setenv("TZ", "America/Havana", 1); /* its clocks skip the first hour of a day */
	tzset();
	assert_int_equal(period_time("2026-03-08", NOW, &twice), 0);
	assert_int_equal(twice, 1772946000);
	setenv("TZ", "UTC", 1);
	tzset();
}

static void a_list_of_periods_holds_each_once(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int count;
	} cases[] = {
		{ "day", 1 },
		{ "hour,year", 2 },
		{ "day,day,day", 1 },
		{ "all", 6 },
		{ "", -EINVAL },
		{ ",", -EINVAL },
		{ "day,", -EINVAL },
		{ "Day", -EINVAL },
		{ "days", -EINVAL },
		{ "da", -EINVAL },
		{ "day hour", -EINVAL },
		{ "all,day", -EINVAL },
		{ "hour,day,week,month,quarter,year,hour,day", 6 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct period *list[PERIODS_MAX];

		if (period_list(cases[i].text, list) != cases[i].count)
			fail_msg("'%s'", cases[i].text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_time_is_the_whole_text),
		cmocka_unit_test(a_time_without_a_zone_is_local),
		cmocka_unit_test(a_list_of_periods_holds_each_once),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

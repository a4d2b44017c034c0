/* test_number.c - numbers with their units, for people. */
#include <math.h>

#include "number.h"
#include "unit.h"
#include "util.h"

static void numbers_are_written_as_people_do(void **state)
{
	(void)state;
	static const struct {
		double value;
		const struct number_unit *unit;
		const char *text;
	} cases[] = {
		{ 52.34, &number_celsius, "52.3 °C" }, { -3.25, &number_celsius, "-3.2 °C" },
		{ 0, &number_celsius, "0.0 °C" },      { 0, &number_rate, "0/s" },
		{ 0.054, &number_rate, "0.05/s" },     { 1.5, &number_rate, "1.5/s" },
		{ 93.84, &number_rate, "93.8/s" },     { 1200, &number_rate, "1200/s" },
		{ 9999.4, &number_rate, "9999/s" },    { 12345, &number_rate, "12.3k/s" },
		{ 999600, &number_rate, "1M/s" },      { 1.4e9, &number_hertz, "1.4 GHz" },
		{ 2e9, &number_hertz, "2 GHz" },       { 280.75e6, &number_hertz, "281 MHz" },
		{ 600e6, &number_hertz, "600 MHz" },   { 0, &number_percent, "0 %" },
		{ 33.333, &number_percent, "33.3 %" }, { 100, &number_percent, "100 %" },
		{ 1234.4, &number_rpm, "1234 rpm" },   { 2.15, &number_rpm, "2 rpm" },
		{ 0.003, &number_rate, "0/s" },	       { 0, &number_bytes, "0 B/s" },
		{ 999.4, &number_bytes, "999 B/s" },   { 110e6, &number_bytes, "110 MB/s" },
		{ 4.3e6, &number_bytes, "4.3 MB/s" },  { 5e9, &number_bits, "5 Gbit/s" },
		{ 480e6, &number_bits, "480 Mbit/s" }, { NAN, &number_rate, "-" },
		{ INFINITY, &number_celsius, "-" },    { 1e300, &number_celsius, "-" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char text[NUMBER_SIZE];

		number_text(cases[i].value, cases[i].unit, text);
		assert_string_equal(text, cases[i].text);
	}
}

static void an_age_has_one_unit(void **state)
{
	(void)state;
	static const struct {
		double seconds;
		const char *text;
	} cases[] = {
		{ -5, "0 s" },	 { 12, "12 s" },     { 119, "119 s" },	 { 840, "14 min" },
		{ 7200, "2 h" }, { 172799, "47 h" }, { 1e6, "11 days" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char text[NUMBER_SIZE];

		number_age(cases[i].seconds, text);
		assert_string_equal(text, cases[i].text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_written_as_people_do),
		cmocka_unit_test(an_age_has_one_unit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

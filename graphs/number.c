/* number.c - numbers as people write them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "number.h"
#include "util.h"
#include "banned.h"

const struct number_unit number_celsius = {
	.symbol = "Cel",
	.before = " ",
	.name = "°C",
};

const struct number_unit number_rate = {
	.symbol = "1/s",
	.before = "",
	.name = "/s",
	.scale = { "", "k", "M", "G" },
	.scaled_from = 9999.5,
	.is_trimmed = true,
};

const struct number_unit number_hertz = {
	.symbol = "Hz",
	.before = " ",
	.name = "Hz",
	.scale = { "", "k", "M", "G", "T" },
	.scaled_from = 999.5,
	.is_trimmed = true,
};

const struct number_unit number_percent = {
	.symbol = "%",
	.before = " ",
	.name = "%",
	.is_trimmed = true,
};

const struct number_unit number_rpm = {
	.symbol = "rpm",
	.before = " ",
	.name = "rpm",
	.scale = { "" },
	.is_whole = true,
};

const struct number_unit number_bytes = {
	.symbol = "By/s",
	.before = " ",
	.name = "B/s",
	.scale = { "", "k", "M", "G", "T" },
	.scaled_from = 999.5,
	.is_trimmed = true,
};

const struct number_unit number_bits = {
	.symbol = "bit/s",
	.before = " ",
	.name = "bit/s",
	.scale = { "", "k", "M", "G", "T" },
	.scaled_from = 999.5,
	.is_trimmed = true,
};

#define NUMBER_MAX 1e12 /* nothing we measure */

/* Three digits that count, but never fewer than all before the point. */
static int decimals_of(double value, const struct number_unit *unit)
{
	double size = fabs(value);

	if (unit->is_whole)
		return 0;
	if (!unit->scale[0])
		return 1;
	return size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
}

static void trim(char *digits)
{
	size_t len = strlen(digits);

	if (!strchr(digits, '.'))
		return;
	while (digits[len - 1] == '0')
		digits[--len] = '\0';
	if (digits[len - 1] == '.')
		digits[len - 1] = '\0';
}

size_t number_scale(double value, const struct number_unit *unit)
{
	double from = unit->scaled_from;
	size_t index = 0;

	while (unit->scale[0] && index + 1 < ARRAY_SIZE(unit->scale) && unit->scale[index + 1] &&
	       fabs(value) >= from) {
		value /= 1000;
		from = 999.5;
		index++;
	}
	return index;
}

/* Scale and round. Returns the letter of the scale, NULL for what is no number. */
static const char *scaled(double value, const struct number_unit *unit, char ret[NUMBER_SIZE])
{
	size_t index = number_scale(value, unit);

	if (!isfinite(value) || fabs(value) > NUMBER_MAX)
		return NULL;
	for (size_t i = 0; i < index; i++)
		value /= 1000;
	snprintf(ret, NUMBER_SIZE, "%.*f", decimals_of(value, unit), value);
	if (unit->is_trimmed)
		trim(ret);
	return unit->scale[0] ? unit->scale[index] : "";
}

void number_text(double value, const struct number_unit *unit, char ret[NUMBER_SIZE])
{
	char digits[NUMBER_SIZE];
	const char *scale = scaled(value, unit, digits);

	if (scale)
		snprintf(ret, NUMBER_SIZE, "%s%s%s%s", digits, unit->before, scale, unit->name);
	else
		snprintf(ret, NUMBER_SIZE, "-");
}

void number_bare(double value, const struct number_unit *unit, char ret[NUMBER_SIZE])
{
	char digits[NUMBER_SIZE];
	const char *scale = scaled(value, unit, digits);

	if (scale)
		snprintf(ret, NUMBER_SIZE, "%s%s", digits, scale);
	else
		snprintf(ret, NUMBER_SIZE, "-");
}

void number_age(double seconds, char ret[NUMBER_SIZE])
{
	static const struct {
		double below; /* so many seconds */
		double unit_s;
		const char *name;
	} units[] = {
		{ 120, 1, "s" },
		{ 7200, 60, "min" },
		{ 172800, 3600, "h" },
		{ INFINITY, 86400, "days" },
	};
	size_t i = 0;

	while (seconds >= units[i].below)
		i++;
	snprintf(ret, NUMBER_SIZE, "%.0f %s", fmax(0, trunc(seconds / units[i].unit_s)),
		 units[i].name);
}

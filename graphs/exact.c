/* exact.c - numbers as programs read them. */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact.h"
#include "banned.h"

#define DIGITS_MAX 17 /* that many tell any two doubles apart */

/* Those that are doubles themselves. */
static const double power[] = { 1e0,  1e1,  1e2,  1e3,	1e4,  1e5,  1e6,  1e7,
				1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
				1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

/* Write `whole` / 10^decimals without zeros at the end of its decimals. */
static size_t write_decimal(bool is_negative, uint64_t whole, int decimals, char *ret)
{
	char digit[EXACT_SIZE];
	int count = 0;
	char *at = ret;

	while (decimals > 0 && whole % 10 == 0) {
		whole /= 10;
		decimals--;
	}
	for (; whole > 0 || count <= decimals; whole /= 10)
		digit[count++] = (char)('0' + whole % 10);
	if (is_negative)
		*at++ = '-';
	while (count > 0) {
		*at++ = digit[--count];
		if (count == decimals && count > 0)
			*at++ = '.';
	}
	*at = '\0';
	return (size_t)(at - ret);
}

/* The power of ten of the first digit. */
static int magnitude(double value)
{
	int exponent = 0;

	while (value >= power[exponent + 1])
		exponent++;
	while (value < 1 && value * power[-exponent] < 1)
		exponent--;
	return exponent;
}

/* The next smaller double. */
static double before(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	bits--;
	memcpy(&value, &bits, sizeof(bits));
	return value;
}

/* Round whole + fraction to a multiple of `unit`, and say how far that is away. */
static inline uint64_t round_to(uint64_t whole, double fraction, unsigned int unit,
				double *ret_away)
{
	unsigned int over = (unsigned int)(whole % unit);
	bool is_up = over * 2 > unit || (over * 2 == unit && fraction >= 0);

	*ret_away = fabs((is_up ? unit - (double)over : -(double)over) - fraction);
	return whole / unit + is_up;
}

/* Find the fewest digits, 15 or more, that read back as `value`: they are nearer to it than half
 * way to its neighbours. As printf() and strtod() do it, but many times as fast. */
static uint64_t find_digits(double value, int *ret_decimals)
{
	int decimals = DIGITS_MAX - 1 - magnitude(value);
	double scaled = value * power[decimals];	    /* beyond 2^53: has no fraction */
	double rest = fma(value, power[decimals], -scaled); /* together they are exact */
	int64_t units = (int64_t)(rest + (rest < 0 ? -0.5 : 0.5));
	uint64_t whole = (uint64_t)scaled + (uint64_t)units, rounded;
	double fraction = rest - (double)units, away;
	double half = (value - before(value)) * power[decimals] / 2 * (1 - 1e-9); /* if in doubt */

	*ret_decimals = decimals - 2;
	rounded = round_to(whole, fraction, 100, &away);
	if (away < half)
		return rounded;
	*ret_decimals = decimals - 1;
	rounded = round_to(whole, fraction, 10, &away);
	if (away < half)
		return rounded;
	*ret_decimals = decimals;
	return whole;
}

/* Most of what is measured. */
static bool is_usual(double value)
{
	return FLT_EVAL_METHOD == 0 && value >= 1e-6 && value < 1e15;
}

size_t exact_text(double value, char ret[EXACT_SIZE])
{
	double size = fabs(value);
	int digits = size < DBL_MIN ? 1 : DBL_DIG;

	if (is_usual(size)) {
		int decimals;
		uint64_t whole = find_digits(size, &decimals);

		return write_decimal(value < 0, whole, decimals, ret);
	}
	for (;; digits++) {
		int len = snprintf(ret, EXACT_SIZE, "%.*g", digits, value);

		if (digits == DIGITS_MAX || strtod(ret, NULL) == value)
			return (size_t)len;
	}
}

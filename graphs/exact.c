/* exact.c - numbers as programs read them. */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

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

/* Round `value` to `decimals`, as the whole number `ret`. Returns whether that reads back as
 * `value`: its neighbours are farther away than twice what rounding took. */
static bool round_to(double value, int decimals, uint64_t *ret)
{
	double scaled = value * power[decimals];
	double rest = fma(value, power[decimals], -scaled); /* together they are exact */
	double whole = rint(scaled), fraction = scaled - whole + rest;
	double gap = (value - nextafter(value, 0)) * power[decimals];

	*ret = (uint64_t)whole + (uint64_t)llrint(fraction);
	return fabs(fraction - rint(fraction)) * 2 < gap * (1 - 1e-9); /* in doubt not */
}

/* As printf() does it, but ten times as fast, for most of what is measured. */
static bool is_usual(double value)
{
	return FLT_EVAL_METHOD == 0 && value >= 1e-6 && value < 1e15;
}

size_t exact_text(double value, char ret[EXACT_SIZE])
{
	double size = fabs(value);
	int digits = size < DBL_MIN ? 1 : DBL_DIG;
	uint64_t whole;

	if (is_usual(size)) {
		int decimals = DBL_DIG - 1 - magnitude(size);

		while (!round_to(size, decimals, &whole) && digits++ < DIGITS_MAX)
			decimals++;
		return write_decimal(value < 0, whole, decimals, ret);
	}
	for (;; digits++) {
		int len = snprintf(ret, EXACT_SIZE, "%.*g", digits, value);

		if (digits == DIGITS_MAX || strtod(ret, NULL) == value)
			return (size_t)len;
	}
}

/* test_palette.c - whether every eye can tell the colours of a picture apart. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "palette.h"
#include "unit.h"
#include "util.h"

/* WCAG 2.1: 1.4.3 of text, 1.4.11 of what a picture consists of. On white the palest shade of a
 * family, that of its fourth CPU, has less: four shades of three hues that are all so dark lie
 * too near each other to find a mark of the legend again. */
#define TEXT_CONTRAST 4.5
#define LINE_CONTRAST 3.0
#define PALEST_CONTRAST 2.0

/* Of CIEDE2000, where 1 is what an eye just sees of two patches side by side. A mark of 9 pixels
 * has to be found again in the canvas, by memory and between others. */
#define APART 9.0
#define APART_BELOW 7.5 /* the axis, where all is paler */

#define SERIES (PALETTE_FAMILIES * PALETTE_SHADES)

struct triple {
	double v[3];
};

/* Machado, Oliveira and Fernandes: A Physiologically-based Model for Simulation of Color Vision
 * Deficiency, IEEE TVCG 15 (6), 2009; severity 1, on linear RGB. */
static const struct {
	const char *name;
	double row[3][3];
} visions[] = {
	{ "usual vision", { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
	{ "protanopia",
	  { { 0.152286, 1.052583, -0.204868 },
	    { 0.114503, 0.786281, 0.099216 },
	    { -0.003882, -0.048116, 1.051998 } } },
	{ "deuteranopia",
	  { { 0.367322, 0.860646, -0.227968 },
	    { 0.280085, 0.672501, 0.047413 },
	    { -0.011820, 0.042940, 0.968881 } } },
	{ "tritanopia",
	  { { 1.255528, -0.076749, -0.178779 },
	    { -0.078411, 0.930809, 0.147602 },
	    { 0.004733, 0.691367, 0.303900 } } },
};

/* "#rrggbb" -> 0..1, as it is shown */
static struct triple shown(const char *colour)
{
	unsigned long rgb = strtoul(colour + 1, NULL, 16);

	assert_int_equal(strlen(colour), 7);
	return (struct triple){ { (double)(rgb >> 16) / 255, (double)(rgb >> 8 & 0xff) / 255,
				  (double)(rgb & 0xff) / 255 } };
}

/* IEC 61966-2-1 */
static struct triple linear(struct triple shown)
{
	for (int i = 0; i < 3; i++) {
		double *v = &shown.v[i];

		*v = *v <= 0.04045 ? *v / 12.92 : pow((*v + 0.055) / 1.055, 2.4);
	}
	return shown;
}

static struct triple times(const double row[3][3], struct triple in)
{
	struct triple out;

	for (int i = 0; i < 3; i++)
		out.v[i] = row[i][0] * in.v[0] + row[i][1] * in.v[1] + row[i][2] * in.v[2];
	return out;
}

static struct triple over(struct triple top, double alpha, struct triple canvas)
{
	for (int i = 0; i < 3; i++)
		top.v[i] = top.v[i] * alpha + canvas.v[i] * (1 - alpha);
	return top;
}

/* CIE 1976 L*a*b* of linear sRGB, white of D65. */
static struct triple lab(struct triple rgb)
{
	static const double xyz_of_rgb[3][3] = { { 0.4124564, 0.3575761, 0.1804375 },
						 { 0.2126729, 0.7151522, 0.0721750 },
						 { 0.0193339, 0.1191920, 0.9503041 } };
	struct triple xyz = times(xyz_of_rgb, rgb);
	struct triple white = times(xyz_of_rgb, (struct triple){ { 1, 1, 1 } });
	double f[3];

	for (int i = 0; i < 3; i++) {
		double t = fmax(0, xyz.v[i] / white.v[i]);

		f[i] = t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
	}
	return (struct triple){ { 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2]) } };
}

static double radians(double degrees)
{
	return degrees * M_PI / 180;
}

static double root_of_seventh(double chroma)
{
	return sqrt(pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7)));
}

/* Sharma, Wu and Dalal: The CIEDE2000 Color-Difference Formula, Color Research and Application
 * 30 (1), 2005. Their names: L, C and h of each, of the mean, and the differences. */
static double ciede2000(struct triple one, struct triple two)
{
	double mean_ab = (hypot(one.v[1], one.v[2]) + hypot(two.v[1], two.v[2])) / 2;
	double stretch = 1 + (1 - root_of_seventh(mean_ab)) / 2;
	double c1 = hypot(one.v[1] * stretch, one.v[2]);
	double c2 = hypot(two.v[1] * stretch, two.v[2]);
	double h1 = atan2(one.v[2], one.v[1] * stretch) * 180 / M_PI;
	double h2 = atan2(two.v[2], two.v[1] * stretch) * 180 / M_PI;
	double turn = remainder(h2 - h1, 360); /* the shorter way round */
	double l = (one.v[0] + two.v[0]) / 2, c = (c1 + c2) / 2, h = h1 + turn / 2;
	double dl = two.v[0] - one.v[0], dc = c2 - c1;
	double dh = 2 * sqrt(c1 * c2) * sin(radians(turn) / 2);
	double t = 1 - 0.17 * cos(radians(h - 30)) + 0.24 * cos(radians(2 * h)) +
		   0.32 * cos(radians(3 * h + 6)) - 0.20 * cos(radians(4 * h - 63));
	double from_blue = remainder(h - 275, 360) / 25;
	double rotation = -sin(radians(60 * exp(-from_blue * from_blue))) * 2 * root_of_seventh(c);

	dl /= 1 + 0.015 * (l - 50) * (l - 50) / sqrt(20 + (l - 50) * (l - 50));
	dc /= 1 + 0.045 * c;
	dh /= 1 + 0.015 * c * t;
	return sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh);
}

static double luminance(const char *colour)
{
	struct triple rgb = linear(shown(colour));

	return 0.2126 * rgb.v[0] + 0.7152 * rgb.v[1] + 0.0722 * rgb.v[2];
}

static double contrast(const char *one, const char *two)
{
	double a = luminance(one), b = luminance(two);

	return (fmax(a, b) + 0.05) / (fmin(a, b) + 0.05);
}

/* Pairs of the paper's table 1: hues across 0 degrees, greys, darks. */
static void the_difference_is_that_of_its_paper(void **state)
{
	(void)state;
	static const struct {
		struct triple one, two;
		double difference;
	} cases[] = {
		{ { { 50, 2.6772, -79.7751 } }, { { 50, 0, -82.7485 } }, 2.0425 },
		{ { { 50, -1.3802, -84.2814 } }, { { 50, 0, -82.7485 } }, 1.0000 },
		{ { { 50, 2.49, -0.001 } }, { { 50, -2.49, 0.0009 } }, 7.1792 },
		{ { { 50, 2.49, -0.001 } }, { { 50, -2.49, 0.0011 } }, 7.2195 },
		{ { { 50, 2.5, 0 } }, { { 73, 25, -18 } }, 27.1492 },
		{ { { 50, 2.5, 0 } }, { { 58, 24, 15 } }, 19.4535 },
		{ { { 60.2574, -34.0099, 36.2677 } }, { { 60.4626, -34.1751, 39.4387 } }, 1.2644 },
		{ { { 2.0776, 0.0795, -1.1350 } }, { { 0.9033, -0.0636, -0.5514 } }, 0.9082 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		double got = ciede2000(cases[i].one, cases[i].two);

		if (fabs(got - cases[i].difference) > 0.00005)
			fail_msg("case %zu: %.5f", i, got);
	}
}

static void text_has_contrast(void **state)
{
	(void)state;
	for (size_t i = 0; i < PALETTES_MAX; i++) {
		const struct palette *p = &palettes[i];

		assert_true(contrast(p->text, p->canvas) >= TEXT_CONTRAST);
		assert_true(contrast(p->axis, p->canvas) >= TEXT_CONTRAST);
	}
}

static void lines_have_contrast(void **state)
{
	(void)state;
	for (size_t i = 0; i < PALETTES_MAX; i++) {
		const struct palette *p = &palettes[i];
		double palest = strcmp(p->name, "light") == 0 ? PALEST_CONTRAST : LINE_CONTRAST;

		assert_true(contrast(p->trip, p->canvas) >= LINE_CONTRAST);
		for (size_t s = 0; s < SERIES; s++) {
			size_t shade = s % PALETTE_SHADES;
			const char *colour = p->shade[s / PALETTE_SHADES][shade];
			double got = contrast(colour, p->canvas);

			if (got < (shade == PALETTE_SHADES - 1 ? palest : LINE_CONTRAST))
				fail_msg("%s: %s has %.2f:1", p->name, colour, got);
		}
	}
}

/* All series of a palette as an eye sees them, drawn with `alpha`. */
static void see(const struct palette *p, double alpha, const double vision[3][3],
		struct triple ret[SERIES])
{
	struct triple canvas = shown(p->canvas);

	for (size_t s = 0; s < SERIES; s++) {
		struct triple colour = shown(p->shade[s / PALETTE_SHADES][s % PALETTE_SHADES]);
		struct triple seen = times(vision, linear(over(colour, alpha, canvas)));

		for (int i = 0; i < 3; i++)
			seen.v[i] = fmin(fmax(seen.v[i], 0), 1);
		ret[s] = lab(seen);
	}
}

/* Twelve USB devices have all of them in one picture. */
static void check_apart(const struct palette *p, double alpha, double apart)
{
	for (size_t v = 0; v < ARRAY_SIZE(visions); v++) {
		struct triple seen[SERIES];
		double worst = INFINITY;
		size_t one = 0, two = 0;

		see(p, alpha, visions[v].row, seen);
		for (size_t i = 0; i < SERIES; i++) {
			for (size_t j = 0; j < i; j++) {
				double got = ciede2000(seen[i], seen[j]);

				if (got >= worst)
					continue;
				worst = got;
				one = j;
				two = i;
			}
		}
		print_message("# %s, %.0f %%, %s: %.1f between %s and %s\n", p->name, alpha * 100,
			      visions[v].name, worst,
			      p->shade[one / PALETTE_SHADES][one % PALETTE_SHADES],
			      p->shade[two / PALETTE_SHADES][two % PALETTE_SHADES]);
		assert_true(worst >= apart);
	}
}

static void every_eye_tells_series_apart(void **state)
{
	(void)state;
	for (size_t i = 0; i < PALETTES_MAX; i++)
		check_apart(&palettes[i], 1, APART);
}

static void every_eye_tells_series_below_the_axis_apart(void **state)
{
	(void)state;
	double alpha = (double)strtoul(PALETTE_BELOW, NULL, 16) / 255;

	for (size_t i = 0; i < PALETTES_MAX; i++)
		check_apart(&palettes[i], alpha, APART_BELOW);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_difference_is_that_of_its_paper),
		cmocka_unit_test(text_has_contrast),
		cmocka_unit_test(lines_have_contrast),
		cmocka_unit_test(every_eye_tells_series_apart),
		cmocka_unit_test(every_eye_tells_series_below_the_axis_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

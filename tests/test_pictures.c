/* test_pictures.c - boardgraph draw on real RRD files, its pictures decoded. */
#include <fcntl.h>
#include <dirent.h>
#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "graphs_rig.h"
#include "palette.h"
#include "unit.h"

#define YEAR_AGO "1758807600"

#define CANVAS_TOP 36 /* what is above is the title */
#define CANVAS_BOTTOM 236

/* 0xrrggbb of "#rrggbb" */
static uint32_t rgb_of(const char *colour)
{
	return (uint32_t)strtoul(colour + 1, NULL, 16);
}

static uint32_t first_of(enum palette_family family)
{
	return rgb_of(palettes[0].shade[family][0]);
}

#define WARM first_of(PALETTE_WARM)
#define COOL first_of(PALETTE_COOL)

/* A colour as it is on the canvas with the alpha "rr" has. */
static uint32_t paler(uint32_t colour, const char *alpha, uint32_t canvas)
{
	uint32_t part = (uint32_t)strtoul(alpha, NULL, 16), mixed = 0;

	for (int shift = 0; shift < 24; shift += 8) {
		uint32_t top = colour >> shift & 0xff, below = canvas >> shift & 0xff;

		mixed |= (top * part + below * (255 - part)) / 255 << shift;
	}
	return mixed;
}

static double trip_85(time_t time)
{
	(void)time;
	return 85;
}

static double trip_120(time_t time)
{
	(void)time;
	return 120;
}

static double below_zero(time_t time)
{
	(void)time;
	return -13.27;
}

static double counter_100(time_t time)
{
	return (double)(time - RIG_NOW + 10000000) * 100;
}

/* 97 degrees for 20 s, 100 days before the end. */
#define SPIKE (RIG_NOW - 100 * 86400)
static double with_spike(time_t time)
{
	return time > SPIKE && time <= SPIKE + 20 ? 97 : 43;
}

static double with_gap(time_t time)
{
	return time > RIG_NOW - 2400 && time <= RIG_NOW - 1200 ? NAN : 43;
}

static double gap_counter(time_t time)
{
	return isnan(with_gap(time)) ? NAN : counter_100(time);
}

static void counter_of(const struct rig *rig, const char *name, rig_fn *fn)
{
	rig_rrd(rig, name, "DERIVE", RIG_NOW - 3700, RIG_NOW, 10, fn);
}

/* Draw one graph of the last hour into OUT/<file>. */
static void draw_hour(const struct rig *rig, struct rig_run *run, const char *graph,
		      const char *file, const char *theme)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", rig->out, file);
	rig_run(rig, run, "draw", graph, "--start", RIG_HOUR_AGO, "--end", RIG_END, "--theme",
		theme, "--output", path, NULL);
}

static struct rig_png drawn(const struct rig *rig, const char *graph, const char *theme)
{
	struct rig_run run;

	draw_hour(rig, &run, graph, "drawn.png", theme);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	return rig_png(rig, "drawn.png");
}

/* The smallest box around a colour, without the legend. The grid is drawn over areas, so that a
 * run of one colour says nothing. */
struct box {
	unsigned int left, right, top, bottom; /* right and bottom are outside */
};

static struct box box_of(const struct rig_png *png, uint32_t colour, unsigned int bottom)
{
	struct box box = { png->width, 0, png->height, 0 };

	for (unsigned int y = 0; y < bottom; y++) {
		for (unsigned int x = 0; x < png->width; x++) {
			if (png->pixel[(size_t)y * png->width + x] != colour)
				continue;
			box.left = x < box.left ? x : box.left;
			box.right = x >= box.right ? x + 1 : box.right;
			box.top = y < box.top ? y : box.top;
			box.bottom = y >= box.bottom ? y + 1 : box.bottom;
		}
	}
	return box;
}

/* The longest run of a colour in any row. */
static unsigned int longest(const struct rig_png *png, uint32_t colour)
{
	unsigned int best = 0;

	for (unsigned int y = 0; y < png->height; y++) {
		unsigned int run = 0;

		for (unsigned int x = 0; x < png->width; x++) {
			run = png->pixel[(size_t)y * png->width + x] == colour ? run + 1 : 0;
			best = run > best ? run : best;
		}
	}
	return best;
}

static void the_canvas_is_800_by_200(void **state)
{
	struct rig_png png;
	struct box box;

	rig_hour(*state, "cputemp/temperature-cpu", rig_43);
	counter_of(*state, "cpuirq-total/irq-cpu0", counter_100);
	png = drawn(*state, "interrupts", "light");
	/* an area of constant height fills it, but for its first column and last row, the axes, and
	 * the air above it, which is a tenth of it */
	box = box_of(&png, COOL, CANVAS_BOTTOM);
	assert_int_equal(box.right - box.left, 800 - 1);
	assert_in_range(box.bottom - box.top, 200 * 10 / 11 - 1, 200 * 10 / 11);
	rig_png_done(&png);
	png = drawn(*state, "temperature", "light");
	assert_int_equal(png.width, 888);
	assert_true(png.height > 240 && png.height < 300);
	rig_png_done(&png);
}

static void another_canvas_is_as_large_as_told(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	struct rig_png png;
	struct box box;

	counter_of(rig, "cpuirq-total/irq-cpu0", counter_100);
	rig_run(rig, &run, "draw", "interrupts", "--start", RIG_HOUR_AGO, "--end", RIG_END,
		"--width", "360", "--height", "100", "--prefix", "p-", NULL);
	assert_int_equal(run.code, 0);
	png = rig_png(rig, "p-interrupts-" RIG_HOUR_AGO "-" RIG_END ".png");
	box = box_of(&png, COOL, png.height - 30);
	assert_int_equal(box.right - box.left, 360 - 1);
	assert_in_range(box.bottom - box.top, 100 * 10 / 11 - 1, 100 * 10 / 11);
	rig_png_done(&png);
}

static void both_themes_have_their_colours(void **state)
{
	rig_hour(*state, "cputemp/temperature-cpu", rig_43);
	rig_hour(*state, "cputemp/temperature-nvme", rig_63);
	rig_hour(*state, "cputemp/temperature-cpu_passive", trip_85);
	for (size_t i = 0; i < PALETTES_MAX; i++) {
		const struct palette *p = &palettes[i];
		struct rig_png png = drawn(*state, "temperature", p->name);
		const struct {
			const char *colour;
			size_t count;
		} parts[] = {
			{ p->canvas, 100000 },
			{ p->shade[PALETTE_WARM][0], 700 },
			{ p->shade[PALETTE_COOL][0], 700 },
			{ p->trip, 300 },
		};

		for (size_t j = 0; j < sizeof(parts) / sizeof(parts[0]); j++)
			assert_true(rig_count(&png, rgb_of(parts[j].colour), CANVAS_TOP,
					      CANVAS_BOTTOM) > parts[j].count);
		rig_png_done(&png);
	}
}

static void a_trip_line_is_dashed_and_a_high_one_only_named(void **state)
{
	struct rig_png png, other;

	rig_hour(*state, "cputemp/temperature-cpu", rig_43);
	rig_hour(*state, "cputemp/temperature-cpu_passive", trip_85);
	png = drawn(*state, "temperature", "light");
	assert_in_range(longest(&png, 0xc0392b), 6, 10);
	rig_hour(*state, "cputemp/temperature-cpu_critical", trip_120);
	other = drawn(*state, "temperature", "light");
	assert_int_equal(rig_count(&other, 0xc0392b, CANVAS_TOP, CANVAS_BOTTOM),
			 rig_count(&png, 0xc0392b, CANVAS_TOP, CANVAS_BOTTOM));
	assert_int_equal(other.height, png.height + 14); /* one line more below */
	rig_png_done(&png);
	rig_png_done(&other);
}

static void other_data_is_another_picture(void **state)
{
	struct rig_png one, same, other;

	rig_hour(*state, "cputemp/temperature-cpu", rig_43);
	one = drawn(*state, "temperature", "light");
	same = drawn(*state, "temperature", "light");
	assert_true(rig_same(&one, &same));
	rig_hour(*state, "cputemp/temperature-cpu", rig_63);
	other = drawn(*state, "temperature", "light");
	assert_false(rig_same(&one, &other));
	rig_png_done(&one);
	rig_png_done(&same);
	rig_png_done(&other);
}

/* Boxes in place of letters would be the same for each letter. */
static void text_is_drawn_and_not_boxes(void **state)
{
	struct rig *rig = *state;
	char from[256], to[256];
	struct rig_png one, other;

	rig_hour(rig, "cputemp/temperature-iiii", rig_43);
	one = drawn(rig, "temperature", "light");
	snprintf(from, sizeof(from), "%s/cputemp/temperature-iiii.rrd", rig->host);
	snprintf(to, sizeof(to), "%s/cputemp/temperature-oooo.rrd", rig->host);
	assert_int_equal(rename(from, to), 0);
	other = drawn(rig, "temperature", "light");
	assert_int_equal(one.height, other.height);
	assert_false(rig_same(&one, &other));
	for (size_t i = 0; i < (size_t)one.width * CANVAS_BOTTOM; i++)
		assert_int_equal(one.pixel[i], other.pixel[i]);
	rig_png_done(&one);
	rig_png_done(&other);
}

static void the_axis_goes_down_to_lower_data(void **state)
{
	struct rig_png png;

	rig_hour(*state, "cputemp/temperature-cpu", below_zero);
	png = drawn(*state, "temperature", "light");
	assert_true(rig_count(&png, WARM, CANVAS_TOP, CANVAS_BOTTOM) > 700);
	rig_png_done(&png);
}

/* Two days before and after, a value each 10 minutes, but each 10 s about the spike. */
static void days_with_spike(const struct rig *rig, const char *name)
{
	rig_rrd(rig, name, "GAUGE", SPIKE - 172800, SPIKE - 600, 600, with_spike);
	rig_fill(rig, name, "GAUGE", SPIKE - 600, SPIKE + 600, 10, with_spike);
	rig_fill(rig, name, "GAUGE", SPIKE + 600, SPIKE + 172800, 600, with_spike);
}

static size_t above_the_line(const struct rig_png *png)
{
	size_t count = 0;

	/* the axis is 20..100: 60 to 95 degrees, away from the left edge */
	for (unsigned int y = CANVAS_TOP + 15; y < CANVAS_TOP + 95; y++) {
		for (unsigned int x = 80; x < 860; x++) {
			uint32_t p = png->pixel[(size_t)y * png->width + x];
			int red = (int)(p >> 16), blue = (int)(p & 0xff);

			count += red - blue > 60;
		}
	}
	return count;
}

static void a_spike_of_20_seconds_shows_in_a_year(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	struct rig_png png;

	days_with_spike(rig, "cputemp/temperature-cpu");
	rig_run(rig, &run, "draw", "temperature", "--start", YEAR_AGO, "--end", RIG_END, NULL);
	assert_int_equal(run.code, 0);
	png = rig_png(rig, "temperature-" YEAR_AGO "-" RIG_END ".png");
	assert_true(above_the_line(&png) > 60);
	rig_png_done(&png);
}

/* Columns of the canvas with something blue, under the grid or not, near the bottom. */
static unsigned int blue_columns(const struct rig_png *png)
{
	unsigned int count = 0;

	for (unsigned int x = 0; x < png->width; x++) {
		uint32_t p = png->pixel[(size_t)(CANVAS_BOTTOM - 10) * png->width + x];

		count += (int)(p & 0xff) - (int)(p >> 16) > 60;
	}
	return count;
}

static void one_cpu_that_is_unknown_leaves_the_others(void **state)
{
	struct rig_png png;

	counter_of(*state, "cpuirq-total/irq-cpu0", counter_100);
	counter_of(*state, "cpuirq-total/irq-cpu1", gap_counter);
	png = drawn(*state, "interrupts", "light");
	assert_in_range(blue_columns(&png), 780, 800);
	rig_png_done(&png);
}

static void a_cpu_that_has_gone_leaves_the_others(void **state)
{
	struct rig_png png;

	counter_of(*state, "cpuirq-total/irq-cpu0", counter_100);
	rig_rrd(*state, "cpuirq-total/irq-cpu1", "DERIVE", RIG_NOW - 3700, RIG_NOW - 1800, 10,
		counter_100);
	png = drawn(*state, "interrupts", "light");
	assert_in_range(blue_columns(&png), 780, 800);
	rig_png_done(&png);
}

static void a_cpu_that_is_new_leaves_the_others(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	struct rig_png png;

	rig_rrd(rig, "cpuirq-total/irq-cpu0", "DERIVE", RIG_NOW - 2700000, RIG_NOW, 600,
		counter_100);
	rig_rrd(rig, "cpuirq-total/irq-cpu1", "DERIVE", RIG_NOW - 300, RIG_NOW, 10, counter_100);
	rig_run(rig, &run, "draw", "interrupts", "--start", "1787751600", "--end", RIG_END, NULL);
	assert_int_equal(run.code, 0);
	png = rig_png(rig, "interrupts-1787751600-" RIG_END ".png");
	assert_in_range(blue_columns(&png), 780, 800);
	rig_png_done(&png);
}

static void a_gap_is_a_gap(void **state)
{
	struct rig_png png;

	counter_of(*state, "cpuirq-total/irq-cpu0", gap_counter);
	counter_of(*state, "cpuirq-total/irq-cpu1", gap_counter);
	png = drawn(*state, "interrupts", "light");
	assert_in_range(blue_columns(&png), 500, 540);
	rig_png_done(&png);
}

static double limit_slow(time_t time)
{
	(void)time;
	return 1.4e9;
}

static double limit_fast(time_t time)
{
	(void)time;
	return 2e9;
}

static void faster_cpus_are_warm(void **state)
{
	struct rig_png png;

	counter_of(*state, "cpuirq-total/irq-cpu2", counter_100);
	counter_of(*state, "cpuirq-total/irq-cpu10", counter_100);
	rig_hour(*state, "clusterfreq-cpu0-3/cpufreq-limit", limit_slow);
	rig_hour(*state, "clusterfreq-cpu4,8-11/cpufreq-limit", limit_fast);
	png = drawn(*state, "interrupts", "light");
	assert_in_range(blue_columns(&png), 780, 800); /* cpu2 is below cpu10 */
	assert_true(rig_count(&png, WARM, CANVAS_TOP, CANVAS_BOTTOM) > 50000);
	rig_png_done(&png);
}

static double cycles(time_t time)
{
	return (double)(time - RIG_NOW + 10000) * 1e9; /* 1 GHz */
}

static double limit_falls(time_t time)
{
	return time > RIG_NOW - 1800 ? 1.2e9 : 2e9;
}

static double unknown(time_t time)
{
	(void)time;
	return NAN;
}

/* Whether it is the colour, or that below the grid. */
static bool is_like(uint32_t pixel, uint32_t colour)
{
	for (int shift = 0; shift < 24; shift += 8) {
		if (abs((int)(pixel >> shift & 0xff) - (int)(colour >> shift & 0xff)) > 26)
			return false;
	}
	return true;
}

/* The first row of the canvas that has a colour in columns [left, right), 0 for none. */
static unsigned int row_of(const struct rig_png *png, uint32_t colour, unsigned int left,
			   unsigned int right)
{
	for (unsigned int y = CANVAS_TOP; y < CANVAS_BOTTOM; y++) {
		for (unsigned int x = left; x < right; x++) {
			if (is_like(png->pixel[(size_t)y * png->width + x], colour))
				return y;
		}
	}
	return 0;
}

static size_t count_like(const struct rig_png *png, uint32_t colour, unsigned int top,
			 unsigned int bottom)
{
	size_t count = 0;

	for (size_t i = (size_t)top * png->width; i < (size_t)bottom * png->width; i++)
		count += is_like(png->pixel[i], colour);
	return count;
}

#define COOL_LIMIT paler(COOL, PALETTE_LIMIT, 0xffffff)

static void a_limit_is_drawn_as_it_went(void **state)
{
	struct rig_png png;
	unsigned int before, after;

	counter_of(*state, "clusterfreq-cpu0-3/derive-cycles", cycles);
	rig_hour(*state, "clusterfreq-cpu0-3/cpufreq-limit", limit_falls);
	png = drawn(*state, "frequency", "light");
	/* the axis is 0 to 2.2 GHz */
	before = row_of(&png, COOL_LIMIT, 100, 400);
	after = row_of(&png, COOL_LIMIT, 500, 850);
	assert_in_range(before, 50, 58);
	assert_in_range(after, 122, 132);
	assert_in_range(row_of(&png, COOL, 100, 850), 140, 150);
	assert_int_equal(png.height, 292); /* a line for the cluster, one for its limit */
	rig_png_done(&png);
}

static void the_mean_is_drawn_before_the_sampled_value(void **state)
{
	struct rig_png mean, both, sampled;

	counter_of(*state, "clusterfreq-cpu0-3/derive-cycles", cycles);
	mean = drawn(*state, "frequency", "light");
	rig_hour(*state, "clusterfreq-cpu0-3/cpufreq-current", limit_slow);
	both = drawn(*state, "frequency", "light");
	assert_true(rig_same(&mean, &both));
	counter_of(*state, "clusterfreq-cpu0-3/derive-cycles", unknown);
	sampled = drawn(*state, "frequency", "light");
	assert_int_equal(sampled.width, mean.width);
	assert_in_range(row_of(&sampled, COOL, 100, 850), 58, 66); /* 1.4 of 1.6 GHz */
	rig_png_done(&mean);
	rig_png_done(&both);
	rig_png_done(&sampled);
}

static void sixteen_clusters_are_a_line_for_each_class(void **state)
{
	struct rig_png png;

	for (int i = 0; i < 16; i++) {
		char name[64];

		snprintf(name, sizeof(name), "clusterfreq-cpu%d/cpufreq-current", i);
		rig_hour(*state, name, i < 8 ? limit_fast : limit_slow);
		snprintf(name, sizeof(name), "clusterfreq-cpu%d/cpufreq-limit", i);
		rig_hour(*state, name, i < 8 ? limit_fast : limit_slow);
	}
	png = drawn(*state, "frequency", "light");
	assert_int_equal(png.height, 320);
	assert_true(count_like(&png, WARM, CANVAS_TOP, CANVAS_BOTTOM) > 300);
	assert_true(count_like(&png, COOL, CANVAS_TOP, CANVAS_BOTTOM) > 300);
	rig_png_done(&png);
}

static void octets_of(const struct rig *rig, const char *name, rig_fn *rx, rig_fn *tx)
{
	rig_octets(rig, name, "rx", "tx", RIG_NOW - 3700, RIG_NOW, 10, rx, tx);
}

static double counter_1000(time_t time)
{
	return counter_100(time) * 10;
}

static double counter_400m(time_t time)
{
	return (double)(time - RIG_NOW + 10000) * 400e6;
}

static double link_5g(time_t time)
{
	(void)time;
	return 5e9;
}

static double link_falls(time_t time)
{
	return time > RIG_NOW - 1800 ? 480e6 : 5e9;
}

/* Two devices, warm and cool. */
static void two_directions_are_above_and_below_the_axis(void **state)
{
	static const enum palette_family families[] = { PALETTE_WARM, PALETTE_COOL };

	octets_of(*state, "usbio-1-1/if_octets", counter_1000, counter_1000);
	octets_of(*state, "usbio-4-1.1/if_octets", counter_1000, counter_1000);
	for (size_t i = 0; i < PALETTES_MAX; i++) {
		const struct palette *p = &palettes[i];
		struct rig_png png = drawn(*state, "usb", p->name);
		unsigned int zero = row_of(&png, rgb_of(p->axis), 400, 401);

		assert_in_range(zero, CANVAS_TOP + 50, CANVAS_BOTTOM - 50);
		for (size_t j = 0; j < 2; j++) {
			uint32_t above = rgb_of(p->shade[families[j]][0]);
			uint32_t below = paler(above, PALETTE_BELOW, rgb_of(p->canvas));

			assert_true(count_like(&png, above, CANVAS_TOP, zero) > 5000);
			assert_int_equal(rig_count(&png, above, zero + 1, CANVAS_BOTTOM), 0);
			assert_true(count_like(&png, below, zero + 1, CANVAS_BOTTOM) > 5000);
			assert_int_equal(rig_count(&png, below, CANVAS_TOP, zero), 0);
		}
		rig_png_done(&png);
	}
}

static void a_device_has_its_colour_in_every_graph(void **state)
{
	struct rig_png png;

	octets_of(*state, "usbio-1-1/if_octets", counter_1000, counter_1000);
	octets_of(*state, "usbio-4-1.1/if_octets", counter_1000, counter_1000);
	png = drawn(*state, "usb-4-1.1", "light");
	assert_true(rig_count(&png, COOL, CANVAS_TOP, CANVAS_BOTTOM) > 3000);
	assert_int_equal(rig_count(&png, WARM, CANVAS_TOP, CANVAS_BOTTOM), 0);
	rig_png_done(&png);
}

static void a_direction_that_is_unknown_leaves_the_other(void **state)
{
	struct rig_png png;

	octets_of(*state, "usbio-1-1/if_octets", counter_1000, unknown);
	png = drawn(*state, "usb", "light");
	assert_true(rig_count(&png, WARM, CANVAS_TOP, CANVAS_BOTTOM) > 30000);
	rig_png_done(&png);
	octets_of(*state, "usbio-1-1/if_octets", unknown, counter_1000);
	png = drawn(*state, "usb", "light");
	assert_true(count_like(&png, paler(WARM, PALETTE_BELOW, 0xffffff), CANVAS_TOP,
			       CANVAS_BOTTOM) > 30000);
	rig_png_done(&png);
}

static void a_ceiling_is_dashed_on_both_sides(void **state)
{
	static const struct {
		rig_fn *traffic, *link;
		bool is_early, is_late;
	} cases[] = {
		{ counter_400m, link_5g, true, true },
		{ counter_1000, link_5g, false, false },
		{ counter_400m, link_falls, true, true },
		{ counter_400m, unknown, false, false },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct rig_png png;
		size_t above, below;

		octets_of(*state, "usbio-2-1/if_octets", cases[i].traffic, cases[i].traffic);
		rig_hour(*state, "usbio-2-1/gauge-link_speed", cases[i].link);
		png = drawn(*state, "usb-2-1", "light");
		assert_int_equal(row_of(&png, 0xc0392b, 100, 400) != 0, cases[i].is_early);
		assert_int_equal(row_of(&png, 0xc0392b, 500, 850) != 0, cases[i].is_late);
		above = count_like(&png, 0xc0392b, CANVAS_TOP, 100);
		below = count_like(&png, 0xc0392b, 170, CANVAS_BOTTOM);
		assert_int_equal(above > 200, cases[i].is_early);
		assert_int_equal(below > 200, cases[i].is_early);
		rig_png_done(&png);
	}
}

static void idle_devices_have_an_axis(void **state)
{
	struct rig_png png;

	octets_of(*state, "usbio-1-1/if_octets", rig_43, rig_43); /* no traffic */
	octets_of(*state, "interface-eth0/if_octets", rig_43, rig_43);
	png = drawn(*state, "usb", "light");
	assert_in_range(row_of(&png, 0x303e48, 400, 401), 130, 140);
	rig_png_done(&png);
}

static void networks_and_disks_are_there_where_they_are_recorded(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	struct rig_png png;

	octets_of(rig, "usbio-1-1/if_octets", counter_1000, counter_100);
	rig_run(rig, &run, "list", NULL);
	assert_null(strstr(run.out, "network"));
	assert_null(strstr(run.out, "disk"));
	assert_null(strstr(run.out, "\nfan"));
	octets_of(rig, "interface-eth0/if_octets", counter_1000, counter_100);
	octets_of(rig, "interface-lo/if_octets", counter_1000, counter_1000);
	rig_octets(rig, "disk-sda/disk_octets", "read", "write", RIG_NOW - 3700, RIG_NOW, 10,
		   counter_1000, counter_100);
	rig_octets(rig, "disk-sda1/disk_octets", "read", "write", RIG_NOW - 3700, RIG_NOW, 10,
		   counter_1000, counter_100);
	rig_hour(rig, "cputemp/fanspeed-nct6775_fan1", rig_63);
	rig_run(rig, &run, "list", NULL);
	assert_non_null(strstr(run.out, "Network throughput: 2 series (B/s)"));
	assert_non_null(strstr(run.out, "Disk throughput: 2 series (B/s)"));
	assert_non_null(strstr(run.out, "Fans: 1 series (rpm)"));
	png = drawn(rig, "network", "light");
	assert_int_equal(png.height, 306); /* two lines of head, one entry */
	rig_png_done(&png);
	png = drawn(rig, "disk", "light");
	assert_int_equal(png.height, 306);
	rig_png_done(&png);
}

static void other_data_sources_are_told(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;

	rig_octets(rig, "usbio-1-1/if_octets", "in", "out", RIG_NOW - 3700, RIG_NOW, 10,
		   counter_100, counter_100);
	octets_of(rig, "usbio-1-2/if_octets", counter_1000, counter_100);
	draw_hour(rig, &run, "usb", "x.png", "light");
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, "usbio-1-1/if_octets.rrd: has no data source 'rx'"));
	rig_hour(rig, "usbio-1-2/if_octets", rig_43);
	draw_hour(rig, &run, "usb-1-2", "x.png", "light");
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, "has no data source 'tx'"));
}

static void cooling_devices_are_percent(void **state)
{
	struct rig_png png;

	rig_hour(*state, "cputemp/percent-thermal-cpufreq-0", rig_63);
	rig_hour(*state, "cputemp/percent-pwm-fan", rig_43);
	png = drawn(*state, "throttling", "light");
	/* the axis is 0 to 105 */
	assert_in_range(row_of(&png, WARM, 100, 850), 113, 118);
	assert_in_range(row_of(&png, COOL, 100, 850), 151, 156);
	rig_png_done(&png);
}

/* Devices `first` to `last` - 1, with the same data. */
static void many_devices(const struct rig *rig, int first, int last)
{
	char from[512], to[512];

	if (first == 0)
		octets_of(rig, "usbio-1-0/if_octets", counter_1000, counter_100);
	snprintf(from, sizeof(from), "%s/usbio-1-0/if_octets.rrd", rig->host);
	for (int i = first ? first : 1; i < last; i++) {
		snprintf(to, sizeof(to), "%s/usbio-1-%d", rig->host, i);
		assert_int_equal(mkdir(to, 0755), 0);
		snprintf(to, sizeof(to), "%s/usbio-1-%d/if_octets.rrd", rig->host, i);
		assert_int_equal(link(from, to), 0);
	}
}

static void two_thousand_devices_are_no_trouble(void **state)
{
	struct rig *rig = *state;
	static struct rig_run run;
	struct rig_png png;

	many_devices(rig, 0, 200);
	draw_hour(rig, &run, "usb", "all.png", "light");
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	png = rig_png(rig, "all.png");
	assert_int_equal(png.height, 306 + 199 * 14);
	rig_png_done(&png);
	many_devices(rig, 200, 2000);
	rig_run(rig, &run, "list", NULL);
	assert_int_equal(run.code, 0);
	assert_true(run.seconds < 30);
	draw_hour(rig, &run, "usb-1-1999", "x.png", "light");
	assert_int_equal(run.code, 0);
	assert_true(run.seconds < 30);
}

static void no_data_is_a_picture_that_says_so(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	struct rig_png png, other;

	rig_hour(rig, "cputemp/temperature-cpu", rig_43);
	draw_hour(rig, &run, "interrupts", "no.png", "light");
	assert_int_equal(run.code, 3);
	assert_string_equal(run.err, "boardgraph: nothing is known yet: `boardgraph check` says "
				     "why\n");
	png = rig_png(rig, "no.png");
	assert_true(rig_count(&png, 0x303e48, CANVAS_BOTTOM + 20, png.height) > 50);
	rig_run(rig, &run, "draw", "temperature", "usb", "--start", "2020-01-01", "--end",
		"2020-01-02", NULL);
	assert_int_equal(run.code, 3);
	assert_string_equal(run.err, "boardgraph: no known value in this span; the newest sample "
				     "is of 2026-09-26 13:40:00\n");
	other = rig_png(rig, "temperature-1577836800-1577923200.png");
	rig_rrd(rig, "cpuirq-total/irq-cpu0", "DERIVE", time(NULL), 0, 10, rig_43);
	rig_run(rig, &run, "draw", "interrupts", "--period", "hour", NULL);
	assert_int_equal(run.code, 3);
	assert_non_null(strstr(run.err, "nothing is known yet: `boardgraph check` says why"));
	assert_false(rig_same(&png, &other));
	rig_png_done(&png);
	rig_png_done(&other);
}

static void known_data_in_one_graph_is_success(void **state)
{
	struct rig_run run;

	rig_hour(*state, "cputemp/temperature-cpu", rig_43);
	rig_run(*state, &run, "draw", "--start", RIG_HOUR_AGO, "--end", RIG_END, NULL);
	assert_int_equal(run.code, 0);
}

static void a_new_installation_draws_its_finer_rows(void **state)
{
	struct rig_run run;
	struct rig_png png;

	rig_rrd(*state, "cputemp/temperature-cpu", "GAUGE", RIG_NOW - 1800, RIG_NOW, 10, rig_43);
	rig_run(*state, &run, "draw", "temperature", "--start", "1787751600", "--end", RIG_END,
		NULL);
	assert_int_equal(run.code, 0);
	png = rig_png(*state, "temperature-1787751600-" RIG_END ".png");
	rig_png_done(&png);
}

static void what_is_not_yet_drawn_has_its_mark(void **state)
{
	struct rig_run run;
	struct rig_png png;

	rig_rrd(*state, "cputemp/temperature-cpu", "GAUGE", RIG_NOW - 1200, RIG_NOW, 10, rig_43);
	rig_run(*state, &run, "draw", "temperature", "--start", YEAR_AGO, "--end", RIG_END, NULL);
	assert_int_equal(run.code, 0);
	png = rig_png(*state, "temperature-" YEAR_AGO "-" RIG_END ".png");
	assert_int_equal(rig_count(&png, WARM, 0, CANVAS_BOTTOM + 4), 0);
	assert_in_range(rig_count(&png, WARM, CANVAS_BOTTOM + 4, png.height), 40, 100);
	rig_png_done(&png);
}

static unsigned int height_of(const struct rig *rig, const char *name)
{
	struct rig_png png = rig_png(rig, name);
	unsigned int height = png.height;

	rig_png_done(&png);
	return height;
}

static void old_values_are_told_once(void **state)
{
	static const char said[] = "boardgraph: the newest value is 25 min old: "
				   "is collectd running?\n";
	struct rig *rig = *state;
	struct rig_run run;
	time_t now = time(NULL);
	unsigned int height;

	/* one that is gone is no news while the others are there */
	rig_rrd(rig, "cputemp/temperature-cpu", "GAUGE", now - 3600, now - 60, 10, rig_43);
	rig_rrd(rig, "cputemp/percent-fan", "GAUGE", now - 7200, now - 3600, 10, rig_43);
	rig_run(rig, &run, "draw", "temperature", "throttling", "--period", "hour,day", NULL);
	assert_int_equal(run.code, 0);
	assert_string_equal(run.err, "");
	height = height_of(rig, "temperature-day.png");
	assert_int_equal(height_of(rig, "throttling-day.png"), height + 14);
	rig_rrd(rig, "cputemp/temperature-cpu", "GAUGE", now - 7200, now - 1505, 10, rig_43);
	rig_run(rig, &run, "draw", "temperature", "throttling", "--period", "hour,day", NULL);
	assert_int_equal(run.code, 0);
	assert_string_equal(run.err, said);
	assert_int_equal(height_of(rig, "temperature-day.png"), height + 14);
	rig_run(rig, &run, "draw", "temperature", "--start", "-2h", "--end", "-1h", NULL);
	assert_string_equal(run.err, "");
}

static void drawing_many_is_drawing_each(void **state)
{
	static const char *const graphs[] = { "temperature", "interrupts", "interrupts-eth0" };
	struct rig *rig = *state;
	struct rig_run run;

	rig_hour(rig, "cputemp/temperature-cpu", rig_43);
	for (int i = 0; i < 4; i++) {
		char name[64];

		snprintf(name, sizeof(name), "cpuirq-total/irq-cpu%d", i);
		counter_of(rig, name, counter_100);
		snprintf(name, sizeof(name), "cpuirq-eth0/irq-cpu%d", i);
		counter_of(rig, name, counter_100);
	}
	rig_run(rig, &run, "draw", "temperature", "interrupts", "interrupts-eth0", "--start",
		RIG_HOUR_AGO, "--end", RIG_END, NULL);
	assert_int_equal(run.code, 0);
	for (size_t i = 0; i < 3; i++) {
		struct rig_png one = drawn(rig, graphs[i], "light"), other;
		char name[128];

		snprintf(name, sizeof(name), "%s-" RIG_HOUR_AGO "-" RIG_END ".png", graphs[i]);
		other = rig_png(rig, name);
		assert_true(rig_same(&one, &other));
		rig_png_done(&one);
		rig_png_done(&other);
	}
}

static void hostile_names_do_not_break_a_picture(void **state)
{
	static const char *const names[] = {
		"a:b",	    "100%n", "STACK", "end\\",	    "\\l", "new\nline", "\xff\xc3",
		"dashes=3", "<b>&x", "'; x",  "$(touch x)", "ü",   "a=b,c+d",	" ",
	};
	struct rig_run run;
	struct rig_png png;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char name[128];

		snprintf(name, sizeof(name), "cputemp/temperature-%s", names[i]);
		rig_hour(*state, name, rig_43);
	}
	draw_hour(*state, &run, "temperature", "x.png", "light");
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	png = rig_png(*state, "x.png");
	assert_int_equal(png.height, 292 + 13 * 14 - 14);
	rig_png_done(&png);
}

static void a_name_with_a_suffix_is_no_twin(void **state)
{
	struct rig_run run;

	counter_of(*state, "cpuirq-a+/irq-cpu0", counter_100);
	counter_of(*state, "cpuirq-a:/irq-cpu0", counter_100);
	counter_of(*state, "cpuirq-a_-2/irq-cpu0", counter_100);
	rig_run(*state, &run, "list", "--json", NULL);
	assert_non_null(strstr(run.out, "\"interrupts-a_-day.png\""));
	assert_non_null(strstr(run.out, "\"interrupts-a_-2-day.png\""));
	assert_non_null(strstr(run.out, "\"interrupts-a_-2-2-day.png\""));
}

static void twins_of_a_picture_name_are_told_apart(void **state)
{
	struct rig_run run;
	struct rig_png png;

	counter_of(*state, "cpuirq-a:b/irq-cpu0", counter_100);
	counter_of(*state, "cpuirq-a+b/irq-cpu0", counter_100);
	rig_run(*state, &run, "draw", "interrupts-a:b", "--start", RIG_HOUR_AGO, "--end", RIG_END,
		NULL);
	assert_int_equal(run.code, 0);
	png = rig_png(*state, "interrupts-a_b-2-" RIG_HOUR_AGO "-" RIG_END ".png");
	rig_png_done(&png);
}

static void lazy_leaves_a_fresh_picture_and_redraws_another(void **state)
{
	struct rig *rig = *state;
	char path[256];
	struct rig_run run;
	struct stat first, second;

	/* data up to this moment, for a picture that is not stale */
	rig_rrd(rig, "cputemp/temperature-cpu", "GAUGE", time(NULL) - 3600, time(NULL), 10, rig_43);
	snprintf(path, sizeof(path), "%s/temperature-year.png", rig->out);
	rig_run(rig, &run, "draw", "temperature", "--period", "year", NULL);
	assert_int_equal(run.code, 0);
	assert_int_equal(stat(path, &first), 0);
	rig_run(rig, &run, "draw", "temperature", "--period", "year", "--lazy", NULL);
	assert_int_equal(run.code, 0);
	assert_int_equal(stat(path, &second), 0);
	assert_true(first.st_ino == second.st_ino);
	rig_run(rig, &run, "draw", "temperature", "--period", "year", "--lazy", "--theme", "dark",
		NULL);
	assert_int_equal(stat(path, &second), 0);
	assert_true(first.st_ino != second.st_ino);
	assert_int_equal(second.st_mode & 07777, 0644);
}

static void a_picture_that_cannot_be_written_is_told(void **state)
{
	static const char stays[] = "temperature-" RIG_HOUR_AGO "-" RIG_END ".png";
	struct rig *rig = *state;
	struct dirent *entry;
	struct rig_run run;
	char path[512];

	rig_hour(rig, "cputemp/temperature-cpu", rig_43);
	draw_hour(rig, &run, "temperature", "none/b.png", "light");
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, "none/b.png: No such file or directory: make the folder"));
	/* where a folder has the name of the picture, renaming fails */
	snprintf(path, sizeof(path), "%s/%s", rig->out, stays);
	assert_int_equal(mkdir(path, 0755), 0);
	rig_run(rig, &run, "draw", "temperature", "--start", RIG_HOUR_AGO, "--end", RIG_END, NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err, stays));
	DIR *out = opendir(rig->out);
	while ((entry = readdir(out)))
		assert_true(entry->d_name[0] == '.' || strcmp(entry->d_name, stays) == 0);
	closedir(out);
}

static void a_daemon_in_the_environment_changes_nothing(void **state)
{
	struct rig_run run;

	rig_hour(*state, "cputemp/temperature-cpu", rig_43);
	setenv("RRDCACHED_ADDRESS", "unix:/none", 1);
	draw_hour(*state, &run, "temperature", "a.png", "light");
	unsetenv("RRDCACHED_ADDRESS");
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
}

static void list_gives_a_long_path_whole(void **state)
{
	char file[512], wanted[600];
	struct rig_run run;

	snprintf(file, sizeof(file), "cpuirq-%0240d/irq-cpu0", 7);
	counter_of(*state, file, counter_100);
	rig_run(*state, &run, "list", "--json", NULL);
	snprintf(wanted, sizeof(wanted), "\"%s.rrd\"", file);
	assert_non_null(strstr(run.out, wanted));
}

/* The object of one graph in the list, or NULL. */
static struct json_object *listed(struct json_object *list, const char *name)
{
	struct json_object *graphs = json_object_object_get(list, "graphs");

	for (size_t i = 0; i < json_object_array_length(graphs); i++) {
		struct json_object *graph = json_object_array_get_idx(graphs, i);

		if (strcmp(json_object_get_string(json_object_object_get(graph, "name")), name) ==
		    0)
			return graph;
	}
	return NULL;
}

static void list_is_json_for_scripts(void **state)
{
	struct rig_run run;
	struct json_object *json, *graph;

	rig_hour(*state, "cputemp/temperature-cpu\xff", rig_43);
	rig_hour(*state, "cputemp/temperature-cpu\xff_passive", trip_85);
	counter_of(*state, "cpuirq-eth0/irq-cpu0", counter_100);
	rig_run(*state, &run, "list", "--json", NULL);
	assert_int_equal(run.code, 0);
	json = json_tokener_parse(run.out);
	assert_non_null(json);
	assert_string_equal(json_object_get_string(json_object_object_get(json, "host")), RIG_HOST);
	assert_int_equal(json_object_array_length(json_object_object_get(json, "spans")), 6);
	graph = json_object_array_get_idx(json_object_object_get(json, "graphs"), 0);
	assert_string_equal(json_object_get_string(json_object_object_get(graph, "name")),
			    "temperature");
	assert_string_equal(json_object_get_string(json_object_object_get(graph, "unit")), "Cel");
	assert_int_equal(json_object_get_int64(json_object_object_get(graph, "newest")), RIG_NOW);
	assert_int_equal(json_object_array_length(json_object_object_get(graph, "series")), 2);
	graph = listed(json, "interrupts-eth0");
	assert_non_null(graph);
	assert_string_equal(json_object_get_string(json_object_object_get(graph, "instance")),
			    "eth0");
	assert_string_equal(json_object_get_string(json_object_object_get(
				    json_object_object_get(graph, "pictures"), "day")),
			    "interrupts-eth0-day.png");
	json_object_put(json);
}

static void wrong_usage_says_what_is_right(void **state)
{
	static const struct {
		const char *words[3], *message;
	} cases[] = {
		{ { "temperatur" }, "there is temperature" },
		{ { "--start", "-5m" }, "minutes or months" },
		{ { "--start", "yesterday" }, "ISO 8601" },
		{ { "--period", "monthly" }, "hour, day, week, month, quarter, year or all" },
		{ { "--theme", "blue" }, "light or dark" },
		{ { "--width", "99999999999999999999" }, "100 to 10000" },
		{ { "--end", "-1h" }, "--end needs --start" },
		{ { "--host", "other" }, "there are: " RIG_HOST },
		{ { "--nonsense" }, "unknown option '--nonsense'" },
		{ { "--output", "-" }, "takes one picture" },
		{ { "--output", "" }, "--output: give a folder" },
		{ { "--data-dir", "" }, "--data-dir: give the folder" },
		{ { "--host", "" }, "--host: give the name" },
		{ { "--daemon", "" }, "--daemon: give an address" },
		{ { "--data-dir" }, "--data-dir needs a value" },
	};
	struct rig_run run;

	rig_hour(*state, "cputemp/temperature-cpu", rig_43);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		rig_run(*state, &run, "draw", cases[i].words[0], cases[i].words[1], NULL);
		if (run.code != 2 || !strstr(run.err, cases[i].message))
			fail_msg("%s gives %d: %s", cases[i].words[0], run.code, run.err);
		assert_string_equal(run.out, "");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(the_canvas_is_800_by_200),
		RIG_TEST(another_canvas_is_as_large_as_told),
		RIG_TEST(both_themes_have_their_colours),
		RIG_TEST(a_trip_line_is_dashed_and_a_high_one_only_named),
		RIG_TEST(other_data_is_another_picture),
		RIG_TEST(text_is_drawn_and_not_boxes),
		RIG_TEST(the_axis_goes_down_to_lower_data),
		RIG_TEST(a_spike_of_20_seconds_shows_in_a_year),
		RIG_TEST(one_cpu_that_is_unknown_leaves_the_others),
		RIG_TEST(a_cpu_that_has_gone_leaves_the_others),
		RIG_TEST(a_cpu_that_is_new_leaves_the_others),
		RIG_TEST(a_gap_is_a_gap),
		RIG_TEST(faster_cpus_are_warm),
		RIG_TEST(a_limit_is_drawn_as_it_went),
		RIG_TEST(the_mean_is_drawn_before_the_sampled_value),
		RIG_TEST(sixteen_clusters_are_a_line_for_each_class),
		RIG_TEST(two_directions_are_above_and_below_the_axis),
		RIG_TEST(a_device_has_its_colour_in_every_graph),
		RIG_TEST(a_direction_that_is_unknown_leaves_the_other),
		RIG_TEST(a_ceiling_is_dashed_on_both_sides),
		RIG_TEST(idle_devices_have_an_axis),
		RIG_TEST(networks_and_disks_are_there_where_they_are_recorded),
		RIG_TEST(other_data_sources_are_told),
		RIG_TEST(cooling_devices_are_percent),
		RIG_TEST(two_thousand_devices_are_no_trouble),
		RIG_TEST(no_data_is_a_picture_that_says_so),
		RIG_TEST(known_data_in_one_graph_is_success),
		RIG_TEST(a_new_installation_draws_its_finer_rows),
		RIG_TEST(what_is_not_yet_drawn_has_its_mark),
		RIG_TEST(old_values_are_told_once),
		RIG_TEST(drawing_many_is_drawing_each),
		RIG_TEST(hostile_names_do_not_break_a_picture),
		RIG_TEST(twins_of_a_picture_name_are_told_apart),
		RIG_TEST(lazy_leaves_a_fresh_picture_and_redraws_another),
		RIG_TEST(a_picture_that_cannot_be_written_is_told),
		RIG_TEST(list_is_json_for_scripts),
		RIG_TEST(list_gives_a_long_path_whole),
		RIG_TEST(a_name_with_a_suffix_is_no_twin),
		RIG_TEST(a_daemon_in_the_environment_changes_nothing),
		RIG_TEST(wrong_usage_says_what_is_right),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

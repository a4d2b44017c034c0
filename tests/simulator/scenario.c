/* scenario.c - what a simulated ODROID-XU4 does: see scenario.h. */
#include <math.h>
#include <string.h>

#include "array.h"
#include "scenario.h"
#include "banned.h"

#define HOUR 3600
#define DAY 86400
#define MINUTE 60

/* Bytes per second, and what the backup writes in a normal night. */
#define SLOW 62e6
#define FAST 105e6
#define NIGHTLY 300e9

#define THROTTLES 69 /* degrees: one below the trip, so that the hottest zone is at it */

#define MHZ(steps) ((steps)*100e6)

#define IRQ(name, cpu, ...)                                                                        \
	{                                                                                          \
		.id = "cpuirq-" name "/irq-cpu" #cpu, .kind = QUANTITY_RATE,                       \
		.level = { { __VA_ARGS__ } }, .quantum = 1, .noise = 0.1,                          \
	}
#define ZONE(name, colder)                                                                         \
	{                                                                                          \
		.id = "cputemp/temperature-" name "-thermal", .kind = QUANTITY_TEMPERATURE,        \
		.level = { { [ALWAYS] = -(colder) } }, .noise = 0.7,                               \
	}

#define CLUSTER(sample, what, highest, steps, ...)                                                 \
	{                                                                                          \
		.id = "clusterfreq-" sample, .kind = what, .top = highest, .given_up = steps,      \
		__VA_ARGS__                                                                        \
	}

/* What the activities ask for. */
#define SLOW_CLOCK                                                                                 \
	{                                                                                          \
		{                                                                                  \
			[ALWAYS] = MHZ(4), [PEOPLE] = MHZ(3), [SNAPSHOT] = MHZ(6),                 \
			[SLOW_BACKUP] = MHZ(14), [FAST_BACKUP] = MHZ(8), [ENCODING] = MHZ(14)      \
		}                                                                                  \
	}
#define FAST_CLOCK                                                                                 \
	{                                                                                          \
		{                                                                                  \
			[ALWAYS] = MHZ(3), [PEOPLE] = MHZ(5), [SNAPSHOT] = MHZ(6),                 \
			[SLOW_BACKUP] = MHZ(7), [FAST_BACKUP] = MHZ(15), [ENCODING] = MHZ(40)      \
		}                                                                                  \
	}

static const struct quantity quantities[] = {
	ZONE("cpu0", 2.5),
	ZONE("cpu1", 1),
	{ .id = "cputemp/temperature-cpu2-thermal",
	  .kind = QUANTITY_TEMPERATURE,
	  .level = { { [LIE] = 60 } },
	  .noise = 0.7 },
	ZONE("cpu3", 1.5),
	ZONE("gpu", 4),
	{ .id = "cputemp/percent-pwm-fan", .kind = QUANTITY_FAN, .top = 3 },
	{ .id = "cputemp/percent-thermal-cpufreq-0",
	  .kind = QUANTITY_COOLING,
	  .top = 12,
	  .given_up = 3 },
	{ .id = "cputemp/percent-thermal-cpufreq-1",
	  .kind = QUANTITY_COOLING,
	  .top = 18,
	  .given_up = 9 },

	CLUSTER("cpu0-3/cpufreq-limit", QUANTITY_LIMIT, 14, 3, .noise = 0),
	CLUSTER("cpu4-7/cpufreq-limit", QUANTITY_LIMIT, 20, 9, .noise = 0),
	CLUSTER("cpu0-3/cpufreq-current", QUANTITY_CLOCK, 14, 3, .noise = 0.5, .level = SLOW_CLOCK),
	CLUSTER("cpu4-7/cpufreq-current", QUANTITY_CLOCK, 20, 9, .noise = 0.5, .level = FAST_CLOCK),
	CLUSTER("cpu0-3/derive-cycles", QUANTITY_CYCLES, 14, 3, .noise = 0.2, .level = SLOW_CLOCK,
		.quantum = 1),
	CLUSTER("cpu4-7/derive-cycles", QUANTITY_CYCLES, 20, 9, .noise = 0.2, .level = FAST_CLOCK,
		.quantum = 1),

	IRQ("mct_tick0", 0, [ALWAYS] = 61, [PEOPLE] = 40, [SLOW_BACKUP] = 800, [FAST_BACKUP] = 90),
	IRQ("mct_tick1", 1, [ALWAYS] = 38, [PEOPLE] = 30, [SLOW_BACKUP] = 60, [FAST_BACKUP] = 80),
	IRQ("mct_tick2", 2, [ALWAYS] = 27, [PEOPLE] = 60, [SNAPSHOT] = 250, [SLOW_BACKUP] = 300,
	    [FAST_BACKUP] = 450),
	IRQ("mct_tick3", 3, [ALWAYS] = 22, [PEOPLE] = 30, [SLOW_BACKUP] = 60, [FAST_BACKUP] = 80),
	IRQ("mct_tick4", 4, [ALWAYS] = 24, [PEOPLE] = 50, [SLOW_BACKUP] = 150, [FAST_BACKUP] = 220,
	    [ENCODING] = 980),
	IRQ("mct_tick5", 5, [ALWAYS] = 19, [PEOPLE] = 40, [SLOW_BACKUP] = 120, [FAST_BACKUP] = 180,
	    [ENCODING] = 980),
	IRQ("mct_tick6", 6, [ALWAYS] = 15, [PEOPLE] = 30, [SLOW_BACKUP] = 100, [FAST_BACKUP] = 150,
	    [ENCODING] = 980),
	IRQ("mct_tick7", 7, [ALWAYS] = 21, [PEOPLE] = 60, [SLOW_BACKUP] = 130, [FAST_BACKUP] = 900,
	    [ENCODING] = 980),
	IRQ("12ca0000.i2c", 0, [ALWAYS] = 6),
	IRQ("12d10000.adc", 0, [ALWAYS] = 0.2),
	IRQ("12c20000.serial", 0, [ALWAYS] = 0.01),
	IRQ("dw-mci",
	    0, [ALWAYS] = 3, [PEOPLE] = 4, [SNAPSHOT] = 9, [SLOW_BACKUP] = 20, [FAST_BACKUP] = 24),
	IRQ("ehci_hcd:usb1,_ohci_hcd:usb2",
	    0, [ALWAYS] = 2, [SNAPSHOT] = 48, [SLOW_BACKUP] = 50, [FAST_BACKUP] = 50),
	IRQ("xhci-hcd:usb3", 2, [ALWAYS] = 1.5, [PEOPLE] = 140, [SNAPSHOT] = 700,
	    [SLOW_BACKUP] = 1400, [FAST_BACKUP] = 2350),
	/* Moved from CPU 0 to CPU 7: while people only look at films it is not hot enough
	 * for the difference to matter, so that has always been on CPU 7. */
	IRQ("xhci-hcd:usb5", 0, [SLOW_BACKUP] = 17500),
	IRQ("xhci-hcd:usb5", 7, [ALWAYS] = 12, [PEOPLE] = 1900, [FAST_BACKUP] = 28500),

	{ .id = "usbio-4-1.1/if_octets",
	  .kind = QUANTITY_RATE,
	  .quantum = 512,
	  .noise = 0.15,
	  .level = { { [ALWAYS] = 2e3, [PEOPLE] = 7e6, [SNAPSHOT] = 9e6, [ENCODING] = 3e6 },
		     { [ALWAYS] = 9e3,
		       [PEOPLE] = 4e5,
		       [SNAPSHOT] = 22e6,
		       [SLOW_BACKUP] = SLOW,
		       [FAST_BACKUP] = FAST,
		       [ENCODING] = 1e6 } } },
	{ .id = "usbio-6-1/if_octets",
	  .kind = QUANTITY_RATE,
	  .quantum = 1,
	  .noise = 0.15,
	  .level = { { [ALWAYS] = 3e3,
		       [PEOPLE] = 3e5,
		       [SLOW_BACKUP] = SLOW * 1.04,
		       [FAST_BACKUP] = FAST * 1.04 },
		     { [ALWAYS] = 2e3,
		       [PEOPLE] = 7e6,
		       [SLOW_BACKUP] = 1.1e6,
		       [FAST_BACKUP] = 2e6 } } },
	{ .id = "usbio-1-1/if_octets",
	  .kind = QUANTITY_RATE,
	  .quantum = 512,
	  .noise = 0.15,
	  .level = { { [ALWAYS] = 400 },
		     { [ALWAYS] = 700,
		       [SNAPSHOT] = 1e5,
		       [SLOW_BACKUP] = 1e5,
		       [FAST_BACKUP] = 1e5 } } },
};

/* -1..1, from a number and what it is drawn for. The mixing is that of splitmix64. */
static double noise(int64_t number, uint64_t seed)
{
	uint64_t x = (uint64_t)number * 0x9e3779b97f4a7c15U + (seed + 1) * 0xd1b54a32d192ed03U;

	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
	x ^= x >> 31;
	return (double)(x >> 11) / (double)(UINT64_C(1) << 52) - 1;
}

/* Noise that takes `period` seconds to change. */
static double slow_noise(int64_t time, unsigned int period, uint64_t seed)
{
	int64_t number = time / period;
	double part = (double)(time % period) / period;

	part *= part * (3 - 2 * part);
	return noise(number, seed) * (1 - part) + noise(number + 1, seed) * part;
}

static double clamp(double value, double low, double high)
{
	return value < low ? low : value > high ? high : value;
}

/* 1 from `begin` to `end`, 0 outside, with slopes of `slope` seconds inside. */
static double between(double time, double begin, double end, double slope)
{
	return clamp((time - begin) / slope, 0, 1) * clamp((end - time) / slope, 0, 1);
}

/* How warm what is heated from `begin` to `end` is: 0..1, slower than the heating. */
static double warmth(double time, double begin, double end, double inertia)
{
	if (time <= begin)
		return 0;
	if (time <= end)
		return 1 - exp((begin - time) / inertia);
	return (1 - exp((begin - end) / inertia)) * exp((end - time) / inertia);
}

static bool is_weekend(int64_t day)
{
	return (day + 3) % 7 >= 5; /* day 0 was a Thursday */
}

static double people(int64_t day, double second, int64_t time, double winter)
{
	double present = between(second, 18 * HOUR, 22.5 * HOUR, HOUR / 2);

	if (is_weekend(day))
		present = fmax(present, between(second, 10 * HOUR, 18.5 * HOUR, HOUR));
	return present * (0.8 + 0.2 * winter) *
	       clamp(0.4 + 0.6 * slow_noise(time, 15 * MINUTE, 1), 0, 1);
}

/* Seconds of the day. */
struct span {
	double begin;
	double end;
};

static struct span backup_of(int64_t day, double speed)
{
	double bytes = NIGHTLY * (1 + 0.3 * noise(day, 2)) * ((day + 3) % 7 == 6 ? 2 : 1);
	double begin = 2 * HOUR + 5 * MINUTE * (1 + noise(day, 3));

	return (struct span){ begin, begin + bytes / speed };
}

static struct span encoding_of(int64_t day, int64_t today)
{
	double begin = 13.5 * HOUR + 10 * MINUTE * (1 + noise(day, 4));

	if (((today - day) % 3 + 3) % 3 != 1)
		return (struct span){ 2 * DAY, 2 * DAY };
	return (struct span){ begin, begin + 2.5 * HOUR + 30 * MINUTE * noise(day, 5) };
}

void scenario_moment(int64_t end, int64_t time, struct moment *ret)
{
	int64_t today = end / DAY;
	int64_t day = time / DAY;
	double second = (double)(time % DAY);
	double in_hour = (double)(time % HOUR);
	bool is_fast = time >= (today - 9) * DAY + 10 * HOUR;
	struct span backup = backup_of(day, is_fast ? FAST : SLOW);
	struct span encoding = encoding_of(day, today);
	/* Films differ; that of yesterday is one that makes it throttle in any season. */
	double work = today - day == 1 ? 1 : 0.8 + 0.2 * noise(day, 8);
	double winter = cos(2 * M_PI * ((double)time / DAY / 365.25 - 0.06)); /* 22 January */
	double afternoon = cos(2 * M_PI * (second / DAY - 15 / 24.0));
	double backing_up = between(second, backup.begin, backup.end, 20);
	double heat;

	ret->time = time;
	ret->is_off = time > (today - 20) * DAY + 9 * HOUR &&
		      time <= (today - 20) * DAY + 13 * HOUR + 20 * MINUTE;
	ret->activity[ALWAYS] = 1;
	ret->activity[PEOPLE] = people(day, second, time, winter);
	ret->activity[SNAPSHOT] = between(in_hour, 10 * MINUTE, 14 * MINUTE, 20);
	ret->activity[SLOW_BACKUP] = is_fast ? 0 : backing_up;
	ret->activity[FAST_BACKUP] = is_fast ? backing_up : 0;
	ret->activity[ENCODING] = work * between(second, encoding.begin, encoding.end, 20);
	ret->activity[LIE] =
		time > (today - 40) * DAY + 8 * HOUR && time <= (today - 40) * DAY + 8 * HOUR + 20;

	heat = 34 - 4 * winter + 1.5 * afternoon + 1.5 * slow_noise(time, 20 * MINUTE, 6) +
	       3 * ret->activity[PEOPLE] +
	       3 * warmth(in_hour, 10 * MINUTE, 14 * MINUTE, 2 * MINUTE) +
	       (is_fast ? 13 : 10) * warmth(second, backup.begin, backup.end, 4 * MINUTE) +
	       43 * work * warmth(second, encoding.begin, encoding.end, 6 * MINUTE);
	ret->throttle = clamp((heat - THROTTLES) / 11, 0, 1);
	if (ret->throttle > 0)
		ret->throttle = clamp(ret->throttle + 0.15 * slow_noise(time, 30, 7), 0.01, 1);
	ret->celsius =
		heat <= THROTTLES ? heat : THROTTLES + 2.5 * (1 - exp((THROTTLES - heat) / 2.5));
}

const struct quantity *scenario_find(const char *id)
{
	for (size_t i = 0; i < ARRAY_SIZE(quantities); i++)
		if (strcmp(quantities[i].id, id) == 0)
			return &quantities[i];
	return NULL;
}

static double steps_given_up(const struct quantity *quantity, const struct moment *moment)
{
	return ceil(quantity->given_up * moment->throttle);
}

static double clock_hz(const struct quantity *quantity, const struct moment *moment, double wanted,
		       double jitter)
{
	double limit = quantity->top - steps_given_up(quantity, moment);

	return MHZ(clamp(ceil(wanted * (1 + quantity->noise * jitter) / MHZ(1)), 2, limit));
}

static double fan_state(double celsius)
{
	return (celsius >= 50) + (celsius >= 60) + (celsius >= 70);
}

double quantity_value(const struct quantity *quantity, size_t source, const struct moment *moment)
{
	double jitter = noise(moment->time, 100 + 2 * (uint64_t)(quantity - quantities) + source);
	double sum = 0;

	for (size_t i = 0; i < ACTIVITIES; i++)
		sum += quantity->level[source][i] * moment->activity[i];
	switch (quantity->kind) {
	case QUANTITY_RATE:
		return sum * (1 + quantity->noise * jitter);
	case QUANTITY_TEMPERATURE:
		return round(moment->celsius + sum + quantity->noise * jitter);
	case QUANTITY_FAN:
		return 100 * fan_state(moment->celsius) / quantity->top;
	case QUANTITY_COOLING:
		return 100 * steps_given_up(quantity, moment) / quantity->top;
	case QUANTITY_LIMIT:
		return MHZ(quantity->top - steps_given_up(quantity, moment));
	case QUANTITY_CLOCK:
	case QUANTITY_CYCLES:
		return clock_hz(quantity, moment, sum, jitter);
	}
	return NAN;
}

bool quantity_is_rate(const struct quantity *quantity)
{
	return quantity->kind == QUANTITY_RATE || quantity->kind == QUANTITY_CYCLES;
}

double quantity_count(const struct quantity *quantity, double sum)
{
	return floor(sum / quantity->quantum) * quantity->quantum;
}

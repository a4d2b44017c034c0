/* random_data.c - RRD files of random values, the same for the same times. */
#include <math.h>

#include "random_data.h"

#define DAY 86400

static double random_of(time_t time, uint64_t seed)
{
	uint64_t bits = ((uint64_t)time + seed) * 0x9e3779b97f4a7c15;

	bits ^= bits >> 29;
	bits *= 0xbf58476d1ce4e5b9;
	bits ^= bits >> 32;
	return (double)(bits % 1000003) / 1000003;
}

/* Some are not known, and five minutes of each two hours. */
static double random_gauge(time_t time)
{
	if (random_of(time, 1) < 0.02 || time % 7200 < 300)
		return NAN;
	return 20 + 60 * random_of(time, 2);
}

double random_limit(time_t time)
{
	return random_of(time / DAY, 3) < 0.5 ? 70 : 85;
}

double random_rx(time_t time)
{
	return random_of(time, 4) < 0.001 ? NAN : (double)time * 1000 + 9999 * random_of(time, 5);
}

double random_tx(time_t time)
{
	return (double)time * 300 + 2999 * random_of(time, 6);
}

static double five_gbit(time_t time)
{
	(void)time;
	return 5e9;
}

void random_temperatures(const struct rig *rig, time_t now)
{
	static const char *const names[] = { "cputemp/temperature-cpu0-thermal",
					     "cputemp/temperature-cpu0-thermal_passive",
					     "cputemp/temperature-gpu" };
	rig_fn *const fn[] = { random_gauge, random_limit, random_gauge };

	/* the years by half an hour, the last days as collectd does it */
	for (size_t i = 0; i < 3; i++) {
		rig_rrd(rig, names[i], "GAUGE", now - 400 * (time_t)DAY, now - 2 * DAY, 1810,
			fn[i]);
		rig_fill(rig, names[i], "GAUGE", now - 2 * DAY, now, 10, fn[i]);
	}
}

void random_usb(const struct rig *rig, time_t now)
{
	rig_octets(rig, "usbio-4-1.1/if_octets", "rx", "tx", now - 4900, now, 10, random_rx,
		   random_tx);
	rig_rrd(rig, "usbio-4-1.1/gauge-link_speed", "GAUGE", now - 4900, now, 10, five_gbit);
	rig_octets(rig, "usbio-6-1/if_octets", "rx", "tx", now - 4900, now - 2000, 10, random_tx,
		   random_rx);
}

/* cputemp.c - what the thermal zones and cooling devices mean: unit, trips, percent. */
#include "cputemp.h"

#include <stdio.h>
#include <string.h>

#include "banned.h"

#define SENSOR_MIN (-100.0) /* degrees Celsius; beyond these two a sensor is broken */
#define SENSOR_MAX 200.0
#define PLAIN_MAX 200	   /* the highest number that can be plain degrees */
#define MILLI_REACHES 1000 /* a board that never shows as much has no millidegrees */
#define TYPE_INSTANCE_SIZE (NAME_SIZE + 16)

static const char *const trip_names[CPUTEMP_TRIP_TYPES] = { "passive", "hot", "critical" };

enum cputemp_trip_type cputemp_trip_type(const char *text)
{
	for (unsigned int i = 0; i < CPUTEMP_TRIP_TYPES; i++) {
		if (strcmp(trip_names[i], text) == 0)
			return (enum cputemp_trip_type)i;
	}
	return CPUTEMP_OTHER;
}

/* Trip points of 70 and 105 are degrees: as millidegrees they would be below any room's. */
static bool trips_are_plain(const struct cputemp_zone *zone)
{
	for (size_t i = 0; i < zone->trips; i++) {
		if (zone->trip[i].temp < 1 || zone->trip[i].temp > PLAIN_MAX)
			return false;
	}
	return zone->trips > 0;
}

static bool told_by_trips(const struct cputemp_zone *zone)
{
	return zone->is_present && !zone->is_milli && trips_are_plain(zone);
}

/* What holds for a zone without trip points: another one tells, or none looks like milli. */
static bool board_is_plain(const struct cputemp_zone zone[], size_t count)
{
	bool reaches_milli = false;

	for (size_t i = 0; i < count; i++) {
		if (told_by_trips(&zone[i]))
			return true;
		if (zone[i].is_present && zone[i].has_temp &&
		    (zone[i].temp >= MILLI_REACHES || zone[i].temp <= -MILLI_REACHES))
			reaches_milli = true;
	}
	return !reaches_milli;
}

static void note_milli(struct cputemp_zone *zone)
{
	if (zone->is_present && zone->has_temp &&
	    (zone->temp < -PLAIN_MAX || zone->temp > PLAIN_MAX))
		zone->is_milli = true;
}

void cputemp_decide_units(struct cputemp_zone zone[], size_t count)
{
	for (size_t i = 0; i < count; i++)
		note_milli(&zone[i]);
	bool is_plain_board = board_is_plain(zone, count);
	for (size_t i = 0; i < count; i++) {
		if (zone[i].unit != CPUTEMP_AUTO)
			continue;
		bool is_plain = zone[i].trips > 0 ? trips_are_plain(&zone[i]) : is_plain_board;

		zone[i].unit = is_plain && !zone[i].is_milli ? CPUTEMP_DEGREE : CPUTEMP_MILLIDEGREE;
	}
}

static double celsius(int32_t temp, enum cputemp_unit unit)
{
	static const double divisor[] = {
		[CPUTEMP_AUTO] = 1000,
		[CPUTEMP_MILLIDEGREE] = 1000,
		[CPUTEMP_DECIDEGREE] = 10,
		[CPUTEMP_DEGREE] = 1,
	};

	return temp / divisor[unit];
}

static bool is_sane(double degrees)
{
	return degrees >= SENSOR_MIN && degrees <= SENSOR_MAX;
}

static void emit_temperature(const char *name, double degrees, sample_fn *emit, void *ctx)
{
	emit(&(struct sample){ .instance = "",
			       .type = "temperature",
			       .type_instance = name,
			       .unit = "Cel",
			       .kind = SAMPLE_GAUGE,
			       .count = 1,
			       .gauge = { degrees } },
	     ctx);
}

/* 0 is no trip point: firmware leaves it, or a number far below zero, where there is none. */
static bool lowest_trip(const struct cputemp_zone *zone, enum cputemp_trip_type type, double *ret)
{
	bool found = false;

	for (size_t i = 0; i < zone->trips; i++) {
		double degrees = celsius(zone->trip[i].temp, zone->unit);

		if (zone->trip[i].type != type || degrees <= 0 || !is_sane(degrees))
			continue;
		if (!found || degrees < *ret)
			*ret = degrees;
		found = true;
	}
	return found;
}

static bool is_zone(const struct cputemp_zone zone[], size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		if (zone[i].is_present && strcmp(zone[i].name.text, name) == 0)
			return true;
	}
	return false;
}

int cputemp_emit_zones(const struct cputemp_zone zone[], size_t count, sample_fn *emit, void *ctx)
{
	int emitted = 0;

	for (size_t i = 0; i < count; i++) {
		if (!zone[i].is_present || !zone[i].is_listed)
			continue;
		double degrees = celsius(zone[i].temp, zone[i].unit);
		if (zone[i].has_temp && is_sane(degrees)) {
			emit_temperature(zone[i].name.text, degrees, emit, ctx);
			emitted++;
		}
		for (unsigned int type = 0; type < CPUTEMP_TRIP_TYPES; type++) {
			char name[TYPE_INSTANCE_SIZE];

			if (!lowest_trip(&zone[i], type, &degrees))
				continue;
			snprintf(name, sizeof(name), "%s_%s", zone[i].name.text, trip_names[type]);
			if (is_zone(zone, count, name))
				continue; /* the same identifier twice is refused by collectd */
			emit_temperature(name, degrees, emit, ctx);
			emitted++;
		}
	}
	return emitted;
}

int cputemp_emit_device(const struct cputemp_device *device, sample_fn *emit, void *ctx)
{
	if (!device->has_state || device->max_state <= 0 || device->cur_state < 0 ||
	    device->cur_state > device->max_state)
		return 0;
	double percent = 100.0 * (double)device->cur_state / (double)device->max_state;
	emit(&(struct sample){ .instance = "",
			       .type = "percent",
			       .type_instance = device->name.text,
			       .unit = "%",
			       .kind = SAMPLE_GAUGE,
			       .count = 1,
			       .gauge = { percent } },
	     ctx);
	return 1;
}

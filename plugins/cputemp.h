/*
 * cputemp.h - thermal zones: /sys/class/thermal/thermal_zoneN/{type,temp,trip_point_M_{type,temp}}
 *             cooling devices: /sys/class/thermal/cooling_deviceN/{type,cur_state,max_state}
 * Kernel: Documentation/driver-api/thermal/sysfs-api.rst
 *
 * The document says millidegrees Celsius; vendor kernels (Allwinner 3.4, for one) show degrees.
 */
#ifndef CPUTEMP_H
#define CPUTEMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "name.h"
#include "source.h"

#define CPUTEMP_ZONES_MAX 256
#define CPUTEMP_TRIPS_MAX 32	 /* THERMAL_MAX_TRIPS was 12, until Linux 6.9 lifted it */
#define CPUTEMP_DEVICES_MAX 2048 /* each CPU of a PC is one */

enum cputemp_unit {
	CPUTEMP_AUTO,
	CPUTEMP_MILLIDEGREE,
	CPUTEMP_DECIDEGREE,
	CPUTEMP_DEGREE,
};

enum cputemp_trip_type {
	CPUTEMP_PASSIVE,
	CPUTEMP_HOT,
	CPUTEMP_CRITICAL,
	CPUTEMP_TRIP_TYPES, /* how many are sent */
	CPUTEMP_OTHER = CPUTEMP_TRIP_TYPES,
};

struct cputemp_trip {
	enum cputemp_trip_type type;
	int32_t temp; /* in the unit of its zone */
};

struct cputemp_zone {
	struct name name;
	bool is_present; /* at the last read; what it has shown before is kept */
	bool is_listed;	 /* selected by its name */
	bool has_temp;
	bool is_milli; /* has shown a value beyond 200, so its unit is no longer in doubt */
	int32_t temp;  /* as the kernel says it */
	enum cputemp_unit unit;
	size_t trips_left_out;
	size_t trips;
	struct cputemp_trip trip[CPUTEMP_TRIPS_MAX];
};

struct cputemp_device {
	struct name name;
	bool has_state;
	int64_t cur_state;
	int64_t max_state;
};

/* "passive" -> CPUTEMP_PASSIVE; any type that is not sent is CPUTEMP_OTHER. Pure. */
enum cputemp_trip_type cputemp_trip_type(const char *text);

/* Decide the unit of every zone left to CPUTEMP_AUTO, by all of them, and mark those that have
 * shown to be millidegrees. Pure. */
void cputemp_decide_units(struct cputemp_zone zone[], size_t count);

/* Emit temperatures in degrees Celsius and the lowest trip of each type, of the zones that are
 * present and listed. Returns how many samples. Pure. */
int cputemp_emit_zones(const struct cputemp_zone zone[], size_t count, sample_fn *emit, void *ctx);

/* Emit the state of a cooling device in percent of its highest. Returns 0 or 1. Pure. */
int cputemp_emit_device(const struct cputemp_device *device, sample_fn *emit, void *ctx);

/*
 * Read the zones below `root` into `zone`, which holds what earlier calls left there (zeroed at
 * first): a zone is found again by number and type. A zone without a readable temperature is
 * present all the same, its trips and its name count. Trip points are read for new zones, and
 * for all if `with_trips`. `*count` is updated; a zone that has gone keeps its place in it.
 * Returns how many zones there are, of which the lowest CPUTEMP_ZONES_MAX are present, or -ENOENT
 * if there is none, or -errno.
 */
int cputemp_read_zones(const struct kroot *root, bool with_trips, struct cputemp_zone zone[],
		       size_t *count);

/* Read the cooling devices, ascending by number. Returns how many there are, of which the lowest
 * CPUTEMP_DEVICES_MAX are in `ret`, or -ENOENT if there is none, or -errno. */
int cputemp_read_devices(const struct kroot *root, struct cputemp_device ret[CPUTEMP_DEVICES_MAX]);

#endif

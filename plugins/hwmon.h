/*
 * hwmon.h - sensors that are no thermal zone, for the plugin cputemp:
 *           /sys/class/hwmon/hwmonN/{name,fanM_input,tempM_input,tempM_label}
 * Kernel: Documentation/hwmon/sysfs-interface.rst
 *
 * The thermal framework shows its zones as hwmon chips too (drivers/thermal/thermal_hwmon.c):
 * hwmonN -> ../../devices/virtual/thermal/thermal_zone0/hwmonN, or, of older kernels,
 * -> ../../devices/virtual/hwmon/hwmonN with the type of the zone for a name.
 */
#ifndef HWMON_H
#define HWMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cputemp.h"
#include "name.h"
#include "source.h"

#define HWMON_CHIPS_MAX 128
#define HWMON_SENSORS_MAX 512	   /* of all chips */
#define HWMON_CHIP_SENSORS_MAX 256 /* of one kind; a CPU of 128 cores has 129 */
#define HWMON_NAME_SIZE 128	   /* what collectd takes for an instance */

/* The option Hwmon: whose temperatures are sent. */
enum hwmon_choice {
	HWMON_CPU,
	HWMON_ALL,
	HWMON_NONE,
};

struct hwmon_chip {
	struct name name;
	bool is_cpu;
	bool is_zone; /* what it shows is a thermal zone's */
};

struct hwmon_sensor {
	const struct hwmon_chip *chip;
	struct name name;	    /* cleaned label or "temp<M>", "fan<M>" */
	char text[HWMON_NAME_SIZE]; /* "<chip>_<label>" */
	bool is_fan;
	bool is_listed; /* selected by its name; fans are always */
	bool is_taken;	/* a zone or another sensor is called the same */
	bool has_value;
	int32_t value; /* millidegrees Celsius, or rpm */
};

struct hwmon_table {
	size_t chips;
	size_t sensors;
	size_t left_out; /* chips and sensors, by the last reading of both */
	struct hwmon_chip chip[HWMON_CHIPS_MAX];
	struct hwmon_sensor sensor[HWMON_SENSORS_MAX];
};

/* Whether the text of a chip's `name` is that of a CPU's sensor. Pure. */
bool hwmon_is_cpu(const char *name);

/* Whether the link of a chip leads below a thermal zone. Pure. */
bool hwmon_is_below_zone(const char *target);

/* Find the chips that mirror a zone by their name: the type, or that with '_' for '-'. Pure. */
void hwmon_find_mirrors(struct hwmon_table *table, const struct cputemp_zone zone[], size_t count);

/*
 * Name the sensors, readable or not. Where two would be called the same, a zone and what is
 * sent of it goes first, then the lower number; the other is not sent. Pure.
 */
void hwmon_name_sensors(struct hwmon_table *table, const struct cputemp_zone zone[], size_t count);

/* Emit temperatures in degrees Celsius and fans in rpm. Returns how many. Pure. */
int hwmon_emit(const struct hwmon_table *table, sample_fn *emit, void *ctx);

/*
 * Read the chips below `root`, ascending by number, with their names told apart.
 * Returns how many there are in the table, -ENOENT if there is none, or -errno.
 */
int hwmon_read_chips(const struct kroot *root, struct hwmon_table *table);

/*
 * Read the fans of all chips, and the temperatures of those that are chosen and no zone.
 * Returns the number of sensors, readable or not.
 */
int hwmon_read_sensors(const struct kroot *root, enum hwmon_choice choice,
		       struct hwmon_table *table);

#endif

/* hwmon.c - what hwmon chips mean: which are a CPU's, which a zone's, and names. */
#include "hwmon.h"

#include <stdio.h>
#include <string.h>

#include "array.h"
#include "banned.h"

#define MILLI 1000.0
#define SENSOR_MIN (-100000) /* millidegrees; beyond these two a sensor is broken */
#define SENSOR_MAX 200000

static const char *const cpu_chips[] = {
	"coretemp", "k10temp", "zenpower", "k8temp", "via_cputemp", "armada_thermal",
};

bool hwmon_is_cpu(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(cpu_chips); i++) {
		if (strcmp(cpu_chips[i], name) == 0)
			return true;
	}
	return false;
}

bool hwmon_is_below_zone(const char *target)
{
	static const char zone[] = "/thermal_zone";

	for (; (target = strstr(target, zone)); target++) {
		const char *number = target + strlen(zone);
		size_t digits = strspn(number, "0123456789");

		if (digits > 0 && number[digits] == '/')
			return true;
	}
	return false;
}

/* hwmon takes no '-' in a name. */
static bool is_mirror(const char *chip, const char *zone)
{
	while (*chip != '\0' && (*chip == *zone || (*chip == '_' && *zone == '-'))) {
		chip++;
		zone++;
	}
	return *chip == '\0' && *zone == '\0';
}

void hwmon_find_mirrors(struct hwmon_table *table, const struct cputemp_zone zone[], size_t count)
{
	for (size_t i = 0; i < table->chips; i++) {
		for (size_t z = 0; z < count; z++) {
			if (zone[z].is_present &&
			    is_mirror(table->chip[i].name.base, zone[z].name.base))
				table->chip[i].is_zone = true;
		}
	}
}

/* The zone's own name, and with each type of trip point, whether it has one now or not. */
static bool is_zones(const struct cputemp_zone *zone, const char *text)
{
	size_t length = strlen(zone->name.text);

	if (strncmp(zone->name.text, text, length) != 0)
		return false;
	return text[length] == '\0' ||
	       (text[length] == '_' && cputemp_trip_type(&text[length + 1]) != CPUTEMP_OTHER);
}

static bool is_taken(const struct hwmon_table *table, const struct hwmon_sensor *sensor,
		     const struct cputemp_zone zone[], size_t count)
{
	for (size_t i = 0; i < count && !sensor->is_fan; i++) {
		if (zone[i].is_present && is_zones(&zone[i], sensor->text))
			return true;
	}
	for (const struct hwmon_sensor *other = table->sensor; other < sensor; other++) {
		if (other->is_fan == sensor->is_fan && strcmp(other->text, sensor->text) == 0)
			return true;
	}
	return false;
}

void hwmon_name_sensors(struct hwmon_table *table, const struct cputemp_zone zone[], size_t count)
{
	struct name *names[HWMON_SENSORS_MAX];

	for (size_t first = 0, end; first < table->sensors; first = end) {
		for (end = first;
		     end < table->sensors && table->sensor[end].chip == table->sensor[first].chip &&
		     table->sensor[end].is_fan == table->sensor[first].is_fan;
		     end++)
			names[end - first] = &table->sensor[end].name;
		name_tell_twins(names, end - first);
	}
	for (size_t i = 0; i < table->sensors; i++) {
		struct hwmon_sensor *sensor = &table->sensor[i];

		snprintf(sensor->text, sizeof(sensor->text), "%s_%s", sensor->chip->name.text,
			 sensor->name.text);
		sensor->is_taken = is_taken(table, sensor, zone, count);
	}
}

static bool is_sane(const struct hwmon_sensor *sensor)
{
	if (sensor->is_fan)
		return sensor->value >= 0;
	return sensor->value >= SENSOR_MIN && sensor->value <= SENSOR_MAX;
}

int hwmon_emit(const struct hwmon_table *table, sample_fn *emit, void *ctx)
{
	int emitted = 0;

	for (size_t i = 0; i < table->sensors; i++) {
		const struct hwmon_sensor *sensor = &table->sensor[i];

		if (!sensor->is_listed || sensor->is_taken || !sensor->has_value ||
		    !is_sane(sensor))
			continue;
		emit(&(struct sample){ .instance = "",
				       .type = sensor->is_fan ? "fanspeed" : "temperature",
				       .type_instance = sensor->text,
				       .unit = sensor->is_fan ? "rpm" : "Cel",
				       .kind = SAMPLE_GAUGE,
				       .count = 1,
				       .gauge = { sensor->is_fan ? sensor->value
								 : sensor->value / MILLI } },
		     ctx);
		emitted++;
	}
	return emitted;
}

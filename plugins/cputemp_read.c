/* cputemp_read.c - the files of the thermal zones and cooling devices. */
#include "cputemp.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "array.h"
#include "text.h"
#include "banned.h"

#define CLASS "sys/class/thermal"
#define PATH_SIZE 64
#define TEXT_SIZE 256

static void read_trips(const struct kroot *root, struct cputemp_zone *zone)
{
	unsigned int number[CPUTEMP_TRIPS_MAX];
	char path[PATH_SIZE];
	char text[TEXT_SIZE];

	zone->trips = 0;
	snprintf(path, sizeof(path), CLASS "/thermal_zone%u", zone->name.number);
	int found = kdir_attrs(root, path, "trip_point_", "_type", number, ARRAY_SIZE(number));
	zone->trips_left_out = (size_t)MAX(found - CPUTEMP_TRIPS_MAX, 0);
	for (int i = 0; i < MIN(found, CPUTEMP_TRIPS_MAX); i++) {
		struct cputemp_trip *trip = &zone->trip[zone->trips];

		int rc = kfile_attr(root, text, sizeof(text), "%s/trip_point_%u_type", path,
				    number[i]);
		if (rc < 0)
			continue;
		trip->type = cputemp_trip_type(text);
		rc = kfile_attr(root, text, sizeof(text), "%s/trip_point_%u_temp", path, number[i]);
		if (rc >= 0 && text_i32(text, &trip->temp) == 0)
			zone->trips++;
	}
}

static void read_temp(const struct kroot *root, struct cputemp_zone *zone)
{
	char text[TEXT_SIZE];

	zone->has_temp = kfile_attr(root, text, sizeof(text), CLASS "/thermal_zone%u/temp",
				    zone->name.number) >= 0 &&
			 text_i32(text, &zone->temp) == 0;
}

/* Where zone `number` was kept, else a new place, else that of one which has gone. */
static struct cputemp_zone *zone_place(struct cputemp_zone zone[], size_t *count,
				       unsigned int number)
{
	struct cputemp_zone *gone = NULL;

	for (size_t i = 0; i < *count; i++) {
		if (zone[i].name.number == number)
			return &zone[i];
		if (!zone[i].is_present)
			gone = &zone[i];
	}
	if (*count == CPUTEMP_ZONES_MAX)
		return gone;
	return &zone[(*count)++];
}

static void read_zone(const struct kroot *root, unsigned int number, bool with_trips,
		      struct cputemp_zone *zone)
{
	struct name name;
	char text[TEXT_SIZE];

	if (kfile_attr(root, text, sizeof(text), CLASS "/thermal_zone%u/type", number) < 0)
		text[0] = '\0';
	name_set(&name, text, "thermal_zone", number);
	bool is_new = strcmp(name.base, zone->name.base) != 0 || number != zone->name.number;
	if (is_new)
		*zone = (struct cputemp_zone){ 0 };
	zone->name = name;
	zone->is_present = true;
	zone->unit = CPUTEMP_AUTO;
	read_temp(root, zone);
	if (with_trips || is_new)
		read_trips(root, zone);
}

int cputemp_read_zones(const struct kroot *root, bool with_trips, struct cputemp_zone zone[],
		       size_t *count)
{
	unsigned int number[CPUTEMP_ZONES_MAX];
	struct name *names[CPUTEMP_ZONES_MAX];
	size_t present = 0;

	for (size_t i = 0; i < *count; i++)
		zone[i].is_present = false;
	int found = kdir_numbers(root, CLASS, "thermal_zone", number, ARRAY_SIZE(number));
	for (int i = 0; i < MIN(found, CPUTEMP_ZONES_MAX); i++) {
		struct cputemp_zone *place = zone_place(zone, count, number[i]);

		read_zone(root, number[i], with_trips, place);
		names[present++] = &place->name;
	}
	name_tell_twins(names, present);
	return found == 0 ? -ENOENT : found;
}

static void read_device(const struct kroot *root, unsigned int number, struct cputemp_device *ret)
{
	char text[TEXT_SIZE];

	if (kfile_attr(root, text, sizeof(text), CLASS "/cooling_device%u/type", number) < 0)
		text[0] = '\0';
	name_set(&ret->name, text, "cooling_device", number);
	ret->has_state = kfile_attr(root, text, sizeof(text), CLASS "/cooling_device%u/cur_state",
				    number) >= 0 &&
			 text_i64(text, &ret->cur_state) == 0 &&
			 kfile_attr(root, text, sizeof(text), CLASS "/cooling_device%u/max_state",
				    number) >= 0 &&
			 text_i64(text, &ret->max_state) == 0;
}

int cputemp_read_devices(const struct kroot *root, struct cputemp_device ret[CPUTEMP_DEVICES_MAX])
{
	unsigned int number[CPUTEMP_DEVICES_MAX];
	struct name *names[CPUTEMP_DEVICES_MAX];

	size_t count = 0;

	int found = kdir_numbers(root, CLASS, "cooling_device", number, ARRAY_SIZE(number));
	for (; (int)count < MIN(found, CPUTEMP_DEVICES_MAX); count++) {
		read_device(root, number[count], &ret[count]);
		names[count] = &ret[count].name;
	}
	name_tell_twins(names, count);
	return found == 0 ? -ENOENT : found;
}

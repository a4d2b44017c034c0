/* cputemp_source.c - the plugin cputemp: its options, one collection. */
#include "source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "array.h"
#include "cputemp.h"
#include "cputemp_hwmon.h"
#include "option.h"
#include "selection.h"
#include "banned.h"

#define TRIPS_EVERY_S 60 /* their files are many, and they hardly ever change */

/* Unit "<zone>" "decidegree" */
struct zone_unit {
	char *zone;
	enum cputemp_unit unit;
};

struct cputemp {
	struct selection zones;
	struct selection devices;
	bool ignore_selected;
	enum cputemp_unit unit;
	struct zone_unit *zone_unit;
	size_t zone_units;
	time_t trips_due; /* monotonic */
	size_t count;
	struct cputemp_zone zone[CPUTEMP_ZONES_MAX];
	struct cputemp_device device[CPUTEMP_DEVICES_MAX];
	enum hwmon_choice hwmon_choice;
	struct hwmon_table hwmon;
};

static int set_zone(void *state, const char *const value[], size_t count)
{
	struct cputemp *cputemp = state;

	return count == 1 ? selection_add(&cputemp->zones, value[0]) : -EINVAL;
}

static int set_device(void *state, const char *const value[], size_t count)
{
	struct cputemp *cputemp = state;

	return count == 1 ? selection_add(&cputemp->devices, value[0]) : -EINVAL;
}

static int set_ignore_selected(void *state, const char *const value[], size_t count)
{
	struct cputemp *cputemp = state;

	return option_bool(value, count, &cputemp->ignore_selected);
}

static int add_zone_unit(struct cputemp *cputemp, const char *zone, enum cputemp_unit unit)
{
	struct zone_unit *grown =
		realloc(cputemp->zone_unit, (cputemp->zone_units + 1) * sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	cputemp->zone_unit = grown;
	char *copy = strdup(zone);
	if (!copy)
		return -ENOMEM;
	grown[cputemp->zone_units++] = (struct zone_unit){ copy, unit };
	return 0;
}

static int set_unit(void *state, const char *const value[], size_t count)
{
	static const char *const words[] = {
		[CPUTEMP_AUTO] = "auto",
		[CPUTEMP_MILLIDEGREE] = "millidegree",
		[CPUTEMP_DECIDEGREE] = "decidegree",
		[CPUTEMP_DEGREE] = "degree",
		NULL,
	};
	struct cputemp *cputemp = state;
	unsigned int unit;

	if (count < 1 || count > 2 || option_word(&value[count - 1], 1, words, &unit) < 0)
		return -EINVAL;
	if (count == 2)
		return add_zone_unit(cputemp, value[0], unit);
	cputemp->unit = unit;
	return 0;
}

static int set_hwmon(void *state, const char *const value[], size_t count)
{
	static const char *const words[] = {
		[HWMON_CPU] = "cpu",
		[HWMON_ALL] = "all",
		[HWMON_NONE] = "none",
		NULL,
	};
	struct cputemp *cputemp = state;
	unsigned int word;
	int rc = option_word(value, count, words, &word);

	if (rc < 0)
		return rc;
	cputemp->hwmon_choice = word;
	return 0;
}

static const struct option_key keys[] = {
	{ "Zone", set_zone },
	{ "CoolingDevice", set_device },
	{ "IgnoreSelected", set_ignore_selected },
	{ "Unit", set_unit },
	{ "Hwmon", set_hwmon },
	{ 0 },
};

static int cputemp_set(void *state, const char *key, const char *const value[], size_t count)
{
	return option_set(keys, state, key, value, count);
}

/* The last line in the configuration wins. */
static enum cputemp_unit configured_unit(const struct cputemp *cputemp, const char *zone)
{
	for (size_t i = cputemp->zone_units; i > 0; i--) {
		if (strcmp(cputemp->zone_unit[i - 1].zone, zone) == 0)
			return cputemp->zone_unit[i - 1].unit;
	}
	return cputemp->unit;
}

static bool trips_are_due(struct cputemp *cputemp)
{
	struct timespec now;

	if (clock_gettime(CLOCK_MONOTONIC, &now) < 0 || now.tv_sec < cputemp->trips_due)
		return false;
	cputemp->trips_due = now.tv_sec + TRIPS_EVERY_S;
	return true;
}

static int collect_zones(struct cputemp *cputemp, const struct kroot *root, sample_fn *emit,
			 void *ctx)
{
	int rc = cputemp_read_zones(root, trips_are_due(cputemp), cputemp->zone, &cputemp->count);

	if (rc < 0)
		return rc;
	for (size_t i = 0; i < cputemp->count; i++) {
		struct cputemp_zone *zone = &cputemp->zone[i];

		zone->is_listed =
			selection_takes(&cputemp->zones, cputemp->ignore_selected, zone->name.text);
		zone->unit = configured_unit(cputemp, zone->name.text);
	}
	cputemp_decide_units(cputemp->zone, cputemp->count);
	return cputemp_emit_zones(cputemp->zone, cputemp->count, emit, ctx);
}

static int collect_devices(struct cputemp *cputemp, const struct kroot *root, sample_fn *emit,
			   void *ctx)
{
	int count = cputemp_read_devices(root, cputemp->device, ARRAY_SIZE(cputemp->device));
	int emitted = 0;

	if (count < 0)
		return count;
	for (int i = 0; i < count; i++) {
		if (selection_takes(&cputemp->devices, cputemp->ignore_selected,
				    cputemp->device[i].name.text))
			emitted += cputemp_emit_device(&cputemp->device[i], emit, ctx);
	}
	return emitted;
}

/* After the zones: they have the first right to a name. */
static int collect_hwmon(struct cputemp *cputemp, const struct kroot *root, sample_fn *emit,
			 void *ctx)
{
	struct hwmon_table *table = &cputemp->hwmon;
	int rc = hwmon_read_chips(root, table);

	if (rc < 0)
		return rc;
	hwmon_find_mirrors(table, cputemp->zone, cputemp->count);
	if (hwmon_read_sensors(root, cputemp->hwmon_choice, table) == 0)
		return -ENOENT;
	hwmon_name_sensors(table, cputemp->zone, cputemp->count);
	for (size_t i = 0; i < table->sensors; i++) {
		struct hwmon_sensor *sensor = &table->sensor[i];

		sensor->is_listed =
			sensor->is_fan ||
			selection_takes(&cputemp->zones, cputemp->ignore_selected, sensor->text);
	}
	return hwmon_emit(table, emit, ctx);
}

static int cputemp_collect(void *state, const struct kroot *root, sample_fn *emit, void *ctx)
{
	int zones = collect_zones(state, root, emit, ctx);
	int devices = collect_devices(state, root, emit, ctx);
	int sensors = collect_hwmon(state, root, emit, ctx);

	if (zones < 0 && devices < 0 && sensors < 0)
		return zones;
	return (zones > 0 ? zones : 0) + (devices > 0 ? devices : 0) + (sensors > 0 ? sensors : 0);
}

static void cputemp_done(void *state)
{
	struct cputemp *cputemp = state;

	selection_done(&cputemp->zones);
	selection_done(&cputemp->devices);
	for (size_t i = 0; i < cputemp->zone_units; i++)
		free(cputemp->zone_unit[i].zone);
	free(cputemp->zone_unit);
	memset(cputemp, 0, sizeof(*cputemp));
}

const struct source cputemp_source = {
	.plugin = "cputemp",
	.state_size = sizeof(struct cputemp),
	.set = cputemp_set,
	.collect = cputemp_collect,
	.done = cputemp_done,
	.looks_for = "sys/class/thermal/{thermal_zone*/temp,cooling_device*/cur_state}"
		     " and hwmon/hwmon*/{temp,fan}*_input",
};

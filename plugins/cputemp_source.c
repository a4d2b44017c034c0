/* cputemp_source.c - the plugin cputemp: its options, one collection. */
#include "source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "array.h"
#include "cputemp.h"
#include "hwmon.h"
#include "option.h"
#include "selection.h"
#include "banned.h"

#define TRIPS_EVERY_S 60 /* their files are many, and they hardly ever change */

/* Unit "<zone>" "decidegree" */
struct zone_unit {
	char *zone;
	enum cputemp_unit unit;
};

struct cputemp_state {
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
	size_t left_out; /* zones, trip points and devices; of the sensors hwmon knows it */
};

static int add_zone_unit(struct cputemp_state *cputemp, const char *zone, enum cputemp_unit unit)
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

/* For all zones, or for the one that is named first. */
static int set_unit(const struct option_row *row, void *state, const char *const value[],
		    size_t count)
{
	struct cputemp_state *cputemp = state;
	int unit =
		count == 1 || count == 2 ? option_find_word(row->words, value[count - 1]) : -EINVAL;

	if (unit < 0)
		return unit;
	if (count == 2)
		return add_zone_unit(cputemp, value[0], (enum cputemp_unit)unit);
	cputemp->unit = (enum cputemp_unit)unit;
	return 0;
}

static const char *const units[] = {
	[CPUTEMP_AUTO] = "auto",
	[CPUTEMP_MILLIDEGREE] = "millidegree",
	[CPUTEMP_DECIDEGREE] = "decidegree",
	[CPUTEMP_DEGREE] = "degree",
	NULL,
};

static const char *const choices[] = {
	[HWMON_CPU] = "cpu",
	[HWMON_ALL] = "all",
	[HWMON_NONE] = "none",
	NULL,
};

#define AT(member) offsetof(struct cputemp_state, member)

static const struct option_row options[] = {
	{ "Zone", option_selection, AT(zones), NULL },
	{ "CoolingDevice", option_selection, AT(devices), NULL },
	{ "IgnoreSelected", option_bool, AT(ignore_selected), NULL },
	{ "Unit", set_unit, 0, units },
	{ "Hwmon", option_word, AT(hwmon_choice), choices },
	{ 0 },
};

static int set(void *state, const char *key, const char *const value[], size_t count)
{
	return option_set(options, state, key, value, count);
}

/* The last line in the configuration wins. */
static enum cputemp_unit configured_unit(const struct cputemp_state *cputemp, const char *zone)
{
	for (size_t i = cputemp->zone_units; i > 0; i--) {
		if (strcmp(cputemp->zone_unit[i - 1].zone, zone) == 0)
			return cputemp->zone_unit[i - 1].unit;
	}
	return cputemp->unit;
}

static bool trips_are_due(struct cputemp_state *cputemp)
{
	struct timespec now;

	if (clock_gettime(CLOCK_MONOTONIC, &now) < 0 || now.tv_sec < cputemp->trips_due)
		return false;
	cputemp->trips_due = now.tv_sec + TRIPS_EVERY_S;
	return true;
}

static void note_left_out(struct cputemp_state *cputemp, int found, int max)
{
	if (found > max)
		cputemp->left_out += (size_t)(found - max);
}

static int collect_zones(struct cputemp_state *cputemp, const struct kroot *root, sample_fn *emit,
			 void *ctx)
{
	int found =
		cputemp_read_zones(root, trips_are_due(cputemp), cputemp->zone, &cputemp->count);

	if (found < 0)
		return found;
	note_left_out(cputemp, found, CPUTEMP_ZONES_MAX);
	for (size_t i = 0; i < cputemp->count; i++) {
		struct cputemp_zone *zone = &cputemp->zone[i];

		zone->is_listed =
			selection_takes(&cputemp->zones, cputemp->ignore_selected, zone->name.text);
		zone->unit = configured_unit(cputemp, zone->name.text);
		cputemp->left_out += zone->is_present ? zone->trips_left_out : 0;
	}
	cputemp_decide_units(cputemp->zone, cputemp->count);
	return cputemp_emit_zones(cputemp->zone, cputemp->count, emit, ctx);
}

static int collect_devices(struct cputemp_state *cputemp, const struct kroot *root, sample_fn *emit,
			   void *ctx)
{
	int found = cputemp_read_devices(root, cputemp->device);
	int emitted = 0;

	if (found < 0)
		return found;
	note_left_out(cputemp, found, CPUTEMP_DEVICES_MAX);
	for (int i = 0; i < MIN(found, CPUTEMP_DEVICES_MAX); i++) {
		if (selection_takes(&cputemp->devices, cputemp->ignore_selected,
				    cputemp->device[i].name.text))
			emitted += cputemp_emit_device(&cputemp->device[i], emit, ctx);
	}
	return emitted;
}

/* After the zones: they have the first right to a name. */
static int collect_hwmon(struct cputemp_state *cputemp, const struct kroot *root, sample_fn *emit,
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

static int collect(void *state, const struct kroot *root, sample_fn *emit, void *ctx)
{
	struct cputemp_state *cputemp = state;

	cputemp->left_out = cputemp->hwmon.left_out = 0;
	int zones = collect_zones(state, root, emit, ctx);
	int devices = collect_devices(state, root, emit, ctx);
	int sensors = collect_hwmon(state, root, emit, ctx);

	if (zones < 0 && devices < 0 && sensors < 0)
		return zones;
	return (zones > 0 ? zones : 0) + (devices > 0 ? devices : 0) + (sensors > 0 ? sensors : 0);
}

static size_t left_out(const void *state)
{
	const struct cputemp_state *cputemp = state;

	return cputemp->left_out + cputemp->hwmon.left_out;
}

static void done(void *state)
{
	struct cputemp_state *cputemp = state;

	selection_done(&cputemp->zones);
	selection_done(&cputemp->devices);
	for (size_t i = 0; i < cputemp->zone_units; i++)
		free(cputemp->zone_unit[i].zone);
	free(cputemp->zone_unit);
	memset(cputemp, 0, sizeof(*cputemp));
}

const struct source cputemp_source = {
	.plugin = "cputemp",
	.state_size = sizeof(struct cputemp_state),
	.set = set,
	.options = options,
	.collect = collect,
	.left_out = left_out,
	.done = done,
	.looks_for = "sys/class/thermal/{thermal_zone*/temp,cooling_device*/cur_state}"
		     " and hwmon/hwmon*/{temp,fan}*_input",
};

/* check_sensors.c - which plugin has something to measure on this machine. */
#include <ctype.h>
#include <dirent.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "banned.h"

/* Whether a file of the pattern holds a number: a zone can be there and refuse. */
static bool has_number(const struct system *system, const char *pattern)
{
	char path[PATH_MAX], text[64];
	bool has = false;
	glob_t found;

	if (glob(system_path(system, path, "%s", pattern), GLOB_NOSORT, NULL, &found) == 0) {
		for (size_t i = 0; i < found.gl_pathc && !has; i++) {
			const char *below = found.gl_pathv[i] + strlen(system->root);

			if (system_text(system, text, sizeof(text), "%s", below) > 0)
				has = isdigit((unsigned char)text[text[0] == '-']);
		}
	}
	globfree(&found);
	return has;
}

/* One with max_state 0 cools nothing: as all of a virtual machine's do. */
static bool has_cooling_device(const struct system *system)
{
	char path[PATH_MAX], max[32], cur[32];
	DIR *dir = opendir(system_path(system, path, "/sys/class/thermal"));
	const struct dirent *entry;
	bool has = false;

	while (dir && !has && (entry = readdir(dir)) != NULL) {
		const char *name = entry->d_name;

		if (strncmp(name, "cooling_device", 14) == 0 &&
		    system_text(system, max, sizeof(max), "/sys/class/thermal/%s/max_state", name) >
			    0 &&
		    system_text(system, cur, sizeof(cur), "/sys/class/thermal/%s/cur_state", name) >
			    0)
			has = strtol(max, NULL, 10) > 0 && isdigit((unsigned char)cur[0]) &&
			      strtol(cur, NULL, 10) <= strtol(max, NULL, 10);
	}
	if (dir)
		closedir(dir);
	return has;
}

/* A sensor of a CPU that is no thermal zone. */
static bool has_cpu_chip(const struct system *system)
{
	static const char *const chips[] = { "coretemp", "k10temp",	"zenpower",
					     "k8temp",	 "via_cputemp", "armada_thermal" };
	char path[PATH_MAX], name[64];
	DIR *dir = opendir(system_path(system, path, "/sys/class/hwmon"));
	const struct dirent *entry;
	bool has = false;

	while (dir && !has && (entry = readdir(dir)) != NULL) {
		if (system_text(system, name, sizeof(name), "/sys/class/hwmon/%s/name",
				entry->d_name) <= 0)
			continue;
		name[strcspn(name, "\n")] = '\0';
		for (size_t i = 0; i < ARRAY_SIZE(chips); i++)
			has |= strcmp(name, chips[i]) == 0;
	}
	if (dir)
		closedir(dir);
	return has;
}

static bool has_cputemp(const struct system *system)
{
	return has_number(system, "/sys/class/thermal/thermal_zone*/temp") ||
	       has_cooling_device(system) ||
	       has_number(system, "/sys/class/hwmon/hwmon*/fan*_input") || has_cpu_chip(system);
}

static bool has_clusterfreq(const struct system *system)
{
	return has_number(system, "/sys/devices/system/cpu/cpufreq/policy*/scaling_cur_freq") ||
	       has_number(system, "/sys/devices/system/cpu/cpu*/cpufreq/scaling_cur_freq");
}

static bool has_cpuirq(const struct system *system)
{
	char text[64];

	return system_text(system, text, sizeof(text), "/proc/interrupts") > 0;
}

/* The link of the class leads through the device's place: .../usb4/4-1/4-1.1/... */
static bool leads_to_usb(const struct system *system, const char *class)
{
	char path[PATH_MAX];
	DIR *dir = opendir(system_path(system, path, "%s", class));
	const struct dirent *entry;
	bool leads = false;

	while (dir && !leads && (entry = readdir(dir)) != NULL) {
		char *place;

		if (entry->d_name[0] == '.')
			continue;
		place = realpath(system_path(system, path, "%s/%s", class, entry->d_name), NULL);
		leads = place && strstr(place, "/usb");
		free(place);
	}
	if (dir)
		closedir(dir);
	return leads;
}

static bool has_usbio(const struct system *system)
{
	return leads_to_usb(system, "/sys/block") || leads_to_usb(system, "/sys/class/net");
}

const struct check_plugin check_plugin[CHECK_PLUGINS] = {
	{ "cputemp", true,
	  "/sys/class/thermal/{thermal_zone*/temp,cooling_device*/cur_state} and "
	  "/sys/class/hwmon/hwmon*/{temp,fan}*_input",
	  has_cputemp },
	{ "clusterfreq", true,
	  "/sys/devices/system/cpu/{cpufreq/policy*,cpu*/cpufreq}/scaling_cur_freq",
	  has_clusterfreq },
	{ "cpuirq", true, "/proc/interrupts", has_cpuirq },
	{ "usbio", true, "/sys/{block/*/stat,class/net/*/statistics} of devices on a USB bus",
	  has_usbio },
	{ "interface", false, "/proc/net/dev", NULL },
	{ "disk", false, "/proc/diskstats", NULL },
};

void check_sensors(struct check *check)
{
	struct findings *f = &check->findings;

	for (size_t i = 0; i < CHECK_PLUGINS; i++) {
		const struct check_plugin *plugin = &check_plugin[i];

		if (!plugin->is_ours || plugin->can_measure(check->system))
			continue;
		findings_add(f, SEVERITY_FACT, "%s", plugin->name);
		findings_text(f, "has nothing to measure on this machine; it looks for %s",
			      plugin->looks_for);
	}
}

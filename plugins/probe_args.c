/* probe_args.c - the arguments of boardprobe. */
#include "probe_args.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "option.h"
#include "banned.h"

#define VALUES_MAX 8 /* of one option */
#define MANUAL "collectd-boardstat.conf(5)"

static const char usage[] =
	"usage: boardprobe [--root DIR] [-o PLUGIN.KEY=VALUE[,VALUE]] [--json] [PLUGIN...]\n"
	"       boardprobe irq|usb [--root DIR] [--json]\n"
	"\n"
	"Prints every sample the collectd plugins of boardstat would send now, one\n"
	"\"identifier value\" a line, sorted. Counters are raw, as the kernel shows them.\n"
	"\n"
	"  PLUGIN      cputemp, clusterfreq, cpuirq or usbio; all if none is named\n"
	"  irq         interrupt x CPU instead: the CPUs with their clusters, and of each\n"
	"              interrupt that has come the counts, the affinity that is set (and\n"
	"              the effective one), names, disks and interfaces behind it\n"
	"  usb         the tree of USB devices instead: port, negotiated speed (and the\n"
	"              possible one if it differs), product, disks and interfaces\n"
	"  --root DIR  read DIR/sys and DIR/proc instead of this machine's\n"
	"  -o P.K=V    set an option of a plugin, as in " MANUAL "\n"
	"  --json      a list of {id, plugin, instance, type, type_instance, values, unit};\n"
	"              units: Cel, Hz, %, rpm, 1 (a number), By (bytes), bit/s.\n"
	"              Of irq: {cpus: {cpu, cluster, capacity, max_frequency}, interrupts:\n"
	"              {irq, name, counts, affinity, effective_affinity, devices: {name,\n"
	"              kind, port}}}. Of usb: {port, hub, product, version, speed,\n"
	"              possible_speed, port_speed, disks, interfaces, devices}. Hz, bit/s\n"
	"  --version   print the version\n"
	"  --help      print this\n"
	"\n"
	"Reads /sys/class/thermal (Documentation/driver-api/thermal/sysfs-api.rst),\n"
	"/sys/class/hwmon (Documentation/hwmon/sysfs-interface.rst),\n"
	"/sys/devices/system/cpu/cpufreq (Documentation/admin-guide/pm/cpufreq.rst),\n"
	"/proc/interrupts (Documentation/filesystems/proc.rst), /sys/block/*/stat\n"
	"(Documentation/block/stat.rst), /sys/class/net/*/statistics and\n"
	"/sys/bus/usb/devices (Documentation/ABI/testing/sysfs-bus-usb).\n"
	"\n"
	"exit: 0 done, also where the kernel shows no sensor (what was looked for is said\n"
	"      on stderr); 1 the output could not be written; 2 wrong usage\n";

static int set_values(const struct source *source, void *state, const char *key, char *text)
{
	const char *value[VALUES_MAX] = { text };
	size_t count = 1;
	int rc = source->set(state, key, value, count);

	/* A name may hold commas, so the text is one value wherever that is taken. */
	for (char *comma = strchr(text, ','); rc == -EINVAL && comma && count < VALUES_MAX;
	     comma = strchr(comma, ',')) {
		*comma++ = '\0';
		value[count++] = comma;
	}
	return count > 1 ? source->set(state, key, value, count) : rc;
}

void probe_args_no_plugin(const char *name)
{
	fprintf(stderr, "boardprobe: no plugin is called %s; there are", name);
	for (size_t i = 0; i < SOURCES; i++)
		fprintf(stderr, "%s %s", i ? "," : "", sources[i]->plugin);
	fputs("; and irq or usb, each alone\n", stderr);
}

static void say_keys(const struct source *source, const char *key)
{
	const struct option_row *row = source->options;

	fprintf(stderr, "boardprobe: %s %s: no such option; there are", source->plugin, key);
	for (size_t i = 0; row[i].key; i++)
		fprintf(stderr, "%s %s", i ? "," : "", row[i].key);
	fputs("; see " MANUAL "\n", stderr);
}

/* With the words, if it takes some. */
static void say_values(const struct source *source, const char *key)
{
	const struct option_row *row = source->options;

	fprintf(stderr, "boardprobe: %s %s: not a value that it takes", source->plugin, key);
	while (row->key && strcasecmp(row->key, key) != 0)
		row++;
	for (size_t i = 0; row->words && row->words[i]; i++)
		fprintf(stderr, "%s %s", i ? "," : "; there are", row->words[i]);
	fputs("; see " MANUAL "\n", stderr);
}

/* PLUGIN.KEY=VALUE[,VALUE] */
static int set_option(void *const state[SOURCES], char *text)
{
	char *dot = strchr(text, '.');
	char *equals = dot ? strchr(dot, '=') : NULL;

	if (!equals) {
		fprintf(stderr, "boardprobe: -o takes PLUGIN.KEY=VALUE, not %s\n", text);
		return EXIT_USAGE;
	}
	*dot = '\0';
	*equals = '\0';
	int i = source_index(text);
	if (i < 0) {
		probe_args_no_plugin(text);
		return EXIT_USAGE;
	}
	int rc = set_values(sources[i], state[i], dot + 1, equals + 1);
	if (rc < 0) {
		if (rc == -ENOENT)
			say_keys(sources[i], dot + 1);
		else
			say_values(sources[i], dot + 1);
		return EXIT_USAGE;
	}
	return -1;
}

int probe_args_parse(int argc, char *argv[], void *const state[SOURCES], struct probe_args *ret)
{
	static const struct option options[] = {
		{ "root", required_argument, NULL, 'r' },
		{ "json", no_argument, NULL, 'j' },
		{ "version", no_argument, NULL, 'v' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	int rc = -1;

	*ret = (struct probe_args){ .root = "/" };
	for (int c; rc < 0 && (c = getopt_long(argc, argv, "o:h", options, NULL)) != -1;) {
		switch (c) {
		case 'r':
			ret->root = optarg;
			break;
		case 'j':
			ret->as_json = true;
			break;
		case 'o':
			rc = set_option(state, optarg);
			break;
		case 'v':
			puts("boardprobe " BOARDSTAT_VERSION);
			rc = EXIT_SUCCESS;
			break;
		case 'h':
			fputs(usage, stdout);
			rc = EXIT_SUCCESS;
			break;
		default:
			fputs("boardprobe: try boardprobe --help\n", stderr);
			rc = EXIT_USAGE;
		}
	}
	ret->word = &argv[optind];
	return rc;
}

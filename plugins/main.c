/* main.c - boardprobe: what the plugins would send now, printed once. */
#include <errno.h>
#include <getopt.h>
#include <json-c/json.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "array.h"
#include "probe_irq.h"
#include "probe_usb.h"
#include "source.h"
#include "banned.h"

#define EXIT_USAGE 2
#define VALUES_MAX 8
#define NUMBER_SIZE 40

static const struct source *const sources[] = {
	&cputemp_source,
	&clusterfreq_source,
	&cpuirq_source,
	&usbio_source,
};

/* What is printed of the board as a whole, instead of samples. */
struct report {
	const char *name;
	int (*print)(const struct kroot *root, bool as_json);
	const char *looks_for;
};

static const struct report reports[] = {
	{ "irq", probe_irq, "proc/interrupts" },
	{ "usb", probe_usb, "sys/bus/usb/devices" },
};

struct line {
	char *text;
	struct json_object *json;
};

struct listing {
	const struct source *source; /* whose samples are being added */
	bool is_failed;
	struct line *line;
	size_t count;
};

struct arguments {
	const char *root;
	bool as_json;
	bool is_wanted[ARRAY_SIZE(sources)];
	const struct report *report; /* NULL for samples */
};

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
	"  -o P.K=V    set an option of a plugin, as in collectd-boardstat.conf(5)\n"
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

/* As few digits as give the same number back. */
static void format_gauge(double value, char ret[NUMBER_SIZE])
{
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(ret, NUMBER_SIZE, "%.*g", digits, value);
		if (strtod(ret, NULL) == value)
			return;
	}
}

static void format_value(const struct sample *sample, size_t i, char ret[NUMBER_SIZE])
{
	if (sample->kind == SAMPLE_GAUGE)
		format_gauge(sample->gauge[i], ret);
	else
		snprintf(ret, NUMBER_SIZE, "%lld", (long long)sample->derive[i]);
}

/* plugin[-instance]/type[-type_instance] */
static char *identifier(const char *plugin, const struct sample *sample)
{
	char *ret = NULL;

	if (asprintf(&ret, "%s%s%s/%s%s%s", plugin, sample->instance[0] ? "-" : "",
		     sample->instance, sample->type, sample->type_instance[0] ? "-" : "",
		     sample->type_instance) < 0)
		return NULL;
	return ret;
}

static struct json_object *sample_json(const char *plugin, const char *id,
				       const struct sample *sample)
{
	struct json_object *ret = json_object_new_object();
	struct json_object *values = json_object_new_array();
	char number[NUMBER_SIZE];

	for (size_t i = 0; i < sample->count; i++) {
		format_value(sample, i, number);
		json_object_array_add(values,
				      sample->kind == SAMPLE_GAUGE
					      ? json_object_new_double_s(sample->gauge[i], number)
					      : json_object_new_int64(sample->derive[i]));
	}
	json_object_object_add(ret, "id", json_object_new_string(id));
	json_object_object_add(ret, "plugin", json_object_new_string(plugin));
	json_object_object_add(ret, "instance", json_object_new_string(sample->instance));
	json_object_object_add(ret, "type", json_object_new_string(sample->type));
	json_object_object_add(ret, "type_instance", json_object_new_string(sample->type_instance));
	json_object_object_add(ret, "values", values);
	json_object_object_add(ret, "unit", json_object_new_string(sample->unit));
	return ret;
}

static char *sample_text(const char *id, const struct sample *sample)
{
	char first[NUMBER_SIZE];
	char second[NUMBER_SIZE] = "";
	char *ret = NULL;

	format_value(sample, 0, first);
	if (sample->count > 1)
		format_value(sample, 1, second);
	if (asprintf(&ret, "%s %s%s%s", id, first, sample->count > 1 ? ":" : "", second) < 0)
		return NULL;
	return ret;
}

static void add_sample(const struct sample *sample, void *ctx)
{
	struct listing *listing = ctx;
	struct line *line = realloc(listing->line, (listing->count + 1) * sizeof(*line));
	char *id = identifier(listing->source->plugin, sample);
	char *text = id ? sample_text(id, sample) : NULL;

	if (line)
		listing->line = line;
	if (line && text)
		line[listing->count++] =
			(struct line){ text, sample_json(listing->source->plugin, id, sample) };
	else
		listing->is_failed = true;
	free(id);
}

static int compare_lines(const void *a, const void *b)
{
	const struct line *left = a;
	const struct line *right = b;

	return strcmp(left->text, right->text);
}

/* Hands the JSON objects over to the printed array. */
static void print_listing(struct listing *listing, bool as_json)
{
	struct json_object *array = json_object_new_array();

	if (listing->count > 0)
		qsort(listing->line, listing->count, sizeof(*listing->line), compare_lines);
	for (size_t i = 0; i < listing->count; i++) {
		if (!as_json)
			puts(listing->line[i].text);
		json_object_array_add(array, listing->line[i].json);
		free(listing->line[i].text);
	}
	if (as_json)
		puts(json_object_to_json_string_ext(array, JSON_C_TO_STRING_PRETTY |
								   JSON_C_TO_STRING_SPACED |
								   JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(array);
	free(listing->line);
}

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

/* PLUGIN.KEY=VALUE[,VALUE] */
static int set_option(void *const state[], char *text)
{
	char *dot = strchr(text, '.');
	char *equals = dot ? strchr(dot, '=') : NULL;

	if (!equals) {
		fprintf(stderr, "boardprobe: -o takes PLUGIN.KEY=VALUE, not %s\n", text);
		return EXIT_USAGE;
	}
	*dot = '\0';
	*equals = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(sources); i++) {
		if (strcmp(sources[i]->plugin, text) != 0)
			continue;
		int rc = set_values(sources[i], state[i], dot + 1, equals + 1);
		if (rc == 0)
			return 0;
		fprintf(stderr, "boardprobe: %s %s: %s\n", text, dot + 1,
			rc == -ENOENT ? "no such option" : "not a value that it takes");
		return EXIT_USAGE;
	}
	fprintf(stderr, "boardprobe: no plugin is called %s\n", text);
	return EXIT_USAGE;
}

static const struct report *report_called(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(reports); i++) {
		if (strcmp(reports[i].name, name) == 0)
			return &reports[i];
	}
	return NULL;
}

static int want(char *const name[], struct arguments *arguments)
{
	if (name[0] && !name[1])
		arguments->report = report_called(name[0]);
	if (arguments->report)
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(sources); i++)
		arguments->is_wanted[i] = !name[0];
	for (; name[0]; name++) {
		size_t i = 0;

		while (i < ARRAY_SIZE(sources) && strcmp(sources[i]->plugin, name[0]) != 0)
			i++;
		if (i == ARRAY_SIZE(sources)) {
			fprintf(stderr, "boardprobe: no plugin is called %s; there are", name[0]);
			for (i = 0; i < ARRAY_SIZE(sources); i++)
				fprintf(stderr, " %s", sources[i]->plugin);
			fputc('\n', stderr);
			return EXIT_USAGE;
		}
		arguments->is_wanted[i] = true;
	}
	return 0;
}

/* What is written to stdout is only known to be there once it is flushed. */
static int end_output(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return EXIT_SUCCESS;
	fprintf(stderr, "boardprobe: the output is not complete: %s\n", strerrordesc_np(errno));
	return EXIT_FAILURE;
}

/* Returns an exit status, or -1 to go on. */
static int parse_arguments(int argc, char *argv[], void *const state[], struct arguments *ret)
{
	static const struct option options[] = {
		{ "root", required_argument, NULL, 'r' },
		{ "json", no_argument, NULL, 'j' },
		{ "version", no_argument, NULL, 'v' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};

	for (int c; (c = getopt_long(argc, argv, "o:h", options, NULL)) != -1;) {
		int rc = 0;

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
			return end_output();
		case 'h':
			fputs(usage, stdout);
			return end_output();
		default:
			fputs("boardprobe: try boardprobe --help\n", stderr);
			return EXIT_USAGE;
		}
		if (rc != 0)
			return rc;
	}
	return want(&argv[optind], ret) == 0 ? -1 : EXIT_USAGE;
}

/* An absence is no failure: it is said, and that is all. */
static void say_missing(const struct arguments *arguments, const char *what, int rc,
			const char *looks_for)
{
	fprintf(stderr, "boardprobe: %s: %s: %s%s%s\n", what,
		rc == -ENOENT ? "nothing found" : strerrordesc_np(-rc), arguments->root,
		strcmp(arguments->root, "/") == 0 ? "" : "/", looks_for);
}

static void print_report(const struct kroot *root, const struct arguments *arguments)
{
	const struct report *report = arguments->report;
	int rc = report->print(root, arguments->as_json);

	if (rc < 0)
		say_missing(arguments, report->name, rc, report->looks_for);
}

/* Returns 0, or -ENOMEM. */
static int print_samples(void *const state[], const struct kroot *root,
			 const struct arguments *arguments)
{
	struct listing listing = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(sources); i++) {
		if (!arguments->is_wanted[i])
			continue;
		listing.source = sources[i];
		int rc = sources[i]->collect(state[i], root, add_sample, &listing);
		if (rc < 0)
			say_missing(arguments, sources[i]->plugin, rc, sources[i]->looks_for);
	}
	print_listing(&listing, arguments->as_json);
	return listing.is_failed ? -ENOMEM : 0;
}

static int probe(void *const state[], const struct arguments *arguments)
{
	struct kroot root;
	int rc = kroot_open(&root, arguments->root);

	if (rc < 0) {
		fprintf(stderr, "boardprobe: %s: %s\n", arguments->root, strerrordesc_np(-rc));
		return EXIT_USAGE;
	}
	if (arguments->report)
		print_report(&root, arguments);
	else
		rc = print_samples(state, &root, arguments);
	kroot_close(&root);
	if (rc < 0) {
		fputs("boardprobe: the output is not complete: out of memory\n", stderr);
		return EXIT_FAILURE;
	}
	return end_output();
}

int main(int argc, char *argv[])
{
	struct arguments arguments = { .root = "/" };
	void *state[ARRAY_SIZE(sources)];

	for (size_t i = 0; i < ARRAY_SIZE(sources); i++) {
		state[i] = calloc(1, sources[i]->state_size);
		if (!state[i]) {
			fputs("boardprobe: out of memory\n", stderr);
			return EXIT_FAILURE;
		}
	}
	int rc = parse_arguments(argc, argv, state, &arguments);
	if (rc < 0)
		rc = probe(state, &arguments);
	for (size_t i = 0; i < ARRAY_SIZE(sources); i++) {
		sources[i]->done(state[i]);
		free(state[i]);
	}
	return rc;
}

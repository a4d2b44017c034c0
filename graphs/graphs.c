/* graphs.c - the graphs, one row of a table each. */
#include <string.h>
#include <strings.h>

#include "graphs.h"
#include "util.h"
#include "banned.h"

const struct graph graphs[GRAPHS_MAX] = {
	{
		.name = "temperature",
		.title = "Temperatures",
		.axis = "°C",
		.unit = &number_celsius,
		.style = GRAPH_LINES,
		.colours = GRAPH_BY_ZONE,
		.floor = 20,
		.ceiling = 100,
		.rule =
			{
				{"cputemp/temperature-*_passive", "value", GRAPH_TRIP,
				 "passive trip", "8,4"},
				{"cputemp/temperature-*_hot", "value", GRAPH_TRIP, "hot trip",
				 "4,4"},
				{"cputemp/temperature-*_critical", "value", GRAPH_TRIP,
				 "critical trip", "2,3"},
				{"cputemp/temperature-*", "value", GRAPH_VALUE, NULL, NULL},
			},
		.looked_for = "cputemp/temperature-*.rrd",
	},
	{
		.name = "interrupts",
		.title = "Interrupts per CPU",
		.axis = "per second",
		.unit = &number_rate,
		.style = GRAPH_STACK,
		.colours = GRAPH_BY_SPEED,
		.ceiling = 1,
		.rule =
			{
				{"cpuirq-total/irq-*", "value", GRAPH_VALUE, NULL, NULL},
			},
		.looked_for = "cpuirq-total/irq-cpu*.rrd",
	},
	{
		.name = "interrupts-%",
		.title = "Interrupts of %",
		.axis = "per second",
		.unit = &number_rate,
		.style = GRAPH_STACK,
		.colours = GRAPH_BY_SPEED,
		.ceiling = 1,
		.hot = 1,
		.rule =
			{
				{"cpuirq-%/irq-*", "value", GRAPH_VALUE, NULL, NULL},
			},
		.except = "total",
		.looked_for = "cpuirq-%/irq-cpu*.rrd",
	},
};

/* Match a whole name against a table's text with at most one %. */
static bool fits(const char *pattern, const char *name, char ret_instance[MATCH_SIZE])
{
	size_t before = strcspn(pattern, "%");
	size_t len = strlen(name);

	ret_instance[0] = '\0';
	if (!pattern[before])
		return strcmp(pattern, name) == 0;
	if (len <= before || len - before >= MATCH_SIZE || strncmp(pattern, name, before) != 0)
		return false;
	memcpy(ret_instance, name + before, len - before + 1);
	return true;
}

const struct graph *graph_find(const char *name, char ret_instance[MATCH_SIZE])
{
	for (size_t i = 0; i < ARRAY_SIZE(graphs); i++) {
		if (fits(graphs[i].name, name, ret_instance))
			return &graphs[i];
	}
	return NULL;
}

void graph_expand(struct buf *buf, const char *text, const char *instance)
{
	size_t before = strcspn(text, "%");

	buf_add(buf, "%.*s", (int)before, text);
	if (text[before])
		buf_add(buf, "%s%s", instance, text + before + 1);
}

void graph_picture_name(const char *name, char *ret)
{
	static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789._-";

	for (; *name; name++)
		*ret++ = strchr(allowed, *name) ? *name : '_';
	*ret = '\0';
}

/* Whether a rule in [first, last) is for the same file and data source. */
static bool is_taken(const struct graph_rule *first, const struct graph_rule *last,
		     const char *path, const char *source)
{
	struct match match;

	for (; first < last; first++) {
		if (strcmp(first->source, source) == 0 && match_path(first->pattern, path, &match))
			return true;
	}
	return false;
}

const struct graph_rule *graph_rule(const struct graph *graph, const char *instance,
				    const char *path, const struct graph_rule *before,
				    struct match *ret)
{
	const struct graph_rule *rule = before ? before + 1 : graph->rule;

	for (; rule < graph->rule + GRAPH_RULES_MAX && rule->pattern; rule++) {
		struct match match;

		if (!match_path(rule->pattern, path, &match) ||
		    strcmp(match.instance, instance) != 0 ||
		    is_taken(graph->rule, rule, path, rule->source))
			continue;
		*ret = match;
		return rule;
	}
	return NULL;
}

bool graph_is_cpu_zone(const char *name)
{
	/* kernel drivers, ACPI and the hwmon chips that cputemp takes for a CPU */
	static const char *const words[] = {
		"cpu",	  "core",     "soc", "x86_pkg", "B0D4",	   "coretemp",	     "k10temp",
		"k8temp", "zenpower", "big", "little",	"cluster", "armada_thermal",
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (strcasestr(name, words[i]))
			return true;
	}
	return false;
}

/* graph.c - what a row of the table says of a name or a file. */
#include <ctype.h>
#include <string.h>

#include "graph.h"
#include "banned.h"

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
	for (size_t i = 0; graphs[i].name; i++) {
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

	if (!strstr(path, instance))
		return NULL; /* most files are another instance's */
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

size_t graph_count(const struct graph *graph, const char *instance, char *const file[],
		   size_t files)
{
	struct match match;
	size_t count = 0;

	for (size_t i = 0; i < files; i++)
		count += graph_rule(graph, instance, file[i], NULL, &match) != NULL;
	return count;
}

const char *graph_lacks(const struct header *header, const char *path)
{
	struct match match;

	for (const struct graph *graph = graphs; graph->name; graph++) {
		for (size_t i = 0; i < GRAPH_RULES_MAX && graph->rule[i].pattern; i++) {
			if (match_path(graph->rule[i].pattern, path, &match) &&
			    header_source(header, graph->rule[i].source) < 0)
				return graph->rule[i].source;
		}
	}
	return NULL;
}

bool graph_is_cpu_zone(const char *name)
{
	/* kernel drivers, ACPI, the hwmon chips that cputemp takes for a CPU, cooling devices */
	static const char *const words[] = {
		"cpu",
		"core",
		"soc",
		"x86_pkg",
		"B0D4",
		"coretemp",
		"k10temp",
		"k8temp",
		"zenpower",
		"big",
		"little",
		"cluster",
		"armada_thermal",
		"Processor",
		"thermal-budget",
		"powerclamp",
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (strcasestr(name, words[i]))
			return true;
	}
	return false;
}

const char *graph_role_name(enum graph_role role)
{
	static const char *const names[] = {
		[GRAPH_VALUE] = "value", [GRAPH_SAMPLED] = "sampled", [GRAPH_BELOW] = "below",
		[GRAPH_LIMIT] = "limit", [GRAPH_LINK] = "link",	      [GRAPH_TRIP] = "trip",
	};

	return names[role];
}

const char *graph_style_name(enum graph_style style)
{
	static const char *const names[] = {
		[GRAPH_LINES] = "lines",
		[GRAPH_STACK] = "stack",
		[GRAPH_MIRROR] = "mirror",
	};

	return names[style];
}

bool graph_is_value(enum graph_role role)
{
	return role == GRAPH_VALUE || role == GRAPH_SAMPLED || role == GRAPH_BELOW;
}

const struct number_unit *graph_unit(const struct graph *graph, enum graph_role role)
{
	return role == GRAPH_LINK ? &number_bits : graph->unit;
}

bool graph_is_partition(const char *part, const char *disk)
{
	size_t len = strlen(disk);

	if (len == 0 || strncmp(part, disk, len) != 0)
		return false;
	part += len;
	if (isdigit((unsigned char)disk[len - 1]) && *part++ != 'p')
		return false;
	return *part && part[strspn(part, "0123456789")] == '\0';
}

bool graph_is_vlan(const char *part, const char *whole)
{
	size_t len = strlen(whole);

	return strncmp(part, whole, len) == 0 && part[len] == '.' && part[len + 1] &&
	       part[len + 1 + strspn(part + len + 1, "0123456789")] == '\0';
}

bool graph_begins(const char *name, const char *const list[])
{
	for (; list && *list; list++) {
		if (strncmp(name, *list, strlen(*list)) == 0)
			return true;
	}
	return false;
}

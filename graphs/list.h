/* list.h - what boardgraph list found. */
#ifndef LIST_H
#define LIST_H

#include <stdio.h>

#include "catalog.h"
#include "options.h"

/* One file of a graph, as its header says. */
struct list_series {
	const struct graph_rule *rule;
	const char *file;
	char name[MATCH_SIZE];
	time_t newest; /* 0: never updated */
};

struct list_graph {
	const struct catalog_entry *entry;
	struct list_series *series;
	size_t count;
	time_t newest;
};

struct list {
	const struct options *options;
	struct store store;
	struct catalog catalog;
	struct list_graph *graph;
	time_t now;
};

/* Print it for scripts. Returns 0 or -ENOMEM. */
int list_json(const struct list *list, FILE *out);

#endif

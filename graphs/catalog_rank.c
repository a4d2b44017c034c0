/* catalog_rank.c - which graphs are drawn by default. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "catalog.h"
#include "measure.h"
#include "banned.h"

#define DAY_S 86400

/* Add the average of one file in the last day, nothing if it is unknown. */
static int add_rate(const struct store *store, const char *file, time_t now, double *rate,
		    struct notes *notes)
{
	struct copy copy = COPY_NONE;
	double average;
	char *path = store_path(store, file);

	if (!path)
		return -ENOMEM;
	if (copy_open(path, &copy, notes) == 0) {
		average = measure_average(&copy, now - DAY_S, now, notes);
		*rate += isfinite(average) ? average : 0;
	}
	copy_close(&copy);
	free(path);
	return 0;
}

static int measure_rate(const struct store *store, struct catalog_entry *entry, time_t now,
			struct notes *notes)
{
	struct match match;
	int rc = 0;

	entry->rate = 0;
	for (size_t i = entry->first; i < entry->last && rc == 0; i++) {
		if (graph_rule(entry->graph, entry->instance, store->file[i], NULL, &match))
			rc = add_rate(store, store->file[i], now, &entry->rate, notes);
	}
	return rc;
}

/* Whether no file of an entry has a new value. One that cannot be read may have. */
static int find_gone(const struct store *store, const struct catalog_entry *entry, time_t now,
		     bool *ret, struct notes *notes)
{
	struct header header;
	struct match match;
	bool is_gone = true;

	for (size_t i = entry->first; i < entry->last && is_gone; i++) {
		char *path;

		if (!graph_rule(entry->graph, entry->instance, store->file[i], NULL, &match))
			continue;
		path = store_path(store, store->file[i]);
		if (!path)
			return -ENOMEM;
		is_gone = copy_header(path, &header, notes) == 0 &&
			  now - header.last_update > entry->graph->gone_s;
		free(path);
	}
	*ret = is_gone;
	return 0;
}

/* How many instances of the same graph have a higher rate. */
static size_t rank_of(const struct catalog *catalog, size_t index)
{
	const struct catalog_entry *own = &catalog->entry[index];
	size_t rank = 0;

	for (size_t i = 0; i < catalog->count; i++) {
		const struct catalog_entry *other = &catalog->entry[i];

		if (other->graph == own->graph)
			rank += other->rate > own->rate || (other->rate == own->rate && i < index);
	}
	return rank;
}

int catalog_rank(const struct store *store, struct catalog *catalog, time_t now,
		 struct notes *notes)
{
	int rc = 0;

	for (size_t i = 0; i < catalog->count && rc == 0; i++) {
		struct catalog_entry *entry = &catalog->entry[i];
		bool is_gone = false;

		if (entry->graph->hot > 0)
			rc = measure_rate(store, entry, now, notes);
		if (rc == 0 && entry->graph->gone_s > 0)
			rc = find_gone(store, entry, now, &is_gone, notes);
		entry->is_default = !is_gone;
	}
	for (size_t i = 0; i < catalog->count && rc == 0; i++) {
		struct catalog_entry *entry = &catalog->entry[i];

		if (entry->graph->hot > 0)
			entry->is_default = entry->rate > entry->graph->hot &&
					    rank_of(catalog, i) < CATALOG_HOT_MAX;
	}
	return rc;
}

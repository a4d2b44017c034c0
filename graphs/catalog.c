/* catalog.c - the graphs a store has data for, and what the caller may ask for. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "flush.h"
#include "locks.h"
#include "banned.h"

#define NEAR_MAX 5
#define NEAR_DISTANCE 3

static void entry_done(struct catalog_entry *entry)
{
	free(entry->name);
	free(entry->instance);
	free(entry->picture);
}

/* `text` with `instance` in place of %; NULL for lack of memory. */
static char *expand(const char *text, const char *instance)
{
	size_t size = strlen(text) + strlen(instance) + 1;
	char *name = malloc(size);
	struct buf buf;

	if (!name)
		return NULL;
	buf = buf_of(name, size);
	graph_expand(&buf, text, instance);
	return name;
}

static bool is_picture(const struct catalog *catalog, const char *picture)
{
	for (size_t i = 0; i < catalog->count; i++) {
		if (strcmp(catalog->entry[i].picture, picture) == 0)
			return true;
	}
	return false;
}

/* What a file can be called. The second graph that comes to the same gets -2, and so on. */
static char *picture_name(const struct catalog *catalog, const char *name)
{
	size_t size = strlen(name) + 16;
	char *picture = malloc(size);

	if (!picture)
		return NULL;
	graph_picture_name(name, picture);
	size_t len = strlen(picture);
	for (size_t n = 2; is_picture(catalog, picture); n++)
		snprintf(picture + len, size - len, "-%zu", n);
	return picture;
}

/* Its files are among [first, last) of the store. */
static int add(struct catalog *catalog, const struct graph *graph, const char *instance,
	       size_t first, size_t last)
{
	struct catalog_entry entry = { .graph = graph, .rate = NAN, .first = first, .last = last };
	struct catalog_entry *at = reallocarray(catalog->entry, catalog->count + 1, sizeof(*at));

	if (!at)
		return -ENOMEM;
	catalog->entry = at;
	entry.name = expand(graph->name, instance);
	entry.instance = strdup(instance);
	if (entry.name)
		entry.picture = picture_name(catalog, entry.name);
	if (!entry.name || !entry.instance || !entry.picture) {
		entry_done(&entry);
		return -ENOMEM;
	}
	at[catalog->count] = entry;
	return (int)catalog->count++;
}

/* Where the files of the same folder as `first` end: they follow each other. */
static size_t folder_end(const struct store *store, size_t first)
{
	size_t len = strcspn(store->file[first], "/") + 1, last = first + 1;

	while (last < store->files && strncmp(store->file[first], store->file[last], len) == 0)
		last++;
	return last;
}

/* An instance has a folder. */
static int add_instances(const struct store *store, const struct graph *graph,
			 struct catalog *catalog)
{
	size_t end = 0;
	int rc = 0;

	for (size_t first = 0; first < store->files && rc >= 0; first = end) {
		struct match match;
		size_t i = first;

		end = folder_end(store, first);
		while (i < end && !match_path(graph->rule[0].pattern, store->file[i], &match))
			i++;
		if (i < end && !(graph->except && strcmp(match.instance, graph->except) == 0))
			rc = add(catalog, graph, match.instance, first, end);
	}
	return rc;
}

int catalog_open(const struct store *store, struct catalog *ret)
{
	int rc = 0;

	*ret = (struct catalog){ 0 };
	for (size_t i = 0; graphs[i].name && rc >= 0; i++) {
		if (strchr(graphs[i].name, '%'))
			rc = add_instances(store, &graphs[i], ret);
		else if (!graphs[i].is_optional ||
			 graph_count(&graphs[i], "", store->file, store->files) > 0)
			rc = add(ret, &graphs[i], "", 0, store->files);
	}
	return rc < 0 ? rc : 0;
}

int catalog_find(const struct catalog *catalog, const char *name)
{
	for (size_t i = 0; i < catalog->count; i++) {
		if (strcmp(catalog->entry[i].name, name) == 0)
			return (int)i;
	}
	return -ENOENT;
}

/* Add an entry for a name that has a row, but no file. Returns its index; -ENOENT for a name
 * without a row; or -ENOMEM. */
static int add_named(struct catalog *catalog, const char *name)
{
	char instance[MATCH_SIZE];
	const struct graph *graph = graph_find(name, instance);

	return graph ? add(catalog, graph, instance, 0, 0) : -ENOENT;
}

static bool is_near(const char *name, const char *wanted)
{
	return strstr(name, wanted) || strstr(wanted, name) ||
	       match_distance(name, wanted, NEAR_DISTANCE) <= NEAR_DISTANCE;
}

/* A name that is not there: the near ones, else those without instance. */
static void say_near(const struct catalog *catalog, const char *wanted, struct notes *notes)
{
	char near[1024], plain[256];
	struct buf near_list = buf_of(near, sizeof(near)),
		   plain_list = buf_of(plain, sizeof(plain));
	size_t count = 0;

	for (size_t i = 0; i < catalog->count; i++) {
		const struct catalog_entry *entry = &catalog->entry[i];

		if (!entry->instance[0])
			buf_add(&plain_list, "%s%s", plain_list.len ? ", " : "", entry->name);
		if (count < NEAR_MAX && is_near(entry->name, wanted))
			buf_add(&near_list, "%s%s", count++ ? ", " : "", entry->name);
	}
	notes_fail(notes, "no graph '%s'; there is %s (`boardgraph list` names all)", wanted,
		   count ? near : plain);
}

int catalog_choose(struct catalog *catalog, char *const name[], size_t count, bool may_add,
		   struct notes *notes)
{
	for (size_t i = 0; i < catalog->count; i++)
		catalog->entry[i].is_default = false;
	for (size_t i = 0; i < count; i++) {
		int index = catalog_find(catalog, name[i]);

		if (index < 0 && may_add)
			index = add_named(catalog, name[i]);
		if (index < 0) {
			say_near(catalog, name[i], notes);
			return -ENOENT;
		}
		catalog->entry[index].is_default = true;
	}
	return 0;
}

/* Mark the files that belong to an entry. */
static void mark_files(const struct store *store, const struct catalog_entry *entry, bool mark[])
{
	struct match match;

	for (size_t i = entry->first; i < entry->last; i++)
		mark[i] |= graph_rule(entry->graph, entry->instance, store->file[i], NULL,
				      &match) != NULL;
}

int catalog_flush(const struct store *store, const struct catalog *catalog, bool is_all,
		  const char *daemon, struct notes *notes)
{
	const char **file = calloc(store->files + 1, sizeof(file[0]));
	bool *mark = calloc(store->files + 1, sizeof(mark[0]));
	size_t count = 0;
	int rc = -ENOMEM;

	if (!file || !mark) {
		notes_fail(notes, "out of memory");
		goto out;
	}
	for (size_t i = 0; i < catalog->count; i++) {
		if (is_all || catalog->entry[i].is_default)
			mark_files(store, &catalog->entry[i], mark);
	}
	for (size_t i = 0; i < store->files; i++) {
		if (mark[i])
			file[count++] = store->file[i];
	}
	rc = flush_files(daemon, store->dir, file, count, notes);
	locks_warn(store->dir, file, count, notes);
out:
	free(mark);
	free(file);
	return rc;
}

void catalog_close(struct catalog *catalog)
{
	for (size_t i = 0; i < catalog->count; i++)
		entry_done(&catalog->entry[i]);
	free(catalog->entry);
	*catalog = (struct catalog){ 0 };
}

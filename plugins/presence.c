/* presence.c - which samples come and go from read to read. */
#include "presence.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "banned.h"

/* The id follows the struct; a key to search by is an id alone, so that is what is compared. */
struct seen {
	const char *id;
	unsigned int last_read;
	unsigned int times_gone;
	bool is_gone;
	struct seen *next_forgotten;
};

static int compare(const void *a, const void *b)
{
	const struct seen *left = a;
	const struct seen *right = b;

	return strcmp(left->id, right->id);
}

static void list_add(struct presence_list *list, const char *id)
{
	if (list->count++ == 0)
		snprintf(list->first, sizeof(list->first), "%s", id);
}

static struct seen *seen_new(const char *id)
{
	size_t size = strlen(id) + 1;
	struct seen *seen = calloc(1, sizeof(*seen) + size);

	if (seen) {
		memcpy(seen + 1, id, size);
		seen->id = (const char *)(seen + 1);
	}
	return seen;
}

/* What is kept of `id`, made if there is none. NULL without memory. */
static struct seen *seen_of(struct presence *presence, const char *id)
{
	struct seen key = { .id = id };
	struct seen *const *found = tfind(&key, &presence->entries, compare);

	if (found)
		return *found;
	struct seen *seen = seen_new(id);
	if (!seen)
		return NULL;
	if (!tsearch(seen, &presence->entries, compare)) {
		free(seen);
		return NULL;
	}
	if (presence->is_warm)
		list_add(&presence->list[PRESENCE_NEW], id);
	return seen;
}

void presence_begin(struct presence *presence)
{
	presence->reads++;
	memset(presence->list, 0, sizeof(presence->list));
}

void presence_note(struct presence *presence, const char *id)
{
	struct seen *seen = seen_of(presence, id);

	if (!seen)
		return;
	if (seen->is_gone && seen->times_gone <= PRESENCE_TIMES_MAX)
		list_add(&presence->list[PRESENCE_BACK], id);
	seen->is_gone = false;
	seen->last_read = presence->reads;
}

static void find_gone(const void *node, VISIT visit, void *ctx)
{
	struct presence *presence = ctx;
	struct seen *seen = *(struct seen *const *)node;

	if ((visit != postorder && visit != leaf) || seen->last_read == presence->reads)
		return;
	if (presence->reads - seen->last_read > PRESENCE_READS_KEPT) {
		seen->next_forgotten = presence->forgotten;
		presence->forgotten = seen;
	}
	if (seen->is_gone)
		return;
	seen->is_gone = true;
	if (seen->times_gone++ < PRESENCE_TIMES_MAX)
		list_add(&presence->list[PRESENCE_GONE], seen->id);
}

/* A tree must not change while it is walked. */
static void drop_forgotten(struct presence *presence)
{
	while (presence->forgotten) {
		struct seen *seen = presence->forgotten;

		presence->forgotten = seen->next_forgotten;
		tdelete(seen, &presence->entries, compare);
		free(seen);
	}
}

void presence_end(struct presence *presence)
{
	twalk_r(presence->entries, find_gone, presence);
	drop_forgotten(presence);
	presence->is_warm = true;
}

void presence_done(struct presence *presence)
{
	tdestroy(presence->entries, free);
	memset(presence, 0, sizeof(*presence));
}

/* selection.c - which instances to take: collectd's list and IgnoreSelected */
#include "selection.h"

#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "banned.h"

struct selection_entry {
	char *name; /* NULL: it is the expression that counts */
	regex_t regex;
};

/* The highest number of "{m,n}", one more of "{m,}", and no more than counts. */
static size_t interval_count(const char *interval)
{
	char *end;
	unsigned long least = strtoul(interval + 1, &end, 10);
	unsigned long most = least;

	if (end[0] == ',' && end[1] != '}')
		most = strtoul(end + 1, NULL, 10);
	else if (end[0] == ',' && least < SELECTION_COST_MAX)
		most = least + 1;
	return MIN(MAX(least, most), SELECTION_COST_MAX);
}

/* What a repetition, if one begins here, multiplies the cost by. Behind a group or another
 * repetition it costs more: what it repeats may hold some itself. */
static size_t repetition_cost(const char *at, char before)
{
	bool is_nested = before != '\0' && strchr(")*+?}", before);

	if (at[0] == '{') {
		size_t count = MAX(interval_count(at), 1);

		return is_nested ? MIN(count * count + 1, SELECTION_COST_MAX + 1) : count;
	}
	return is_nested && strchr("*+?", at[0]) ? 2 : 1;
}

/* See selection.h. */
static bool is_costly(const char *pattern)
{
	size_t cost = strlen(pattern);
	char before = '\0';

	for (const char *at = pattern; *at && cost <= SELECTION_COST_MAX; at++) {
		if (at[0] == '\\' && at[1] != '\0') {
			if (at[1] >= '1' && at[1] <= '9')
				return true;
			before = '\0';
			at++;
			continue;
		}
		cost *= repetition_cost(at, before);
		before = at[0];
	}
	return cost > SELECTION_COST_MAX;
}

static int compile(regex_t *ret, const char *text, size_t length)
{
	char *pattern = strndup(text, length);

	if (!pattern)
		return -ENOMEM;
	int rc = is_costly(pattern) ? REG_BADRPT : regcomp(ret, pattern, REG_EXTENDED | REG_NOSUB);
	free(pattern);
	if (rc == REG_ESPACE)
		return -ENOMEM;
	return rc == 0 ? 0 : -EINVAL;
}

static int entry_init(struct selection_entry *ret, const char *text)
{
	size_t length = strlen(text);

	if (length == 0 || length > SELECTION_LENGTH_MAX)
		return -EINVAL;
	ret->name = NULL;
	if (length > 2 && text[0] == '/' && text[length - 1] == '/')
		return compile(&ret->regex, text + 1, length - 2);
	ret->name = strdup(text);
	return ret->name ? 0 : -ENOMEM;
}

static void entry_done(struct selection_entry *entry)
{
	if (entry->name)
		free(entry->name);
	else
		regfree(&entry->regex);
}

int selection_add(struct selection *selection, const char *text)
{
	struct selection_entry *entry =
		realloc(selection->entry, (selection->count + 1) * sizeof(*entry));

	if (!entry)
		return -ENOMEM;
	selection->entry = entry;
	int rc = entry_init(&entry[selection->count], text);
	if (rc == 0)
		selection->count++;
	return rc;
}

static bool entry_matches(const struct selection_entry *entry, const char *name)
{
	if (entry->name)
		return strcmp(entry->name, name) == 0;
	return regexec(&entry->regex, name, 0, NULL, 0) == 0;
}

bool selection_takes(const struct selection *selection, bool ignore_selected, const char *name)
{
	if (selection->count == 0)
		return true;
	for (size_t i = 0; i < selection->count; i++) {
		if (entry_matches(&selection->entry[i], name))
			return !ignore_selected;
	}
	return ignore_selected;
}

void selection_done(struct selection *selection)
{
	for (size_t i = 0; i < selection->count; i++)
		entry_done(&selection->entry[i]);
	free(selection->entry);
	*selection = (struct selection){ 0 };
}

/* selection.c - which instances to take: collectd's list and IgnoreSelected */
#include "selection.h"

#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "banned.h"

struct selection_entry {
	char *name; /* NULL: it is the expression that counts */
	regex_t regex;
};

static int compile(regex_t *ret, const char *text, size_t length)
{
	char *pattern = strndup(text, length);

	if (!pattern)
		return -ENOMEM;
	int rc = regcomp(ret, pattern, REG_EXTENDED | REG_NOSUB);
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

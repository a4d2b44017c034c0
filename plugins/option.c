/* option.c - the options of a source as a table: key -> where in the state, and how. */
#include "option.h"

#include <errno.h>
#include <stdbool.h>
#include <strings.h>

#include "selection.h"
#include "banned.h"

int option_set(const struct option_row *rows, void *state, const char *key,
	       const char *const value[], size_t count)
{
	for (; rows->key; rows++) {
		if (strcasecmp(rows->key, key) == 0)
			return rows->take(rows, (char *)state + rows->offset, value, count);
	}
	return -ENOENT;
}

int option_find_word(const char *const words[], const char *text)
{
	for (int i = 0; words[i]; i++) {
		if (strcasecmp(words[i], text) == 0)
			return i;
	}
	return -EINVAL;
}

int option_bool(const struct option_row *row, void *target, const char *const value[], size_t count)
{
	static const char *const words[] = { "false", "true", "no", "yes", "off", "on", NULL };
	int word =
		count == 1 ? option_find_word(row->words ? row->words : words, value[0]) : -EINVAL;

	if (word < 0)
		return word;
	*(bool *)target = word % 2 == 1;
	return 0;
}

int option_word(const struct option_row *row, void *target, const char *const value[], size_t count)
{
	int word = count == 1 ? option_find_word(row->words, value[0]) : -EINVAL;

	if (word < 0)
		return word;
	*(unsigned int *)target = (unsigned int)word;
	return 0;
}

int option_selection(const struct option_row *row, void *target, const char *const value[],
		     size_t count)
{
	(void)row;
	return count == 1 ? selection_add(target, value[0]) : -EINVAL;
}

/* option.c - the options of a source as a table: key -> function */
#include "option.h"

#include <errno.h>
#include <strings.h>

#include "banned.h"

int option_set(const struct option_key *keys, void *state, const char *key,
	       const char *const value[], size_t count)
{
	for (; keys->key; keys++) {
		if (strcasecmp(keys->key, key) == 0)
			return keys->set(state, value, count);
	}
	return -ENOENT;
}

int option_word(const char *const value[], size_t count, const char *const words[],
		unsigned int *ret)
{
	if (count != 1)
		return -EINVAL;
	for (unsigned int i = 0; words[i]; i++) {
		if (strcasecmp(words[i], value[0]) == 0) {
			*ret = i;
			return 0;
		}
	}
	return -EINVAL;
}

int option_bool(const char *const value[], size_t count, bool *ret)
{
	static const char *const words[] = { "false", "true", "no", "yes", "off", "on", NULL };
	unsigned int word;
	int rc = option_word(value, count, words, &word);

	if (rc < 0)
		return rc;
	*ret = word % 2 == 1;
	return 0;
}

/* names.c - a list of names. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "banned.h"

void names_done(struct names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->at[i]);
	free(names->at);
	*names = (struct names){ 0 };
}

int names_add(struct names *names, char *name)
{
	char **at;

	if (!name)
		return -ENOMEM;
	at = reallocarray(names->at, names->count + 1, sizeof(*at));
	if (!at) {
		free(name);
		return -ENOMEM;
	}
	names->at = at;
	names->at[names->count++] = name;
	return 0;
}

const char *names_find(const struct names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++) {
		if (strcmp(names->at[i], name) == 0)
			return names->at[i];
	}
	return NULL;
}

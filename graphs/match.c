/* match.c - the names collectd gives its files. */
#include <string.h>

#include "match.h"
#include "banned.h"

/* Compare one part, up to a slash or the end, and put what the wildcard stood for into `ret`. */
static bool match_part(const char *pattern, size_t pattern_len, const char *part, size_t len,
		       struct match *ret)
{
	size_t before = 0, after;
	char *wild;

	while (before < pattern_len && !strchr("%*", pattern[before]))
		before++;
	if (before == pattern_len)
		return len == pattern_len && memcmp(part, pattern, len) == 0;
	after = pattern_len - before - 1;
	if (len < pattern_len || len - before - after >= MATCH_SIZE ||
	    memcmp(part, pattern, before) != 0 ||
	    memcmp(part + len - after, pattern + before + 1, after) != 0)
		return false;
	wild = pattern[before] == '%' ? ret->instance : ret->name;
	memcpy(wild, part + before, len - before - after);
	wild[len - before - after] = '\0';
	return true;
}

bool match_path(const char *pattern, const char *path, struct match *ret)
{
	size_t pattern_len = strcspn(pattern, "/"), len = strcspn(path, "/"), rest;
	struct match match;

	/* not cleared as a whole: this is asked for every file of every graph */
	match.instance[0] = match.name[0] = '\0';
	if (!pattern[pattern_len] || !path[len] ||
	    !match_part(pattern, pattern_len, path, len, &match))
		return false;
	pattern += pattern_len + 1;
	path += len + 1;
	rest = strlen(path);
	if (rest < 4 || strcmp(path + rest - 4, ".rrd") != 0 ||
	    !match_part(pattern, strlen(pattern), path, rest - 4, &match))
		return false;
	*ret = match;
	return true;
}

size_t match_distance(const char *a, const char *b, size_t max)
{
	size_t a_len = strlen(a), b_len = strlen(b);
	size_t row[MATCH_SIZE + 1];

	if (a_len > MATCH_SIZE || b_len > MATCH_SIZE)
		return max + 1;
	for (size_t j = 0; j <= b_len; j++)
		row[j] = j;
	for (size_t i = 1; i <= a_len; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= b_len; j++) {
			size_t change = diagonal + (a[i - 1] != b[j - 1]);
			size_t shorter = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;

			diagonal = row[j];
			row[j] = change < shorter ? change : shorter;
		}
	}
	return row[b_len] > max ? max + 1 : row[b_len];
}

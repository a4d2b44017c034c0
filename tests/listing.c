/* listing.c - samples as the lines of expected.txt, which are boardprobe's too. */
#include "listing.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"
#include "banned.h"

#define NUMBER_SIZE 40

static void format_value(const struct sample *sample, size_t i, char ret[NUMBER_SIZE])
{
	if (sample->kind == SAMPLE_DERIVE) {
		snprintf(ret, NUMBER_SIZE, "%lld", (long long)sample->derive[i]);
		return;
	}
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(ret, NUMBER_SIZE, "%.*g", digits, sample->gauge[i]);
		if (strtod(ret, NULL) == sample->gauge[i])
			return;
	}
}

void listing_add(const struct sample *sample, void *ctx)
{
	struct listing *listing = ctx;
	char first[NUMBER_SIZE];
	char second[NUMBER_SIZE] = "";

	listing->line = realloc(listing->line, (listing->count + 1) * sizeof(*listing->line));
	assert_non_null(listing->line);
	format_value(sample, 0, first);
	if (sample->count > 1)
		format_value(sample, 1, second);
	assert_true(asprintf(&listing->line[listing->count++], "%s%s%s/%s%s%s %s%s%s\n",
			     listing->plugin, sample->instance[0] ? "-" : "", sample->instance,
			     sample->type, sample->type_instance[0] ? "-" : "",
			     sample->type_instance, first, sample->count > 1 ? ":" : "",
			     second) > 0);
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

char *listing_text(struct listing *listing)
{
	char *text;
	size_t length;
	FILE *stream = open_memstream(&text, &length);

	assert_non_null(stream);
	if (listing->count > 0)
		qsort(listing->line, listing->count, sizeof(*listing->line), compare);
	for (size_t i = 0; i < listing->count; i++)
		fputs(listing->line[i], stream);
	fclose(stream);
	return text;
}

void listing_done(struct listing *listing)
{
	for (size_t i = 0; i < listing->count; i++)
		free(listing->line[i]);
	free(listing->line);
	*listing = (struct listing){ 0 };
}

int collect_text(const struct source *source, void *state, const char *path, char **ret)
{
	struct listing listing = { .plugin = source->plugin };
	struct kroot root;

	assert_int_equal(kroot_open(&root, path), 0);
	int rc = source->collect(state, &root, listing_add, &listing);
	kroot_close(&root);
	*ret = listing_text(&listing);
	listing_done(&listing);
	return rc;
}

void keep_plugin(char *text, const char *plugin)
{
	size_t length = strlen(plugin);
	char *end = text;

	for (char *line = text, *next; *line; line = next) {
		next = strchr(line, '\n');
		next = next ? next + 1 : line + strlen(line);
		if (strncmp(line, plugin, length) != 0 || !strchr("/-", line[length]))
			continue;
		memmove(end, line, (size_t)(next - line));
		end += next - line;
	}
	*end = '\0';
}

char *file_text(const char *format, ...)
{
	char path[PATH_MAX];
	char *text = NULL;
	size_t size = 0;
	va_list args;

	va_start(args, format);
	vsnprintf(path, sizeof(path), format, args);
	va_end(args);
	FILE *stream = fopen(path, "re");
	if (!stream)
		return NULL;
	if (getdelim(&text, &size, '\0', stream) < 0) {
		free(text);
		text = strdup("");
	}
	fclose(stream);
	return text;
}

/* listing.h - samples as the lines of expected.txt, which are boardprobe's too. */
#ifndef LISTING_H
#define LISTING_H

#include "source.h"

/* Zeroed memory is an empty one. */
struct listing {
	const char *plugin; /* whose samples are being added */
	char **line;
	size_t count;
};

/* A sample_fn; ctx is the listing. */
void listing_add(const struct sample *sample, void *ctx);

/* All lines sorted as LC_ALL=C sort does. To be freed. */
char *listing_text(struct listing *listing);
void listing_done(struct listing *listing);

/* Collect once; the text is to be freed. Returns what collect returned. */
int collect_text(const struct source *source, void *state, const char *root, char **ret);

/* Drop the lines of other plugins. */
void keep_plugin(char *text, const char *plugin);

/* The whole file, or NULL where there is none; to be freed. */
char *file_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif

/* picture.c - one picture from the files to its place. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "picture.h"
#include "memory.h"
#include "output.h"
#include "view_read.h"
#include "banned.h"

/* FNV-1a: enough to tell that something changed. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
	do {
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
	} while (*text++);
	return hash;
}

/* All that decides a picture but the data and the time. */
static uint64_t hash_of(const struct picture *d)
{
	const struct options *options = d->options;
	uint64_t hash = hash_text(0xcbf29ce484222325, BOARDSTAT_VERSION);
	char numbers[128];
	struct match match;

	snprintf(numbers, sizeof(numbers), "%ux%u %lld %lld", options->width, options->height,
		 (long long)options->start, (long long)options->end);
	hash = hash_text(hash, numbers);
	hash = hash_text(hash, d->period ? d->period->name : "");
	hash = hash_text(hash, options->palette->name);
	hash = hash_text(hash, d->entry->name);
	hash = hash_text(hash, d->store->dir);
	for (size_t i = 0; i < d->store->files; i++) {
		if (graph_rule(d->entry->graph, d->entry->instance, d->store->file[i], NULL,
			       &match))
			hash = hash_text(hash, d->store->file[i]);
	}
	return hash;
}

static time_t start_of(const struct picture *d)
{
	return d->period ? d->now - d->period->seconds : d->options->start;
}

static time_t end_of(const struct picture *d)
{
	return d->period ? d->now : d->options->end;
}

/* "<hash> <when it was drawn>" */
static void make_stamp(const struct picture *d, char ret[PNGSTAMP_SIZE])
{
	snprintf(ret, PNGSTAMP_SIZE, "%016" PRIx64 " %lld", hash_of(d), (long long)d->now);
}

bool picture_is_fresh(const struct picture *d)
{
	time_t pixel_s = (end_of(d) - start_of(d)) / (time_t)d->options->width;
	char stamp[PNGSTAMP_SIZE], own[PNGSTAMP_SIZE];
	time_t age_s;

	if (!d->options->is_lazy || d->stale || d->reason || !d->path)
		return false;
	output_stamp(d->path, stamp);
	make_stamp(d, own);
	if (strlen(stamp) < 18 || strncmp(stamp, own, 17) != 0)
		return false;
	age_s = d->now - (time_t)strtoll(stamp + 17, NULL, 10);
	return age_s >= 0 && age_s < pixel_s;
}

static uint64_t size_of(const struct store *store, const char *file)
{
	struct stat st = { 0 };
	char *path;

	if (asprintf(&path, "%s/%s", store->dir, file) < 0)
		return 0;
	if (stat(path, &st) < 0)
		st.st_size = 0;
	free(path);
	return (uint64_t)st.st_size;
}

static uint64_t bytes_of(const struct picture *d)
{
	const struct catalog_entry *entry = d->entry;
	struct match match;
	uint64_t bytes = 0;

	for (size_t i = entry->first; i < entry->last; i++) {
		if (graph_rule(entry->graph, entry->instance, d->store->file[i], NULL, &match))
			bytes += size_of(d->store, d->store->file[i]);
	}
	return bytes;
}

size_t picture_together(const struct picture picture[], size_t count)
{
	uint64_t room = memory_free() / 2, most = 1;

	for (size_t i = 0; i < count; i++) {
		uint64_t bytes = bytes_of(&picture[i]);

		if (bytes > most)
			most = bytes;
	}
	return room / most > 1 ? (size_t)(room / most) : 1;
}

static void title_time(time_t time, bool has_seconds, char *ret, size_t size)
{
	struct tm tm;

	if (!localtime_r(&time, &tm) ||
	    strftime(ret, size, has_seconds ? "%Y-%m-%d %H:%M:%S" : "%Y-%m-%d %H:%M", &tm) == 0)
		snprintf(ret, size, "%lld", (long long)time);
}

static void make_when(const struct picture *d, char *ret, size_t size)
{
	bool has_seconds = start_of(d) % 60 || end_of(d) % 60;
	char start[32], end[32];

	if (d->period) {
		snprintf(ret, size, "by %s", d->period->name);
		return;
	}
	title_time(start_of(d), has_seconds, start, sizeof(start));
	title_time(end_of(d), has_seconds, end, sizeof(end));
	snprintf(ret, size, "%s to %s", start, end);
}

/* Write a picture. One that may lag behind or lacks something is not stamped: it is drawn anew
 * each time. */
static int put(const struct picture *d, const struct draw_png *png, bool is_stamped,
	       struct notes *notes)
{
	unsigned char *stamped = is_stamped ? malloc(png->size + PNGSTAMP_ROOM) : NULL;
	char stamp[PNGSTAMP_SIZE];
	size_t size = 0;
	int rc;

	if (stamped) {
		make_stamp(d, stamp);
		size = pngstamp_put(png->bytes, png->size, stamp, stamped);
	}
	if (size > 0)
		rc = output_write(d->path, stamped, size, notes);
	else
		rc = output_write(d->path, png->bytes, png->size, notes);
	free(stamped);
	return rc;
}

/* Instead of a picture that cannot be drawn: one that says so, or none. */
static void put_failure(const struct picture *d, const struct view *view, struct notes *notes)
{
	struct view empty = *view;
	struct draw_png png = { 0 };
	struct buf title = buf_of(empty.title, sizeof(empty.title));
	struct buf below = buf_of(empty.below[0], sizeof(empty.below[0]));

	buf_add_name(&title, d->entry->name, 80);
	buf_add(&title, " - failed");
	buf_add(&below, "This picture could not be drawn; `boardgraph draw ");
	buf_add_name(&below, d->entry->name, 80);
	buf_add(&below, "` says why.");
	empty.below[1][0] = '\0';
	empty.values = 0;
	empty.rows = 0;
	empty.trips = 0;
	if (d->draw(&empty, &png, notes) < 0 || put(d, &png, false, notes) < 0)
		output_remove(d->path, notes);
	free(png.bytes);
}

static enum picture_result make(const struct picture *d, const struct view *view,
				struct notes *notes)
{
	bool is_sound =
		view->values > 0 && !notes->failed && !d->stale && !d->is_partial && !view->is_old;
	struct draw_png png = { 0 };
	int rc;

	if (d->draw(view, &png, notes) < 0) {
		put_failure(d, view, notes);
		return PICTURE_FAILED;
	}
	rc = put(d, &png, is_sound, notes);
	free(png.bytes);
	if (rc < 0)
		return PICTURE_FAILED; /* what is there stays, told as old */
	return view->values ? PICTURE_DONE : PICTURE_EMPTY;
}

enum picture_result picture_make(const struct picture *d, struct picture_age *ret,
				 struct notes *notes)
{
	const struct options *options = d->options;
	char when[80];
	struct view_request request = {
		.graph = d->entry->graph,
		.instance = d->entry->instance,
		.when = when,
		.palette = options->palette,
		.speeds = d->speeds,
		.width = options->width,
		.height = options->height,
		.start = start_of(d),
		.end = end_of(d),
		.now = d->now,
		.stale = d->stale,
	};
	enum picture_result result = PICTURE_FAILED;
	struct view view;

	*ret = (struct picture_age){ 0 };
	make_when(d, when, sizeof(when));
	if (view_open(d->store, &request, d->reason, &view, notes) == 0)
		result = make(d, &view, notes);
	else
		put_failure(d, &view, notes);
	*ret = (struct picture_age){ view.newest, view.is_old };
	view_close(&view);
	return result;
}

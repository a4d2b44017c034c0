/* picture.c - one picture from the files to its place. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "memory.h"
#include "output.h"
#include "picture.h"
#include "view_read.h"
#include "banned.h"

#define WHEN_SIZE 80
#define HASH_LEN 17 /* in a stamp, with the blank */

/* FNV-1a: enough to tell that something changed. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
	do {
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
	} while (*text++);
	return hash;
}

/* All that decides a picture but the data and the time. */
static uint64_t hash_of(const struct picture *picture)
{
	const struct options *options = picture->options;
	uint64_t hash = hash_text(0xcbf29ce484222325, BOARDSTAT_VERSION);
	char numbers[128];
	struct match match;

	snprintf(numbers, sizeof(numbers), "%ux%u %lld %lld", options->width, options->height,
		 (long long)options->start, (long long)options->end);
	hash = hash_text(hash, numbers);
	hash = hash_text(hash, picture->period ? picture->period->name : "");
	hash = hash_text(hash, options->palette->name);
	hash = hash_text(hash, picture->entry->name);
	hash = hash_text(hash, picture->store->dir);
	for (size_t i = 0; i < picture->store->files; i++) {
		if (graph_rule(picture->entry->graph, picture->entry->instance,
			       picture->store->file[i], NULL, &match))
			hash = hash_text(hash, picture->store->file[i]);
	}
	return hash;
}

static time_t start_of(const struct picture *picture)
{
	return picture->period ? picture->now - picture->period->seconds : picture->options->start;
}

static time_t end_of(const struct picture *picture)
{
	return picture->period ? picture->now : picture->options->end;
}

/* "<hash> <when it was drawn>" */
static void make_stamp(const struct picture *picture, char ret[PNGSTAMP_SIZE])
{
	snprintf(ret, PNGSTAMP_SIZE, "%016" PRIx64 " %lld", hash_of(picture),
		 (long long)picture->now);
}

bool picture_is_fresh(const struct picture *picture)
{
	time_t pixel_s = (end_of(picture) - start_of(picture)) / (time_t)picture->options->width;
	char stamp[PNGSTAMP_SIZE], own[PNGSTAMP_SIZE];
	time_t age_s;

	if (!picture->options->is_lazy || picture->stale || picture->reason || !picture->path)
		return false;
	output_stamp(picture->path, stamp);
	make_stamp(picture, own);
	if (strlen(stamp) <= HASH_LEN || strncmp(stamp, own, HASH_LEN) != 0)
		return false;
	age_s = picture->now - (time_t)strtoll(stamp + HASH_LEN, NULL, 10);
	return age_s >= 0 && age_s < pixel_s;
}

static uint64_t size_of(const struct store *store, const char *file)
{
	char *path = store_path(store, file);
	struct stat st;

	if (!path || stat(path, &st) < 0)
		st.st_size = 0;
	free(path);
	return (uint64_t)st.st_size;
}

static uint64_t bytes_of(const struct picture *picture)
{
	const struct catalog_entry *entry = picture->entry;
	struct match match;
	uint64_t bytes = 0;

	for (size_t i = entry->first; i < entry->last; i++) {
		if (graph_rule(entry->graph, entry->instance, picture->store->file[i], NULL,
			       &match))
			bytes += size_of(picture->store, picture->store->file[i]);
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

static void add_time(time_t time, bool has_seconds, struct buf *buf)
{
	if (has_seconds)
		period_write(time, buf);
	else
		period_write_minute(time, buf);
}

/* "by day", "2026-11-30 18:00 to 2026-11-30 19:00" */
static void make_when(const struct picture *picture, struct buf *buf)
{
	bool has_seconds = start_of(picture) % 60 || end_of(picture) % 60;

	if (picture->period) {
		buf_add(buf, "by %s", picture->period->name);
		return;
	}
	add_time(start_of(picture), has_seconds, buf);
	buf_add(buf, " to ");
	add_time(end_of(picture), has_seconds, buf);
}

/* Write a picture. One that may lag behind or lacks something is not stamped: it is drawn anew
 * each time. */
static int put(const struct picture *picture, const struct draw_png *png, bool is_stamped,
	       struct notes *notes)
{
	unsigned char *stamped = is_stamped ? malloc(png->size + PNGSTAMP_ROOM) : NULL;
	char stamp[PNGSTAMP_SIZE];
	size_t size = 0;
	int rc;

	if (stamped) {
		make_stamp(picture, stamp);
		size = pngstamp_put(png->bytes, png->size, stamp, stamped);
	}
	if (size > 0)
		rc = output_write(picture->path, stamped, size, notes);
	else
		rc = output_write(picture->path, png->bytes, png->size, notes);
	free(stamped);
	return rc;
}

/* Instead of a picture that cannot be drawn: one that says so, or none. */
static void put_failure(const struct picture *picture, const struct view *view, struct notes *notes)
{
	struct view empty = *view;
	struct draw_png png = { 0 };
	struct buf title = buf_of(empty.title, sizeof(empty.title));
	struct buf below = buf_of(empty.below[0], sizeof(empty.below[0]));

	buf_add_name(&title, picture->entry->name, 80);
	buf_add(&title, " - failed");
	buf_add(&below, "This picture could not be drawn; `boardgraph draw ");
	buf_add_name(&below, picture->entry->name, 80);
	buf_add(&below, "` says why.");
	empty.below[1][0] = '\0';
	empty.values = 0;
	empty.rows = 0;
	empty.trips = 0;
	if (picture->draw(&empty, &png, notes) < 0 || put(picture, &png, false, notes) < 0)
		output_remove(picture->path, notes);
	free(png.bytes);
}

static enum picture_result make(const struct picture *picture, const struct view *view,
				struct notes *notes)
{
	bool is_sound = view->values > 0 && !notes->failed && !picture->stale &&
			!picture->is_partial && !view->is_old;
	struct draw_png png = { 0 };
	int rc;

	if (picture->draw(view, &png, notes) < 0) {
		put_failure(picture, view, notes);
		return PICTURE_FAILED;
	}
	rc = put(picture, &png, is_sound, notes);
	free(png.bytes);
	if (rc < 0)
		return PICTURE_FAILED; /* what is there stays, told as old */
	return view->values ? PICTURE_DONE : PICTURE_EMPTY;
}

enum picture_result picture_make(const struct picture *picture, struct picture_age *ret,
				 struct notes *notes)
{
	const struct options *options = picture->options;
	char when[WHEN_SIZE];
	struct buf when_buf = buf_of(when, sizeof(when));
	struct view_request request = {
		.graph = picture->entry->graph,
		.instance = picture->entry->instance,
		.when = when,
		.palette = options->palette,
		.speeds = picture->speeds,
		.width = options->width,
		.height = options->height,
		.start = start_of(picture),
		.end = end_of(picture),
		.now = picture->now,
		.stale = picture->stale,
	};
	enum picture_result result = PICTURE_FAILED;
	struct view view;

	*ret = (struct picture_age){ 0 };
	make_when(picture, &when_buf);
	if (view_open(picture->store, &request, picture->reason, &view, notes) == 0)
		result = make(picture, &view, notes);
	else
		put_failure(picture, &view, notes);
	*ret = (struct picture_age){ view.newest, view.is_old };
	view_close(&view);
	return result;
}

/* fresh.c - whether a host's values still come. */
#include <stdio.h>
#include <stdlib.h>

#include "copy.h"
#include "fresh.h"
#include "period.h"
#include "banned.h"

#define OLD_STEPS 10
#define OLD_S 100
#define AHEAD_S 60
#define FILES_MAX 256

bool fresh_is_old(time_t newest, time_t step_s, time_t now)
{
	time_t old_s = OLD_STEPS * step_s > OLD_S ? OLD_STEPS * step_s : OLD_S;

	return now - newest > old_s;
}

bool fresh_is_ahead(time_t newest, time_t now)
{
	return newest > now + AHEAD_S;
}

void fresh_say_ahead(time_t newest, struct notes *notes)
{
	char text[64] = "";
	struct buf date = buf_of(text, sizeof(text));

	period_write(newest, &date);
	notes_warn(notes, "the newest value is of %s, in the future: was the clock wrong?", text);
}

/* 0 where that is not known. */
static time_t newest_of(const struct store *store, const char *file)
{
	struct notes notes = { 0 }; /* what is wrong with it is told where it is drawn */
	struct header header;
	time_t newest = 0;
	char *path = store_path(store, file);

	if (!path)
		return 0;
	if (copy_header(path, &header, &notes) == 0)
		newest = header.last_update;
	free(path);
	return newest;
}

bool fresh_others(const struct store *store, time_t newest, time_t step_s)
{
	size_t every = store->files / FILES_MAX + 1;

	for (size_t i = 0; i < store->files; i += every) {
		/* seen from the other file's newest value, these ended long ago */
		if (fresh_is_old(newest, step_s, newest_of(store, store->file[i])))
			return true;
	}
	return false;
}

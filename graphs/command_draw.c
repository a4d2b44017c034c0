/* command_draw.c - boardgraph draw. */
#include <errno.h>
#include <stdlib.h>

#include "beside.h"
#include "command.h"
#include "copy.h"
#include "fonts.h"
#include "fresh.h"
#include "load.h"
#include "output.h"
#include "picture.h"
#include "speed_read.h"
#include "workers.h"
#include "banned.h"

/* Everything for a run. */
struct run {
	const struct options *options;
	struct store store;
	struct catalog catalog;
	struct speeds speeds;
	struct picture *picture; /* to draw */
	size_t pictures;
	size_t fresh;	       /* that are there */
	struct result *result; /* shared, one for each picture */
	enum workers_end *end;
};

struct result {
	enum picture_result how;
	struct picture_age age;
	struct notes notes;
};

static int add_pictures(struct run *run, const struct picture *common)
{
	int count = run->options->periods;

	for (size_t i = 0; i < run->catalog.count; i++) {
		if (!run->catalog.entry[i].is_default)
			continue;
		for (int p = 0; p < (count ? count : 1); p++) {
			struct picture *picture = &run->picture[run->pictures];

			*picture = *common;
			picture->entry = &run->catalog.entry[i];
			picture->period = count ? run->options->period[p] : NULL;
			if (output_path(run->options, picture->entry->picture, picture->period,
					&picture->path) < 0)
				return -ENOMEM;
			if (picture_is_fresh(picture)) {
				free(picture->path);
				run->fresh++;
				continue;
			}
			run->pictures++;
		}
	}
	return 0;
}

static void draw_one(size_t job, void *ctx)
{
	struct run *run = ctx;
	struct result *result = &run->result[job];

	result->how = picture_make(&run->picture[job], &result->age, &result->notes);
}

/* A picture that came to no end. Where none was begun, the old one is as good as it was. */
static void blame(const struct picture *picture, enum workers_end end, int rc, struct notes *notes)
{
	const char *comma = picture->period ? ", " : "";
	const char *period = picture->period ? picture->period->name : "";

	if (end == WORKERS_NOT_BEGUN) {
		notes_fail(notes, "%s%s%s: is not drawn, a process could not be started: %s",
			   picture->entry->name, comma, period, ERRTEXT(-rc));
		return;
	}
	notes_fail(notes,
		   "%s%s%s: its process crashed or hung: report it with the files of this graph",
		   picture->entry->name, comma, period);
	output_remove(picture->path, notes);
}

/* The newest sample of all pictures, or 0. */
static time_t newest_of(const struct run *run)
{
	time_t newest = 0;

	for (size_t i = 0; i < run->pictures; i++) {
		if (run->result[i].age.newest > newest)
			newest = run->result[i].age.newest;
	}
	return newest;
}

/* Once, where no picture has a value. A period ends now: a file of it is so new that it has none.
 */
static void say_empty(const struct run *run, struct notes *notes)
{
	time_t newest = newest_of(run);
	char text[64];
	struct buf buf = buf_of(text, sizeof(text));

	if (newest && run->options->periods == 0) {
		period_write(newest, &buf);
		notes_warn(notes, "no known value in this span; the newest sample is of %s", text);
	} else {
		notes_warn(notes, "nothing is known yet: `boardgraph check` says why");
	}
}

/* Once, for the newest of all: a device alone that is gone is told in its picture. Returns whether
 * there was something to say. */
static bool say_age(const struct run *run, struct notes *notes)
{
	const struct picture *picture = &run->picture[0];
	bool is_old = false, is_fresh = false;
	time_t newest = newest_of(run);
	char age[NUMBER_SIZE];

	for (size_t i = 0; i < run->pictures; i++) {
		const struct picture_age *own = &run->result[i].age;

		is_old |= own->is_old;
		is_fresh |= own->newest > 0 && !own->is_old;
	}
	if (fresh_is_ahead(newest, picture->now)) {
		fresh_say_ahead(newest, notes);
		return true;
	}
	if (newest == 0 || (!picture->stale && (is_fresh || !is_old)))
		return false;
	number_age((double)(picture->now - newest), age);
	if (!is_old || is_fresh)
		notes_warn(notes, "the newest value is %s old", age);
	else if (fresh_others(&run->store, newest, 0))
		notes_warn(notes, "the newest value is %s old, but other values go on", age);
	else
		notes_warn(notes, "the newest value is %s old: is collectd running?", age);
	return true;
}

/* What became of the pictures, in their order; `rc` is of workers_run(). */
static enum command_exit judge(const struct run *run, int rc, struct notes *notes)
{
	bool is_known = run->fresh > 0, is_said;

	for (size_t i = 0; i < run->pictures; i++) {
		const struct picture *picture = &run->picture[i];

		if (run->end[i] != WORKERS_DONE) {
			blame(picture, run->end[i], rc, notes);
			continue;
		}
		notes_merge(notes, &run->result[i].notes);
		if (run->result[i].how == PICTURE_FAILED && !run->result[i].notes.failed)
			notes_fail(notes, "%s: out of memory", picture->entry->name);
		is_known |= run->result[i].how == PICTURE_DONE;
	}
	is_said = say_age(run, notes);
	if (notes->failed)
		return COMMAND_FAILED;
	if (is_known)
		return COMMAND_DONE;
	if (!is_said)
		say_empty(run, notes);
	return COMMAND_NO_DATA;
}

/* Before the workers are forked, which share it. */
static int load_for(struct run *run, struct notes *notes)
{
	static const struct system here = { .root = "" };
	bool has_fonts = fonts_are_there(&here);
	const char *why;
	draw_fn *draw = load_draw(&why);

	if (!draw) {
		notes_fail(notes, "what draws cannot be loaded: %s: " LOAD_CURE, why);
		return -ENOENT;
	}
	if (!has_fonts)
		notes_warn(notes, "no font is installed: the pictures have boxes in place of "
				  "letters: `" FONTS_CURE "`");
	for (size_t i = 0; i < run->pictures; i++) {
		run->picture[i].draw = draw;
		run->picture[i].is_partial |= !has_fonts;
	}
	return 0;
}

static enum command_exit draw_all(struct run *run, const struct picture *common,
				  struct notes *notes)
{
	size_t max = run->catalog.count * PERIODS_MAX;
	int rc;

	run->picture = calloc(max, sizeof(run->picture[0]));
	run->end = calloc(max, sizeof(run->end[0]));
	run->result = workers_share(max * sizeof(run->result[0]));
	if (!run->picture || !run->end || !run->result || add_pictures(run, common) < 0)
		goto no_memory;
	rc = output_check(run->options->output, run->pictures + run->fresh, notes);
	if (rc < 0)
		return rc == -EINVAL ? COMMAND_USAGE : COMMAND_FAILED;
	if (run->pictures > 0 && load_for(run, notes) < 0)
		return COMMAND_FAILED;
	if (run->pictures > 0 && run->picture[0].path)
		beside_clean(run->picture[0].path);
	copy_allow_many();
	rc = workers_run(run->pictures, picture_together(run->picture, run->pictures), draw_one,
			 run, run->end);
	return judge(run, rc, notes);

no_memory:
	notes_fail(notes, "out of memory: free some, or draw fewer graphs at once");
	return COMMAND_FAILED;
}

static void done(struct run *run)
{
	for (size_t i = 0; i < run->pictures; i++)
		free(run->picture[i].path);
	workers_unshare(run->result, run->catalog.count * PERIODS_MAX * sizeof(run->result[0]));
	free(run->picture);
	free(run->end);
	speed_done(&run->speeds);
	catalog_close(&run->catalog);
	store_close(&run->store);
}

static enum command_exit draw(struct run *run, struct notes *notes)
{
	bool is_named = run->options->argument_count > 0;
	struct picture common = { .store = &run->store, .options = run->options };
	bool has_store;
	struct notes why = { 0 };
	int rc = store_open(run->options->data_dir, run->options->host, &run->store, &why);

	notes_merge(notes, &why);
	if (rc == -EINVAL)
		return COMMAND_USAGE;
	has_store = rc == 0;
	if (!has_store) {
		common.reason = why.text;
		why.text[why.len ? why.len - 1 : 0] = '\0'; /* without its newline */
	}
	if (catalog_open(&run->store, &run->catalog) < 0) {
		notes_fail(notes, "out of memory");
		return COMMAND_FAILED;
	}
	if (is_named && catalog_choose(&run->catalog, run->options->arguments,
				       (size_t)run->options->argument_count, !has_store, notes) < 0)
		return COMMAND_USAGE;
	if (catalog_flush(&run->store, &run->catalog, !is_named, run->options->daemon, notes) < 0)
		common.stale = "rrdcached could not be asked";
	common.now = time(NULL);
	if (run->options->periods && common.now < PERIOD_FIRST) {
		notes_fail(notes, "the clock of this machine is not set, it is before 1980: "
				  "`timedatectl` (older pictures are as they were)");
		return COMMAND_FAILED;
	}
	if (!is_named && catalog_rank(&run->store, &run->catalog, common.now, notes) < 0)
		notes_fail(notes, "out of memory");
	rc = speed_read(&run->store, &run->speeds, notes);
	if (rc == -ENOMEM)
		notes_fail(notes, "out of memory");
	common.speeds = &run->speeds;
	common.is_partial = rc < 0;
	return draw_all(run, &common, notes);
}

enum command_exit command_draw(const struct options *options, FILE *out, struct notes *notes)
{
	struct run run = { .options = options };
	enum command_exit code;

	(void)out; /* the pictures go their own way */
	code = draw(&run, notes);
	done(&run);
	return code;
}

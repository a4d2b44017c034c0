/* plan.c - which older files go on in which of ours. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "match.h"
#include "plan.h"
#include "successor.h"
#include "banned.h"

#define CHOICE_SIZE 1024
#define ORPHANS_MAX 3

int plan_id_len(const char *file)
{
	return (int)strlen(file) - 4;
}

/* The file of the store that an identifier of `len` bytes names, or NULL. */
static const char *file_of(const struct store *store, const char *id, size_t len)
{
	if (len > 4 && memcmp(id + len - 4, ".rrd", 4) == 0)
		len -= 4;
	for (size_t i = 0; i < store->files; i++) {
		const char *file = store->file[i];

		if ((size_t)plan_id_len(file) == len && memcmp(file, id, len) == 0)
			return file;
	}
	return NULL;
}

static int add_move(struct plan *plan, const char *old, const char *ours)
{
	struct plan_move *move = reallocarray(plan->move, plan->moves + 1, sizeof(*move));

	if (!move)
		return -ENOMEM;
	plan->move = move;
	move[plan->moves++] = (struct plan_move){ .old = old, .ours = ours };
	return 0;
}

static int add_named(struct plan *plan, const char *file)
{
	const char **names = reallocarray(plan->named, plan->named_count + 1, sizeof(*names));

	if (!names)
		return -ENOMEM;
	plan->named = names;
	names[plan->named_count++] = file;
	return 0;
}

static bool is_named(const struct plan *plan, const char *file)
{
	for (size_t i = 0; i < plan->named_count; i++) {
		if (plan->named[i] == file)
			return true;
	}
	return false;
}

/* The file of ours that `id` names, if an older file `old` can go on in it; else says why not. */
static const char *ours_of(const struct plan *plan, const char *old, const char *id,
			   struct notes *notes)
{
	const char *ours = file_of(&plan->ours, id, strlen(id));

	if (!ours) {
		notes_fail(notes,
			   "%s: there is no %s.rrd: load the plugin that makes it, let collectd "
			   "run for a minute, and try again",
			   plan->ours.dir, id);
		return NULL;
	}
	if (ours == old) {
		notes_fail(notes, "'%s=%s': give two different names", id, id);
		return NULL;
	}
	if (!successor_fits(old, ours)) {
		notes_fail(notes, "%.*s is of another type than %.*s: give two of the same type",
			   plan_id_len(old), old, plan_id_len(ours), ours);
		return NULL;
	}
	return ours;
}

/* OLD=NEW, or OLD= for what is to be left out. Returns -EINVAL and says what is wrong. */
static int add_argument(struct plan *plan, const char *argument, struct notes *notes)
{
	const char *equals = strrchr(argument, '='), *old, *ours;
	int rc;

	if (!equals || equals == argument) {
		notes_fail(notes,
			   "'%s': give OLD=NEW, as in "
			   "cpufreq/cpufreq-0=clusterfreq-cpu0-3/cpufreq-current",
			   argument);
		return -EINVAL;
	}
	old = file_of(plan->from, argument, (size_t)(equals - argument));
	if (!old) {
		notes_fail(notes,
			   "%s: there is no %.*s.rrd: give a name as in there, or "
			   "another folder with --from",
			   plan->from->dir, (int)(equals - argument), argument);
		return -EINVAL;
	}
	rc = add_named(plan, old);
	if (rc < 0 || !equals[1])
		return rc;
	ours = ours_of(plan, old, equals + 1, notes);
	return ours ? add_move(plan, old, ours) : -EINVAL;
}

static void say_unclear(const char *old, const char *choice, struct notes *notes)
{
	int len = plan_id_len(old);
	const char *zone = strncmp(old, "thermal-", 8) == 0 ? old + 8 : NULL;

	notes_fail(notes,
		   "%.*s: which of ours goes on with it? Give %.*s=NEW, one of %s; "
		   "%.*s= leaves it out",
		   len, old, len, old, choice, len, old);
	if (zone)
		notes_fail(notes, "%.*s: `cat /sys/class/thermal/%.*s/type` says its name", len,
			   old, (int)strcspn(zone, "/"), zone);
}

/* Collect the first few files that nothing goes on with. */
static void add_orphan(const char *old, size_t *orphans, struct buf *list)
{
	if (*orphans < ORPHANS_MAX)
		buf_add(list, "%s%.*s", *orphans ? ", " : "", plan_id_len(old), old);
	(*orphans)++;
}

/* An older file that the command line does not name. */
static int add_known(struct plan *plan, const char *old, size_t *orphans, struct buf *orphan_list,
		     struct notes *notes)
{
	const struct names from = { plan->from->file, plan->from->files },
			   to = { plan->ours.file, plan->ours.files };
	const char *ours = file_of(&plan->ours, old, strlen(old));
	char text[CHOICE_SIZE];
	struct buf choice = buf_of(text, sizeof(text));

	if (ours && ours != old)
		return add_move(plan, old, ours); /* elsewhere, of the same name */
	switch (successor_of(old, &from, &to, &ours, &choice)) {
	case SUCCESSOR_NONE:
		if (plan->from != &plan->ours)
			add_orphan(old, orphans, orphan_list);
		break;
	case SUCCESSOR_ONE:
		return add_move(plan, old, ours);
	case SUCCESSOR_SEVERAL:
		say_unclear(old, text, notes);
		break;
	case SUCCESSOR_ABSENT:
		notes_fail(notes,
			   "%.*s: there is no %s yet that goes on with it: load the plugin, let "
			   "collectd run for a minute, and try again; %.*s= leaves it out",
			   plan_id_len(old), old, text, plan_id_len(old), old);
		break;
	}
	return 0;
}

static int decide(const struct options *options, struct plan *plan, struct notes *notes)
{
	char text[ORPHANS_MAX * MATCH_SIZE * 2];
	struct buf list = buf_of(text, sizeof(text));
	size_t orphans = 0;
	int rc = 0;

	for (int i = 0; i < options->argument_count && rc == 0; i++)
		rc = add_argument(plan, options->arguments[i], notes);
	for (size_t i = 0; i < plan->from->files && rc == 0; i++) {
		if (!is_named(plan, plan->from->file[i]))
			rc = add_known(plan, plan->from->file[i], &orphans, &list, notes);
	}
	if (rc == 0 && orphans > 0)
		notes_warn(notes, "%s: left out, for none of ours has that name: %s%s",
			   plan->from->dir, text, orphans > ORPHANS_MAX ? " and others" : "");
	return rc;
}

int plan_make(const struct options *options, struct plan *ret, struct notes *notes)
{
	int rc = store_open(options->data_dir, options->host, &ret->ours, notes);

	ret->from = &ret->ours;
	if (rc == 0 && options->from) {
		rc = store_open_older(options->from, &ret->elsewhere, notes);
		if (rc == 0 && strcmp(ret->elsewhere.dir, ret->ours.dir) != 0)
			ret->from = &ret->elsewhere;
	}
	if (rc < 0)
		return rc;
	rc = decide(options, ret, notes);
	if (rc == -ENOMEM)
		notes_fail(notes, "out of memory");
	return rc;
}

void plan_done(struct plan *plan)
{
	free(plan->move);
	free(plan->named);
	store_close(&plan->ours);
	store_close(&plan->elsewhere);
	*plan = (struct plan){ 0 };
}

/* command_migrate.c - boardgraph migrate. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "fill.h"
#include "flush.h"
#include "match.h"
#include "replace.h"
#include "store.h"
#include "successor.h"
#include "banned.h"

#define TRIES 5
#define CHOICE_SIZE 1024

/* The rows of one older file, for one of ours. */
struct move {
	char *path;	  /* of the older file */
	const char *old;  /* as the user knows it; of the store or the command line */
	const char *ours; /* of the store */
	bool is_taken;	  /* in hand, or done */
	bool is_broken;
	struct fill_count count;
};

struct migration {
	const struct options *options;
	struct store store;
	struct move *move;
	size_t moves;
	const char **left_out; /* of the store: what the command line names */
	size_t left_outs;
};

/* The whole file in memory that is ours alone. */
struct loaded {
	struct copy copy;
	unsigned char *bytes;
	size_t size;
};

#define LOADED_NONE ((struct loaded){ .copy = COPY_NONE })

static void unload(struct loaded *loaded)
{
	if (loaded->bytes)
		munmap(loaded->bytes, loaded->size);
	copy_close(&loaded->copy);
	*loaded = LOADED_NONE;
}

/* unload() is due in any case. */
static int load(const char *path, struct loaded *ret, struct notes *notes)
{
	struct stat st;
	void *bytes;
	int rc = copy_open(path, &ret->copy, notes);

	if (rc < 0)
		return rc;
	if (fstat(ret->copy.fd, &st) < 0)
		return -errno;
	ret->size = (size_t)st.st_size;
	bytes = mmap(NULL, ret->size, PROT_READ | PROT_WRITE, MAP_PRIVATE, ret->copy.fd, 0);
	if (bytes == MAP_FAILED)
		return -ENOMEM;
	ret->bytes = bytes;
	return 0;
}

/* --- the plan --- */

/* Without .rrd */
static int name_length(const char *file)
{
	size_t len = strlen(file);

	return (int)(len > 4 && strcmp(file + len - 4, ".rrd") == 0 ? len - 4 : len);
}

static bool is_elsewhere(const char *old)
{
	return old[0] == '/' || old[0] == '.';
}

/* The file of the store that an identifier of `len` bytes names, or NULL. */
static const char *file_of(const struct store *store, const char *id, size_t len)
{
	if (len > 4 && memcmp(id + len - 4, ".rrd", 4) == 0)
		len -= 4;
	for (size_t i = 0; i < store->files; i++) {
		const char *file = store->file[i];

		if ((size_t)name_length(file) == len && memcmp(file, id, len) == 0)
			return file;
	}
	return NULL;
}

/* Takes over `path`, which may be NULL for lack of memory. */
static int add_move(struct migration *m, char *path, const char *old, const char *ours)
{
	struct move *move;

	if (!path)
		return -ENOMEM;
	move = reallocarray(m->move, m->moves + 1, sizeof(*move));
	if (!move) {
		free(path);
		return -ENOMEM;
	}
	m->move = move;
	move[m->moves++] = (struct move){ .path = path, .old = old, .ours = ours };
	return 0;
}

static char *path_of(const struct store *store, const char *file)
{
	char *path;

	return asprintf(&path, "%s/%s", store->dir, file) < 0 ? NULL : path;
}

static int leave_out(struct migration *m, const char *file)
{
	const char **names = reallocarray(m->left_out, m->left_outs + 1, sizeof(*names));

	if (!names)
		return -ENOMEM;
	m->left_out = names;
	names[m->left_outs++] = file;
	return 0;
}

static bool is_left_out(const struct migration *m, const char *file)
{
	for (size_t i = 0; i < m->left_outs; i++) {
		if (m->left_out[i] == file)
			return true;
	}
	return false;
}

/* The file of ours that `id` names, if an older file `old` can go on in it; else says why not. */
static const char *ours_of(const struct migration *m, const char *old, const char *id,
			   struct notes *notes)
{
	const char *ours = file_of(&m->store, id, strlen(id));

	if (!ours) {
		notes_fail(notes,
			   "%s: there is no %s.rrd: load the plugin that makes it, let collectd "
			   "run for a minute, and try again",
			   m->store.dir, id);
		return NULL;
	}
	if (ours == old) {
		notes_fail(notes, "'%s=%s': give two different names", id, id);
		return NULL;
	}
	if (!successor_fits(old, ours)) {
		notes_fail(notes, "%.*s is of another type than %.*s: give two of the same type",
			   name_length(old), old, name_length(ours), ours);
		return NULL;
	}
	return ours;
}

/* OLD=NEW, or OLD= for what is to be left out. Returns -EINVAL and says what is wrong. */
static int add_argument(struct migration *m, const char *argument, struct notes *notes)
{
	const char *equals = strrchr(argument, '='), *old, *ours;
	char *path = NULL;
	int rc;

	if (!equals || equals == argument) {
		notes_fail(notes,
			   "'%s': give OLD=NEW, as in "
			   "cpufreq/cpufreq-0=clusterfreq-cpu0-3/cpufreq-current",
			   argument);
		return -EINVAL;
	}
	if (is_elsewhere(argument)) {
		path = strndup(argument, (size_t)(equals - argument));
		old = path;
		if (!path)
			return -ENOMEM;
	} else {
		old = file_of(&m->store, argument, (size_t)(equals - argument));
		if (!old) {
			notes_fail(notes,
				   "%s: there is no %.*s.rrd; a file elsewhere begins with /",
				   m->store.dir, (int)(equals - argument), argument);
			return -EINVAL;
		}
		rc = leave_out(m, old);
		if (rc < 0 || !equals[1])
			return rc;
	}
	ours = ours_of(m, old, equals + 1, notes);
	if (!ours) {
		free(path);
		return -EINVAL;
	}
	return add_move(m, path ? path : path_of(&m->store, old), old, ours);
}

static void say_unclear(const char *old, const char *choice, struct notes *notes)
{
	int len = name_length(old);
	const char *zone = strncmp(old, "thermal-", 8) == 0 ? old + 8 : NULL;

	notes_fail(notes,
		   "%.*s: which of ours goes on with it? Give %.*s=NEW, one of %s; "
		   "%.*s= leaves it out",
		   len, old, len, old, choice, len, old);
	if (zone)
		notes_fail(notes, "%.*s: `cat /sys/class/thermal/%.*s/type` says its name", len,
			   old, (int)strcspn(zone, "/"), zone);
}

/* An older file whose successor can be told. */
static int add_known(struct migration *m, const char *old, struct notes *notes)
{
	char text[CHOICE_SIZE];
	struct buf choice = buf_of(text, sizeof(text));
	const char *ours;

	switch (successor_of(old, m->store.file, m->store.files, &ours, &choice)) {
	case SUCCESSOR_NONE:
		break;
	case SUCCESSOR_ONE:
		return add_move(m, path_of(&m->store, old), old, ours);
	case SUCCESSOR_SEVERAL:
		say_unclear(old, text, notes);
		break;
	case SUCCESSOR_ABSENT:
		notes_fail(notes,
			   "%.*s: there is no %s yet that goes on with it: load the plugin, let "
			   "collectd run for a minute, and try again; %.*s= leaves it out",
			   name_length(old), old, text, name_length(old), old);
		break;
	}
	return 0;
}

static int make_plan(struct migration *m, struct notes *notes)
{
	for (int i = 0; i < m->options->argument_count; i++) {
		int rc = add_argument(m, m->options->arguments[i], notes);

		if (rc < 0)
			return rc;
	}
	for (size_t i = 0; i < m->store.files; i++) {
		if (!is_left_out(m, m->store.file[i]) && add_known(m, m->store.file[i], notes) < 0)
			return -ENOMEM;
	}
	return 0;
}

/* --- doing it --- */

/* Before anything is read: what rrdcached holds of all these. */
static int flush(const struct migration *m, struct notes *notes)
{
	const char **file = calloc(2 * m->moves + 1, sizeof(*file));
	size_t count = 0;
	int rc;

	if (!file)
		return -ENOMEM;
	for (size_t i = 0; i < m->moves; i++) {
		if (!is_elsewhere(m->move[i].old))
			file[count++] = m->move[i].old;
		file[count++] = m->move[i].ours;
	}
	rc = flush_files(m->options->daemon, m->store.dir, file, count, notes);
	free(file);
	return rc;
}

static int fill_from(struct move *move, struct loaded *ours, struct notes *notes)
{
	struct fill_file to = { ours->bytes, &ours->copy.header };
	struct loaded old = LOADED_NONE;
	int rc = load(move->path, &old, notes);

	if (rc == 0) {
		struct fill_file from = { old.bytes, &old.copy.header };

		rc = fill_rows(&to, &from, &move->count);
		if (rc < 0)
			notes_fail(notes, "%s: has other data sources than %.*s: leave it out",
				   move->path, name_length(move->ours), move->ours);
	}
	unload(&old);
	move->is_broken = rc < 0;
	return rc == -ENOMEM ? rc : 0;
}

/* All that go into the same file as `first`, in the order of the plan. Returns the rows. */
static int fill_all(struct migration *m, const struct move *first, struct loaded *ours,
		    size_t *ret_rows, struct notes *notes)
{
	*ret_rows = 0;
	for (size_t i = 0; i < m->moves; i++) {
		struct move *move = &m->move[i];

		if (move->ours != first->ours)
			continue;
		move->is_taken = true;
		move->count = (struct fill_count){ 0 };
		if (fill_from(move, ours, notes) < 0)
			return -ENOMEM;
		*ret_rows += move->count.rows;
	}
	return 0;
}

/* Once: read the file `from` and put a fuller one in the place of `path`. It is open at `live`.
 * Returns as replace_file(). */
static int join_once(struct migration *m, const struct move *first, const char *from,
		     const char *path, int live, struct notes *notes)
{
	struct loaded ours = LOADED_NONE;
	size_t rows;
	int rc = load(from, &ours, notes);

	if (rc == 0)
		rc = fill_all(m, first, &ours, &rows, notes);
	if (rc == 0 && rows > 0 && !m->options->is_dry_run)
		rc = replace_file(path, live, &ours.copy, ours.bytes, ours.size, notes);
	unload(&ours);
	return rc;
}

/* The file of ours that `first` and perhaps others go into. */
static int join(struct migration *m, const struct move *first, struct notes *notes)
{
	char *name = path_of(&m->store, first->ours);
	char *path = name ? realpath(name, NULL) : NULL;
	int live = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
	int rc = live < 0 ? -errno : -EAGAIN;
	char again[32];

	if (live < 0)
		notes_fail(notes, "%s: %s: run as root or as the user of collectd",
			   name ? name : first->ours, ERRTEXT(errno));
	snprintf(again, sizeof(again), "/proc/self/fd/%d", live); /* it may have lost its name */
	for (int i = 0; i < TRIES && rc == -EAGAIN; i++)
		rc = join_once(m, first, i == 0 ? path : again, path, live, notes);
	if (rc == -EAGAIN)
		notes_fail(notes, "%s: is written to all the time: stop collectd, and try again",
			   path);
	if (live >= 0)
		close(live);
	free(path);
	free(name);
	return rc;
}

static void add_time(struct buf *line, time_t time)
{
	char stamp[32];
	struct tm tm;

	if (localtime_r(&time, &tm) && strftime(stamp, sizeof(stamp), "%Y-%m-%d %H:%M", &tm))
		buf_add(line, "%s", stamp);
}

/* "cpufreq/cpufreq-0 -> clusterfreq-cpu0-3/cpufreq-current: 2025-10-20 18:00 to ..., 5880 rows" */
static void print_move(const struct move *move, FILE *out)
{
	char text[4 * MATCH_SIZE + PATH_MAX], names[2 * MATCH_SIZE + PATH_MAX];
	struct buf line = buf_of(text, sizeof(text)), raw = buf_of(names, sizeof(names));

	buf_add(&raw, "%.*s -> %.*s", name_length(move->old), move->old, name_length(move->ours),
		move->ours);
	buf_add_name(&line, names, sizeof(names));
	if (move->count.rows == 0) {
		fprintf(out, "%s: nothing to add\n", text);
		return;
	}
	buf_add(&line, ": ");
	add_time(&line, move->count.start);
	buf_add(&line, " to ");
	add_time(&line, move->count.end);
	fprintf(out, "%s, %zu rows\n", text, move->count.rows);
}

/* Do what is planned for one file of ours after the other, and tell each that is done. */
static int carry_out(struct migration *m, FILE *out, struct notes *notes)
{
	for (size_t i = 0; i < m->moves; i++) {
		const struct move *first = &m->move[i];
		int rc;

		if (first->is_taken)
			continue;
		rc = join(m, first, notes);
		if (rc == -ENOMEM)
			return rc;
		for (size_t j = i; j < m->moves && rc == 0; j++) {
			if (m->move[j].ours == first->ours && !m->move[j].is_broken)
				print_move(&m->move[j], out);
		}
	}
	return 0;
}

static void done(struct migration *m)
{
	for (size_t i = 0; i < m->moves; i++)
		free(m->move[i].path);
	free(m->move);
	free(m->left_out);
	store_close(&m->store);
}

static enum command_exit migrate(struct migration *m, FILE *out, struct notes *notes)
{
	int rc = make_plan(m, notes);

	if (rc == -EINVAL)
		return COMMAND_USAGE;
	if (rc == 0 && m->moves == 0 && !notes->failed) {
		notes_warn(notes,
			   "%s: nothing to migrate: there is no %s; give OLD=NEW for other files",
			   m->store.dir, successor_known);
		return COMMAND_NO_DATA;
	}
	if (rc == 0)
		rc = flush(m, notes);
	if (rc == 0)
		rc = carry_out(m, out, notes);
	if (rc == 0 && m->options->is_dry_run)
		fprintf(out, "Nothing is changed yet; without --dry-run it is.\n");
	if (rc == -ENOMEM)
		notes_fail(notes, "out of memory");
	return rc < 0 || notes->failed ? COMMAND_FAILED : COMMAND_DONE;
}

enum command_exit command_migrate(const struct options *options, FILE *out, struct notes *notes)
{
	struct migration m = { .options = options };
	enum command_exit code;
	int rc = store_open(options->data_dir, options->host, &m.store, notes);

	if (rc < 0)
		code = rc == -EINVAL ? COMMAND_USAGE : COMMAND_FAILED;
	else
		code = migrate(&m, out, notes);
	done(&m);
	return code;
}

/* command_migrate.c - boardgraph migrate. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "copy.h"
#include "flush.h"
#include "kind.h"
#include "locks.h"
#include "match.h"
#include "period.h"
#include "plan.h"
#include "replace.h"
#include "successor.h"
#include "banned.h"

#define TRIES 5

struct migration {
	const struct options *options;
	struct plan plan;
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
static int load(const char *path, enum copy_machine machine, struct loaded *ret,
		struct notes *notes)
{
	struct stat st;
	void *bytes;
	int rc = copy_open_of(path, machine, &ret->copy, notes);

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

/* Before anything is read: what rrdcached holds of all these, and that nobody keeps them locked. */
static int flush(const struct migration *m, struct notes *notes)
{
	const char **file = calloc(2 * m->plan.moves + 1, sizeof(*file));
	size_t count = 0;
	int rc;

	if (!file)
		return -ENOMEM;
	for (size_t i = 0; i < m->plan.moves; i++) {
		if (m->plan.from == &m->plan.ours)
			file[count++] = m->plan.move[i].old;
		file[count++] = m->plan.move[i].ours;
	}
	rc = flush_files(m->options->daemon, m->plan.ours.dir, file, count, notes);
	if (rc < 0 && rc != -ENOMEM)
		notes_fail(notes, "nothing is filled: the files have to be complete before");
	if (rc == 0 && locks_warn(m->plan.ours.dir, file, count, notes) > 0) {
		notes_fail(notes,
			   "nothing is filled: who locks a file may be about to write to it");
		rc = -EBUSY;
	}
	free(file);
	return rc;
}

static int fill_from(const struct store *store, struct plan_move *move, struct loaded *ours,
		     struct notes *notes)
{
	struct fill_file to = { ours->bytes, &ours->copy.header };
	struct loaded old = LOADED_NONE;
	char *path = store_path(store, move->old);
	int rc = path ? load(path, COPY_OF_ANY, &old, notes) : -ENOMEM;

	if (rc == 0) {
		struct fill_file from = { old.bytes, &old.copy.header };

		rc = fill_rows(&to, &from, &move->count);
		if (rc < 0)
			notes_fail(notes, "%s: has other data sources than %.*s: leave it out",
				   path, plan_id_length(move->ours), move->ours);
	}
	unload(&old);
	free(path);
	move->is_broken = rc < 0;
	return rc == -ENOMEM ? rc : 0;
}

/* All that go into the same file as `first`, in the order of the plan. Returns the rows. */
static int fill_all(struct migration *m, const struct plan_move *first, struct loaded *ours,
		    size_t *ret_rows, struct notes *notes)
{
	*ret_rows = 0;
	for (size_t i = 0; i < m->plan.moves; i++) {
		struct plan_move *move = &m->plan.move[i];

		if (move->ours != first->ours)
			continue;
		move->is_done = true;
		move->count = (struct fill_count){ 0 };
		if (fill_from(m->plan.from, move, ours, notes) < 0)
			return -ENOMEM;
		*ret_rows += move->count.rows;
	}
	return 0;
}

/* Once: read the file `from` and put a fuller one in the place of `path`. It is open at `live`.
 * Returns as replace_file(). */
static int join_once(struct migration *m, const struct plan_move *first, const char *from,
		     const char *path, int live, struct notes *notes)
{
	struct loaded ours = LOADED_NONE;
	size_t rows;
	int rc = load(from, COPY_OF_OURS, &ours, notes);

	if (rc == 0)
		rc = fill_all(m, first, &ours, &rows, notes);
	if (rc == 0 && rows > 0 && !m->options->is_dry_run)
		rc = replace_file(path, live, ours.bytes, ours.size, ours.copy.header.header_bytes,
				  notes);
	unload(&ours);
	return rc;
}

static void complain(int rc, const char *path, struct notes *notes)
{
	const char *kind = kind_of(path);

	if (kind)
		notes_fail(notes, "%s: is %s: move it away, collectd makes a file", path, kind);
	else
		notes_fail(notes, "%s: %s: %s", path, ERRTEXT(-rc),
			   rc == -EACCES ? "run as root or as the user of collectd" : "try again");
}

/* The file of ours that `first` and perhaps others go into. */
static int join(struct migration *m, const struct plan_move *first, struct notes *notes)
{
	char *name = store_path(&m->plan.ours, first->ours);
	char *path = name ? realpath(name, NULL) : NULL;
	int live = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
	int rc = live < 0 ? -errno : -EAGAIN;
	char again[32];

	if (live < 0)
		complain(rc, name ? name : first->ours, notes);
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

/* "cpufreq/cpufreq-0 -> clusterfreq-cpu0-3/cpufreq-current: 2025-10-20 18:00 to ..., 5880 rows" */
static void print_move(const struct plan_move *move, FILE *out)
{
	char text[12 * MATCH_SIZE], names[4 * MATCH_SIZE];
	struct buf line = buf_of(text, sizeof(text)), raw = buf_of(names, sizeof(names));

	buf_add(&raw, "%.*s -> %.*s", plan_id_length(move->old), move->old,
		plan_id_length(move->ours), move->ours);
	buf_add_name(&line, names, sizeof(names));
	if (move->count.rows == 0) {
		fprintf(out, "%s: nothing to add\n", text);
		return;
	}
	buf_add(&line, ": ");
	period_write_minute(move->count.start, &line);
	buf_add(&line, " to ");
	period_write_minute(move->count.end, &line);
	fprintf(out, "%s, %zu rows\n", text, move->count.rows);
}

/* Do what is planned for one file of ours after the other, and tell each that is done. */
static int carry_out(struct migration *m, FILE *out, struct notes *notes)
{
	for (size_t i = 0; i < m->plan.moves; i++) {
		const struct plan_move *first = &m->plan.move[i];
		int rc;

		if (first->is_done)
			continue;
		rc = join(m, first, notes);
		if (rc == -ENOMEM)
			return rc;
		for (size_t j = i; j < m->plan.moves && rc == 0; j++) {
			if (m->plan.move[j].ours == first->ours && !m->plan.move[j].is_broken)
				print_move(&m->plan.move[j], out);
		}
	}
	return 0;
}

static enum command_exit migrate(struct migration *m, FILE *out, struct notes *notes)
{
	int rc;

	if (m->plan.moves == 0 && !notes->failed) {
		notes_warn(notes, "%s: nothing to migrate: there is no %s; give OLD=NEW, or --from",
			   m->plan.from->dir, successor_known);
		return COMMAND_NO_DATA;
	}
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
	int rc = plan_make(options, &m.plan, notes);

	if (rc < 0)
		code = rc == -EINVAL ? COMMAND_USAGE : COMMAND_FAILED;
	else
		code = migrate(&m, out, notes);
	plan_done(&m.plan);
	return code;
}

/* check_broken.c - what is wrong with each RRD. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "kind.h"
#include "banned.h"

#define EACH_MAX 8 /* findings of one kind; the rest is counted */

/* What can be wrong with a file, and how each is told. */
struct fault {
	bool (*has)(const struct check_file *file);
	void (*tell)(struct findings *f, const struct check_file *file, const char *path);
};

static void cure_by_moving(struct findings *f, const char *path)
{
	char from[SHELL_WORD_SIZE], to[SHELL_WORD_SIZE], moved[PATH_MAX];

	snprintf(moved, sizeof(moved), "%s.broken", path);
	findings_cure(f, "sudo mv %s %s", shell_word(path, from), shell_word(moved, to));
}

static bool is_fault(const struct check_file *file, enum header_fault fault)
{
	return file->rc == 0 && file->fault == fault;
}

static bool is_unreadable(const struct check_file *file)
{
	return file->rc < 0;
}

static void tell_unreadable(struct findings *f, const struct check_file *file, const char *path)
{
	const char *kind = kind_of(path);

	if (kind)
		findings_text(f, "is %s. Move it away, collectd makes a file", kind);
	else
		findings_text(f, "cannot be read: %s", ERRTEXT(-file->rc));
	if (file->rc == -EACCES)
		findings_cure(f, "sudo boardgraph check");
	else if (file->rc == -EIO)
		findings_cure(f, "sudo dmesg | tail -n 50");
	else
		cure_by_moving(f, path);
}

static bool is_empty(const struct check_file *file)
{
	return is_fault(file, HEADER_EMPTY);
}

static void tell_empty(struct findings *f, const struct check_file *file, const char *path)
{
	(void)file;
	findings_text(f, "is empty (0 bytes): the disk was full, or the system went down. Move it "
			 "away, collectd makes a new one");
	cure_by_moving(f, path);
}

static bool is_zeroed(const struct check_file *file)
{
	return is_fault(file, HEADER_ZEROED);
}

static void tell_zeroed(struct findings *f, const struct check_file *file, const char *path)
{
	(void)file;
	findings_text(f, "holds only zeros, as after a crash. Move it away, collectd makes a new "
			 "one");
	cure_by_moving(f, path);
}

static bool is_cut(const struct check_file *file)
{
	return is_fault(file, HEADER_CUT);
}

static void tell_cut(struct findings *f, const struct check_file *file, const char *path)
{
	findings_text(f,
		      "is cut: %zu of %" PRIu64 " bytes. Restore it from a backup, or move it "
		      "away, collectd makes a new one",
		      file->size, file->whole_bytes);
	cure_by_moving(f, path);
}

static bool is_damaged(const struct check_file *file)
{
	return is_fault(file, HEADER_DAMAGED) || is_fault(file, HEADER_NO_RRD);
}

static void tell_damaged(struct findings *f, const struct check_file *file, const char *path)
{
	findings_text(f, "%s. Restore it from a backup, or move it away, collectd makes a new one",
		      file->fault == HEADER_NO_RRD ? "is no RRD file" : "has a damaged header");
	cure_by_moving(f, path);
}

static bool is_locked(const struct check_file *file)
{
	return file->rc == 0 && file->locked_by > 0;
}

static void tell_locked(struct findings *f, const struct check_file *file, const char *path)
{
	(void)path;
	findings_text(f,
		      "is locked by process %d: rrdcached loses the values of this file as long "
		      "as that lasts. See what it is, and end it",
		      (int)file->locked_by);
	findings_cure(f, "ps -fp %d; sudo kill %d", (int)file->locked_by, (int)file->locked_by);
}

static bool is_lacking(const struct check_file *file)
{
	return file->lacks != NULL;
}

static void tell_lacking(struct findings *f, const struct check_file *file, const char *path)
{
	findings_text(f,
		      "has no data source '%s': another plugin made it, or another types.db. Move "
		      "it away, collectd makes a new one",
		      file->lacks);
	cure_by_moving(f, path);
}

static const struct fault faults[] = {
	{ is_unreadable, tell_unreadable }, { is_empty, tell_empty },
	{ is_zeroed, tell_zeroed },	    { is_cut, tell_cut },
	{ is_damaged, tell_damaged },	    { is_lacking, tell_lacking },
	{ is_locked, tell_locked },
};

static void check_fault(struct check *check, const struct fault *fault)
{
	struct findings *f = &check->findings;
	char path[PATH_MAX];
	size_t count = 0;

	for (size_t i = 0; i < check->store.files; i++) {
		const struct check_file *file = &check->file[i];

		if (!fault->has(file) || ++count > EACH_MAX)
			continue;
		snprintf(path, sizeof(path), "%s/%s", check->store.dir, file->name);
		findings_add(f, SEVERITY_PROBLEM, "%s", path);
		fault->tell(f, file, path);
	}
	if (count > EACH_MAX) {
		findings_add(f, SEVERITY_PROBLEM, "%s", check->store.dir);
		findings_text(f, "%zu more files are like the %d before", count - EACH_MAX,
			      EACH_MAX);
		findings_cure(f, "do the same with them; boardgraph check names the next ones");
	}
}

/* A card moved from a 32-bit system: all files are, and one command cures them. */
static void check_foreign(struct check *check)
{
	struct findings *f = &check->findings;
	const struct check_file *first = NULL;
	char word[SHELL_WORD_SIZE];
	size_t count = 0;

	for (size_t i = 0; i < check->store.files; i++) {
		if (!is_fault(&check->file[i], HEADER_FOREIGN))
			continue;
		if (count++ == 0)
			first = &check->file[i];
	}
	if (!first)
		return;
	findings_add(f, SEVERITY_PROBLEM, "%s/%s", check->store.dir, first->name);
	if (count > 1)
		findings_text(f, "and %zu files more were ", count - 1);
	else
		findings_text(f, "was ");
	findings_text(f,
		      "made on another architecture, %s: an RRD holds the numbers as that machine "
		      "has them. Dump on the old system, copy the .xml files here, restore",
		      first->machine);
	shell_word(check->store.dir, word);
	findings_cure(f,
		      "there: find %s -name '*.rrd' -exec rrdtool dump {} {}.xml \\; "
		      "here: sudo find %s -name '*.rrd.xml' -exec sh -c "
		      "'rrdtool restore -f \"$1\" \"${1%%.xml}\"' - {} \\;",
		      word, word);
}

void check_files(struct check *check)
{
	if (check->store_rc < 0)
		return;
	check_foreign(check);
	for (size_t i = 0; i < ARRAY_SIZE(faults); i++)
		check_fault(check, &faults[i]);
}

/* test_replace.c - boardgraph migrate: a file that is written to while it is replaced, and one that
 * cannot be. */
#include <errno.h>
#include <fcntl.h>
#include <rrd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "command.h"
#include "migration.h"
#include "unit.h"
#include "util.h"

static struct {
	const char *path; /* of the file that is written to */
	bool before_rename, before_check;
	int rename_error, fsync_error;
	int times; /* it was */
} writer;

static void write_one(void)
{
	const char *value = "1790430010:91";

	writer.times++;
	rrd_clear_error();
	assert_int_equal(rrd_update_r(writer.path, NULL, 1, &value), 0);
}

/* In place of libc's, for what is linked into this program. */
int rename(const char *from, const char *to)
{
	if (writer.rename_error) {
		errno = writer.rename_error;
		return -1;
	}
	if (writer.before_rename && writer.times == 0)
		write_one();
	return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int fsync(int fd)
{
	(void)fd;
	if (writer.fsync_error) {
		errno = writer.fsync_error;
		return -1;
	}
	if (writer.before_check && writer.times == 0)
		write_one();
	return 0;
}

static enum command_exit migrate(const struct rig *rig, struct notes *notes)
{
	struct options options = { .data_dir = rig->data };
	char path[RIG_PATH_SIZE];
	FILE *null = fopen("/dev/null", "w");
	enum command_exit code;

	rig_path(rig, MIGRATION_OURS, path);
	writer.path = path;
	*notes = (struct notes){ 0 };
	code = command_migrate(&options, null, notes);
	fclose(null);
	return code;
}

/* Migrate where a call fails: nothing has changed, and no temporary file is left. */
static void expect_refused(const struct rig *rig, int *error, int value, const char *said)
{
	static struct notes notes;
	struct migration_bytes before;

	migration_make_ours(rig, MIGRATION_OURS);
	migration_make_old(rig, MIGRATION_OLD);
	before = migration_read(rig, MIGRATION_OURS);
	*error = value;
	assert_int_equal(migrate(rig, &notes), COMMAND_FAILED);
	*error = 0;
	assert_non_null(strstr(notes.text, said));
	assert_true(migration_is_same(rig, MIGRATION_OURS, &before));
	migration_expect_alone(rig, MIGRATION_OURS);
}

static void a_full_disk_leaves_all_as_it_was(void **state)
{
	expect_refused(*state, &writer.fsync_error, ENOSPC,
		       "free some space (the file is as it was)");
}

static void a_folder_that_cannot_be_written_is_told(void **state)
{
	expect_refused(*state, &writer.rename_error, EACCES,
		       "run as root or as the user of collectd");
}

static void a_value_written_meanwhile_is_kept(void **state)
{
	static struct notes notes;
	struct rig *rig = *state;

	migration_make_old(rig, MIGRATION_OLD);
	for (int i = 0; i < 2; i++) {
		migration_make_ours(rig, MIGRATION_OURS);
		writer.times = 0;
		writer.before_check = i == 0;
		writer.before_rename = i == 1;
		assert_int_equal(migrate(rig, &notes), COMMAND_DONE);
		writer.before_check = writer.before_rename = false;
		assert_string_equal(notes.text, "");
		assert_int_equal(writer.times, 1);
		migration_expect_both(rig);
		rig_fill(rig, MIGRATION_OURS, "GAUGE", RIG_NOW + 10, RIG_NOW + 20, 10,
			 migration_ours);
		migration_expect_alone(rig, MIGRATION_OURS);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(a_full_disk_leaves_all_as_it_was),
		RIG_TEST(a_folder_that_cannot_be_written_is_told),
		RIG_TEST(a_value_written_meanwhile_is_kept),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

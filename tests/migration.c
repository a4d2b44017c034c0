/* migration.c - older RRD files and ours, and what they are after boardgraph migrate. */
#include <fcntl.h>
#include <math.h>
#include <rrd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "migration.h"
#include "program.h"
#include "unit.h"

double migration_old(time_t time)
{
	if (time > RIG_NOW - 7 * MIGRATION_DAY &&
	    time <= RIG_NOW - 7 * MIGRATION_DAY + 5 * MIGRATION_HOUR)
		return NAN; /* a gap */
	return 50 + 20 * sin((double)time / 40000) + (double)(time / 300 % 7);
}

double migration_ours(time_t time)
{
	return 80 + (double)(time / 10 % 5);
}

void migration_make_ours(const struct rig *rig, const char *name)
{
	rig_rrd(rig, name, "GAUGE", RIG_NOW - MIGRATION_DAY / 2, RIG_NOW, 10, migration_ours);
}

void migration_make_old(const struct rig *rig, const char *name)
{
	rig_rrd(rig, name, "GAUGE", RIG_NOW - 3 * MIGRATION_DAY, RIG_NOW - MIGRATION_HOUR, 300,
		migration_old);
}

struct migration_bytes migration_read(const struct rig *rig, const char *name)
{
	struct migration_bytes bytes;
	struct stat st;
	char path[RIG_PATH_SIZE];
	int fd;

	rig_path(rig, name, path);
	fd = open(path, O_RDONLY);
	assert_true(fd >= 0);
	assert_int_equal(fstat(fd, &st), 0);
	bytes.size = (size_t)st.st_size;
	bytes.mode = st.st_mode & 07777;
	bytes.at = malloc(bytes.size);
	assert_non_null(bytes.at);
	assert_int_equal(read(fd, bytes.at, bytes.size), bytes.size);
	close(fd);
	return bytes;
}

bool migration_is_same(const struct rig *rig, const char *name, struct migration_bytes *before)
{
	struct migration_bytes now = migration_read(rig, name);
	bool is_same = now.size == before->size && now.mode == before->mode &&
		       memcmp(now.at, before->at, now.size) == 0;

	free(now.at);
	free(before->at);
	*before = (struct migration_bytes){ 0 };
	return is_same;
}

void migration_expect_alone(const struct rig *rig, const char *name)
{
	char command[2 * RIG_PATH_SIZE];
	struct output output;

	snprintf(command, sizeof(command), "ls %s/$(dirname %s) | grep -v 'rrd$'", rig->host, name);
	program_run(&output, NULL, (const char *const[]){ "/bin/sh", "-c", command, NULL });
	assert_string_equal(output.out, "");
	output_done(&output);
}

struct migration_rows migration_fetch(const struct rig *rig, const char *name, const char *cf,
				      time_t step, time_t start)
{
	struct migration_rows table = { start, step, RIG_NOW + 20, NULL };
	unsigned long got = (unsigned long)step, sources;
	char path[RIG_PATH_SIZE], **names;

	rig_path(rig, name, path);
	rrd_clear_error();
	if (rrd_fetch_r(path, cf, &table.start, &table.end, &got, &sources, &names, &table.value) !=
	    0)
		fail_msg("%s: %s", path, rrd_get_error());
	assert_int_equal(got, step);
	assert_int_equal(sources, 1);
	rrd_freemem(names[0]);
	rrd_freemem(names);
	return table;
}

double migration_row(const struct migration_rows *table, time_t end)
{
	time_t row = (end - table->start) / table->step - 1;

	return end <= table->start || end > table->end ? NAN : table->value[row];
}

static bool is_equal(double a, double b)
{
	return (isnan(a) && isnan(b)) || a == b;
}

void migration_expect_joined(const struct rig *rig, const char *joined, const char *ours,
			     const char *old, size_t ret_known[2])
{
	ret_known[0] = ret_known[1] = 0;
	for (size_t i = 0; i < RIG_CFS * RIG_ARCHIVES; i++) {
		const char *cf = rig_cfs[i / RIG_ARCHIVES];
		time_t step = 10 * (time_t)rig_archives[i % RIG_ARCHIVES][0];
		time_t start = RIG_NOW - 1200 * step;
		struct migration_rows is = migration_fetch(rig, joined, cf, step, start),
				      our = migration_fetch(rig, ours, cf, step, start),
				      older = migration_fetch(rig, old, cf, step, start);

		for (time_t end = is.start + step; end <= is.end; end += step) {
			double from_ours = migration_row(&our, end),
			       from_old = migration_row(&older, end);
			double wanted = isnan(from_ours) ? from_old : from_ours;

			if (!is_equal(migration_row(&is, end), wanted))
				fail_msg("%s of %d s at %lld: %f, not %f", cf, (int)step,
					 (long long)end, migration_row(&is, end), wanted);
			ret_known[0] += !isnan(from_ours);
			ret_known[1] += isnan(from_ours) && !isnan(from_old);
		}
		rrd_freemem(is.value);
		rrd_freemem(our.value);
		rrd_freemem(older.value);
	}
}

void migration_copy(const struct rig *rig, const char *from, const char *to)
{
	struct migration_bytes bytes = migration_read(rig, from);

	rig_write(rig, to, bytes.at, bytes.size, (off_t)bytes.size);
	free(bytes.at);
}

void migration_expect_both(const struct rig *rig)
{
	struct migration_rows table =
		migration_fetch(rig, MIGRATION_OURS, "AVERAGE", 10, RIG_NOW - MIGRATION_HOUR);

	assert_true(migration_row(&table, RIG_NOW) == migration_ours(RIG_NOW));
	assert_true(migration_row(&table, RIG_NOW + 10) == 91);
	rrd_freemem(table.value);
	table = migration_fetch(rig, MIGRATION_OURS, "AVERAGE", 500, RIG_NOW - MIGRATION_DAY);
	assert_false(isnan(migration_row(&table, (RIG_NOW - 20 * MIGRATION_HOUR) / 500 * 500)));
	rrd_freemem(table.value);
}

/* test_fill.c - boardgraph migrate: the rows of older files in ours. */
#include <math.h>
#include <rrd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fill.h"
#include "migration.h"
#include "unit.h"
#include "util.h"

static void unknown_rows_are_filled_and_known_ones_stay(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	struct migration_bytes old;
	char path[RIG_PATH_SIZE];
	size_t known[2];

	rig_rrd(rig, MIGRATION_OLD, "GAUGE", RIG_NOW - 400 * MIGRATION_DAY,
		RIG_NOW - MIGRATION_HOUR, 300, migration_old);
	migration_make_ours(rig, MIGRATION_OURS);
	rig_path(rig, MIGRATION_OURS, path);
	assert_int_equal(chmod(path, 0640), 0);
	migration_copy(rig, MIGRATION_OURS, "cputemp/before");
	old = migration_read(rig, MIGRATION_OLD);
	rig_run(rig, &run, "migrate", NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	assert_non_null(strstr(run.out, MIGRATION_OLD " -> " MIGRATION_OURS ": 2025-09-25 "));
	migration_expect_joined(rig, MIGRATION_OURS, "cputemp/before", MIGRATION_OLD, known);
	assert_in_range(known[0], 5000, 6000);
	assert_in_range(known[1], 10000, 14000);
	assert_true(migration_is_same(rig, MIGRATION_OLD, &old));
	old = migration_read(rig, MIGRATION_OURS);
	assert_int_equal(old.mode, 0640);
	free(old.at);
	migration_expect_alone(rig, MIGRATION_OURS);
	/* collectd goes on */
	rig_fill(rig, MIGRATION_OURS, "GAUGE", RIG_NOW, RIG_NOW + 100, 10, migration_ours);
}

static void the_row_of_the_change_is_made_of_shorter_ones(void **state)
{
	const time_t change = RIG_NOW - 10 * MIGRATION_HOUR, row_end = RIG_NOW - 26550;
	struct rig *rig = *state;
	struct rig_run run;

	for (time_t gap = 0; gap <= MIGRATION_HOUR;
	     gap += MIGRATION_HOUR) { /* a tenth of 26350 s is 44 minutes */
		rig_rrd(rig, MIGRATION_OLD, "GAUGE", change - MIGRATION_DAY, change, 10, rig_43);
		rig_rrd(rig, MIGRATION_OURS, "GAUGE", change + gap, RIG_NOW, 10, migration_ours);
		rig_run(rig, &run, "migrate", NULL);
		assert_int_equal(run.code, 0);
		for (size_t i = 0; i < RIG_CFS; i++) {
			struct migration_rows table = migration_fetch(
				rig, MIGRATION_OURS, rig_cfs[i], 26350, RIG_NOW - MIGRATION_DAY);
			double row = migration_row(&table, row_end);

			rrd_freemem(table.value);
			if (gap)
				assert_true(isnan(row));
			else if (i == 0) /* 16900 s of 43, 9450 s of 82 */
				assert_in_range((uintmax_t)row, 56, 57);
			else
				assert_true(row == (i == 1 ? 43 : 84));
		}
	}
}

static size_t move_bytes(unsigned char *to, size_t at, const unsigned char **from, size_t size)
{
	memcpy(to + at, *from, size);
	*from += size;
	return at + size;
}

/* A 64-bit number becomes one of 32. */
static size_t move_word(unsigned char *to, size_t at, const unsigned char **from)
{
	memcpy(to + at, *from, 4);
	*from += 8;
	return at + 4;
}

/* A file with one source as 32-bit ARM lays it out. Returns its size. */
static size_t as_on_arm(const unsigned char *from, size_t size, unsigned char *ret)
{
	const unsigned char *end = from + size;
	size_t at = move_bytes(ret, 0, &from, 24); /* cookie, version, float cookie */

	for (int i = 0; i < 3; i++)
		at = move_word(ret, at, &from); /* sources, archives, step */
	at = move_bytes(ret, at + 4, &from, 80);
	at = move_bytes(ret, at, &from, 120); /* the source */
	for (int i = 0; i < 15; i++) {
		at = move_bytes(ret, at, &from, 20); /* cf */
		from += 4;
		at = move_word(ret, at, &from);
		at = move_word(ret, at, &from);
		at = move_bytes(ret, at + 4, &from, 80);
	}
	at = move_word(ret, at, &from); /* last update */
	at = move_word(ret, at, &from);
	at = move_bytes(ret, at, &from, (size_t)112 + (size_t)15 * 80);
	for (int i = 0; i < 15; i++)
		at = move_word(ret, at, &from); /* where each archive is */
	return move_bytes(ret, at, &from, (size_t)(end - from));
}

static void files_of_an_armhf_are_read(void **state)
{
	struct rig *rig = *state;
	struct rig_run run;
	struct migration_bytes bytes;
	unsigned char *arm;
	size_t known[2], size;

	if (sizeof(long) != 8 || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
		skip();
	migration_make_old(rig, MIGRATION_OLD);
	migration_make_ours(rig, MIGRATION_OURS);
	migration_copy(rig, MIGRATION_OURS, "cputemp/before");
	bytes = migration_read(rig, MIGRATION_OLD);
	arm = calloc(1, bytes.size);
	assert_non_null(arm);
	size = as_on_arm(bytes.at, bytes.size, arm);
	assert_int_equal(size, 148452); /* as on a real one */
	rig_write(rig, MIGRATION_OLD, arm, size, (off_t)size);
	rig_run(rig, &run, "migrate", NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	rig_write(rig, MIGRATION_OLD, bytes.at, bytes.size, (off_t)bytes.size);
	migration_expect_joined(rig, MIGRATION_OURS, "cputemp/before", MIGRATION_OLD, known);
	assert_true(known[1] > 0);
	/* ours is written by collectd here: it has to be of this machine */
	rig_write(rig, MIGRATION_OURS, arm, size, (off_t)size);
	rig_run(rig, &run, "migrate", NULL);
	assert_int_equal(run.code, 1);
	assert_non_null(strstr(run.err,
			       MIGRATION_OURS ".rrd: was made on another architecture, 32-bit ARM: "
					      "`rrdtool dump"));
	free(arm);
	free(bytes.at);
}

static void the_rows_of_another_step_are_converted(void **state)
{
	const char *archives[] = {
		"DS:value:GAUGE:120:U:U", "RRA:AVERAGE:0.1:1:1440",  "RRA:MIN:0.1:1:1440",
		"RRA:MAX:0.1:1:1440",	  "RRA:AVERAGE:0.1:15:1000", "RRA:MIN:0.1:15:1000",
		"RRA:MAX:0.1:15:1000",
	};
	struct rig *rig = *state;
	struct migration_rows average, max;
	struct rig_run run;
	char path[RIG_PATH_SIZE];

	/* from 1 to 1441 in a day, and a gap of an hour */
	rig_rrd(rig, MIGRATION_OURS, "GAUGE", RIG_NOW - 10, RIG_NOW, 10, rig_43);
	rig_path(rig, MIGRATION_OLD, path);
	rig_rrd(rig, MIGRATION_OLD, "GAUGE", RIG_NOW - MIGRATION_DAY, RIG_NOW - MIGRATION_DAY, 60,
		rig_43);
	unlink(path);
	rrd_clear_error();
	assert_int_equal(
		rrd_create_r(path, 60, RIG_NOW - MIGRATION_DAY, ARRAY_SIZE(archives), archives), 0);
	for (time_t time = RIG_NOW - MIGRATION_DAY + 60; time <= RIG_NOW; time += 60) {
		char text[64];
		const char *value = text;

		if (time > RIG_NOW - 10 * MIGRATION_HOUR && time <= RIG_NOW - 9 * MIGRATION_HOUR)
			continue;
		snprintf(text, sizeof(text), "%lld:%lld", (long long)time,
			 (long long)(time - RIG_NOW + MIGRATION_DAY) / 60);
		assert_int_equal(rrd_update_r(path, NULL, 1, &value), 0);
	}
	rig_run(rig, &run, "migrate", NULL);
	assert_string_equal(run.err, "");
	assert_int_equal(run.code, 0);
	/* 10 s rows are those of the minute around them */
	average = migration_fetch(rig, MIGRATION_OURS, "AVERAGE", 10, RIG_NOW - 2 * MIGRATION_HOUR);
	for (time_t end = RIG_NOW - MIGRATION_HOUR; end < RIG_NOW - 60; end += 10)
		assert_true(migration_row(&average, end) ==
			    (double)((end + 59) / 60 - (RIG_NOW - MIGRATION_DAY) / 60));
	rrd_freemem(average.value);
	/* 500 s rows are made of minutes, and unknown where an hour is missing */
	average = migration_fetch(rig, MIGRATION_OURS, "AVERAGE", 500, RIG_NOW - MIGRATION_DAY);
	max = migration_fetch(rig, MIGRATION_OURS, "MAX", 500, RIG_NOW - MIGRATION_DAY);
	for (time_t end = (RIG_NOW - 20 * MIGRATION_HOUR) / 500 * 500;
	     end < RIG_NOW - MIGRATION_HOUR; end += 500) {
		double middle = (double)(end - 250 - RIG_NOW + MIGRATION_DAY) / 60 + 0.5;

		if (end > RIG_NOW - 10 * MIGRATION_HOUR + 60 &&
		    end - 500 < RIG_NOW - 9 * MIGRATION_HOUR - 60) {
			assert_true(isnan(migration_row(&average, end)));
			continue;
		}
		if (end > RIG_NOW - 11 * MIGRATION_HOUR && end < RIG_NOW - 8 * MIGRATION_HOUR)
			continue;
		assert_true(fabs(migration_row(&average, end) - middle) < 0.02);
		assert_true(fabs(migration_row(&max, end) - middle - 500 / 120.0) < 0.51);
	}
	rrd_freemem(average.value);
	rrd_freemem(max.value);
}

static void any_numbers_in_a_header_are_survived(void **state)
{
	struct rig *rig = *state;
	struct migration_bytes bytes;
	uint32_t random = 1;

	migration_make_old(rig, MIGRATION_OLD);
	migration_make_ours(rig, MIGRATION_OURS);
	bytes = migration_read(rig, MIGRATION_OLD);
	for (int i = 0; i < 300; i++) {
		struct header header, own;
		const char *machine;
		struct migration_bytes old = bytes, ours = migration_read(rig, MIGRATION_OURS);
		struct fill_count count = { 0 };

		old.at = malloc(old.size);
		memcpy(old.at, bytes.at, old.size);
		for (int n = 0; n < 3; n++) {
			random = random * 1664525 + 1013904223;
			old.at[(random >> 8) % 3496] ^= (unsigned char)(1U << (random >> 28) % 8);
		}
		assert_int_equal(header_read(ours.at, ours.size, ours.size, &own, &machine),
				 HEADER_SOUND);
		if (header_read(old.at, old.size, old.size, &header, &machine) == HEADER_SOUND) {
			struct fill_file from = { old.at, &header }, to = { ours.at, &own };

			fill_rows(&to, &from, &count);
		}
		free(old.at);
		free(ours.at);
	}
	free(bytes.at);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(unknown_rows_are_filled_and_known_ones_stay),
		RIG_TEST(the_row_of_the_change_is_made_of_shorter_ones),
		RIG_TEST(files_of_an_armhf_are_read),
		RIG_TEST(the_rows_of_another_step_are_converted),
		RIG_TEST(any_numbers_in_a_header_are_survived),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

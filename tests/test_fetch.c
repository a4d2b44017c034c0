/* test_fetch.c - the rows of an archive, next to those that librrd reads. */
#include <math.h>
#include <rrd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "archive.h"
#include "fetch.h"
#include "graphs_rig.h"
#include "unit.h"

#define HOUR 3600
#define DAY 86400
#define FILES 12
#define SPANS 40

static time_t random_time(time_t from, time_t to)
{
	return from + (time_t)((double)(to - from) * drand48());
}

static double gauge_with_gaps(time_t time)
{
	return time / 500 % 5 == 0 ? NAN : fmod((double)time * 0.618, 97);
}

static double rx(time_t time)
{
	return floor((double)(time - RIG_NOW + 40 * DAY) * 1234.5);
}

static double tx(time_t time)
{
	return floor((double)(time - RIG_NOW + 40 * DAY) * 7.25);
}

static struct copy open_copy(const struct rig *rig, const char *name)
{
	struct copy copy = COPY_NONE;
	struct notes notes = { 0 };
	char path[RIG_PATH_SIZE];

	rig_path(rig, name, path);
	assert_int_equal(copy_open(path, &copy, &notes), 0);
	return copy;
}

/* Nothing is left out that touches (start, end] and the archive has, and nothing else is in. */
static void expect_span(const struct header *header, size_t index, time_t start, time_t end,
			const struct fetch_rows *rows)
{
	time_t begin = archive_begin(header, index), finished = archive_finished(header, index);
	time_t from = start > begin ? start : begin, to = end < finished ? end : finished;
	time_t last = rows->start + (time_t)rows->count * rows->row_s;

	if (from >= to) {
		assert_int_equal(rows->count, 0);
		return;
	}
	assert_int_equal((rows->start - begin) % rows->row_s, 0);
	assert_true(rows->start <= from && from < rows->start + rows->row_s);
	assert_true(last - rows->row_s < to && to <= last && last <= finished);
}

/* Returns the number of rows compared: none where librrd prefers another archive. */
static size_t expect_values(const struct copy *copy, size_t index, const struct fetch_rows *rows)
{
	time_t start = rows->start, end = rows->start + (time_t)rows->count * rows->row_s;
	unsigned long step = (unsigned long)rows->row_s, sources = 0;
	rrd_value_t *value = NULL;
	char **names = NULL;
	size_t compared = 0;

	rrd_clear_error();
	if (rrd_fetch_r(copy->path, copy->header.archive[index].cf, &start, &end, &step, &sources,
			&names, &value) != 0)
		fail_msg("%s", rrd_get_error());
	assert_int_equal(sources, rows->sources);
	if ((time_t)step == rows->row_s && start == rows->start) {
		compared = rows->count;
		for (size_t i = 0; i < rows->count * sources; i++) {
			if (!(isnan(value[i]) && isnan(rows->value[i])))
				assert_true(value[i] == rows->value[i]);
		}
	}
	for (unsigned long i = 0; i < sources; i++)
		rrd_freemem(names[i]);
	rrd_freemem(names);
	rrd_freemem(value);
	return compared;
}

/* Returns as expect_values(). */
static size_t expect_as_librrd(const struct copy *copy, size_t index, time_t start, time_t end)
{
	struct notes notes = { 0 };
	struct fetch_rows rows;
	size_t compared = 0;

	assert_int_equal(fetch_open(copy, index, start, end, &rows, &notes), 0);
	expect_span(&copy->header, index, start, end, &rows);
	if (rows.count > 0)
		compared = expect_values(copy, index, &rows);
	fetch_close(&rows);
	return compared;
}

static void expect_file(const struct copy *copy, size_t compared[HEADER_ARCHIVES_MAX])
{
	const struct header *header = &copy->header;

	for (size_t index = 0; index < header->archives; index++) {
		time_t begin = archive_begin(header, index);
		time_t finished = archive_finished(header, index);
		time_t row_s = (time_t)header->archive[index].row_s;

		compared[index] += expect_as_librrd(copy, index, begin, finished);
		expect_as_librrd(copy, index, begin - 10 * DAY, begin);
		expect_as_librrd(copy, index, finished, finished + DAY);
		expect_as_librrd(copy, index, begin - 1, begin + 1);
		expect_as_librrd(copy, index, finished - 1, finished);
		for (int i = 0; i < SPANS; i++) {
			time_t start = random_time(begin - row_s, finished + row_s);

			compared[index] += expect_as_librrd(
				copy, index, start, random_time(start + 1, finished + 2 * row_s));
		}
	}
}

static void rows_are_those_that_librrd_reads(void **state)
{
	size_t compared[HEADER_ARCHIVES_MAX] = { 0 };

	srand48(1);
	for (int i = 0; i < FILES; i++) {
		time_t end = random_time(RIG_NOW - DAY, RIG_NOW);
		time_t start = end - random_time(HOUR, 3 * DAY);
		struct copy copy;
		char name[64];

		snprintf(name, sizeof(name), "usbio-%d/if_octets", i);
		if (i % 2)
			rig_octets(*state, name, "rx", "tx", start, end, 10, rx, tx);
		else
			rig_rrd(*state, name, "GAUGE", start, end, 10, gauge_with_gaps);
		copy = open_copy(*state, name);
		expect_file(&copy, compared);
		copy_close(&copy);
	}
	for (size_t index = 0; index < 15; index++)
		assert_true(compared[index] > 1000);
}

/* Times that overflow, and a header that promises more than any disk holds. */
static void an_archive_longer_than_all_time_is_damage(void **state)
{
	const uint64_t rows = 1200, step_s = 10, per_row[] = { 1000000, 1000000000000 };
	unsigned char *bytes;
	struct header header;
	struct copy copy;
	const char *machine;
	size_t size;

	rig_rrd(*state, "cputemp/temperature-cpu", "GAUGE", RIG_NOW - HOUR, RIG_NOW, 10,
		gauge_with_gaps);
	copy = open_copy(*state, "cputemp/temperature-cpu");
	size = (size_t)copy.header.file_bytes;
	bytes = malloc(size);
	assert_non_null(bytes);
	assert_int_equal(copy_read(&copy, 0, bytes, size), 0);
	copy_close(&copy);
	assert_int_equal(header_read(bytes, size, size, &header, &machine), HEADER_SOUND);
	for (size_t i = 0; i < 2; i++) {
		unsigned char *at = memmem(bytes, size, "AVERAGE", 7);

		at = memmem(at, 64, &rows, sizeof(rows));
		assert_non_null(at);
		memcpy(at + sizeof(rows), &per_row[i], sizeof(per_row[i]));
		at = memmem(bytes, 64, &step_s, sizeof(step_s));
		assert_non_null(at);
		memcpy(at, &(uint64_t){ 1000000 }, sizeof(step_s));
		assert_int_equal(header_read(bytes, size, size, &header, &machine), HEADER_DAMAGED);
		memcpy(at, &step_s, sizeof(step_s));
	}
	free(bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(rows_are_those_that_librrd_reads),
		RIG_TEST(an_archive_longer_than_all_time_is_damage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_archive.c - which archive of a file serves a span. */
#include "archive.h"
#include "unit.h"
#include "util.h"

#define NOW 1790000000

/* collectd's own archives. */
static struct header collectd_layout(time_t last_update)
{
	static const char *const cfs[] = { "AVERAGE", "MIN", "MAX" };
	static const uint64_t rows[] = { 1200, 1235, 1210, 1202, 1201 };
	static const uint64_t row_s[] = { 10, 70, 500, 2230, 26350 };
	struct header header = { .last_update = last_update, .sources = 1 };

	for (size_t cf = 0; cf < 3; cf++) {
		for (size_t i = 0; i < 5; i++) {
			struct header_archive *archive = &header.archive[header.archives++];

			snprintf(archive->cf, sizeof(archive->cf), "%s", cfs[cf]);
			archive->rows = rows[i];
			archive->row_s = row_s[i];
		}
	}
	return header;
}

static void the_archive_is_the_finest_the_span_needs(void **state)
{
	(void)state;
	static const struct {
		time_t span, ago; /* the span ends `ago` before now */
		uint64_t width, row_s;
		size_t count;
	} cases[] = {
		{ 3600, 0, 800, 10, 1 },
		{ 86400, 0, 800, 70, 2 },
		{ 86400 + 3600, 0, 800, 500, 3 },
		{ 604800, 0, 800, 500, 3 },
		{ 2678400, 0, 800, 2230, 4 },
		{ 7948800, 0, 800, 26350, 5 },
		{ 31622400, 0, 800, 26350, 5 },
		{ 40000000, 0, 800, 26350, 5 },
		{ 3600, 8000, 800, 10, 1 },
		{ 3600, 20000, 800, 70, 2 },
		{ 3600, 900000, 800, 2230, 4 },
		{ 604800, 0, 100, 2230, 4 },
		{ 10, 0, 800, 10, 1 },
	};
	struct header header = collectd_layout(NOW + 7);

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		size_t order[HEADER_ARCHIVES_MAX];
		uint64_t pixel_s = (uint64_t)cases[i].span / cases[i].width;
		size_t count = archive_choose(&header, ARCHIVE_MAX,
					      NOW - cases[i].ago - cases[i].span, pixel_s, order);

		if (header.archive[order[0]].row_s != cases[i].row_s || count != cases[i].count)
			fail_msg("case %zu: %llu s, %zu", i,
				 (unsigned long long)header.archive[order[0]].row_s, count);
		for (size_t j = 1; j < count; j++)
			assert_true(header.archive[order[j]].row_s <
				    header.archive[order[j - 1]].row_s);
	}
}

static void a_file_without_the_archive_serves_nothing(void **state)
{
	struct header header = { .last_update = NOW, .sources = 1 };
	size_t order[HEADER_ARCHIVES_MAX];

	(void)state;
	assert_int_equal(archive_choose(&header, ARCHIVE_AVG, NOW - 3600, 4, order), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_archive_is_the_finest_the_span_needs),
		cmocka_unit_test(a_file_without_the_archive_serves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

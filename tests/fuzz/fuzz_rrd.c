/* fuzz_rrd.c - any bytes as two RRD files: what is read and filled lies within them. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "fill.h"
#include "banned.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_right)
{
	if (!is_right)
		abort();
}

static void check_archives(const struct header *header)
{
	size_t order[HEADER_ARCHIVES_MAX];

	for (size_t i = 0; i < header->archives; i++) {
		const struct header_archive *archive = &header->archive[i];
		uint64_t bytes = archive->rows * header->sources * sizeof(double);

		check(archive->rows > 0 && archive->row_s > 0);
		check(archive->current_row < archive->rows);
		check(archive_offset(header, i) + bytes <= header->file_bytes);
		check(archive_begin(header, i) < archive_finished(header, i));
		check(archive_finished(header, i) <= header->last_update);
	}
	for (enum archive_cf cf = 0; cf < ARCHIVE_CFS; cf++) {
		size_t count = archive_choose(header, cf, header->last_update - 86400, 60, order);

		check(count <= header->archives);
		for (size_t i = 0; i < count; i++)
			check(order[i] < header->archives);
	}
}

/* Memory of exactly this size, so that one byte more is seen. */
static unsigned char *exact(const uint8_t *data, size_t size)
{
	unsigned char *bytes = malloc(size ? size : 1);

	check(bytes != NULL);
	memcpy(bytes, data, size);
	return bytes;
}

/* The first two bytes say where the second file begins. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct header header, old_header;
	size_t first = size > 2 ? ((size_t)data[0] << 8 | data[1]) % (size - 1) : 0;
	size_t second = size > 2 ? size - 2 - first : 0;
	unsigned char *ours, *old;
	const char *machine;

	if (size <= 2)
		return 0;
	ours = exact(data + 2, first);
	old = exact(data + 2 + first, second);
	if (header_read(ours, first, first, &header, &machine) == HEADER_SOUND) {
		check(header.file_bytes <= first);
		check_archives(&header);
		if (header_read(old, second, second, &old_header, &machine) == HEADER_SOUND) {
			struct fill_file to = { ours, &header }, from = { old, &old_header };
			struct fill_count count = { 0 };

			fill_rows(&to, &from, &count);
		}
	}
	free(ours);
	free(old);
	return 0;
}

/* table.c - the rows of all series of a graph, on one grid of times. */
#include <math.h>

#include "archive.h"
#include "table.h"
#include "banned.h"

static time_t next_time(const struct table_file *file)
{
	return file->rows.start + (time_t)(file->next + 1) * file->rows.row_s;
}

bool table_next(struct table *table, time_t *ret_time, double ret[])
{
	bool has_row = false;
	time_t time = 0;

	for (size_t i = 0; i < table->files; i++) {
		const struct table_file *file = &table->file[i];

		if (file->next < file->rows.count && (!has_row || next_time(file) < time)) {
			time = next_time(file);
			has_row = true;
		}
	}
	if (!has_row)
		return false;
	for (size_t i = 0; i < table->columns; i++) {
		const struct table_file *file = &table->file[table->column[i].file];
		const double *row = file->rows.value + file->next * file->rows.sources;

		ret[i] = NAN;
		if (file->next < file->rows.count && next_time(file) == time)
			ret[i] = row[table->column[i].source];
	}
	for (size_t i = 0; i < table->files; i++) {
		struct table_file *file = &table->file[i];

		if (file->next < file->rows.count && next_time(file) == time)
			file->next++;
	}
	*ret_time = time;
	return true;
}

time_t table_step(const struct table *table, size_t column)
{
	const struct table_file *file = &table->file[table->column[column].file];

	if (file->archive < 0)
		return 0;
	return (time_t)file->header.archive[file->archive].row_s;
}

time_t table_begin(const struct table *table)
{
	time_t farthest = 0;

	for (size_t i = 0; i < table->files; i++) {
		const struct table_file *file = &table->file[i];
		time_t begin;

		if (file->archive < 0)
			continue;
		begin = archive_begin(&file->header, (size_t)file->archive);
		if (farthest == 0 || begin < farthest)
			farthest = begin;
	}
	return farthest;
}

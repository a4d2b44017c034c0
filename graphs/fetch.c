/* fetch.c - the rows of an archive, by librrd. */
#include <errno.h>
#include <rrd.h>

#include "fetch.h"
#include "banned.h"

int fetch_open(const struct copy *copy, const char *cf, uint64_t row_s, time_t start, time_t end,
	       struct fetch_rows *ret, struct notes *notes)
{
	unsigned long step = (unsigned long)row_s, sources = 0;
	char **names = NULL;
	rrd_value_t *value = NULL;

	rrd_clear_error(); /* librrd decides by an old error, too */
	if (rrd_fetch_r(copy->path, cf, &start, &end, &step, &sources, &names, &value) != 0) {
		notes_fail(notes, "librrd cannot read %s: %s: run `rrdtool info` on the file", cf,
			   rrd_get_error());
		rrd_clear_error();
		return -EIO;
	}
	for (unsigned long i = 0; i < sources; i++)
		rrd_freemem(names[i]);
	rrd_freemem(names);
	if (step != row_s) {
		rrd_freemem(value);
		return -ENOENT;
	}
	*ret = (struct fetch_rows){
		.start = start,
		.row_s = (time_t)step,
		.count = (size_t)(end - start) / step,
		.sources = sources,
		.value = value,
	};
	return 0;
}

void fetch_close(struct fetch_rows *rows)
{
	if (rows->value)
		rrd_freemem(rows->value);
	*rows = (struct fetch_rows){ 0 };
}

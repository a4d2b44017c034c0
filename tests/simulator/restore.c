/* restore.c - a series as the XML that librrd restores an RRD from: see restore.h. */
#include <err.h>
#include <inttypes.h>
#include <math.h>
#include <rrd.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "restore.h"
#include "banned.h"

/* For the sanitizer: librrd lets its rows grow one by one, and freed memory that is held back
 * makes that ten times slower. */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
	return "quarantine_size_mb=1";
}

static const char *const cf_names[LAYOUT_CFS] = { "AVERAGE", "MIN", "MAX" };

static void print_number(FILE *xml, const char *tag, double value)
{
	if (isnan(value))
		fprintf(xml, "<%s>NaN</%s>", tag, tag);
	else
		fprintf(xml, "<%s>%.17g</%s>", tag, value, tag);
}

/* U of types.db is NaN in the XML. */
static void print_limit(FILE *xml, const char *tag, const char *limit)
{
	fprintf(xml, "<%s>%s</%s>", tag, strcmp(limit, "U") == 0 ? "NaN" : limit, tag);
}

static void print_definition(FILE *xml, const struct channel *channel, const char *last,
			     unsigned int step)
{
	const struct data_source *definition = &channel->definition;

	fprintf(xml, "<ds><name>%s</name><type>%s</type>", definition->name, definition->kind);
	fprintf(xml, "<minimal_heartbeat>%u</minimal_heartbeat>", 2 * step);
	print_limit(xml, "min", definition->min);
	print_limit(xml, "max", definition->max);
	fprintf(xml, "<last_ds>%s</last_ds><value>0</value><unknown_sec>0</unknown_sec></ds>\n",
		last);
}

static void print_unfinished(FILE *xml, const struct rows *rows, int cf)
{
	const struct unfinished *row = &rows->unfinished;
	bool is_row = rows->archive.steps > 1; /* rrdtool keeps nothing where a step is a row */

	fputs("<ds>", xml);
	print_number(xml, "primary_value", row->finished[cf]);
	print_number(xml, "secondary_value", is_row ? row->fill : 0);
	print_number(xml, "value", is_row ? row->value[cf] : NAN);
	fprintf(xml, "<unknown_datapoints>%u</unknown_datapoints></ds>\n", row->unknown);
}

static void print_archive(FILE *xml, const struct series *series, int archive, int cf)
{
	const struct rows *rows = &series->channel[0].rows[archive];

	fprintf(xml, "<rra><cf>%s</cf><pdp_per_row>%u</pdp_per_row>", cf_names[cf],
		rows->archive.steps);
	fprintf(xml, "<params><xff>%.10f</xff></params>\n<cdp_prep>", LAYOUT_XFF);
	for (size_t i = 0; i < series->channels; i++)
		print_unfinished(xml, &series->channel[i].rows[archive], cf);
	fputs("</cdp_prep>\n<database>\n", xml);
	for (unsigned int i = 1; i <= rows->archive.rows;
	     i++) { /* the oldest is behind the newest */
		size_t at = (size_t)(rows->last + i) % rows->archive.rows;

		fputs("<row>", xml);
		for (size_t j = 0; j < series->channels; j++)
			print_number(xml, "v", series->channel[j].rows[archive].value[cf][at]);
		fputs("</row>\n", xml);
	}
	fputs("</database></rra>\n", xml);
}

static void print_xml(FILE *xml, const struct series *series, int64_t end, unsigned int step,
		      char last[QUANTITY_SOURCES][32])
{
	fprintf(xml, "<?xml version=\"1.0\"?>\n<rrd><version>0003</version><step>%u</step>", step);
	fprintf(xml, "<lastupdate>%" PRId64 "</lastupdate>\n", end);
	for (size_t i = 0; i < series->channels; i++)
		print_definition(xml, &series->channel[i], last[i], step);
	for (int archive = 0; archive < LAYOUT_ARCHIVES; archive++)
		for (int cf = 0; cf < LAYOUT_CFS; cf++)
			print_archive(xml, series, archive, cf);
	fputs("</rrd>\n", xml);
}

void restore(const char *path, const struct series *series, int64_t end, unsigned int step,
	     char last[QUANTITY_SOURCES][32])
{
	int fd = memfd_create("rrd.xml", MFD_CLOEXEC);
	FILE *xml = fd < 0 ? NULL : fdopen(fd, "w");
	char name[64];
	const char *argv[] = { "restore", "--force-overwrite", name, path, NULL };

	if (xml == NULL)
		err(1, "memory for %s", path);
	print_xml(xml, series, end, step, last);
	if (fflush(xml) != 0)
		err(1, "memory for %s", path);
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	rrd_clear_error();
	if (rrd_restore(4, (void *)argv) != 0)
		errx(1, "%s: %s", path, rrd_get_error());
	fclose(xml);
}

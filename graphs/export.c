/* export.c - a table of values as text. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "export.h"
#include "banned.h"

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* A character of a name, and what stands for it. Ended by zero. */
struct escape {
	char from;
	const char *to;
};

static const struct escape none[] = { { 0 } };
static const struct escape csv[] = { { '"', "\"\"" }, { 0 } };
static const struct escape json[] = { { '"', "\\\"" }, { '\\', "\\\\" }, { 0 } };
static const struct escape xml[] = {
	{ '<', "&lt;" }, { '>', "&gt;" }, { '&', "&amp;" }, { '"', "&quot;" }, { 0 }
};

static void add(struct buf *buf, const char *text)
{
	buf_put(buf, text, strlen(text));
}

static const char *escape_of(const struct escape *escape, char c)
{
	for (; escape->to; escape++) {
		if (escape->from == c)
			return escape->to;
	}
	return NULL;
}

/* The last two of the first 65536 are UTF-8, but no characters of XML. */
static bool is_no_character(const char *s)
{
	return strncmp(s, "\xef\xbf\xbe", 3) == 0 || strncmp(s, "\xef\xbf\xbf", 3) == 0;
}

/* The bytes of a character that can stand in all formats, or 0. */
static size_t char_bytes(const char *s)
{
	return is_no_character(s) ? 0 : buf_char_bytes(s);
}

bool export_is_same(const char *a, const char *b)
{
	while (*a && *b) {
		size_t bytes = char_bytes(a);

		if (char_bytes(b) != bytes || strncmp(a, b, bytes) != 0)
			return false;
		a += bytes ? bytes : 1;
		b += bytes ? bytes : 1;
	}
	return *a == *b;
}

static void add_name(struct buf *buf, const struct escape *escapes, const char *name)
{
	while (*name) {
		size_t bytes = char_bytes(name);
		const char *escape = escape_of(escapes, *name);

		if (bytes == 0)
			add(buf, REPLACEMENT);
		else if (escape)
			add(buf, escape);
		else
			buf_put(buf, name, bytes);
		name += bytes ? bytes : 1;
	}
}

/* "name": "text", */
static void add_member(struct buf *buf, const char *key, const char *text, const char *after)
{
	buf_add(buf, "\"%s\": \"", key);
	add_name(buf, json, text);
	buf_add(buf, "\"%s", after);
}

/* name="text" */
static void add_attribute(struct buf *buf, const char *key, const char *text)
{
	buf_add(buf, " %s=\"", key);
	add_name(buf, xml, text);
	add(buf, "\"");
}

static void begin_json(const struct export_about *about, struct buf *buf)
{
	add(buf, "{\n");
	add_member(buf, "version", BOARDSTAT_VERSION, ",\n");
	add_member(buf, "host", about->host, ",\n");
	add_member(buf, "graph", about->graph, ",\n");
	add_member(buf, "unit", about->unit, ",\n");
	add_member(buf, "cf", about->cf, ",\n");
	buf_add(buf, "\"start\": %" PRId64 ",\n\"end\": %" PRId64 ",\n", (int64_t)about->start,
		(int64_t)about->end);
	if (about->step)
		buf_add(buf, "\"step\": %" PRId64 ",\n", (int64_t)about->step);
	else
		add(buf, "\"step\": null,\n");
	/* a column for each value of a row */
	add(buf, "\"columns\": [\n{\"name\": \"time\", \"unit\": \"s\"}");
}

static void begin_xml(const struct export_about *about, struct buf *buf)
{
	add(buf, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<export");
	add_attribute(buf, "version", BOARDSTAT_VERSION);
	add_attribute(buf, "host", about->host);
	add_attribute(buf, "graph", about->graph);
	add_attribute(buf, "unit", about->unit);
	add_attribute(buf, "cf", about->cf);
	buf_add(buf, " start=\"%" PRId64 "\" end=\"%" PRId64 "\"", (int64_t)about->start,
		(int64_t)about->end);
	if (about->step)
		buf_add(buf, " step=\"%" PRId64 "\"", (int64_t)about->step);
	add(buf, ">\n<columns>\n");
}

static void begin_table(const struct export_about *about, struct buf *buf)
{
	(void)about;
	add(buf, "time");
}

static void column_json(const struct export_column *column, struct buf *buf)
{
	add(buf, ",\n{");
	add_member(buf, "name", column->name, ", ");
	add_member(buf, "unit", column->unit, ", ");
	add_member(buf, "series", column->series, ", ");
	add_member(buf, "role", column->role, ", ");
	add_member(buf, "file", column->file, ", ");
	add_member(buf, "source", column->source, ", ");
	if (column->step)
		buf_add(buf, "\"step\": %" PRId64 "}", (int64_t)column->step);
	else
		add(buf, "\"step\": null}");
}

static void column_xml(const struct export_column *column, struct buf *buf)
{
	add(buf, "<column");
	add_attribute(buf, "name", column->name);
	add_attribute(buf, "unit", column->unit);
	add_attribute(buf, "series", column->series);
	add_attribute(buf, "role", column->role);
	add_attribute(buf, "file", column->file);
	add_attribute(buf, "source", column->source);
	if (column->step)
		buf_add(buf, " step=\"%" PRId64 "\"", (int64_t)column->step);
	add(buf, "/>\n");
}

/* name (unit), in quotes where RFC 4180 wants them */
static void column_csv(const struct export_column *column, struct buf *buf)
{
	const char *quote = strpbrk(column->name, ",\"") ? "\"" : "";

	buf_add(buf, ",%s", quote);
	add_name(buf, csv, column->name);
	buf_add(buf, " (%s)%s", column->unit, quote);
}

static void column_tsv(const struct export_column *column, struct buf *buf)
{
	add(buf, "\t");
	add_name(buf, none, column->name);
	buf_add(buf, " (%s)", column->unit);
}

static const struct format {
	const char *name;
	void (*begin)(const struct export_about *about, struct buf *buf);
	void (*column)(const struct export_column *column, struct buf *buf);
	const char *body;
	const char *first, *next; /* begin the first row, another one */
	const char *after_time;
	const char *before_value, *after_value;
	const char *unknown; /* in place of a value and what is around it */
	const char *after_row;
	const char *end;
} formats[EXPORT_FORMATS] = {
	[EXPORT_CSV] = { "csv", begin_table, column_csv, "\r\n", "", "", "", ",", "", ",", "\r\n",
			 "" },
	[EXPORT_JSON] = { "json", begin_json, column_json, "\n],\n\"rows\": [", "\n[", ",\n[", "",
			  ",", "", ",null", "]", "\n]\n}\n" },
	[EXPORT_TSV] = { "tsv", begin_table, column_tsv, "\n", "", "", "", "\t", "", "\t", "\n",
			 "" },
	[EXPORT_XML] = { "xml", begin_xml, column_xml, "</columns>\n<rows>\n", "<row time=\"",
			 "<row time=\"", "\">", "<v>", "</v>", "<v/>", "</row>\n",
			 "</rows>\n</export>\n" },
};

int export_format(const char *name)
{
	for (int i = 0; i < EXPORT_FORMATS; i++) {
		if (strcmp(formats[i].name, name) == 0)
			return i;
	}
	return -EINVAL;
}

void export_begin(const struct export_about *about, struct buf *buf)
{
	formats[about->format].begin(about, buf);
}

void export_column(const struct export_about *about, const struct export_column *column,
		   struct buf *buf)
{
	formats[about->format].column(column, buf);
}

void export_body(const struct export_about *about, struct buf *buf)
{
	add(buf, formats[about->format].body);
}

void export_row(const struct export_about *about, size_t index, time_t time, const double value[],
		size_t columns, struct buf *buf)
{
	const struct format *format = &formats[about->format];
	char text[EXACT_SIZE];

	add(buf, index == 0 ? format->first : format->next);
	buf_put(buf, text, exact_text((double)time, text));
	add(buf, format->after_time);
	for (size_t i = 0; i < columns; i++) {
		if (!isfinite(value[i])) {
			add(buf, format->unknown);
			continue;
		}
		add(buf, format->before_value);
		buf_put(buf, text, exact_text(value[i], text));
		add(buf, format->after_value);
	}
	add(buf, format->after_row);
}

void export_end(const struct export_about *about, struct buf *buf)
{
	add(buf, formats[about->format].end);
}

/* notes.c - messages for people, kept until main.c prints them. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "notes.h"
#include "banned.h"

#define LINE_SIZE 2048
#define LINE_COLUMNS 1000

static bool has_line(const struct notes *notes, const char *line, size_t len)
{
	const char *end = notes->text + notes->len;

	for (const char *at = notes->text; at < end; at = strchr(at, '\n') + 1) {
		if (strncmp(at, line, len) == 0 && at[len] == '\n')
			return true;
	}
	return false;
}

static void add_line(struct notes *notes, const char *line, size_t len)
{
	struct buf buf = { .at = notes->text, .size = sizeof(notes->text), .len = notes->len };

	if (has_line(notes, line, len))
		return;
	buf_add(&buf, "%.*s\n", (int)len, line);
	notes->len = buf.len;
	notes->left_out += buf.cut;
}

static void add(struct notes *notes, const char *format, va_list args) PRINTF(2, 0);

static void add(struct notes *notes, const char *format, va_list args)
{
	char raw[LINE_SIZE], clean[LINE_SIZE * 2];
	struct buf line = buf_of(clean, sizeof(clean));

	vsnprintf(raw, sizeof(raw), format, args);
	buf_add_name(&line, raw, LINE_COLUMNS);
	add_line(notes, line.at, line.len);
}

void notes_warn(struct notes *notes, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add(notes, format, args);
	va_end(args);
}

void notes_fail(struct notes *notes, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add(notes, format, args);
	va_end(args);
	notes->failed = true;
}

void notes_merge(struct notes *to, const struct notes *from)
{
	const char *end = from->text + from->len;

	for (const char *at = from->text; at < end;) {
		const char *newline = strchr(at, '\n');

		add_line(to, at, (size_t)(newline - at));
		at = newline + 1;
	}
	to->left_out += from->left_out;
	to->failed |= from->failed;
}

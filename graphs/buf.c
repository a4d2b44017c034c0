/* buf.c - text built up in the caller's array, never beyond it. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "banned.h"

struct buf buf_of(char *at, size_t size)
{
	at[0] = '\0';
	return (struct buf){ .at = at, .size = size };
}

void buf_vadd(struct buf *buf, const char *format, va_list args)
{
	size_t room = buf->size - buf->len;
	int len;

	if (buf->cut)
		return;
	len = vsnprintf(buf->at + buf->len, room, format, args);
	if (len < 0 || (size_t)len >= room) {
		buf->at[buf->len] = '\0';
		buf->cut = true;
		return;
	}
	buf->len += (size_t)len;
}

void buf_add(struct buf *buf, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	buf_vadd(buf, format, args);
	va_end(args);
}

void buf_put(struct buf *buf, const char *text, size_t len)
{
	if (buf->cut || len >= buf->size - buf->len) {
		buf->cut = true;
		return;
	}
	memcpy(buf->at + buf->len, text, len);
	buf->len += len;
	buf->at[buf->len] = '\0';
}

size_t buf_char_bytes(const char *s)
{
	const unsigned char *u = (const unsigned char *)s;
	static const uint32_t lowest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t count;
	uint32_t code;

	if (u[0] < 0x80)
		return u[0] >= 0x20 && u[0] != 0x7f;
	count = (u[0] & 0xe0) == 0xc0	? 2
		: (u[0] & 0xf0) == 0xe0 ? 3
		: (u[0] & 0xf8) == 0xf0 ? 4
					: 0;
	if (count == 0)
		return 0;
	code = u[0] & (0x7fU >> count);
	for (size_t i = 1; i < count; i++) {
		if ((u[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (u[i] & 0x3fU);
	}
	if (code < lowest[count] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
		return 0;
	return code < 0xa0 ? 0 : count; /* U+0080..U+009F are controls */
}

size_t buf_columns(const char *text)
{
	size_t columns = 0;

	for (; *text; text++)
		columns += ((unsigned char)*text & 0xc0) != 0x80;
	return columns;
}

/* How many characters buf_add_name() makes of it. */
static size_t name_columns(const char *name)
{
	size_t columns = 0;

	while (*name) {
		size_t bytes = buf_char_bytes(name);

		name += bytes ? bytes : 1;
		columns++;
	}
	return columns;
}

void buf_add_name(struct buf *buf, const char *name, size_t columns)
{
	bool is_long = name_columns(name) > columns;

	for (size_t left = is_long ? columns - 1 : columns; *name && left > 0; left--) {
		size_t bytes = buf_char_bytes(name);

		if (bytes)
			buf_add(buf, "%.*s", (int)bytes, name);
		else
			buf_add(buf, "?");
		name += bytes ? bytes : 1;
	}
	if (is_long)
		buf_add(buf, "…");
}

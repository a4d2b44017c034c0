/* findings.c - what a check found: what it is about, in words, and the cure. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "findings.h"
#include "banned.h"

#define RAW_SIZE 4096

static struct finding *last(struct findings *findings)
{
	return &findings->at[findings->count ? findings->count - 1 : 0];
}

/* Append what people can read; what does not fit is cut, and ends in an ellipsis. */
static void append(char *text, size_t size, const char *format, va_list args) PRINTF(3, 0);

static void append(char *text, size_t size, const char *format, va_list args)
{
	char raw[RAW_SIZE];
	struct buf buf = { .at = text, .size = size, .len = strlen(text) };

	vsnprintf(raw, sizeof(raw), format, args);
	/* each character has 4 bytes at most, and the ellipsis 3 */
	buf_add_name(&buf, raw, buf.size - buf.len > 8 ? buf.size - buf.len - 4 : 1);
}

void findings_add(struct findings *findings, enum severity severity, const char *subject, ...)
{
	struct finding *finding;
	va_list args;

	if (findings->count > FINDINGS_MAX) {
		findings->left_out[findings->at[FINDINGS_MAX].severity]++;
		findings->count--;
	}
	finding = &findings->at[findings->count++];
	*finding = (struct finding){ .check = findings->check, .severity = severity };
	va_start(args, subject);
	append(finding->subject, sizeof(finding->subject), subject, args);
	va_end(args);
}

void findings_text(struct findings *findings, const char *format, ...)
{
	struct finding *finding = last(findings);
	va_list args;

	va_start(args, format);
	append(finding->text, sizeof(finding->text), format, args);
	va_end(args);
}

void findings_cure(struct findings *findings, const char *format, ...)
{
	struct finding *finding = last(findings);
	va_list args;

	va_start(args, format);
	append(finding->cure, sizeof(finding->cure), format, args);
	va_end(args);
}

size_t findings_count(const struct findings *findings, enum severity severity)
{
	size_t count = findings->left_out[severity];

	for (size_t i = 0; i < findings->count; i++)
		count += findings->at[i].severity == severity;
	return count;
}

const char *severity_name(enum severity severity)
{
	static const char *const names[] = { "problem", "advice", "fact" };

	return names[severity];
}

static bool is_printable(const char *word)
{
	while (*word) {
		size_t bytes = buf_char_bytes(word);

		if (bytes == 0)
			return false;
		word += bytes;
	}
	return true;
}

/* What a terminal does not show as it is goes into $'...', of bash and newer shells. */
static void add_bytes(struct buf *buf, const char *word)
{
	buf_add(buf, "$'");
	for (; *word; word++) {
		if (*word == '\'' || *word == '\\')
			buf_add(buf, "\\%c", *word);
		else if (buf_char_bytes(word) == 1)
			buf_add(buf, "%c", *word);
		else
			buf_add(buf, "\\x%02x", (unsigned int)(unsigned char)*word);
	}
	buf_add(buf, "'");
}

const char *shell_word(const char *word, char ret[SHELL_WORD_SIZE])
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789/._-+:,@%=";
	struct buf buf = buf_of(ret, SHELL_WORD_SIZE);

	if (*word && word[strspn(word, plain)] == '\0') {
		buf_add(&buf, "%s", word);
		return ret;
	}
	if (!is_printable(word)) {
		add_bytes(&buf, word);
		return ret;
	}
	buf_add(&buf, "'");
	for (const char *at = word; *at; at++) {
		if (*at == '\'')
			buf_add(&buf, "'\\''");
		else
			buf_add(&buf, "%c", *at);
	}
	buf_add(&buf, "'");
	return ret;
}

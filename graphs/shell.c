/* shell.c - words for a shell. */
#include <stdbool.h>
#include <string.h>

#include "buf.h"
#include "shell.h"
#include "banned.h"

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

/* words.c - the words of a command line, in the caller's arrays. */
#include "words.h"
#include "banned.h"

void words_part(struct words *words, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	buf_vadd(&words->text, format, list);
	va_end(list);
}

void words_end(struct words *words)
{
	struct buf *text = &words->text;

	if (text->cut || text->len + 1 >= text->size || words->argc + 1 >= (int)words->max) {
		words->cut = true;
		return;
	}
	words->argv[words->argc++] = text->at + words->begin;
	words->argv[words->argc] = NULL;
	text->at[++text->len] = '\0'; /* the word keeps its NUL */
	words->begin = text->len;
}

void words_add(struct words *words, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	buf_vadd(&words->text, format, list);
	va_end(list);
	words_end(words);
}

/* words.c - the words of a command line, in the caller's arrays. */
#include "words.h"
#include "banned.h"

void words_part(struct args *args, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	buf_vadd(&args->text, format, list);
	va_end(list);
}

void words_end(struct args *args)
{
	struct buf *text = &args->text;

	if (text->cut || text->len + 1 >= text->size || args->argc + 1 >= (int)args->max) {
		args->cut = true;
		return;
	}
	args->argv[args->argc++] = text->at + args->begin;
	args->argv[args->argc] = NULL;
	text->at[++text->len] = '\0'; /* the word keeps its NUL */
	args->begin = text->len;
}

void words_add(struct args *args, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	buf_vadd(&args->text, format, list);
	va_end(list);
	words_end(args);
}

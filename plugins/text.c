/* text.c - from the kernel's text to numbers. */
#include "text.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "banned.h"

#define NUMBER_SIZE 24 /* room for any of 64 bits */

int text_i64(const char *text, int64_t *ret)
{
	bool is_negative = text[0] == '-';
	const char *digit = text + is_negative;
	int64_t value = 0;

	if (digit[0] == '\0')
		return -EINVAL;
	if (digit[strspn(digit, "0123456789")] != '\0')
		return -EINVAL;
	/* Counted downwards: the lowest number has no positive counterpart. */
	for (; *digit; digit++) {
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_sub_overflow(value, *digit - '0', &value))
			return -ERANGE;
	}
	if (!is_negative && value == INT64_MIN)
		return -ERANGE;
	*ret = is_negative ? value : -value;
	return 0;
}

int text_i32(const char *text, int32_t *ret)
{
	int64_t value;
	int rc = text_i64(text, &value);

	if (rc < 0)
		return rc;
	if (value < INT32_MIN || value > INT32_MAX)
		return -ERANGE;
	*ret = (int32_t)value;
	return 0;
}

int text_next_i64(const char **text, int64_t *ret)
{
	char number[NUMBER_SIZE];
	const char *word = *text + strspn(*text, " \t");
	size_t length = strcspn(word, " \t\n");

	if (length >= sizeof(number))
		return -EINVAL;
	memcpy(number, word, length);
	number[length] = '\0';
	*text = word + length;
	if (length == 0)
		return 0;
	int rc = text_i64(number, ret);
	return rc < 0 ? rc : 1;
}

void text_make_printable(char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (text[i] < ' ' || text[i] > '~')
			text[i] = '?';
	}
}

int text_dir_length(const char *path)
{
	size_t length = strlen(path);

	while (length > 0 && path[length - 1] == '/')
		length--;
	return (int)length;
}

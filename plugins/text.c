/* text.c - from the kernel's text to numbers. */
#include "text.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "banned.h"

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

int text_dir_length(const char *path)
{
	size_t length = strlen(path);

	while (length > 0 && path[length - 1] == '/')
		length--;
	return (int)length;
}

/* name.c - what a device is called in samples: the kernel's text cleaned, twins told apart. */
#include "name.h"

#include <stdio.h>
#include <string.h>

#include "array.h"
#include "banned.h"

static bool is_blank(char byte)
{
	return byte == ' ' || byte == '\t';
}

static char clean_byte(char byte)
{
	if ((byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
	    (byte >= '0' && byte <= '9') || (byte != '\0' && strchr("._+:,()-", byte)))
		return byte;
	return '_';
}

size_t name_clean(const char *text, size_t length, char ret[NAME_CUT + 1])
{
	while (length > 0 && is_blank(text[0])) {
		text++;
		length--;
	}
	while (length > 0 && is_blank(text[length - 1]))
		length--;

	size_t count = MIN(length, NAME_CUT);
	for (size_t i = 0; i < count; i++)
		ret[i] = clean_byte(text[i]);
	ret[count] = '\0';
	return count;
}

void name_set(struct name *ret, const char *text, const char *fallback, unsigned int number)
{
	ret->number = number;
	ret->is_twin = false;
	if (name_clean(text, strlen(text), ret->base) == 0)
		snprintf(ret->base, sizeof(ret->base), "%s%u", fallback, number);
	snprintf(ret->text, sizeof(ret->text), "%s", ret->base);
}

static void make_twin(struct name *name)
{
	if (name->is_twin)
		return;
	name->is_twin = true;
	snprintf(name->text, sizeof(name->text), "%s_%u", name->base, name->number);
}

/* Whether one of `others` is called as `name` is, all of which then get their numbers. */
static bool make_twins(struct name *name, struct name *const others[], size_t count)
{
	char text[NAME_SIZE];
	bool found = false;

	memcpy(text, name->text, sizeof(text));
	for (size_t i = 0; i < count; i++) {
		if (strcmp(others[i]->text, text) != 0)
			continue;
		make_twin(others[i]);
		found = true;
	}
	if (found)
		make_twin(name);
	return found;
}

/* A suffix can make a name equal to a third one, which then needs its own. Two that have
 * theirs differ by the numbers, so this ends. */
void name_tell_twins(struct name *const name[], size_t count)
{
	bool again = true;

	while (again) {
		again = false;
		for (size_t i = 0; i < count; i++)
			again |= make_twins(name[i], &name[i + 1], count - i - 1);
	}
}

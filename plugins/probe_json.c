/* probe_json.c - JSON as boardprobe prints it. */
#include "probe_json.h"

#include <stdio.h>

#include "banned.h"

struct json_object *probe_json_text(const char *text)
{
	return text[0] ? json_object_new_string(text) : NULL;
}

struct json_object *probe_json_number(int64_t number)
{
	return number > 0 ? json_object_new_int64(number) : NULL;
}

void probe_json_print(struct json_object *object)
{
	puts(json_object_to_json_string_ext(object, JSON_C_TO_STRING_PRETTY |
							    JSON_C_TO_STRING_SPACED |
							    JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(object);
}

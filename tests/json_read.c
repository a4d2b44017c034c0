/* json_read.c - JSON by a parser that takes no liberties. */
#include <string.h>

#include "json_read.h"
#include "unit.h"

struct json_object *json_read(const char *text)
{
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *json;

	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
	json = json_tokener_parse_ex(tokener, text, (int)strlen(text));
	if (!json)
		fail_msg("%s", json_tokener_error_desc(json_tokener_get_error(tokener)));
	json_tokener_free(tokener);
	return json;
}

const char *json_read_text(struct json_object *json, const char *key)
{
	struct json_object *member;

	assert_true(json_object_object_get_ex(json, key, &member));
	return json_object_get_string(member);
}

long long json_read_number(struct json_object *json, const char *key)
{
	struct json_object *member;

	assert_true(json_object_object_get_ex(json, key, &member));
	return json_object_get_int64(member);
}

/* json_read.c - JSON by a parser that takes no liberties. */
#include <stdlib.h>
#include <string.h>

#include "json_read.h"
#include "unit.h"

static struct json_object *parse(const char *text, int flags)
{
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *json;

	json_tokener_set_flags(tokener, flags);
	json = json_tokener_parse_ex(tokener, text, (int)strlen(text));
	if (!json)
		fail_msg("%s: %s", json_tokener_error_desc(json_tokener_get_error(tokener)), text);
	json_tokener_free(tokener);
	return json;
}

struct json_object *json_read(const char *text)
{
	char *ascii = strdup(text);

	/* json-c 0.18 takes any byte beyond ASCII for an error when strict: its issue 892 */
	assert_non_null(ascii);
	for (char *at = ascii; *at; at++) {
		if ((unsigned char)*at >= 0x80)
			*at = '?';
	}
	json_object_put(parse(ascii, JSON_TOKENER_STRICT));
	free(ascii);
	return parse(text, JSON_TOKENER_VALIDATE_UTF8);
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

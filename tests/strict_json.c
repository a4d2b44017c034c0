/* strict_json.c - JSON as RFC 8259 has it, and nothing that a lenient parser lets pass. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "strict_json.h"

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

struct json_object *strict_json(const char *text)
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

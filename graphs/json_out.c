/* json_out.c - values for scripts. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "json_out.h"
#include "banned.h"

struct json_object *json_out_text(const char *text)
{
	size_t size = text ? strlen(text) + 1 : 0;
	char *clean = text ? malloc(size) : NULL;
	struct json_object *json;
	struct buf buf;

	if (!clean)
		return NULL;
	buf = buf_of(clean, size);
	buf_add_name(&buf, text, size);
	json = json_object_new_string(clean);
	free(clean);
	return json;
}

struct json_object *json_out_number(double value)
{
	return isfinite(value) ? json_object_new_double(value) : NULL;
}

void json_out_add(struct json_object *object, const char *key, const char *text)
{
	json_object_object_add(object, key, json_out_text(text));
}

int json_out_print(struct json_object *json, FILE *out)
{
	const char *text = json_object_to_json_string_ext(
		json,
		JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE);

	if (text)
		fprintf(out, "%s\n", text);
	json_object_put(json);
	return text ? 0 : -ENOMEM;
}

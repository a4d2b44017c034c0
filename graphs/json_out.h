/* json_out.h - values for scripts. Names are bytes, and JSON is UTF-8. */
#ifndef JSON_OUT_H
#define JSON_OUT_H

#include <json-c/json.h>
#include <stdio.h>

/* Text in which control characters and bytes that are no UTF-8 are '?'. NULL, json-c's null, for
 * NULL and for lack of memory. */
struct json_object *json_out_text(const char *text);

/* NULL for what is no number. */
struct json_object *json_out_number(double value);

/* Add text, as json_out_text() makes it. */
void json_out_add(struct json_object *object, const char *key, const char *text);

/* Print `json` and free it. Returns 0 or -ENOMEM. */
int json_out_print(struct json_object *json, FILE *out);

#endif

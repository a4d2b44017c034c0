/* json_read.h - JSON by a parser that takes no liberties. */
#ifndef JSON_READ_H
#define JSON_READ_H

#include <json-c/json.h>

/* Each fails the test where there is no such thing. json_object_put() frees what is read. */
struct json_object *json_read(const char *text);
const char *json_read_text(struct json_object *json, const char *key);
long long json_read_number(struct json_object *json, const char *key);

#endif

/* probe_json.h - JSON as boardprobe prints it. */
#ifndef PROBE_JSON_H
#define PROBE_JSON_H

#include <json-c/json.h>
#include <stdint.h>

/* A text, or null where it is empty. */
struct json_object *probe_json_text(const char *text);

/* A number above zero, or null: unknown. */
struct json_object *probe_json_number(int64_t number);

/* Print it, and put it. */
void probe_json_print(struct json_object *object);

#endif

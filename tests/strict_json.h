/* strict_json.h - JSON as RFC 8259 has it, and nothing that a lenient parser lets pass. */
#ifndef STRICT_JSON_H
#define STRICT_JSON_H

#include <json-c/json.h>

/* Parse the whole text; fails the test if it is not JSON in UTF-8. */
struct json_object *strict_json(const char *text);

#endif

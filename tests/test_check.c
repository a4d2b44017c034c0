/* test_check.c - boardgraph check of a healthy machine. */
#include <stdlib.h>
#include <string.h>

#include "json_read.h"
#include "machine.h"
#include "unit.h"

static void a_healthy_system_is_said_to_be_so(void **state)
{
	struct machine *m = *state;

	machine_expect_healthy(m);
	assert_non_null(strstr(m->said, "healthy: no problem found\n"));
	/* 5 values of 4 files each 10 s; 4 files are 4/100 of 521 MB, and 2.8 MB of journal */
	assert_non_null(strstr(m->said, "4 RRD files, 4 of them get 0.5 values per second; "
					"about 24 MB a day are written by rrdcached"));
	assert_non_null(strstr(m->said, "fact     eth0\n         MTU 1500\n"));
}

static void json_has_the_same(void **state)
{
	struct machine *m = *state;
	struct json_object *json, *facts, *findings, *first, *value;

	m->options.is_json = true;
	m->options.host = "nobody";
	machine_check(m);
	assert_int_equal(m->code, 1);
	json = json_read(m->said);
	assert_true(json_object_object_get_ex(json, "healthy", &value));
	assert_false(json_object_get_boolean(value));
	assert_true(json_object_object_get_ex(json, "facts", &facts));
	assert_int_equal(json_read_number(facts, "write_timeout_s"), 900);
	assert_true(json_object_object_get_ex(json, "findings", &findings));
	first = json_object_array_get_idx(findings, 0);
	assert_string_equal(json_read_text(first, "check"), "data");
	assert_string_equal(json_read_text(first, "severity"), "problem");
	assert_string_equal(json_read_text(first, "cure"), "boardgraph check --host " RIG_HOST);
	json_object_put(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		MACHINE_TEST(a_healthy_system_is_said_to_be_so),
		MACHINE_TEST(json_has_the_same),
	};

	if (!rrdcached_is_there())
		return skip_all("rrdcached is not installed");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

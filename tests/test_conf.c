/* test_conf.c - what collectd is told to load and where to store. */
#include <stdlib.h>
#include <string.h>

#include "conf.h"
#include "unit.h"
#include "util.h"

static void any_configuration_is_read_without_a_crash(void **state)
{
	static const char *const lines[] = {
		"",
		"<",
		"</",
		"<Plugin",
		"\"",
		"Include \"",
		"<Include \"\\",
		"</Include>",
		"LoadPlugin >",
		"Interval -1",
		"DataDir",
		"<Plugin \"a\\",
		"LoadPlugin \"\\\"",
	};
	struct conf *conf = calloc(1, sizeof(*conf));
	struct conf_place place = { .block = "" };
	char longer[8192] = "LoadPlugin ";

	(void)state;
	conf_begin(conf);
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++)
		conf_line(conf, &place, lines[i]);
	place = (struct conf_place){ .block = "" };
	memset(longer + strlen(longer), 'x', sizeof(longer) - 100);
	for (int i = 0; i < 300; i++)
		conf_line(conf, &place, longer);
	conf_line(conf, &place, "</Plugin>");
	conf_line(conf, &place, longer + 20);
	conf_end(conf);
	assert_int_equal(conf->plugins, CONF_PLUGINS_MAX);
	free(conf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_configuration_is_read_without_a_crash),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

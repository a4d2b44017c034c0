/* test_probe.c - boardprobe as a user and a script see it: text, JSON, options, exit codes. */
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "listing.h"
#include "scratch.h"
#include "program.h"
#include "unit.h"
#include "banned.h"

#define XU4 FIXTURES "/odroid-xu4"
#define ODD FIXTURES "/thermal-odd-values"
#define NOTHING FIXTURES "/nothing"
#define CLASS "sys/class/thermal"

static struct output output;

static int teardown(void **state)
{
	(void)state;
	output_done(&output);
	return 0;
}

#define PROBE(...)                                                                                 \
	program_run(&output, NULL, (const char *const[]){ BOARDPROBE, __VA_ARGS__, NULL })
#define SHELL(script)                                                                              \
	program_run(&output, NULL,                                                                 \
		    (const char *const[]){ "sh", "-c", script, "sh", BOARDPROBE, XU4, NULL })

static void the_text_is_that_of_the_board(void **state)
{
	(void)state;
	char *expected = file_text(XU4 "/expected.txt");

	PROBE("--root", XU4);
	assert_int_equal(output.status, 0);
	assert_string_equal(output.out, expected);
	assert_string_equal(output.err, "");
	free(expected);
}

static void only_named_plugins_are_printed(void **state)
{
	(void)state;
	PROBE("--root", XU4, "cputemp");
	assert_int_equal(output.status, 0);
	assert_int_equal(strncmp(output.out, "cputemp/percent-pwm-fan 0\n", 26), 0);
	assert_null(strstr(output.out, "cpuirq"));
}

static void the_text_is_sorted_as_the_c_locale_does(void **state)
{
	(void)state;
	SHELL("\"$1\" --root \"$2\" | LC_ALL=C sort -c");
	assert_string_equal(output.err, "");
	assert_int_equal(output.status, 0);
}

static const char *member(struct json_object *sample, const char *key)
{
	struct json_object *value;

	assert_true(json_object_object_get_ex(sample, key, &value));
	assert_true(json_object_is_type(value, json_type_string));
	return json_object_get_string(value);
}

/* The line of text that says the same as the object. */
static void print_as_text(struct json_object *sample, FILE *text)
{
	struct json_object *values;
	char id[256];

	assert_int_equal(json_object_object_length(sample), 7);
	snprintf(id, sizeof(id), "%s%s%s/%s%s%s", member(sample, "plugin"),
		 member(sample, "instance")[0] ? "-" : "", member(sample, "instance"),
		 member(sample, "type"), member(sample, "type_instance")[0] ? "-" : "",
		 member(sample, "type_instance"));
	assert_string_equal(member(sample, "id"), id);
	assert_true(json_object_object_get_ex(sample, "values", &values));
	fprintf(text, "%s ", id);
	for (size_t i = 0; i < json_object_array_length(values); i++) {
		struct json_object *value = json_object_array_get_idx(values, i);

		assert_true(json_object_is_type(value, json_type_double) ||
			    json_object_is_type(value, json_type_int));
		fprintf(text, "%s%s", i == 0 ? "" : ":", json_object_to_json_string(value));
	}
	fputc('\n', text);
}

static void expect_unit(struct json_object *sample)
{
	static const struct {
		const char *type;
		const char *unit;
	} units[] = { { "temperature", "Cel" }, { "percent", "%" },  { "fanspeed", "rpm" },
		      { "irq", "1" },		{ "cpufreq", "Hz" }, { "derive", "1" },
		      { "if_octets", "By" },	{ "gauge", "bit/s" } };
	size_t i = 0;

	while (i < ARRAY_SIZE(units) && strcmp(units[i].type, member(sample, "type")) != 0)
		i++;
	assert_in_range(i, 0, ARRAY_SIZE(units) - 1);
	assert_string_equal(member(sample, "unit"), units[i].unit);
}

static void json_says_the_same_as_the_text(void **state)
{
	(void)state;
	static const char *const boards[] = { XU4, FIXTURES "/x86-16cpu-minipc", ODD };

	for (size_t i = 0; i < ARRAY_SIZE(boards); i++) {
		char *expected = file_text("%s/expected.txt", boards[i]);
		char *text;
		size_t length;

		PROBE("--json", "--root", boards[i]);
		struct json_object *list = json_tokener_parse(output.out);
		assert_true(json_object_is_type(list, json_type_array));
		FILE *stream = open_memstream(&text, &length);
		for (size_t j = 0; j < json_object_array_length(list); j++) {
			print_as_text(json_object_array_get_idx(list, j), stream);
			expect_unit(json_object_array_get_idx(list, j));
		}
		fclose(stream);
		assert_string_equal(text, expected);
		json_object_put(list);
		free(text);
		free(expected);
		output_done(&output);
	}
}

static void an_option_is_set_as_in_the_configuration(void **state)
{
	(void)state;
	PROBE("--root", ODD, "-o", "cputemp.Unit=battery,decidegree", "-o", "cputemp.Zone=battery",
	      "-o", "cputemp.CoolingDevice=none", "cputemp");
	assert_string_equal(output.out, "cputemp/temperature-battery 31.4\n");
	output_done(&output);
	PROBE("--root", XU4, "-o", "cpuirq.Irq=ehci_hcd:usb1,_ohci_hcd:usb2", "cpuirq");
	assert_non_null(strstr(output.out, "cpuirq-ehci_hcd:usb1,_ohci_hcd:usb2/irq-cpu0 1465\n"));
	assert_null(strstr(output.out, "mct_tick"));
	output_done(&output);
	PROBE("--root", XU4, "-o", "cputemp.zone=/^cpu[01]-thermal$/", "-o",
	      "cputemp.CoolingDevice=/./", "-o", "cputemp.IgnoreSelected=true", "cputemp");
	assert_null(strstr(output.out, "cpu0-thermal"));
	assert_non_null(strstr(output.out, "cputemp/temperature-cpu2-thermal 34\n"));
	assert_null(strstr(output.out, "percent"));
	assert_int_equal(output.status, 0);
}

static void a_name_with_a_comma_is_one_value(void **state)
{
	(void)state;
	struct scratch scratch;

	scratch_make(&scratch);
	scratch_write(&scratch, "cpu,big\n", CLASS "/thermal_zone0/type");
	scratch_write(&scratch, "45000\n", CLASS "/thermal_zone0/temp");
	scratch_write(&scratch, "gpu\n", CLASS "/thermal_zone1/type");
	scratch_write(&scratch, "46000\n", CLASS "/thermal_zone1/temp");
	PROBE("--root", scratch.path, "-o", "cputemp.Zone=cpu,big", "cputemp");
	scratch_done(&scratch);
	assert_string_equal(output.out, "cputemp/temperature-cpu,big 45\n");
}

static void wrong_usage_is_exit_2_and_says_what(void **state)
{
	(void)state;
	static const struct {
		const char *argument[2];
		const char *says;
	} cases[] = {
		{ { "cpu" }, "cpu" },
		{ { "USB" },
		  "there are cputemp, clusterfreq, cpuirq, usbio; and irq or usb, each" },
		{ { "irq", "usb" }, "irq stands alone" },
		{ { "cputemp", "usb" }, "usb stands alone" },
		{ { "--nonsense" }, "--help" },
		{ { "-x" }, "--help" },
		{ { "--root" }, "--help" },
		{ { "--root", "/no/such/dir" }, "/no/such/dir" },
		{ { "--root", "/dev/null" }, "/dev/null" },
		{ { "--root", "" }, "No such file" },
		{ { "-o" }, "--help" },
		{ { "-o", "cputemp" }, "cputemp" },
		{ { "-o", "cputemp.Zone" }, "cputemp.Zone" },
		{ { "-o", "Zone=cpu" }, "Zone=cpu" },
		{ { "-o", "gputemp.Zone=cpu" }, "gputemp; there are cputemp, clusterfreq" },
		{ { "-o", "cputemp.Zones=cpu" },
		  "Zones: no such option; there are Zone, CoolingDevice, IgnoreSelected, Unit, "
		  "Hwmon; see collectd-boardstat.conf(5)" },
		{ { "-o", "cputemp.Zone=" }, "Zone" },
		{ { "-o", "cputemp.Zone=/(/" },
		  "not a value that it takes; see collectd-boardstat" },
		{ { "-o", "cputemp.Unit=kelvin" },
		  "takes; there are auto, millidegree, decidegree, degree; see collectd-" },
		{ { "-o", "cputemp.Unit=a,b,c,d,e,f,g,h,i,j" }, "Unit" },
		{ { "-o", "cputemp.IgnoreSelected=2" }, "IgnoreSelected" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		PROBE(cases[i].argument[0], cases[i].argument[1]);
		assert_int_equal(output.status, 2);
		assert_string_equal(output.out, "");
		assert_non_null(strstr(output.err, cases[i].says));
		output_done(&output);
	}
}

static void where_there_is_no_sensor_it_says_what_was_looked_for(void **state)
{
	(void)state;
	PROBE("--root", NOTHING);
	assert_int_equal(output.status, 0);
	assert_string_equal(output.out, "");
	assert_non_null(strstr(output.err, NOTHING "/sys/class/thermal/"));
	assert_non_null(strstr(output.err, NOTHING "/proc/interrupts"));
	output_done(&output);
	PROBE("--json", "--root", NOTHING "//");
	assert_int_equal(output.status, 0);
	struct json_object *list = json_tokener_parse(output.out);
	assert_int_equal(json_object_array_length(list), 0);
	json_object_put(list);
	assert_non_null(strstr(output.err, NOTHING "/sys/class/thermal/"));
	assert_non_null(strstr(output.err, NOTHING "/proc/interrupts"));
}

static void what_there_is_no_room_for_is_said(void **state)
{
	(void)state;
	struct scratch scratch;

	scratch_make(&scratch);
	for (unsigned int i = 0; i < 300; i++)
		scratch_write(&scratch, "40000\n", CLASS "/thermal_zone%u/temp", i);
	PROBE("--root", scratch.path, "cputemp");
	scratch_done(&scratch);
	assert_int_equal(output.status, 0);
	assert_string_equal(output.err, "boardprobe: cputemp: there is no room for 44 more\n");
}

static void output_that_cannot_be_written_is_exit_1(void **state)
{
	(void)state;
	static const char *const scripts[] = {
		"\"$1\" --root \"$2\" >/dev/full", "\"$1\" --root \"$2\" --json >/dev/full",
		"\"$1\" --root \"$2\" >&-",	   "\"$1\" --help >/dev/full",
		"\"$1\" --version >/dev/full",
	};

	for (size_t i = 0; i < ARRAY_SIZE(scripts); i++) {
		SHELL(scripts[i]);
		assert_int_equal(output.status, 1);
		assert_int_not_equal(strlen(output.err), 0);
		output_done(&output);
	}
}

static void help_and_version_go_to_stdout(void **state)
{
	(void)state;
	PROBE("--help");
	assert_int_equal(output.status, 0);
	assert_non_null(strstr(output.out, "--root DIR"));
	assert_string_equal(output.err, "");
	output_done(&output);
	PROBE("--version");
	assert_int_equal(output.status, 0);
	assert_string_equal(output.out, "boardprobe " BOARDSTAT_VERSION "\n");
}

static void this_machine_can_be_read(void **state)
{
	(void)state;
	PROBE("--json");
	assert_int_equal(output.status, 0);
	struct json_object *list = json_tokener_parse(output.out);
	assert_true(json_object_is_type(list, json_type_array));
	json_object_put(list);
}

#define TEST(name) cmocka_unit_test_teardown(name, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_text_is_that_of_the_board),
		TEST(only_named_plugins_are_printed),
		TEST(the_text_is_sorted_as_the_c_locale_does),
		TEST(json_says_the_same_as_the_text),
		TEST(an_option_is_set_as_in_the_configuration),
		TEST(a_name_with_a_comma_is_one_value),
		TEST(wrong_usage_is_exit_2_and_says_what),
		TEST(where_there_is_no_sensor_it_says_what_was_looked_for),
		TEST(what_there_is_no_room_for_is_said),
		TEST(output_that_cannot_be_written_is_exit_1),
		TEST(help_and_version_go_to_stdout),
		TEST(this_machine_can_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

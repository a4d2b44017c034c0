/*
 * test_module.c - the modules that ship, in the hands of a daemon that records what they do
 *
 * The functions of collectd that a module may call are defined here and exported; the module is
 * loaded as collectd loads it.
 */
#include <collectd/core/daemon/collectd.h>
#include <collectd/core/daemon/plugin.h>
#include <collectd/core/utils/common/common.h>
#include <collectd/core/daemon/utils_complain.h>

#include <dlfcn.h>

#include "array.h"
#include "listing.h"
#include "scratch.h"
#include "unit.h"
#include "banned.h"

#define XU4 FIXTURES "/odroid-xu4"
#define LOG_LINES 32
#define VALUES 3

static struct {
	int (*configure)(oconfig_item_t *);
	plugin_init_cb init;
	int (*read)(void);
	int (*shut_down)(void);
	int level[LOG_LINES];
	char line[LOG_LINES][1024];
	size_t lines;
	char plugin[DATA_MAX_NAME_LEN]; /* as dispatched; the listing refers to it */
	struct listing listing;
	cdtime_t time;
	void *module;
} daemon_;

static struct scratch scratch;

int plugin_register_complex_config(const char *type, int (*callback)(oconfig_item_t *))
{
	assert_string_equal(type, "cputemp");
	daemon_.configure = callback;
	return 0;
}

int plugin_register_init(const char *name, plugin_init_cb callback)
{
	(void)name;
	daemon_.init = callback;
	return 0;
}

int plugin_register_read(const char *name, int (*callback)(void))
{
	(void)name;
	daemon_.read = callback;
	return 0;
}

int plugin_register_shutdown(const char *name, int (*callback)(void))
{
	(void)name;
	daemon_.shut_down = callback;
	return 0;
}

__attribute__((format(printf, 2, 0))) static void record(int level, const char *format,
							 va_list args)
{
	assert_true(daemon_.lines < LOG_LINES);
	daemon_.level[daemon_.lines] = level;
	vsnprintf(daemon_.line[daemon_.lines++], sizeof(daemon_.line[0]), format, args);
}

void plugin_log(int level, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	record(level, format, args);
	va_end(args);
}

void c_complain_once(int level, c_complain_t *complaint, const char *format, ...)
{
	va_list args;

	if (complaint->interval != 0)
		return;
	complaint->interval = 1;
	va_start(args, format);
	record(level, format, args);
	va_end(args);
}

void c_do_release(int level, c_complain_t *complaint, const char *format, ...)
{
	va_list args;

	complaint->interval = 0;
	va_start(args, format);
	record(level, format, args);
	va_end(args);
}

cdtime_t cdtime(void)
{
	return ++daemon_.time;
}

char *sstrncpy(char *destination, const char *source, size_t size)
{
	snprintf(destination, size, "%s", source);
	return destination;
}

char *sstrerror(int error, char *buffer, size_t size)
{
	snprintf(buffer, size, "%s", strerrordesc_np(error));
	return buffer;
}

int plugin_dispatch_values(value_list_t const *list)
{
	bool is_counter = strcmp(list->type, "irq") == 0;
	struct sample sample = {
		.instance = list->plugin_instance,
		.type = list->type,
		.type_instance = list->type_instance,
		.kind = is_counter ? SAMPLE_DERIVE : SAMPLE_GAUGE,
		.count = list->values_len,
	};

	assert_int_equal(list->time, daemon_.time); /* one for all samples of a read */
	assert_string_equal(list->host, "");
	for (size_t i = 0; i < list->values_len; i++) {
		if (is_counter)
			sample.derive[i] = list->values[i].derive;
		else
			sample.gauge[i] = list->values[i].gauge;
	}
	sstrncpy(daemon_.plugin, list->plugin, sizeof(daemon_.plugin));
	daemon_.listing.plugin = daemon_.plugin;
	listing_add(&sample, &daemon_.listing);
	return 0;
}

static int setup(void **state)
{
	void (*module_register)(void);

	(void)state;
	memset(&daemon_, 0, sizeof(daemon_));
	scratch_make(&scratch);
	daemon_.module = dlopen(MODULES "/cputemp.so", RTLD_NOW | RTLD_LOCAL);
	if (!daemon_.module) {
		print_message("# %s\n", dlerror());
		return -1;
	}
	*(void **)&module_register = dlsym(daemon_.module, "module_register");
	module_register();
	return 0;
}

/* Unloading takes the module's own pointers away: what it did not free is a leak then. */
static int teardown(void **state)
{
	(void)state;
	int rc = daemon_.shut_down();

	rc |= daemon_.shut_down();
	dlclose(daemon_.module);
	listing_done(&daemon_.listing);
	scratch_done(&scratch);
	return rc;
}

/* One option with values of text. */
static void configure(const char *key, const char *first, const char *second)
{
	oconfig_value_t value[] = {
		{ .type = OCONFIG_TYPE_STRING, .value.string = strdup(first) },
		{ .type = OCONFIG_TYPE_STRING, .value.string = strdup(second ? second : "") },
	};
	oconfig_item_t item = { .key = strdup(key), .values = value, .values_num = second ? 2 : 1 };
	oconfig_item_t block = { .children = &item, .children_num = 1 };

	assert_int_equal(daemon_.configure(&block), 0);
	free(item.key);
	free(value[0].value.string);
	free(value[1].value.string);
}

static void expect_log(size_t line, int level, const char *text)
{
	assert_true(line < daemon_.lines);
	assert_int_equal(daemon_.level[line], level);
	assert_int_equal(strncmp(daemon_.line[line], "cputemp plugin: ", 16), 0);
	if (!strstr(daemon_.line[line], text))
		fail_msg("\"%s\" is not in: %s", text, daemon_.line[line]);
}

/* Read once; what comes must be these lines. */
static void expect_read(const char *lines)
{
	assert_int_equal(daemon_.read(), 0);
	char *text = listing_text(&daemon_.listing);
	assert_string_equal(text, lines);
	free(text);
	listing_done(&daemon_.listing);
}

static void a_board_is_sent_as_expected(void **state)
{
	(void)state;
	char *expected = file_text(XU4 "/expected.txt");
	char *own = strstr(expected, "cputemp/");

	configure("Root", XU4, NULL);
	assert_int_equal(daemon_.init(), 0);
	for (int i = 0; i < 3; i++)
		expect_read(own);
	assert_true(daemon_.lines <= 1); /* the first read may say what is new */
	free(expected);
}

static void it_reads_this_machine_without_a_configuration(void **state)
{
	(void)state;
	assert_int_equal(daemon_.init(), 0);
	assert_int_equal(daemon_.read(), 0);
	assert_int_equal(daemon_.read(), 0);
}

static void options_of_the_configuration_are_used(void **state)
{
	(void)state;
	configure("root", FIXTURES "/thermal-odd-values", NULL);
	configure("ZONE", "/^(battery|SEN4)$/", NULL);
	configure("CoolingDevice", "none", NULL);
	configure("Unit", "battery", "decidegree");
	assert_int_equal(daemon_.init(), 0);
	expect_read("cputemp/temperature-SEN4 0.05\n"
		    "cputemp/temperature-battery 31.4\n");
}

#define TEXT(content)                                                                              \
	{                                                                                          \
		.type = OCONFIG_TYPE_STRING, .value.string = (char[])                              \
		{                                                                                  \
			content                                                                    \
		}                                                                                  \
	}
#define NUMBER(content)                                                                            \
	{                                                                                          \
		.type = OCONFIG_TYPE_NUMBER, .value = {.number = (content) }                       \
	}
#define BOOLEAN(content)                                                                           \
	{                                                                                          \
		.type = OCONFIG_TYPE_BOOLEAN, .value = {.boolean = (content) }                     \
	}

static void a_wrong_option_is_one_warning_that_names_it(void **state)
{
	(void)state;
	struct {
		const char *key;
		int count;
		oconfig_value_t value[10];
	} wrong[] = {
		{ "Zones", 1, { TEXT("cpu") } },
		{ "", 1, { TEXT("cpu") } },
		{ .key = "FanSpeed" },
		{ .key = "Zone" },
		{ "Zone", 1, { TEXT("/(/") } },
		{ "Zone", 1, { TEXT("") } },
		{ "Zone", 2, { TEXT("cpu"), TEXT("gpu") } },
		{ "CoolingDevice", 1, { TEXT("/[/") } },
		{ "IgnoreSelected", 1, { TEXT("maybe") } },
		{ "IgnoreSelected", 1, { NUMBER(2) } },
		{ "Unit", 1, { BOOLEAN(true) } },
		{ "Unit", 1, { NUMBER(1e300) } },
		{ "Unit", 2, { TEXT("cpu"), TEXT("kelvin") } },
		{ "Unit",
		  10,
		  { TEXT("a"), TEXT("b"), TEXT("c"), TEXT("d"), TEXT("e"), TEXT("f"), TEXT("g"),
		    TEXT("h"), TEXT("i"), TEXT("j") } },
		{ "Root", 1, { TEXT("relative") } },
		{ "Root", 1, { NUMBER(1) } },
		{ .key = "Root" },
		{ "Root", 2, { TEXT("/"), TEXT("/") } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		oconfig_item_t item = { .key = strdup(wrong[i].key),
					.values = wrong[i].value,
					.values_num = wrong[i].count };
		oconfig_item_t block = { .children = &item, .children_num = 1 };
		char quoted[64];

		snprintf(quoted, sizeof(quoted), "\"%s\"", wrong[i].key);
		daemon_.lines = 0;
		assert_int_equal(daemon_.configure(&block), 0);
		assert_int_equal(daemon_.lines, 1);
		expect_log(0, LOG_WARNING, quoted);
		free(item.key);
	}
	daemon_.lines = 0;
	configure("Root", FIXTURES "/thermal-odd-values", NULL);
	assert_int_equal(daemon_.init(), 0);
	assert_int_equal(daemon_.read(), 0);
	assert_int_equal(daemon_.listing.count, 18); /* all, in the usual units */
}

static void a_block_in_the_block_is_a_wrong_option(void **state)
{
	(void)state;
	oconfig_item_t child = { 0 };
	char key[] = "Zone";
	oconfig_value_t value[] = { TEXT("cpu") };
	oconfig_item_t item = {
		.key = key, .values = value, .values_num = 1, .children = &child, .children_num = 1
	};
	oconfig_item_t block = { .children = &item, .children_num = 1 };

	assert_int_equal(daemon_.configure(&block), 0);
	assert_int_equal(daemon_.lines, 1);
	expect_log(0, LOG_WARNING, "\"Zone\"");
}

static void a_failure_is_logged_once_and_hidden(void **state)
{
	(void)state;
	configure("Root", scratch.path, NULL);
	assert_int_equal(daemon_.init(), 0);
	for (int i = 0; i < 5; i++)
		expect_read("");
	assert_int_equal(daemon_.lines, 1);
	expect_log(0, LOG_WARNING, "sys/class/thermal");
	scratch_write(&scratch, "cpu\n", "sys/class/thermal/thermal_zone0/type");
	scratch_write(&scratch, "45000\n", "sys/class/thermal/thermal_zone0/temp");
	daemon_.lines = 0;
	for (int i = 0; i < 5; i++)
		expect_read("cputemp/temperature-cpu 45\n");
	assert_in_range(daemon_.lines, 1, 2);
	expect_log(daemon_.lines - 1, LOG_INFO, "reads again");
	daemon_.lines = 0;
	scratch_remove(&scratch, "sys");
	for (int i = 0; i < 5; i++)
		expect_read("");
	assert_int_equal(daemon_.lines, 1);
	expect_log(0, LOG_WARNING, "sys/class/thermal");
}

static void a_sample_that_goes_and_returns_is_one_line_each(void **state)
{
	(void)state;
	configure("Root", scratch.path, NULL);
	scratch_write(&scratch, "cpu\n", "sys/class/thermal/thermal_zone0/type");
	scratch_write(&scratch, "45000\n", "sys/class/thermal/thermal_zone0/temp");
	scratch_write(&scratch, "gpu\n", "sys/class/thermal/thermal_zone1/type");
	scratch_write(&scratch, "46000\n", "sys/class/thermal/thermal_zone1/temp");
	assert_int_equal(daemon_.init(), 0);
	expect_read("cputemp/temperature-cpu 45\ncputemp/temperature-gpu 46\n");
	daemon_.lines = 0;
	scratch_refuse(&scratch, "sys/class/thermal/thermal_zone1/temp");
	for (int i = 0; i < 3; i++)
		expect_read("cputemp/temperature-cpu 45\n");
	assert_int_equal(daemon_.lines, 1);
	expect_log(0, LOG_NOTICE, "cputemp/temperature-gpu");
	scratch_remove(&scratch, "sys/class/thermal/thermal_zone1/temp");
	scratch_write(&scratch, "47000\n", "sys/class/thermal/thermal_zone1/temp");
	for (int i = 0; i < 3; i++)
		expect_read("cputemp/temperature-cpu 45\ncputemp/temperature-gpu 47\n");
	assert_int_equal(daemon_.lines, 2);
	expect_log(1, LOG_INFO, "cputemp/temperature-gpu");
}

static void a_root_that_is_missing_is_said_once(void **state)
{
	(void)state;
	configure("Root", "/no/such/root", NULL);
	assert_int_equal(daemon_.init(), 0);
	for (int i = 0; i < 3; i++)
		expect_read("");
	assert_int_equal(daemon_.lines, 1);
	expect_log(0, LOG_WARNING, "/no/such/root");
}

static void shutting_down_without_a_read_does_no_harm(void **state)
{
	(void)state;
	assert_int_equal(daemon_.shut_down(), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_board_is_sent_as_expected),
		TEST(it_reads_this_machine_without_a_configuration),
		TEST(options_of_the_configuration_are_used),
		TEST(a_wrong_option_is_one_warning_that_names_it),
		TEST(a_block_in_the_block_is_a_wrong_option),
		TEST(a_failure_is_logged_once_and_hidden),
		TEST(a_sample_that_goes_and_returns_is_one_line_each),
		TEST(a_root_that_is_missing_is_said_once),
		TEST(shutting_down_without_a_read_does_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_module.c - the modules that ship, in the hands of a daemon that records what they do
 *
 * The functions of collectd that a module may call are defined here and exported; the module is
 * loaded as collectd loads it.
 */
#include <collectd/core/daemon/collectd.h>
#include <collectd/core/daemon/plugin.h>
#include <collectd/core/utils/common/common.h>

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
	bool refuses; /* to register a read */
	int level[LOG_LINES];
	char line[LOG_LINES][1024];
	size_t lines;
	char plugin[DATA_MAX_NAME_LEN]; /* as dispatched; the listing refers to it */
	struct listing listing;
	cdtime_t time;
	cdtime_t interval; /* 0: every read is in time */
	void *module;
} daemon_;

static const char *plugin; /* the module under test */
static struct scratch scratch;

int plugin_register_complex_config(const char *type, int (*callback)(oconfig_item_t *))
{
	assert_string_equal(type, plugin);
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
	return daemon_.refuses ? ENOMEM : 0;
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

cdtime_t cdtime(void)
{
	return ++daemon_.time;
}

cdtime_t plugin_get_interval(void)
{
	return daemon_.interval;
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
	bool is_counter = strcmp(list->type, "irq") == 0 || strcmp(list->type, "derive") == 0 ||
			  strcmp(list->type, "if_octets") == 0;
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

static int load(const char *name)
{
	void (*module_register)(void);
	char path[PATH_MAX];

	plugin = name;
	snprintf(path, sizeof(path), MODULES "/%s.so", name);
	memset(&daemon_, 0, sizeof(daemon_));
	scratch_make(&scratch);
	daemon_.module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!daemon_.module) {
		print_message("# %s\n", dlerror());
		return -1;
	}
	*(void **)&module_register = dlsym(daemon_.module, "module_register");
	module_register();
	return 0;
}

static int load_cputemp(void **state)
{
	(void)state;
	return load("cputemp");
}

static int load_cpuirq(void **state)
{
	(void)state;
	return load("cpuirq");
}

static int load_clusterfreq(void **state)
{
	(void)state;
	return load("clusterfreq");
}

static int load_usbio(void **state)
{
	(void)state;
	return load("usbio");
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
	assert_int_equal(strncmp(daemon_.line[line], plugin, strlen(plugin)), 0);
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

	keep_plugin(expected, plugin);
	configure("Root", XU4, NULL);
	assert_int_equal(daemon_.init(), 0);
	for (int i = 0; i < 3; i++)
		expect_read(expected);
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

struct wrong_option {
	const char *key;
	int count;
	oconfig_value_t value[10];
};

static void expect_warnings(struct wrong_option wrong[], size_t count)
{
	for (size_t i = 0; i < count; i++) {
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
}

static void a_wrong_option_is_one_warning_that_names_it(void **state)
{
	(void)state;
	struct wrong_option wrong[] = {
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

	expect_warnings(wrong, ARRAY_SIZE(wrong));
	configure("Root", FIXTURES "/thermal-odd-values", NULL);
	assert_int_equal(daemon_.init(), 0);
	assert_int_equal(daemon_.read(), 0);
	assert_int_equal(daemon_.listing.count, 18); /* all, in the usual units */
}

static void a_wrong_option_of_cpuirq_is_one_too(void **state)
{
	(void)state;
	struct wrong_option wrong[] = {
		{ "Irqs", 1, { TEXT("eth0") } },
		{ "Irq", 1, { TEXT("/(/") } },
		{ "Irq", 1, { TEXT("/((a{1,255}){1,255}){1,255}/") } },
		{ .key = "Irq" },
		{ "GroupBy", 1, { TEXT("cpu") } },
		{ "GroupBy", 2, { TEXT("name"), TEXT("irq") } },
		{ "ReportIdle", 1, { TEXT("maybe") } },
		{ "ReportArchitecture", 1, { NUMBER(1) } },
		{ "IgnoreSelected", 1, { TEXT("") } },
		{ "Root", 1, { TEXT("") } },
	};

	expect_warnings(wrong, ARRAY_SIZE(wrong));
	a_board_is_sent_as_expected(state);
}

static void a_wrong_option_of_clusterfreq_is_one_too(void **state)
{
	(void)state;
	struct wrong_option wrong[] = {
		{ "Clusters", 1, { TEXT("cpu0-3") } },
		{ "Cluster", 1, { TEXT("/(/") } },
		{ .key = "Cluster" },
		{ "IgnoreSelected", 1, { TEXT("") } },
	};

	expect_warnings(wrong, ARRAY_SIZE(wrong));
	a_board_is_sent_as_expected(state);
}

static void a_wrong_option_of_usbio_is_one_too(void **state)
{
	(void)state;
	struct wrong_option wrong[] = {
		{ "Devices", 1, { TEXT("4-1") } },
		{ "Device", 1, { TEXT("/(/") } },
		{ "NameBy", 1, { TEXT("product") } },
		{ "NameBy", 2, { TEXT("port"), TEXT("serial") } },
		{ "IgnoreSelected", 1, { TEXT("") } },
	};

	expect_warnings(wrong, ARRAY_SIZE(wrong));
	a_board_is_sent_as_expected(state);
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
	char path[300];

	snprintf(path, sizeof(path), "%s/", scratch.path);
	configure("Root", path, NULL);
	assert_int_equal(daemon_.init(), 0);
	for (int i = 0; i < 5; i++)
		expect_read("");
	assert_int_equal(daemon_.lines, 1);
	snprintf(path, sizeof(path), "%s/sys/class/thermal", scratch.path);
	expect_log(0, LOG_WARNING, path);
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

static void what_there_is_no_room_for_is_said_once(void **state)
{
	(void)state;
	configure("Root", scratch.path, NULL);
	for (unsigned int i = 0; i < 300; i++)
		scratch_write(&scratch, "40000\n", "sys/class/thermal/thermal_zone%u/temp", i);
	assert_int_equal(daemon_.init(), 0);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(daemon_.read(), 0);
		listing_done(&daemon_.listing);
	}
	assert_int_equal(daemon_.lines, 1);
	expect_log(0, LOG_WARNING, "no room for 44 more: sys/class/thermal/");
}

static void what_fails_all_the_time_is_not_spoken_of_for_ever(void **state)
{
	(void)state;

	configure("Root", scratch.path, NULL);
	assert_int_equal(daemon_.init(), 0);
	for (int i = 0; i < 100; i++) {
		if (i > 0)
			scratch_remove(&scratch, "sys");
		expect_read("");
		scratch_write(&scratch, "cpu\n", "sys/class/thermal/thermal_zone0/type");
		scratch_write(&scratch, "45000\n", "sys/class/thermal/thermal_zone0/temp");
		expect_read("cputemp/temperature-cpu 45\n");
	}
	assert_in_range(daemon_.lines, 2, 20);
}

static void a_table_that_is_cut_sends_nothing_and_is_said_once(void **state)
{
	(void)state;
	static const char whole[] = "           CPU0       CPU1\n"
				    " 40:         12          7     GICv2 104 Level     eth0\n";
	static const char *const cut[] = {
		"", "           CPU0       CPU1\n 40:         12\n",
		"           CPU0       CPU1\n 40:         12          7"
	};

	configure("Root", scratch.path, NULL);
	assert_int_equal(daemon_.init(), 0);
	for (size_t i = 0; i < ARRAY_SIZE(cut); i++) {
		scratch_write(&scratch, whole, "proc/interrupts");
		expect_read("cpuirq-eth0/irq-cpu0 12\ncpuirq-eth0/irq-cpu1 7\n"
			    "cpuirq-total/irq-cpu0 12\ncpuirq-total/irq-cpu1 7\n");
		daemon_.lines = 0;
		scratch_write(&scratch, cut[i], "proc/interrupts");
		for (int j = 0; j < 3; j++)
			expect_read("");
		assert_int_equal(daemon_.lines, 1);
		expect_log(0, LOG_WARNING, "proc/interrupts");
	}
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

static void add_disk(const char *name, const char *device)
{
	char link[64];
	char target[128];

	snprintf(link, sizeof(link), "sys/block/%s", name);
	snprintf(target, sizeof(target), "../devices/soc/usb4/%s/%s:1.0/block/%s", device, device,
		 name);
	scratch_link(&scratch, target, link);
	scratch_write(&scratch, "1 0 2 0 1 0 4 0 0 0 0\n",
		      "sys/devices/soc/usb4/%s/%s:1.0/block/%s/stat", device, device, name);
}

static void a_sample_is_logged_by_the_name_it_has_elsewhere(void **state)
{
	(void)state;
	configure("Root", scratch.path, NULL);
	add_disk("sda", "4-1");
	add_disk("sdb", "4-2");
	assert_int_equal(daemon_.init(), 0);
	expect_read("usbio-4-1/if_octets 1024:2048\nusbio-4-2/if_octets 1024:2048\n");
	scratch_remove(&scratch, "sys/block/sdb");
	daemon_.lines = 0;
	expect_read("usbio-4-1/if_octets 1024:2048\n");
	assert_int_equal(daemon_.lines, 1);
	assert_string_equal(daemon_.line[0], "usbio plugin: no longer given: usbio-4-2/if_octets");
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

/* cdtime() is called once a read, and is one more each time. */
static void a_read_right_after_a_late_one_is_left_out(void **state)
{
	static const struct {
		int passed; /* since the last call */
		bool is_read;
	} calls[] = { { 100, true }, { 10, true }, { 1, false }, { 5, true },
		      { 4, false },  { 5, true },  { -90, true } };

	(void)state;
	configure("Root", scratch.path, NULL);
	add_disk("sda", "4-1");
	assert_int_equal(daemon_.init(), 0);
	daemon_.interval = 10;
	for (size_t i = 0; i < ARRAY_SIZE(calls); i++) {
		daemon_.time += (cdtime_t)(calls[i].passed - 1);
		expect_read(calls[i].is_read ? "usbio-4-1/if_octets 1024:2048\n" : "");
	}
	assert_int_equal(daemon_.lines, 0); /* nothing has gone or come */
}

static void a_daemon_that_refuses_it_is_told_and_goes_on(void **state)
{
	(void)state;
	daemon_.refuses = true;
	assert_int_equal(daemon_.init(), 0);
	assert_int_equal(daemon_.lines, 1);
	expect_log(0, LOG_ERR, "measures nothing");
}

static void shutting_down_without_a_read_does_no_harm(void **state)
{
	(void)state;
	assert_int_equal(daemon_.shut_down(), 0);
}

#define CPUTEMP(name)                                                                              \
	{                                                                                          \
		"cputemp: " #name, name, load_cputemp, teardown, NULL                              \
	}
#define CPUIRQ(name)                                                                               \
	{                                                                                          \
		"cpuirq: " #name, name, load_cpuirq, teardown, NULL                                \
	}
#define CLUSTERFREQ(name)                                                                          \
	{                                                                                          \
		"clusterfreq: " #name, name, load_clusterfreq, teardown, NULL                      \
	}
#define USBIO(name)                                                                                \
	{                                                                                          \
		"usbio: " #name, name, load_usbio, teardown, NULL                                  \
	}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CPUTEMP(a_board_is_sent_as_expected),
		CPUIRQ(a_board_is_sent_as_expected),
		CLUSTERFREQ(a_board_is_sent_as_expected),
		USBIO(a_board_is_sent_as_expected),
		CPUTEMP(it_reads_this_machine_without_a_configuration),
		CPUIRQ(it_reads_this_machine_without_a_configuration),
		CLUSTERFREQ(it_reads_this_machine_without_a_configuration),
		USBIO(it_reads_this_machine_without_a_configuration),
		CPUTEMP(options_of_the_configuration_are_used),
		CPUTEMP(a_wrong_option_is_one_warning_that_names_it),
		CPUIRQ(a_wrong_option_of_cpuirq_is_one_too),
		CLUSTERFREQ(a_wrong_option_of_clusterfreq_is_one_too),
		USBIO(a_wrong_option_of_usbio_is_one_too),
		CPUTEMP(a_block_in_the_block_is_a_wrong_option),
		CPUTEMP(a_failure_is_logged_once_and_hidden),
		CPUTEMP(what_there_is_no_room_for_is_said_once),
		CPUTEMP(what_fails_all_the_time_is_not_spoken_of_for_ever),
		CPUIRQ(a_table_that_is_cut_sends_nothing_and_is_said_once),
		CPUTEMP(a_sample_that_goes_and_returns_is_one_line_each),
		CPUTEMP(a_root_that_is_missing_is_said_once),
		CPUIRQ(a_root_that_is_missing_is_said_once),
		CLUSTERFREQ(a_root_that_is_missing_is_said_once),
		USBIO(a_sample_is_logged_by_the_name_it_has_elsewhere),
		USBIO(a_root_that_is_missing_is_said_once),
		USBIO(a_read_right_after_a_late_one_is_left_out),
		CPUTEMP(a_daemon_that_refuses_it_is_told_and_goes_on),
		CPUTEMP(shutting_down_without_a_read_does_no_harm),
		CPUIRQ(shutting_down_without_a_read_does_no_harm),
		CLUSTERFREQ(shutting_down_without_a_read_does_no_harm),
		USBIO(shutting_down_without_a_read_does_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_probe_irq.c - interrupts with clusters, affinity, and what is behind them. */
#include "probe_irq.h"

#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "program.h"
#include "scratch.h"
#include "unit.h"
#include "banned.h"

static void a_device_is_behind_the_row_that_names_a_part_of_its_path(void **state)
{
	(void)state;
	static const char usb_disk[] = "sys/devices/soc/12000000.usb/usb4/4-1/4-1:1.0/block/sda";
	static const char mmc[] = "sys/devices/soc/12220000.mmc/mmc_host/mmc1/mmc1:1/block/mmcblk1";
	static const char net[] = "sys/devices/pci0000:00/0000:00:1f.6/net/eth0";
	static const char nvme[] = "sys/devices/pci0000:00/0000:01:00.0/nvme/nvme0/block/nvme0n1";
	static const struct {
		const char *actions;
		const char *path;
		bool is_behind;
	} cases[] = {
		{ "xhci-hcd:usb4", usb_disk, true },
		{ "xhci-hcd:usb3", usb_disk, true }, /* the other bus of the controller */
		{ "xhci-hcd:usb5", usb_disk, false },
		{ "ehci_hcd:usb1, ohci_hcd:usb3", usb_disk, true },
		{ "12000000.usb", usb_disk, true },
		{ "xhci-hcd:usb40", usb_disk, false },
		{ "extcon_usb3_1", usb_disk, false },
		{ "xhci_hcd", usb_disk, false },
		{ "mmc1", mmc, true },
		{ "mmc0, mmc1", mmc, true },
		{ "mmc10", mmc, false },
		{ "soc", mmc, false },
		{ "block", mmc, false },
		{ "eth0", net, true },
		{ "eth0-rx-0", net, true },
		{ "eth01", net, false },
		{ "xeth0", net, false },
		{ "e1000[0000:00:1f.6]", net, true },
		{ "net", net, false },
		{ "nvme0q1", nvme, true },
		{ "nvme0q10", nvme, true },
		{ "nvme1q0", nvme, false },
		{ "", nvme, false },
		{ "usb3", "sys/devices/soc/12000000.usb/net/wlan0", false },
	};
	struct probe_irq_board *board = calloc(1, sizeof(*board));

	assert_non_null(board);
	snprintf(board->bus[0], sizeof(board->bus[0]), "sys/devices/soc/12000000.usb/usb3");
	snprintf(board->bus[1], sizeof(board->bus[1]), "sys/devices/soc/12000000.usb/usb4");
	snprintf(board->bus[2], sizeof(board->bus[2]), "sys/devices/soc/12400000.usb/usb5");
	board->buses = 3;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct probe_irq_device device = { .irqs = 2, .irq = { 40, 41 } };

		snprintf(device.path, sizeof(device.path), "%s", cases[i].path);
		bool is_behind = probe_irq_is_behind(board, 39, cases[i].actions,
						     strlen(cases[i].actions), &device);
		assert_true(probe_irq_is_behind(board, 41, "", 0, &device));
		if (is_behind != cases[i].is_behind)
			fail_msg("\"%s\" and %s", cases[i].actions, cases[i].path);
	}
	free(board);
}

static void the_innermost_pci_function_counts(void **state)
{
	(void)state;
	static const struct {
		const char *path;
		const char *function; /* "" for none */
	} cases[] = {
		{ "sys/devices/pci0000:00/0000:00:1d.0/0000:01:00.0/usb2/2-1/2-1:1.0/block/sda",
		  "sys/devices/pci0000:00/0000:00:1d.0/0000:01:00.0" },
		{ "sys/devices/pci0000:00/0000:00:14.3/net/wlan0",
		  "sys/devices/pci0000:00/0000:00:14.3" },
		{ "0000:00:14.3", "0000:00:14.3" },
		{ "sys/devices/platform/soc/12220000.mmc/mmc_host/mmc1/mmc1:0001", "" },
		{ "sys/devices/pci0000:00/x000:00:14.3/net/wlan0", "" },
		{ "sys/devices/pci0000:00/0000:00:14.3x/net/wlan0", "" },
		{ "", "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		size_t length = probe_irq_function_length(cases[i].path);

		assert_int_equal(length, strlen(cases[i].function));
		assert_int_equal(strncmp(cases[i].path, cases[i].function, length), 0);
	}
}

static void run(struct output *output, const char *root, const char *json)
{
	program_run(output, NULL,
		    (const char *const[]){ BOARDPROBE, "irq", "--root", root, json, NULL });
	assert_int_equal(output->status, 0);
}

static void the_board_is_printed_as_a_table(void **state)
{
	(void)state;
	struct output output;

	run(&output, FIXTURES "/odroid-xu4", NULL);
	assert_string_equal(output.err, "");
	assert_non_null(strstr(output.out,
			       "CPU3  cluster cpu0-3  capacity 377  up to 1400 MHz\n"
			       "CPU4  cluster cpu4-7  capacity 1024  up to 2000 MHz\n"));
	assert_non_null(strstr(output.out, "\n  150       3915          0     132611"));
	assert_non_null(strstr(output.out, "  2 (2)  xhci-hcd:usb3  sda\n"));
	assert_non_null(strstr(output.out, "  7 (7)  xhci-hcd:usb5  eth0\n"));
	output_done(&output);
}

/* "xhci_hcd" alone does not say which controller; its PCI function does. */
static void an_interrupt_without_a_telling_name_is_known_by_pci(void **state)
{
	(void)state;
	struct output output;

	run(&output, FIXTURES "/raspberry-pi-4", NULL);
	assert_non_null(strstr(output.out, "  xhci_hcd  eth1  sda  sdb  sdc\n"));
	output_done(&output);
}

static struct json_object *get(struct json_object *object, const char *key)
{
	struct json_object *ret = NULL;

	assert_true(json_object_object_get_ex(object, key, &ret));
	return ret;
}

static struct json_object *row(struct json_object *board, int64_t irq)
{
	struct json_object *rows = get(board, "interrupts");

	for (size_t i = 0; i < json_object_array_length(rows); i++) {
		struct json_object *found = json_object_array_get_idx(rows, i);

		if (json_object_get_int64(get(found, "irq")) == irq)
			return found;
	}
	fail_msg("no %lld", (long long)irq);
	return NULL;
}

static void json_has_cpus_and_interrupts(void **state)
{
	(void)state;
	struct output output;

	run(&output, FIXTURES "/odroid-xu4", "--json");
	struct json_object *board = json_tokener_parse(output.out);
	assert_int_equal(json_object_array_length(get(board, "cpus")), 8);
	assert_string_equal(
		json_object_to_json_string(json_object_array_get_idx(get(board, "cpus"), 4)),
		"{ \"cpu\": 4, \"cluster\": \"cpu4-7\", \"capacity\": 1024, "
		"\"max_frequency\": 2000000000 }");
	assert_string_equal(json_object_to_json_string(row(board, 151)),
			    "{ \"irq\": 151, \"name\": \"xhci-hcd:usb5\", "
			    "\"counts\": [ 334, 0, 0, 0, 0, 0, 0, 7406300 ], \"affinity\": \"7\", "
			    "\"effective_affinity\": \"7\", \"devices\": [ { \"name\": \"eth0\", "
			    "\"kind\": \"interface\", \"port\": \"6-1\" } ] }");
	json_object_put(board);
	output_done(&output);
}

static void what_is_not_known_is_null(void **state)
{
	(void)state;
	struct scratch scratch;
	struct output output;

	scratch_make(&scratch);
	scratch_write(&scratch,
		      "           CPU0       CPU5       \n"
		      "  7:         12         34     GICv2 7 Level     \n",
		      "proc/interrupts");
	run(&output, scratch.path, "--json");
	struct json_object *board = json_tokener_parse(output.out);
	assert_string_equal(
		json_object_to_json_string(json_object_array_get_idx(get(board, "cpus"), 1)),
		"{ \"cpu\": 5, \"cluster\": null, \"capacity\": null, \"max_frequency\": null }");
	assert_null(get(row(board, 7), "affinity"));
	assert_null(get(row(board, 7), "effective_affinity"));
	assert_string_equal(json_object_to_json_string(get(row(board, 7), "devices")), "[ ]");
	json_object_put(board);
	output_done(&output);
	scratch_done(&scratch);
}

/* A tree that somebody recorded may hold anything. */
static void a_name_cannot_speak_to_the_terminal(void **state)
{
	(void)state;
	struct scratch scratch;
	struct output output;

	scratch_make(&scratch);
	scratch_write(&scratch, "  CPU0\n 7: 1  GICv2 7 Level  A\033[2J\xff,\tB\r\n",
		      "proc/interrupts");
	scratch_write(&scratch, "0\033\n", "proc/irq/7/smp_affinity_list");
	scratch_write(&scratch, "\xff\n", "proc/irq/7/effective_affinity_list");
	run(&output, scratch.path, NULL);
	assert_non_null(strstr(output.out, "  0? (?)  A?[2J?,?B\n"));
	output_done(&output);
	run(&output, scratch.path, "--json");
	struct json_object *board = json_tokener_parse(output.out);
	assert_string_equal(json_object_get_string(get(row(board, 7), "name")), "A?[2J?,?B");
	json_object_put(board);
	output_done(&output);
	scratch_done(&scratch);
}

static void no_table_is_said(void **state)
{
	(void)state;
	struct output output;

	run(&output, FIXTURES "/nothing", NULL);
	assert_string_equal(output.out, "");
	assert_non_null(strstr(output.err, FIXTURES "/nothing/proc/interrupts"));
	output_done(&output);
	run(&output, FIXTURES "/nothing", "--json");
	struct json_object *board = json_tokener_parse(output.out);
	assert_int_equal(json_object_array_length(get(board, "interrupts")), 0);
	json_object_put(board);
	output_done(&output);
}

static void what_there_is_no_room_for_is_said(void **state)
{
	(void)state;
	struct scratch scratch;
	struct output output;

	scratch_make(&scratch);
	scratch_write(&scratch, "  CPU0\n", "proc/interrupts");
	scratch_links(&scratch, "../devices/x", "sys/block/sd", PROBE_IRQ_DEVICES_MAX + 7);
	run(&output, scratch.path, NULL);
	assert_string_equal(output.err, "boardprobe: irq: there is no room for 7 more\n");
	output_done(&output);
	scratch_done(&scratch);
}

/* An NVMe disk can have a queue for each of many CPUs. */
static void a_function_with_many_interrupts_is_behind_all(void **state)
{
	(void)state;
	struct scratch scratch;
	struct output output;

	scratch_make(&scratch);
	scratch_write(&scratch, "  CPU0\n 299: 1 PCI-MSI 299-edge      x\n", "proc/interrupts");
	scratch_link(&scratch, "../devices/pci0000:00/0000:00:1f.6/nvme/nvme0/nvme0n1",
		     "sys/block/nvme0n1");
	for (unsigned int i = 100; i < 300; i++)
		scratch_write(&scratch, "msix\n", "sys/devices/pci0000:00/0000:00:1f.6/msi_irqs/%u",
			      i);
	run(&output, scratch.path, NULL);
	assert_non_null(strstr(output.out, "x  nvme0n1\n"));
	output_done(&output);
	scratch_done(&scratch);
}

static void a_report_stands_alone(void **state)
{
	(void)state;
	struct output output;

	program_run(&output, NULL, (const char *const[]){ BOARDPROBE, "irq", "cputemp", NULL });
	assert_int_equal(output.status, 2);
	assert_string_equal(output.out, "");
	assert_non_null(strstr(output.err, "irq"));
	output_done(&output);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_device_is_behind_the_row_that_names_a_part_of_its_path),
		cmocka_unit_test(the_innermost_pci_function_counts),
		cmocka_unit_test(the_board_is_printed_as_a_table),
		cmocka_unit_test(an_interrupt_without_a_telling_name_is_known_by_pci),
		cmocka_unit_test(json_has_cpus_and_interrupts),
		cmocka_unit_test(what_is_not_known_is_null),
		cmocka_unit_test(a_name_cannot_speak_to_the_terminal),
		cmocka_unit_test(no_table_is_said),
		cmocka_unit_test(what_there_is_no_room_for_is_said),
		cmocka_unit_test(a_function_with_many_interrupts_is_behind_all),
		cmocka_unit_test(a_report_stands_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

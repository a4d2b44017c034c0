/* test_cpuirq.c - hostile and odd text of /proc/interrupts: header, rows, names. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "array.h"
#include "cpuirq.h"
#include "banned.h"

#define BYTES(text) (text), sizeof(text) - 1 /* a 0 byte may be in it */
#define NAME_63 "a23456789012345678901234567890123456789012345678901234567890123"

static struct cpuirq_span span_of(const char *text)
{
	return (struct cpuirq_span){ text, strlen(text) };
}

static void assert_span_is(struct cpuirq_span span, const char *text)
{
	assert_int_equal(span.length, strlen(text));
	assert_memory_equal(span.text, text, span.length);
}

static int header_of(const char *data, size_t length, unsigned int number[4])
{
	struct cpuirq_text text = { data, data + length };

	return cpuirq_header(&text, number, 4);
}

static void the_header_names_the_cpus(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int cpus;
		unsigned int number[4];
	} cases[] = {
		{ "           CPU0       CPU1       \n", 2, { 0, 1 } },
		{ "CPU0\n", 1, { 0 } },
		{ "CPU7\r\n", 1, { 7 } },
		{ "\tCPU0\tCPU2\tCPU1151\n", 3, { 0, 2, 1151 } },
		{ " CPU4294967295\n", 1, { 4294967295 } },
		{ " CPU0 CPU1 CPU2 CPU3 CPU9 CPU10\n", 6, { 0, 1, 2, 3 } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		unsigned int number[4] = { 0 };

		assert_int_equal(header_of(cases[i].text, strlen(cases[i].text), number),
				 cases[i].cpus);
		assert_memory_equal(number, cases[i].number, sizeof(number));
	}
}

static void a_table_without_a_whole_header_or_end_is_refused(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		size_t length;
	} cases[] = {
		{ BYTES("") },
		{ BYTES("\n") },
		{ BYTES("      \n") },
		{ BYTES("           CPU0       CPU1") },
		{ BYTES("           CPU0       CP\n") },
		{ BYTES("           CPU0       CPU\n") },
		{ BYTES("           CPU0       CPU1x\n") },
		{ BYTES("           CPU0       CPU-1\n") },
		{ BYTES("           CPU0       CPU\0\n") },
		{ BYTES("           CPU0\0      CPU1\n") },
		{ BYTES(" CPU4294967296\n") },
		{ BYTES(" CPU18446744073709551616\n") },
		{ BYTES(" CPU0 CPU0\n") },
		{ BYTES(" CPU1 CPU0\n") },
		{ BYTES(" 42:          1          2     GICv2  27 Level     eth0\n") },
		{ BYTES(" CPU0\n 42:          1     GICv2  27 Level     eth0") },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		unsigned int number[4] = { 0 };

		assert_int_equal(header_of(cases[i].text, cases[i].length, number), -EBADMSG);
	}
}

/* The first row of a table with two CPUs. Returns as the two functions do. */
static int row_of(const char *data, size_t length, uint64_t count[2], struct cpuirq_row *ret)
{
	struct cpuirq_text text = { data, data + length };
	int rc = cpuirq_row(&text, ret);

	return rc <= 0 ? rc : cpuirq_counts(ret, count, 2) < 0 ? -EBADMSG : 1;
}

static void a_row_is_label_counts_and_text(void **state)
{
	(void)state;
	static const struct {
		const char *row;
		enum cpuirq_kind kind;
		const char *label;
		size_t columns;
		uint64_t count[2];
		const char *text;
	} cases[] = {
		{ " 42:          1          2     GICv2  27 Level     eth0\n",
		  CPUIRQ_NUMBERED,
		  "42",
		  2,
		  { 1, 2 },
		  "     GICv2  27 Level     eth0" },
		{ "4294967295: 4294967295 4294967295 \n",
		  CPUIRQ_NUMBERED,
		  "4294967295",
		  2,
		  { 4294967295, 4294967295 },
		  " " },
		{ "7:1 2\n", CPUIRQ_NUMBERED, "7", 2, { 1, 2 }, "" },
		{ "\t7:\t1\t2\tGIC\t29\ttwd\r\n",
		  CPUIRQ_NUMBERED,
		  "7",
		  2,
		  { 1, 2 },
		  "\tGIC\t29\ttwd" },
		{ "\n  \r\n\n 3: 1 2 timer\n", CPUIRQ_NUMBERED, "3", 2, { 1, 2 }, " timer" },
		{ " 7:                   1                     2  x\n",
		  CPUIRQ_NUMBERED,
		  "7",
		  2,
		  { 1, 2 },
		  "  x" },
		{ " 7:          1          2   8250\n",
		  CPUIRQ_NUMBERED,
		  "7",
		  2,
		  { 1, 2 },
		  "   8250" },
		{ " 7:          1          2  107d508500.gpio  20 Edge      a\n",
		  CPUIRQ_NUMBERED,
		  "7",
		  2,
		  { 1, 2 },
		  "  107d508500.gpio  20 Edge      a" },
		{ "IPI5:1832994294 1795671334  IRQ work interrupts\n",
		  CPUIRQ_ARCH,
		  "IPI5",
		  2,
		  { 1832994294, 1795671334 },
		  "  IRQ work interrupts" },
		{ "LOC:          1          2   Local timer interrupts\n",
		  CPUIRQ_ARCH,
		  "LOC",
		  2,
		  { 1, 2 },
		  "   Local timer interrupts" },
		{ "I/O:          1          2\n", CPUIRQ_ARCH, "I/O", 2, { 1, 2 }, "" },
		{ "IPI0:  1  2  3  4  CPU wakeup\n",
		  CPUIRQ_ARCH,
		  "IPI0",
		  4,
		  { 1, 2 },
		  "  CPU wakeup" },
		{ "IPI0 : 1 2 a:b\n", CPUIRQ_ARCH, "IPI0", 2, { 1, 2 }, " a:b" },
		{ "LOC:          1\n", CPUIRQ_SHORT, "LOC", 1, { 1 }, "" },
		{ " 42:          1 4294967296     GICv2  27 Level     eth0\n",
		  CPUIRQ_NUMBERED,
		  "42",
		  2,
		  { 1, 4294967296 },
		  "     GICv2  27 Level     eth0" },
		{ "7: 9223372036854775807 99999999999 a\n",
		  CPUIRQ_NUMBERED,
		  "7",
		  2,
		  { INT64_MAX, 99999999999 },
		  " a" },
		{ "LOC:          1 4294967296\n", CPUIRQ_ARCH, "LOC", 2, { 1, 4294967296 }, "" },
		{ "LOC:          1 9223372036854775808\n",
		  CPUIRQ_SHORT,
		  "LOC",
		  1,
		  { 1 },
		  " 9223372036854775808" },
		{ "ERR:          1\n", CPUIRQ_OTHER, "ERR", 1, { 1 }, "" },
		{ "Err:          1          2\n", CPUIRQ_OTHER, "Err", 2, { 1, 2 }, "" },
		{ "MIS:          0\n", CPUIRQ_OTHER, "MIS", 1, { 0 }, "" },
		{ "FIQ:              usb_fiq\n",
		  CPUIRQ_OTHER,
		  "FIQ",
		  0,
		  { 0 },
		  "              usb_fiq" },
		{ ":\n", CPUIRQ_OTHER, "", 0, { 0 }, "" },
		{ ": 1 2\n", CPUIRQ_ARCH, "", 2, { 1, 2 }, "" },
		{ "no colon at all\n", CPUIRQ_OTHER, "", 0, { 0 }, "no colon at all" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint64_t count[2] = { 0 };
		struct cpuirq_row row;

		assert_int_equal(row_of(cases[i].row, strlen(cases[i].row), count, &row), 1);
		assert_int_equal(row.kind, cases[i].kind);
		assert_span_is(row.label, cases[i].label);
		assert_int_equal(row.columns, cases[i].columns);
		assert_memory_equal(count, cases[i].count, sizeof(count));
		assert_span_is(row.text, cases[i].text);
	}
}

static void a_numbered_row_without_its_counts_is_refused(void **state)
{
	(void)state;
	static const struct {
		const char *row;
		size_t length;
	} cases[] = {
		{ BYTES("42\n") },
		{ BYTES("42 1 2 eth0\n") },
		{ BYTES("42:\n") },
		{ BYTES(" 42:          1\n") },
		{ BYTES(" 42:          1          \n") },
		{ BYTES(" 42:          1     GICv2  27 Level     eth0\n") },
		{ BYTES(" 42:          1  107d508500.gpio  20 Edge      a\n") },
		{ BYTES(" 42:          1         -2     GICv2  27 Level     eth0\n") },
		{ BYTES(" 42:          1 18446744073709551616  GICv2  27 Level     eth0\n") },
		{ BYTES(" 42:          1          2\0    GICv2  27 Level     eth0\n") },
		{ BYTES(" 42:          1\0         2     GICv2  27 Level     eth0\n") },
		{ BYTES("4294967296:          1          2     GICv2  27 Level     eth0\n") },
		{ BYTES("42a:          1          2     GICv2  27 Level     eth0\n") },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint64_t count[2];
		struct cpuirq_row row;

		assert_int_equal(row_of(cases[i].row, cases[i].length, count, &row), -EBADMSG);
	}
}

static void a_cpu_that_came_up_during_the_reading_is_noticed(void **state)
{
	(void)state;
	static const char row_text[] =
		" 42:          1          2          3     GICv2  27 Level     eth0\n";
	static const char full[] =
		" 42:          1          2 4294967295     GICv2  27 Level     eth0\n";
	static const char wide[] =
		" 42:          1          2 99999999999     GICv2  27 Level     eth0\n";
	uint64_t count[2];
	struct cpuirq_row row;

	assert_int_equal(row_of(BYTES(row_text), count, &row), -EBADMSG);
	assert_int_equal(row_of(BYTES(full), count, &row), -EBADMSG);
	assert_int_equal(row_of(BYTES(wide), count, &row), -EBADMSG);
}

static void a_row_of_a_megabyte_is_read(void **state)
{
	(void)state;
	static const char start[] = "42: 1 2 GIC 27 Level ";
	size_t length = 1024 * 1024;
	char *text = malloc(length);
	uint64_t count[2];
	char name[NAME_SIZE];
	struct cpuirq_row row;

	assert_non_null(text);
	memset(text, 'x', length);
	memcpy(text, start, sizeof(start) - 1);
	text[length - 1] = '\n';
	assert_int_equal(row_of(text, length, count, &row), 1);
	assert_int_equal(cpuirq_actions(row.text).length, length - sizeof(start));
	assert_int_equal(cpuirq_group_name(&row, false, name), NAME_CUT);
	free(text);
}

static void the_actions_follow_chip_hwirq_and_trigger(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		const char *actions;
	} cases[] = {
		{ "", "" },
		{ "    ", "" },
		{ "     GICv2 104 Level     xhci-hcd:usb3", "xhci-hcd:usb3" },
		{ "     GICv2 103 Edge      ehci_hcd:usb1, ohci_hcd:usb2",
		  "ehci_hcd:usb1, ohci_hcd:usb2" },
		{ "     GICv2  30 Level     kvm guest ptimer  ", "kvm guest ptimer" },
		{ "     GICv2  30 Level   ", "" },
		{ "     GICv2  30 Level", "" },
		{ "     GICv2  30", "" },
		{ "BRCM STB PCIe MSI 524288 Edge      xhci_hcd", "xhci_hcd" },
		{ "SiFive PLIC 412 Level     1004b800.serial:rx err", "1004b800.serial:rx err" },
		{ "107d508500.gpio  20 Edge      pwr_button", "pwr_button" },
		{ "   IO-APIC   2-edge      timer", "timer" },
		{ "   IO-APIC   2-edge    ", "" },
		{ "   IO-APIC-fasteoi   mmc0, snd_hda_intel", "mmc0, snd_hda_intel" },
		{ "   IO-APIC-edge    ", "" },
		{ "   IO-APIC-edge", "" },
		{ "   IR-PCI-MSI-edge eth0-TxRx-0", "eth0-TxRx-0" },
		{ "   IR-IO-APIC-edge name", "name" },
		{ " IR-PCI-MSI-0000:00:06.0    0-edge      PCIe PME, aerdrv", "PCIe PME, aerdrv" },
		{ "ARMCTRL-level  48 Edge      bcm2708_fb dma", "bcm2708_fb dma" },
		{ "  xen-percpu    -virq      timer0", "timer0" },
		{ "  xen-pirq    -msi-x     ens4-rx-0", "ens4-rx-0" },
		{ "  xen-pirq   1-ioapic-edge  i8042", "i8042" },
		{ "   CPUINTC 12 name", "name" },
		{ "     dummy   44  rmi4_smbus", "rmi4_smbus" },
		{ "       GIC  29 Edge    -twd       twd", "twd" },
		{ "bonito_irq      eth0", "eth0" },
		{ "bonito_irq      3-0050", "3-0050" },
		{ "         -  debug-signal", "debug-signal" },
		{ "      None", "None" },
		{ "      None   Level    ", "" },
		{ "   4020KEY", "4020KEY" },
		{ "   sep4020 Timer Tick", "sep4020 Timer Tick" },
		{ "     GICv2  27 Level     3-0050", "3-0050" },
		{ "     GICv2  27 Level     Level", "Level" },
		{ "     GICv2  27 Level     Caf\xc3\xa9", "Caf\xc3\xa9" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_span_is(cpuirq_actions(span_of(cases[i].text)), cases[i].actions);
}

static void a_group_is_called_as_its_actions(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		const char *by_name;
		const char *by_irq;
	} cases[] = {
		{ "  GIC 27 Level  eth0", "eth0", "42_eth0" },
		{ "  GIC 27 Level  ehci_hcd:usb1, ohci_hcd:usb2", "ehci_hcd:usb1,_ohci_hcd:usb2",
		  "42_ehci_hcd:usb1,_ohci_hcd:usb2" },
		{ "  GIC 27 Level  ahci[0000:00:1f.2]", "ahci_0000:00:1f.2_",
		  "42_ahci_0000:00:1f.2_" },
		{ "  GIC 27 Level  (null)", "(null)", "42_(null)" },
		{ "  GIC 27 Level  Caf\xc3\xa9", "Caf__", "42_Caf__" },
		{ "  GIC 27 Level", "irq42", "42_irq42" },
		{ "", "irq42", "42_irq42" },
		{ "  GIC 27 Level  total", "total_", "42_total_" },
		{ "  GIC 27 Level  total_", "total_", "42_total_" },
		{ "  GIC 27 Level  Total", "Total", "42_Total" },
		{ "  GIC 27 Level  " NAME_63, NAME_63, "42_" NAME_63 },
		{ "  GIC 27 Level  " NAME_63 "4", NAME_63, "42_" NAME_63 },
		{ "  GIC 27 Level  " NAME_63 NAME_63 NAME_63 " tail", NAME_63, "42_" NAME_63 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct cpuirq_row row = { .kind = CPUIRQ_NUMBERED,
					  .number = 42,
					  .label = span_of("42"),
					  .text = span_of(cases[i].text) };
		char name[NAME_SIZE];

		assert_int_equal(cpuirq_group_name(&row, false, name), strlen(cases[i].by_name));
		assert_string_equal(name, cases[i].by_name);
		assert_int_equal(cpuirq_group_name(&row, true, name), strlen(cases[i].by_irq));
		assert_string_equal(name, cases[i].by_irq);
	}
}

static void a_row_of_the_architecture_is_called_by_its_label(void **state)
{
	(void)state;
	static const struct {
		const char *label;
		const char *name;
	} cases[] = {
		{ "LOC", "LOC" }, { "I/O", "I_O" },  { "total", "total_" },
		{ "", "" },	  { "A\tB", "A_B" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct cpuirq_row row = { .kind = CPUIRQ_ARCH,
					  .label = span_of(cases[i].label),
					  .text = span_of("  Local timer interrupts") };
		char name[NAME_SIZE];

		assert_int_equal(cpuirq_group_name(&row, true, name), strlen(cases[i].name));
		assert_string_equal(name, cases[i].name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_header_names_the_cpus),
		cmocka_unit_test(a_table_without_a_whole_header_or_end_is_refused),
		cmocka_unit_test(a_row_is_label_counts_and_text),
		cmocka_unit_test(a_numbered_row_without_its_counts_is_refused),
		cmocka_unit_test(a_cpu_that_came_up_during_the_reading_is_noticed),
		cmocka_unit_test(a_row_of_a_megabyte_is_read),
		cmocka_unit_test(the_actions_follow_chip_hwirq_and_trigger),
		cmocka_unit_test(a_group_is_called_as_its_actions),
		cmocka_unit_test(a_row_of_the_architecture_is_called_by_its_label),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

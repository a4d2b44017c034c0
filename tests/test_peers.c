/*
 * test_peers.c - what other monitors get wrong, each as a small tree and its samples
 *
 * CPUs counted as columns, a collector that fails as a whole over one row or policy, names sent
 * twice: seen in releases of node_exporter, PCP, netdata, Munin, collectd and sar.
 */
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "listing.h"
#include "scratch.h"
#include "source.h"
#include "unit.h"
#include "banned.h"

#define CPUS 1152
#define FREQ "sys/devices/system/cpu/cpufreq/"
#define REFUSES "" /* a directory where the file should be */

static const struct peer {
	const char *name;
	const struct source *source;
	const char *option; /* to be set to true, or NULL */
	struct {
		const char *path;
		const char *text;
	} file[12];
	const char *samples;
} peers[] = {
	{ "with_cpus_2_and_3_offline_counts_stay_with_their_cpus",
	  &cpuirq_source,
	  NULL,
	  { { "proc/interrupts",
	      "           CPU0       CPU1       CPU4       CPU5       CPU6       CPU7       \n"
	      " 50:    8344372          0          0          0          0          0"
	      "     GICv2 152 Edge      mct_tick0\n"
	      "105:       1145          0   93412205          0          0          0"
	      "     GICv2 105 Level     xhci-hcd:usb5\n"
	      "Err:          0\n" } },
	  "cpuirq-mct_tick0/irq-cpu0 8344372\n"
	  "cpuirq-total/irq-cpu0 8345517\n"
	  "cpuirq-total/irq-cpu4 93412205\n"
	  "cpuirq-xhci-hcd:usb5/irq-cpu0 1145\n"
	  "cpuirq-xhci-hcd:usb5/irq-cpu4 93412205\n" },
	{ "with_cpus_2_and_3_offline_both_clusters_have_a_frequency",
	  &clusterfreq_source,
	  NULL,
	  { { FREQ "policy0/related_cpus", "0 1 2 3\n" },
	    { FREQ "policy0/affected_cpus", "0 1\n" },
	    { FREQ "policy0/scaling_cur_freq", "1400000\n" },
	    { FREQ "policy4/related_cpus", "4 5 6 7\n" },
	    { FREQ "policy4/affected_cpus", "4 5 6 7\n" },
	    { FREQ "policy4/scaling_cur_freq", "2000000\n" } },
	  "clusterfreq-cpu0-3/cpufreq-current 1400000000\n"
	  "clusterfreq-cpu4-7/cpufreq-current 2000000000\n" },
	{ "a_label_glued_to_its_count_is_split_at_the_colon",
	  &cpuirq_source,
	  "ReportArchitecture",
	  { { "proc/interrupts", "           CPU0       CPU1       \n"
				 " 50:          7          0     GICv2 152 Edge      mct_tick0\n"
				 "IPI4:         0          0       CPU stop interrupts\n"
				 "IPI5:1832994294 1832994277       IRQ work interrupts\n" } },
	  "cpuirq-IPI5/irq-cpu0 1832994294\n"
	  "cpuirq-IPI5/irq-cpu1 1832994277\n"
	  "cpuirq-mct_tick0/irq-cpu0 7\n"
	  "cpuirq-total/irq-cpu0 7\n" },
	{ "a_fiq_without_numbers_is_left_out",
	  &cpuirq_source,
	  "ReportArchitecture",
	  { { "proc/interrupts", "           CPU0       CPU1       \n"
				 " 17:         21          4  ARMCTRL-level   1 Edge      mailbox\n"
				 "FIQ:              usb_fiq\n"
				 "IPI0:          0          3  CPU wakeup interrupts\n"
				 "Err:          0\n" } },
	  "cpuirq-IPI0/irq-cpu1 3\n"
	  "cpuirq-mailbox/irq-cpu0 21\n"
	  "cpuirq-mailbox/irq-cpu1 4\n"
	  "cpuirq-total/irq-cpu0 21\n"
	  "cpuirq-total/irq-cpu1 4\n" },
	{ "rows_of_one_name_are_sent_once",
	  &cpuirq_source,
	  "ReportArchitecture",
	  { { "proc/interrupts", "           CPU0       CPU1       \n"
				 " 24:          5          0   PCI-MSI 524288-edge      xhci_hcd\n"
				 " 25:          1          9   PCI-MSI 524289-edge      xhci_hcd\n"
				 "THR:          2          2   Thermal event interrupts\n"
				 "THR:          3          0   Threshold APIC interrupts\n" } },
	  "cpuirq-THR/irq-cpu0 5\n"
	  "cpuirq-THR/irq-cpu1 2\n"
	  "cpuirq-total/irq-cpu0 6\n"
	  "cpuirq-total/irq-cpu1 9\n"
	  "cpuirq-xhci_hcd/irq-cpu0 6\n"
	  "cpuirq-xhci_hcd/irq-cpu1 9\n" },
	{ "a_policy_offline_with_ebusy_costs_only_itself",
	  &clusterfreq_source,
	  NULL,
	  { { FREQ "policy0/related_cpus", REFUSES },
	    { FREQ "policy0/affected_cpus", REFUSES },
	    { FREQ "policy0/scaling_cur_freq", REFUSES },
	    { FREQ "policy0/scaling_max_freq", REFUSES },
	    { FREQ "policy4/related_cpus", "4 5 6 7\n" },
	    { FREQ "policy4/affected_cpus", "4 5 6 7\n" },
	    { FREQ "policy4/scaling_cur_freq", "2000000\n" },
	    { FREQ "policy4/scaling_max_freq", "2000000\n" } },
	  "clusterfreq-cpu4-7/cpufreq-current 2000000000\n"
	  "clusterfreq-cpu4-7/cpufreq-limit 2000000000\n" },
	{ "zones_of_one_name_are_told_apart",
	  &cputemp_source,
	  NULL,
	  { { "sys/class/thermal/thermal_zone0/type", "acpitz\n" },
	    { "sys/class/thermal/thermal_zone0/temp", "27800\n" },
	    { "sys/class/thermal/thermal_zone1/type", "acpitz\n" },
	    { "sys/class/thermal/thermal_zone1/temp", "29800\n" } },
	  "cputemp/temperature-acpitz_0 27.8\n"
	  "cputemp/temperature-acpitz_1 29.8\n" },
};

static void expect_samples(const struct source *source, const char *option,
			   const struct scratch *scratch, const char *samples)
{
	static const char *const yes = "true";
	void *memory = calloc(1, source->state_size);
	char *got;

	assert_non_null(memory);
	if (option)
		assert_int_equal(source->set(memory, option, &yes, 1), 0);
	assert_true(collect_text(source, memory, scratch->path, &got) > 0);
	assert_string_equal(got, samples);
	free(got);
	source->done(memory);
	free(memory);
}

static void is_right(void **state)
{
	const struct peer *peer = *state;
	struct scratch scratch;

	scratch_make(&scratch);
	for (size_t i = 0; peer->file[i].path; i++) {
		if (peer->file[i].text[0] == '\0')
			scratch_refuse(&scratch, peer->file[i].path);
		else
			scratch_write(&scratch, peer->file[i].text, "%s", peer->file[i].path);
	}
	expect_samples(peer->source, peer->option, &scratch, peer->samples);
	scratch_done(&scratch);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* CPU 1 and each tenth are offline; the last has the last column of a row of 11 KB. */
static void each_of_1152_cpus_has_its_count(void **state)
{
	static char line[2 * CPUS][64];
	char *table, *samples;
	size_t length, lines = 0;
	struct scratch scratch;
	FILE *header = open_memstream(&table, &length);

	(void)state;
	fputs("     ", header);
	for (int cpu = 0; cpu < CPUS; cpu++) {
		if (cpu != 1 && cpu % 10 != 9)
			fprintf(header, "CPU%-8d", cpu);
	}
	fputs("\n 24: ", header);
	for (int cpu = 0; cpu < CPUS; cpu++) {
		if (cpu == 1 || cpu % 10 == 9)
			continue;
		fprintf(header, "%10d ", 3000000 + cpu);
		snprintf(line[lines++], 64, "cpuirq-nvme0q1/irq-cpu%d %d\n", cpu, 3000000 + cpu);
		snprintf(line[lines++], 64, "cpuirq-total/irq-cpu%d %d\n", cpu, 3000000 + cpu);
	}
	fputs("  PCI-MSI 524288-edge      nvme0q1\n", header);
	fclose(header);
	scratch_make(&scratch);
	scratch_write(&scratch, table, "proc/interrupts");
	free(table);
	qsort(line, lines, sizeof(line[0]), by_text);
	FILE *stream = open_memstream(&samples, &length);
	for (size_t i = 0; i < lines; i++)
		fputs(line[i], stream);
	fclose(stream);
	expect_samples(&cpuirq_source, NULL, &scratch, samples);
	free(samples);
	scratch_done(&scratch);
}

int main(void)
{
	struct CMUnitTest tests[ARRAY_SIZE(peers) + 1] = {
		cmocka_unit_test(each_of_1152_cpus_has_its_count),
	};

	for (size_t i = 0; i < ARRAY_SIZE(peers); i++)
		tests[i + 1] = (struct CMUnitTest){ peers[i].name, is_right, NULL, NULL,
						    (void *)(uintptr_t)&peers[i] };
	return _cmocka_run_group_tests("peers", tests, ARRAY_SIZE(tests), NULL, NULL);
}

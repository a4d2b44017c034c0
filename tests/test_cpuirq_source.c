/* test_cpuirq_source.c - tables of /proc/interrupts, one after the other, and their samples. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "array.h"
#include "cpuirq.h"
#include "scratch.h"
#include "source.h"
#include "unit.h"
#include "banned.h"

#define CPU_2 "           CPU0       CPU1\n"
#define CPU_1 "           CPU0\n"
#define NAME_63 "a23456789012345678901234567890123456789012345678901234567890123"

struct fixture {
	struct scratch scratch;
	struct kroot root;
	void *state;
	char *got; /* the samples of the last collection, a line each */
	size_t length;
	FILE *stream;
};

static int set_up(void **state)
{
	struct fixture *fixture = calloc(1, sizeof(*fixture));

	assert_non_null(fixture);
	scratch_make(&fixture->scratch);
	assert_int_equal(kroot_open(&fixture->root, fixture->scratch.path), 0);
	fixture->state = calloc(1, cpuirq_source.state_size);
	assert_non_null(fixture->state);
	*state = fixture;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;

	cpuirq_source.done(fixture->state);
	free(fixture->state);
	free(fixture->got);
	kroot_close(&fixture->root);
	scratch_done(&fixture->scratch);
	free(fixture);
	return 0;
}

static void record(const struct sample *sample, void *ctx)
{
	struct fixture *fixture = ctx;
	char identifier[256];

	assert_string_equal(sample->type, "irq");
	assert_int_equal(sample->kind, SAMPLE_DERIVE);
	assert_int_equal(sample->count, 1);
	snprintf(identifier, sizeof(identifier), "\n%s/%s ", sample->instance,
		 sample->type_instance);
	fflush(fixture->stream);
	if (strstr(fixture->got, identifier))
		fail_msg("sent twice: %s", identifier);
	fprintf(fixture->stream, "%s%jd", identifier, (intmax_t)sample->derive[0]);
	fflush(fixture->stream);
}

/* Read what the file holds now. */
static int collect_again(struct fixture *fixture)
{
	free(fixture->got);
	fixture->got = NULL;
	fixture->stream = open_memstream(&fixture->got, &fixture->length);
	assert_non_null(fixture->stream);
	fflush(fixture->stream);
	int rc = cpuirq_source.collect(fixture->state, &fixture->root, record, fixture);
	fputc('\n', fixture->stream);
	fclose(fixture->stream);
	return rc;
}

static int collect(struct fixture *fixture, const char *table)
{
	scratch_write(&fixture->scratch, table, "proc/interrupts");
	return collect_again(fixture);
}

static void set(struct fixture *fixture, const char *key, const char *value)
{
	assert_int_equal(cpuirq_source.set(fixture->state, key, &value, 1), 0);
}

static void counts_are_sent_per_group_and_cpu(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(collect(fixture, CPU_2 " 7:          1          2   GIC 27 Level  eth0\n"
						" 8:         10          0   GIC 28 Level  eth0\n"
						" 9:          0        100   GIC 29 Level  mmc0\n"
						"LOC:         5          5   timer\n"
						"Err:         0\n"),
			 5);
	assert_string_equal(fixture->got, "\ntotal/cpu0 11\ntotal/cpu1 102\neth0/cpu0 11"
					  "\neth0/cpu1 2\nmmc0/cpu1 100\n");
}

static void cpu_numbers_come_from_the_header_of_each_read(void **state)
{
	struct fixture *fixture = *state;

	collect(fixture, "  CPU0  CPU5  CPU1151\n 7: 1 2 3  GIC 27 Level  a\n");
	assert_string_equal(fixture->got, "\ntotal/cpu0 1\ntotal/cpu5 2\ntotal/cpu1151 3"
					  "\na/cpu0 1\na/cpu5 2\na/cpu1151 3\n");
	collect(fixture, "  CPU0  CPU1151\n 7: 1 3  GIC 27 Level  a\n");
	assert_string_equal(fixture->got,
			    "\ntotal/cpu0 1\ntotal/cpu1151 3\na/cpu0 1\na/cpu1151 3\n");
}

static void names_that_are_alike_when_cleaned_or_cut_are_one_group(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(collect(fixture, CPU_1 " 1: 1  GIC 1 Level  a b\n"
						" 2: 2  GIC 2 Level  a_b\n"
						" 3: 4  GIC 3 Level  " NAME_63 "x\n"
						" 4: 8  GIC 4 Level  " NAME_63 "y\n"
						" 5: 16  GIC 5 Level  Caf\xc3\xa9\n"
						" 6: 32  GIC 6 Level  Caf__\n"),
			 4);
	assert_string_equal(fixture->got, "\ntotal/cpu0 63\na_b/cpu0 3\n" NAME_63 "/cpu0 12"
					  "\nCaf__/cpu0 48\n");
}

static void a_device_called_total_is_not_the_total(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(collect(fixture, CPU_1 " 1: 1  GIC 1 Level  total\n"
						" 2: 2  GIC 2 Level  total_\n"),
			 2);
	assert_string_equal(fixture->got, "\ntotal/cpu0 3\ntotal_/cpu0 3\n");
}

static void a_label_that_repeats_is_one_group(void **state)
{
	struct fixture *fixture = *state;

	collect(fixture, CPU_1 " 1: 1  GIC 1 Level  a\n 1: 2  GIC 1 Level  a\n");
	assert_string_equal(fixture->got, "\ntotal/cpu0 3\na/cpu0 3\n");
}

static void counts_and_sums_go_beyond_32_bits(void **state)
{
	struct fixture *fixture = *state;

	collect(fixture, CPU_1 " 1: 4294967295  GIC 1 Level  a\n 2: 4294967295  GIC 2 Level  a\n");
	assert_string_equal(fixture->got, "\ntotal/cpu0 8589934590\na/cpu0 8589934590\n");
	collect(fixture, CPU_1 " 1: 99999999999  GIC 1 Level  a\n 2: 1  GIC 2 Level  a\n");
	assert_string_equal(fixture->got, "\ntotal/cpu0 100000000000\na/cpu0 100000000000\n");
}

static void group_by_irq_tells_rows_of_one_name_apart(void **state)
{
	struct fixture *fixture = *state;

	set(fixture, "groupby", "irq");
	collect(fixture, CPU_1 " 7: 1  GIC 1 Level  eth0\n 8: 2  GIC 2 Level  eth0\n 9: 4 GIC 3\n");
	assert_string_equal(fixture->got,
			    "\ntotal/cpu0 7\n7_eth0/cpu0 1\n8_eth0/cpu0 2\n9_irq9/cpu0 4\n");
}

static void idle_counts_are_sent_when_asked_for(void **state)
{
	struct fixture *fixture = *state;
	static const char table[] = CPU_2 " 7: 0 0  GIC 1 Level  a\n";

	assert_int_equal(collect(fixture, table), 0);
	set(fixture, "ReportIdle", "true");
	assert_int_equal(collect(fixture, table), 4);
	assert_string_equal(fixture->got, "\ntotal/cpu0 0\ntotal/cpu1 0\na/cpu0 0\na/cpu1 0\n");
}

static void irq_selects_groups_but_not_the_total(void **state)
{
	struct fixture *fixture = *state;
	static const char table[] = CPU_1 " 1: 1  GIC 1 Level  eth0\n 2: 2  GIC 2 Level  mmc0\n"
					  " 3: 4  GIC 3 Level  xhci-hcd:usb3\nLOC: 8\n";

	set(fixture, "Irq", "eth0");
	set(fixture, "Irq", "/^xhci/");
	set(fixture, "Irq", "total");
	set(fixture, "ReportArchitecture", "true");
	collect(fixture, table);
	assert_string_equal(fixture->got, "\ntotal/cpu0 7\neth0/cpu0 1\nxhci-hcd:usb3/cpu0 4\n");
	set(fixture, "IgnoreSelected", "true");
	collect(fixture, table);
	assert_string_equal(fixture->got, "\ntotal/cpu0 7\nmmc0/cpu0 2\nLOC/cpu0 8\n");
}

static void rows_of_the_architecture_are_sent_when_asked_for(void **state)
{
	struct fixture *fixture = *state;

	set(fixture, "ReportArchitecture", "true");
	collect(fixture, CPU_2 " 1: 1 2  GIC 1 Level  LOC\nLOC: 10 20  Local timer\nLOC: 100 200\n"
			       "total: 3 3\nFIQ:              usb_fiq\nERR: 7\nMIS: 7 7\nRTR: 7\n"
			       ": 5 5\nno colon\n");
	assert_string_equal(fixture->got, "\ntotal/cpu0 1\ntotal/cpu1 2\nLOC/cpu0 111"
					  "\nLOC/cpu1 222\ntotal_/cpu0 3\ntotal_/cpu1 3\n");
}

static void with_one_cpu_the_errors_of_the_machine_are_no_row(void **state)
{
	struct fixture *fixture = *state;

	set(fixture, "ReportArchitecture", "true");
	collect(fixture, CPU_1 " 1: 1  GIC 1 Level  a\nERR: 7\nErr: 7\nMIS: 7\nNMI: 2  x\n");
	assert_string_equal(fixture->got, "\ntotal/cpu0 1\na/cpu0 1\nNMI/cpu0 2\n");
}

static void a_label_with_a_short_row_is_left_out_as_a_whole(void **state)
{
	struct fixture *fixture = *state;

	set(fixture, "ReportArchitecture", "true");
	collect(fixture, CPU_2 " 1: 1 2  GIC 1 Level  a\nLOC: 10 20\nLOC: 100\n");
	assert_string_equal(fixture->got, "\ntotal/cpu0 1\ntotal/cpu1 2\na/cpu0 1\na/cpu1 2\n");
	collect(fixture, CPU_2 " 1: 1 2  GIC 1 Level  a\nLOC: 10 20\nLOC: 100 200\n");
	assert_non_null(strstr(fixture->got, "\nLOC/cpu0 110\nLOC/cpu1 220\n"));
}

static void columns_beyond_the_header_count_where_it_is_clear_whose_they_are(void **state)
{
	struct fixture *fixture = *state;

	set(fixture, "ReportArchitecture", "true");
	collect(fixture, "  CPU0 CPU1\nIPI0: 1 2 3 4  CPU wakeup\n");
	assert_string_equal(fixture->got, "\nIPI0/cpu0 1\nIPI0/cpu1 2\n");
	assert_int_equal(collect(fixture, "  CPU0 CPU2\nIPI0: 1 2 3 4  CPU wakeup\n"), -ENOENT);
	assert_string_equal(fixture->got, "\n");
}

static void a_table_that_is_not_whole_sends_nothing(void **state)
{
	struct fixture *fixture = *state;
	static const char *const cases[] = {
		"",
		"           CPU0       CP",
		" 7: 1 2  GIC 1 Level  a\n",
		CPU_2 " 7: 1 2  GIC 1 Level  a\n 8: 1 2  GIC",
		CPU_2 " 7: 1 2  GIC 1 Level  a\n 8: 1\n",
		CPU_2 " 7: 1 2  GIC 1 Level  a\n 8: 1 99999999999999999999\n",
		CPU_2 " 7: 1 2  GIC 1 Level  a\n 6: 1 2  GIC 2 Level  b\n",
		/* collectd's counters have 63 bits */
		CPU_2 " 7: 1 9223372036854775808  GIC 1 Level  a\n",
		CPU_2 " 7: 9223372036854775807 1  GIC 1 Level  a\n 8: 1 1  GIC 2 Level  b\n",
		CPU_2 " 7: 1 2  GIC 1 Level  a\n 8\n",
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(collect(fixture, cases[i]), -EBADMSG);
		assert_string_equal(fixture->got, "\n");
	}
	assert_int_equal(collect(fixture, CPU_2 " 7: 1 2  GIC 1 Level  a\n"), 4);
}

static void a_table_without_a_numbered_row_is_a_missing_class(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(collect(fixture, CPU_2), -ENOENT);
	assert_int_equal(collect(fixture, CPU_2 "LOC: 1 2\n"), -ENOENT);
}

static void a_missing_file_is_a_missing_class(void **state)
{
	struct fixture *fixture = *state;

	assert_int_equal(collect_again(fixture), -ENOENT);
}

static void a_file_that_cannot_be_read_gives_its_own_error(void **state)
{
	struct fixture *fixture = *state;

	scratch_refuse(&fixture->scratch, "proc/interrupts");
	assert_int_equal(collect_again(fixture), -EISDIR);
}

#define MANY 20000

/* Collect a table of many rows, whose numbers are even or odd. Returns the time it took. */
static clock_t collect_many(struct fixture *fixture, int odd)
{
	char *table;
	size_t length;
	FILE *stream = open_memstream(&table, &length);

	assert_non_null(stream);
	fputs(CPU_1, stream);
	for (int i = 0; i < MANY; i++)
		fprintf(stream, "%d: 1  GIC 1 Level  a\n", 2 * i + odd);
	fclose(stream);
	scratch_write(&fixture->scratch, table, "proc/interrupts");
	free(table);
	clock_t start = clock();
	collect_again(fixture);
	return clock() - start;
}

/* Each row is looked up in the last read: for each of so many, all of them were gone through. */
static void rows_by_the_ten_thousand_may_change_at_once(void **state)
{
	struct fixture *fixture = *state;
	clock_t same = 0;
	clock_t changed = 0;

	for (int i = 0; i < 3; i++)
		same += collect_many(fixture, 0);
	for (int i = 1; i < 4; i++)
		changed += collect_many(fixture, i % 2);
	assert_true(changed < 10 * same);
}

#define TWO_ROWS CPU_1 " 1: 1000  GIC 1 Level  uart\n 2: 1  GIC 2 Level  uart\n"
#define ONE_ROW CPU_1 " 1: 1000  GIC 1 Level\n 2: 2  GIC 2 Level  uart\n"

static void a_row_that_comes_back_to_its_group_makes_no_spike(void **state)
{
	struct fixture *fixture = *state;

	collect(fixture, TWO_ROWS);
	assert_string_equal(fixture->got, "\ntotal/cpu0 1001\nuart/cpu0 1001\n");
	collect(fixture, ONE_ROW); /* closed: less is no rate */
	assert_string_equal(fixture->got, "\ntotal/cpu0 1002\nuart/cpu0 2\nirq1/cpu0 1000\n");
	for (int i = 0; i < 2; i++) {
		collect(fixture, TWO_ROWS); /* opened: 999 more would be taken for interrupts */
		assert_string_equal(fixture->got, "\ntotal/cpu0 1001\n");
	}
	collect(fixture, TWO_ROWS);
	assert_string_equal(fixture->got, "\ntotal/cpu0 1001\nuart/cpu0 1001\n");
}

#define WITH_ROW_2 CPU_1 " 1: 10  GIC 1 Level  eth0\n 2: 2000000000  GIC 2 Level  ttyS0\n"
#define WITHOUT_ROW_2 CPU_1 " 1: 11  GIC 1 Level  eth0\n"

static void a_row_that_is_gone_and_back_makes_no_spike_of_the_total(void **state)
{
	struct fixture *fixture = *state;

	collect(fixture, WITH_ROW_2);
	assert_non_null(strstr(fixture->got, "\ntotal/cpu0 2000000010\n"));
	for (int i = 0; i < 5; i++) {
		collect(fixture, WITHOUT_ROW_2);
		assert_non_null(strstr(fixture->got, "\ntotal/cpu0 11\n"));
	}
	for (int i = 0; i < 2; i++) {
		collect(fixture, WITH_ROW_2);
		assert_null(strstr(fixture->got, "total"));
	}
	collect(fixture, WITH_ROW_2); /* by now the old value is forgotten */
	assert_non_null(strstr(fixture->got, "\ntotal/cpu0 2000000010\n"));
}

static void a_table_that_was_cut_in_between_does_not_hide_a_row_that_is_back(void **state)
{
	struct fixture *fixture = *state;

	collect(fixture, WITH_ROW_2);
	collect(fixture, WITHOUT_ROW_2);
	collect(fixture, CPU_1 " 1: 11");
	collect(fixture, WITH_ROW_2);
	assert_null(strstr(fixture->got, "total"));
}

static void a_row_that_is_new_does_not_hold_the_total_back(void **state)
{
	struct fixture *fixture = *state;

	collect(fixture, WITHOUT_ROW_2);
	collect(fixture, CPU_1 " 1: 12  GIC 1 Level  eth0\n 2: 5  GIC 2 Level  ttyS0\n");
	assert_non_null(strstr(fixture->got, "\ntotal/cpu0 17\n"));
	collect(fixture, WITHOUT_ROW_2);
	/* the number's next user begins at zero */
	collect(fixture, CPU_1 " 1: 12  GIC 1 Level  eth0\n 2: 3  GIC 2 Level  usb\n");
	assert_non_null(strstr(fixture->got, "\ntotal/cpu0 15\n"));
}

static void a_row_that_is_new_does_not_hold_its_group_back(void **state)
{
	struct fixture *fixture = *state;

	collect(fixture, CPU_1 " 1: 10  GIC 1 Level  mmc\n");
	collect(fixture, CPU_1 " 1: 11  GIC 1 Level  mmc\n 2: 3  GIC 2 Level  mmc\n");
	assert_string_equal(fixture->got, "\ntotal/cpu0 14\nmmc/cpu0 14\n");
}

static void a_group_that_was_away_for_a_moment_goes_on(void **state)
{
	struct fixture *fixture = *state;

	collect(fixture, TWO_ROWS);
	collect(fixture, CPU_1 " 1: 1000  GIC 1 Level\n 2: 1  GIC 2 Level\n");
	assert_null(strstr(fixture->got, "uart"));
	collect(fixture, TWO_ROWS);
	assert_non_null(strstr(fixture->got, "\nuart/cpu0 1001\n"));
}

static void a_name_that_passes_to_another_row_makes_no_spike(void **state)
{
	struct fixture *fixture = *state;

	collect(fixture, CPU_1 " 1: 5  GIC 1 Level  eth0\n 2: 9000  GIC 2 Level  eth1\n");
	collect(fixture, CPU_1 " 1: 5  GIC 1 Level  eth1\n 2: 9000  GIC 2 Level  eth0\n");
	assert_string_equal(fixture->got, "\ntotal/cpu0 9005\n");
}

static void failed_reads_count_as_time_that_passes(void **state)
{
	struct fixture *fixture = *state;

	collect(fixture, TWO_ROWS);
	collect(fixture, "");
	collect(fixture, "");
	collect(fixture, ONE_ROW);
	assert_non_null(strstr(fixture->got, "\nuart/cpu0 2\n"));
}

/* A table of many rows, each its own group, whose counts are all `count`. */
static void write_big_table(const struct fixture *fixture, unsigned int first, unsigned int rows,
			    unsigned int cpus, unsigned int count)
{
	char *text;
	size_t length;
	FILE *stream = open_memstream(&text, &length);

	assert_non_null(stream);
	for (unsigned int i = 0; i < cpus; i++)
		fprintf(stream, " CPU%-8u", i);
	fputc('\n', stream);
	for (unsigned int row = first; row < first + rows; row++) {
		fprintf(stream, "%4u: ", row);
		for (unsigned int i = 0; i < cpus; i++)
			fprintf(stream, "%10u ", count);
		fprintf(stream, "  GIC %u Level  device%u\n", row, row);
	}
	fclose(stream);
	scratch_write_bytes(&fixture->scratch, "proc/interrupts", text, length);
	free(text);
}

static void count_samples(const struct sample *sample, void *ctx)
{
	size_t *sum = ctx;

	*sum += (size_t)sample->derive[0];
}

static void assert_big_table(struct fixture *fixture, unsigned int first, unsigned int rows,
			     unsigned int cpus, unsigned int count)
{
	size_t sum = 0;

	write_big_table(fixture, first, rows, cpus, count);
	assert_int_equal(cpuirq_source.collect(fixture->state, &fixture->root, count_samples, &sum),
			 (1 + rows) * cpus);
	assert_int_equal(sum, (size_t)2 * rows * cpus * count);
}

static void the_table_grows_and_shrinks(void **state)
{
	struct fixture *fixture = *state;

	assert_big_table(fixture, 1, 3, 2, 1);
	assert_big_table(fixture, 1, 3, 1152, 2);
	assert_big_table(fixture, 1, 300, 64, 3);
	assert_big_table(fixture, 1, 300, 1152, 4);
	assert_big_table(fixture, 1, 2000, 4, 5000);
	assert_big_table(fixture, 1, 2, 1, 6);
	assert_big_table(fixture, 1, 300, 1152, 7);
}

static void nothing_is_allocated_once_the_table_fits(void **state)
{
	struct fixture *fixture = *state;
	const struct cpuirq_options options = { 0 };
	struct cpuirq_table table = { 0 };

	write_big_table(fixture, 1, 100, 8, 1);
	assert_int_equal(cpuirq_read(&table, &fixture->root, &options), 0);
	assert_int_equal(cpuirq_read(&table, &fixture->root, &options), 0);
	struct cpuirq_table before = table;
	for (unsigned int i = 0; i < 8; i++) {
		write_big_table(fixture, 1, 100, 8 - i, i);
		assert_int_equal(cpuirq_read(&table, &fixture->root, &options), 0);
	}
	assert_ptr_equal(table.cpu, before.cpu);
	assert_ptr_equal(table.count, before.count);
	assert_ptr_equal(table.seen, before.seen);
	assert_ptr_equal(table.group, before.group);
	assert_ptr_equal(table.slot, before.slot);
	assert_ptr_equal(table.sum, before.sum);
	assert_ptr_equal(table.text.data, before.text.data);
	cpuirq_table_done(&table);
}

static void names_that_come_and_go_do_not_pile_up(void **state)
{
	struct fixture *fixture = *state;
	const struct cpuirq_options options = { 0 };
	struct cpuirq_table table = { 0 };

	for (unsigned int i = 0; i < 200; i++) {
		write_big_table(fixture, 1 + i * 50, 50, 1, 1);
		assert_int_equal(cpuirq_read(&table, &fixture->root, &options), 0);
	}
	assert_in_range(table.groups_max, 1, 512);
	cpuirq_table_done(&table);
}

static void a_group_stays_itself_when_others_are_dropped(void **state)
{
	struct fixture *fixture = *state;

	for (unsigned int i = 0; i < 200; i++) {
		char text[256];

		snprintf(text, sizeof(text),
			 CPU_1 " 1: 1  GIC 1 Level  usb-%u\n"
			       " 2: %u  GIC 2 Level  stays\n",
			 i, 1000 + i);
		collect(fixture, text);
		snprintf(text, sizeof(text), "\nstays/cpu0 %u\n", 1000 + i);
		assert_non_null(strstr(fixture->got, text));
		snprintf(text, sizeof(text), "\nusb-%u/cpu0 1\n", i);
		assert_non_null(strstr(fixture->got, text));
	}
}

static void rows_that_move_or_change_are_told_by_their_text(void **state)
{
	struct fixture *fixture = *state;

	set(fixture, "GroupBy", "irq");
	collect(fixture, CPU_1 " 1: 1  GIC 1 Level  aa\n 2: 2  GIC 1 Level  bb\n");
	collect(fixture, CPU_1 " 1: 1  GIC 1 Level  cc\n 2: 2  GIC 1 Level  bb\n");
	assert_string_equal(fixture->got, "\ntotal/cpu0 3\n2_bb/cpu0 2\n1_cc/cpu0 1\n");
	collect(fixture, CPU_1 " 2: 2  GIC 1 Level  bb\n");
	assert_string_equal(fixture->got, "\ntotal/cpu0 2\n2_bb/cpu0 2\n");
	collect(fixture, CPU_1 " 3: 4  GIC 1 Level  bb\n 4: 8  GIC 1 Level  bbb\n");
	assert_string_equal(fixture->got, "\ntotal/cpu0 12\n3_bb/cpu0 4\n4_bbb/cpu0 8\n");
}

static void bad_options_are_refused(void **state)
{
	struct fixture *fixture = *state;
	static const struct {
		const char *key;
		const char *value;
		int rc;
	} cases[] = {
		{ "Irq", "/(/", -EINVAL },
		{ "Irq", "", -EINVAL },
		{ "IgnoreSelected", "perhaps", -EINVAL },
		{ "GroupBy", "cpu", -EINVAL },
		{ "ReportIdle", "", -EINVAL },
		{ "ReportArchitecture", "2", -EINVAL },
		{ "ReportNothing", "true", -ENOENT },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_int_equal(
			cpuirq_source.set(fixture->state, cases[i].key, &cases[i].value, 1),
			cases[i].rc);
	assert_int_equal(cpuirq_source.set(fixture->state, "Irq", NULL, 0), -EINVAL);
	assert_int_equal(collect(fixture, CPU_1 " 1: 1  GIC 1 Level  a\n"), 2);
}

static void done_twice_does_no_harm(void **state)
{
	struct fixture *fixture = *state;

	set(fixture, "Irq", "a");
	collect(fixture, CPU_1 " 1: 1  GIC 1 Level  a\n");
	cpuirq_source.done(fixture->state);
	cpuirq_source.done(fixture->state);
	assert_int_equal(collect(fixture, CPU_1 " 1: 1  GIC 1 Level  b\n"), 2);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(counts_are_sent_per_group_and_cpu),
		TEST(cpu_numbers_come_from_the_header_of_each_read),
		TEST(names_that_are_alike_when_cleaned_or_cut_are_one_group),
		TEST(a_device_called_total_is_not_the_total),
		TEST(a_label_that_repeats_is_one_group),
		TEST(counts_and_sums_go_beyond_32_bits),
		TEST(group_by_irq_tells_rows_of_one_name_apart),
		TEST(idle_counts_are_sent_when_asked_for),
		TEST(irq_selects_groups_but_not_the_total),
		TEST(rows_of_the_architecture_are_sent_when_asked_for),
		TEST(with_one_cpu_the_errors_of_the_machine_are_no_row),
		TEST(a_label_with_a_short_row_is_left_out_as_a_whole),
		TEST(columns_beyond_the_header_count_where_it_is_clear_whose_they_are),
		TEST(a_table_that_is_not_whole_sends_nothing),
		TEST(a_table_without_a_numbered_row_is_a_missing_class),
		TEST(a_missing_file_is_a_missing_class),
		TEST(a_file_that_cannot_be_read_gives_its_own_error),
		TEST(rows_by_the_ten_thousand_may_change_at_once),
		TEST(a_row_that_comes_back_to_its_group_makes_no_spike),
		TEST(a_row_that_is_new_does_not_hold_its_group_back),
		TEST(a_row_that_is_gone_and_back_makes_no_spike_of_the_total),
		TEST(a_table_that_was_cut_in_between_does_not_hide_a_row_that_is_back),
		TEST(a_row_that_is_new_does_not_hold_the_total_back),
		TEST(a_group_that_was_away_for_a_moment_goes_on),
		TEST(a_name_that_passes_to_another_row_makes_no_spike),
		TEST(failed_reads_count_as_time_that_passes),
		TEST(the_table_grows_and_shrinks),
		TEST(nothing_is_allocated_once_the_table_fits),
		TEST(names_that_come_and_go_do_not_pile_up),
		TEST(a_group_stays_itself_when_others_are_dropped),
		TEST(rows_that_move_or_change_are_told_by_their_text),
		TEST(bad_options_are_refused),
		TEST(done_twice_does_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

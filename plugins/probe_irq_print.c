/* probe_irq_print.c - boardprobe irq: interrupt x CPU as text and as JSON. */
#include "probe_irq.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "cpuirq.h"
#include "probe_json.h"
#include "text.h"
#include "banned.h"

#define LIST_SIZE 4096
#define HZ_PER_KHZ 1000

/* What is being printed. */
struct report {
	const struct kroot *root;
	struct probe_irq_board *board;
	struct ktext table;
	struct cpuirq_text rest; /* of the table */
};

/* A row and what is read for it. */
struct interrupt {
	unsigned int number;
	struct cpuirq_span actions;
	char affinity[LIST_SIZE]; /* "" is unknown */
	char effective[LIST_SIZE];
	const uint64_t *count; /* for each CPU of the board */
};

typedef void interrupt_fn(const struct probe_irq_board *board, const struct interrupt *interrupt,
			  void *ctx);

static void read_list(const struct kroot *root, unsigned int number, const char *attr,
		      char ret[LIST_SIZE])
{
	if (kfile_attr(root, ret, LIST_SIZE, "proc/irq/%u/%s", number, attr) < 0)
		ret[0] = '\0';
	text_make_printable(ret, strlen(ret));
}

/* Read the table, its header, and what is known of CPUs and devices. */
static int begin(struct report *report)
{
	unsigned int number[PROBE_IRQ_CPUS_MAX];
	struct ktext *table = &report->table;

	int rc = kfile_text(report->root, table, "proc/interrupts");
	if (rc < 0)
		return rc;
	report->rest = (struct cpuirq_text){ table->data, table->data + table->length };
	int cpus = cpuirq_header(&report->rest, number, ARRAY_SIZE(number));
	if (cpus < 0)
		return cpus;
	if ((size_t)cpus > ARRAY_SIZE(number))
		return -EOVERFLOW;
	probe_irq_read_cpus(report->root, number, (size_t)cpus, report->board);
	probe_irq_read_devices(report->root, report->board);
	return 0;
}

/* The names of the actions, fit to be printed. */
static struct cpuirq_span read_actions(struct report *report, const struct cpuirq_row *row)
{
	struct cpuirq_span actions = cpuirq_actions(row->text);

	text_make_printable(report->table.data + (actions.text - report->table.data),
			    actions.length);
	return actions;
}

/* Take the numbered rows one by one. Returns 0, or -EBADMSG for a table that is cut. */
static int take_rows(struct report *report, interrupt_fn *take, void *ctx)
{
	uint64_t count[PROBE_IRQ_CPUS_MAX];
	struct interrupt interrupt = { .count = count };
	struct cpuirq_row row;
	int rc;

	while ((rc = cpuirq_row(&report->rest, &row)) > 0) {
		if (row.kind != CPUIRQ_NUMBERED)
			continue;
		rc = cpuirq_counts(&row, count, report->board->cpus);
		if (rc < 0)
			break;
		interrupt.number = row.number;
		interrupt.actions = read_actions(report, &row);
		read_list(report->root, row.number, "smp_affinity_list", interrupt.affinity);
		read_list(report->root, row.number, "effective_affinity_list", interrupt.effective);
		take(report->board, &interrupt, ctx);
	}
	return rc;
}

static bool is_behind(const struct probe_irq_board *board, const struct interrupt *interrupt,
		      const struct probe_irq_device *device)
{
	return probe_irq_is_behind(board, interrupt->number, interrupt->actions.text,
				   interrupt->actions.length, device);
}

static void print_interrupt(const struct probe_irq_board *board, const struct interrupt *interrupt,
			    void *ctx)
{
	uint64_t sum = 0;

	(void)ctx;
	for (size_t i = 0; i < board->cpus; i++)
		sum += interrupt->count[i];
	if (sum == 0)
		return;
	printf("%5u", interrupt->number);
	for (size_t i = 0; i < board->cpus; i++)
		printf(" %10llu", (unsigned long long)interrupt->count[i]);
	printf("  %s", interrupt->affinity[0] ? interrupt->affinity : "?");
	if (interrupt->effective[0])
		printf(" (%s)", interrupt->effective);
	printf("  %.*s", (int)interrupt->actions.length, interrupt->actions.text);
	for (size_t i = 0; i < board->devices; i++) {
		if (is_behind(board, interrupt, &board->device[i]))
			printf("  %s", board->device[i].name);
	}
	putchar('\n');
}

static void print_cpus(const struct probe_irq_board *board)
{
	for (size_t i = 0; i < board->cpus; i++) {
		const struct probe_irq_cpu *cpu = &board->cpu[i];

		printf("CPU%u", cpu->number);
		if (cpu->cluster[0])
			printf("  cluster %s", cpu->cluster);
		if (cpu->capacity > 0)
			printf("  capacity %lld", (long long)cpu->capacity);
		if (cpu->max_khz > 0)
			printf("  up to %lld MHz", (long long)cpu->max_khz / HZ_PER_KHZ);
		putchar('\n');
	}
	printf("\n  IRQ");
	for (size_t i = 0; i < board->cpus; i++) {
		char label[16];

		snprintf(label, sizeof(label), "CPU%u", board->cpu[i].number);
		printf(" %10s", label);
	}
	printf("  affinity (effective), names, disks and interfaces\n");
}

static struct json_object *cpus_json(const struct probe_irq_board *board)
{
	struct json_object *ret = json_object_new_array();

	for (size_t i = 0; i < board->cpus; i++) {
		const struct probe_irq_cpu *cpu = &board->cpu[i];
		struct json_object *object = json_object_new_object();

		json_object_object_add(object, "cpu", json_object_new_int64(cpu->number));
		json_object_object_add(object, "cluster", probe_json_text(cpu->cluster));
		json_object_object_add(object, "capacity", probe_json_number(cpu->capacity));
		json_object_object_add(object, "max_frequency",
				       probe_json_number(cpu->max_khz * HZ_PER_KHZ));
		json_object_array_add(ret, object);
	}
	return ret;
}

static struct json_object *devices_json(const struct probe_irq_board *board,
					const struct interrupt *interrupt)
{
	struct json_object *ret = json_object_new_array();

	for (size_t i = 0; i < board->devices; i++) {
		const struct probe_irq_device *device = &board->device[i];

		if (!is_behind(board, interrupt, device))
			continue;
		struct json_object *object = json_object_new_object();
		json_object_object_add(object, "name", json_object_new_string(device->name));
		json_object_object_add(
			object, "kind",
			json_object_new_string(device->is_disk ? "disk" : "interface"));
		json_object_object_add(object, "port", probe_json_text(device->port));
		json_object_array_add(ret, object);
	}
	return ret;
}

/* ctx is the array. */
static void add_interrupt(const struct probe_irq_board *board, const struct interrupt *interrupt,
			  void *ctx)
{
	struct json_object *object = json_object_new_object();
	struct json_object *counts = json_object_new_array();

	for (size_t i = 0; i < board->cpus; i++)
		json_object_array_add(counts, json_object_new_int64((int64_t)interrupt->count[i]));
	json_object_object_add(object, "irq", json_object_new_int64(interrupt->number));
	json_object_object_add(object, "name",
			       json_object_new_string_len(interrupt->actions.text,
							  (int)interrupt->actions.length));
	json_object_object_add(object, "counts", counts);
	json_object_object_add(object, "affinity", probe_json_text(interrupt->affinity));
	json_object_object_add(object, "effective_affinity", probe_json_text(interrupt->effective));
	json_object_object_add(object, "devices", devices_json(board, interrupt));
	json_object_array_add(ctx, object);
}

static int print_json(struct report *report)
{
	struct json_object *object = json_object_new_object();
	struct json_object *interrupts = json_object_new_array();

	int rc = begin(report);
	if (rc == 0)
		rc = take_rows(report, add_interrupt, interrupts);
	json_object_object_add(object, "cpus", cpus_json(report->board));
	json_object_object_add(object, "interrupts", interrupts);
	probe_json_print(object);
	return rc;
}

static int print_text(struct report *report)
{
	int rc = begin(report);

	if (rc < 0)
		return rc;
	print_cpus(report->board);
	return take_rows(report, print_interrupt, NULL);
}

int probe_irq(const struct kroot *root, bool as_json)
{
	struct report report = { .root = root, .board = calloc(1, sizeof(*report.board)) };

	if (!report.board)
		return -ENOMEM;
	int rc = as_json ? print_json(&report) : print_text(&report);
	if (rc == 0)
		rc = (int)report.board->left_out;
	ktext_done(&report.table);
	free(report.board);
	return rc;
}

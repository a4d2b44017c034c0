/*
 * fuzz_cpuirq.c - any text as /proc/interrupts: what is read lies within it, names are clean.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cpuirq.h"
#include "banned.h"

#define CPUS_MAX 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_right)
{
	if (!is_right)
		abort();
}

static void check_within(struct cpuirq_span span, const char *text, size_t size)
{
	check(span.length == 0 || (span.text >= text && span.text + span.length <= text + size));
}

static void check_name(const struct cpuirq_row *row, bool by_irq)
{
	static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789._+:,()-";
	char name[NAME_SIZE];
	size_t length = cpuirq_group_name(row, by_irq, name);

	check(length < sizeof(name) && strlen(name) == length);
	check(strspn(name, allowed) == length);
	check(strcmp(name, CPUIRQ_TOTAL) != 0);
	check(length > 0 || row->kind != CPUIRQ_NUMBERED);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *start = (const char *)data;
	struct cpuirq_text text = { start, start + size };
	unsigned int number[CPUS_MAX];
	uint64_t count[CPUS_MAX];
	struct cpuirq_row row;
	int cpus = cpuirq_header(&text, number, CPUS_MAX);

	if (cpus < 0 || cpus > CPUS_MAX)
		return 0;
	for (int i = 1; i < cpus; i++)
		check(number[i] > number[i - 1]);
	while (cpuirq_row(&text, &row) > 0) {
		if (cpuirq_counts(&row, count, (size_t)cpus) < 0)
			return 0;
		check_within(row.label, start, size);
		check_within(row.text, start, size);
		check_within(cpuirq_actions(row.text), start, size);
		check_name(&row, false);
		check_name(&row, true);
	}
	return 0;
}

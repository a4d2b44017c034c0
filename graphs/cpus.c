/* cpus.c - lists of CPUs as the kernel writes them. */
#include <ctype.h>
#include <string.h>

#include "cpus.h"
#include "banned.h"

/* Up to four digits; moves `*at` behind them. -1 if there are none or more. */
static int take_cpu(const char **at)
{
	int number = 0, digits = 0;

	for (; isdigit((unsigned char)**at) && digits < 5; digits++)
		number = number * 10 + (*(*at)++ - '0');
	return digits == 0 || digits == 5 ? -1 : number;
}

int cpus_number(const char *name)
{
	int cpu;

	if (strncmp(name, "cpu", 3) != 0)
		return -1;
	name += 3;
	cpu = take_cpu(&name);
	return *name ? -1 : cpu;
}

bool cpus_add(struct cpus *cpus, const char *list)
{
	if (strncmp(list, "cpu", 3) != 0)
		return false;
	for (list += 3;; list++) {
		int first = take_cpu(&list), last = first;

		if (*list == '-') {
			list++;
			last = take_cpu(&list);
		}
		if (first < 0 || last < first || (*list && *list != ','))
			return false;
		for (int cpu = first; cpu <= last; cpu++)
			cpus->bit[cpu / 8] |= (unsigned char)(1U << cpu % 8);
		if (!*list)
			return true;
	}
}

bool cpus_has(const struct cpus *cpus, int cpu)
{
	return cpu >= 0 && cpu < CPUS_MAX && (cpus->bit[cpu / 8] >> cpu % 8 & 1);
}

void cpus_write(const struct cpus *cpus, struct buf *buf)
{
	const char *before = "cpu";

	for (int first = 0; first < CPUS_MAX; first++) {
		int last = first;

		if (!cpus_has(cpus, first))
			continue;
		while (cpus_has(cpus, last + 1))
			last++;
		buf_add(buf, first == last ? "%s%d" : "%s%d-%d", before, first, last);
		before = ",";
		first = last;
	}
}

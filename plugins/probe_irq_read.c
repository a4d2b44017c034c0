/* probe_irq_read.c - the files of CPUs and devices, for boardprobe irq. */
#include "probe_irq.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "clusterfreq.h"
#include "text.h"
#include "banned.h"

#define CPUS "sys/devices/system/cpu"
#define NUMBER_SIZE 32

/* What is read, handed through kdir_links(). */
struct listing {
	const struct kroot *root;
	struct probe_irq_board *board;
	bool is_disk;
};

static int64_t read_number(const struct kroot *root, unsigned int cpu, const char *attr)
{
	char text[NUMBER_SIZE];
	int64_t number;

	if (kfile_attr(root, text, sizeof(text), CPUS "/cpu%u/%s", cpu, attr) < 0 ||
	    text_i64(text, &number) < 0 || number < 0)
		return 0;
	return number;
}

void probe_irq_read_cpus(const struct kroot *root, const unsigned int number[], size_t count,
			 struct probe_irq_board *board)
{
	char text[CLUSTERFREQ_TEXT_SIZE];
	unsigned int first;

	board->cpus = MIN(count, ARRAY_SIZE(board->cpu));
	for (size_t i = 0; i < board->cpus; i++) {
		struct probe_irq_cpu *cpu = &board->cpu[i];

		*cpu = (struct probe_irq_cpu){ .number = number[i] };
		if (kfile_attr(root, text, sizeof(text), CPUS "/cpu%u/cpufreq/related_cpus",
			       number[i]) >= 0)
			(void)clusterfreq_parse_cpus(text, cpu->cluster, &first);
		cpu->capacity = read_number(root, number[i], "cpu_capacity");
		cpu->max_khz = read_number(root, number[i], "cpufreq/cpuinfo_max_freq");
	}
}

static void read_irqs(const struct kroot *root, struct probe_irq_device *device)
{
	char dir[USBIO_PATH_SIZE + 16];
	int length = (int)probe_irq_function_length(device->path);

	snprintf(dir, sizeof(dir), "%.*s/msi_irqs", length, device->path);
	int found =
		length == 0 ? 0 : kdir_numbers(root, dir, "", device->irq, ARRAY_SIZE(device->irq));
	device->irqs = found > 0 ? MIN((size_t)found, ARRAY_SIZE(device->irq)) : 0;
}

static void take_device(const char *name, const char *target, void *ctx)
{
	const struct listing *listing = ctx;
	struct probe_irq_board *board = listing->board;

	if (strstr(target, "/virtual/"))
		return;
	struct probe_irq_device *device = &board->device[board->devices];
	if (board->devices == ARRAY_SIZE(board->device) ||
	    usbio_resolve(target, device->path) < 0) {
		board->left_out++;
		return;
	}
	device->is_disk = listing->is_disk;
	name_clean(name, strlen(name), device->name);
	usbio_port(device->path, device->port);
	read_irqs(listing->root, device);
	board->devices++;
}

static void take_bus(const char *name, const char *target, void *ctx)
{
	const struct listing *listing = ctx;
	struct probe_irq_board *board = listing->board;

	if (strncmp(name, "usb", 3) != 0)
		return;
	if (board->buses == ARRAY_SIZE(board->bus) ||
	    usbio_resolve(target, board->bus[board->buses]) < 0)
		board->left_out++;
	else
		board->buses++;
}

static int compare_devices(const void *a, const void *b)
{
	const struct probe_irq_device *left = a;
	const struct probe_irq_device *right = b;

	return strcmp(left->name, right->name);
}

/* A board need not have all of them. */
void probe_irq_read_devices(const struct kroot *root, struct probe_irq_board *board)
{
	struct listing listing = { .root = root, .board = board };

	(void)kdir_links(root, "sys/bus/usb/devices", take_bus, &listing);
	(void)kdir_links(root, "sys/class/net", take_device, &listing);
	listing.is_disk = true;
	(void)kdir_links(root, "sys/block", take_device, &listing);
	qsort(board->device, board->devices, sizeof(board->device[0]), compare_devices);
}

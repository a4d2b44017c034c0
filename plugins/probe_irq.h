/*
 * probe_irq.h - interrupts with what is behind them: /proc/interrupts,
 *               /proc/irq/N/{smp_affinity_list,effective_affinity_list},
 *               /sys/devices/system/cpu/cpuN/{cpu_capacity,cpufreq/{related_cpus,cpuinfo_max_freq}},
 *               /sys/devices/.../FUNCTION/msi_irqs/N of PCI
 * Kernel: Documentation/core-api/irq/irq-affinity.rst,
 *         Documentation/ABI/testing/{sysfs-devices-system-cpu,sysfs-bus-pci}
 */
#ifndef PROBE_IRQ_H
#define PROBE_IRQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kfile.h"
#include "usbio.h"

#define PROBE_IRQ_CPUS_MAX 4096
#define PROBE_IRQ_DEVICES_MAX 1024
#define PROBE_IRQ_BUSES_MAX 128
#define PROBE_IRQ_MSI_MAX 2048 /* PCI has room for no more of a function */

struct probe_irq_cpu {
	unsigned int number;
	char cluster[NAME_CUT + 1]; /* "" for none */
	int64_t capacity;	    /* of 1024; 0 is unknown, here and below */
	int64_t max_khz;
};

/* A disk or a network interface. */
struct probe_irq_device {
	char path[USBIO_PATH_SIZE]; /* "sys/devices/.../block/sda" */
	char name[NAME_CUT + 1];
	char port[NAME_CUT + 1]; /* of its USB device, "" for none */
	bool is_disk;
	size_t irqs; /* of the PCI function that it belongs to, or is behind */
	unsigned int irq[PROBE_IRQ_MSI_MAX];
};

/* Zeroed at first. */
struct probe_irq_board {
	size_t cpus;
	size_t devices;
	size_t buses;
	size_t left_out; /* devices and buses that there is no room for */
	struct probe_irq_cpu cpu[PROBE_IRQ_CPUS_MAX];
	struct probe_irq_device device[PROBE_IRQ_DEVICES_MAX];
	char bus[PROBE_IRQ_BUSES_MAX][USBIO_PATH_SIZE]; /* "sys/devices/.../usb4" */
};

/* How much of a path is that of the innermost PCI function on the way, 0 if it has none. Pure. */
size_t probe_irq_function_length(const char *path);

/*
 * Whether the numbered row serves the device. The interrupt is one of its PCI function, or the
 * names of the row's actions tell it: one of the directories on the way to the device is named
 * there ("mmc0", "eth0-rx-0", "nvme0q1", "ahci[0000:00:17.0]"), or another bus of the same USB
 * controller is ("xhci-hcd:usb3" serves usb4 too). Pure.
 */
bool probe_irq_is_behind(const struct probe_irq_board *board, unsigned int irq, const char *actions,
			 size_t length, const struct probe_irq_device *device);

/* Read what is known of the CPUs with these numbers. */
void probe_irq_read_cpus(const struct kroot *root, const unsigned int number[], size_t count,
			 struct probe_irq_board *board);

/* Read the disks and interfaces that belong to a device, by their names, and the USB buses. */
void probe_irq_read_devices(const struct kroot *root, struct probe_irq_board *board);

/* boardprobe irq: print the table. Returns how many devices are left out, or -errno. */
int probe_irq(const struct kroot *root, bool as_json);

#endif

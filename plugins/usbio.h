/*
 * usbio.h - octets per USB device: of disks /sys/block/DISK/stat, of network interfaces
 *           /sys/class/net/NAME/statistics/{rx,tx}_bytes, of the device itself
 *           {devnum,speed,product,serial}
 * Kernel: Documentation/block/stat.rst, Documentation/ABI/testing/sysfs-class-net-statistics,
 *         Documentation/ABI/testing/sysfs-bus-usb
 *
 * A device is found by where the links of disks and interfaces lead:
 * ../devices/.../usb4/4-1/4-1.1/4-1.1:1.0/host0/.../block/sda -> 4-1.1, behind the hub 4-1.
 *
 * The counters of a device's disks and interfaces, its members, are added and go out raw. So
 * that the sum never steps up by what was counted at another time:
 * - If one member cannot be read the device sends nothing: the next whole sum continues.
 * - A member that goes, wraps or restarts makes the sum smaller: one unknown sample.
 * - A member that comes to a device already being sent (a network interface out of another
 *   namespace, with all it has counted there) would be a spike. Then the device is silent
 *   until the RRD has forgotten the smaller sum: see sample_is_forgotten().
 * - A device that is plugged in has counted nothing before, and is sent at once.
 * What comes while collectd is restarted is not seen: nothing is kept from one run to the next.
 */
#ifndef USBIO_H
#define USBIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "name.h"
#include "source.h"

#define USBIO_DEVICES_MAX 256
#define USBIO_MEMBERS_MAX 512
#define USBIO_PATH_SIZE 512

struct usbio_octets {
	int64_t rx; /* to the host */
	int64_t tx; /* to the device */
};

/* A disk or a network interface. */
struct usbio_member {
	char path[USBIO_PATH_SIZE]; /* "sys/devices/.../block/sda" */
	bool is_present;	    /* at the last read */
	bool has_octets;
	struct usbio_octets octets;
	size_t device; /* index of its device */
	uint64_t sent; /* the read that sent it last, 0 for none */
};

struct usbio_device {
	char path[USBIO_PATH_SIZE]; /* "sys/devices/.../4-1.1" */
	char port[NAME_CUT + 1];
	char serial[NAME_CUT + 1]; /* "<product>_<serial>", "" if not known or not asked for */
	const char *name;	   /* one of the two, NULL if it would be sent twice */
	bool is_present;
	bool is_cut;	/* a member has no place */
	bool is_listed; /* selected by its name */
	bool has_speed;
	bool has_octets; /* every member has */
	int32_t devnum;	 /* another one is another device at the same port */
	int64_t bits_per_s;
	struct usbio_octets octets;
	uint64_t sent; /* the read that sent it last, 0 for none */
};

/* Zeroed at first; what has gone keeps its place for a while. */
struct usbio_table {
	uint64_t reads;	 /* how many there were */
	size_t left_out; /* disks and interfaces that there was no room for at the last read */
	size_t members;	 /* places in use so far */
	size_t devices;
	struct usbio_member member[USBIO_MEMBERS_MAX];
	struct usbio_device device[USBIO_DEVICES_MAX];
};

/* How much of the path of a disk or interface is that of the innermost USB device above it,
 * 0 if it is below none. Pure. */
size_t usbio_device_length(const char *path);

/* The kernel's port path of that device, "4-1.1", or "". Pure. */
void usbio_port(const char *path, char ret[NAME_CUT + 1]);

/* "../devices/..." -> "sys/devices/...". Returns 0, or -ENAMETOOLONG. Pure. */
int usbio_resolve(const char *target, char ret[USBIO_PATH_SIZE]);

/* The text of a disk's stat -> octets. Returns 0, -EINVAL or -ERANGE. Pure. */
int usbio_parse_stat(const char *text, struct usbio_octets *ret);

/* "5000" or "1.5", Mbit/s, -> bit/s. Returns 0, or -EINVAL ("unknown"). Pure. */
int usbio_parse_speed(const char *text, int64_t *ret);

/* "My Book ", "0007" -> "My_Book_0007", or "" where one of them is empty. Pure. */
void usbio_serial_name(const char *product, const char *serial, char ret[NAME_CUT + 1]);

/* Add up the members of each device, all or none. Pure. */
void usbio_add_members(struct usbio_table *table);

/* Name the devices that are present by port or, if `by_serial`, by their serial name where
 * they have one of their own: two with the same go by port. Pure. */
void usbio_name_devices(struct usbio_table *table, bool by_serial);

/* Emit the octets and the speed of the devices that are present and listed, as the rules
 * above allow. Returns how many samples. Pure. */
int usbio_emit(struct usbio_table *table, sample_fn *emit, void *ctx);

/*
 * Read the members below `root` and their devices into the table. `with_serial` reads product
 * and serial of new devices as well; that waits while the kernel resets the device.
 * Returns the number of devices present, -ENOENT if there is none, or -errno. After a failure
 * nothing of the table may be emitted.
 */
int usbio_read(const struct kroot *root, bool with_serial, struct usbio_table *table);

#endif

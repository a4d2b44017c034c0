/* usbio_read.c - the files of disks, network interfaces and their USB devices. */
#include "usbio.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "array.h"
#include "text.h"
#include "banned.h"

#define STAT_SIZE 512
#define STRING_SIZE 384 /* a USB string has 126 characters at most, of 3 bytes */
#define NUMBER_SIZE 32

/* What is read, handed through kdir_links(). */
struct listing {
	const struct kroot *root;
	struct usbio_table *table;
	bool with_serial;
	bool is_disk;
};

/* Product and serial wait for the device's lock, and cannot change. */
static void read_serial(const struct kroot *root, struct usbio_device *device)
{
	char product[STRING_SIZE];
	char serial[STRING_SIZE];

	if (kfile_attr(root, product, sizeof(product), "%s/product", device->path) >= 0 &&
	    kfile_attr(root, serial, sizeof(serial), "%s/serial", device->path) >= 0)
		usbio_serial_name(product, serial, device->serial);
}

static void read_speed(const struct kroot *root, struct usbio_device *device)
{
	char text[NUMBER_SIZE];

	device->has_speed = kfile_attr(root, text, sizeof(text), "%s/speed", device->path) >= 0 &&
			    usbio_parse_speed(text, &device->bits_per_s) == 0;
}

/* The place of a path, else that of one which can be forgotten, else a new one. */
static struct usbio_device *device_place(struct usbio_table *table, const char *path, size_t length)
{
	struct usbio_device *place = NULL;

	for (size_t i = 0; i < table->devices; i++) {
		struct usbio_device *device = &table->device[i];

		if (strncmp(device->path, path, length) == 0 && device->path[length] == '\0')
			return device;
		if (!place && !device->is_present &&
		    sample_is_forgotten(table->reads, device->sent))
			place = device;
	}
	if (!place && table->devices < ARRAY_SIZE(table->device))
		place = &table->device[table->devices++];
	if (!place)
		return NULL;
	*place = (struct usbio_device){ 0 };
	snprintf(place->path, sizeof(place->path), "%.*s", (int)length, path);
	return place;
}

/* Numbers of devices are given in turn; one at the same port after another has the next. */
static int32_t read_devnum(const struct kroot *root, const struct usbio_device *device)
{
	char text[NUMBER_SIZE];
	int32_t devnum;

	if (kfile_attr(root, text, sizeof(text), "%s/devnum", device->path) < 0 ||
	    text_i32(text, &devnum) < 0)
		return -1;
	return devnum;
}

static struct usbio_device *read_device(const struct listing *listing, const char *path,
					size_t length)
{
	struct usbio_device *device = device_place(listing->table, path, length);

	if (!device || device->is_present)
		return device;
	int32_t devnum = read_devnum(listing->root, device);
	bool is_new = device->port[0] == '\0' || devnum != device->devnum;
	if (is_new) {
		usbio_port(device->path, device->port);
		device->devnum = devnum;
		device->sent = 0;
		device->serial[0] = '\0';
		if (listing->with_serial)
			read_serial(listing->root, device);
	}
	if (is_new || !device->has_speed)
		read_speed(listing->root, device);
	device->is_present = true;
	return device;
}

static bool read_disk(const struct kroot *root, struct usbio_member *member)
{
	char text[STAT_SIZE];

	return kfile_attr(root, text, sizeof(text), "%s/stat", member->path) >= 0 &&
	       usbio_parse_stat(text, &member->octets) == 0;
}

static bool read_counter(const struct kroot *root, const char *path, const char *name, int64_t *ret)
{
	char text[NUMBER_SIZE];

	return kfile_attr(root, text, sizeof(text), "%s/statistics/%s", path, name) >= 0 &&
	       text_i64(text, ret) == 0 && *ret >= 0;
}

static bool read_interface(const struct kroot *root, struct usbio_member *member)
{
	return read_counter(root, member->path, "rx_bytes", &member->octets.rx) &&
	       read_counter(root, member->path, "tx_bytes", &member->octets.tx);
}

static struct usbio_member *member_place(struct usbio_table *table, const char *path)
{
	struct usbio_member *place = NULL;

	for (size_t i = 0; i < table->members; i++) {
		struct usbio_member *member = &table->member[i];

		if (strcmp(member->path, path) == 0)
			return member;
		if (!place && !member->is_present &&
		    sample_is_forgotten(table->reads, member->sent))
			place = member;
	}
	if (!place && table->members < ARRAY_SIZE(table->member))
		place = &table->member[table->members++];
	if (!place)
		return NULL;
	*place = (struct usbio_member){ 0 };
	snprintf(place->path, sizeof(place->path), "%s", path);
	return place;
}

static void take_member(const char *name, const char *target, void *ctx)
{
	const struct listing *listing = ctx;
	struct usbio_table *table = listing->table;
	char path[USBIO_PATH_SIZE];

	(void)name;
	if (usbio_device_length(target) == 0)
		return;
	struct usbio_device *device = NULL;
	struct usbio_member *member = NULL;
	if (usbio_resolve(target, path) == 0)
		device = read_device(listing, path, usbio_device_length(path));
	if (device)
		member = member_place(table, path);
	if (!member) {
		table->left_out++;
		if (device)
			device->is_cut = true;
		return;
	}
	member->device = (size_t)(device - table->device);
	member->is_present = true;
	member->has_octets = listing->is_disk ? read_disk(listing->root, member)
					      : read_interface(listing->root, member);
}

static void forget_presence(struct usbio_table *table)
{
	table->left_out = 0;
	for (size_t i = 0; i < table->members; i++)
		table->member[i].is_present = false;
	for (size_t i = 0; i < table->devices; i++)
		table->device[i].is_present = table->device[i].is_cut = false;
}

/* A kernel without disks, or without a network, has no such directory. */
static int read_class(struct listing *listing, const char *dir, bool is_disk)
{
	listing->is_disk = is_disk;
	int rc = kdir_links(listing->root, dir, take_member, listing);
	return rc == -ENOENT ? 0 : rc;
}

int usbio_read(const struct kroot *root, bool with_serial, struct usbio_table *table)
{
	struct listing listing = { .root = root, .table = table, .with_serial = with_serial };
	int present = 0;

	table->reads++;
	forget_presence(table);
	int rc = read_class(&listing, "sys/block", true);
	if (rc == 0)
		rc = read_class(&listing, "sys/class/net", false);
	if (rc < 0)
		return rc;
	for (size_t i = 0; i < table->devices; i++)
		present += table->device[i].is_present;
	return present == 0 ? -ENOENT : present;
}

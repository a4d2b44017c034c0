/*
 * probe_usb.h - the tree bus > hub > port > device: /sys/bus/usb/devices/DEVICE/{speed,version,
 *               bDeviceClass,product,bos_descriptors,port/peer}
 * Kernel: Documentation/ABI/testing/sysfs-bus-usb; USB 3.2 specification, section 9.6.2
 */
#ifndef PROBE_USB_H
#define PROBE_USB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kfile.h"
#include "usbio.h"

#define PROBE_USB_NODES_MAX 512
#define PROBE_USB_MEMBERS_MAX 512
#define PROBE_USB_DEPTH_MAX 8 /* a bus, and five hubs below each other */
#define PROBE_USB_TEXT_SIZE 128

struct probe_usb_node {
	char path[USBIO_PATH_SIZE];		 /* "sys/devices/.../usb4/4-1" */
	char port[NAME_CUT + 1];		 /* "usb4" or "4-1" */
	size_t depth;				 /* 1 for a bus */
	unsigned int place[PROBE_USB_DEPTH_MAX]; /* bus, port, port ... */
	char peer[NAME_CUT + 1]; /* the socket's port at its other speed, "" for none */
	bool has_port;		 /* the kernel describes the port, with its peer if it has one */
	bool is_hub;
	char product[PROBE_USB_TEXT_SIZE]; /* printable ASCII; may be empty */
	char version[PROBE_USB_TEXT_SIZE];
	int bos_rc; /* of probe_usb_parse_bos() */
	int64_t bos_bits_per_s;
	int64_t bits_per_s;	     /* negotiated; 0 is unknown, here and below */
	int64_t port_bits_per_s;     /* what the port can do */
	int64_t possible_bits_per_s; /* what the device can do */
};

/* A disk or a network interface. */
struct probe_usb_member {
	char port[NAME_CUT + 1]; /* of its device */
	char name[NAME_CUT + 1];
	bool is_disk;
};

/* Zeroed at first. Nodes are in the order of their places, members in that of their names. */
struct probe_usb_tree {
	size_t nodes;
	size_t members;
	size_t left_out; /* nodes and members that there is no room for */
	struct probe_usb_node node[PROBE_USB_NODES_MAX];
	struct probe_usb_member member[PROBE_USB_MEMBERS_MAX];
};

/* "usb4" -> {4}, "4-1.2" -> {4, 1, 2}. Returns how many, or -EINVAL. Pure. */
int probe_usb_parse_place(const char *port, unsigned int ret[PROBE_USB_DEPTH_MAX]);

/*
 * Find the fastest link in a binary object store. Returns 0, with 0 bit/s if it tells of no
 * SuperSpeed, or -EINVAL if it is cut or none. Pure.
 */
int probe_usb_parse_bos(const uint8_t *data, size_t length, int64_t *ret);

/*
 * Sort the tree, and find for each node what its port and what it could do itself. Pure.
 *
 * A device tells it in its BOS, or in its version if that leaves no choice: 3.00 is 5 Gbit/s,
 * 2.00 below a hub of 480 Mbit/s is what was negotiated. 2.10 may be a 3.x device in a slow
 * port, 3.10 may be 5 or 10 Gbit/s: then it is unknown, unless the port does no more anyway.
 * A hub of 3.x is two devices in one socket, of which the slow one is as it should be.
 */
void probe_usb_build(struct probe_usb_tree *tree);

/* "usb3-port1" -> "3-1", "4-1-port2" -> "4-1.2": what is plugged in there. Returns 0, or
 * -EINVAL. Pure. */
int probe_usb_parse_port(const char *text, char ret[NAME_CUT + 1]);

/* The node above, NULL for a bus. Pure. */
const struct probe_usb_node *probe_usb_parent(const struct probe_usb_tree *tree,
					      const struct probe_usb_node *node);

/* Read all devices with their disks and interfaces. It waits for a device that is being
 * reset. Returns the number of devices, -ENOENT if there is no USB bus, or -errno. */
int probe_usb_read(const struct kroot *root, struct probe_usb_tree *tree);

/* boardprobe usb: print the tree. Returns how much is left out of it, or -errno. */
int probe_usb(const struct kroot *root, bool as_json);

#endif

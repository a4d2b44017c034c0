/* probe_usb_read.c - the files of USB devices, for boardprobe usb. */
#include "probe_usb.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "array.h"
#include "text.h"
#include "banned.h"

#define DEVICES "sys/bus/usb/devices"
#define BOS_SIZE_MAX 4096
#define STRING_SIZE 384 /* a USB string has 126 characters at most, of 3 bytes */
#define PATH_SIZE (USBIO_PATH_SIZE + 16)

/* What is read, handed through kdir_links(). */
struct listing {
	const struct kroot *root;
	struct probe_usb_tree *tree;
	bool is_disk;
};

/* A device may call itself anything, escape sequences too. */
static void read_text(const struct kroot *root, const struct probe_usb_node *node, const char *attr,
		      char ret[PROBE_USB_TEXT_SIZE])
{
	char text[STRING_SIZE];

	if (kfile_attr(root, text, sizeof(text), "%s/%s", node->path, attr) < 0)
		text[0] = '\0';
	const char *start = text + strspn(text, " ");
	snprintf(ret, PROBE_USB_TEXT_SIZE, "%.*s", PROBE_USB_TEXT_SIZE - 1, start);
	text_make_printable(ret, strlen(ret));
}

static void read_speed(const struct kroot *root, struct probe_usb_node *node)
{
	char text[PROBE_USB_TEXT_SIZE];

	read_text(root, node, "speed", text);
	if (usbio_parse_speed(text, &node->bits_per_s) < 0)
		node->bits_per_s = 0;
}

/* Since Linux 6.9. */
static void read_bos(const struct kroot *root, struct probe_usb_node *node)
{
	uint8_t data[BOS_SIZE_MAX];
	int length = kfile_bytes(root, data, sizeof(data), "%s/bos_descriptors", node->path);

	node->bos_rc = length < 0
			       ? length
			       : probe_usb_parse_bos(data, (size_t)length, &node->bos_bits_per_s);
}

/* 3-1/port -> ../3-0:1.0/usb3-port1, and there peer -> ../../../usb4/4-0:1.0/usb4-port1 */
static void read_port(const struct kroot *root, struct probe_usb_node *node)
{
	char path[PATH_SIZE];
	char target[USBIO_PATH_SIZE];

	snprintf(path, sizeof(path), "%s/port", node->path);
	node->has_port = kfile_link(root, target, sizeof(target), path) >= 0;
	snprintf(path, sizeof(path), "%s/port/peer", node->path);
	if (!node->has_port || kfile_link(root, target, sizeof(target), path) < 0)
		return;
	const char *slash = strrchr(target, '/');
	if (probe_usb_parse_port(slash ? slash + 1 : target, node->peer) < 0)
		node->has_port = false;
}

static void take_device(const char *name, const char *target, void *ctx)
{
	const struct listing *listing = ctx;
	struct probe_usb_tree *tree = listing->tree;
	unsigned int place[PROBE_USB_DEPTH_MAX];
	char text[PROBE_USB_TEXT_SIZE];

	int depth = probe_usb_parse_place(name, place);
	if (depth < 0)
		return; /* an interface */
	struct probe_usb_node *node = &tree->node[tree->nodes];
	if (tree->nodes == ARRAY_SIZE(tree->node) || usbio_resolve(target, node->path) < 0) {
		tree->left_out++;
		return;
	}
	memcpy(node->place, place, sizeof(place));
	node->depth = (size_t)depth;
	name_clean(name, strlen(name), node->port);
	read_text(listing->root, node, "bDeviceClass", text);
	node->is_hub = strcmp(text, "09") == 0;
	read_text(listing->root, node, "product", node->product);
	read_text(listing->root, node, "version", node->version);
	read_speed(listing->root, node);
	read_bos(listing->root, node);
	read_port(listing->root, node);
	tree->nodes++;
}

static void take_member(const char *name, const char *target, void *ctx)
{
	const struct listing *listing = ctx;
	struct probe_usb_tree *tree = listing->tree;

	if (usbio_device_length(target) == 0)
		return;
	if (tree->members == ARRAY_SIZE(tree->member)) {
		tree->left_out++;
		return;
	}
	struct probe_usb_member *member = &tree->member[tree->members++];
	usbio_port(target, member->port);
	name_clean(name, strlen(name), member->name);
	member->is_disk = listing->is_disk;
}

int probe_usb_read(const struct kroot *root, struct probe_usb_tree *tree)
{
	struct listing listing = { .root = root, .tree = tree };

	int rc = kdir_links(root, DEVICES, take_device, &listing);
	if (rc < 0)
		return rc;
	if (tree->nodes == 0)
		return -ENOENT;
	/* Without disks, or without a network, there is no such directory. */
	(void)kdir_links(root, "sys/class/net", take_member, &listing);
	listing.is_disk = true;
	(void)kdir_links(root, "sys/block", take_member, &listing);
	return (int)tree->nodes;
}

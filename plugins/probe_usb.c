/* probe_usb.c - the tree of USB devices, and how fast each of them could be. */
#include "probe_usb.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "banned.h"

#define BOS_SIZE 5
#define TYPE_BOS 0x0f
#define TYPE_CAPABILITY 0x10
#define CAPABILITY_SUPERSPEED 0x03
#define CAPABILITY_SUPERSPEED_PLUS 0x0a
#define SUPERSPEED_SIZE 10
#define PLUS_SIZE 12 /* before its list of speeds */
#define SPEEDS_5G 0x08
#define MBIT INT64_C(1000000)

/* Take a number, without sign and below 10^9. Returns what follows it, or NULL. */
static const char *take_number(const char *text, unsigned int *ret)
{
	size_t digits = strspn(text, "0123456789");

	if (digits == 0 || digits > 9)
		return NULL;
	*ret = (unsigned int)strtoul(text, NULL, 10);
	return text + digits;
}

int probe_usb_parse_place(const char *port, unsigned int ret[PROBE_USB_DEPTH_MAX])
{
	unsigned int place[PROBE_USB_DEPTH_MAX] = { 0 };
	size_t depth = 1;
	bool is_bus = strncmp(port, "usb", 3) == 0;
	const char *rest = take_number(port + (is_bus ? 3 : 0), &place[0]);

	if (!rest || (rest[0] == '\0') != is_bus)
		return -EINVAL;
	while (rest[0] != '\0') {
		if (rest[0] != (depth == 1 ? '-' : '.') || depth == PROBE_USB_DEPTH_MAX)
			return -EINVAL;
		rest = take_number(rest + 1, &place[depth++]);
		if (!rest)
			return -EINVAL;
	}
	memcpy(ret, place, sizeof(place));
	return (int)depth;
}

int probe_usb_parse_port(const char *text, char ret[NAME_CUT + 1])
{
	const char *end = strstr(text, "-port");
	const char *hub = strncmp(text, "usb", 3) == 0 ? text + 3 : text;
	char port[NAME_CUT + 1] = "";
	unsigned int place[PROBE_USB_DEPTH_MAX];

	if (!end || end < hub)
		return -EINVAL;
	int length = snprintf(port, sizeof(port), "%.*s%c%s", (int)(end - hub), hub,
			      hub == text ? '.' : '-', end + strlen("-port"));
	if ((size_t)length >= sizeof(port) || probe_usb_parse_place(port, place) < 0)
		return -EINVAL;
	memcpy(ret, port, sizeof(port));
	return 0;
}

/* A speed of the list: mantissa in the upper half, 4 and 5 its power of 1000. One lane. */
static int64_t lane_speed(const uint8_t *data)
{
	static const int64_t unit[] = { 1, 1000, 1000000, 1000000000 };

	return (data[2] | data[3] << 8) * unit[data[0] >> 4 & 3];
}

static int64_t plus_speed(const uint8_t *data, size_t length)
{
	size_t count = (data[4] & 0x1f) + 1u;
	int64_t fastest = 0;

	for (size_t i = 0; i < count && PLUS_SIZE + 4 * (i + 1) <= length; i++)
		fastest = MAX(fastest, lane_speed(&data[PLUS_SIZE + 4 * i]));
	return fastest;
}

static int64_t capability_speed(const uint8_t *data, size_t length)
{
	if (data[2] == CAPABILITY_SUPERSPEED && length >= SUPERSPEED_SIZE && data[4] & SPEEDS_5G)
		return 5000 * MBIT;
	if (data[2] == CAPABILITY_SUPERSPEED_PLUS && length >= PLUS_SIZE)
		return plus_speed(data, length);
	return 0;
}

int probe_usb_parse_bos(const uint8_t *data, size_t length, int64_t *ret)
{
	int64_t fastest = 0;

	if (length < BOS_SIZE || data[0] != BOS_SIZE || data[1] != TYPE_BOS ||
	    (size_t)(data[2] | data[3] << 8) > length)
		return -EINVAL;
	length = (size_t)(data[2] | data[3] << 8);
	for (size_t at = BOS_SIZE; at < length; at += data[at]) {
		if (data[at] < 3 || data[at] > length - at || data[at + 1] != TYPE_CAPABILITY)
			return -EINVAL;
		fastest = MAX(fastest, capability_speed(&data[at], data[at]));
	}
	*ret = fastest;
	return 0;
}

static int compare_nodes(const void *a, const void *b)
{
	const struct probe_usb_node *left = a;
	const struct probe_usb_node *right = b;

	for (size_t i = 0; i < PROBE_USB_DEPTH_MAX; i++) {
		if (i == left->depth || i == right->depth)
			return (left->depth > right->depth) - (left->depth < right->depth);
		if (left->place[i] != right->place[i])
			return left->place[i] > right->place[i] ? 1 : -1;
	}
	return 0;
}

static int compare_members(const void *a, const void *b)
{
	const struct probe_usb_member *left = a;
	const struct probe_usb_member *right = b;

	return strcmp(left->name, right->name);
}

const struct probe_usb_node *probe_usb_parent(const struct probe_usb_tree *tree,
					      const struct probe_usb_node *node)
{
	for (size_t i = 0; i < tree->nodes; i++) {
		const struct probe_usb_node *parent = &tree->node[i];

		if (parent->depth + 1 == node->depth &&
		    memcmp(parent->place, node->place, parent->depth * sizeof(node->place[0])) == 0)
			return parent;
	}
	return NULL;
}

static const struct probe_usb_node *find_port(const struct probe_usb_tree *tree, const char *port)
{
	for (size_t i = 0; i < tree->nodes; i++) {
		if (strcmp(tree->node[i].port, port) == 0)
			return &tree->node[i];
	}
	return NULL;
}

/* Of the hub whose port it is, plugged in or not. */
static int64_t peer_speed(const struct probe_usb_tree *tree, const char *port)
{
	struct probe_usb_node peer = { 0 };
	int depth = probe_usb_parse_place(port, peer.place);
	const struct probe_usb_node *hub = NULL;

	if (depth > 0) {
		peer.depth = (size_t)depth;
		hub = probe_usb_parent(tree, &peer);
	}
	return hub ? hub->bits_per_s : 0;
}

/* A socket has a port at each of two hubs: 480 Mbit/s and less, and SuperSpeed. */
static int64_t port_speed(const struct probe_usb_tree *tree, const struct probe_usb_node *node)
{
	const struct probe_usb_node *parent = probe_usb_parent(tree, node);

	if (!parent || parent->bits_per_s == 0)
		return 0;
	if (parent->bits_per_s >= 5000 * MBIT)
		return parent->bits_per_s;
	if (!node->has_port)
		return 0; /* there may be a faster one */
	return MAX(parent->bits_per_s, peer_speed(tree, node->peer));
}

/* Without SuperSpeed: a device that negotiates 12 Mbit/s with a fast hub has no more. */
static int64_t slow_speed(const struct probe_usb_node *node, const struct probe_usb_node *parent)
{
	if (node->bits_per_s == 12 * MBIT && !(parent && parent->bits_per_s >= 480 * MBIT))
		return 0;
	return node->bits_per_s;
}

/* " 2.10": the kernel puts a blank in front of one digit. */
static int64_t own_speed(const struct probe_usb_node *node, const struct probe_usb_node *parent)
{
	static const struct {
		const char *version;
		int64_t bits_per_s; /* the most there is in it */
		bool is_sure;	    /* even if less was negotiated */
	} versions[] = {
		{ "3.00", 5000 * MBIT, true },
		{ "3.10", 10000 * MBIT, false },
		{ "3.20", 20000 * MBIT, false },
	};

	if (node->depth == 1)
		return node->bits_per_s; /* the controller itself */
	if (node->bos_rc == 0)
		return node->bos_bits_per_s > 0 ? node->bos_bits_per_s : slow_speed(node, parent);
	if (strcmp(node->version, "2.00") == 0)
		return slow_speed(node, parent);
	if (strcmp(node->version, "1.10") == 0 || strcmp(node->version, "1.00") == 0)
		return node->bits_per_s;
	for (size_t i = 0; i < ARRAY_SIZE(versions); i++) {
		if (strcmp(versions[i].version, node->version) == 0 &&
		    (versions[i].is_sure || node->bits_per_s >= versions[i].bits_per_s))
			return versions[i].bits_per_s;
	}
	return 0;
}

static int64_t possible_speed(const struct probe_usb_tree *tree, const struct probe_usb_node *node)
{
	if (node->is_hub && find_port(tree, node->peer))
		return node->bits_per_s;
	int64_t own = own_speed(node, probe_usb_parent(tree, node));
	if (own > 0)
		return MAX(own, node->bits_per_s);
	if (node->port_bits_per_s > 0 && node->bits_per_s >= node->port_bits_per_s)
		return node->bits_per_s;
	return 0;
}

void probe_usb_build(struct probe_usb_tree *tree)
{
	qsort(tree->node, tree->nodes, sizeof(tree->node[0]), compare_nodes);
	qsort(tree->member, tree->members, sizeof(tree->member[0]), compare_members);
	for (size_t i = 0; i < tree->nodes; i++) {
		struct probe_usb_node *node = &tree->node[i];

		node->port_bits_per_s = port_speed(tree, node);
		node->possible_bits_per_s = possible_speed(tree, node);
	}
}

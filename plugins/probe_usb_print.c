/* probe_usb_print.c - boardprobe usb: the tree as text and as JSON. */
#include "probe_usb.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe_json.h"
#include "banned.h"

#define SPEED_SIZE 32
#define MBIT 1e6
#define GBIT 1e9

static void format_speed(int64_t bits_per_s, char ret[SPEED_SIZE])
{
	double speed = (double)bits_per_s;

	if (bits_per_s == 0)
		snprintf(ret, SPEED_SIZE, "unknown");
	else if (speed >= GBIT)
		snprintf(ret, SPEED_SIZE, "%g Gbit/s", speed / GBIT);
	else
		snprintf(ret, SPEED_SIZE, "%g Mbit/s", speed / MBIT);
}

static void print_node(const struct probe_usb_tree *tree, const struct probe_usb_node *node)
{
	char speed[SPEED_SIZE];
	char possible[SPEED_SIZE];
	int indent = 2 * ((int)node->depth - 1);

	format_speed(node->bits_per_s, speed);
	format_speed(node->possible_bits_per_s, possible);
	printf("%*s%s  %s", indent, "", node->port, speed);
	if (node->possible_bits_per_s != node->bits_per_s)
		printf(" (possible: %s)", possible);
	if (node->product[0])
		printf("  %s", node->product);
	for (size_t i = 0; i < tree->members; i++) {
		if (strcmp(tree->member[i].port, node->port) == 0)
			printf("  %s", tree->member[i].name);
	}
	putchar('\n');
}

static struct json_object *members_json(const struct probe_usb_tree *tree, const char *port,
					bool is_disk)
{
	struct json_object *ret = json_object_new_array();

	for (size_t i = 0; i < tree->members; i++) {
		if (tree->member[i].is_disk == is_disk && strcmp(tree->member[i].port, port) == 0)
			json_object_array_add(ret, json_object_new_string(tree->member[i].name));
	}
	return ret;
}

static struct json_object *node_json(const struct probe_usb_tree *tree,
				     const struct probe_usb_node *node)
{
	struct json_object *ret = json_object_new_object();

	json_object_object_add(ret, "port", json_object_new_string(node->port));
	json_object_object_add(ret, "hub", json_object_new_boolean(node->is_hub));
	json_object_object_add(ret, "product", probe_json_text(node->product));
	json_object_object_add(ret, "version", probe_json_text(node->version));
	json_object_object_add(ret, "speed", probe_json_number(node->bits_per_s));
	json_object_object_add(ret, "possible_speed", probe_json_number(node->possible_bits_per_s));
	json_object_object_add(ret, "port_speed", probe_json_number(node->port_bits_per_s));
	json_object_object_add(ret, "disks", members_json(tree, node->port, true));
	json_object_object_add(ret, "interfaces", members_json(tree, node->port, false));
	return ret;
}

/* Takes the nodes below `parent`, NULL for the buses, which follow it in the order of places. */
static struct json_object *children_json(const struct probe_usb_tree *tree,
					 const struct probe_usb_node *parent)
{
	struct json_object *ret = json_object_new_array();

	for (size_t i = 0; i < tree->nodes; i++) {
		const struct probe_usb_node *node = &tree->node[i];

		if (probe_usb_parent(tree, node) != parent)
			continue;
		struct json_object *child = node_json(tree, node);
		json_object_object_add(child, "devices", children_json(tree, node));
		json_object_array_add(ret, child);
	}
	return ret;
}

int probe_usb(const struct kroot *root, bool as_json)
{
	struct probe_usb_tree *tree = calloc(1, sizeof(*tree));

	if (!tree)
		return -ENOMEM;
	int rc = probe_usb_read(root, tree);
	probe_usb_build(tree);
	if (as_json)
		probe_json_print(children_json(tree, NULL));
	for (size_t i = 0; i < tree->nodes && !as_json; i++)
		print_node(tree, &tree->node[i]);
	int left_out = (int)tree->left_out;
	free(tree);
	return rc < 0 ? rc : left_out;
}

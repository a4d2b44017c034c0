/* test_probe_usb.c - the tree of USB devices: places, descriptors, and what could be faster. */
#include "probe_usb.h"

#include <errno.h>
#include <json-c/json.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "program.h"
#include "scratch.h"
#include "unit.h"
#include "banned.h"

#define MBIT INT64_C(1000000)

static struct probe_usb_tree *tree;

static int setup(void **state)
{
	(void)state;
	tree = calloc(1, sizeof(*tree));
	return tree ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	free(tree);
	return 0;
}

static struct probe_usb_node *add(const char *port, const char *version, int64_t mbits)
{
	struct probe_usb_node *node = &tree->node[tree->nodes++];
	int depth = probe_usb_parse_place(port, node->place);

	assert_true(depth > 0);
	node->depth = (size_t)depth;
	snprintf(node->port, sizeof(node->port), "%s", port);
	snprintf(node->version, sizeof(node->version), "%s", version);
	node->bits_per_s = mbits * MBIT;
	node->bos_rc = -ENOENT;
	return node;
}

static const struct probe_usb_node *find(const char *port)
{
	for (size_t i = 0; i < tree->nodes; i++) {
		if (strcmp(tree->node[i].port, port) == 0)
			return &tree->node[i];
	}
	fail_msg("no %s", port);
	return NULL;
}

static void expect_possible(const char *port, int64_t mbits)
{
	assert_int_equal(find(port)->possible_bits_per_s, mbits * MBIT);
}

static void a_place_is_bus_and_ports(void **state)
{
	(void)state;
	static const struct {
		const char *port;
		int depth;
		unsigned int place[PROBE_USB_DEPTH_MAX];
	} cases[] = {
		{ "usb4", 1, { 4 } },
		{ "4-1", 2, { 4, 1 } },
		{ "4-1.12.3", 4, { 4, 1, 12, 3 } },
		{ "1-1.2.3.4.5.6.7", 8, { 1, 1, 2, 3, 4, 5, 6, 7 } },
		{ "1-1.2.3.4.5.6.7.8", -EINVAL, { 0 } },
		{ "4-1:1.0", -EINVAL, { 0 } },
		{ "4-0:1.0", -EINVAL, { 0 } },
		{ "usb", -EINVAL, { 0 } },
		{ "usb4-1", -EINVAL, { 0 } },
		{ "4", -EINVAL, { 0 } },
		{ "4-", -EINVAL, { 0 } },
		{ "4.1", -EINVAL, { 0 } },
		{ "4-1-2", -EINVAL, { 0 } },
		{ "4-1.", -EINVAL, { 0 } },
		{ "-1", -EINVAL, { 0 } },
		{ "4-99999999999", -EINVAL, { 0 } },
		{ "", -EINVAL, { 0 } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		unsigned int place[PROBE_USB_DEPTH_MAX] = { 0 };

		assert_int_equal(probe_usb_parse_place(cases[i].port, place), cases[i].depth);
		assert_memory_equal(place, cases[i].place, sizeof(place));
	}
}

static void a_port_says_what_is_plugged_in_there(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		const char *port; /* NULL: refused */
	} cases[] = {
		{ "usb3-port1", "3-1" },
		{ "4-1-port2", "4-1.2" },
		{ "4-1.2-port11", "4-1.2.11" },
		{ "usb3", NULL },
		{ "-port1", NULL },
		{ "usb-port1", NULL },
		{ "usb3-portx", NULL },
		{ "usb3-port", NULL },
		{ "x-port1", NULL },
		{ "us-port1", NULL },
		{ "", NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char port[NAME_CUT + 1] = "untouched";
		int rc = probe_usb_parse_port(cases[i].text, port);

		assert_int_equal(rc, cases[i].port ? 0 : -EINVAL);
		assert_string_equal(port, cases[i].port ? cases[i].port : "untouched");
	}
}

#define BOS(length, caps) 5, 0x0f, length, 0, caps
#define SUPERSPEED(speeds) 10, 0x10, 0x03, 0, speeds, 0, 1, 10, 0, 0
#define PLUS(count, ...)                                                                           \
	12 + 4 * (count), 0x10, 0x0a, 0, (count)-1, 0, 0, 0, 0, 0x11, 0, 0, __VA_ARGS__
#define LANE(exponent, mantissa) (exponent) << 4, 0x40, mantissa, 0

static void a_binary_object_store_tells_the_fastest_link(void **state)
{
	(void)state;
	static const struct {
		uint8_t data[64];
		size_t length;
		int rc;
		int64_t mbits;
	} cases[] = {
		{ { BOS(5, 0) }, 5, 0, 0 },
		{ { BOS(12, 1), 7, 0x10, 0x02, 0, 0, 0, 0 }, 12, 0, 0 },
		{ { BOS(15, 1), SUPERSPEED(0x0e) }, 15, 0, 5000 },
		{ { BOS(15, 1), SUPERSPEED(0x06) }, 15, 0, 0 },
		{ { BOS(35, 2), SUPERSPEED(0x0e), PLUS(2, LANE(3, 10), LANE(3, 10)) },
		  35,
		  0,
		  10000 },
		{ { BOS(35, 2), PLUS(2, LANE(2, 100), LANE(3, 20)), SUPERSPEED(0x0e) },
		  35,
		  0,
		  20000 },
		/* more bytes than it says: what follows is not its own */
		{ { BOS(5, 1), SUPERSPEED(0x0e) }, 15, 0, 0 },
		/* a list longer than its descriptor */
		{ { BOS(21, 1), 16, 0x10, 0x0a, 0, 31, 0, 0, 0, 0, 0x11, 0, 0, LANE(3, 10) },
		  21,
		  0,
		  10000 },
		{ { 0 }, 0, -EINVAL, 0 },
		{ { BOS(16, 1), SUPERSPEED(0x0e) }, 15, -EINVAL, 0 },
		{ { 5, 0x02, 15, 0, 1, SUPERSPEED(0x0e) }, 15, -EINVAL, 0 },
		{ { 9, 0x0f, 15, 0, 1, SUPERSPEED(0x0e) }, 15, -EINVAL, 0 },
		{ { BOS(8, 1), 0, 0x10, 0x03 }, 8, -EINVAL, 0 },
		{ { BOS(8, 1), 10, 0x10, 0x03 }, 8, -EINVAL, 0 },
		{ { BOS(7, 1), 2, 0x10 }, 7, -EINVAL, 0 },
		{ { BOS(6, 1), 10 }, 6, -EINVAL, 0 },
		{ { BOS(15, 1), 10, 0x05, 0x03, 0, 0x0e, 0, 1, 10, 0, 0 }, 15, -EINVAL, 0 },
		{ { BOS(9, 1), 4, 0x10, 0x0a, 0 }, 9, 0, 0 },
		{ { BOS(9, 1), 4, 0x10, 0x03, 0 }, 9, 0, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint8_t *exact = malloc(cases[i].length + 1); /* so that a byte more is seen */
		int64_t bits_per_s = 7;

		assert_non_null(exact);
		memcpy(exact + 1, cases[i].data, cases[i].length);
		assert_int_equal(probe_usb_parse_bos(exact + 1, cases[i].length, &bits_per_s),
				 cases[i].rc);
		assert_int_equal(bits_per_s, cases[i].rc < 0 ? 7 : cases[i].mbits * MBIT);
		free(exact);
	}
}

static void nodes_are_in_the_order_of_their_places(void **state)
{
	(void)state;
	static const char *const order[] = { "usb1", "1-2", "1-2.1", "1-10", "usb2", "usb10" };

	add("usb10", "3.00", 5000);
	add("1-10", "2.00", 480);
	add("usb2", "3.00", 5000);
	add("1-2.1", "2.00", 480);
	add("usb1", "2.00", 480);
	add("1-2", "2.00", 480);
	probe_usb_build(tree);
	for (size_t i = 0; i < ARRAY_SIZE(order); i++)
		assert_string_equal(tree->node[i].port, order[i]);
	assert_ptr_equal(probe_usb_parent(tree, find("1-2.1")), find("1-2"));
	assert_ptr_equal(probe_usb_parent(tree, find("1-10")), find("usb1"));
	assert_null(probe_usb_parent(tree, find("usb10")));
}

static void the_version_tells_the_speed_where_it_leaves_no_choice(void **state)
{
	(void)state;
	add("usb1", "2.00", 480);
	add("1-1", "2.00", 480);
	add("1-2", "2.00", 12); /* the hub could do more, so the device cannot */
	add("1-3", "1.10", 12);
	add("1-4", "2.10", 480); /* a 3.x device, or not */
	add("1-5", "2.00", 0);
	add("usb2", "1.10", 12);
	add("2-1", "2.00", 12); /* the hub can do no more */
	add("2-2", "1.10", 1);	/* stands for 1.5 */
	add("usb3", "3.10", 10000);
	add("3-1", "3.00", 5000);
	add("3-2", "3.10", 5000); /* 10 Gbit/s, or not */
	add("3-3", "3.20", 10000);
	add("usb4", "3.20", 20000);
	add("4-1", "3.10", 10000);
	add("4-2", "3.20", 20000);
	add("4-3", "3.20", 10000);
	add("4-4", "9.99", 10000);
	probe_usb_build(tree);
	expect_possible("usb1", 480);
	expect_possible("1-1", 480);
	expect_possible("1-2", 12);
	expect_possible("1-3", 12);
	expect_possible("1-4", 0);
	expect_possible("1-5", 0);
	expect_possible("2-1", 0);
	expect_possible("2-2", 1);
	expect_possible("3-1", 5000);
	expect_possible("3-2", 0);
	expect_possible("3-3", 10000); /* the port does no more */
	expect_possible("4-1", 10000);
	expect_possible("4-2", 20000);
	expect_possible("4-3", 0);
	expect_possible("4-4", 0);
}

static void the_binary_object_store_comes_before_the_version(void **state)
{
	(void)state;
	struct probe_usb_node *node;

	add("usb1", "2.00", 480);
	node = add("1-1", "2.10", 480);
	node->bos_rc = 0;
	node->bos_bits_per_s = 5000 * MBIT;
	node = add("1-2", "2.10", 480); /* no SuperSpeed in it */
	node->bos_rc = 0;
	node = add("1-3", "2.10", 480);
	node->bos_rc = -EINVAL;
	add("usb2", "3.10", 10000);
	node = add("2-1", "3.20", 5000);
	node->bos_rc = 0;
	node->bos_bits_per_s = 10000 * MBIT;
	probe_usb_build(tree);
	expect_possible("1-1", 5000);
	expect_possible("1-2", 480);
	expect_possible("1-3", 0);
	expect_possible("2-1", 10000);
}

static void a_socket_is_two_ports(void **state)
{
	(void)state;
	struct probe_usb_node *node;

	add("usb1", "2.00", 480);
	node = add("1-1", "2.10", 480); /* in a socket of 480 Mbit/s */
	node->has_port = true;
	node = add("1-2", "2.10", 480); /* a device in a faster one */
	node->has_port = true;
	snprintf(node->peer, sizeof(node->peer), "2-2");
	node = add("1-3", "2.10", 480); /* a hub of 3.x, whose other half is 2-3 */
	node->has_port = node->is_hub = true;
	snprintf(node->peer, sizeof(node->peer), "2-3");
	node = add("1-4", "2.10", 480); /* a hub of 3.x without its other half */
	node->has_port = node->is_hub = true;
	snprintf(node->peer, sizeof(node->peer), "2-4");
	add("usb2", "3.00", 5000);
	node = add("2-3", "3.10", 5000);
	node->is_hub = true;
	probe_usb_build(tree);
	expect_possible("1-1", 480);
	expect_possible("1-2", 0);
	expect_possible("1-3", 480);
	expect_possible("1-4", 0);
	assert_int_equal(find("1-1")->port_bits_per_s, 480 * MBIT);
	assert_int_equal(find("1-2")->port_bits_per_s, 5000 * MBIT);
	assert_int_equal(find("1-4")->port_bits_per_s, 5000 * MBIT);
	assert_int_equal(find("2-3")->port_bits_per_s, 5000 * MBIT);
}

static void a_device_without_its_hub_does_no_harm(void **state)
{
	(void)state;
	add("4-1.2", "3.00", 5000);
	add("4-1.2", "3.10", 5000);
	probe_usb_build(tree);
	expect_possible("4-1.2", 5000);
}

static void run(struct output *output, const char *root, const char *json)
{
	program_run(output, NULL,
		    (const char *const[]){ BOARDPROBE, "usb", "--root", root, json, NULL });
	assert_int_equal(output->status, 0);
}

static void the_board_is_printed_as_a_tree(void **state)
{
	(void)state;
	struct output output;

	run(&output, FIXTURES "/x86-16cpu-minipc", NULL);
	assert_string_equal(output.err, "");
	assert_non_null(strstr(output.out,
			       "usb2  10 Gbit/s  Linux 6.2.0 xhci-hcd\n"
			       "  2-1  5 Gbit/s  Ultra Slim GD  sdf\n"
			       "  2-2  10 Gbit/s  JMS583  sde\n"
			       "  2-3  10 Gbit/s  USB3.1 Hub\n"
			       "    2-3.1  5 Gbit/s (possible: 10 Gbit/s)  JMS583  sdb\n"));
	assert_non_null(strstr(output.out, "    1-3.2  1.5 Mbit/s  Dell MS116"));
	assert_non_null(strstr(output.out, "  1-10  12 Mbit/s (possible: unknown)\n"));
	output_done(&output);
}

static struct json_object *get(struct json_object *object, const char *key)
{
	struct json_object *ret = NULL;

	assert_true(json_object_object_get_ex(object, key, &ret));
	return ret;
}

/* The child with this port. */
static struct json_object *child(struct json_object *array, const char *port)
{
	for (size_t i = 0; i < json_object_array_length(array); i++) {
		struct json_object *node = json_object_array_get_idx(array, i);

		if (strcmp(json_object_get_string(get(node, "port")), port) == 0)
			return node;
	}
	fail_msg("no %s", port);
	return NULL;
}

static void json_is_nested_as_the_bus_is(void **state)
{
	(void)state;
	struct output output;

	run(&output, FIXTURES "/x86-16cpu-minipc", "--json");
	struct json_object *buses = json_tokener_parse(output.out);
	assert_int_equal(json_object_array_length(buses), 4);
	struct json_object *hub = child(get(child(buses, "usb2"), "devices"), "2-3");
	assert_true(json_object_get_boolean(get(hub, "hub")));
	assert_int_equal(json_object_get_int64(get(hub, "port_speed")), 10000 * MBIT);
	struct json_object *disk = child(get(hub, "devices"), "2-3.1");
	assert_false(json_object_get_boolean(get(disk, "hub")));
	assert_string_equal(json_object_get_string(get(disk, "product")), "JMS583");
	assert_string_equal(json_object_get_string(get(disk, "version")), "3.10");
	assert_int_equal(json_object_get_int64(get(disk, "speed")), 5000 * MBIT);
	assert_int_equal(json_object_get_int64(get(disk, "possible_speed")), 10000 * MBIT);
	assert_string_equal(json_object_to_json_string(get(disk, "disks")), "[ \"sdb\" ]");
	assert_string_equal(json_object_to_json_string(get(disk, "interfaces")), "[ ]");
	struct json_object *inner = child(get(hub, "devices"), "2-3.4");
	struct json_object *net = child(get(inner, "devices"), "2-3.4.4");
	assert_string_equal(json_object_to_json_string(get(net, "interfaces")),
			    "[ \"enx00000000000e\" ]");
	struct json_object *other = child(get(child(buses, "usb1"), "devices"), "1-10");
	assert_null(get(other, "possible_speed"));
	assert_null(get(other, "product"));
	json_object_put(buses);
	output_done(&output);
}

static void no_bus_is_an_empty_list(void **state)
{
	(void)state;
	struct output output;

	run(&output, FIXTURES "/nothing", NULL);
	assert_string_equal(output.out, "");
	assert_non_null(strstr(output.err, FIXTURES "/nothing/sys/bus/usb/devices"));
	output_done(&output);
	run(&output, FIXTURES "/nothing", "--json");
	struct json_object *buses = json_tokener_parse(output.out);
	assert_int_equal(json_object_array_length(buses), 0);
	json_object_put(buses);
	output_done(&output);
}

/* A device may call itself anything. */
static void a_product_cannot_speak_to_the_terminal(void **state)
{
	(void)state;
	struct scratch scratch;
	struct output output;

	scratch_make(&scratch);
	scratch_write(&scratch, "A\033[2J\xff\tB\n", "sys/devices/x/usb1/product");
	scratch_link(&scratch, "../../../devices/x/usb1", "sys/bus/usb/devices/usb1");
	run(&output, scratch.path, NULL);
	assert_string_equal(output.out, "usb1  unknown  A?[2J??B\n");
	output_done(&output);
	scratch_done(&scratch);
}

static void what_there_is_no_room_for_is_said(void **state)
{
	(void)state;
	struct scratch scratch;
	struct output output;

	scratch_make(&scratch);
	scratch_links(&scratch, "../../../devices/x", "sys/bus/usb/devices/usb",
		      PROBE_USB_NODES_MAX + 2);
	scratch_links(&scratch, "../devices/usb1/1-1/x", "sys/block/sd", PROBE_USB_MEMBERS_MAX + 1);
	run(&output, scratch.path, NULL);
	assert_string_equal(output.err, "boardprobe: usb: there is no room for 3 more\n");
	output_done(&output);
	scratch_done(&scratch);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_place_is_bus_and_ports),
		cmocka_unit_test(a_port_says_what_is_plugged_in_there),
		cmocka_unit_test(a_binary_object_store_tells_the_fastest_link),
		TEST(nodes_are_in_the_order_of_their_places),
		TEST(the_version_tells_the_speed_where_it_leaves_no_choice),
		TEST(the_binary_object_store_comes_before_the_version),
		TEST(a_socket_is_two_ports),
		TEST(a_device_without_its_hub_does_no_harm),
		cmocka_unit_test(the_board_is_printed_as_a_tree),
		cmocka_unit_test(json_is_nested_as_the_bus_is),
		cmocka_unit_test(no_bus_is_an_empty_list),
		cmocka_unit_test(what_there_is_no_room_for_is_said),
		cmocka_unit_test(a_product_cannot_speak_to_the_terminal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

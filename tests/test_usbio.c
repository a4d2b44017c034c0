/* test_usbio.c - USB devices found by paths, sums that never leap, names that follow a disk. */
#include "usbio.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "source_rig.h"
#include "unit.h"
#include "banned.h"

#define BUS "devices/platform/soc/12000000.usb/usb4"
#define STICK BUS "/4-1"
#define DOCK BUS "/4-2/4-2.3"
#define DISK "/host0/target0:0:0/0:0:0:0/block"

static int setup(void **state)
{
	(void)state;
	return source_begin(&usbio_source);
}

static void add_device(const char *path, const char *devnum, const char *speed)
{
	scratch_write(&scratch, devnum, "sys/%s/devnum", path);
	scratch_write(&scratch, speed, "sys/%s/speed", path);
}

static void name_device(const char *path, const char *product, const char *serial)
{
	scratch_write(&scratch, product, "sys/%s/product", path);
	scratch_write(&scratch, serial, "sys/%s/serial", path);
}

static void link_entry(const char *class, const char *name, const char *up, const char *path)
{
	char target[PATH_MAX];
	char link[256];

	snprintf(target, sizeof(target), "%s%s/%s", up, path, name);
	snprintf(link, sizeof(link), "%s/%s", class, name);
	scratch_link(&scratch, target, link);
}

/* Sectors, below the directory `path` of the disk's parent. */
static void set_disk(const char *path, const char *name, long long read, long long written)
{
	char text[256];

	snprintf(text, sizeof(text), "%8d %8d %8lld %8d %8d %8d %8lld 1 0 1 1 0 0 0 0 0 0\n", 9, 9,
		 read, 9, 9, 9, written);
	scratch_write(&scratch, text, "sys/%s/%s/stat", path, name);
}

static void add_disk(const char *path, const char *name, long long read, long long written)
{
	set_disk(path, name, read, written);
	link_entry("sys/block", name, "../", path);
}

static void remove_disk(const char *path, const char *name)
{
	char full[PATH_MAX];

	snprintf(full, sizeof(full), "sys/block/%s", name);
	scratch_remove(&scratch, full);
	snprintf(full, sizeof(full), "sys/%s/%s", path, name);
	scratch_remove(&scratch, full);
}

static void set_interface(const char *path, const char *name, const char *rx, const char *tx)
{
	scratch_write(&scratch, rx, "sys/%s/%s/statistics/rx_bytes", path, name);
	scratch_write(&scratch, tx, "sys/%s/%s/statistics/tx_bytes", path, name);
}

static void add_interface(const char *path, const char *name, const char *rx, const char *tx)
{
	set_interface(path, name, rx, tx);
	link_entry("sys/class/net", name, "../../", path);
}

static void remove_interface(const char *name)
{
	char full[PATH_MAX];

	snprintf(full, sizeof(full), "sys/class/net/%s", name);
	scratch_remove(&scratch, full);
}

static void the_innermost_device_is_found_in_a_path(void **state)
{
	(void)state;
	static const struct {
		const char *path;
		const char *device; /* what of it is the device's; "" for none */
	} cases[] = {
		{ "sys/devices/x/usb4/4-1/4-1.1/4-1.1:1.0/host0/target0:0:0/0:0:0:0/block/sda",
		  "sys/devices/x/usb4/4-1/4-1.1" },
		{ "../devices/x/usb1/1-1/1-1:1.0/net/eth0", "../devices/x/usb1/1-1" },
		{ "devices/usb12/12-10/12-10.4/12-10.4.11/12-10.4.11:2.0/net/eth0",
		  "devices/usb12/12-10/12-10.4/12-10.4.11" },
		/* an I2C adapter on USB: 5-0050 is no port */
		{ "devices/usb5/5-1/5-1:1.0/i2c-5/5-0050/net/x", "devices/usb5/5-1" },
		{ "devices/usb1/1-1/1-1.2/1-1.2:1.0/1-1.2.3/net/x", "devices/usb1/1-1/1-1.2" },
		{ "usb1/1-1/1-1:1.0/vhci/usb9/9-1/9-1:1.0/net/x",
		  "usb1/1-1/1-1:1.0/vhci/usb9/9-1" },
		{ "usb1/1-1", "usb1/1-1" },
		{ "devices/platform/soc/f10a8000.sata/ata1/host0/target0:0:0/block/sda", "" },
		{ "devices/virtual/net/usb0", "" },
		{ "devices/gadget/usb1/net/usb0", "" },
		{ "devices/usb1/2-1/net/x", "" },
		{ "devices/usb1/1-0:1.0/net/x", "" },
		{ "devices/usb1/1-/net/x", "" },
		{ "devices/usb/-1/net/x", "" },
		{ "devices/usb1", "" },
		{ "devices/usb1/", "" },
		{ "devices/xusb1/1-1/net/x", "" },
		{ "usb", "" },
		{ "", "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		size_t length = usbio_device_length(cases[i].path);

		assert_int_equal(length, strlen(cases[i].device));
		assert_int_equal(strncmp(cases[i].path, cases[i].device, length), 0);
	}
}

static void a_stat_has_at_least_eleven_numbers(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int rc;
		int64_t rx, tx;
	} cases[] = {
		{ "1 2 3 4 5 6 7 8 9 10 11", 0, 1536, 3584 },
		{ "   1  2 3 4 5 6 7 8 9 10       11 ", 0, 1536, 3584 },
		{ "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", 0, 1536, 3584 },
		{ "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17", 0, 1536, 3584 },
		/* some kernels have shown requests in flight below zero */
		{ "1 2 3 4 5 6 7 8 -1 10 11", 0, 1536, 3584 },
		{ "1 2 4294967295 4 5 6 18014398509481983 8 9 10 11", 0, 2199023255040,
		  9223372036854775296 },
		{ "1 2 3 4 5 6 18014398509481984 8 9 10 11", -ERANGE, 0, 0 },
		{ "1 2 99999999999999999999 4 5 6 7 8 9 10 11", -ERANGE, 0, 0 },
		{ "1 2 -3 4 5 6 7 8 9 10 11", -EINVAL, 0, 0 },
		{ "1 2 3 4 5 6 -7 8 9 10 11", -EINVAL, 0, 0 },
		{ "1 2 3 4 5 6 7 8 9 10", -EINVAL, 0, 0 },
		{ "1 2 3 4 5 6 7 8 9 10 x", -EINVAL, 0, 0 },
		{ "1 2 3 4 5 6 7 8 9 10 11 x", -EINVAL, 0, 0 },
		{ "1 2 3 4 5 6 7 8 9 10 111111111111111111111111111111", -EINVAL, 0, 0 },
		{ "1 2 3 4 5 6 7\n8 9 10 11", -EINVAL, 0, 0 },
		{ "", -EINVAL, 0, 0 },
		{ " ", -EINVAL, 0, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct usbio_octets octets = { 7, 7 };

		assert_int_equal(usbio_parse_stat(cases[i].text, &octets), cases[i].rc);
		assert_int_equal(octets.rx, cases[i].rc < 0 ? 7 : cases[i].rx);
		assert_int_equal(octets.tx, cases[i].rc < 0 ? 7 : cases[i].tx);
	}
}

static void a_speed_is_text_and_can_have_a_tenth(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int rc;
		int64_t bits_per_s;
	} cases[] = {
		{ "1.5", 0, 1500000 },	      { "12", 0, 12000000 },
		{ "480", 0, 480000000 },      { "5000", 0, 5000000000 },
		{ "20000", 0, 20000000000 },  { "999999999", 0, 999999999000000 },
		{ "unknown", -EINVAL, 0 },    { "", -EINVAL, 0 },
		{ "0", -EINVAL, 0 },	      { "-480", -EINVAL, 0 },
		{ "1.", -EINVAL, 0 },	      { ".5", -EINVAL, 0 },
		{ "1.55", -EINVAL, 0 },	      { "1.5.5", -EINVAL, 0 },
		{ "480 ", -EINVAL, 0 },	      { "53.3-480", -EINVAL, 0 },
		{ "1000000000", -EINVAL, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		int64_t bits_per_s = 7;

		assert_int_equal(usbio_parse_speed(cases[i].text, &bits_per_s), cases[i].rc);
		assert_int_equal(bits_per_s, cases[i].rc < 0 ? 7 : cases[i].bits_per_s);
	}
}

static void a_serial_name_needs_product_and_serial(void **state)
{
	(void)state;
	static const struct {
		const char *product;
		const char *serial;
		const char *name;
	} cases[] = {
		{ "My Book ", " 0007", "My_Book_0007" },
		{ "a/b", "c\"d", "a_b_c_d" },
		{ "Disk", "", "" },
		{ "", "0007", "" },
		{ "Disk", "  ", "" },
		{ "0123456789012345678901234567890123456789012345678901234567890123456789", "1",
		  "012345678901234567890123456789012345678901234567890123456789012" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char name[NAME_CUT + 1] = "old";

		usbio_serial_name(cases[i].product, cases[i].serial, name);
		assert_string_equal(name, cases[i].name);
	}
}

static void disks_and_interfaces_of_a_device_are_added(void **state)
{
	(void)state;
	add_device(DOCK, "3\n", "5000\n");
	add_disk(DOCK "/4-2.3:1.0" DISK, "sda", 2, 20);
	add_disk(DOCK "/4-2.3:1.0/host1" DISK, "sdb", 1, 10);
	add_interface(DOCK "/4-2.3:1.1/net", "eth1", "100\n", "1000\n");
	scratch_write(&scratch, "9\n", "sys/devices/virtual/block/md0/stat");
	link_entry("sys/block", "md0", "../", "devices/virtual/block");
	link_entry("sys/class/net", "lo", "../../", "devices/virtual/net");
	scratch_write(&scratch, "", "sys/class/net/bonding_masters");
	expect("usbio-4-2.3/gauge-link_speed 5000000000\n"
	       "usbio-4-2.3/if_octets 1636:16360\n");
}

static void if_one_member_cannot_be_read_the_device_sends_nothing(void **state)
{
	(void)state;
	add_device(DOCK, "3\n", "5000\n");
	add_disk(DOCK "/4-2.3:1.0" DISK, "sda", 2, 20);
	add_interface(DOCK "/4-2.3:1.1/net", "eth1", "100\n", "1000\n");
	add_device(STICK, "2\n", "480\n");
	add_disk(STICK "/4-1:1.0" DISK, "sdb", 1, 1);
	scratch_refuse(&scratch, "sys/" DOCK "/4-2.3:1.1/net/eth1/statistics/tx_bytes");
	expect("usbio-4-1/gauge-link_speed 480000000\nusbio-4-1/if_octets 512:512\n");
	scratch_remove(&scratch, "sys/" DOCK "/4-2.3:1.1/net/eth1/statistics/tx_bytes");
	set_interface(DOCK "/4-2.3:1.1/net", "eth1", "101\n", "1000\n");
	expect("usbio-4-1/gauge-link_speed 480000000\nusbio-4-1/if_octets 512:512\n"
	       "usbio-4-2.3/gauge-link_speed 5000000000\nusbio-4-2.3/if_octets 1125:11240\n");
	set_interface(DOCK "/4-2.3:1.1/net", "eth1", "-1\n", "1000\n");
	expect("usbio-4-1/gauge-link_speed 480000000\nusbio-4-1/if_octets 512:512\n");
	set_interface(DOCK "/4-2.3:1.1/net", "eth1", "9223372036854775807\n", "1000\n");
	expect("usbio-4-1/gauge-link_speed 480000000\nusbio-4-1/if_octets 512:512\n");
}

static void an_unknown_speed_is_left_out(void **state)
{
	(void)state;
	add_device(STICK, "2\n", "unknown\n");
	add_disk(STICK "/4-1:1.0" DISK, "sda", 1, 1);
	expect("usbio-4-1/if_octets 512:512\n");
	add_device(STICK, "2\n", "1.5\n");
	expect("usbio-4-1/gauge-link_speed 1500000\nusbio-4-1/if_octets 512:512\n");
}

/* 32-bit kernels count to 2^32 sectors. The smaller sum is one unknown sample of the RRD. */
static void a_counter_that_wraps_goes_out_raw(void **state)
{
	(void)state;
	add_device(STICK, "2\n", "x\n");
	add_disk(STICK "/4-1:1.0" DISK, "sda", 4294967295, 1);
	add_disk(STICK "/4-1:1.0/host1" DISK, "sdb", 10, 1);
	expect("usbio-4-1/if_octets 2199023260160:1024\n");
	set_disk(STICK "/4-1:1.0" DISK, "sda", 1, 1);
	expect("usbio-4-1/if_octets 5632:1024\n");
	set_disk(STICK "/4-1:1.0" DISK, "sda", 2, 1);
	expect("usbio-4-1/if_octets 6144:1024\n");
}

/* An interface comes from another namespace with all it has counted there. */
static void a_member_that_comes_later_is_no_burst(void **state)
{
	(void)state;
	add_device(STICK, "2\n", "x\n");
	add_interface(STICK "/4-1:1.0/net", "wwan0", "100\n", "100\n");
	expect("usbio-4-1/if_octets 100:100\n");
	add_interface(STICK "/4-1:1.2/net", "wwan1", "1000000000000\n", "0\n");
	for (unsigned int i = 0; i < SAMPLE_QUIET_READS; i++)
		expect("");
	for (unsigned int i = 0; i < 3; i++)
		expect("usbio-4-1/if_octets 1000000000100:100\n");
}

static void a_member_that_goes_and_comes_back_is_no_burst(void **state)
{
	(void)state;
	add_device(STICK, "2\n", "x\n");
	add_interface(STICK "/4-1:1.0/net", "wwan0", "100\n", "100\n");
	add_interface(STICK "/4-1:1.2/net", "wwan1", "1000000000000\n", "0\n");
	expect("usbio-4-1/if_octets 1000000000100:100\n");
	remove_interface("wwan1");
	expect("usbio-4-1/if_octets 100:100\n");
	link_entry("sys/class/net", "wwan1", "../../", STICK "/4-1:1.2/net");
	for (unsigned int i = 0; i < SAMPLE_QUIET_READS; i++)
		expect("");
	expect("usbio-4-1/if_octets 1000000000100:100\n");
}

static void a_member_that_comes_and_goes_leaves_the_rest_as_it_was(void **state)
{
	(void)state;
	add_device(STICK, "2\n", "x\n");
	add_interface(STICK "/4-1:1.0/net", "wwan0", "100\n", "100\n");
	expect("usbio-4-1/if_octets 100:100\n");
	add_interface(STICK "/4-1:1.2/net", "wwan1", "1000000000000\n", "0\n");
	expect("");
	remove_interface("wwan1");
	set_interface(STICK "/4-1:1.0/net", "wwan0", "200\n", "200\n");
	expect("usbio-4-1/if_octets 200:200\n");
}

/* A whole device hidden for one read has the sum it would have had. */
static void a_device_that_was_hidden_goes_on(void **state)
{
	(void)state;
	add_device(STICK, "2\n", "x\n");
	add_interface(STICK "/4-1:1.0/net", "wwan0", "100\n", "100\n");
	expect("usbio-4-1/if_octets 100:100\n");
	remove_interface("wwan0");
	expect_error(-ENOENT);
	link_entry("sys/class/net", "wwan0", "../../", STICK "/4-1:1.0/net");
	add_interface(STICK "/4-1:1.2/net", "wwan1", "1000000000000\n", "0\n");
	expect("");
	remove_interface("wwan1");
	expect("usbio-4-1/if_octets 100:100\n");
}

static void a_device_that_is_plugged_in_is_sent_at_once(void **state)
{
	(void)state;
	add_device(STICK, "2\n", "480\n");
	add_disk(STICK "/4-1:1.0" DISK, "sda", 100, 100);
	expect("usbio-4-1/gauge-link_speed 480000000\nusbio-4-1/if_octets 51200:51200\n");
	remove_disk(STICK "/4-1:1.0" DISK, "sda");
	add_device(STICK, "3\n", "5000\n");
	add_disk(STICK "/4-1:1.0/host7" DISK, "sda", 1, 2);
	expect("usbio-4-1/gauge-link_speed 5000000000\nusbio-4-1/if_octets 512:1024\n");
}

/* The same device, but another disk in it: not to be told from one that was there before. */
static void another_disk_of_the_same_device_waits(void **state)
{
	(void)state;
	add_device(STICK, "2\n", "x\n");
	add_disk(STICK "/4-1:1.0" DISK, "sda", 1, 1);
	expect("usbio-4-1/if_octets 512:512\n");
	remove_disk(STICK "/4-1:1.0" DISK, "sda");
	add_disk(STICK "/4-1:1.0/host7" DISK, "sda", 1000, 1000);
	expect("");
	expect("");
	expect("usbio-4-1/if_octets 512000:512000\n");
}

static void a_serial_is_followed_from_port_to_port(void **state)
{
	(void)state;
	set("NameBy", "serial");
	add_device(STICK, "2\n", "x\n");
	name_device(STICK, "My Book\n", "0007\n");
	add_disk(STICK "/4-1:1.0" DISK, "sda", 5, 5);
	expect("usbio-My_Book_0007/if_octets 2560:2560\n");
	remove_disk(STICK "/4-1:1.0" DISK, "sda");
	add_device(DOCK, "3\n", "x\n");
	name_device(DOCK, "My Book\n", "0007\n");
	add_disk(DOCK "/4-2.3:1.0" DISK, "sda", 1, 1);
	expect("usbio-My_Book_0007/if_octets 512:512\n");
}

static void two_with_one_serial_go_by_port(void **state)
{
	(void)state;
	set("NameBy", "serial");
	add_device(STICK, "2\n", "x\n");
	name_device(STICK, "USB3.0-CRW\n", "2012\n");
	add_disk(STICK "/4-1:1.0" DISK, "sda", 5, 5);
	expect("usbio-USB3.0-CRW_2012/if_octets 2560:2560\n");
	add_device(DOCK, "3\n", "x\n");
	name_device(DOCK, "USB3.0-CRW\n", "2012\n");
	add_disk(DOCK "/4-2.3:1.0" DISK, "sdb", 1, 1);
	expect("usbio-4-1/if_octets 2560:2560\nusbio-4-2.3/if_octets 512:512\n");
}

static void a_device_without_a_serial_goes_by_port(void **state)
{
	(void)state;
	set("NameBy", "serial");
	add_device(STICK, "2\n", "x\n");
	add_disk(STICK "/4-1:1.0" DISK, "sda", 5, 5);
	add_device(DOCK, "3\n", "x\n");
	name_device(DOCK, "My Book\n", "0007\n");
	scratch_refuse(&scratch, "sys/" DOCK "/serial");
	add_disk(DOCK "/4-2.3:1.0" DISK, "sdb", 1, 1);
	expect("usbio-4-1/if_octets 2560:2560\nusbio-4-2.3/if_octets 512:512\n");
}

/* They wait for the device's lock: once for each device, and not at all by port. */
static void product_and_serial_are_read_once(void **state)
{
	(void)state;
	add_device(STICK, "2\n", "x\n");
	name_device(STICK, "A\n", "1\n");
	add_disk(STICK "/4-1:1.0" DISK, "sda", 5, 5);
	expect("usbio-4-1/if_octets 2560:2560\n");
	set("NameBy", "serial");
	expect("usbio-4-1/if_octets 2560:2560\n");
	add_device(STICK, "3\n", "x\n");
	expect("usbio-A_1/if_octets 2560:2560\n");
	name_device(STICK, "B\n", "2\n");
	expect("usbio-A_1/if_octets 2560:2560\n");
	add_device(STICK, "4\n", "x\n");
	expect("usbio-B_2/if_octets 2560:2560\n");
	add_device(STICK, "5\n", "x\n");
	scratch_remove(&scratch, "sys/" STICK "/serial");
	expect("usbio-4-1/if_octets 2560:2560\n");
}

static void no_identifier_comes_twice(void **state)
{
	(void)state;
	add_device("devices/a/usb4/4-1", "2\n", "x\n");
	add_disk("devices/a/usb4/4-1/4-1:1.0" DISK, "sda", 1, 1);
	add_device("devices/b/usb4/4-1", "2\n", "x\n");
	add_disk("devices/b/usb4/4-1/4-1:1.0" DISK, "sdb", 1, 1);
	expect("usbio-4-1/if_octets 512:512\n");
}

static void devices_are_selected_by_their_names(void **state)
{
	(void)state;
	add_device(STICK, "2\n", "x\n");
	add_disk(STICK "/4-1:1.0" DISK, "sda", 5, 5);
	add_device(DOCK, "3\n", "x\n");
	add_disk(DOCK "/4-2.3:1.0" DISK, "sdb", 1, 1);
	set("device", "4-1");
	expect("usbio-4-1/if_octets 2560:2560\n");
	set("IgnoreSelected", "true");
	expect("usbio-4-2.3/if_octets 512:512\n");
}

static void a_wrong_option_is_refused(void **state)
{
	(void)state;
	static const char *const value[] = { "/(/", "b" };

	assert_int_equal(usbio_source.set(source_state, "Device", value, 1), -EINVAL);
	assert_int_equal(usbio_source.set(source_state, "Device", value, 2), -EINVAL);
	assert_int_equal(usbio_source.set(source_state, "NameBy", value, 1), -EINVAL);
	assert_int_equal(usbio_source.set(source_state, "NameBy", value, 0), -EINVAL);
	assert_int_equal(usbio_source.set(source_state, "IgnoreSelected", value, 1), -EINVAL);
	assert_int_equal(usbio_source.set(source_state, "Port", value, 1), -ENOENT);
}

static void many_that_come_and_go_find_a_place(void **state)
{
	(void)state;
	char path[256];
	char name[32];

	for (unsigned int i = 0; i < 300; i++) {
		snprintf(path, sizeof(path), BUS "/4-%u/4-%u:1.0/net", i + 1, i + 1);
		snprintf(name, sizeof(name), "eth%u", i);
		add_interface(path, name, "1\n", "2\n");
		snprintf(path, sizeof(path), "usbio-4-%u/if_octets 1:2\n", i + 1);
		expect(path);
		remove_interface(name);
	}
}

static void more_devices_than_there_is_room_for_are_said(void **state)
{
	(void)state;
	char path[256];
	char name[32];
	char *text;

	for (unsigned int i = 0; i <= USBIO_DEVICES_MAX; i++) {
		snprintf(path, sizeof(path), BUS "/4-%u/4-%u:1.0/net", i + 1, i + 1);
		snprintf(name, sizeof(name), "eth%u", i);
		add_interface(path, name, "1\n", "2\n");
	}
	for (unsigned int i = 0; i < 3; i++)
		expect_count(USBIO_DEVICES_MAX, 1);
	collect(&text);
	remove_interface(strstr(text, "usbio-4-1/") ? "eth0" : "eth1"); /* one that was sent */
	free(text);
	for (unsigned int i = 0; i < SAMPLE_QUIET_READS; i++)
		expect_count(USBIO_DEVICES_MAX - 1, 1); /* the place is kept a while */
	expect_count(USBIO_DEVICES_MAX, 0);
}

/* Without one of its disks a sum would be too small, and a leap once there is room again. */
static void a_device_with_a_disk_too_many_sends_nothing(void **state)
{
	(void)state;
	char name[32];

	add_interface(DOCK "/4-2.3:1.0/net", "eth0", "1\n", "2\n");
	expect("usbio-4-2.3/if_octets 1:2\n");
	for (unsigned int i = 0; i < USBIO_MEMBERS_MAX; i++) {
		snprintf(name, sizeof(name), "sd%u", i);
		add_disk(STICK "/4-1:1.0" DISK, name, 1, 1);
	}
	expect_count(1, 1);
	expect("usbio-4-2.3/if_octets 1:2\n");
}

static void without_usb_there_is_nothing(void **state)
{
	(void)state;
	expect_error(-ENOENT);
	scratch_write(&scratch, "1\n", "sys/devices/virtual/net/lo/mtu");
	link_entry("sys/class/net", "lo", "../../", "devices/virtual/net");
	scratch_write(&scratch, "1\n", "sys/block/sda/stat"); /* no link */
	expect_error(-ENOENT);
}

static void a_class_that_cannot_be_listed_is_an_error(void **state)
{
	(void)state;
	add_device(STICK, "2\n", "x\n");
	add_disk(STICK "/4-1:1.0" DISK, "sda", 5, 5);
	scratch_write(&scratch, "", "sys/class/net");
	expect_error(-ENOTDIR);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, source_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_innermost_device_is_found_in_a_path),
		cmocka_unit_test(a_stat_has_at_least_eleven_numbers),
		cmocka_unit_test(a_speed_is_text_and_can_have_a_tenth),
		cmocka_unit_test(a_serial_name_needs_product_and_serial),
		TEST(disks_and_interfaces_of_a_device_are_added),
		TEST(if_one_member_cannot_be_read_the_device_sends_nothing),
		TEST(an_unknown_speed_is_left_out),
		TEST(a_counter_that_wraps_goes_out_raw),
		TEST(a_member_that_comes_later_is_no_burst),
		TEST(a_member_that_goes_and_comes_back_is_no_burst),
		TEST(a_member_that_comes_and_goes_leaves_the_rest_as_it_was),
		TEST(a_device_that_was_hidden_goes_on),
		TEST(a_device_that_is_plugged_in_is_sent_at_once),
		TEST(another_disk_of_the_same_device_waits),
		TEST(a_serial_is_followed_from_port_to_port),
		TEST(two_with_one_serial_go_by_port),
		TEST(a_device_without_a_serial_goes_by_port),
		TEST(product_and_serial_are_read_once),
		TEST(no_identifier_comes_twice),
		TEST(devices_are_selected_by_their_names),
		TEST(a_wrong_option_is_refused),
		TEST(many_that_come_and_go_find_a_place),
		TEST(more_devices_than_there_is_room_for_are_said),
		TEST(a_device_with_a_disk_too_many_sends_nothing),
		TEST(without_usb_there_is_nothing),
		TEST(a_class_that_cannot_be_listed_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

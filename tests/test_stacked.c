/* test_stacked.c - the same bytes are not stacked twice: what is on top of what else is shown. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "view.h"

#define NAMES_MAX 12

/* What is recorded, and what of it is shown. A name with ! has no traffic. */
static const struct {
	const char *graph, *recorded, *shown;
} cases[] = {
	/* all disks, as collectd's default is */
	{ "disk", "mmcblk0 mmcblk0p1 sda sdb md0 dm-0", "mmcblk0 sda sdb" },
	{ "disk", "dm-0 dm-1 nvme0n1 nvme0n1p1 nvme0n1p2", "nvme0n1" },
	{ "disk", "md127 md127p1 sda sda1 sdb sdb1 zram0 loop0", "sda sdb" },
	{ "disk", "sda sda1 bcache0 zd0 drbd0 ram0", "sda" },
	{ "disk", "sda! sda1! md0", "sda" },
	/* those of mounted file systems, as openmediavault's: the members are not among them */
	{ "disk", "mmcblk0 md0", "mmcblk0 md0" },
	{ "disk", "sda md0 md127", "sda md0 md127" },
	{ "disk", "dm-0", "dm-0" },
	{ "disk", "md0 md0p1", "md0" },
	{ "disk", "loop0 sda", "loop0 sda" },
	{ "disk", "loop0! sda", "sda" },
	/* other disks */
	{ "disk", "mmcblk0 mmcblk0boot0 mmcblk0p1 sr0 nbd0 vda",
	  "mmcblk0 mmcblk0boot0 sr0 nbd0 vda" },
	/* all interfaces */
	{ "network", "lo eth0 br0", "eth0" },
	{ "network", "lo eth0 eth1 bond0 bond0.10 eth0.20 vlan7", "eth0 eth1" },
	{ "network", "docker0 veth12ab eth0 wlan0 br-abc", "eth0 wlan0" },
	{ "network", "lo end0 wg0 tun0 tailscale0 virbr0 vnet0", "end0" },
	{ "network", "lo enp3s0 wlp2s0 wwan0 usb0", "enp3s0 wlp2s0 wwan0 usb0" },
	{ "network", "lo br0", "br0" },
	{ "network", "lo eth0! wlan0", "wlan0" },
	/* chosen ones: members of a bridge or bond are not among them, what a VLAN is on is */
	{ "network", "bond0", "bond0" },
	{ "network", "br0 eth1", "br0 eth1" },
	{ "network", "eth0 eth0.10 eth0.20", "eth0" },
	{ "network", "eth0 eth1.10 eth0.x", "eth0 eth1.10 eth0.x" },
	/* whatever it is called */
	{ "usb", "4-1 md0 br0 lo", "4-1 md0 br0 lo" },
};

static void add(struct view *view, const char *name, size_t len)
{
	struct view_series *series = &view->series[view->values++];
	bool is_idle = name[len - 1] == '!';
	double value = is_idle ? 0 : 5;

	snprintf(series->name, sizeof(series->name), "%.*s", (int)(len - is_idle), name);
	series->part[VIEW_VALUE].rule = &view->graph->rule[0];
	series->part[VIEW_VALUE].measure.stats =
		(struct stats){ value, value, value, value, value, 60 };
}

static void names_of(const struct view *view, char *ret, size_t size)
{
	struct buf names = buf_of(ret, size);

	for (size_t i = 0; i < view->rows; i++)
		buf_add(&names, "%s%s", i ? " " : "", view->row[i].name);
}

static void bytes_are_shown_once(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct view_series series[NAMES_MAX] = { 0 };
		struct view_row row[NAMES_MAX] = { 0 };
		char instance[MATCH_SIZE], shown[256];
		struct view view = { .series = series, .row = row };

		view.graph = graph_find(cases[i].graph, instance);
		view.palette = &palettes[0];
		for (const char *at = cases[i].recorded; *at;) {
			size_t len = strcspn(at, " ");

			assert_true(view.values < NAMES_MAX);
			add(&view, at, len);
			at += len + (at[len] == ' ');
		}
		view_make_rows(&view);
		names_of(&view, shown, sizeof(shown));
		if (strcmp(shown, cases[i].shown) != 0)
			fail_msg("%s of %s: %s, not %s", cases[i].graph, cases[i].recorded, shown,
				 cases[i].shown);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_are_shown_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

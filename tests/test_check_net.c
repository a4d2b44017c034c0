/* test_check_net.c - boardgraph check: adapters and disks that share a USB port. */
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "unit.h"
#include "util.h"

static void an_adapter_and_disks_behind_one_port_are_told(void **state)
{
	struct machine *m = *state;

	scratch_write(&m->root, "1500\n", "sys/devices/usb4/4-1/4-1.2/4-1.2:1.0/net/eth1/mtu");
	scratch_link(&m->root, "../../devices/usb4/4-1/4-1.2/4-1.2:1.0/net/eth1",
		     "sys/class/net/eth1");
	scratch_write(&m->root, "480\n", "sys/bus/usb/devices/4-1/speed");
	machine_expect_other(m, "advice   eth1",
			     "shares USB port 4-1, 480 Mbit/s, with the disks sda");
	assert_null(strstr(m->said, "advice   eth0"));
}

/* As recorded on real boards. */
static void boards_whose_ports_share_an_uplink_are_told(void **state)
{
	static const struct {
		const char *board, *text; /* NULL: none does */
	} cases[] = {
		{ "raspberry-pi-3b-plus", "shares USB port 1-1, 480 Mbit/s, with the disks sda" },
		{ "x86-16cpu-minipc", "shares USB port 2-3, 10000 Mbit/s, with the disks sda" },
		{ "raspberry-pi-4", NULL },
		{ "odroid-xu4", NULL },
	};
	struct machine *m = *state;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct machine board = { .options = m->options };

		snprintf(board.root.path, sizeof(board.root.path), FIXTURES "/%s", cases[i].board);
		machine_check(&board);
		if (cases[i].text ? !strstr(board.said, cases[i].text)
				  : !!strstr(board.said, "shares USB port"))
			fail_msg("%s: %s", cases[i].board, board.said);
		free(board.said);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		MACHINE_TEST(an_adapter_and_disks_behind_one_port_are_told),
		MACHINE_TEST(boards_whose_ports_share_an_uplink_are_told),
	};

	if (!rrdcached_is_there())
		return skip_all("rrdcached is not installed");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

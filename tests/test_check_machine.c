/* test_check_machine.c - boardgraph check: fonts, openmediavault's switch, and what storing costs.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "machine.h"
#include "unit.h"

static void no_font_is_told(void **state)
{
	struct machine *m = *state;

	scratch_move(&m->root, "usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
		     "usr/share/fonts/fonts.dir");
	machine_expect_problem(m, "boxes in place of letters",
			       "sudo apt install fonts-dejavu-core");
	scratch_write(&m->root, "font", "usr/local/share/fonts/a/Mono.OTF");
	machine_expect_healthy(m);
}

static void a_monitoring_that_is_switched_off_is_told(void **state)
{
	struct machine *m = *state;

	scratch_write(&m->root, "<config><perfstats>\n<enable>0</enable></perfstats></config>",
		      "etc/openmediavault/config.xml");
	machine_expect_problem(m, "its monitoring is switched off", "System > Monitoring");
	scratch_write(&m->root,
		      "<a><enable>0</enable></a><perfstats><enable>1</enable></perfstats>",
		      "etc/openmediavault/config.xml");
	machine_expect_healthy(m);
}

static void direct_writing_is_dear(void **state)
{
	struct machine *m = *state;
	char text[RIG_PATH_SIZE];
	time_t now = time(NULL);

	for (int i = 0; i < 20; i++) {
		char name[64];

		snprintf(name, sizeof(name), "cpuirq-usb%d/irq-cpu0", i);
		rig_rrd(m->rig, name, "DERIVE", now - 100, now, 10, machine_counter);
	}
	machine_expect_healthy(m);
	assert_non_null(strstr(m->said, "for 900 s (-w), and looks"));
	machine_conf_rrdtool(m, "");
	/* 24 of 100 files of 6860 MB */
	machine_expect_other(m, "advice ", "about 1646 MB a day wear an SD card out");
	snprintf(text, sizeof(text), "tmpfs %s tmpfs rw 0 0\n", m->rig->data);
	scratch_write(&m->root, text, "proc/mounts");
	machine_expect_healthy(m);
	assert_non_null(strstr(m->said, "is in memory (tmpfs)"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		MACHINE_TEST(no_font_is_told),
		MACHINE_TEST(a_monitoring_that_is_switched_off_is_told),
		MACHINE_TEST(direct_writing_is_dear),
	};

	if (!rrdcached_is_there())
		return skip_all("rrdcached is not installed");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* machine.h - a small machine composed for boardgraph check, healthy until a test breaks it. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stddef.h>
#include <time.h>

#include "graphs_rig.h"
#include "options.h"
#include "rrdcached.h"
#include "scratch.h"

#define MACHINE_CPUIRQ "cpuirq-total/irq-cpu0"

/* An ODROID-XU4 with an hour of values: RRDs in a rig, a real rrdcached for them, and a folder
 * with what is below / else. */
struct machine {
	struct rig *rig;
	struct scratch root;
	struct options options; /* for the next check */
	struct rrdcached rrdcached;
	char address[RIG_PATH_SIZE]; /* as collectd is told it */
	char *said;		     /* by the last check */
	int code;
};

int machine_setup(void **state);
int machine_teardown(void **state);

#define MACHINE_TEST(test) cmocka_unit_test_setup_teardown(test, machine_setup, machine_teardown)

double machine_counter(time_t time);

/* collectd's configuration, which stores in `dir`. */
void machine_conf(struct machine *m, const char *dir);

/* One that stores by plugin rrdtool in place of rrdcached, with more lines in its block. */
void machine_conf_rrdtool(struct machine *m, const char *more);

/* A process with that command line, words ended by NUL. */
void machine_process(struct machine *m, int pid, const char *name, const char *cmdline,
		     size_t length);

/* The modules that collectd has loaded: all but one, or "". */
void machine_maps(struct machine *m, const char *but);

/* Start rrdcached for files below `base`. */
void machine_rrdcached(struct machine *m, const char *base);

void machine_check(struct machine *m);

/* Check, and expect one problem with this text and this cure. */
void machine_expect_problem(struct machine *m, const char *text, const char *cure);

/* Advice or a fact: healthy all the same. */
void machine_expect_other(struct machine *m, const char *severity, const char *text);
void machine_expect_healthy(struct machine *m);

#endif

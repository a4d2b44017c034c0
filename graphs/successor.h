/*
 * successor.h - which file of ours goes on with an older series. Pure.
 *
 * The older ones are those of openmediavault-monitoring-odroid-xu4 (temperature/temperature-cpu of
 * thermal_zone0, fanspeed/fanspeed in percent, cpufreq/cpufreq-N of collectd before 5.9) and of
 * collectd's plugins cpufreq and thermal. All are in our units.
 */
#ifndef SUCCESSOR_H
#define SUCCESSOR_H

#include <stdbool.h>

#include "buf.h"
#include "names.h"

enum successor {
	SUCCESSOR_NONE, /* no older series that is known */
	SUCCESSOR_ONE,
	SUCCESSOR_SEVERAL, /* any of several could be */
	SUCCESSOR_ABSENT,  /* there is none here */
};

/* Find the file of ours that goes on with `old`, one of `older`; files as in struct store. Sets
 * `ret` for SUCCESSOR_ONE; writes the identifiers of all that could be for SUCCESSOR_SEVERAL, and
 * the one that was looked for for SUCCESSOR_ABSENT. */
enum successor successor_of(const char *old, const struct names *older, const struct names *ours,
			    const char **ret, struct buf *ret_choice);

/* Whether the values of two files are of one kind: of one type, or percent, which the older
 * fanspeed/fanspeed holds. */
bool successor_fits(const char *old, const char *ours);

/* What is looked for, for people. */
extern const char successor_known[];

#endif

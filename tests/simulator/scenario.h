/*
 * scenario.h - what a simulated ODROID-XU4 does, second by second. Pure.
 *
 * It idles, serves people in the evening, writes a snapshot every hour and a backup every
 * night, and re-encodes a film on every third afternoon, which in summer makes it throttle. Days
 * and seasons are those of UTC. What happens once is counted back from the end of the history:
 * nine days before it the interrupt of the network controller was moved to a fast core, 20 days
 * before it the board was off for some hours, 40 days before it a sensor lied for 20 seconds.
 *
 * There is no state and no random number: noise is a hash of the time and the quantity. So
 * the live board goes on where the history ends.
 */
#ifndef SCENARIO_H
#define SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum activity {
	ALWAYS,
	PEOPLE,	     /* who look at films and copy files */
	SNAPSHOT,    /* of ten minutes past the hour */
	SLOW_BACKUP, /* the network's interrupt is served by a slow core */
	FAST_BACKUP, /* by a fast one */
	ENCODING,
	LIE, /* of one sensor */
	ACTIVITIES
};

/* The board at one moment, as far as several quantities depend on it. */
struct moment {
	int64_t time;
	bool is_off;
	double activity[ACTIVITIES]; /* 0..1 */
	double celsius;		     /* of the hottest zone */
	double throttle;	     /* 0..1 */
};

enum quantity_kind {
	QUANTITY_RATE, /* of a counter, per second */
	QUANTITY_TEMPERATURE,
	QUANTITY_FAN,	  /* percent, by temperature */
	QUANTITY_COOLING, /* percent, of a device that limits a cluster */
	QUANTITY_LIMIT,	  /* Hz */
	QUANTITY_CLOCK,	  /* Hz */
	QUANTITY_CYCLES,  /* the clock again, as the rate of a counter */
};

#define QUANTITY_SOURCES 2 /* rx and tx */

/* What a sample measures: a row of the scenario's table. */
struct quantity {
	const char *id; /* collectd's identifier, without the host */
	enum quantity_kind kind;
	double level[QUANTITY_SOURCES][ACTIVITIES]; /* what each activity adds */
	double quantum;				    /* a rate's counter moves by multiples of it */
	double noise;	       /* a part of the value; degrees for a temperature */
	unsigned int top;      /* the highest cooling state, or 100 MHz */
	unsigned int given_up; /* cooling states, or 100 MHz, when fully throttled */
};

/* The board at `time`, when the history ends at `end`. */
void scenario_moment(int64_t end, int64_t time, struct moment *ret);

/* NULL for what the scenario does not know: it stands still. */
const struct quantity *scenario_find(const char *id);

/*
 * A gauge's value, in the unit of the sample and as coarse as the kernel shows it; or the rate
 * of a counter. The second source is tx.
 */
double quantity_value(const struct quantity *quantity, size_t source, const struct moment *moment);

/* Whether it is the rate of a counter. */
bool quantity_is_rate(const struct quantity *quantity);

/* What has been counted, when a counter's rates came to `sum`. */
double quantity_count(const struct quantity *quantity, double sum);

#endif

/* sample.h - what a plugin sends: one value, or two, of one name; and how people read it. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SAMPLE_VALUES_MAX 2
#define SAMPLE_ID_SIZE 512 /* collectd has room for 4 parts of 127 bytes */
#define SAMPLE_VALUE_SIZE 32
#define SAMPLE_TEXT_SIZE (SAMPLE_VALUES_MAX * SAMPLE_VALUE_SIZE)

enum sample_kind {
	SAMPLE_GAUGE,  /* a value of now */
	SAMPLE_DERIVE, /* a counter as the kernel shows it; the RRD makes a rate of it */
};

/* One value for collectd's PUTVAL. The texts are valid during the call that hands it over. */
struct sample {
	const char *instance; /* plugin instance, "" for none */
	const char *type;     /* of the stock types.db */
	const char *type_instance;
	const char *unit;      /* UCUM: Cel, Hz, %, 1, By, bit/s; rpm is not in it */
	enum sample_kind kind; /* which of the two arrays holds the values */
	size_t count;	       /* 1, or 2 for rx and tx */
	double gauge[SAMPLE_VALUES_MAX];
	int64_t derive[SAMPLE_VALUES_MAX];
};

typedef void sample_fn(const struct sample *sample, void *ctx);

/*
 * Whether collectd and the RRD have no value any more that the one of read number `read` would be
 * compared with, after the last was sent by the read `sent`, 0 for none. collectd gives an RRD a
 * heartbeat of two intervals. So a counter that may have leapt is silent for so many reads: then
 * the leap is no rate. Pure.
 */
#define SAMPLE_QUIET_READS 2
bool sample_is_forgotten(uint64_t read, uint64_t sent);

/* plugin[-instance]/type[-type_instance], cut where it does not fit. Pure. */
void sample_id(const char *plugin, const struct sample *sample, char ret[SAMPLE_ID_SIZE]);

/* One of the values: a gauge in as few digits as give it back, a counter as an integer. Pure. */
void sample_value(const struct sample *sample, size_t i, char ret[SAMPLE_VALUE_SIZE]);

/* All values as in PUTVAL: "45.5", or "rx:tx". Pure. */
void sample_text(const struct sample *sample, char ret[SAMPLE_TEXT_SIZE]);

#endif

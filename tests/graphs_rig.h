/* graphs_rig.h - RRD files made for a test, boardgraph run on them, its pictures decoded. */
#ifndef GRAPHS_RIG_H
#define GRAPHS_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "options.h"
#include "scratch.h"

#define RIG_PATH_SIZE 512

/* The folder of the host. The name of a machine has no underscore (RFC 1123), so that no host of a
 * test is by chance the one that the test runs on. */
#define RIG_HOST "my_board"

/* The end of data that is looked at by --start and --end: 26 September 2026. */
#define RIG_NOW 1790430000
#define RIG_END "1790430000"
#define RIG_HOUR_AGO "1790426400"

/* A folder of its own for each test, removed with all in it by rig_teardown(). */
struct rig {
	struct scratch scratch;
	char data[160]; /* SCRATCH/data, a folder of hosts */
	char host[192]; /* SCRATCH/data/RIG_HOST */
	char out[160];	/* SCRATCH/out, for pictures */
};

int rig_setup(void **state);
int rig_teardown(void **state);

#define RIG_TEST(test) cmocka_unit_test_setup_teardown(test, rig_setup, rig_teardown)

/* The archives of collectd's files, of AVERAGE, MIN and MAX: values a row, and rows. */
#define RIG_CFS 3
#define RIG_ARCHIVES 5
extern const char *const rig_cfs[RIG_CFS];
extern const unsigned int rig_archives[RIG_ARCHIVES][2];

/* HOST/<name>.rrd */
void rig_path(const struct rig *rig, const char *name, char ret[RIG_PATH_SIZE]);

/* A value at a time. */
typedef double rig_fn(time_t time);
double rig_43(time_t time);
double rig_63(time_t time);
double rig_uneven(time_t time); /* 40 to 58 */

/* Make HOST/<name>.rrd with collectd's archives, and give it a value each `every_s` seconds
 * after `start` up to `end`. NaN is unknown. `type` is GAUGE or DERIVE. */
void rig_rrd(const struct rig *rig, const char *name, const char *type, time_t start, time_t end,
	     int every_s, rig_fn *fn);

/* The same of a gauge, for an hour and more up to RIG_NOW. */
void rig_hour(const struct rig *rig, const char *name, rig_fn *fn);

/* The same with two counters, as collectd's octets have them. */
void rig_octets(const struct rig *rig, const char *name, const char *first, const char *second,
		time_t start, time_t end, int every_s, rig_fn *first_fn, rig_fn *second_fn);

/* Go on with a file of one value. */
void rig_fill(const struct rig *rig, const char *name, const char *type, time_t start, time_t end,
	      int every_s, rig_fn *fn);

/* HOST/<name>.rrd of these bytes, and zeros up to `length`. */
void rig_write(const struct rig *rig, const char *name, const void *bytes, size_t size,
	       off_t length);

struct rig_run {
	int code; /* exit status, or 128 and the signal */
	char out[65536], err[16384];
	double seconds;
};

/* Run boardgraph with up to 20 words and --data-dir, --output of the rig before them. */
void rig_run(const struct rig *rig, struct rig_run *ret, const char *command, ...)
	__attribute__((sentinel));

/* For a draw of the hour before RIG_NOW by this process, all graphs into OUT. */
struct options rig_options(const struct rig *rig);

struct rig_png {
	unsigned int width, height;
	uint32_t *pixel; /* 0xrrggbb */
};

/* Decode OUT/<name>; fails the test if it cannot be. */
struct rig_png rig_png(const struct rig *rig, const char *name);
void rig_png_done(struct rig_png *png);
bool rig_same(const struct rig_png *a, const struct rig_png *b);

/* How many pixels of a colour there are, in rows [top, bottom). */
size_t rig_count(const struct rig_png *png, uint32_t colour, unsigned int top, unsigned int bottom);

#endif

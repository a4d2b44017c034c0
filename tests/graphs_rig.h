/* graphs_rig.h - RRD files made for a test, boardgraph run on them, its pictures decoded. */
#ifndef GRAPHS_RIG_H
#define GRAPHS_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* A folder of its own for each test, removed with all in it by rig_done(). */
struct rig {
	char dir[128];
	char data[160]; /* DIR/data, a folder of hosts */
	char host[192]; /* DIR/data/board */
	char out[160];	/* DIR/out, for pictures */
};

int rig_setup(void **state);
int rig_teardown(void **state);

/* A value at a time. */
typedef double rig_fn(time_t time);

/* Make HOST/<name>.rrd with collectd's archives, and give it a value each `every_s` seconds
 * after `start` up to `end`. NaN is unknown. `type` is GAUGE or DERIVE. */
void rig_rrd(const struct rig *rig, const char *name, const char *type, time_t start, time_t end,
	     int every_s, rig_fn *fn);

/* Go on with such a file. */
void rig_fill(const struct rig *rig, const char *name, const char *type, time_t start, time_t end,
	      int every_s, rig_fn *fn);

struct rig_run {
	int code; /* exit status, or -signal */
	char out[65536], err[16384];
	double seconds;
};

/* Run boardgraph with up to 20 words and --data-dir, --output of the rig before them. */
void rig_run(const struct rig *rig, struct rig_run *ret, const char *command, ...)
	__attribute__((sentinel));

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

/* workers.h - jobs in forked processes: one that crashes or hangs costs its own job only. */
#ifndef WORKERS_H
#define WORKERS_H

#include <stddef.h>

enum workers_end {
	WORKERS_NOT_BEGUN,
	WORKERS_BEGUN, /* its process crashed, or hung and was ended */
	WORKERS_DONE,
};

/* Does one job. Runs in a process of its own: results go into memory of workers_share(). */
typedef void workers_fn(size_t job, void *ctx);

#define WORKERS_JOB_SECONDS 60

/* Do the jobs in as many processes as there are CPUs for this one, but at most `max`, each taking
 * the next that is left. `ret` says how each ended. Returns 0, or -errno with jobs not begun. */
int workers_run(size_t jobs, size_t max, workers_fn *fn, void *ctx, enum workers_end ret[]);

/* Zeroed memory that all processes see. NULL for lack of it; to be freed by workers_unshare(). */
void *workers_share(size_t size);
void workers_unshare(void *memory, size_t size);

#endif

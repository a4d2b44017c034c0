/* workers.c - jobs in forked processes. */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workers.h"
#include "banned.h"

struct board {
	atomic_size_t next; /* job to take */
	_Atomic(enum workers_end) end[];
};

void *workers_share(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

void workers_unshare(void *memory, size_t size)
{
	if (memory)
		munmap(memory, size);
}

static void work(struct board *board, size_t jobs, workers_fn *fn, void *ctx)
{
	size_t job;

	while ((job = atomic_fetch_add(&board->next, 1)) < jobs) {
		alarm(WORKERS_JOB_SECONDS); /* ends a process that hangs */
		board->end[job] = WORKERS_BEGUN;
		fn(job, ctx);
		board->end[job] = WORKERS_DONE;
	}
	alarm(0);
}

static pid_t start(struct board *board, size_t jobs, workers_fn *fn, void *ctx)
{
	pid_t parent = getpid(), pid = fork();

	if (pid != 0)
		return pid;
	signal(SIGALRM, SIG_DFL);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() == parent)
		work(board, jobs, fn, ctx);
	_exit(0);
}

/* Those that this process may use. */
static size_t count_cpus(void)
{
	cpu_set_t cpus;

	return sched_getaffinity(0, sizeof(cpus), &cpus) == 0 ? (size_t)CPU_COUNT(&cpus) : 1;
}

/* Whoever ends by a crash is replaced, but not more often than there are jobs. */
static int run(struct board *board, size_t jobs, size_t workers, workers_fn *fn, void *ctx)
{
	size_t running = 0, started = 0;
	int rc = 0;

	for (;;) {
		while (running < workers && rc == 0 && started < workers + jobs &&
		       atomic_load(&board->next) < jobs) {
			if (start(board, jobs, fn, ctx) < 0)
				rc = -errno;
			else
				running++;
			started++;
		}
		if (running == 0)
			return rc;
		if (wait(NULL) > 0)
			running--;
		else if (errno != EINTR)
			return -errno;
	}
}

int workers_run(size_t jobs, size_t max, workers_fn *fn, void *ctx, enum workers_end ret[])
{
	size_t size = sizeof(struct board) + jobs * sizeof(enum workers_end);
	struct board *board = workers_share(size);
	size_t workers = count_cpus();
	int rc;

	if (!board)
		return -ENOMEM;
	if (workers > max)
		workers = max;
	fflush(NULL); /* or each process writes what is held */
	rc = run(board, jobs, workers < jobs ? workers : jobs, fn, ctx);
	for (size_t i = 0; i < jobs; i++)
		ret[i] = board->end[i];
	workers_unshare(board, size);
	return rc;
}

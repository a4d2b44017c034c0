/* program.h - start programs, look at what they say, and end them. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <sys/types.h>

struct output {
	int status; /* exit status, or 128 and the signal */
	char *out;
	char *err;
};

/* Run to the end, with `input` (or nothing, if NULL) on stdin. argv ends with NULL. */
void program_run(struct output *ret, const char *input, const char *const argv[]);
void output_done(struct output *output);

/* Start in the background; stdout and stderr are appended to the file `log`. */
pid_t program_start(const char *log, const char *const argv[]);

/* End what was started by its pid: ask, and after 30 seconds insist. Returns its status. */
int program_stop(pid_t pid);

#endif

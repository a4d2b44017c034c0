/* probe_args.h - the arguments of boardprobe. */
#ifndef PROBE_ARGS_H
#define PROBE_ARGS_H

#include <stdbool.h>

#include "source.h"

#define EXIT_USAGE 2

struct probe_args {
	const char *root;
	bool as_json;
	char **word; /* what is no option, ended by NULL */
};

/*
 * Take the arguments, those of -o into the states of the sources. Returns -1 to go on, or an
 * exit status: then it has printed help or version, or what is wrong.
 */
int probe_args_parse(int argc, char *argv[], void *const state[SOURCES], struct probe_args *ret);

/* Say that it is none of the plugins, and which there are. */
void probe_args_no_plugin(const char *name);

#endif

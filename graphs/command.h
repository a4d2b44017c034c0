/* command.h - the subcommands. */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdio.h>

#include "notes.h"
#include "options.h"

enum command_exit {
	COMMAND_DONE = 0,
	COMMAND_FAILED = 1, /* a message names the file and the cure */
	COMMAND_USAGE = 2,
	COMMAND_NO_DATA = 3,
};

/* What a subcommand has to say to people is in `notes`; what it makes for them or for machines goes
 * to `out`. */
typedef enum command_exit command_fn(const struct options *options, FILE *out, struct notes *notes);

command_fn command_check;
command_fn command_draw;
command_fn command_export;
command_fn command_list;
command_fn command_migrate;

#endif

/* command_list.c - boardgraph list. */
#include "command.h"
#include "banned.h"

enum command_exit command_list(const struct options *options, FILE *out, struct notes *notes)
{
	(void)options;
	(void)out;
	(void)notes;
	return COMMAND_DONE;
}

/* command_check.c - boardgraph check. */
#include "check.h"
#include "command.h"
#include "banned.h"

enum command_exit command_check(const struct options *options, FILE *out, struct notes *notes)
{
	static const struct system here = { .root = "" };
	int rc;

	if (options->argument_count > 0) {
		notes_fail(notes, "check takes no GRAPH");
		return COMMAND_USAGE;
	}
	rc = check_system(&here, options, out);
	if (rc < 0)
		notes_fail(notes, "out of memory");
	return rc == 0 ? COMMAND_DONE : COMMAND_FAILED;
}

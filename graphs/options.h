/* options.h - the command line. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

#include "archive.h"
#include "export.h"
#include "notes.h"
#include "palette.h"
#include "period.h"

struct options {
	const char *data_dir;
	const char *host;   /* NULL: this machine's */
	const char *daemon; /* NULL: the usual one, if it is there */
	const struct period *period[PERIODS_MAX];
	int periods; /* 0: start and end are given */
	time_t start, end;
	const char *output; /* a folder, a file that ends in .png, or - */
	const struct palette *palette;
	unsigned int width, height;
	const char *prefix;
	bool is_lazy;
	bool is_json;
	enum export_format format;
	uint64_t step_s; /* of rows; 0: the finest for the span */
	enum archive_cf cf;
	bool is_dry_run;
	const char *from; /* a folder of older files, or NULL */
	bool is_help;
	char *const *arguments; /* what is no option */
	int argument_count;
};

#define OPTIONS_DRAW (1U << 0)
#define OPTIONS_LIST (1U << 1)
#define OPTIONS_EXPORT (1U << 2)
#define OPTIONS_CHECK (1U << 3)
#define OPTIONS_MIGRATE (1U << 4)

/* Read the words behind the subcommand, argv[0], which takes the options with its bit `command`.
 * Returns 0, or -EINVAL and says in `notes` what is wrong and what is accepted. */
int options_read(int argc, char *argv[], unsigned int command, time_t now, struct options *ret,
		 struct notes *notes);

#endif

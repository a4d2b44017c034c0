/* options.c - the command line. */
#include <errno.h>
#include <getopt.h>
#include <string.h>

#include "options.h"
#include "banned.h"

#define WIDTH_MIN 100
#define WIDTH_MAX 10000
#define HEIGHT_MIN 50
#define HEIGHT_MAX 5000
#define STEP_MAX 100000000 /* more than three years */

struct reading {
	struct options options;
	unsigned int command;
	time_t now;
	const char *period, *start, *end;
};

/* Take the value of one option. Returns 0, or -EINVAL and says what is accepted. */
typedef int set_fn(struct reading *r, const char *value, struct notes *notes);

static int set_data_dir(struct reading *r, const char *value, struct notes *notes)
{
	(void)notes;
	r->options.data_dir = value;
	return 0;
}

static int set_host(struct reading *r, const char *value, struct notes *notes)
{
	(void)notes;
	r->options.host = value;
	return 0;
}

static int set_daemon(struct reading *r, const char *value, struct notes *notes)
{
	if (!*value) {
		notes_fail(notes, "--daemon: give an address: unix:/PATH, HOST or HOST:PORT");
		return -EINVAL;
	}
	r->options.daemon = value;
	return 0;
}

static int set_period(struct reading *r, const char *value, struct notes *notes)
{
	r->options.periods = period_list(value, r->options.period);
	r->period = value;
	if (r->options.periods >= 0)
		return 0;
	notes_fail(notes, "--period '%s' is not known: " PERIOD_ACCEPTED "%s", value,
		   r->command == OPTIONS_DRAW ? " or all, or several with commas" : "");
	return -EINVAL;
}

static int read_time(const char *option, const char *value, time_t now, time_t *ret,
		     struct notes *notes)
{
	int rc = period_time(value, now, ret);

	if (rc == -EDOM)
		notes_fail(notes, "%s '%s': minutes or months? write min, or d: %.*smin, -30d",
			   option, value, (int)strlen(value) - 1, value);
	else if (rc == -ERANGE)
		notes_fail(notes, "%s '%s' is before 1980 or after 9999", option, value);
	else if (rc == -ENOENT)
		notes_fail(notes,
			   "%s '%s' is in the hour that clocks put forward skip: add the "
			   "zone, as +01:00",
			   option, value);
	else if (rc < 0)
		notes_fail(notes, "%s '%s' is no time; accepted are " PERIOD_TIMES, option, value);
	return rc < 0 ? -EINVAL : 0;
}

static int set_start(struct reading *r, const char *value, struct notes *notes)
{
	r->start = value;
	return read_time("--start", value, r->now, &r->options.start, notes);
}

static int set_end(struct reading *r, const char *value, struct notes *notes)
{
	r->end = value;
	return read_time("--end", value, r->now, &r->options.end, notes);
}

static int set_output(struct reading *r, const char *value, struct notes *notes)
{
	if (!*value) {
		notes_fail(notes, "--output: give a folder, a file that ends in .png, or -");
		return -EINVAL;
	}
	r->options.output = value;
	return 0;
}

static int set_theme(struct reading *r, const char *value, struct notes *notes)
{
	r->options.palette = palette_find(value);
	if (r->options.palette)
		return 0;
	notes_fail(notes, "--theme '%s' is not known: light or dark", value);
	return -EINVAL;
}

/* Returns 0 or -EINVAL. */
static int read_number(const char *value, unsigned int min, unsigned int max, unsigned int *ret)
{
	unsigned int number = 0;
	size_t digits = strspn(value, "0123456789");

	for (size_t i = 0; i < digits && number <= max; i++)
		number = number * 10 + (unsigned int)(value[i] - '0');
	if (digits == 0 || value[digits] || number < min || number > max)
		return -EINVAL;
	*ret = number;
	return 0;
}

/* A whole number of pixels. */
static int read_pixels(const char *option, const char *value, unsigned int min, unsigned int max,
		       unsigned int *ret, struct notes *notes)
{
	if (read_number(value, min, max, ret) < 0) {
		notes_fail(notes, "%s '%s': give pixels of the canvas, %u to %u", option, value,
			   min, max);
		return -EINVAL;
	}
	return 0;
}

static int set_width(struct reading *r, const char *value, struct notes *notes)
{
	return read_pixels("--width", value, WIDTH_MIN, WIDTH_MAX, &r->options.width, notes);
}

static int set_height(struct reading *r, const char *value, struct notes *notes)
{
	return read_pixels("--height", value, HEIGHT_MIN, HEIGHT_MAX, &r->options.height, notes);
}

static int set_prefix(struct reading *r, const char *value, struct notes *notes)
{
	if (strchr(value, '/') || strlen(value) > 64) {
		notes_fail(notes,
			   "--prefix '%s': at most 64 bytes without a slash; "
			   "--output takes the folder",
			   value);
		return -EINVAL;
	}
	r->options.prefix = value;
	return 0;
}

static int set_lazy(struct reading *r, const char *value, struct notes *notes)
{
	(void)value;
	(void)notes;
	r->options.is_lazy = true;
	return 0;
}

static int set_json(struct reading *r, const char *value, struct notes *notes)
{
	(void)value;
	(void)notes;
	r->options.is_json = true;
	return 0;
}

static int set_format(struct reading *r, const char *value, struct notes *notes)
{
	int format = export_format(value);

	if (format < 0) {
		notes_fail(notes, "--format '%s' is not known: " EXPORT_ACCEPTED, value);
		return -EINVAL;
	}
	r->options.format = (enum export_format)format;
	return 0;
}

static int set_step(struct reading *r, const char *value, struct notes *notes)
{
	unsigned int step_s;

	if (read_number(value, 1, STEP_MAX, &step_s) < 0) {
		notes_fail(notes, "--step '%s': give the seconds of a row, 1 to %d", value,
			   STEP_MAX);
		return -EINVAL;
	}
	r->options.step_s = step_s;
	return 0;
}

static int set_cf(struct reading *r, const char *value, struct notes *notes)
{
	for (enum archive_cf cf = 0; cf < ARCHIVE_CFS; cf++) {
		if (strcmp(archive_cf_words[cf], value) == 0) {
			r->options.cf = cf;
			return 0;
		}
	}
	notes_fail(notes, "--cf '%s' is not known: average, min or max", value);
	return -EINVAL;
}

static int set_from(struct reading *r, const char *value, struct notes *notes)
{
	(void)notes;
	r->options.from = value;
	return 0;
}

static int set_dry_run(struct reading *r, const char *value, struct notes *notes)
{
	(void)value;
	(void)notes;
	r->options.is_dry_run = true;
	return 0;
}

static int set_help(struct reading *r, const char *value, struct notes *notes)
{
	(void)value;
	(void)notes;
	r->options.is_help = true;
	return 0;
}

static const struct {
	const char *name;
	bool has_value;
	unsigned int commands;
	set_fn *set;
} rows[] = {
	{ "data-dir", true, ~0U, set_data_dir },
	{ "host", true, ~0U, set_host },
	{ "daemon", true, ~0U, set_daemon },
	{ "period", true, OPTIONS_DRAW | OPTIONS_EXPORT, set_period },
	{ "start", true, OPTIONS_DRAW | OPTIONS_EXPORT, set_start },
	{ "end", true, OPTIONS_DRAW | OPTIONS_EXPORT, set_end },
	{ "output", true, OPTIONS_DRAW, set_output },
	{ "theme", true, OPTIONS_DRAW, set_theme },
	{ "width", true, OPTIONS_DRAW, set_width },
	{ "height", true, OPTIONS_DRAW, set_height },
	{ "prefix", true, OPTIONS_DRAW, set_prefix },
	{ "lazy", false, OPTIONS_DRAW, set_lazy },
	{ "format", true, OPTIONS_EXPORT, set_format },
	{ "step", true, OPTIONS_EXPORT, set_step },
	{ "cf", true, OPTIONS_EXPORT, set_cf },
	{ "json", false, OPTIONS_LIST | OPTIONS_CHECK, set_json },
	{ "from", true, OPTIONS_MIGRATE, set_from },
	{ "dry-run", false, OPTIONS_MIGRATE, set_dry_run },
	{ "help", false, ~0U, set_help },
};

/* getopt's table of the options a command takes; `ret_row` says which row each is. */
static void make_table(unsigned int command, struct option ret[ARRAY_SIZE(rows) + 1],
		       size_t ret_row[ARRAY_SIZE(rows)])
{
	size_t count = 0;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		if (!(rows[i].commands & command))
			continue;
		ret_row[count] = i;
		ret[count++] = (struct option){ rows[i].name,
						rows[i].has_value ? required_argument : no_argument,
						NULL, 0 };
	}
	ret[count] = (struct option){ 0 };
}

static int read_options(int argc, char *argv[], struct reading *r, struct notes *notes)
{
	struct option table[ARRAY_SIZE(rows) + 1];
	size_t row[ARRAY_SIZE(rows)];
	int option, index = 0, rc = 0;

	make_table(r->command, table, row);
	opterr = 0; /* only boardgraph.c speaks */
	optind = 0; /* begin anew */
	while (rc == 0 && (option = getopt_long(argc, argv, ":h", table, &index)) != -1) {
		if (option == 'h') {
			r->options.is_help = true;
		} else if (option == ':') {
			notes_fail(notes, "%s needs a value", argv[optind - 1]);
			rc = -EINVAL;
		} else if (option == '?') {
			if (optopt)
				notes_fail(notes, "unknown option '-%c'", optopt);
			else
				notes_fail(notes, "unknown option '%s'", argv[optind - 1]);
			rc = -EINVAL;
		} else {
			rc = rows[row[index]].set(r, optarg, notes);
		}
	}
	return rc;
}

/* A period or a span, and what follows from each. */
static int decide_span(struct reading *r, struct notes *notes)
{
	struct options *options = &r->options;

	if (r->period && (r->start || r->end)) {
		notes_fail(notes, "--period or --start and --end, not both");
		return -EINVAL;
	}
	if (!r->start && !r->end) {
		if (!r->period)
			options->periods = period_list("day", options->period);
		return 0;
	}
	if (!r->start) {
		notes_fail(notes, "--end needs --start; accepted are " PERIOD_TIMES);
		return -EINVAL;
	}
	if (!r->end)
		options->end = r->now;
	if (options->start >= options->end) {
		notes_fail(notes, "--start has to be before --end%s",
			   r->end ? "" : ", which is now");
		return -EINVAL;
	}
	return 0;
}

int options_read(int argc, char *argv[], unsigned int command, time_t now, struct options *ret,
		 struct notes *notes)
{
	struct reading r = {
		.options =
			{
				.data_dir = "/var/lib/collectd/rrd",
				.output = ".",
				.palette = &palettes[0],
				.width = 800,
				.height = 200,
				.prefix = "",
				.cf = ARCHIVE_AVG,
			},
		.command = command,
		.now = now,
	};

	if (read_options(argc, argv, &r, notes) < 0)
		return -EINVAL;
	r.options.arguments = argv + optind;
	r.options.argument_count = argc - optind;
	if (!r.options.is_help && decide_span(&r, notes) < 0)
		return -EINVAL;
	*ret = r.options;
	return 0;
}

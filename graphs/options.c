/* options.c - the command line. */
#include <errno.h>
#include <getopt.h>
#include <stddef.h>
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

enum row_kind {
	ROW_FLAG, /* a bool of struct options */
	ROW_TEXT, /* a const char * of it, which may not be "" */
	ROW_SET,
};

#define FLAG(member) ROW_FLAG, offsetof(struct options, member), NULL, NULL
#define TEXT(member, wanted) ROW_TEXT, offsetof(struct options, member), wanted, NULL
#define SET(fn) ROW_SET, 0, NULL, fn

static const struct row {
	const char *name;
	unsigned int commands;
	enum row_kind kind;
	size_t member;	    /* of ROW_FLAG and ROW_TEXT */
	const char *wanted; /* of ROW_TEXT: what to give, for people */
	set_fn *set;	    /* of ROW_SET */
} rows[] = {
	{ "data-dir", ~0U, TEXT(data_dir, "the folder of the RRD files") },
	{ "host", ~0U, TEXT(host, "the name of a host") },
	{ "daemon", ~0U, TEXT(daemon, "an address: unix:/PATH, HOST or HOST:PORT") },
	{ "period", OPTIONS_DRAW | OPTIONS_EXPORT, SET(set_period) },
	{ "start", OPTIONS_DRAW | OPTIONS_EXPORT, SET(set_start) },
	{ "end", OPTIONS_DRAW | OPTIONS_EXPORT, SET(set_end) },
	{ "output", OPTIONS_DRAW, TEXT(output, "a folder, a file that ends in .png, or -") },
	{ "theme", OPTIONS_DRAW, SET(set_theme) },
	{ "width", OPTIONS_DRAW, SET(set_width) },
	{ "height", OPTIONS_DRAW, SET(set_height) },
	{ "prefix", OPTIONS_DRAW, SET(set_prefix) },
	{ "lazy", OPTIONS_DRAW, FLAG(is_lazy) },
	{ "format", OPTIONS_EXPORT, SET(set_format) },
	{ "step", OPTIONS_EXPORT, SET(set_step) },
	{ "cf", OPTIONS_EXPORT, SET(set_cf) },
	{ "json", OPTIONS_LIST | OPTIONS_CHECK, FLAG(is_json) },
	{ "from", OPTIONS_MIGRATE, TEXT(from, "the folder of the older files") },
	{ "dry-run", OPTIONS_MIGRATE, FLAG(is_dry_run) },
	{ "help", ~0U, FLAG(is_help) },
};

/* Returns as set_fn. */
static int take(struct reading *r, const struct row *row, const char *value, struct notes *notes)
{
	static const bool yes = true;
	char *member = (char *)&r->options + row->member;

	switch (row->kind) {
	case ROW_FLAG:
		memcpy(member, &yes, sizeof(yes));
		return 0;
	case ROW_TEXT:
		if (*value) {
			memcpy(member, &value, sizeof(value));
			return 0;
		}
		notes_fail(notes, "--%s: give %s", row->name, row->wanted);
		return -EINVAL;
	case ROW_SET:
		break;
	}
	return row->set(r, value, notes);
}

/* getopt's table of the options a command takes; `ret_row` says which row each is. */
static void make_table(unsigned int command, struct option ret[ARRAY_SIZE(rows) + 1],
		       size_t ret_row[ARRAY_SIZE(rows)])
{
	size_t count = 0;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		if (!(rows[i].commands & command))
			continue;
		ret_row[count] = i;
		ret[count++] =
			(struct option){ rows[i].name,
					 rows[i].kind == ROW_FLAG ? no_argument : required_argument,
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
			rc = take(r, &rows[row[index]], optarg, notes);
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

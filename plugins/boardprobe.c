/* boardprobe.c - what the plugins would send now, or a report on the board, printed once. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "probe_args.h"
#include "probe_irq.h"
#include "probe_samples.h"
#include "probe_usb.h"
#include "source.h"
#include "text.h"
#include "banned.h"

/* What is printed of the board as a whole, instead of samples. */
struct report {
	const char *name;
	int (*print)(const struct kroot *root, bool as_json);
	const char *looks_for;
};

static const struct report reports[] = {
	{ "irq", probe_irq, "proc/interrupts" },
	{ "usb", probe_usb, "sys/bus/usb/devices" },
};

static const char *error_text(int error)
{
	const char *text = strerrordesc_np(error);

	return text ? text : "unknown error";
}

/* An absence is no failure: it is said, and that is all. */
static void say_missing(const char *root, const char *what, int rc, const char *looks_for)
{
	fprintf(stderr, "boardprobe: %s: %s: %.*s/%s\n", what,
		rc == -ENOENT ? "nothing found" : error_text(-rc), text_dir_length(root), root,
		looks_for);
}

static void say_left_out(const char *what, size_t count)
{
	if (count > 0)
		fprintf(stderr, "boardprobe: %s: there is no room for %zu more\n", what, count);
}

static const struct report *report_called(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(reports); i++) {
		if (strcmp(reports[i].name, name) == 0)
			return &reports[i];
	}
	return NULL;
}

/* Which plugins are named, all if none is. Returns 0, or an exit status. */
static int find_wanted(char *const name[], bool ret[SOURCES])
{
	for (size_t i = 0; i < SOURCES; i++)
		ret[i] = !name[0];
	for (; name[0]; name++) {
		int i = source_index(name[0]);

		if (i < 0) {
			if (report_called(name[0]))
				fprintf(stderr, "boardprobe: %s stands alone: name nothing else\n",
					name[0]);
			else
				probe_args_no_plugin(name[0]);
			return EXIT_USAGE;
		}
		ret[i] = true;
	}
	return 0;
}

static int print_samples(const struct probe_args *args, const struct kroot *root,
			 void *const state[SOURCES], const bool is_wanted[SOURCES])
{
	struct probe_samples samples = { .as_json = args->as_json };

	for (size_t i = 0; i < SOURCES; i++) {
		if (!is_wanted[i])
			continue;
		int rc = probe_samples_collect(&samples, sources[i], state[i], root);
		if (rc < 0)
			say_missing(args->root, sources[i]->plugin, rc, sources[i]->looks_for);
		say_left_out(sources[i]->plugin, source_left_out(sources[i], state[i]));
	}
	bool is_cut = samples.is_cut;
	probe_samples_print(&samples);
	if (is_cut)
		fputs("boardprobe: the output is not complete: out of memory\n", stderr);
	return is_cut ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int print_report(const struct probe_args *args, const struct kroot *root,
			const struct report *report)
{
	int rc = report->print(root, args->as_json);

	if (rc < 0)
		say_missing(args->root, report->name, rc, report->looks_for);
	else
		say_left_out(report->name, (size_t)rc);
	return EXIT_SUCCESS;
}

static int probe(const struct probe_args *args, void *const state[SOURCES])
{
	bool is_one = args->word[0] && !args->word[1];
	const struct report *report = is_one ? report_called(args->word[0]) : NULL;
	bool is_wanted[SOURCES];
	struct kroot root;

	int rc = report ? 0 : find_wanted(args->word, is_wanted);
	if (rc != 0)
		return rc;
	rc = kroot_open(&root, args->root);
	if (rc < 0) {
		fprintf(stderr, "boardprobe: %s: %s\n", args->root, error_text(-rc));
		return EXIT_USAGE;
	}
	rc = report ? print_report(args, &root, report)
		    : print_samples(args, &root, state, is_wanted);
	kroot_close(&root);
	return rc;
}

/* What is written to stdout is only known to be there once it is flushed. */
static int end_output(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return EXIT_SUCCESS;
	fprintf(stderr, "boardprobe: the output is not complete: %s\n", error_text(errno));
	return EXIT_FAILURE;
}

int main(int argc, char *argv[])
{
	struct probe_args args;
	void *state[SOURCES];

	for (size_t i = 0; i < SOURCES; i++) {
		state[i] = calloc(1, sources[i]->state_size);
		if (!state[i]) {
			fputs("boardprobe: out of memory\n", stderr);
			return EXIT_FAILURE;
		}
	}
	int rc = probe_args_parse(argc, argv, state, &args);
	if (rc < 0)
		rc = probe(&args, state);
	for (size_t i = 0; i < SOURCES; i++) {
		sources[i]->done(state[i]);
		free(state[i]);
	}
	return rc == EXIT_SUCCESS ? end_output() : rc;
}

/* boardgraph.c - says to people what the other files found out. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "help.h"
#include "util.h"
#include "banned.h"

static const struct {
	const char *name;
	unsigned int bit;
	command_fn *run;
	const char *help;
} commands[] = {
	{ "draw", OPTIONS_DRAW, command_draw, help_draw },
	{ "export", OPTIONS_EXPORT, command_export, help_export },
	{ "list", OPTIONS_LIST, command_list, help_list },
	{ "check", OPTIONS_CHECK, command_check, help_check },
	{ "migrate", OPTIONS_MIGRATE, command_migrate, help_migrate },
};

static void say(const struct notes *notes)
{
	const char *end = notes->text + notes->len;

	for (const char *at = notes->text; at < end;) {
		int len = (int)strcspn(at, "\n");

		fprintf(stderr, "boardgraph: %.*s\n", len, at);
		at += len + 1;
	}
	if (notes->left_out)
		fprintf(stderr, "boardgraph: and %zu messages more\n", notes->left_out);
}

/* A full disk or a closed pipe shows at the latest here. */
static int close_output(int code)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return code;
	fprintf(stderr, "boardgraph: standard output cannot be written\n");
	return COMMAND_FAILED;
}

static int run(size_t command, int argc, char *argv[])
{
	struct options options;
	struct notes notes = { 0 };
	int code = COMMAND_USAGE;

	if (options_read(argc, argv, commands[command].bit, time(NULL), &options, &notes) == 0) {
		if (options.is_help) {
			fputs(commands[command].help, stdout);
			return close_output(COMMAND_DONE);
		}
		code = (int)commands[command].run(&options, stdout, &notes);
	}
	say(&notes);
	if (code == COMMAND_USAGE)
		fprintf(stderr, "boardgraph: see `boardgraph %s --help`\n", commands[command].name);
	return close_output(code);
}

/* For a word that is none of them, or "". */
static void say_commands(const char *word)
{
	if (*word)
		fprintf(stderr, "boardgraph: unknown command '%s': ", word);
	else
		fprintf(stderr, "boardgraph: give a command: ");
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		const char *before = i + 1 == ARRAY_SIZE(commands) ? " or " : ", ";

		fprintf(stderr, "%s%s", i > 0 ? before : "", commands[i].name);
	}
	fprintf(stderr, "; see `boardgraph --help`\n");
}

/* Where one of the three was closed, a file opened later would take its place: the picture of
 * standard output went into a copy. For reading only, so that writing fails and is told. */
static void hold_standard_files(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	} while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

int main(int argc, char *argv[])
{
	const char *word = argc > 1 ? argv[1] : "";

	hold_standard_files();
	signal(SIGPIPE, SIG_IGN); /* a write that fails is told */
	signal(SIGXFSZ, SIG_IGN);
	unsetenv("RRDCACHED_ADDRESS"); /* librrd would ask that daemon for our copies */
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		if (strcmp(word, commands[i].name) == 0)
			return run(i, argc - 1, argv + 1);
	}
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
		fputs(help_all, stdout);
		return close_output(COMMAND_DONE);
	}
	if (strcmp(word, "--version") == 0) {
		printf("boardgraph %s\n", BOARDSTAT_VERSION);
		return close_output(COMMAND_DONE);
	}
	say_commands(word);
	return COMMAND_USAGE;
}

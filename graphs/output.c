/* output.c - where a picture goes. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beside.h"
#include "file.h"
#include "output.h"
#include "banned.h"

enum place { PLACE_FOLDER, PLACE_FILE, PLACE_STDOUT };

static bool ends_in_png(const char *path)
{
	size_t len = strlen(path);

	return len > 4 && strcmp(path + len - 4, ".png") == 0;
}

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static enum place place_of(const char *output)
{
	if (strcmp(output, "-") == 0)
		return PLACE_STDOUT;
	return ends_in_png(output) && !is_folder(output) ? PLACE_FILE : PLACE_FOLDER;
}

/* What is at `output` is no folder that pictures go to. */
static int refuse_folder(const char *output, struct notes *notes)
{
	struct stat st;
	int rc = stat(output, &st) < 0 ? -errno : -ENOTDIR;

	if (rc == -ENOENT)
		notes_fail(notes,
			   "%s: no such folder: make it first, `mkdir -p`, or give a file that "
			   "ends in .png",
			   output);
	else if (rc == -EACCES)
		notes_fail(notes, "%s: %s: choose a folder you may write with --output", output,
			   ERRTEXT(-rc));
	else
		notes_fail(notes, "%s: %s: give a folder, or a file that ends in .png", output,
			   ERRTEXT(-rc));
	return rc;
}

int output_check(const char *output, size_t pictures, struct notes *notes)
{
	enum place place = place_of(output);

	if (place != PLACE_FOLDER && pictures > 1) {
		notes_fail(notes,
			   "--output %s takes one picture, these are %zu: name one GRAPH and one "
			   "--period, or give a folder",
			   output, pictures);
		return -EINVAL;
	}
	if (place == PLACE_STDOUT && isatty(STDOUT_FILENO)) {
		notes_fail(notes, "standard output is a terminal: redirect it, `> FILE.png`");
		return -EINVAL;
	}
	return place == PLACE_FOLDER && !is_folder(output) ? refuse_folder(output, notes) : 0;
}

int output_path(const struct options *options, const char *graph, const struct period *period,
		char **ret)
{
	int rc = 0;

	*ret = NULL;
	switch (place_of(options->output)) {
	case PLACE_STDOUT:
		return 0;
	case PLACE_FILE:
		*ret = strdup(options->output);
		break;
	case PLACE_FOLDER:
		if (period)
			rc = asprintf(ret, "%s/%s%s-%s.png", options->output, options->prefix,
				      graph, period->name);
		else
			rc = asprintf(ret, "%s/%s%s-%lld-%lld.png", options->output,
				      options->prefix, graph, (long long)options->start,
				      (long long)options->end);
		break;
	}
	return rc < 0 || !*ret ? -ENOMEM : 0;
}

static int complain(int rc, const char *path, struct notes *notes)
{
	const char *cure = "choose another place with --output";

	if (rc == -ENOSPC || rc == -EDQUOT)
		cure = "free some space, or choose another place with --output";
	else if (rc == -ENOENT)
		cure = "make the folder first, `mkdir -p`";
	else if (rc == -EACCES)
		cure = "choose a folder you may write with --output";
	notes_fail(notes, "%s: %s: %s (an older picture is as it was)", path, ERRTEXT(-rc), cure);
	return rc;
}

static int replace(const char *path, const unsigned char *bytes, size_t size)
{
	struct beside beside;
	int rc = beside_open(path, &beside);

	if (rc < 0)
		return rc;
	rc = file_write(beside.fd, bytes, size);
	if (rc == 0 && fchmod(beside.fd, 0644) < 0)
		rc = -errno;
	if (rc == 0)
		return beside_take_place(&beside, path);
	beside_drop(&beside);
	return rc;
}

int output_write(const char *path, const unsigned char *bytes, size_t size, struct notes *notes)
{
	sigset_t all, old;
	int rc;

	if (!path) {
		rc = file_write(STDOUT_FILENO, bytes, size);
		return rc < 0 ? complain(rc, "standard output", notes) : 0;
	}
	sigfillset(&all); /* who stops us leaves no temporary file behind */
	sigprocmask(SIG_BLOCK, &all, &old);
	rc = replace(path, bytes, size);
	sigprocmask(SIG_SETMASK, &old, NULL);
	return rc < 0 ? complain(rc, path, notes) : 0;
}

void output_remove(const char *path, struct notes *notes)
{
	if (path && unlink(path) < 0 && errno != ENOENT)
		notes_fail(notes, "%s: %s: remove it, it shows old data", path, ERRTEXT(errno));
}

void output_stamp(const char *path, char ret[PNGSTAMP_SIZE])
{
	unsigned char head[PNGSTAMP_HEAD];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t got = -1;

	ret[0] = '\0';
	if (fd < 0)
		return;
	got = read(fd, head, sizeof(head));
	close(fd);
	if (got > 0)
		pngstamp_read(head, (size_t)got, ret);
}

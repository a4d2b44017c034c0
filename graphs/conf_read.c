/* conf_read.c - collectd's configuration, with the files it includes. */
#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "conf_read.h"
#include "banned.h"

#define DEPTH_MAX 8    /* as collectd */
#define FILES_MAX 1000 /* of those that include each other there is no end */

static int read_file(const struct system *system, const char *path, int depth, struct conf *conf);

static bool is_wanted(const char *path, const char *filter)
{
	const char *slash = strrchr(path, '/');

	return !filter[0] || fnmatch(filter, slash ? slash + 1 : path, 0) == 0;
}

/* A pattern, a file, or a folder and what is in it, in the order of their names. */
static void read_included(const struct system *system, const char *pattern, const char *filter,
			  int depth, struct conf *conf)
{
	char full[PATH_MAX], inside[PATH_MAX];
	size_t root = strlen(system->root);
	struct stat st;
	glob_t found;

	if (depth > DEPTH_MAX || conf->files >= FILES_MAX)
		return;
	if (glob(system_path(system, full, "%s", pattern), 0, NULL, &found) == 0) {
		for (size_t i = 0; i < found.gl_pathc; i++) {
			const char *path = found.gl_pathv[i];

			if (stat(path, &st) < 0)
				continue;
			if (S_ISDIR(st.st_mode) &&
			    snprintf(inside, sizeof(inside), "%s/*", path + root) < PATH_MAX)
				read_included(system, inside, filter, depth + 1, conf);
			else if (S_ISREG(st.st_mode) && is_wanted(path, filter))
				read_file(system, path + root, depth + 1, conf);
		}
	}
	globfree(&found);
}

static int read_file(const struct system *system, const char *path, int depth, struct conf *conf)
{
	struct conf_place *place = calloc(1, sizeof(*place));
	char *text = system_whole(system, path);
	int rc = text && place ? 0 : -errno;

	conf->files++;
	for (char *line = text; rc == 0 && line && *line;) {
		char *end = line + strcspn(line, "\n");
		char *next = *end ? end + 1 : end;
		size_t plugins = conf->plugins;
		bool is_include;

		*end = '\0';
		is_include = conf_line(conf, place, line);
		if (conf->plugins > plugins)
			snprintf(conf->plugin[plugins].file, CONF_PATH_SIZE, "%s", path);
		if (is_include)
			read_included(system, place->include, place->filter, depth, conf);
		line = next;
	}
	free(text);
	free(place);
	return rc;
}

int conf_read(const struct system *system, const char *path, struct conf *ret)
{
	int rc;

	conf_begin(ret);
	rc = read_file(system, path, 0, ret);
	conf_end(ret);
	return rc;
}

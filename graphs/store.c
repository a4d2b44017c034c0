/* store.c - the RRD files of one host, as collectd lays them out. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "store.h"
#include "banned.h"

struct names {
	char **at;
	size_t count;
};

static void names_done(struct names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->at[i]);
	free(names->at);
	*names = (struct names){ 0 };
}

/* Takes over `name`, which may be NULL for lack of memory. */
static int names_add(struct names *names, char *name)
{
	char **at;

	if (!name)
		return -ENOMEM;
	at = reallocarray(names->at, names->count + 1, sizeof(*at));
	if (!at) {
		free(name);
		return -ENOMEM;
	}
	names->at = at;
	names->at[names->count++] = name;
	return 0;
}

/* Numbers in names in order of their value. */
static int by_name(const void *a, const void *b)
{
	return strverscmp(*(char *const *)a, *(char *const *)b);
}

static bool ends_in_rrd(const char *name)
{
	size_t len = strlen(name);

	return len > 4 && strcmp(name + len - 4, ".rrd") == 0;
}

static int list_dir(const char *path, struct names *ret)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	int rc = 0;

	if (!dir)
		return -errno;
	while (rc == 0 && (entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] != '.')
			rc = names_add(ret, strdup(entry->d_name));
	}
	closedir(dir);
	if (ret->count)
		qsort(ret->at, ret->count, sizeof(ret->at[0]), by_name);
	return rc;
}

/* Add "<name>/<file>.rrd" for each RRD in the folder `name` below `dir`; what is no folder, or
 * not ours to read, holds none. Returns 0 or -ENOMEM. */
static int add_files(const char *dir, const char *name, struct names *ret)
{
	struct names files = { 0 };
	char *path, *file;
	int rc;

	if (asprintf(&path, "%s/%s", dir, name) < 0)
		return -ENOMEM;
	rc = list_dir(path, &files);
	free(path);
	if (rc == -ENOMEM)
		goto out;
	rc = 0;
	for (size_t i = 0; i < files.count && rc == 0; i++) {
		if (!ends_in_rrd(files.at[i]))
			continue;
		if (asprintf(&file, "%s/%s", name, files.at[i]) < 0)
			file = NULL;
		rc = names_add(ret, file);
	}
out:
	names_done(&files);
	return rc;
}

/* The RRDs two levels below `dir`. Returns 0 or -errno. */
static int list_files(const char *dir, struct names *ret)
{
	struct names folders = { 0 };
	int rc = list_dir(dir, &folders);

	for (size_t i = 0; i < folders.count && rc == 0; i++)
		rc = add_files(dir, folders.at[i], ret);
	names_done(&folders);
	return rc;
}

/* Whether one of them is a file, or may be: a folder can be called as an RRD, too. */
static bool has_file(const char *dir, const struct names *files)
{
	struct stat st;
	char *path;
	bool has = false;

	for (size_t i = 0; i < files->count && !has; i++) {
		if (asprintf(&path, "%s/%s", dir, files->at[i]) < 0)
			return false;
		has = stat(path, &st) == 0 ? S_ISREG(st.st_mode) : errno == EACCES;
		free(path);
	}
	return has;
}

/* The folders of `dir` that are a host's: that hold an RRD two levels below. */
static int list_hosts(const char *dir, struct names *ret)
{
	struct names folders = { 0 };
	int rc = list_dir(dir, &folders);

	for (size_t i = 0; i < folders.count && rc == 0; i++) {
		struct names files = { 0 };
		char *path;

		if (asprintf(&path, "%s/%s", dir, folders.at[i]) < 0) {
			rc = -ENOMEM;
			break;
		}
		if (list_files(path, &files) == -ENOMEM)
			rc = -ENOMEM;
		else if (has_file(path, &files))
			rc = names_add(ret, strdup(folders.at[i]));
		names_done(&files);
		free(path);
	}
	names_done(&folders);
	return rc;
}

static const char *exact(const struct names *hosts, const char *name)
{
	for (size_t i = 0; i < hosts->count; i++) {
		if (strcmp(hosts->at[i], name) == 0)
			return hosts->at[i];
	}
	return NULL;
}

/* The only one that begins with `name` and a dot, or NULL. */
static const char *only_begin(const struct names *hosts, const char *name)
{
	const char *found = NULL;
	size_t len = strlen(name);

	for (size_t i = 0; i < hosts->count; i++) {
		if (strncmp(hosts->at[i], name, len) != 0 || hosts->at[i][len] != '.')
			continue;
		if (found)
			return NULL;
		found = hosts->at[i];
	}
	return found;
}

/* collectd names the folder by its own idea of the host: with a domain, or localhost. */
static const char *choose_host(const struct names *hosts, const char *wanted)
{
	char own[HOST_NAME_MAX + 1] = "";
	const char *host;

	if (!wanted && gethostname(own, sizeof(own) - 1) < 0)
		own[0] = '\0';
	host = exact(hosts, wanted ? wanted : own);
	if (!host)
		host = only_begin(hosts, wanted ? wanted : own);
	if (!host && !wanted)
		host = exact(hosts, "localhost");
	if (!host && !wanted && hosts->count == 1)
		host = hosts->at[0];
	return host;
}

/* What the messages are about: the option that gave the folder, and the cures that go with it. */
struct place {
	const char *option;
	const char *empty; /* why it may hold nothing */
	const char *host;  /* how one of several hosts is named */
};

static const struct place ours = { "--data-dir", "`boardgraph check` says why; or ",
				   "--host NAME, one of" };
static const struct place older = { "--from", "", "give its own folder with --from, one of" };

static void say_hosts(const struct place *place, const struct names *hosts, const char *wanted,
		      const char *dir, struct notes *notes)
{
	char text[1024];
	struct buf list = buf_of(text, sizeof(text));

	for (size_t i = 0; i < hosts->count; i++)
		buf_add(&list, "%s%s", i ? ", " : "", hosts->at[i]);
	if (wanted)
		notes_fail(notes, "%s: no host '%s' here; there are: %s", dir, wanted, text);
	else
		notes_fail(notes, "%s: which host? %s: %s", dir, place->host, text);
}

static int say_no_dir(const struct place *place, int rc, const char *dir, struct notes *notes)
{
	if (rc == -EACCES)
		notes_fail(notes, "%s: %s: run as root or as the user of collectd", dir,
			   ERRTEXT(-rc));
	else
		notes_fail(notes, "%s: %s: give collectd's DataDir with %s", dir, ERRTEXT(-rc),
			   place->option);
	return rc;
}

/* The folder is one host's: its name is the host's. */
static int one_host(const struct place *place, const char *wanted, struct names *hosts,
		    struct store *ret, struct notes *notes)
{
	const char *slash = strrchr(ret->dir, '/');
	int rc = names_add(hosts, strdup(slash && slash[1] ? slash + 1 : ret->dir));

	if (rc < 0)
		return rc;
	if (wanted && strcmp(hosts->at[0], wanted) != 0) {
		say_hosts(place, hosts, wanted, ret->dir, notes);
		return -EINVAL;
	}
	ret->host = strdup(hosts->at[0]);
	return ret->host ? 0 : -ENOMEM;
}

/* The folder is one of hosts: take one, and its files. */
static int one_of_hosts(const struct place *place, const char *wanted, struct names *hosts,
			struct names *files, struct store *ret, struct notes *notes)
{
	const char *host;
	char *path;
	int rc = list_hosts(ret->dir, hosts);

	if (rc < 0)
		return rc;
	if (hosts->count == 0) {
		notes_fail(notes, "%s: holds no RRD files: %sgive collectd's DataDir with %s",
			   ret->dir, place->empty, place->option);
		return -ENOENT;
	}
	host = choose_host(hosts, wanted);
	if (!host) {
		say_hosts(place, hosts, wanted, ret->dir, notes);
		return -EINVAL;
	}
	ret->host = strdup(host);
	if (!ret->host || asprintf(&path, "%s/%s", ret->dir, host) < 0)
		return -ENOMEM;
	free(ret->dir);
	ret->dir = path;
	return list_files(ret->dir, files);
}

static int open_place(const struct place *place, const char *dir, const char *host,
		      struct store *ret, struct notes *notes)
{
	struct names files = { 0 }, hosts = { 0 };
	int rc;

	*ret = (struct store){ .dir = realpath(dir, NULL) };
	if (!ret->dir)
		return say_no_dir(place, -errno, dir, notes);
	rc = list_files(ret->dir, &files);
	if (rc < 0 && rc != -ENOMEM)
		say_no_dir(place, rc, ret->dir, notes);
	else if (rc == 0 && has_file(ret->dir, &files))
		rc = one_host(place, host, &hosts, ret, notes);
	else if (rc == 0) {
		names_done(&files);
		rc = one_of_hosts(place, host, &hosts, &files, ret, notes);
	}
	if (rc == -ENOMEM)
		notes_fail(notes, "%s: out of memory", ret->dir);
	ret->file = files.at;
	ret->files = files.count;
	ret->hosts = hosts.at;
	ret->host_count = hosts.count;
	return rc;
}

int store_open(const char *data_dir, const char *host, struct store *ret, struct notes *notes)
{
	return open_place(&ours, data_dir, host, ret, notes);
}

int store_open_older(const char *dir, struct store *ret, struct notes *notes)
{
	return open_place(&older, dir, NULL, ret, notes);
}

void store_close(struct store *store)
{
	struct names files = { store->file, store->files };
	struct names hosts = { store->hosts, store->host_count };

	names_done(&files);
	names_done(&hosts);
	free(store->dir);
	free(store->host);
	*store = (struct store){ 0 };
}

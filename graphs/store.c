/* store.c - the RRD files of one host, as collectd lays them out. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "folder.h"
#include "store.h"
#include "banned.h"

/* The folders of `dir` that are a host's: that hold an RRD two levels below. What cannot be read
 * goes into `refused`. */
static int list_hosts(const char *dir, struct names *ret, struct notes *refused)
{
	struct names folders = { 0 };
	int rc = folder_list(dir, &folders);

	for (size_t i = 0; i < folders.count && rc == 0; i++) {
		struct names files = { 0 };
		char *path;

		if (asprintf(&path, "%s/%s", dir, folders.at[i]) < 0) {
			rc = -ENOMEM;
			break;
		}
		rc = folder_rrds(path, &files, refused);
		if (rc != -ENOMEM) /* what cannot be read is in `refused` */
			rc = folder_has_file(path, &files);
		if (rc > 0)
			rc = names_add(ret, strdup(folders.at[i]));
		names_done(&files);
		free(path);
	}
	names_done(&folders);
	return rc;
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
	host = names_find(hosts, wanted ? wanted : own);
	if (!host)
		host = only_begin(hosts, wanted ? wanted : own);
	if (!host && !wanted)
		host = names_find(hosts, "localhost");
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
		notes_fail(notes, "%s: %s: %sgive collectd's DataDir with %s", dir, ERRTEXT(-rc),
			   place->empty, place->option);
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
	struct notes refused = { 0 };
	const char *host;
	char *path;
	int rc = list_hosts(ret->dir, hosts, &refused);

	if (rc < 0)
		return rc;
	host = choose_host(hosts, wanted);
	if (!host) /* it may be among these */
		notes_merge(notes, &refused);
	if (hosts->count == 0 && refused.len > 0) {
		notes_fail(notes, "%s: holds no RRD files that can be read", ret->dir);
		return -EACCES;
	}
	if (hosts->count == 0) {
		notes_fail(notes, "%s: holds no RRD files: %sgive collectd's DataDir with %s",
			   ret->dir, place->empty, place->option);
		return -ENOENT;
	}
	if (!host) {
		say_hosts(place, hosts, wanted, ret->dir, notes);
		return -EINVAL;
	}
	ret->host = strdup(host);
	if (!ret->host || asprintf(&path, "%s/%s", ret->dir, host) < 0)
		return -ENOMEM;
	free(ret->dir);
	ret->dir = path;
	rc = folder_rrds(ret->dir, files, notes);
	return rc < 0 && rc != -ENOMEM ? say_no_dir(place, rc, ret->dir, notes) : rc;
}

static int open_place(const struct place *place, const char *dir, const char *host,
		      struct store *ret, struct notes *notes)
{
	struct names files = { 0 }, hosts = { 0 };
	struct notes refused = { 0 };
	int rc;

	*ret = (struct store){ .dir = realpath(dir, NULL) };
	if (!ret->dir)
		return say_no_dir(place, -errno, dir, notes);
	rc = folder_rrds(ret->dir, &files, &refused);
	if (rc < 0 && rc != -ENOMEM)
		say_no_dir(place, rc, ret->dir, notes);
	if (rc == 0)
		rc = folder_has_file(ret->dir, &files);
	if (rc > 0) {
		notes_merge(notes, &refused);
		rc = one_host(place, host, &hosts, ret, notes);
	} else if (rc == 0) {
		names_done(&files);
		rc = one_of_hosts(place, host, &hosts, &files, ret, notes);
	}
	if (rc == -ENOMEM)
		notes_fail(notes, "%s: out of memory", ret->dir);
	ret->file = files.at;
	ret->files = files.count;
	ret->host_name = hosts.at;
	ret->hosts = hosts.count;
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

char *store_path(const struct store *store, const char *file)
{
	char *path;

	return asprintf(&path, "%s/%s", store->dir, file) < 0 ? NULL : path;
}

void store_lacks(const struct store *store, const char *file, const char *source,
		 struct notes *notes)
{
	notes_fail(notes, "%s/%s: has no data source '%s': move it away, collectd makes a new one",
		   store->dir, file, source);
}

void store_close(struct store *store)
{
	struct names files = { store->file, store->files };
	struct names hosts = { store->host_name, store->hosts };

	names_done(&files);
	names_done(&hosts);
	free(store->dir);
	free(store->host);
	*store = (struct store){ 0 };
}

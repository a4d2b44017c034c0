/* check_files.c - the data folder, the host, and how old the values are. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "copy.h"
#include "number.h"
#include "shell.h"
#include "banned.h"

#define LOG "sudo journalctl -u collectd -n 30"
/* How old the values of another host that goes on can be: rrdcached is not asked to write them. */
#define OTHER_HOST_S (60 + 3600)

/* The folder that collectd stores in, or NULL if that is not known. */
static const char *stores_in(const struct check *check)
{
	const struct conf *conf = &check->conf;

	if (check->conf_rc < 0)
		return NULL;
	if (conf_loads(conf, "rrdcached") && conf->rrdcached.data_dir[0])
		return conf->rrdcached.data_dir;
	if (conf_loads(conf, "rrdtool"))
		return conf->rrdtool.data_dir;
	return NULL;
}

static void tell_other_folder(struct check *check, const char *dir)
{
	struct findings *f = &check->findings;
	char word[SHELL_WORD_SIZE];

	findings_add(f, SEVERITY_PROBLEM, "%s", check->options->data_dir);
	findings_text(f, "is not where this collectd stores its values: that is %s", dir);
	findings_cure(f, "boardgraph check --data-dir %s", shell_word(dir, word));
}

static void tell_unknown_host(struct check *check)
{
	struct findings *f = &check->findings;
	char word[SHELL_WORD_SIZE];

	findings_add(f, SEVERITY_PROBLEM, "%s", check->options->data_dir);
	if (check->options->host)
		findings_text(f, "has no host '%s'; there are: ", check->options->host);
	else
		findings_text(f, "has several hosts, and none has this machine's name: ");
	for (size_t i = 0; i < check->store.hosts; i++)
		findings_text(f, "%s%s", i ? ", " : "", check->store.host_name[i]);
	if (check->store.hosts)
		findings_cure(f, "boardgraph check --host %s",
			      shell_word(check->store.host_name[0], word));
}

void check_data(struct check *check)
{
	const char *dir = stores_in(check);
	struct findings *f = &check->findings;

	if (dir && !check->writer && !check_is_below(check->options->data_dir, dir)) {
		tell_other_folder(check, dir);
		if (check->store_rc == -ENOENT)
			return;
	}
	if (check->store_rc == 0 && check->store_notes.len > 0) {
		findings_add(f, SEVERITY_PROBLEM, "%s", check->store.dir);
		findings_text(f, "%.*s", (int)strcspn(check->store_notes.text, "\n"),
			      check->store_notes.text);
		findings_cure(f, "sudo boardgraph check");
	}
	if (check->store_rc == 0)
		return;
	if (check->store_rc == -EINVAL) {
		tell_unknown_host(check);
		return;
	}
	findings_add(f, SEVERITY_PROBLEM, "%s", check->options->data_dir);
	if (check->store_rc == -EACCES) {
		findings_text(f, "this user may not read it");
		findings_cure(f, "sudo boardgraph check");
	} else if (check->store_rc == -ENOENT) {
		findings_text(f, "holds no RRD files%s",
			      check->collectd.pid ? ", though collectd runs" : "");
		findings_cure(f, LOG "; or give collectd's DataDir with --data-dir");
	} else {
		findings_text(f, "%s", ERRTEXT(-check->store_rc));
		findings_cure(f, "give collectd's DataDir with --data-dir");
	}
}

/* A board without a battery for its clock starts in the past until the network tells it better, and
 * an RRD takes no value older than its newest. */
void check_clock(struct check *check)
{
	struct findings *f = &check->findings;
	const struct check_file *worst = NULL;
	char ahead[NUMBER_SIZE];
	size_t count = 0;

	for (size_t i = 0; check->store_rc == 0 && i < check->store.files; i++) {
		const struct check_file *file = &check->file[i];

		if (file->newest <= check->now + 60)
			continue;
		count++;
		if (!worst || file->newest > worst->newest)
			worst = file;
	}
	if (!worst)
		return;
	number_age((double)(worst->newest - check->now), ahead);
	findings_add(f, SEVERITY_PROBLEM, "the clock of this machine");
	findings_text(
		f,
		"is before the newest value of %zu of the files, by up to %s (%s): they take no "
		"value until then. Boards without a clock of their own start in the past; "
		"if the clock is right now, it was wrong then: move these files away",
		count, ahead, worst->name);
	findings_cure(f, "timedatectl; sudo timedatectl set-ntp true; sudo apt install "
			 "fake-hwclock; sudo systemctl restart collectd");
}

/* The newest file of a plugin, or NULL. */
static const struct check_file *newest_of(const struct check *check, const char *plugin)
{
	const struct check_file *newest = NULL;

	for (size_t i = 0; i < check->store.files; i++) {
		const struct check_file *file = &check->file[i];

		if (file->step_s && check_is_of(file, plugin) &&
		    (!newest || file->newest > newest->newest))
			newest = file;
	}
	return newest;
}

/* Of a plugin that is loaded, as far as that is known, and has something to measure. */
static bool is_due(const struct check *check, const struct check_plugin *plugin)
{
	if (check->conf_rc == 0 && !conf_loads(&check->conf, plugin->name))
		return false;
	if (check->conf_rc < 0 && !plugin->is_ours)
		return false;
	return !plugin->can_measure || plugin->can_measure(check->system);
}

/* The newest value that a host has of a plugin, or 0. */
static time_t newest_of_host(const struct check *check, const char *host, const char *plugin)
{
	struct notes notes = { 0 }; /* what is wrong with another host is not asked for */
	struct store store;
	time_t newest = 0;
	int rc = store_open(check->options->data_dir, host, &store, &notes);

	for (size_t i = 0; i < store.files && rc == 0; i++) {
		const struct check_file file = { .name = store.file[i] };
		struct header header;
		char *path;

		if (!check_is_of(&file, plugin))
			continue;
		path = store_path(&store, file.name);
		if (path && copy_header(path, &header, &notes) == 0 && header.last_update > newest)
			newest = header.last_update;
		free(path);
	}
	store_close(&store);
	return newest;
}

/* The host whose values of a plugin are newer than `than` and fresh, or NULL. */
static const char *fresh_host(const struct check *check, const char *plugin, time_t than)
{
	for (size_t i = 0; i < check->store.hosts; i++) {
		const char *host = check->store.host_name[i];
		time_t newest;

		if (strcmp(host, check->store.host) == 0)
			continue;
		newest = newest_of_host(check, host, plugin);
		if (newest > than && (double)(check->now - newest) < OTHER_HOST_S + check->held_s)
			return host;
	}
	return NULL;
}

/* `newest` is the file, of this plugin, that is the last to have got a value. */
static void tell_stale(struct check *check, const char *plugin, const struct check_file *newest)
{
	struct findings *f = &check->findings;
	const char *host = fresh_host(check, plugin, newest->newest);
	char word[SHELL_WORD_SIZE];

	if (host) {
		findings_text(f, "; new values arrive as host %s, not %s", host, check->store.host);
		findings_cure(f, "boardgraph check --host %s", shell_word(host, word));
	} else if (check->collectd.pid == 0) {
		findings_cure(f, "sudo systemctl restart collectd; " LOG);
	} else {
		findings_cure(f, LOG "; sudo systemctl restart collectd");
	}
}

void check_stale(struct check *check)
{
	struct findings *f = &check->findings;
	const struct check_file *last = NULL;
	const char *of_last = NULL; /* its plugin */

	if (check->store_rc < 0)
		return;
	for (size_t i = 0; i < CHECK_PLUGINS; i++) {
		const struct check_plugin *plugin = &check_plugin[i];
		const struct check_file *newest = newest_of(check, plugin->name);
		char age[NUMBER_SIZE];

		if (!newest || !is_due(check, plugin) ||
		    (double)(check->now - newest->newest) <= check_limit_s(check, newest))
			continue;
		if (!last)
			findings_add(f, SEVERITY_PROBLEM, "%s", check->store.dir);
		number_age((double)(check->now - newest->newest), age);
		if (last)
			findings_text(f, ", of %s %s", plugin->name, age);
		else
			findings_text(f, "the newest value of %s is %s old", plugin->name, age);
		if (!last || newest->newest > last->newest) {
			last = newest;
			of_last = plugin->name;
		}
	}
	if (last)
		tell_stale(check, of_last, last);
}

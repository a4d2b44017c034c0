/* check_collectd.c - collectd, its plugins, and where they store. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "check.h"
#include "banned.h"

#define SETTLED_S 60 /* after its start every plugin has stored something */
#define LOG "sudo journalctl -u collectd -n 30"
#define RESTART "sudo systemctl restart collectd" /* start does nothing beside a collectdmon */
#define TRY "sudo collectd -T; sudo journalctl -t collectd -n 20" /* it may log to syslog only */

/* Where the files to copy are: of the package, or of the README's installation. */
static const char *snippets(const struct check *check)
{
	static const char package[] = "/usr/share/boardstat/collectd.conf.d";

	return system_has(check->system, package) ? package
						  : "/usr/local/share/boardstat/collectd.conf.d";
}

void check_collectd(struct check *check)
{
	struct findings *f = &check->findings;
	struct process monitor[1];

	if (check->collectd.pid) {
		if (check->conf_rc < 0) {
			findings_add(f, SEVERITY_FACT, "%s", check->conf_path);
			findings_text(f, "cannot be read, %s: what collectd loads is not known",
				      ERRTEXT(-check->conf_rc));
			findings_cure(f, "%s",
				      check->conf_rc == -EACCES
					      ? "sudo boardgraph check"
					      : "start collectd with the whole path, -C /PATH");
		}
		return;
	}
	if (!system_has(check->system, "/proc/1/comm")) {
		findings_add(f, SEVERITY_FACT, "/proc");
		findings_text(f, "hides the processes of others (hidepid): whether collectd and "
				 "rrdcached run is not known");
		findings_cure(f, "sudo boardgraph check");
		return;
	}
	findings_add(f, SEVERITY_PROBLEM, "collectd");
	if (system_processes(check->system, "collectdmon", monitor, 1)) {
		findings_text(f,
			      "does not stay: collectdmon starts it again and again, and the "
			      "service counts as running. Mostly a plugin, or a library that one "
			      "needs, is missing; the log names it");
		findings_cure(f, LOG "; " TRY "; then " RESTART);
		return;
	}
	if (check->conf_rc == -ENOENT) {
		findings_text(f, "does not run, and has no %s: it is not installed",
			      check->conf_path);
		findings_cure(f, "sudo apt install --no-install-recommends collectd rrdcached");
		return;
	}
	findings_text(f, "does not run: nothing is measured. If it ends at once, its log says why: "
			 "mostly a plugin, or a library that one needs, is missing");
	findings_cure(f, RESTART "; " LOG "; " TRY);
}

enum module { MODULE_FOUND, MODULE_MISSING, MODULE_IS_LINK };

/* collectd takes the entry of that name in any case, if it is a regular file by lstat(2). */
static enum module find_module(const struct check *check, size_t plugin)
{
	const char *dir_name = check->conf.dir[check->conf.plugin[plugin].dir];
	char path[PATH_MAX], file[CONF_NAME_SIZE + 3];
	enum module found = MODULE_MISSING;
	const struct dirent *entry;
	struct stat st;
	DIR *dir;

	snprintf(file, sizeof(file), "%s.so", check->conf.plugin[plugin].name);
	dir = opendir(system_path(check->system, path, "%s", dir_name));
	while (dir && found == MODULE_MISSING && (entry = readdir(dir)) != NULL) {
		if (strcasecmp(entry->d_name, file) != 0)
			continue;
		system_path(check->system, path, "%s/%s", dir_name, entry->d_name);
		found = lstat(path, &st) == 0 && S_ISREG(st.st_mode) ? MODULE_FOUND
								     : MODULE_IS_LINK;
	}
	if (dir)
		closedir(dir);
	return found;
}

static bool is_ours(const char *name)
{
	for (size_t i = 0; i < CHECK_PLUGINS; i++) {
		if (check_plugin[i].is_ours && strcasecmp(check_plugin[i].name, name) == 0)
			return true;
	}
	return false;
}

/* Any that is missing keeps collectd from starting. */
void check_modules(struct check *check)
{
	struct findings *f = &check->findings;

	for (size_t i = 0; check->conf_rc == 0 && i < check->conf.plugins; i++) {
		const char *name = check->conf.plugin[i].name;
		const char *dir = check->conf.dir[check->conf.plugin[i].dir];
		enum module module = MODULE_FOUND;

		if (!check->conf.plugin[i].by_block || check->conf.has_autoload)
			module = find_module(check, i);
		if (module == MODULE_FOUND)
			continue;
		findings_add(f, SEVERITY_PROBLEM, "%s/%s.so", dir, name);
		if (module == MODULE_IS_LINK) {
			findings_text(f, "is no regular file, and collectd takes no links: it does "
					 "not start with it");
			findings_cure(f, "copy the file itself there; " RESTART);
			continue;
		}
		findings_text(f, "is missing, and %s loads it: collectd does not start",
			      check->conf.plugin[i].file);
		if (is_ours(name))
			findings_cure(f, "install boardstat, its README says how; " RESTART);
		else
			findings_cure(f, "sudo apt install collectd-core; or take its LoadPlugin "
					 "out of that file; " RESTART);
	}
}

/* Whether the running collectd has the module of a plugin, which needs to be ours or root's to
 * look at: -errno. */
static int has_mapped(const struct check *check, const char *plugin)
{
	char path[64], file[CONF_NAME_SIZE + 8];
	char *maps;
	int found;

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)check->collectd.pid);
	snprintf(file, sizeof(file), "/%s.so", plugin);
	maps = system_whole(check->system, path);
	if (!maps)
		return -errno;
	/* an empty one is of a process that ends */
	found = maps[0] ? strcasestr(maps, file) != NULL : -ESRCH;
	free(maps);
	return found;
}

/* It has its own way to configure collectd. */
static void warn_of_omv(struct check *check)
{
	if (system_has(check->system, "/etc/openmediavault"))
		findings_text(&check->findings,
			      "; openmediavault deletes what others put into collectd.conf.d, so "
			      "install openmediavault-boardstat");
}

/* One of our plugins with something to measure. */
static void check_plugin_of(struct check *check, const struct check_plugin *plugin)
{
	struct findings *f = &check->findings;

	if (!conf_loads(&check->conf, plugin->name)) {
		findings_add(f, SEVERITY_ADVICE, "%s", plugin->name);
		findings_text(f, "is not loaded, and could measure something here");
		warn_of_omv(check);
		findings_cure(f, "add `LoadPlugin %s` to %s; " RESTART, plugin->name,
			      "/etc/collectd/collectd.conf.d/boardstat.conf");
	} else if (check->collectd.pid && has_mapped(check, plugin->name) == 0) {
		findings_add(f, SEVERITY_PROBLEM, "%s", plugin->name);
		findings_text(f, "is in the configuration, but the running collectd has not loaded "
				 "it: it was started before");
		findings_cure(f, RESTART);
	}
}

void check_plugins(struct check *check)
{
	struct findings *f = &check->findings;
	bool is_any = false;

	if (check->conf_rc < 0)
		return;
	for (size_t i = 0; i < CHECK_PLUGINS; i++)
		is_any |= check_plugin[i].is_ours && conf_loads(&check->conf, check_plugin[i].name);
	if (!is_any) {
		findings_add(f, SEVERITY_PROBLEM, "%s", check->conf_path);
		findings_text(f, "loads none of boardstat's plugins, nor does a file it includes");
		warn_of_omv(check);
		findings_cure(f,
			      "sudo cp %s/boardstat.conf /etc/collectd/collectd.conf.d/; " RESTART,
			      snippets(check));
		return;
	}
	for (size_t i = 0; i < CHECK_PLUGINS; i++) {
		if (check_plugin[i].is_ours && check_plugin[i].can_measure(check->system))
			check_plugin_of(check, &check_plugin[i]);
	}
}

void check_writers(struct check *check)
{
	struct findings *f = &check->findings;
	const struct conf *conf = &check->conf;

	if (check->conf_rc < 0)
		return;
	if (!conf_loads(conf, "rrdtool") && !conf_loads(conf, "rrdcached")) {
		findings_add(f, SEVERITY_PROBLEM, "%s", check->conf_path);
		findings_text(f, "loads neither rrdcached nor rrdtool: nothing is stored");
		findings_cure(f,
			      "sudo cp %s/rrdcached.conf /etc/collectd/collectd.conf.d/; " RESTART,
			      snippets(check));
	} else if (conf_loads(conf, "rrdtool") && conf_loads(conf, "rrdcached") &&
		   check_is_below(conf->rrdtool.data_dir, conf->rrdcached.data_dir) &&
		   check_is_below(conf->rrdcached.data_dir, conf->rrdtool.data_dir)) {
		findings_add(f, SEVERITY_PROBLEM, "%s", conf->rrdtool.data_dir);
		findings_text(f, "is written by both rrdtool and rrdcached: each loses values of "
				 "the other, and an SD card wears out");
		findings_cure(f,
			      "sudo sed -i 's/^LoadPlugin rrdtool/#&/' "
			      "%s; " RESTART,
			      conf_file(conf, "rrdtool"));
	}
}

static bool has_file(const struct check *check, const char *plugin)
{
	for (size_t i = 0; i < check->store.files; i++) {
		if (check_is_of(&check->file[i], plugin))
			return true;
	}
	return false;
}

/* A plugin that has something to measure, and no file. */
void check_missing(struct check *check)
{
	struct findings *f = &check->findings;

	if (check->conf_rc < 0 || check->store_rc < 0 || check->collectd.pid == 0 ||
	    check->collectd.age_s < SETTLED_S)
		return;
	for (size_t i = 0; i < CHECK_PLUGINS; i++) {
		const struct check_plugin *plugin = &check_plugin[i];

		if (!plugin->is_ours || !conf_loads(&check->conf, plugin->name) ||
		    has_file(check, plugin->name) || !plugin->can_measure(check->system))
			continue;
		findings_add(f, SEVERITY_PROBLEM, "%s", plugin->name);
		findings_text(f, "is loaded and could measure something, but %s has no file of it",
			      check->store.dir);
		findings_cure(f, LOG "; boardprobe %s", plugin->name);
	}
}

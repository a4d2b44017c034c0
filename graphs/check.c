/* check.c - the checks, and what more than one of them asks. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "banned.h"

static const struct {
	const char *name;
	check_fn *run;
} checks[] = {
	/* in the order in which a cause comes before what follows from it */
	{ "omv", check_omv },	      { "collectd", check_collectd },
	{ "modules", check_modules }, { "plugins", check_plugins },
	{ "writers", check_writers }, { "rrdcached", check_rrdcached },
	{ "base", check_base },	      { "data", check_data },
	{ "files", check_files },     { "clock", check_clock },
	{ "stale", check_stale },     { "missing", check_missing },
	{ "draw", check_draw },	      { "fonts", check_fonts },
	{ "sensors", check_sensors }, { "cost", check_cost },
	{ "mounts", check_mounts },   { "mtu", check_mtu },
	{ "uplinks", check_uplinks },
};

static void run_all(struct check *check)
{
	for (size_t i = 0; i < ARRAY_SIZE(checks); i++) {
		check->findings.check = checks[i].name;
		checks[i].run(check);
	}
}

int check_system(const struct system *system, const struct options *options, FILE *out)
{
	struct check *check = calloc(1, sizeof(*check));
	int rc;

	if (!check)
		return -ENOMEM;
	rc = check_gather(check, system, options);
	if (rc == 0) {
		run_all(check);
		if (options->is_json)
			rc = check_print_json(check, out);
		else
			check_print(check, out);
	}
	if (rc == 0)
		rc = findings_count(&check->findings, SEVERITY_PROBLEM) > 0;
	check_done(check);
	free(check);
	return rc;
}

/* As it is, if it is not there. */
static char *real(const char *path)
{
	char *found = realpath(path, NULL);

	return found ? found : strdup(path);
}

bool check_is_below(const char *path, const char *dir)
{
	char *real_path = real(path), *real_dir = real(dir);
	bool is_below = false;

	if (real_path && real_dir) {
		size_t len = strlen(real_dir);

		while (len > 1 && real_dir[len - 1] == '/')
			len--;
		is_below = strncmp(real_path, real_dir, len) == 0 &&
			   (len == 1 || real_path[len] == '\0' || real_path[len] == '/');
	}
	free(real_path);
	free(real_dir);
	return is_below;
}

bool check_is_of(const struct check_file *file, const char *plugin)
{
	size_t len = strlen(plugin);

	return strncmp(file->name, plugin, len) == 0 &&
	       (file->name[len] == '/' || file->name[len] == '-');
}

double check_limit_s(const struct check *check, const struct check_file *file)
{
	double steps_s = 3 * (double)file->step_s;

	return (steps_s > 60 ? steps_s : 60) + check->held_s;
}

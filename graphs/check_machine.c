/* check_machine.c - what draws, fonts, openmediavault's switch, and what storing costs. */
#include <errno.h>
#include <math.h>
#include <mntent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "check.h"
#include "fonts.h"
#include "load.h"
#include "banned.h"

#define DEAR_MB 1000 /* a day */

/* It is loaded as by draw, so only for this machine: none is below another root. */
void check_draw(struct check *check)
{
	struct findings *f = &check->findings;
	const char *why;

	if (check->system->root[0] || load_draw(&why))
		return;
	findings_add(f, SEVERITY_PROBLEM, "boardgraph draw");
	findings_text(f, "cannot draw: %s", why);
	findings_cure(f, LOAD_CURE ", its README says how");
}

void check_fonts(struct check *check)
{
	struct findings *f = &check->findings;

	if (fonts_are_there(check->system))
		return;
	findings_add(f, SEVERITY_PROBLEM, "fonts");
	findings_text(f, "none is installed: pictures have boxes in place of letters");
	findings_cure(f, FONTS_CURE);
}

/* <perfstats>...<enable>0</enable>...</perfstats>. Returns -errno if it cannot be known. */
static int perfstats(const struct system *system)
{
	char *text = system_whole(system, "/etc/openmediavault/config.xml");
	char *begin, *end, *enable;
	int is_on = 1;

	if (!text)
		return -errno;
	begin = strstr(text, "<perfstats>");
	end = begin ? strstr(begin, "</perfstats>") : NULL;
	if (end) {
		*end = '\0';
		enable = strstr(begin, "<enable>");
		if (enable)
			is_on = enable[8] != '0' && strncasecmp(enable + 8, "false", 5) != 0;
	}
	free(text);
	return is_on;
}

/* Its configuration is root's to read; its cron file is there as long as the switch is on. */
void check_omv(struct check *check)
{
	struct findings *f = &check->findings;
	int is_on;

	if (!system_has(check->system, "/etc/openmediavault"))
		return;
	is_on = perfstats(check->system);
	if (is_on == -EACCES)
		is_on = system_has(check->system, "/etc/cron.d/openmediavault-mkrrdgraph");
	if (is_on != 0)
		return;
	findings_add(f, SEVERITY_PROBLEM, "openmediavault");
	findings_text(f, "its monitoring is switched off: it stops collectd and rrdcached");
	findings_cure(f, "switch on System > Monitoring; or sudo omv-rpc -u admin PerfStats set "
			 "'{\"enable\":true}' && sudo omv-salt deploy run monit rrdcached "
			 "collectd");
}

static void tell_cached(struct findings *f, const struct cached *cached)
{
	findings_text(f, " by rrdcached, which holds a value for %.0f s (-w), ", cached->write_s);
	if (cached->delay_s > 0)
		findings_text(f, "up to %.0f s longer (-z), ", cached->delay_s);
	findings_text(f, "and looks for forgotten ones each %.0f s (-f)", cached->flush_s);
}

static void tell_numbers(struct check *check)
{
	struct findings *f = &check->findings;

	findings_add(f, SEVERITY_FACT, "%s", check->store.dir);
	findings_text(f, "%zu RRD files, %zu of them get %.1f values per second",
		      check->store.files, check->active, check->values_per_s);
	if (isnan(check->mb_per_day))
		return;
	findings_text(f, "; about %.0f MB a day are written", check->mb_per_day);
	if (check->writer == &check->conf.rrdcached)
		tell_cached(f, &check->cached);
	else
		findings_text(f, " by collectd's plugin rrdtool, CacheTimeout %.0f s",
			      check->conf.rrdtool.cache_s);
}

static bool is_in_memory(const struct check *check)
{
	char path[PATH_MAX];
	bool is_memory = false;
	size_t longest = 0;
	struct mntent *mount;
	FILE *mounts = setmntent(system_path(check->system, path, "/proc/mounts"), "re");

	while (mounts && (mount = getmntent(mounts)) != NULL) {
		size_t len = strlen(mount->mnt_dir);

		if (len < longest || strncmp(check->store.dir, mount->mnt_dir, len) != 0 ||
		    (len > 1 && check->store.dir[len] != '/' && check->store.dir[len] != '\0'))
			continue;
		longest = len;
		is_memory = strcmp(mount->mnt_type, "tmpfs") == 0;
	}
	if (mounts)
		endmntent(mounts);
	return is_memory;
}

void check_cost(struct check *check)
{
	struct findings *f = &check->findings;
	bool is_memory;

	if (check->store_rc < 0)
		return;
	tell_numbers(check);
	is_memory = is_in_memory(check);
	if (is_memory)
		findings_text(f, "; the folder is in memory (tmpfs) and costs no disk");
	if (is_memory || !(check->mb_per_day > DEAR_MB))
		return;
	findings_add(f, SEVERITY_ADVICE, "%s", check->store.dir);
	findings_text(f, "about %.0f MB a day wear an SD card out; ", check->mb_per_day);
	if (check->writer == &check->conf.rrdtool) {
		findings_text(f, "rrdcached collects the values and writes a tenth");
		findings_cure(f, "README of boardstat, \"Let rrdcached collect\": rrdcached.conf "
				 "in place of LoadPlugin rrdtool");
		return;
	}
	findings_text(f, "with 3600 s rrdcached writes a third of what it does with 900 s");
	findings_cure(f, "printf '%%s\\n' WRITE_TIMEOUT=3600 'BASE_OPTIONS=\"-B -F -f 7200\"' | "
			 "sudo tee -a " CACHED_DEFAULT_FILE "; sudo systemctl restart rrdcached");
}

/* successor.c - which file of ours goes on with an older series. */
#include <stdio.h>
#include <string.h>

#include "cpus.h"
#include "match.h"
#include "successor.h"
#include "banned.h"

#define RULES_MAX 3

const char successor_known[] = "temperature/temperature-cpu, fanspeed/fanspeed, "
			       "cpufreq/cpufreq-N, cpufreq-N/cpufreq, thermal-N/temperature";

/* Whether a file of ours could go on with an older one. */
typedef bool rule_fn(const struct match *old, const struct match *ours);

static bool ends_in(const char *name, const char *end)
{
	size_t len = strlen(name), end_len = strlen(end);

	return len > end_len && strcmp(name + len - end_len, end) == 0;
}

static bool is_zone(const struct match *old, const struct match *ours)
{
	(void)old;
	return !ends_in(ours->name, "_passive") && !ends_in(ours->name, "_hot") &&
	       !ends_in(ours->name, "_critical");
}

static bool is_cpu_zone(const struct match *old, const struct match *ours)
{
	return is_zone(old, ours) && strcasestr(ours->name, "cpu");
}

/* thermal_zone0 of the XU3 and XU4 is cpu0-thermal. */
static bool is_zone_of_cpu0(const struct match *old, const struct match *ours)
{
	return is_zone(old, ours) && strcasestr(ours->name, "cpu0");
}

/* A zone without a type has the name of its folder, which is that of collectd. */
static bool is_same_zone(const struct match *old, const struct match *ours)
{
	return strcmp(old->instance, ours->name) == 0;
}

static bool is_fan(const struct match *old, const struct match *ours)
{
	(void)old;
	return strcasestr(ours->name, "fan") != NULL;
}

/* The number of the CPU is the instance of the plugin, or of the type before collectd 5.9. */
static bool is_cluster_of_cpu(const struct match *old, const struct match *ours)
{
	char cpu[MATCH_SIZE + 4];
	struct cpus cluster = { 0 };

	snprintf(cpu, sizeof(cpu), "cpu%s", old->instance[0] ? old->instance : old->name);
	return cpus_add(&cluster, ours->name) && cpus_has(&cluster, cpus_number(cpu));
}

static const struct kind {
	const char *old, *ours;	      /* patterns */
	bool is_alone;		      /* where several are, none is clear */
	rule_fn *rule[RULES_MAX + 1]; /* the first that fits one file decides */
} kinds[] = {
	{ "temperature/temperature-cpu",
	  "cputemp/temperature-*",
	  false,
	  { is_cpu_zone, is_zone_of_cpu0, is_zone } },
	{ "fanspeed/fanspeed", "cputemp/percent-*", false, { is_fan } },
	{ "cpufreq/cpufreq-*", "clusterfreq-*/cpufreq-current", false, { is_cluster_of_cpu } },
	{ "cpufreq-%/cpufreq", "clusterfreq-*/cpufreq-current", false, { is_cluster_of_cpu } },
	{ "thermal-%/temperature", "cputemp/temperature-*", true, { is_same_zone, is_zone } },
};

static const struct kind *kind_of(const char *old, struct match *ret)
{
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (match_path(kinds[i].old, old, ret))
			return &kinds[i];
	}
	return NULL;
}

/* How many files fit a rule; `ret` is the last of them. */
static size_t fitting(const struct kind *kind, rule_fn *rule, const struct match *old,
		      const struct successor_names *names, const char **ret)
{
	size_t found = 0;
	struct match ours;

	for (size_t i = 0; i < names->count; i++) {
		if (!match_path(kind->ours, names->file[i], &ours) || !rule(old, &ours))
			continue;
		*ret = names->file[i];
		found++;
	}
	return found;
}

static bool is_only_one(const struct kind *kind, const struct successor_names *names)
{
	size_t found = 0;
	struct match match;

	for (size_t i = 0; i < names->count; i++)
		found += match_path(kind->old, names->file[i], &match);
	return found == 1;
}

static void list_fitting(const struct kind *kind, rule_fn *rule, const struct match *old,
			 const struct successor_names *names, struct buf *ret)
{
	struct match ours;

	for (size_t i = 0; i < names->count; i++) {
		if (match_path(kind->ours, names->file[i], &ours) && rule(old, &ours))
			buf_add(ret, "%s%.*s", ret->len ? ", " : "",
				(int)strlen(names->file[i]) - 4, names->file[i]);
	}
}

enum successor successor_of(const char *old, const struct successor_names *older,
			    const struct successor_names *ours, const char **ret,
			    struct buf *ret_choice)
{
	struct match match;
	const struct kind *kind = kind_of(old, &match);
	rule_fn *last = NULL;
	size_t found = 0;

	if (!kind)
		return SUCCESSOR_NONE;
	for (size_t i = 0; kind->rule[i]; i++) {
		const char *only = NULL;

		last = kind->rule[i];
		found = fitting(kind, last, &match, ours, &only);
		if (found != 1 || (kind->is_alone && last == is_zone && !is_only_one(kind, older)))
			continue;
		*ret = only;
		return SUCCESSOR_ONE;
	}
	if (found == 0) {
		buf_add(ret_choice, "%s", kind->ours);
		return SUCCESSOR_ABSENT;
	}
	list_fitting(kind, last, &match, ours, ret_choice);
	return SUCCESSOR_SEVERAL;
}

static size_t type_length(const char *file)
{
	return strcspn(file, "-.");
}

bool successor_fits(const char *old, const char *ours)
{
	const char *old_slash = strrchr(old, '/'), *ours_slash = strrchr(ours, '/');
	size_t len;

	if (!old_slash || !ours_slash)
		return false;
	old = old_slash + 1;
	ours = ours_slash + 1;
	len = type_length(ours);
	if (strncmp(ours, "percent-", 8) == 0 && strcmp(old, "fanspeed.rrd") == 0)
		return true;
	return type_length(old) == len && memcmp(old, ours, len) == 0;
}

/* clusterfreq_read.c - the files of cpufreq. */
#include "clusterfreq.h"

#include <errno.h>
#include <string.h>

#include "array.h"
#include "banned.h"

#define CPUS "sys/devices/system/cpu"
#define NUMBER_SIZE 32

/* Where the directories of cpufreq are: one per policy, or one per CPU. */
struct layout {
	const char *dir;
	const char *prefix;
	const char *suffix;
};

static const struct layout layouts[] = {
	{ CPUS "/cpufreq", "policy", "" },
	{ CPUS, "cpu", "/cpufreq" },
};

static int read_attr(const struct kroot *root, const struct layout *layout, unsigned int number,
		     const char *attr, char *ret, size_t size)
{
	return kfile_attr(root, ret, size, "%s/%s%u%s/%s", layout->dir, layout->prefix, number,
			  layout->suffix, attr);
}

static bool read_khz(const struct kroot *root, const struct layout *layout, unsigned int number,
		     const char *attr, int64_t *ret)
{
	char text[NUMBER_SIZE];

	return read_attr(root, layout, number, attr, text, sizeof(text)) >= 0 &&
	       clusterfreq_parse_khz(text, ret) == 0;
}

static bool read_cycles(const struct kroot *root, const struct layout *layout, unsigned int number,
			int64_t *ret)
{
	char text[CLUSTERFREQ_TEXT_SIZE];

	return read_attr(root, layout, number, "stats/time_in_state", text, sizeof(text)) >= 0 &&
	       clusterfreq_parse_cycles(text, ret) == 0;
}

/* No CPU is online where the list of those affected is there, and empty. */
static bool is_offline(const struct kroot *root, const struct layout *layout, unsigned int number)
{
	char text[CLUSTERFREQ_TEXT_SIZE];

	return read_attr(root, layout, number, "affected_cpus", text, sizeof(text)) >= 0 &&
	       text[strspn(text, " \t")] == '\0';
}

/* Where the cluster was kept, else a new place, else that of one which has gone. */
static struct clusterfreq_cluster *cluster_place(struct clusterfreq_table *table, const char *name,
						 unsigned int first_cpu)
{
	struct clusterfreq_cluster *place = NULL;

	for (size_t i = 0; i < table->count; i++) {
		struct clusterfreq_cluster *cluster = &table->cluster[i];

		if (cluster->first_cpu == first_cpu && strcmp(cluster->name, name) == 0)
			return cluster;
		if (!cluster->is_present)
			place = cluster;
	}
	if (table->count < ARRAY_SIZE(table->cluster))
		place = &table->cluster[table->count++];
	if (!place)
		return NULL;
	*place = (struct clusterfreq_cluster){ .first_cpu = first_cpu };
	memcpy(place->name, name, sizeof(place->name));
	return place;
}

/* What a lower directory of the same cluster has given is not asked for again. */
static void read_values(const struct kroot *root, const struct layout *layout, unsigned int number,
			struct clusterfreq_cluster *cluster)
{
	if (!cluster->has_limit)
		cluster->has_limit =
			read_khz(root, layout, number, "scaling_max_freq", &cluster->limit_khz);
	if ((cluster->has_current && cluster->has_cycles) || is_offline(root, layout, number))
		return;
	if (!cluster->has_current)
		cluster->has_current =
			read_khz(root, layout, number, "scaling_cur_freq", &cluster->current_khz);
	if (!cluster->has_cycles) {
		cluster->has_cycles = read_cycles(root, layout, number, &cluster->cycles);
		cluster->directory = number;
	}
}

static int read_directory(const struct kroot *root, const struct layout *layout,
			  unsigned int number, struct clusterfreq_table *table)
{
	char text[CLUSTERFREQ_TEXT_SIZE];
	char name[NAME_CUT + 1];
	unsigned int first_cpu;

	if (read_attr(root, layout, number, "related_cpus", text, sizeof(text)) < 0 ||
	    clusterfreq_parse_cpus(text, name, &first_cpu) < 0)
		return 0;
	struct clusterfreq_cluster *cluster = cluster_place(table, name, first_cpu);
	if (!cluster)
		return 0;
	bool is_new = !cluster->is_present;
	if (is_new) {
		cluster->is_present = true;
		cluster->has_current = cluster->has_limit = cluster->has_cycles = false;
	}
	read_values(root, layout, number, cluster);
	return is_new;
}

int clusterfreq_read(const struct kroot *root, struct clusterfreq_table *table)
{
	unsigned int number[CLUSTERFREQ_CLUSTERS_MAX];
	const struct layout *layout = layouts;
	int present = 0;

	table->reads++;
	table->left_out = 0;
	for (size_t i = 0; i < table->count; i++)
		table->cluster[i].is_present = false;
	int found = kdir_numbers(root, layout->dir, layout->prefix, number, ARRAY_SIZE(number));
	if (found == 0 || found == -ENOENT) {
		layout++;
		found = kdir_numbers(root, layout->dir, layout->prefix, number, ARRAY_SIZE(number));
	}
	if (found < 0)
		return found;
	size_t count = MIN((size_t)found, ARRAY_SIZE(number));
	table->left_out = (size_t)found - count;
	for (size_t i = 0; i < count; i++)
		present += read_directory(root, layout, number[i], table);
	return present == 0 ? -ENOENT : present;
}

/* year.c - a year of RRDs of a board, as many as a busy NAS has. */
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "restore.h"
#include "year.h"
#include "banned.h"

#define STEP 10
#define PATH_SIZE 4096

const char *const year_interrupts[] = { "eth0",	      "xhci-hcd:usb1", "xhci-hcd:usb3", "ahci",
					"mmc0",	      "mmc1",	       "i2c0",		"gpu",
					"arch_timer", "dma",	       "nvme0q1",	"crypto",
					NULL };
const char *const year_ports[] = { "1-1", "2-1", "2-2", "4-1.1", "4-1.2", "6-1", NULL };
const char *const year_zones[] = { "cpu-thermal", "gpu-thermal", NULL };
const char *const year_clusters[] = { "cpu0-3", "cpu4-7", NULL };

/* 0 to 1, and the same each time: splitmix64's mixing */
static double noise(uint64_t seed)
{
	seed = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9;
	seed = (seed ^ seed >> 27) * 0x94d049bb133111eb;
	return (double)(seed >> 40) / (double)(1 << 24);
}

/* Around `level`, with the hours of a day in it. */
static double average_at(uint64_t seed, int64_t time, double level)
{
	double hour = (double)(time / 3600 % 24);

	return level * (0.5 + hour / 48 + 0.4 * noise(seed ^ (uint64_t)time * 2654435761));
}

/* Every row is known; the longer it is, the farther apart are its ends. */
static void fill(struct rows *rows, uint64_t seed, int64_t end, double level)
{
	int64_t row_s = (int64_t)rows->archive.steps * STEP;

	rows->last = end / row_s;
	for (unsigned int i = 0; i < rows->archive.rows; i++) {
		size_t at = (size_t)(rows->last - i) % rows->archive.rows;
		double average = average_at(seed, (rows->last - i) * row_s, level);
		double spread = rows->archive.steps > 1 ? 0.2 * level * noise(seed + i) : 0;

		rows->value[LAYOUT_AVERAGE][at] = average;
		rows->value[LAYOUT_MIN][at] = average - spread;
		rows->value[LAYOUT_MAX][at] = average + spread;
	}
}

static void begin_channel(struct channel *channel, const char *name, const char *kind,
			  uint64_t seed, int64_t end, double level)
{
	struct archive archives[LAYOUT_ARCHIVES];

	*channel = (struct channel){ .definition = { .min = "U", .max = "U" } };
	snprintf(channel->definition.name, sizeof(channel->definition.name), "%s", name);
	snprintf(channel->definition.kind, sizeof(channel->definition.kind), "%s", kind);
	layout_of(STEP, archives);
	for (int i = 0; i < LAYOUT_ARCHIVES; i++) {
		struct rows *rows = &channel->rows[i];

		rows->archive = archives[i];
		for (int cf = 0; cf < LAYOUT_CFS; cf++) {
			rows->value[cf] = calloc(archives[i].rows, sizeof(double));
			if (!rows->value[cf])
				err(1, "memory");
		}
		rows_begin(rows, 0);
		fill(rows, seed, end, level);
	}
}

static void free_channel(struct channel *channel)
{
	for (int i = 0; i < LAYOUT_ARCHIVES; i++)
		for (int cf = 0; cf < LAYOUT_CFS; cf++)
			free(channel->rows[i].value[cf]);
}

static void make_folder_of(const char *path)
{
	char folder[PATH_SIZE];

	snprintf(folder, sizeof(folder), "%.*s", (int)(strrchr(path, '/') - path), path);
	if (mkdir(folder, 0755) < 0 && errno != EEXIST)
		err(1, "%s", folder);
}

/* Two sources, rx and tx, or one, value. */
static void write_file(const char *host, int64_t end, const char *id, const char *kind, int sources,
		       double level)
{
	static const char *const names[] = { "value", "rx", "tx" };
	struct series series = { .channels = (size_t)sources };
	char last[QUANTITY_SOURCES][32], path[PATH_SIZE];
	uint64_t seed = 5381;

	for (const char *at = id; *at; at++)
		seed = seed * 33 + (unsigned char)*at;
	for (int i = 0; i < sources; i++) {
		begin_channel(&series.channel[i], names[sources == 2 ? i + 1 : 0], kind,
			      seed + (uint64_t)i, end, level);
		snprintf(last[i], sizeof(last[i]), "%.0f", level);
	}
	snprintf(path, sizeof(path), "%s/%s.rrd", host, id);
	make_folder_of(path);
	restore(path, &series, end, STEP, last);
	for (int i = 0; i < sources; i++)
		free_channel(&series.channel[i]);
}

static void write_interrupts(const char *host, int64_t end, const char *name, double level)
{
	for (int cpu = 0; cpu < YEAR_CPUS; cpu++) {
		char id[128];

		snprintf(id, sizeof(id), "cpuirq-%s/irq-cpu%d", name, cpu);
		write_file(host, end, id, "DERIVE", 1, level / (cpu + 1));
	}
}

/* A row of files, one for each of the names. */
static void write_each(const char *host, int64_t end, const char *const name[], const char *before,
		       const char *after, const char *kind, int sources, double level)
{
	for (size_t i = 0; name[i]; i++) {
		char id[128];

		snprintf(id, sizeof(id), "%s%s%s", before, name[i], after);
		write_file(host, end, id, kind, sources, level * (double)(i + 1));
	}
}

void year_write(const char *host, int64_t end)
{
	write_each(host, end, year_zones, "cputemp/temperature-", "", "GAUGE", 1, 45);
	write_each(host, end, year_clusters, "clusterfreq-", "/cpufreq-current", "GAUGE", 1, 1e9);
	write_each(host, end, year_clusters, "clusterfreq-", "/cpufreq-limit", "GAUGE", 1, 1e9);
	write_each(host, end, year_clusters, "clusterfreq-", "/derive-cycles", "DERIVE", 1, 1e9);
	write_each(host, end, year_ports, "usbio-", "/if_octets", "DERIVE", 2, 1e7);
	for (size_t i = 0; year_interrupts[i]; i++)
		write_interrupts(host, end, year_interrupts[i], 1000 / (double)(i + 1));
	write_interrupts(host, end, "total", 5000);
}

/* speed.c - the CPUs and clusters of a board by class of speed, which is their colour. */
#include <math.h>
#include <string.h>

#include "speed.h"
#include "banned.h"

#define SAME_SPEED 0.99 /* rounding of the archives' rows */

/* Cool for the slowest, warm for the fastest, green between; all equal or not known: cool. */
static enum palette_family family_of(double speed_hz, double slowest, double fastest)
{
	if (!(slowest < fastest * SAME_SPEED) || isnan(speed_hz) ||
	    speed_hz <= slowest / SAME_SPEED)
		return PALETTE_COOL;
	return speed_hz >= fastest * SAME_SPEED ? PALETTE_WARM : PALETTE_GREEN;
}

static void classify_clusters(struct speeds *speeds)
{
	size_t used[PALETTE_FAMILIES] = { 0 };
	double slowest = NAN, fastest = NAN;

	for (size_t i = 0; i < speeds->clusters; i++) {
		slowest = fmin(slowest, speeds->cluster[i].limit_hz);
		fastest = fmax(fastest, speeds->cluster[i].limit_hz);
	}
	for (size_t i = 0; i < speeds->clusters; i++) {
		struct speed_cluster *cluster = &speeds->cluster[i];

		cluster->family = family_of(cluster->limit_hz, slowest, fastest);
		cluster->rank = used[cluster->family]++;
	}
}

void speed_classify(struct speeds *speeds)
{
	size_t used[PALETTE_FAMILIES] = { 0 };

	memset(speeds->cpu, 0, sizeof(speeds->cpu)); /* all cool */
	classify_clusters(speeds);
	for (size_t i = 0; i < speeds->clusters; i++) {
		struct match_cpus cpus = { 0 };

		match_cpus_add(&cpus, speeds->cluster[i].name);
		for (int cpu = 0; cpu < MATCH_CPUS_MAX; cpu++) {
			if (match_cpus_has(&cpus, cpu))
				speeds->cpu[cpu].family = speeds->cluster[i].family;
		}
	}
	for (int cpu = 0; cpu < MATCH_CPUS_MAX; cpu++) {
		enum palette_family family = speeds->cpu[cpu].family;

		speeds->cpu[cpu].rank = used[family];
		used[family] += match_cpus_has(&speeds->cpus, cpu);
	}
}

static void colour_cluster(const struct speeds *speeds, struct view_series *series)
{
	for (size_t i = 0; i < speeds->clusters; i++) {
		const struct speed_cluster *cluster = &speeds->cluster[i];

		if (strcmp(cluster->name, series->name) == 0) {
			series->family = cluster->family;
			series->order = cluster->rank;
		}
	}
}

static void colour_cpu(const struct speeds *speeds, struct view_series *series)
{
	int cpu = match_cpu(series->name);

	if (cpu >= 0 && cpu < MATCH_CPUS_MAX) {
		series->family = speeds->cpu[cpu].family;
		series->order = speeds->cpu[cpu].rank;
	}
}

void speed_colour(const struct speeds *speeds, struct view *view)
{
	for (size_t i = 0; i < view->values; i++) {
		if (view->graph->colours == GRAPH_BY_CLUSTER)
			colour_cluster(speeds, &view->series[i]);
		else if (view->graph->colours == GRAPH_BY_CPU)
			colour_cpu(speeds, &view->series[i]);
	}
}

/* speed.c - the CPUs and clusters of a board by class of speed, which is their colour. */
#include <math.h>
#include <string.h>

#include "speed.h"
#include "banned.h"

/* Cores of one kind differ: x86 lets its best ones run up to 6 % faster than the next. Kinds of
 * cores that stand beside each other in one chip are 12 % apart or more. */
#define SAME_SPEED 0.92

static bool is_same(double a, double b)
{
	return fmin(a, b) > fmax(a, b) * SAME_SPEED;
}

/* Where the class of `from` ends that goes up, or down, from one limit to the next near it. */
static double end_of_class(const struct speeds *speeds, double from, bool is_up)
{
	double end = from, before;

	do {
		before = end;
		for (size_t i = 0; i < speeds->clusters; i++) {
			double limit = speeds->cluster[i].limit_hz;

			if ((is_up ? limit > end : limit < end) && is_same(limit, end))
				end = limit;
		}
	} while (end > before || end < before);
	return end;
}

/* Cool for the slowest, warm for the fastest, green between; all alike or not known: cool. */
static void classify_clusters(struct speeds *speeds)
{
	size_t used[PALETTE_FAMILIES] = { 0 };
	double slowest = NAN, fastest = NAN;

	for (size_t i = 0; i < speeds->clusters; i++) {
		slowest = fmin(slowest, speeds->cluster[i].limit_hz);
		fastest = fmax(fastest, speeds->cluster[i].limit_hz);
	}
	slowest = end_of_class(speeds, slowest, true);
	fastest = end_of_class(speeds, fastest, false);
	for (size_t i = 0; i < speeds->clusters; i++) {
		struct speed_cluster *cluster = &speeds->cluster[i];

		if (isnan(cluster->limit_hz) || cluster->limit_hz <= slowest)
			cluster->family = PALETTE_COOL;
		else
			cluster->family =
				cluster->limit_hz >= fastest ? PALETTE_WARM : PALETTE_GREEN;
		cluster->rank = used[cluster->family]++;
	}
}

void speed_classify(struct speeds *speeds)
{
	size_t used[PALETTE_FAMILIES] = { 0 };

	memset(speeds->cpu, 0, sizeof(speeds->cpu)); /* all cool */
	classify_clusters(speeds);
	for (size_t i = 0; i < speeds->clusters; i++) {
		struct cpus cpus = { 0 };

		cpus_add(&cpus, speeds->cluster[i].name);
		for (int cpu = 0; cpu < CPUS_MAX; cpu++) {
			if (cpus_has(&cpus, cpu))
				speeds->cpu[cpu].family = speeds->cluster[i].family;
		}
	}
	for (int cpu = 0; cpu < CPUS_MAX; cpu++) {
		enum palette_family family = speeds->cpu[cpu].family;

		speeds->cpu[cpu].rank = used[family];
		used[family] += cpus_has(&speeds->cpus, cpu);
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
	int cpu = cpus_number(series->name);

	if (cpu >= 0 && cpu < CPUS_MAX) {
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

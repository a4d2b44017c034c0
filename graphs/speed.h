/* speed.h - the CPUs and clusters of a board by class of speed, which is their colour. Pure. */
#ifndef SPEED_H
#define SPEED_H

#include "cpus.h"
#include "view.h"

struct speed_cluster {
	char name[MATCH_SIZE]; /* a list of its CPUs */
	double limit_hz;       /* the highest ever, NaN if not known */
	enum palette_family family;
	size_t rank; /* among those of its family */
};

struct speed_cpu {
	enum palette_family family;
	size_t rank;
};

/* The whole board, not what one picture shows of it: a CPU has its colour in all of them. */
struct speeds {
	struct speed_cluster *cluster;
	size_t clusters;
	struct cpus cpus; /* that serve interrupts */
	struct speed_cpu cpu[CPUS_MAX];
};

/* Decide families and ranks by the names and limits of the clusters, and by `cpus`. Limits that
 * hardly differ from the next are of one class. */
void speed_classify(struct speeds *speeds);

/* Set family and order of the series of a graph whose colours go by speed. */
void speed_colour(const struct speeds *speeds, struct view *view);

#endif

/* plan.h - which older files go on in which of ours. */
#ifndef PLAN_H
#define PLAN_H

#include <stdbool.h>

#include "fill.h"
#include "options.h"
#include "store.h"

/* The rows of one older file, for one of ours. */
struct plan_move {
	const char *old;  /* of plan->from */
	const char *ours; /* of plan->ours; a file has one address */
	bool is_done;
	bool is_broken;
	struct fill_count count;
};

struct plan {
	struct store ours;
	struct store elsewhere;	  /* where --from is given */
	const struct store *from; /* one of the two */
	const char **named;	  /* on the command line, of plan->from: not decided here */
	size_t named_count;
	struct plan_move *move; /* those of the command line first */
	size_t moves;
};

/* Read what there is and decide. Returns 0; -EINVAL for wrong usage; -ENOENT where there is no
 * file; -ENOMEM; or -errno. What is not clear is a failure in `notes`, and not planned.
 * plan_done() is due in any case. */
int plan_make(const struct options *options, struct plan *ret, struct notes *notes);

/* Accepts zero. */
void plan_done(struct plan *plan);

/* The length of a file's identifier, which is its name without .rrd; for %.*s. */
int plan_id_len(const char *file);

#endif

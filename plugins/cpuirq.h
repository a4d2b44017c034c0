/*
 * cpuirq.h - interrupts per CPU: /proc/interrupts
 * Kernel: Documentation/filesystems/proc.rst; kernel/irq/proc.c prints the numbered rows, each
 * architecture its own behind them.
 *
 * A sum over rows must not fall and come back: the RRD would take the way back for interrupts.
 * - A table that is not whole, or whose rows do not ascend, is refused.
 * - A row without a handler (its serial port is closed, say) loses its name, hence its group, and
 *   keeps its counts. So a group that a row joins with counts of before is held back until the
 *   RRD has forgotten its sum: see sample_is_forgotten().
 * - A row that goes altogether takes its counts from the total. It is not to come back with them:
 *   since Linux 2.6.39 a row that has counts stays until its interrupt is freed, and the next one
 *   of that number begins at zero. Where it does come back so, the total is held back.
 */
#ifndef CPUIRQ_H
#define CPUIRQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kfile.h"
#include "name.h"
#include "selection.h"

#define CPUIRQ_TOTAL "total" /* reserved: no group is called so */

struct cpuirq_span {
	const char *text; /* not ended by a 0 byte */
	size_t length;
};

/* The table, or what is left of it. */
struct cpuirq_text {
	const char *at;
	const char *end;
};

enum cpuirq_kind {
	CPUIRQ_NUMBERED, /* "42:", a count for each CPU of the header, exactly */
	CPUIRQ_ARCH,	 /* "IPI0:", "LOC:", as many counts, or more on some old kernels */
	CPUIRQ_SHORT,	 /* the like with fewer */
	CPUIRQ_OTHER,	 /* "ERR:", "MIS:", "Err:", or no count at all: "FIQ: usb_fiq" */
};

struct cpuirq_row {
	enum cpuirq_kind kind;
	unsigned int number;	  /* only of a numbered row */
	struct cpuirq_span label; /* before the colon, without blanks around it */
	size_t columns;		  /* counts taken */
	struct cpuirq_span text;  /* behind the colon, or behind the counts; blanks included */
};

/*
 * Take the header off the table. Returns how many CPUs it names; the numbers of the first `max`
 * of them are in `ret`, ascending. -EBADMSG without a header, or where the table has no newline
 * at its end.
 */
int cpuirq_header(struct cpuirq_text *text, unsigned int ret[], size_t max);

/*
 * Take one row off the table, up to its colon: it is CPUIRQ_NUMBERED, or CPUIRQ_OTHER as long as
 * its counts are not taken. Returns 1, 0 at the end, or -EBADMSG for a number that is none.
 */
int cpuirq_row(struct cpuirq_text *text, struct cpuirq_row *ret);

/*
 * Take the counts off the row, once; the first `cpus` of them are in `count`. Returns 0, or
 * -EBADMSG for a numbered row that has not exactly one count of at most 63 bits for each CPU.
 */
int cpuirq_counts(struct cpuirq_row *row, uint64_t count[], size_t cpus);

/* The names of the actions as the kernel prints them, out of the text of a numbered row. */
struct cpuirq_span cpuirq_actions(struct cpuirq_span text);

/* The group a row belongs to: its plugin instance. Returns the length, 0 for a row without. */
size_t cpuirq_group_name(const struct cpuirq_row *row, bool by_irq, char ret[NAME_SIZE]);

struct cpuirq_options {
	struct selection irq;
	bool ignore_selected;
	bool by_irq;
	bool report_idle;
	bool report_architecture;
};

struct cpuirq_cpu {
	unsigned int number;
	char name[16]; /* "cpu4" */
};

/* Rows of one name, or a single one. Groups stay from read to read. */
struct cpuirq_group {
	char name[NAME_SIZE];
	uint32_t hash;	  /* of the name */
	bool is_selected; /* by the option Irq */
	bool is_short;	  /* a row of it has no clear counts, so it has no sum */
	bool is_ready;	  /* to be sent now */
	size_t rows;	  /* 0 where it is not in the table any more */
	bool has_jumped;  /* a row has come with counts of before */
	uint64_t row_set; /* a hash of their numbers */
	uint64_t sent_row_set;
	uint64_t sent_at; /* the read of the last sending, 0 for none */
};

/* A numbered row of a read. Seldom does one of them change its name. */
struct cpuirq_seen {
	unsigned int number;
	size_t text_at; /* in the text of its read */
	size_t text_length;
	size_t group;
	uint64_t count; /* over all CPUs */
};

/* A row that is not in the table any more, and the count that it may come back with. */
struct cpuirq_gone {
	unsigned int number;
	uint64_t count;
};

/* What is kept between reads. Zeroed memory is a valid empty one. */
struct cpuirq_table {
	struct ktext text;
	struct ktext last_text; /* of the last whole read, as are last_seen and last_rows */
	uint64_t reads;
	size_t cpus;
	size_t cpus_max;
	struct cpuirq_cpu *cpu;
	unsigned int *number; /* of the CPUs in the header just read */
	uint64_t *count;      /* of the row just read */
	size_t rows;	      /* numbered ones */
	size_t last_rows;
	size_t rows_max;
	struct cpuirq_seen *seen;
	struct cpuirq_seen *last_seen;
	bool has_last_groups; /* last_seen knows them by their indices of now */
	size_t gones;
	size_t gones_max;
	struct cpuirq_gone *gone;
	bool is_total_ready;
	uint64_t total_sent_at; /* the read of its last sending */
	size_t groups;
	size_t groups_max; /* a power of two */
	struct cpuirq_group *group;
	uint32_t *slot; /* 2 * groups_max, by hash: index of the group + 1, or 0 */
	uint64_t *sum;	/* (1 + groups_max) * cpus_max: total, then each group */
};

/*
 * Read proc/interrupts and add up its rows. Returns 0; -EBADMSG for a table that is not whole,
 * which the next one may be, or whose sums exceed 63 bits; -ENOMEM; or -errno of the file, -ENOENT
 * where there is none. After a failure the sums are not to be used, but the table may be read
 * again.
 */
int cpuirq_read(struct cpuirq_table *table, const struct kroot *root,
		const struct cpuirq_options *options);

/* The counts of all numbered rows if is_total_ready, or of a group that is_ready, in the order of
 * table->cpu. */
uint64_t *cpuirq_total(const struct cpuirq_table *table);
uint64_t *cpuirq_group_sum(const struct cpuirq_table *table, size_t group);

/*
 * Compare the rows just read with those of the last read, and decide which sums are ready to be
 * sent. They then are the last read's. Returns 0, or -ENOMEM with them not yet that.
 */
int cpuirq_follow(struct cpuirq_table *table);

/* Make room in the table. Return 0, or -ENOMEM with the table as it was. */
int cpuirq_table_grow_cpus(struct cpuirq_table *table, size_t cpus);
int cpuirq_table_grow_rows(struct cpuirq_table *table);

/* Find a group, or make it. Returns 0 and its index, or -ENOMEM. */
int cpuirq_table_group(struct cpuirq_table *table, const char *name,
		       const struct cpuirq_options *options, size_t *ret);

/* Note a row that has gone. Returns 0 or -ENOMEM. */
int cpuirq_table_add_gone(struct cpuirq_table *table, const struct cpuirq_seen *row);

/* Drop the groups that are gone and forgotten, if there are many. The indices change. */
void cpuirq_table_drop_groups(struct cpuirq_table *table);

/* Free the table, and leave it zeroed. */
void cpuirq_table_done(struct cpuirq_table *table);

#endif

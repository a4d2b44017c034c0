/* clusterfreq.c - what the files of cpufreq mean: CPUs, frequencies, cycles. */
#include "clusterfreq.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "text.h"
#include "banned.h"

#define HZ_PER_KHZ 1000
#define CYCLES_PER_KHZ_TICK 10 /* 1000 Hz/kHz x 0.01 s/tick */

/* Returns as text_next_i64() does; a number below zero is -EINVAL. */
static int next_number(const char **text, int64_t *ret)
{
	int rc = text_next_i64(text, ret);

	return rc > 0 && *ret < 0 ? -EINVAL : rc;
}

/* Append "4-7", or "4" for one, behind "cpu" or a ','. */
static void append_range(char *list, size_t size, size_t *length, int64_t first, int64_t last)
{
	const char *front = *length == 0 ? "cpu" : ",";
	int added;

	if (*length >= size)
		return; /* the name is cut as it is */
	if (first == last)
		added = snprintf(list + *length, size - *length, "%s%lld", front, (long long)first);
	else
		added = snprintf(list + *length, size - *length, "%s%lld-%lld", front,
				 (long long)first, (long long)last);
	*length += (size_t)added;
}

int clusterfreq_parse_cpus(const char *text, char ret[NAME_CUT + 1], unsigned int *ret_first)
{
	char list[NAME_CUT + 1] = "";
	size_t length = 0;
	int64_t lowest, first, last, cpu;

	if (next_number(&text, &lowest) <= 0 || lowest > INT32_MAX)
		return -EINVAL;
	first = last = lowest;
	for (int rc; (rc = next_number(&text, &cpu)) != 0; last = cpu) {
		if (rc < 0 || cpu <= last || cpu > INT32_MAX)
			return -EINVAL;
		if (cpu == last + 1)
			continue;
		append_range(list, sizeof(list), &length, first, last);
		first = cpu;
	}
	if (text[0] != '\0')
		return -EINVAL; /* a second line */
	append_range(list, sizeof(list), &length, first, last);
	memcpy(ret, list, sizeof(list));
	*ret_first = (unsigned int)lowest;
	return 0;
}

int clusterfreq_parse_khz(const char *text, int64_t *ret)
{
	int64_t khz;
	int rc = text_i64(text, &khz);

	if (rc < 0)
		return rc;
	if (khz <= 0)
		return -EINVAL;
	*ret = khz;
	return 0;
}

/* "1400000 9217" */
static int add_state(const char **text, int64_t *cycles)
{
	int64_t khz, ticks;
	int rc = next_number(text, &khz);

	if (rc > 0)
		rc = next_number(text, &ticks);
	*text += strspn(*text, " \t");
	if (rc <= 0 || (**text != '\n' && **text != '\0'))
		return rc < 0 ? rc : -EINVAL;
	if (**text == '\n')
		(*text)++;
	if (__builtin_mul_overflow(khz, ticks, &ticks) ||
	    __builtin_mul_overflow(ticks, CYCLES_PER_KHZ_TICK, &ticks) ||
	    __builtin_add_overflow(*cycles, ticks, cycles))
		return -ERANGE;
	return 0;
}

int clusterfreq_parse_cycles(const char *text, int64_t *ret)
{
	int64_t cycles = 0;

	if (text[0] == '\0')
		return -ENODATA;
	while (text[0] != '\0') {
		int rc = add_state(&text, &cycles);

		if (rc < 0)
			return rc;
	}
	*ret = cycles;
	return 0;
}

static void emit_frequency(const struct clusterfreq_cluster *cluster, const char *what, int64_t khz,
			   sample_fn *emit, void *ctx)
{
	emit(&(struct sample){ .instance = cluster->name,
			       .type = "cpufreq",
			       .type_instance = what,
			       .unit = "Hz",
			       .kind = SAMPLE_GAUGE,
			       .count = 1,
			       .gauge = { (double)khz * HZ_PER_KHZ } },
	     ctx);
}

static bool may_send_cycles(const struct clusterfreq_cluster *cluster, uint64_t reads)
{
	return cluster->has_cycles && (cluster->sent_directory == cluster->directory ||
				       sample_is_forgotten(reads, cluster->sent));
}

static void emit_cycles(struct clusterfreq_cluster *cluster, uint64_t reads, sample_fn *emit,
			void *ctx)
{
	emit(&(struct sample){ .instance = cluster->name,
			       .type = "derive",
			       .type_instance = "cycles",
			       .unit = "1",
			       .kind = SAMPLE_DERIVE,
			       .count = 1,
			       .derive = { cluster->cycles } },
	     ctx);
	cluster->sent = reads;
	cluster->sent_directory = cluster->directory;
}

int clusterfreq_emit(struct clusterfreq_table *table, sample_fn *emit, void *ctx)
{
	int emitted = 0;

	for (size_t i = 0; i < table->count; i++) {
		struct clusterfreq_cluster *cluster = &table->cluster[i];

		if (!cluster->is_present || !cluster->is_listed)
			continue;
		if (cluster->has_current) {
			emit_frequency(cluster, "current", cluster->current_khz, emit, ctx);
			emitted++;
		}
		if (cluster->has_limit) {
			emit_frequency(cluster, "limit", cluster->limit_khz, emit, ctx);
			emitted++;
		}
		if (may_send_cycles(cluster, table->reads)) {
			emit_cycles(cluster, table->reads, emit, ctx);
			emitted++;
		}
	}
	return emitted;
}

/* history.c - a year of RRDs, consolidated from every single value: see history.h. */
#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <rrd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "array.h"
#include "history.h"
#include "restore.h"
#include "banned.h"

#define CHUNK 4096 /* steps at a time: their moments fit into a cache */
#define WORKERS_MAX 16

/* "DIR/cpuirq-total/irq-cpu0.rrd", and its directory. */
static void path_of(const struct history *history, const struct series *series, char ret[4096])
{
	char *file;

	snprintf(ret, 4096, "%s/%s.rrd", history->dir, series->id);
	file = strrchr(ret, '/');
	*file = '\0';
	if (mkdir(ret, 0777) != 0 && errno != EEXIST)
		err(1, "%s", ret);
	*file = '/';
}

/* Where the oldest row of the archive begins, as the number of a step. */
static int64_t first_step(const struct history *history, const struct archive *archive)
{
	int64_t begin = history->begin / history->step;
	int64_t newest = history->end / history->step / archive->steps;

	return MAX(begin, (newest - archive->rows) * archive->steps);
}

static void begin_channel(const struct history *history, struct channel *channel)
{
	struct archive archives[LAYOUT_ARCHIVES];

	layout_of(history->step, archives);
	for (int i = 0; i < LAYOUT_ARCHIVES; i++) {
		struct rows *rows = &channel->rows[i];

		rows->archive = archives[i];
		for (int cf = 0; cf < LAYOUT_CFS; cf++) {
			rows->value[cf] = calloc(archives[i].rows, sizeof(double));
			if (rows->value[cf] == NULL)
				err(1, "memory");
		}
		rows_begin(rows, first_step(history, &archives[i]));
	}
}

static void free_rows(struct channel *channel)
{
	for (int i = 0; i < LAYOUT_ARCHIVES; i++)
		for (int cf = 0; cf < LAYOUT_CFS; cf++)
			free(channel->rows[i].value[cf]);
}

/*
 * The value of one step. `moment` is its end, the one before it its beginning: no value came
 * while the board was off, and the first after that is of a time too long to be known.
 */
static double value_of(struct channel *channel, size_t number, const struct moment *moment,
		       unsigned int step)
{
	double before = channel->counted;

	if (moment->is_off)
		return NAN;
	if (channel->is_counter) {
		channel->counted = channel_count(channel, moment, step);
		return moment[-1].is_off ? NAN : (channel->counted - before) / step;
	}
	return moment[-1].is_off ? NAN : channel_gauge(channel, number, moment);
}

/* moment[0] is the end of the step before the chunk. */
static void add_chunk(struct channel *channel, size_t number, const struct moment moment[],
		      size_t count, unsigned int step)
{
	int64_t first = moment[0].time / step;
	double value[CHUNK];

	for (size_t i = 0; i < count; i++)
		value[i] = value_of(channel, number, &moment[i + 1], step);
	for (int i = 0; i < LAYOUT_ARCHIVES; i++) {
		struct rows *rows = &channel->rows[i];

		for (int64_t j = MAX(rows->begun - first, 0); j < (int64_t)count; j++)
			rows_add(rows, first + j + 1, value[j]);
	}
}

/* Every `stride`th series from `from` on. */
static void consolidate(const struct history *history, struct series series[], size_t count,
			size_t from, size_t stride)
{
	static struct moment moment[CHUNK + 1];
	int64_t step = history->step;
	int64_t end = history->end / step;
	int64_t number = series[from].channel[0].rows[LAYOUT_ARCHIVES - 1].begun;

	while (number < end) {
		size_t steps = MIN(CHUNK, (size_t)(end - number));

		for (size_t i = 0; i <= steps; i++)
			scenario_moment(history->end, (number + (int64_t)i) * step, &moment[i]);
		for (size_t i = from; i < count; i += stride)
			for (size_t j = 0; j < series[i].channels; j++)
				add_chunk(&series[i].channel[j], j, moment, steps, history->step);
		number += (int64_t)steps;
	}
}

/* What was given at the end of the history. */
static void print_last(const struct history *history, const struct series *series,
		       char ret[QUANTITY_SOURCES][32])
{
	struct moment moment;

	scenario_moment(history->end, history->end, &moment);
	for (size_t i = 0; i < series->channels; i++) {
		const struct channel *channel = &series->channel[i];

		if (channel->is_counter)
			snprintf(ret[i], 32, "%s", channel->recorded);
		else
			snprintf(ret[i], 32, "%.15g", channel_gauge(channel, i, &moment));
	}
}

static void write_some(const struct history *history, struct series series[], size_t count,
		       size_t from, size_t stride)
{
	for (size_t i = from; i < count; i += stride)
		for (size_t j = 0; j < series[i].channels; j++)
			begin_channel(history, &series[i].channel[j]);
	consolidate(history, series, count, from, stride);
	for (size_t i = from; i < count; i += stride) {
		char last[QUANTITY_SOURCES][32];
		char path[4096];

		path_of(history, &series[i], path);
		print_last(history, &series[i], last);
		restore(path, &series[i], history->end, history->step, last);
		for (size_t j = 0; j < series[i].channels; j++)
			free_rows(&series[i].channel[j]);
	}
}

void history_write(const struct history *history, struct series series[], size_t count)
{
	pid_t worker[WORKERS_MAX];
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	size_t workers = MIN(MIN((size_t)MAX(cores, 1), WORKERS_MAX), count);
	bool all_done = true;

	for (size_t i = 0; i < workers; i++) {
		worker[i] = fork();
		if (worker[i] < 0)
			err(1, "fork");
		if (worker[i] == 0) {
			write_some(history, series, count, i, workers);
			_exit(0);
		}
	}
	for (size_t i = 0; i < workers; i++) {
		int status;

		all_done = waitpid(worker[i], &status, 0) > 0 && status == 0 && all_done;
	}
	if (!all_done)
		errx(1, "the history could not be written");
}

static void print_value(char *ret, size_t size, struct channel *channel, size_t number,
			const struct moment *moment, unsigned int step)
{
	if (channel->is_counter) {
		int64_t count = strtoll(channel->recorded, NULL, 10);

		count += (int64_t)channel_count(channel, moment, step);
		snprintf(ret, size, ":%" PRId64, count);
	} else {
		snprintf(ret, size, ":%.15g", channel_gauge(channel, number, moment));
	}
}

static void update(const struct history *history, struct series *series, int64_t time)
{
	char path[4096];
	char text[128];
	const char *argv[] = { text, NULL };
	struct moment moment;
	int length = snprintf(text, sizeof(text), "%" PRId64, time);

	scenario_moment(history->end, time, &moment);
	for (size_t i = 0; i < series->channels; i++) {
		print_value(text + length, sizeof(text) - (size_t)length, &series->channel[i], i,
			    &moment, history->step);
		length = (int)strlen(text);
	}
	path_of(history, series, path);
	rrd_clear_error();
	if (rrd_update_r(path, NULL, 1, (void *)argv) != 0)
		errx(1, "%s", rrd_get_error());
}

void history_catch_up(const struct history *history, struct series series[], size_t count)
{
	for (int64_t at = history->end + history->step; at <= time(NULL); at += history->step)
		for (size_t i = 0; i < count; i++)
			update(history, &series[i], at);
}

/* test_history.c - a history written at once, next to a file that got every single value. */
#include "history.h"

#include <inttypes.h>
#include <math.h>
#include <rrd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "array.h"
#include "program.h"
#include "scratch.h"
#include "unit.h"
#include "banned.h"

#define DAY 86400
#define END INT64_C(1800000000)
#define TYPES "/usr/share/collectd/types.db"

/* Counters that were above 0 all the time: rrdtool takes no difference across it. */
static const char samples[] = "cpuirq-dw-mci/irq-cpu0 71050320\n"
			      "cpuirq-mct_tick0/irq-cpu0 708344372\n"
			      "cpuirq-s2mps11-pmic/irq-cpu0 2\n"
			      "cpuirq-total/irq-cpu0 909509023\n"
			      "cputemp/temperature-cpu2-thermal 34\n"
			      "cputemp/temperature-cpu2-thermal_passive 70\n"
			      "clusterfreq-cpu4-7/cpufreq-current 2000000000\n"
			      "usbio-4-1.1/if_octets 5713920571392:47019018244701\n";

static struct scratch scratch;
static struct series *series;
static size_t count;

static int setup(void **state)
{
	(void)state;
	scratch_make(&scratch);
	FILE *in = fmemopen((void *)(uintptr_t)samples, strlen(samples), "r");

	series = series_read(in, TYPES, &count);
	fclose(in);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	series_free(series, count);
	scratch_done(&scratch);
	return 0;
}

static void path_of(char ret[1024], const char *dir, const struct series *one)
{
	snprintf(ret, 1024, "%s/%s/%s.rrd", scratch.path, dir, one->id);
}

/* A file as collectd creates it. */
static void create(const char *path, const struct series *one, const struct history *history,
		   int64_t last_update)
{
	static const char *const cfs[] = { "AVERAGE", "MIN", "MAX" };
	struct archive archives[LAYOUT_ARCHIVES];
	char text[QUANTITY_SOURCES + 3 * LAYOUT_ARCHIVES][128];
	const char *argv[ARRAY_SIZE(text)];
	int argc = 0;

	layout_of(history->step, archives);
	for (size_t i = 0; i < one->channels; i++) {
		const struct data_source *source = &one->channel[i].definition;

		snprintf(text[argc++], sizeof(text[0]), "DS:%s:%s:%u:%s:%s", source->name,
			 source->kind, 2 * history->step, source->min, source->max);
	}
	for (int i = 0; i < LAYOUT_ARCHIVES; i++)
		for (size_t cf = 0; cf < ARRAY_SIZE(cfs); cf++)
			snprintf(text[argc++], sizeof(text[0]), "RRA:%s:0.1:%u:%u", cfs[cf],
				 archives[i].steps, archives[i].rows);
	for (int i = 0; i < argc; i++)
		argv[i] = text[i];
	rrd_clear_error();
	if (rrd_create_r(path, history->step, last_update, argc, (void *)argv) != 0)
		fail_msg("%s", rrd_get_error());
}

/* Updates are sent in parcels, as rrdcached does: one would be slow. */
struct parcel {
	const char *path;
	int length;
	char text[500][128];
};

static void send_off(struct parcel *parcel)
{
	const char *argv[ARRAY_SIZE(parcel->text)];

	for (int i = 0; i < parcel->length; i++)
		argv[i] = parcel->text[i];
	rrd_clear_error();
	if (parcel->length > 0 &&
	    rrd_update_r(parcel->path, NULL, parcel->length, (void *)argv) != 0)
		fail_msg("%s", rrd_get_error());
	parcel->length = 0;
}

static void update(struct parcel *parcel, const char *values)
{
	if (parcel->length == ARRAY_SIZE(parcel->text))
		send_off(parcel);
	snprintf(parcel->text[parcel->length++], sizeof(parcel->text[0]), "%s", values);
}

/* One update: the values at `at`, with what is added to counters. */
static void send_one(struct parcel *parcel, struct series *one, const struct history *history,
		     int64_t at, const int64_t offset[QUANTITY_SOURCES])
{
	struct moment moment;
	char text[128];
	int length = snprintf(text, sizeof(text), "%" PRId64, at);

	scenario_moment(history->end, at, &moment);
	if (moment.is_off)
		return;
	for (size_t i = 0; i < one->channels; i++) {
		struct channel *channel = &one->channel[i];
		size_t rest = sizeof(text) - (size_t)length;

		if (channel->is_counter)
			length += snprintf(text + length, rest, ":%" PRId64,
					   offset[i] + (int64_t)channel_count(channel, &moment,
									      history->step));
		else
			length += snprintf(text + length, rest, ":%.17g",
					   channel_gauge(channel, i, &moment));
	}
	update(parcel, text);
}

/* So that the counters end as recorded. */
static void find_offsets(struct series *one, const struct history *history,
			 int64_t ret[QUANTITY_SOURCES])
{
	for (size_t i = 0; i < one->channels; i++) {
		struct channel *channel = &one->channel[i];
		int64_t counted = 0;

		for (int64_t at = history->begin + history->step; at <= history->end;
		     at += history->step) {
			struct moment moment;

			scenario_moment(history->end, at, &moment);
			if (!moment.is_off)
				counted = (int64_t)channel_count(channel, &moment, history->step);
		}
		ret[i] = strtoll(channel->recorded, NULL, 10) - counted;
		for (size_t j = 0; j < channel->counters; j++)
			channel->counter[j].sum = 0;
	}
}

/* Update a new file with every single value. A counter needs one before the first. */
static void send(const char *path, struct series *one, const struct history *history)
{
	struct parcel parcel = { .path = path };
	int64_t offset[QUANTITY_SOURCES] = { 0 };
	char text[128];

	if (one->channel[0].is_counter) {
		find_offsets(one, history, offset);
		create(path, one, history, history->begin - history->step);
		snprintf(text, sizeof(text), "%" PRId64 ":%" PRId64, history->begin, offset[0]);
		if (one->channels == 2)
			snprintf(text + strlen(text), 32, ":%" PRId64, offset[1]);
		update(&parcel, text);
	} else {
		create(path, one, history, history->begin);
	}
	for (int64_t at = history->begin + history->step; at <= history->end; at += history->step)
		send_one(&parcel, one, history, at, offset);
	send_off(&parcel);
}

static void assert_same(const char *what, double a, double b)
{
	if (a == b || (isnan(a) && isnan(b)))
		return;
	if (!(fabs(a - b) <= 1e-9 * fmax(1, fabs(a))))
		fail_msg("%s: %.17g is not %.17g", what, a, b);
}

static rrd_value_t *rows_of(const char *path, const char *cf, unsigned long step, time_t begin,
			    time_t end, size_t *ret_count)
{
	unsigned long sources;
	char **names;
	rrd_value_t *values;

	rrd_clear_error();
	if (rrd_fetch_r(path, cf, &begin, &end, &step, &sources, &names, &values) != 0)
		fail_msg("%s", rrd_get_error());
	*ret_count = (size_t)(end - begin) / step * sources;
	for (unsigned long i = 0; i < sources; i++)
		rrd_freemem(names[i]);
	rrd_freemem(names);
	return values;
}

static void compare_rows(const char *a, const char *b, const struct history *history)
{
	static const char *const cfs[] = { "AVERAGE", "MIN", "MAX" };
	struct archive archives[LAYOUT_ARCHIVES];

	layout_of(history->step, archives);
	for (int i = 0; i < LAYOUT_ARCHIVES; i++)
		for (size_t cf = 0; cf < ARRAY_SIZE(cfs); cf++) {
			unsigned int span = archives[i].steps * history->step;
			time_t last = rrd_last_r(a) / span * span;
			time_t first = last - (time_t)(archives[i].rows - 1) * span;
			size_t rows, others;
			rrd_value_t *of_a = rows_of(a, cfs[cf], span, first, last, &rows);
			rrd_value_t *of_b = rows_of(b, cfs[cf], span, first, last, &others);

			assert_int_equal(rows, others);
			assert_true(rows >= archives[i].rows);
			for (size_t j = 0; j < rows; j++)
				assert_same(a, of_a[j], of_b[j]);
			rrd_freemem(of_a);
			rrd_freemem(of_b);
		}
}

/* Everything that rrdtool info has to say, the unfinished rows too; not where the rings begin. */
static void compare_info(const char *a, const char *b)
{
	rrd_info_t *of_a = rrd_info_r(a), *of_b = rrd_info_r(b);
	const rrd_info_t *x = of_a, *y = of_b;

	for (; x != NULL && y != NULL; x = x->next, y = y->next) {
		assert_string_equal(x->key, y->key);
		assert_int_equal(x->type, y->type);
		if (strcmp(x->key, "filename") == 0 || strstr(x->key, ".cur_row") != NULL)
			continue;
		if (x->type == RD_I_VAL)
			assert_same(x->key, x->value.u_val, y->value.u_val);
		else if (x->type == RD_I_CNT)
			assert_int_equal(x->value.u_cnt, y->value.u_cnt);
		else if (x->type == RD_I_STR)
			assert_string_equal(x->value.u_str, y->value.u_str);
	}
	assert_true(x == NULL && y == NULL);
	rrd_info_free(of_a);
	rrd_info_free(of_b);
}

/* Values at odd times, some late, for both files. */
static void send_more(const char *a, const char *b, const struct series *one,
		      const struct history *history)
{
	struct parcel of_a = { .path = a }, of_b = { .path = b };
	int64_t at = history->end;

	for (int i = 0; i < 1000; i++) {
		char text[128];

		at += history->step + (i * 7) % 5 - 2 + (i % 301 == 300 ? 7 * history->step : 0);
		if (one->channels == 2)
			snprintf(text, sizeof(text), "%" PRId64 ":%d:%" PRId64, at,
				 6000000 + 321 * i, INT64_C(5000000000) + 777777 * i);
		else
			snprintf(text, sizeof(text), "%" PRId64 ":%d", at, 9600000 + i * i);
		update(&of_a, text);
		update(&of_b, text);
	}
	send_off(&of_a);
	send_off(&of_b);
}

static void compare_with_single_updates(const struct history *history)
{
	char dir[300];

	scratch_write(&scratch, "", "history/x");
	snprintf(dir, sizeof(dir), "%s/history", scratch.path);
	struct history written = *history;

	written.dir = dir;
	history_write(&written, series, count);
	for (size_t i = 0; i < count; i++) {
		char path[1024], twin[1024];

		path_of(path, "history", &series[i]);
		snprintf(twin, sizeof(twin), "%s/twin.rrd", scratch.path);
		send(twin, &series[i], history);
		compare_rows(path, twin, history);
		compare_info(path, twin);
		send_more(path, twin, &series[i], history);
		compare_rows(path, twin, history);
		compare_info(path, twin);
	}
}

static void three_days_are_those_of_single_updates(void **state)
{
	(void)state;
	compare_with_single_updates(
		&(struct history){ .end = END, .begin = END - 3 * DAY, .step = 15 });
}

static void a_gap_is_that_of_missing_updates(void **state)
{
	(void)state;
	compare_with_single_updates(
		&(struct history){ .end = END, .begin = END - 22 * DAY, .step = 120 });
}

static void the_program_writes_a_year_up_to_now(void **state)
{
	(void)state;
	const unsigned int step = 600;
	time_t end = time(NULL) / step * step - 3 * step;
	struct output output;
	char text[24], path[1024];
	size_t rows, unknown = 0;
	rrd_value_t *values;

	snprintf(text, sizeof(text), "%" PRId64, (int64_t)end);
	program_run(&output, samples,
		    (const char *const[]){ SIMULATOR, "--interval", "600", "--end", text, "history",
					   scratch.path, NULL });
	assert_string_equal(output.err, "");
	assert_int_equal(output.status, 0);
	output_done(&output);
	path_of(path, ".", &series[0]);
	assert_true(rrd_last_r(path) >= end + 3 * step);
	values = rows_of(path, "AVERAGE", 25800, end - 365 * DAY, end - DAY, &rows);
	for (size_t i = 0; i < rows; i++)
		unknown += isnan(values[i]);
	assert_in_range(rows, 1200, 1240);
	assert_in_range(unknown, 1, 2); /* the hours when it was off */
	rrd_freemem(values);
}

static void wrong_usage_exits_with_2(void **state)
{
	(void)state;
	struct output output;

	program_run(&output, NULL,
		    (const char *const[]){ SIMULATOR, "--interval", "5", "--end", "7", "history",
					   scratch.path, NULL });
	assert_int_equal(output.status, 2);
	assert_non_null(strstr(output.err, "usage"));
	output_done(&output);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(three_days_are_those_of_single_updates, setup,
						teardown),
		cmocka_unit_test_setup_teardown(a_gap_is_that_of_missing_updates, setup, teardown),
		cmocka_unit_test_setup_teardown(the_program_writes_a_year_up_to_now, setup,
						teardown),
		cmocka_unit_test_setup_teardown(wrong_usage_exits_with_2, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

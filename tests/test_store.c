/* test_store.c - the folders of hosts, and the numbers out of real RRD files. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "catalog.h"
#include "graphs_rig.h"
#include "measure.h"
#include "store.h"
#include "unit.h"

#define DAY 86400
#define YEAR 31622400

static void make_host(const struct rig *rig, const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", rig->data, name);
	assert_int_equal(mkdir(path, 0755), 0);
	snprintf(path, sizeof(path), "%s/%s/cputemp", rig->data, name);
	assert_int_equal(mkdir(path, 0755), 0);
	snprintf(path, sizeof(path), "%s/%s/cputemp/temperature-cpu.rrd", rig->data, name);
	close(open(path, O_CREAT | O_WRONLY, 0644));
}

/* The host that is chosen, or "" and the message in `notes`. */
static void expect_host(const char *dir, const char *wanted, int rc, const char *host,
			struct notes *notes)
{
	struct store store;

	memset(notes, 0, sizeof(*notes));
	assert_int_equal(store_open(dir, wanted, &store, notes), rc);
	if (rc == 0)
		assert_string_equal(store.host, host);
	store_close(&store);
}

static void the_host_is_chosen_by_name(void **state)
{
	static struct notes notes;
	struct rig *rig = *state;
	char own[256] = "", name[300];

	gethostname(own, sizeof(own) - 1);
	expect_host(rig->data, NULL, -ENOENT, "", &notes); /* its folder holds nothing yet */
	make_host(rig, "my_nas");
	expect_host(rig->data, NULL, 0, "my_nas", &notes); /* the only one */
	make_host(rig, "my_pi.lan");
	expect_host(rig->data, NULL, -EINVAL, "", &notes);
	assert_non_null(strstr(notes.text, "--host NAME, one of: my_nas, my_pi.lan"));
	make_host(rig, "localhost");
	expect_host(rig->data, NULL, 0, "localhost", &notes);
	expect_host(rig->data, "my_nas", 0, "my_nas", &notes);
	expect_host(rig->data, "my_pi", 0, "my_pi.lan", &notes);
	expect_host(rig->data, "my_pi.", -EINVAL, "", &notes);
	expect_host(rig->data, "my_na", -EINVAL, "", &notes);
	assert_non_null(strstr(notes.text, "there are: localhost, my_nas, my_pi.lan"));
	make_host(rig, "my_pi.home");
	expect_host(rig->data, "my_pi", -EINVAL, "", &notes); /* not clear */
	if (strcmp(own, "localhost") == 0)
		return;
	snprintf(name, sizeof(name), "%s.lan", own);
	make_host(rig, name);
	expect_host(rig->data, NULL, 0, name, &notes);
	make_host(rig, own);
	expect_host(rig->data, NULL, 0, own, &notes);
}

static void one_hosts_folder_will_do(void **state)
{
	static struct notes notes;
	struct rig *rig = *state;
	char path[512];

	make_host(rig, "my_nas");
	snprintf(path, sizeof(path), "%s/my_nas/", rig->data);
	expect_host(path, NULL, 0, "my_nas", &notes);
	expect_host(path, "my_nas", 0, "my_nas", &notes);
	expect_host(path, "my_pi", -EINVAL, "", &notes);
	snprintf(path, sizeof(path), "%s/nothing", rig->data);
	expect_host(path, NULL, -ENOENT, "", &notes);
	assert_non_null(strstr(notes.text, "--data-dir"));
}

static void cpus_come_in_order_of_their_numbers(void **state)
{
	static struct notes notes;
	struct rig *rig = *state;
	struct store store;
	char path[512];

	make_host(rig, "my_nas");
	for (int cpu = 12; cpu > 7; cpu -= 2) {
		snprintf(path, sizeof(path), "%s/my_nas/cputemp/temperature-cpu%d.rrd", rig->data,
			 cpu);
		close(open(path, O_CREAT | O_WRONLY, 0644));
	}
	assert_int_equal(store_open(rig->data, "my_nas", &store, &notes), 0);
	assert_int_equal(store.files, 4);
	assert_string_equal(store.file[1], "cputemp/temperature-cpu8.rrd");
	assert_string_equal(store.file[3], "cputemp/temperature-cpu12.rrd");
	store_close(&store);
}

static void measured(const struct rig *rig, const char *name, time_t start, time_t end,
		     struct measure *ret)
{
	struct span span = { start, end, (uint64_t)(end - start) / 800 };
	static struct notes notes;
	struct copy copy = COPY_NONE;
	char path[RIG_PATH_SIZE];

	if (span.pixel_s == 0)
		span.pixel_s = 1;
	memset(&notes, 0, sizeof(notes));
	rig_path(rig, name, path);
	assert_int_equal(copy_open(path, &copy, &notes), 0);
	assert_int_equal(measure_series(&copy, 0, &span, ret, &notes), 0);
	assert_string_equal(notes.text, "");
	copy_close(&copy);
}

static double sawtooth(time_t time)
{
	return 40 + (double)(time / 10 % 11); /* 40 to 50 */
}

static double hot_at_the_end(time_t time)
{
	return time == RIG_NOW - 30 ? 77 : sawtooth(time);
}

static double counts_10(time_t time)
{
	return (double)(time - RIG_NOW + 1000000) * 10;
}

static double unknown(time_t time)
{
	(void)time;
	return NAN;
}

static void numbers_are_of_single_samples(void **state)
{
	struct measure m;

	rig_rrd(*state, "cputemp/a", "GAUGE", RIG_NOW - 2 * DAY, RIG_NOW, 10, sawtooth);
	measured(*state, "cputemp/a", RIG_NOW - DAY, RIG_NOW, &m);
	assert_float_equal(m.stats.min, 40, 1e-6);
	assert_float_equal(m.stats.max, 50, 1e-6);
	assert_float_equal(m.stats.avg, 45, 0.1);
	assert_float_equal(m.stats.last, sawtooth(RIG_NOW), 1e-6);
	assert_int_equal(m.rows[ARCHIVE_AVG].row_s, 70);
}

/* 30 seconds ago is in no finished row of the year's archive. */
static void the_newest_sample_counts_in_a_year(void **state)
{
	struct measure m;

	rig_rrd(*state, "cputemp/a", "GAUGE", RIG_NOW - 2 * DAY, RIG_NOW, 10, hot_at_the_end);
	measured(*state, "cputemp/a", RIG_NOW - YEAR, RIG_NOW, &m);
	assert_float_equal(m.stats.max, 77, 1e-6);
	assert_float_equal(m.stats.avg, 45, 0.1);
	assert_int_equal(m.rows[ARCHIVE_MAX].row_s, 26350);
	assert_true(m.stats.known_s > 2 * DAY - 26350 && m.stats.known_s <= 2 * DAY);
}

static void last_of_a_counter_is_its_newest_rate(void **state)
{
	struct measure m;

	rig_rrd(*state, "cpuirq-total/irq-cpu0", "DERIVE", RIG_NOW - DAY, RIG_NOW, 10, counts_10);
	measured(*state, "cpuirq-total/irq-cpu0", RIG_NOW - DAY, RIG_NOW, &m);
	assert_float_equal(m.stats.last, 10, 1e-6);
	measured(*state, "cpuirq-total/irq-cpu0", RIG_NOW - DAY, RIG_NOW - DAY / 2, &m);
	assert_float_equal(m.stats.last, 10, 1e-6);
}

static void last_is_of_the_span(void **state)
{
	struct measure m;

	rig_rrd(*state, "cputemp/a", "GAUGE", RIG_NOW - 3600, RIG_NOW, 10, hot_at_the_end);
	measured(*state, "cputemp/a", RIG_NOW - 3600, RIG_NOW - 30, &m);
	assert_float_equal(m.stats.last, 77, 1e-6);
	measured(*state, "cputemp/a", RIG_NOW - 3600, RIG_NOW - 600, &m);
	assert_float_equal(m.stats.last, sawtooth(RIG_NOW - 600), 1e-6);
	measured(*state, "cputemp/a", RIG_NOW + 600, RIG_NOW + 1200, &m);
	assert_true(isnan(m.stats.last) && isnan(m.stats.max));
}

static void nothing_known_is_nothing(void **state)
{
	struct measure m;

	rig_hour(*state, "cputemp/a", unknown);
	measured(*state, "cputemp/a", RIG_NOW - 3600, RIG_NOW, &m);
	assert_true(isnan(m.stats.last) && isnan(m.stats.min) && isnan(m.stats.avg));
	assert_int_equal(m.stats.known_s, 0);
	assert_int_equal(m.rows[ARCHIVE_AVG].row_s, 0);
}

/* Half an hour of data: the month's archive has no row, the next finer one has. */
static void a_new_file_shows_its_finer_rows(void **state)
{
	struct measure m;

	rig_rrd(*state, "cputemp/a", "GAUGE", RIG_NOW - 1500, RIG_NOW, 10, sawtooth);
	measured(*state, "cputemp/a", RIG_NOW - 2678400, RIG_NOW, &m);
	assert_true(m.rows[ARCHIVE_AVG].row_s > 0 && m.rows[ARCHIVE_AVG].row_s < 2230);
	assert_true(m.rows[ARCHIVE_AVG].start < m.rows[ARCHIVE_AVG].end);
	assert_float_equal(m.stats.max, 50, 1e-6);
	assert_in_range(m.since, RIG_NOW - 1520, RIG_NOW - 1000);
}

static double busy(time_t time)
{
	return counts_10(time);
}

static double idle(time_t time)
{
	(void)time;
	return 5;
}

static void busy_interrupts_are_the_default(void **state)
{
	static struct notes notes;
	struct rig *rig = *state;
	struct catalog catalog;
	struct store store;
	size_t found = 0, defaults = 0;

	for (int i = 0; i < 14; i++) {
		char name[64];

		snprintf(name, sizeof(name), "cpuirq-nvme0q%d/irq-cpu0", i);
		rig_rrd(rig, name, "DERIVE", RIG_NOW - 700, RIG_NOW, 10, busy);
	}
	rig_rrd(rig, "cpuirq-rtc/irq-cpu0", "DERIVE", RIG_NOW - 700, RIG_NOW, 10, idle);
	rig_rrd(rig, "cpuirq-total/irq-cpu0", "DERIVE", RIG_NOW - 700, RIG_NOW, 10, busy);
	assert_int_equal(store_open(rig->data, RIG_HOST, &store, &notes), 0);
	assert_int_equal(catalog_open(&store, &catalog), 0);
	assert_int_equal(catalog_rank(&store, &catalog, RIG_NOW, &notes), 0);
	for (size_t i = 0; i < catalog.count; i++) {
		if (!catalog.entry[i].instance[0])
			continue;
		found++;
		defaults += catalog.entry[i].is_default;
	}
	assert_int_equal(found, 15); /* total is a graph of its own */
	assert_int_equal(defaults, CATALOG_HOT_MAX);
	assert_false(catalog.entry[catalog_find(&catalog, "interrupts-rtc")].is_default);
	assert_true(catalog.entry[0].is_default && catalog.entry[1].is_default);
	assert_string_equal(notes.text, "");
	catalog_close(&catalog);
	store_close(&store);
}

static double busy_until_25_hours_ago(time_t time)
{
	return counts_10(time < RIG_NOW - 25 * 3600 ? time : RIG_NOW - 25 * 3600);
}

/* Not by rows that begin before it: of the year's archive they have 7 hours. */
static void only_the_last_day_makes_a_default(void **state)
{
	static struct notes notes;
	struct rig *rig = *state;
	struct catalog catalog;
	struct store store;
	int index;

	rig_rrd(rig, "cpuirq-eth0/irq-cpu0", "DERIVE", RIG_NOW - 2 * DAY, RIG_NOW, 60,
		busy_until_25_hours_ago);
	assert_int_equal(store_open(rig->data, RIG_HOST, &store, &notes), 0);
	assert_int_equal(catalog_open(&store, &catalog), 0);
	assert_int_equal(catalog_rank(&store, &catalog, RIG_NOW, &notes), 0);
	index = catalog_find(&catalog, "interrupts-eth0");
	assert_float_equal(catalog.entry[index].rate, 0, 1e-9);
	assert_false(catalog.entry[index].is_default);
	catalog_close(&catalog);
	store_close(&store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(the_host_is_chosen_by_name),
		RIG_TEST(one_hosts_folder_will_do),
		RIG_TEST(cpus_come_in_order_of_their_numbers),
		RIG_TEST(numbers_are_of_single_samples),
		RIG_TEST(the_newest_sample_counts_in_a_year),
		RIG_TEST(last_of_a_counter_is_its_newest_rate),
		RIG_TEST(last_is_of_the_span),
		RIG_TEST(nothing_known_is_nothing),
		RIG_TEST(a_new_file_shows_its_finer_rows),
		RIG_TEST(busy_interrupts_are_the_default),
		RIG_TEST(only_the_last_day_makes_a_default),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

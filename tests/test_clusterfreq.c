/* test_clusterfreq.c - clusters by their CPUs, kernels old and new, CPUs offline, cycles. */
#include "clusterfreq.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "source_rig.h"
#include "unit.h"
#include "banned.h"

#define CPUS "sys/devices/system/cpu"
#define STATE "stats/time_in_state"

static int setup(void **state)
{
	(void)state;
	return source_begin(&clusterfreq_source);
}

static void add_policy(unsigned int number, const char *cpus, const char *current,
		       const char *limit)
{
	scratch_write(&scratch, cpus, CPUS "/cpufreq/policy%u/related_cpus", number);
	scratch_write(&scratch, cpus, CPUS "/cpufreq/policy%u/affected_cpus", number);
	scratch_write(&scratch, current, CPUS "/cpufreq/policy%u/scaling_cur_freq", number);
	scratch_write(&scratch, limit, CPUS "/cpufreq/policy%u/scaling_max_freq", number);
}

/* As kernels before 4.4 have it. */
static void add_cpu(unsigned int number, const char *related, const char *affected,
		    const char *current)
{
	scratch_write(&scratch, related, CPUS "/cpu%u/cpufreq/related_cpus", number);
	scratch_write(&scratch, affected, CPUS "/cpu%u/cpufreq/affected_cpus", number);
	scratch_write(&scratch, current, CPUS "/cpu%u/cpufreq/scaling_cur_freq", number);
}

static void a_cluster_is_called_by_its_cpus(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		const char *name; /* NULL: refused */
	} cases[] = {
		{ "0 1 2 3 ", "cpu0-3" },
		{ "4 5 6 7", "cpu4-7" },
		{ "0", "cpu0" },
		{ "0 2", "cpu0,2" },
		{ "0 1 4 6 7 8", "cpu0-1,4,6-8" },
		{ " 10  11\t12 ", "cpu10-12" },
		{ "0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 42 44 46 48",
		  "cpu0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32,34,36,38,40,42" },
		{ "", NULL },
		{ " ", NULL },
		{ "0-3", NULL },
		{ "0,1", NULL },
		{ "-1 0", NULL },
		{ "0 x", NULL },
		{ "1 0", NULL },
		{ "1 1", NULL },
		{ "0 1\n2", NULL },
		{ "4294967296", NULL },
		{ "0 99999999999999999999999999", NULL },
		{ "<unknown>", NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char name[NAME_CUT + 1] = "untouched";
		unsigned int first = 7;
		int rc = clusterfreq_parse_cpus(cases[i].text, name, &first);

		assert_int_equal(rc, cases[i].name ? 0 : -EINVAL);
		assert_string_equal(name, cases[i].name ? cases[i].name : "untouched");
		if (!cases[i].name)
			assert_int_equal(first, 7);
	}
}

static void a_frequency_is_a_number_above_zero(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int rc;
	} cases[] = {
		{ "1400000", 0 },
		{ "1", 0 },
		{ "0", -EINVAL },
		{ "-1", -EINVAL },
		{ "<unknown>", -EINVAL },
		{ "", -EINVAL },
		{ "1e6", -EINVAL },
		{ " 1400000", -EINVAL },
		{ "99999999999999999999", -ERANGE },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		int64_t khz = -7;

		assert_int_equal(clusterfreq_parse_khz(cases[i].text, &khz), cases[i].rc);
		if (cases[i].rc < 0)
			assert_int_equal(khz, -7);
	}
}

static void cycles_are_the_sum_of_frequency_and_time(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int rc;
		int64_t cycles;
	} cases[] = {
		{ "200000 100", 0, 200000000 },
		{ "200000 100\n1400000 50\n", 0, 900000000 },
		{ "200000\t100 \n1400000  50", 0, 900000000 },
		{ "200000 0\n", 0, 0 },
		{ "0 100\n", 0, 0 },
		/* ten years at 5 GHz, and what does not fit any more */
		{ "5000000 31557600000", 0, 1577880000000000000 },
		{ "5000000 9223372036854775807", -ERANGE, 0 },
		{ "9223372036854775807 1", -ERANGE, 0 },
		{ "5000000 184467440738\n5000000 184467440738\n", -ERANGE, 0 },
		{ "5000000 99999999999999999999", -ERANGE, 0 },
		/* one bad line, and nothing of the table counts */
		{ "", -ENODATA, 0 },
		{ "200000 100\n1400000\n", -EINVAL, 0 },
		{ "200000\n1400000\n", -EINVAL, 0 },
		{ "200000 100\n\n1400000 50\n", -EINVAL, 0 },
		{ "200000 100 1\n", -EINVAL, 0 },
		{ "200000 -100\n", -EINVAL, 0 },
		{ "-200000 100\n", -EINVAL, 0 },
		{ "200000 100\n<unknown> 50\n", -EINVAL, 0 },
		{ "200000 100\n1400000 5x\n", -EINVAL, 0 },
		{ "cpu0\n200000 100\n", -EINVAL, 0 },
		{ "freq\t\tcpu0\tcpu4\t\n200000\t\t100\tN/A\t\n", -EINVAL, 0 },
		{ "1111111111111111111111111111111111111111 1\n", -EINVAL, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		int64_t cycles = 7;

		assert_int_equal(clusterfreq_parse_cycles(cases[i].text, &cycles), cases[i].rc);
		assert_int_equal(cycles, cases[i].rc < 0 ? 7 : cases[i].cycles);
	}
}

static void each_policy_gives_clock_limit_and_cycles(void **state)
{
	(void)state;
	add_policy(0, "0 1 2 3 \n", "1400000\n", "1500000\n");
	scratch_write(&scratch, "200000 100\n1400000 50\n", CPUS "/cpufreq/policy0/" STATE);
	add_policy(4, "4 5 6 7 \n", "2000000\n", "2100000\n");
	scratch_write(&scratch, "x\n", CPUS "/cpufreq/boost");
	expect("clusterfreq-cpu0-3/cpufreq-current 1400000000\n"
	       "clusterfreq-cpu0-3/cpufreq-limit 1500000000\n"
	       "clusterfreq-cpu0-3/derive-cycles 900000000\n"
	       "clusterfreq-cpu4-7/cpufreq-current 2000000000\n"
	       "clusterfreq-cpu4-7/cpufreq-limit 2100000000\n");
}

static void the_number_of_a_policy_says_nothing(void **state)
{
	(void)state;
	add_policy(3, "0 1 2 3\n", "1400000\n", "1500000\n");
	expect("clusterfreq-cpu0-3/cpufreq-current 1400000000\n"
	       "clusterfreq-cpu0-3/cpufreq-limit 1500000000\n");
}

static void a_policy_without_a_list_of_cpus_is_left_out(void **state)
{
	(void)state;
	add_policy(0, "0\n", "1400000\n", "1500000\n");
	add_policy(1, "", "1400000\n", "1500000\n");
	add_policy(2, "2\n", "1400000\n", "1500000\n");
	scratch_refuse(&scratch, CPUS "/cpufreq/policy2/related_cpus");
	expect("clusterfreq-cpu0/cpufreq-current 1400000000\n"
	       "clusterfreq-cpu0/cpufreq-limit 1500000000\n");
}

static void what_cannot_be_read_is_left_out_one_by_one(void **state)
{
	(void)state;
	add_policy(0, "0\n", "<unknown>\n", "1500000\n");
	add_policy(1, "1\n", "0\n", "0\n");
	add_policy(2, "2\n", "1000\n", "1500000\n");
	scratch_refuse(&scratch, CPUS "/cpufreq/policy2/scaling_max_freq");
	add_policy(3, "3\n", "1000\n", "-1\n");
	scratch_remove(&scratch, CPUS "/cpufreq/policy3/scaling_cur_freq");
	scratch_write(&scratch, "1000 1\n1001 x\n", CPUS "/cpufreq/policy3/" STATE);
	expect("clusterfreq-cpu0/cpufreq-limit 1500000000\n"
	       "clusterfreq-cpu2/cpufreq-current 1000000\n");
}

static void the_frequency_the_hardware_reports_is_never_asked_for(void **state)
{
	(void)state;
	add_policy(0, "0\n", "<unknown>\n", "1500000\n");
	scratch_write(&scratch, "800000\n", CPUS "/cpufreq/policy0/cpuinfo_cur_freq");
	expect("clusterfreq-cpu0/cpufreq-limit 1500000000\n");
}

static void a_cluster_that_is_offline_has_a_limit_only(void **state)
{
	(void)state;
	static const char *const none[] = { "", "\n", " \n" };

	add_policy(4, "4 5\n", "687000\n", "2197000\n");
	scratch_write(&scratch, "687000 100\n", CPUS "/cpufreq/policy4/" STATE);
	for (size_t i = 0; i < ARRAY_SIZE(none); i++) {
		scratch_write(&scratch, none[i], CPUS "/cpufreq/policy4/affected_cpus");
		expect("clusterfreq-cpu4-5/cpufreq-limit 2197000000\n");
	}
}

/* An old kernel with a directory for each CPU, the lowest of which is not the best. */
static void the_lowest_cpu_that_gives_a_value_counts(void **state)
{
	(void)state;
	add_cpu(10, "8 9 10\n", "8 9 10\n", "300000\n");
	add_cpu(9, "8 9 10\n", "8 9 10\n", "200000\n");
	add_cpu(8, "8 9 10\n", "8 9 10\n", "<unknown>\n");
	scratch_write(&scratch, "900000\n", CPUS "/cpu10/cpufreq/scaling_max_freq");
	add_cpu(0, "0 1\n", "0\n", "500000\n");
	add_cpu(1, "0 1\n", "\n", "100000\n");
	scratch_write(&scratch, "0-10\n", CPUS "/possible");
	expect("clusterfreq-cpu0-1/cpufreq-current 500000000\n"
	       "clusterfreq-cpu8-10/cpufreq-current 200000000\n"
	       "clusterfreq-cpu8-10/cpufreq-limit 900000000\n");
}

static void directories_of_cpus_count_only_where_there_is_no_policy(void **state)
{
	(void)state;
	add_cpu(0, "0 1\n", "0 1\n", "500000\n");
	add_policy(2, "2 3\n", "600000\n", "700000\n");
	expect("clusterfreq-cpu2-3/cpufreq-current 600000000\n"
	       "clusterfreq-cpu2-3/cpufreq-limit 700000000\n");
	scratch_remove(&scratch, CPUS "/cpufreq/policy2");
	expect("clusterfreq-cpu0-1/cpufreq-current 500000000\n");
}

/* CPU 0 goes, and the table of CPU 1 has counted more: no burst, whatever the interval. */
static void cycles_of_another_table_wait_until_the_old_are_forgotten(void **state)
{
	(void)state;
	add_cpu(0, "0 1\n", "0 1\n", "100000\n");
	add_cpu(1, "0 1\n", "0 1\n", "100000\n");
	scratch_write(&scratch, "100000 1\n", CPUS "/cpu0/cpufreq/" STATE);
	scratch_write(&scratch, "100000 9000\n", CPUS "/cpu1/cpufreq/" STATE);
	expect("clusterfreq-cpu0-1/cpufreq-current 100000000\n"
	       "clusterfreq-cpu0-1/derive-cycles 1000000\n");
	scratch_remove(&scratch, CPUS "/cpu0");
	for (unsigned int i = 0; i < SAMPLE_QUIET_READS; i++)
		expect("clusterfreq-cpu0-1/cpufreq-current 100000000\n");
	for (unsigned int i = 0; i < 2; i++)
		expect("clusterfreq-cpu0-1/cpufreq-current 100000000\n"
		       "clusterfreq-cpu0-1/derive-cycles 9000000000\n");
}

static void a_table_that_is_missing_once_goes_on(void **state)
{
	(void)state;
	add_policy(0, "0\n", "x\n", "x\n");
	scratch_write(&scratch, "100000 1\n", CPUS "/cpufreq/policy0/" STATE);
	expect("clusterfreq-cpu0/derive-cycles 1000000\n");
	scratch_write(&scratch, "", CPUS "/cpufreq/policy0/" STATE);
	expect("");
	scratch_write(&scratch, "100000 2\n", CPUS "/cpufreq/policy0/" STATE);
	expect("clusterfreq-cpu0/derive-cycles 2000000\n");
}

static void more_policies_than_there_is_room_for_are_said(void **state)
{
	(void)state;
	char cpu[16];

	for (unsigned int i = 0; i < CLUSTERFREQ_CLUSTERS_MAX + 3; i++) {
		snprintf(cpu, sizeof(cpu), "%u\n", i);
		scratch_write(&scratch, cpu, CPUS "/cpufreq/policy%u/related_cpus", i);
	}
	expect_count(0, 3);
}

static void no_identifier_comes_twice(void **state)
{
	(void)state;
	add_policy(0, "0 1\n", "<unknown>\n", "700000\n");
	add_policy(1, "0 1\n", "600000\n", "800000\n");
	expect("clusterfreq-cpu0-1/cpufreq-current 600000000\n"
	       "clusterfreq-cpu0-1/cpufreq-limit 700000000\n");
}

static void clusters_are_selected_by_their_names(void **state)
{
	(void)state;
	add_policy(0, "0 1\n", "500000\n", "x\n");
	add_policy(2, "2 3\n", "600000\n", "x\n");
	set("cluster", "cpu0-1");
	expect("clusterfreq-cpu0-1/cpufreq-current 500000000\n");
	set("IgnoreSelected", "true");
	expect("clusterfreq-cpu2-3/cpufreq-current 600000000\n");
}

static void a_wrong_option_is_refused(void **state)
{
	(void)state;
	static const char *const value[] = { "/(/", "b" };

	assert_int_equal(clusterfreq_source.set(source_state, "Cluster", value, 1), -EINVAL);
	assert_int_equal(clusterfreq_source.set(source_state, "Cluster", value, 2), -EINVAL);
	assert_int_equal(clusterfreq_source.set(source_state, "Cluster", value, 0), -EINVAL);
	assert_int_equal(clusterfreq_source.set(source_state, "IgnoreSelected", value, 1), -EINVAL);
	assert_int_equal(clusterfreq_source.set(source_state, "Policy", value, 1), -ENOENT);
}

static void without_cpufreq_there_is_nothing(void **state)
{
	(void)state;
	expect_error(-ENOENT);
	scratch_write(&scratch, "0-3\n", CPUS "/possible");
	scratch_write(&scratch, "0\n", CPUS "/cpu0/topology/core_id");
	expect_error(-ENOENT);
	add_policy(0, "0\n", "500000\n", "x\n");
	expect("clusterfreq-cpu0/cpufreq-current 500000000\n");
	scratch_remove(&scratch, CPUS "/cpufreq");
	expect_error(-ENOENT);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, source_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cluster_is_called_by_its_cpus),
		cmocka_unit_test(a_frequency_is_a_number_above_zero),
		cmocka_unit_test(cycles_are_the_sum_of_frequency_and_time),
		TEST(each_policy_gives_clock_limit_and_cycles),
		TEST(the_number_of_a_policy_says_nothing),
		TEST(a_policy_without_a_list_of_cpus_is_left_out),
		TEST(what_cannot_be_read_is_left_out_one_by_one),
		TEST(the_frequency_the_hardware_reports_is_never_asked_for),
		TEST(a_cluster_that_is_offline_has_a_limit_only),
		TEST(the_lowest_cpu_that_gives_a_value_counts),
		TEST(directories_of_cpus_count_only_where_there_is_no_policy),
		TEST(cycles_of_another_table_wait_until_the_old_are_forgotten),
		TEST(a_table_that_is_missing_once_goes_on),
		TEST(more_policies_than_there_is_room_for_are_said),
		TEST(no_identifier_comes_twice),
		TEST(clusters_are_selected_by_their_names),
		TEST(a_wrong_option_is_refused),
		TEST(without_cpufreq_there_is_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

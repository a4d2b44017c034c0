/* test_presence.c - what is new, gone, given again, and forgotten, from read to read. */
#include "presence.h"

#include <time.h>

#include "unit.h"
#include "banned.h"

static struct presence presence;

static int teardown(void **state)
{
	(void)state;
	presence_done(&presence);
	return 0;
}

/* One read that gives these two; either may be NULL. */
static void read_two(const char *first, const char *second)
{
	presence_begin(&presence);
	if (first)
		presence_note(&presence, first);
	if (second)
		presence_note(&presence, second);
	presence_end(&presence);
}

static void expect(size_t new, size_t gone, size_t back)
{
	assert_int_equal(presence.list[PRESENCE_NEW].count, new);
	assert_int_equal(presence.list[PRESENCE_GONE].count, gone);
	assert_int_equal(presence.list[PRESENCE_BACK].count, back);
}

static void each_change_is_told_once(void **state)
{
	(void)state;
	read_two("a", NULL);
	expect(0, 0, 0); /* all is new at first */
	read_two("a", "b");
	expect(1, 0, 0);
	assert_string_equal(presence.list[PRESENCE_NEW].first, "b");
	read_two("b", NULL);
	expect(0, 1, 0);
	assert_string_equal(presence.list[PRESENCE_GONE].first, "a");
	read_two("b", NULL);
	expect(0, 0, 0);
	read_two("b", "a");
	expect(0, 0, 1);
	assert_string_equal(presence.list[PRESENCE_BACK].first, "a");
}

static void what_comes_and_goes_all_the_time_is_not_told_for_ever(void **state)
{
	(void)state;
	size_t told = 0;

	read_two("a", NULL);
	for (int i = 0; i < 100; i++) {
		read_two(NULL, NULL);
		told += presence.list[PRESENCE_GONE].count;
		read_two("a", NULL);
		told += presence.list[PRESENCE_BACK].count;
	}
	assert_int_equal(told, 2 * PRESENCE_TIMES_MAX);
}

static void what_has_been_gone_for_long_is_new_again(void **state)
{
	(void)state;
	read_two("a", "b");
	for (int i = 0; i < PRESENCE_READS_KEPT; i++)
		read_two("b", NULL);
	read_two("b", "a");
	expect(0, 0, 1);
	for (int i = 0; i <= PRESENCE_READS_KEPT; i++)
		read_two("b", NULL);
	read_two("b", "a");
	expect(1, 0, 0);
}

static void reads_that_fail_forget_nothing_that_is_given(void **state)
{
	(void)state;
	read_two("a", NULL);
	for (int i = 0; i < 2 * PRESENCE_READS_KEPT; i++)
		presence_begin(&presence);
	read_two("a", NULL);
	expect(0, 0, 0);
}

static void names_that_come_and_go_do_not_pile_up(void **state)
{
	(void)state;
	char name[32];

	for (int burst = 0; burst < 2; burst++) {
		presence_begin(&presence);
		for (int i = 0; i < 1000; i++) {
			snprintf(name, sizeof(name), "usb-%d:%d", burst, i);
			presence_note(&presence, name);
		}
		presence_end(&presence);
		expect(burst * 1000, 0, 0);
		assert_non_null(presence.entries);
		for (int i = 0; i <= PRESENCE_READS_KEPT; i++)
			read_two(NULL, NULL);
		assert_null(presence.entries);
	}
}

#define MANY 20000

static clock_t read_many(int count)
{
	clock_t start = clock();
	char name[32];

	presence_begin(&presence);
	for (int i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "irq-%d", i);
		presence_note(&presence, name);
	}
	presence_end(&presence);
	return clock() - start;
}

/* A card with interrupts for each of many CPUs is taken out. */
static void forgetting_many_takes_no_longer_than_seeing_them(void **state)
{
	(void)state;
	clock_t seeing = read_many(MANY);

	read_many(1);
	presence.reads += PRESENCE_READS_KEPT;
	assert_true(read_many(1) < 10 * seeing);
	read_many(MANY);
	expect(MANY - 1, 0, 0);
}

#define TEST(name) cmocka_unit_test_teardown(name, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(each_change_is_told_once),
		TEST(what_comes_and_goes_all_the_time_is_not_told_for_ever),
		TEST(what_has_been_gone_for_long_is_new_again),
		TEST(reads_that_fail_forget_nothing_that_is_given),
		TEST(names_that_come_and_go_do_not_pile_up),
		TEST(forgetting_many_takes_no_longer_than_seeing_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_header.c - the first bytes of an RRD, sound or not. */
#include <stdlib.h>
#include <string.h>

#include "foreign.h"
#include "graphs_rig.h"
#include "header.h"
#include "unit.h"
#include "util.h"

static void files_of_other_machines_are_told_by_their_layout(void **state)
{
	static const struct {
		struct foreign foreign;
		size_t size;
		const char *name;
	} cases[] = {
		{ { 4, 4, 8 }, FOREIGN_ARM_SIZE, "32-bit ARM" },
		{ { 4, 8, 8 }, 148460, "32-bit ARM with 64-bit time" },
		{ { 4, 4, 4 }, 3232 + 145152, "32-bit x86" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		unsigned char *bytes = calloc(1, cases[i].size);
		const char *machine = "";
		struct header header;

		assert_int_equal(foreign_header(bytes, &cases[i].foreign) + 145152, cases[i].size);
		assert_int_equal(
			header_read(bytes, cases[i].size, cases[i].size, &header, &machine),
			HEADER_FOREIGN);
		assert_string_equal(machine, cases[i].name);
		free(bytes);
	}
}

static void any_bytes_are_read_without_a_crash(void **state)
{
	unsigned char *bytes = calloc(1, 8192);
	size_t size = foreign_header(bytes, &foreign_own);
	unsigned int seed = 1;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		unsigned char *copy = malloc(size);
		const char *machine;
		struct header header;

		memcpy(copy, bytes, size);
		for (int j = 0; j < 1 + i % 7; j++) {
			seed = seed * 1103515245 + 12345;
			copy[seed / 65536 % size] = (unsigned char)(seed >> 8);
		}
		seed = seed * 1103515245 + 12345;
		header_read(copy, seed / 65536 % (size + 1), size, &header, &machine);
		free(copy);
	}
	free(bytes);
}

static void a_last_update_that_cannot_be_is_damage(void **state)
{
	static const int64_t times[] = { INT64_MIN, -1, INT64_MAX, 253402300800 };
	unsigned char *bytes = calloc(1, FOREIGN_OWN_SIZE);
	size_t size = foreign_header(bytes, &foreign_own);
	const int64_t now = RIG_NOW;
	unsigned char *at = memmem(bytes, size, &now, sizeof(now));

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(times); i++) {
		const char *machine;
		struct header header;

		memcpy(at, &times[i], sizeof(times[i]));
		assert_int_equal(header_read(bytes, size, FOREIGN_OWN_SIZE, &header, &machine),
				 HEADER_DAMAGED);
	}
	free(bytes);
}

static void what_librrd_does_not_know_is_damage(void **state)
{
	static const struct {
		const char *text; /* one bit of it changes, as on a worn SD card */
		size_t at;
	} cases[] = { { "AVERAGE", 4 }, { "0003", 2 }, { "MAX", 0 } };
	unsigned char *bytes = calloc(1, FOREIGN_OWN_SIZE);
	size_t size = foreign_header(bytes, &foreign_own);
	const char *machine;
	struct header header;

	(void)state;
	assert_int_equal(header_read(bytes, size, FOREIGN_OWN_SIZE, &header, &machine),
			 HEADER_SOUND);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		unsigned char *at = memmem(bytes, size, cases[i].text, strlen(cases[i].text));

		assert_non_null(at);
		at[cases[i].at] ^= 8;
		assert_int_equal(header_read(bytes, size, FOREIGN_OWN_SIZE, &header, &machine),
				 HEADER_DAMAGED);
		at[cases[i].at] ^= 8;
	}
	free(bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_of_other_machines_are_told_by_their_layout),
		cmocka_unit_test(any_bytes_are_read_without_a_crash),
		cmocka_unit_test(a_last_update_that_cannot_be_is_damage),
		cmocka_unit_test(what_librrd_does_not_know_is_damage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

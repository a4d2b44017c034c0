/* test_notes.c - what is to be said to the user. */
#include "notes.h"
#include "unit.h"

static void a_message_is_kept_once_and_in_one_line(void **state)
{
	static struct notes notes, more;

	(void)state;
	notes_warn(&notes, "a%cb", '\n');
	notes_warn(&notes, "a?b");
	assert_string_equal(notes.text, "a?b\n");
	assert_false(notes.failed);
	notes_fail(&more, "a?b");
	notes_fail(&more, "c");
	notes_merge(&notes, &more);
	assert_string_equal(notes.text, "a?b\nc\n");
	assert_true(notes.failed);
	for (int i = 0; i < 1000; i++)
		notes_warn(&notes, "message %0100d", i);
	assert_true(notes.len < NOTES_SIZE && notes.left_out > 900);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_message_is_kept_once_and_in_one_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

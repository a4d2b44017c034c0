/* test_buf.c - text in a buffer of fixed size. */
#include "buf.h"
#include "unit.h"
#include "util.h"

static void names_become_printable(void **state)
{
	(void)state;
	static const struct {
		const char *name, *text;
	} cases[] = {
		{ "cpu0", "cpu0" },
		{ "Größe", "Größe" },
		{ "a\nb", "a?b" },
		{ "\xff\xfe", "??" },
		{ "\xc3", "?" },
		{ "\xc0\x80", "??" },
		{ "\xed\xa0\x80", "???" },
		{ "\xf4\x90\x80\x80", "????" },
		{ "\x7f", "?" },
		{ "0123456789", "0123456789" },
		{ "0123456789a", "012345678…" },
		{ "äöüäöüäöüäöü", "äöüäöüäöü…" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char text[64];
		struct buf buf = buf_of(text, sizeof(text));

		buf_add_name(&buf, cases[i].name, 10);
		assert_string_equal(text, cases[i].text);
	}
}

static void text_that_does_not_fit_is_left_out_whole(void **state)
{
	char text[8];
	struct buf buf = buf_of(text, sizeof(text));

	(void)state;
	buf_add(&buf, "1234");
	buf_add(&buf, "5678");
	assert_string_equal(text, "1234");
	assert_true(buf.cut);
	buf_add(&buf, "5");
	assert_string_equal(text, "1234");
}

static void bytes_that_do_not_fit_are_left_out_whole(void **state)
{
	char text[8];
	struct buf buf = buf_of(text, sizeof(text));

	(void)state;
	buf_put(&buf, "1234567890", 4);
	assert_string_equal(text, "1234");
	buf_put(&buf, "567", 3);
	assert_string_equal(text, "1234567");
	assert_false(buf.cut);
	buf_put(&buf, "8", 1);
	assert_string_equal(text, "1234567");
	assert_true(buf.cut);
	buf = buf_of(text, sizeof(text));
	buf_put(&buf, "12345678", 8);
	buf_put(&buf, "9", 1);
	assert_string_equal(text, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_become_printable),
		cmocka_unit_test(text_that_does_not_fit_is_left_out_whole),
		cmocka_unit_test(bytes_that_do_not_fit_are_left_out_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_pngstamp.c - the stamp in a picture that says what it was drawn from. */
#include "pngstamp.h"
#include "unit.h"

static void a_stamp_comes_back_out_of_a_png(void **state)
{
	static const unsigned char png[60] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
	unsigned char stamped[sizeof(png) + PNGSTAMP_ROOM];
	char text[PNGSTAMP_SIZE] = "old";
	size_t size = pngstamp_put(png, sizeof(png), "0123 456", stamped);

	(void)state;
	assert_true(size > sizeof(png) && size <= sizeof(stamped));
	pngstamp_read(stamped, size, text);
	assert_string_equal(text, "0123 456");
	pngstamp_read(png, sizeof(png), text);
	assert_string_equal(text, "");
	for (size_t cut = 0; cut < size; cut++)
		pngstamp_read(stamped, cut, text);
	assert_int_equal(pngstamp_put(png, 20, "x", stamped), 0);
	assert_int_equal(pngstamp_put((const unsigned char *)"GIF89a..........................."
							     "...............",
				      40, "x", stamped),
			 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_stamp_comes_back_out_of_a_png),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

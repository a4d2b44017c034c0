/* test_cached.c - how an rrdcached was started. */
#include "cached.h"
#include "unit.h"

static void the_words_of_rrdcached_are_understood(void **state)
{
	static const char words[] = "rrdcached\0-BFw900\0-z\0"
				    "1m\0-l\0unix:/a\0-l/b\0-j\0/j\0-s\0-b\0-b\0/base\0-f\0"
				    "2h";
	struct cached cached;

	(void)state;
	cached_read(words, sizeof(words), &cached);
	assert_true(cached.is_base_only);
	assert_true(cached.write_s == 900 && cached.delay_s == 60 && cached.flush_s == 7200);
	assert_string_equal(cached.base, "/base");
	assert_string_equal(cached.journal, "/j");
	assert_true(cached_listens(&cached, "/a") && cached_listens(&cached, "unix:/b"));
	assert_false(cached_listens(&cached, "/c"));
	cached_read("", 0, &cached);
	assert_true(cached.write_s == 300 && cached_listens(&cached, "/tmp/rrdcached.sock"));
	cached_read("rrdcached\0-w", 13, &cached);
	assert_true(cached.write_s == 300);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_words_of_rrdcached_are_understood),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_kfile.c - kernel files that are cut, refused, in the way, or gone. */
#include "kfile.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "array.h"
#include "scratch.h"
#include "unit.h"
#include "banned.h"

static struct scratch scratch;
static struct kroot root;
static int entries_left = -1; /* before a directory fails; -1 is all */

/* In front of the C library's. */
struct dirent *readdir(DIR *dir)
{
	struct dirent *(*next)(DIR *);

	if (entries_left == 0) {
		errno = EIO;
		return NULL;
	}
	if (entries_left > 0)
		entries_left--;
	*(void **)&next = dlsym(RTLD_NEXT, "readdir64");
	return next(dir);
}

static int setup(void **state)
{
	(void)state;
	scratch_make(&scratch);
	return kroot_open(&root, scratch.path);
}

static int teardown(void **state)
{
	(void)state;
	kroot_close(&root);
	scratch_done(&scratch);
	return 0;
}

static void an_attribute_is_text_without_its_newline(void **state)
{
	(void)state;
	static const struct {
		const char *content;
		const char *text;
	} cases[] = {
		{ "52000\n", "52000" }, { "52000", "52000" }, { "", "" },
		{ "\n", "" },		{ "a\n\n", "a\n" },   { " a \n", " a " },
	};
	char text[64];

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		scratch_write(&scratch, cases[i].content, "sys/zone%zu/temp", i);
		assert_int_equal(kfile_attr(&root, text, sizeof(text), "sys/zone%zu/temp", i),
				 strlen(cases[i].text));
		assert_string_equal(text, cases[i].text);
	}
}

static void an_attribute_that_fills_the_buffer_is_too_big(void **state)
{
	(void)state;
	char text[8];

	scratch_write(&scratch, "123456\n", "seven");
	scratch_write(&scratch, "1234567\n", "eight");
	scratch_write(&scratch, "12345678", "eight_without_newline");
	scratch_write(&scratch, "123456789\n", "ten");
	assert_int_equal(kfile_attr(&root, text, sizeof(text), "seven"), 6);
	assert_int_equal(kfile_attr(&root, text, sizeof(text), "eight"), -EFBIG);
	assert_int_equal(kfile_attr(&root, text, sizeof(text), "eight_without_newline"), -EFBIG);
	assert_int_equal(kfile_attr(&root, text, sizeof(text), "ten"), -EFBIG);
}

static void an_attribute_with_a_zero_byte_is_no_text(void **state)
{
	(void)state;
	static const struct {
		const char *content;
		size_t length;
	} cases[] = { { "52\0000\n", 5 }, { "\0", 1 }, { "52000\0", 6 }, { "\0\n", 2 } };
	char text[64];

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		scratch_write_bytes(&scratch, "temp", cases[i].content, cases[i].length);
		assert_int_equal(kfile_attr(&root, text, sizeof(text), "temp"), -EINVAL);
	}
}

static void what_cannot_be_read_is_the_error_of_the_kernel(void **state)
{
	(void)state;
	char text[64];

	scratch_refuse(&scratch, "temp");
	assert_int_equal(kfile_attr(&root, text, sizeof(text), "temp"), -EISDIR);
	assert_int_equal(kfile_attr(&root, text, sizeof(text), "missing"), -ENOENT);
	scratch_write(&scratch, "1\n", "file");
	assert_int_equal(kfile_attr(&root, text, sizeof(text), "file/temp"), -ENOTDIR);
	assert_int_equal(symlinkat("loop", root.fd, "loop"), 0);
	assert_int_equal(kfile_attr(&root, text, sizeof(text), "loop"), -ELOOP);
}

static void a_path_that_is_too_long_is_refused(void **state)
{
	(void)state;
	char text[64];

	assert_int_equal(kfile_attr(&root, text, sizeof(text), "%0*d", PATH_MAX, 1), -ENAMETOOLONG);
}

static void a_pipe_in_place_of_a_file_does_not_hang(void **state)
{
	(void)state;
	struct ktext table = { 0 };
	char text[64];

	assert_int_equal(mkfifoat(root.fd, "pipe", 0644), 0);
	alarm(10);
	assert_int_equal(kfile_attr(&root, text, sizeof(text), "pipe"), 0);
	assert_int_equal(kfile_text(&root, &table, "pipe"), 0);
	alarm(0);
	assert_int_equal(table.length, 0);
	ktext_done(&table);
}

static void a_file_that_vanishes_is_missing_at_the_next_read(void **state)
{
	(void)state;
	char text[64];

	scratch_write(&scratch, "1\n", "zone/temp");
	assert_int_equal(kfile_attr(&root, text, sizeof(text), "zone/temp"), 1);
	scratch_remove(&scratch, "zone");
	assert_int_equal(kfile_attr(&root, text, sizeof(text), "zone/temp"), -ENOENT);
	scratch_write(&scratch, "2\n", "zone/temp");
	assert_int_equal(kfile_attr(&root, text, sizeof(text), "zone/temp"), 1);
	assert_string_equal(text, "2");
}

static void reading_leaves_no_file_open(void **state)
{
	(void)state;
	struct ktext table = { 0 };
	unsigned int number[4];
	char text[4];
	int before = dup(root.fd);

	close(before);
	scratch_write(&scratch, "1\n", "file");
	scratch_write(&scratch, "too long\n", "long");
	scratch_refuse(&scratch, "refused");
	for (int i = 0; i < 3; i++) {
		kfile_attr(&root, text, sizeof(text), "file");
		kfile_attr(&root, text, sizeof(text), "long");
		kfile_attr(&root, text, sizeof(text), "refused");
		kfile_text(&root, &table, "refused");
		kfile_text(&root, &table, "file");
		kdir_numbers(&root, ".", "zone", number, ARRAY_SIZE(number));
		kdir_numbers(&root, "file", "zone", number, ARRAY_SIZE(number));
	}
	ktext_done(&table);
	int after = dup(root.fd);
	assert_int_equal(after, before);
	close(after);
}

static void a_table_is_read_whole_while_it_grows(void **state)
{
	(void)state;
	static const size_t lengths[] = { 0, 1, 16382, 16383, 16384, 16385, 70000, 300000, 5 };
	char *content = malloc(300000);
	struct ktext table = { 0 };

	assert_non_null(content);
	for (size_t i = 0; i < 300000; i++)
		content[i] = (char)('a' + i % 23);
	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		scratch_write_bytes(&scratch, "proc/interrupts", content, lengths[i]);
		assert_int_equal(kfile_text(&root, &table, "proc/interrupts"), 0);
		assert_int_equal(table.length, lengths[i]);
		assert_memory_equal(table.data, content, lengths[i]);
		assert_int_equal(table.data[lengths[i]], '\0');
	}
	ktext_done(&table);
	free(content);
}

static void a_table_that_fits_needs_no_more_memory(void **state)
{
	(void)state;
	struct ktext table = { 0 };

	scratch_write(&scratch, "           CPU0\n", "proc/interrupts");
	assert_int_equal(kfile_text(&root, &table, "proc/interrupts"), 0);
	const char *data = table.data;
	size_t size = table.size;
	for (int i = 0; i < 3; i++)
		assert_int_equal(kfile_text(&root, &table, "proc/interrupts"), 0);
	assert_ptr_equal(table.data, data);
	assert_int_equal(table.size, size);
	ktext_done(&table);
}

static void a_table_without_an_end_is_refused(void **state)
{
	(void)state;
	struct ktext table = { 0 };
	struct kroot dev;

	assert_int_equal(kroot_open(&dev, "/dev"), 0);
	assert_int_equal(kfile_text(&dev, &table, "zero"), -EFBIG);
	kroot_close(&dev);
	assert_null(table.data); /* 64 MiB, and of no use */
	ktext_done(&table);
	ktext_done(&table);
}

static void a_table_can_be_read_after_a_failure(void **state)
{
	(void)state;
	struct ktext table = { 0 };

	assert_int_equal(kfile_text(&root, &table, "proc/interrupts"), -ENOENT);
	scratch_refuse(&scratch, "proc/interrupts");
	assert_int_equal(kfile_text(&root, &table, "proc/interrupts"), -EISDIR);
	scratch_remove(&scratch, "proc/interrupts");
	scratch_write(&scratch, "text", "proc/interrupts");
	assert_int_equal(kfile_text(&root, &table, "proc/interrupts"), 0);
	assert_string_equal(table.data, "text");
	ktext_done(&table);
}

static void numbers_come_ascending_and_with_gaps(void **state)
{
	(void)state;
	static const char *const entries[] = {
		"zone10",
		"zone2",
		"zone999999999",
		"zone0",
		"zone7", /* these five */
		"zone",
		"zone02",
		"zone00",
		"zone-1",
		"zone+1",
		"zone1x",
		"zone 1",
		"zone1.0",
		"Zone1",
		"azone1",
		"zone4294967296",
		"zone1000000000",
		"zone99999999999999999999",
		"zone_1",
	};
	unsigned int number[ARRAY_SIZE(entries)];

	for (size_t i = 0; i < ARRAY_SIZE(entries); i++)
		scratch_write(&scratch, "", "class/%s", entries[i]);
	assert_int_equal(kdir_numbers(&root, "class", "zone", number, ARRAY_SIZE(number)), 5);
	assert_int_equal(number[0], 0);
	assert_int_equal(number[1], 2);
	assert_int_equal(number[2], 7);
	assert_int_equal(number[3], 10);
	assert_int_equal(number[4], 999999999);
}

static void more_numbers_than_fit_are_the_lowest(void **state)
{
	(void)state;
	unsigned int number[5] = { [4] = 4711 };

	for (int i = 0; i < 30; i++)
		scratch_write(&scratch, "", "class/zone%d", i * 7 % 30);
	assert_int_equal(kdir_numbers(&root, "class", "zone", number, 4), 30);
	for (unsigned int i = 0; i < 4; i++)
		assert_int_equal(number[i], i);
	assert_int_equal(number[4], 4711);
	assert_int_equal(kdir_numbers(&root, "class", "zone", number, 0), 30);
}

static void a_directory_that_is_none_is_an_error(void **state)
{
	(void)state;
	unsigned int number[4];

	scratch_write(&scratch, "", "file");
	assert_int_equal(kdir_numbers(&root, "missing", "zone", number, 4), -ENOENT);
	assert_int_equal(kdir_numbers(&root, "file", "zone", number, 4), -ENOTDIR);
	scratch_write(&scratch, "", "empty/other");
	assert_int_equal(kdir_numbers(&root, "empty", "zone", number, 4), 0);
}

static void a_root_must_be_a_directory(void **state)
{
	(void)state;
	struct kroot other = { .fd = -1 };

	assert_int_equal(kroot_open(&other, "/no/such/root"), -ENOENT);
	assert_int_equal(kroot_open(&other, "/dev/null"), -ENOTDIR);
	assert_int_equal(kroot_open(&other, ""), -ENOENT);
	assert_int_equal(other.fd, -1);
	kroot_close(&other);
	kroot_close(&other);
}

static void numbers_stand_between_prefix_and_suffix(void **state)
{
	(void)state;
	static const char *const names[] = {
		"temp1_input", "temp10_input", "temp2_input",  "temp_input",   "temp01_input",
		"temp3_label", "temp4_inputs", "xtemp5_input", "temp6_input_", "temp-7_input",
	};
	unsigned int number[4] = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		scratch_write(&scratch, "", "sys/hwmon0/%s", names[i]);
	assert_int_equal(kdir_attrs(&root, "sys/hwmon0", "temp", "_input", number, 4), 3);
	assert_int_equal(number[0], 1);
	assert_int_equal(number[1], 2);
	assert_int_equal(number[2], 10);
}

struct links {
	size_t count;
	char text[256];
};

static void take_link(const char *name, const char *target, void *ctx)
{
	struct links *links = ctx;

	links->count++;
	snprintf(links->text, sizeof(links->text), "%s -> %s", name, target);
}

static void links_are_listed_with_their_targets(void **state)
{
	(void)state;
	struct links links = { 0 };

	scratch_link(&scratch, "../devices/x/block/sda", "sys/block/sda");
	scratch_write(&scratch, "", "sys/block/file");
	scratch_write(&scratch, "", "sys/block/dir/file");
	assert_int_equal(kdir_links(&root, "sys/block", take_link, &links), 0);
	assert_int_equal(links.count, 1);
	assert_string_equal(links.text, "sda -> ../devices/x/block/sda");
	assert_int_equal(kdir_links(&root, "sys/none", take_link, &links), -ENOENT);
	assert_int_equal(kdir_links(&root, "sys/block/file", take_link, &links), -ENOTDIR);
	assert_int_equal(links.count, 1);
}

static void a_directory_that_fails_on_the_way_is_an_error(void **state)
{
	(void)state;
	unsigned int number[4];

	for (int i = 0; i < 4; i++)
		scratch_write(&scratch, "", "class/zone%d", i);
	entries_left = 3;
	assert_int_equal(kdir_numbers(&root, "class", "zone", number, 4), -EIO);
	assert_int_equal(kdir_links(&root, "class", take_link, NULL), -EIO);
	entries_left = -1;
}

static void a_link_is_read_whole_or_not(void **state)
{
	(void)state;
	char target[8] = "same";

	scratch_link(&scratch, "1234567", "sys/seven");
	scratch_link(&scratch, "12345678", "sys/eight");
	scratch_write(&scratch, "", "sys/file");
	assert_int_equal(kfile_link(&root, target, sizeof(target), "sys/seven"), 7);
	assert_string_equal(target, "1234567");
	assert_int_equal(kfile_link(&root, target, sizeof(target), "sys/eight"), -EFBIG);
	assert_int_equal(kfile_link(&root, target, sizeof(target), "sys/file"), -EINVAL);
	assert_int_equal(kfile_link(&root, target, sizeof(target), "sys/none"), -ENOENT);
}

static void bytes_may_be_zero(void **state)
{
	(void)state;
	static const char data[] = { 1, 0, '\n', 0, 10 };
	char got[8];

	scratch_write_bytes(&scratch, "sys/bos", data, sizeof(data));
	assert_int_equal(kfile_bytes(&root, got, sizeof(got), "sys/%s", "bos"), sizeof(data));
	assert_memory_equal(got, data, sizeof(data));
	assert_int_equal(kfile_bytes(&root, got, sizeof(data), "sys/bos"), -EFBIG);
	assert_int_equal(kfile_bytes(&root, got, sizeof(got), "sys/none"), -ENOENT);
	scratch_refuse(&scratch, "sys/bos");
	assert_int_equal(kfile_bytes(&root, got, sizeof(got), "sys/bos"), -EISDIR);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(an_attribute_is_text_without_its_newline),
		TEST(an_attribute_that_fills_the_buffer_is_too_big),
		TEST(an_attribute_with_a_zero_byte_is_no_text),
		TEST(what_cannot_be_read_is_the_error_of_the_kernel),
		TEST(a_path_that_is_too_long_is_refused),
		TEST(a_pipe_in_place_of_a_file_does_not_hang),
		TEST(a_file_that_vanishes_is_missing_at_the_next_read),
		TEST(reading_leaves_no_file_open),
		TEST(a_table_is_read_whole_while_it_grows),
		TEST(a_table_that_fits_needs_no_more_memory),
		TEST(a_table_without_an_end_is_refused),
		TEST(a_table_can_be_read_after_a_failure),
		TEST(numbers_come_ascending_and_with_gaps),
		TEST(more_numbers_than_fit_are_the_lowest),
		TEST(a_directory_that_is_none_is_an_error),
		TEST(a_root_must_be_a_directory),
		TEST(numbers_stand_between_prefix_and_suffix),
		TEST(links_are_listed_with_their_targets),
		TEST(a_directory_that_fails_on_the_way_is_an_error),
		TEST(a_link_is_read_whole_or_not),
		TEST(bytes_may_be_zero),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

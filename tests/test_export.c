/* test_export.c - numbers and names as text for programs. */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exact.h"
#include "export.h"
#include "json_read.h"
#include "match.h"
#include "unit.h"

static void numbers_are_short(void **state)
{
	(void)state;
	static const struct {
		double value;
		const char *text;
	} cases[] = {
		{ 0, "0" },
		{ -0.0, "-0" },
		{ 1, "1" },
		{ 52.3, "52.3" },
		{ -3.25, "-3.25" },
		{ 0.1, "0.1" },
		{ 0.1 + 0.2, "0.30000000000000004" },
		{ 100.0 / 3, "33.333333333333336" },
		{ 1e-6, "0.000001" },
		{ 0.001, "0.001" },
		{ 600e6, "600000000" },
		{ 1790000000, "1790000000" },
		{ 999999999999999.9, "999999999999999.9" },
		{ 9007199254740993.0 / 1024, "8796093022208" },
		{ 1e15, "1e+15" },
		{ 1e300, "1e+300" },
		{ 5e-324, "5e-324" },
		{ DBL_MAX, "1.7976931348623157e+308" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char text[EXACT_SIZE];
		size_t len = exact_text(cases[i].value, text);

		assert_string_equal(text, cases[i].text);
		assert_int_equal(len, strlen(text));
	}
}

/* How many digits there are between the zeros at both ends. */
static int count_digits(const char *text)
{
	int count = 0, zeros = 0;

	for (; *text && *text != 'e'; text++) {
		if (*text < '0' || *text > '9' || (*text == '0' && count == 0))
			continue;
		count++;
		zeros = *text == '0' ? zeros + 1 : 0;
	}
	return count - zeros;
}

static double random_double(int kind)
{
	uint64_t bits = (uint64_t)random() << 42 ^ (uint64_t)random() << 21 ^ (uint64_t)random();
	double value;

	switch (kind) {
	case 0: /* a mean of gauges */
		return (double)(bits % 100000) / 70;
	case 1: /* a gauge */
		return (double)(bits % 1000000) / 1000;
	case 2: /* a rate */
		return (double)(bits % 1000000000000) / 26350;
	default: /* any double there is */
		bits = bits * 0x9e3779b97f4a7c15;
		memcpy(&value, &bits, sizeof(value));
		return isfinite(value) ? value : 0;
	}
}

static void numbers_read_back_and_are_no_longer_than_that_takes(void **state)
{
	(void)state;
	srandom(20);
	for (int i = 0; i < 200000; i++) {
		double value = random_double(i % 4);
		char text[EXACT_SIZE], shortest[64];
		int digits = 0;

		do
			snprintf(shortest, sizeof(shortest), "%.*g", ++digits, value);
		while (strtod(shortest, NULL) != value);
		exact_text(value, text);
		if (strtod(text, NULL) != value || count_digits(text) > digits)
			fail_msg("%s, not %s", text, shortest);
	}
}

static char whole[65536];

/* A document of one column and these values, a row each. */
static const char *make(enum export_format format, const char *name, const double value[],
			size_t rows)
{
	struct export_about about = { format, name, name, "Cel", "average", 100, 200, 10 };
	struct export_column column = { name, "Cel", name, "value", name, "value", 10 };
	struct buf buf = buf_of(whole, sizeof(whole));

	export_begin(&about, &buf);
	export_column(&about, &column, &buf);
	export_body(&about, &buf);
	for (size_t i = 0; i < rows; i++)
		export_row(&about, i, 110 + 10 * (time_t)i, &value[i], 1, &buf);
	export_end(&about, &buf);
	assert_false(buf.cut);
	return whole;
}

static void what_is_not_known_is_empty(void **state)
{
	(void)state;
	static const double value[] = { 1.5, NAN, INFINITY, -2 };

	assert_string_equal(make(EXPORT_CSV, "a", value, 4),
			    "time,a (Cel)\r\n110,1.5\r\n120,\r\n130,\r\n140,-2\r\n");
	assert_string_equal(make(EXPORT_TSV, "a", value, 4),
			    "time\ta (Cel)\n110\t1.5\n120\t\n130\t\n140\t-2\n");
	assert_non_null(strstr(make(EXPORT_JSON, "a", value, 4),
			       "\n\"rows\": [\n[110,1.5],\n[120,null],\n[130,null],\n[140,-2]\n]"));
	assert_non_null(strstr(make(EXPORT_XML, "a", value, 4),
			       "<rows>\n<row time=\"110\"><v>1.5</v></row>\n"
			       "<row time=\"120\"><v/></row>\n"));
}

static void a_document_without_rows_is_one(void **state)
{
	(void)state;
	assert_string_equal(make(EXPORT_CSV, "a", NULL, 0), "time,a (Cel)\r\n");
	assert_string_equal(make(EXPORT_TSV, "a", NULL, 0), "time\ta (Cel)\n");
	assert_non_null(strstr(make(EXPORT_JSON, "a", NULL, 0), "\"rows\": [\n]\n}\n"));
	assert_non_null(strstr(make(EXPORT_XML, "a", NULL, 0), "<rows>\n</rows>\n</export>\n"));
}

#define NO "\xef\xbf\xbd"

static const struct {
	const char *name, *meant; /* what every format says in its way */
} hostile[] = {
	{ "cpu-thermal", "cpu-thermal" },
	{ "", "" },
	{ " a ", " a " },
	{ "\"", "\"" },
	{ "a\"\"b", "a\"\"b" },
	{ "cpu0,2", "cpu0,2" },
	{ "<a href='x'>&amp;]]>", "<a href='x'>&amp;]]>" },
	{ "\\", "\\" },
	{ "\\u0041\\", "\\u0041\\" },
	{ "a\tb\nc\rd", "a" NO "b" NO "c" NO "d" },
	{ "\x01\x1f\x7f", NO NO NO },
	{ "\x1b[31m", NO "[31m" },
	{ "Größe µ €  𝄞", "Größe µ €  𝄞" },
	{ "caf\xe9", "caf" NO },			   /* Latin-1 */
	{ "\xc3", NO },					   /* cut */
	{ "\xc0\xaf", NO NO },				   /* overlong */
	{ "\xed\xa0\x80", NO NO NO },			   /* a surrogate */
	{ "\xf4\x90\x80\x80", NO NO NO NO },		   /* beyond U+10FFFF */
	{ "\xef\xbf\xbe\xef\xbf\xbf", NO NO NO NO NO NO }, /* no characters of XML */
	{ "\xc2\x85", NO NO },				   /* a control character */
	{ "=1+1|'", "=1+1|'" },
	{ "%s%n%", "%s%n%" },
};

static void any_name_is_json(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(hostile); i++) {
		struct json_object *json, *columns, *one;

		json = json_read(make(EXPORT_JSON, hostile[i].name, NULL, 0));
		assert_true(json_object_object_get_ex(json, "columns", &columns));
		one = json_object_array_get_idx(columns, 1);
		assert_string_equal(json_read_text(one, "name"), hostile[i].meant);
		assert_string_equal(json_read_text(json, "host"), hostile[i].meant);
		json_object_put(json);
	}
}

static void any_name_is_a_field(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(hostile); i++) {
		char wanted[256];

		snprintf(wanted, sizeof(wanted), "time\t%s (Cel)\n", hostile[i].meant);
		assert_string_equal(make(EXPORT_TSV, hostile[i].name, NULL, 0), wanted);
	}
	assert_string_equal(make(EXPORT_CSV, "cpu0,2", NULL, 0), "time,\"cpu0,2 (Cel)\"\r\n");
	assert_string_equal(make(EXPORT_CSV, "a\"b", NULL, 0), "time,\"a\"\"b (Cel)\"\r\n");
	assert_string_equal(make(EXPORT_CSV, "a b", NULL, 0), "time,a b (Cel)\r\n");
}

static void any_name_is_an_attribute(void **state)
{
	(void)state;
	assert_non_null(strstr(make(EXPORT_XML, "<a \"b\">&'", NULL, 0),
			       "<column name=\"&lt;a &quot;b&quot;&gt;&amp;'\" unit="));
	assert_non_null(strstr(make(EXPORT_XML, "\x01", NULL, 0), "<column name=\"" NO "\""));
}

static void names_that_become_the_same_are_told(void **state)
{
	(void)state;
	assert_true(export_is_same("", ""));
	assert_true(export_is_same("a", "a"));
	assert_false(export_is_same("a", "b"));
	assert_false(export_is_same("a", "ab"));
	assert_false(export_is_same("ab", "a"));
	assert_true(export_is_same("\xff", "\xfe"));
	assert_true(export_is_same("a\tb", "a\x01"
					   "b"));
	assert_false(export_is_same("\xff", "a"));
	assert_false(export_is_same("µ", "ä"));
	assert_false(export_is_same("\xc3", "Ã"));
}

static void the_longest_names_have_room(void **state)
{
	(void)state;
	char name[MATCH_SIZE * 2];

	memset(name, '"', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	for (enum export_format format = 0; format < EXPORT_FORMATS; format++) {
		struct export_about about = { format, name, name, "Cel", "average", 1, 2, 0 };
		struct export_column column = { name, "Cel", name, "value", name, "value", 0 };
		char text[EXPORT_TEXT_SIZE];
		struct buf buf = buf_of(text, sizeof(text));

		export_begin(&about, &buf);
		assert_false(buf.cut);
		buf = buf_of(text, sizeof(text));
		export_column(&about, &column, &buf);
		assert_false(buf.cut);
	}
}

static void the_longest_numbers_have_room(void **state)
{
	(void)state;
	double value[100];
	char text[EXPORT_ROW_SIZE(100)];

	for (size_t i = 0; i < 100; i++)
		value[i] = -DBL_MAX;
	for (enum export_format format = 0; format < EXPORT_FORMATS; format++) {
		struct export_about about = { .format = format };
		struct buf buf = buf_of(text, sizeof(text));

		export_row(&about, 1, 253402300800, value, 100, &buf);
		assert_false(buf.cut);
	}
}

static void a_format_is_its_whole_name(void **state)
{
	(void)state;
	assert_int_equal(export_format("csv"), EXPORT_CSV);
	assert_int_equal(export_format("json"), EXPORT_JSON);
	assert_int_equal(export_format("tsv"), EXPORT_TSV);
	assert_int_equal(export_format("xml"), EXPORT_XML);
	assert_int_equal(export_format(""), -EINVAL);
	assert_int_equal(export_format("CSV"), -EINVAL);
	assert_int_equal(export_format("cs"), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_short),
		cmocka_unit_test(numbers_read_back_and_are_no_longer_than_that_takes),
		cmocka_unit_test(what_is_not_known_is_empty),
		cmocka_unit_test(a_document_without_rows_is_one),
		cmocka_unit_test(any_name_is_json),
		cmocka_unit_test(any_name_is_a_field),
		cmocka_unit_test(any_name_is_an_attribute),
		cmocka_unit_test(names_that_become_the_same_are_told),
		cmocka_unit_test(the_longest_names_have_room),
		cmocka_unit_test(the_longest_numbers_have_room),
		cmocka_unit_test(a_format_is_its_whole_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

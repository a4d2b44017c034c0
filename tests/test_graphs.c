/* test_graphs.c - the table of graphs, held against what the boards send. */
#include <glob.h>
#include <string.h>

#include "graph.h"
#include "unit.h"
#include "util.h"

static void partitions_are_told_by_their_disk(void **state)
{
	(void)state;
	static const struct {
		const char *part, *disk;
		bool is;
	} cases[] = {
		{ "sda1", "sda", true },
		{ "sda12", "sda", true },
		{ "sda", "sda", false },
		{ "sdaa", "sda", false },
		{ "sdaa1", "sda", false },
		{ "nvme0n1p2", "nvme0n1", true },
		{ "nvme0n12", "nvme0n1", false },
		{ "mmcblk0p1", "mmcblk0", true },
		{ "mmcblk0boot0", "mmcblk0", false },
		{ "mmcblk0p", "mmcblk0", false },
		{ "loop10", "loop1", false },
		{ "sda1", "", false },
		{ "sd", "sda", false },
		{ "sda1x", "sda", false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		if (graph_is_partition(cases[i].part, cases[i].disk) != cases[i].is)
			fail_msg("%s of %s", cases[i].part, cases[i].disk);
	}
}

/* Whether a sample is drawn: every one of its values by a rule. */
static bool has_graph(const char *id)
{
	bool is_pair = strstr(id, "/if_octets") != NULL;
	size_t found = 0;
	char path[600];

	snprintf(path, sizeof(path), "%s.rrd", id);
	for (size_t i = 0; graphs[i].name; i++) {
		const struct graph_rule *rule = graphs[i].rule;
		struct match match;

		for (size_t values = 0; rule < graphs[i].rule + GRAPH_RULES_MAX && rule->pattern;
		     rule++) {
			bool is_value = strcmp(rule->source, "value") == 0;

			if (!match_path(rule->pattern, path, &match) || is_value == is_pair)
				continue;
			found += ++values == (is_pair ? 2 : 1);
		}
	}
	return found > 0;
}

/* Each line of the boards' expected samples: identifier, blank, value. */
static void each_sample(void (*fn)(const char *id, void *ctx), void *ctx)
{
	char line[1024];
	glob_t found;

	assert_int_equal(glob(FIXTURES "/*/expected.txt", 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		FILE *file = fopen(found.gl_pathv[i], "r");

		assert_non_null(file);
		while (fgets(line, sizeof(line), file)) {
			line[strcspn(line, " ")] = '\0';
			fn(line, ctx);
		}
		fclose(file);
	}
	globfree(&found);
}

static void check_sample(const char *id, void *ctx)
{
	size_t *count = ctx;

	(*count)++;
	if (!has_graph(id))
		fail_msg("no graph draws %s", id);
}

static void every_sample_has_a_graph(void **state)
{
	size_t count = 0;

	(void)state;
	each_sample(check_sample, &count);
	assert_true(count > 500);
}

struct wanted {
	const struct graph_rule *rule;
	bool is_found;
};

static void find_sample(const char *id, void *ctx)
{
	struct wanted *wanted = ctx;
	struct match match;
	char path[1100];

	snprintf(path, sizeof(path), "%s.rrd", id);
	wanted->is_found |= match_path(wanted->rule->pattern, path, &match);
}

static void every_graph_has_a_sample(void **state)
{
	(void)state;
	for (size_t i = 0; graphs[i].name; i++) {
		for (size_t j = 0; j < GRAPH_RULES_MAX && graphs[i].rule[j].pattern; j++) {
			struct wanted wanted = { .rule = &graphs[i].rule[j] };

			if (strncmp(wanted.rule->pattern, "interface-", 10) == 0 ||
			    strncmp(wanted.rule->pattern, "disk-", 5) == 0)
				continue; /* stock collectd's */
			each_sample(find_sample, &wanted);
			if (!wanted.is_found)
				fail_msg("%s: nothing sends %s", graphs[i].name,
					 wanted.rule->pattern);
		}
	}
}

static void graphs_are_found_by_name(void **state)
{
	char instance[MATCH_SIZE];

	(void)state;
	assert_string_equal(graph_find("temperature", instance)->name, "temperature");
	assert_string_equal(graph_find("interrupts", instance)->name, "interrupts");
	assert_string_equal(graph_find("interrupts-xhci-hcd:usb3", instance)->name, "interrupts-%");
	assert_string_equal(instance, "xhci-hcd:usb3");
	assert_string_equal(graph_find("usb", instance)->name, "usb");
	assert_string_equal(graph_find("usb-4-1.1", instance)->name, "usb-%");
	assert_string_equal(instance, "4-1.1");
	assert_null(graph_find("usb-", instance));
	assert_null(graph_find("interrupts-", instance));
	assert_null(graph_find("temperatur", instance));
	assert_null(graph_find("", instance));
}

static void picture_names_are_safe_for_any_name(void **state)
{
	char text[64];

	(void)state;
	graph_picture_name("interrupts-../a b:c\xff\n(4)", text);
	assert_string_equal(text, "interrupts-.._a_b_c___4_");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(partitions_are_told_by_their_disk),
		cmocka_unit_test(every_sample_has_a_graph),
		cmocka_unit_test(every_graph_has_a_sample),
		cmocka_unit_test(graphs_are_found_by_name),
		cmocka_unit_test(picture_names_are_safe_for_any_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

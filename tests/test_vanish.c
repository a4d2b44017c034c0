/*
 * test_vanish.c - real devices of this kernel come and go while their files are read
 *
 * usage: test_vanish veth|zram
 *
 * They are on no USB bus. So the root is a small tree whose directory of the device, below a
 * bus, is a link to that of the kernel: what fails, and how, is the kernel's doing.
 */
#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "array.h"
#include "daemon.h"
#include "listing.h"
#include "program.h"
#include "source.h"
#include "unit.h"
#include "banned.h"

#define SECONDS 3
#define TURNS_MIN 20   /* comings and goings that were seen, at least */
#define LINES_MAX 40   /* ten times gone and back, of both samples, if each were a line */
#define OCTETS_MAX 1e6 /* a device that has just come has counted next to nothing */
#define DEVICE "../devices/pci0000:00/usb1/1-1"
#define OCTETS "usbio-1-1/if_octets"

static const struct kind {
	const char *name;
	const char *lacks;  /* shell: succeeds where the kernel allows it; else says why not */
	const char *create; /* shell: makes one, whose name is printed */
	const char *remove; /* shell: $1 is its name */
	const char *link;
	const char *up; /* from the link to sys */
} kinds[] = {
	{ "veth", "x=bs$$; ip link add $x type veth peer name p$x 2>&1 && ip link del $x",
	  "x=${1:-bst$$}; ip link add $x type veth peer name p$x && echo $x", "ip link del $1",
	  "sys/class/net", "../" },
	{ "zram",
	  "[ -w /sys/class/zram-control/hot_add ] || { echo no zram-control to write to; exit 1; }",
	  "echo zram$(cat /sys/class/zram-control/hot_add)",
	  "echo ${1#zram} >/sys/class/zram-control/hot_remove", "sys/block", "" },
};

static const struct kind *kind;

static void shell(struct output *ret, const char *commands, const char *name)
{
	program_run(ret, NULL, (const char *const[]){ "sh", "-c", commands, "sh", name, NULL });
}

/* A name that is free now, and will be that of the next. */
static void find_name(char ret[64])
{
	struct output output;

	shell(&output, kind->create, NULL);
	assert_int_equal(output.status, 0);
	snprintf(ret, 64, "%.*s", (int)strcspn(output.out, "\n"), output.out);
	output_done(&output);
	shell(&output, kind->remove, ret);
	assert_int_equal(output.status, 0);
	output_done(&output);
}

static void make_tree(const struct scratch *tree, const char *name)
{
	char target[PATH_MAX];
	char path[PATH_MAX];
	bool is_disk = strcmp(kind->link, "sys/block") == 0;

	scratch_write(tree, "7\n", "sys/devices/pci0000:00/usb1/1-1/devnum");
	scratch_write(tree, "480\n", "sys/devices/pci0000:00/usb1/1-1/speed");
	snprintf(path, sizeof(path), "%s/%s", kind->link, name);
	snprintf(target, sizeof(target), "%s" DEVICE "/1-1:1.0/%s", kind->up, name);
	scratch_link(tree, target, path);
	snprintf(path, sizeof(path), "sys/devices/pci0000:00/usb1/1-1/1-1:1.0/%s", name);
	snprintf(target, sizeof(target), "/sys/devices/virtual/%s/%s", is_disk ? "block" : "net",
		 name);
	scratch_link(tree, target, path);
}

/* It comes and goes as fast as the kernel can, until it is ended. */
static pid_t start_changing(const struct scratch *tree, const char *name)
{
	char commands[PATH_MAX];
	char log[PATH_MAX];

	snprintf(log, sizeof(log), "%s/log", tree->path);
	snprintf(commands, sizeof(commands),
		 "trap 'end=1' TERM; while [ -z \"$end\" ]; do %s >/dev/null; %s; done",
		 kind->create, kind->remove);
	return program_start(log, (const char *const[]){ "sh", "-c", commands, "sh", name, NULL });
}

static void take(const struct sample *sample, void *ctx)
{
	int *octets = ctx;

	assert_string_equal(sample->instance, "1-1");
	if (strcmp(sample->type, "if_octets") == 0) {
		assert_in_range(sample->derive[0], 0, OCTETS_MAX);
		assert_in_range(sample->derive[1], 0, OCTETS_MAX);
		++*octets;
		return;
	}
	assert_string_equal(sample->type, "gauge");
	assert_true(sample->gauge[0] == 480e6);
}

static int count_open_files(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int count = 0;

	assert_non_null(dir);
	while (readdir(dir))
		count++;
	closedir(dir);
	return count;
}

/* As fast as it can, so that each file is once the one at which the device vanishes. */
static void read_at_full_speed(const struct scratch *tree)
{
	void *state = calloc(1, usbio_source.state_size);
	int files = count_open_files();
	int turns = 0;
	int last = 0;
	struct kroot root;
	time_t end = time(NULL) + SECONDS;

	assert_non_null(state);
	assert_int_equal(kroot_open(&root, tree->path), 0);
	while (time(NULL) < end || (turns < TURNS_MIN && time(NULL) < end + 10 * SECONDS)) {
		int octets = 0;
		int rc = usbio_source.collect(state, &root, take, &octets);

		assert_int_equal(rc, 2 * octets); /* and the speed of what has octets alone */
		turns += octets != last;
		last = octets;
	}
	kroot_close(&root);
	usbio_source.done(state);
	free(state);
	assert_int_equal(count_open_files(), files);
	assert_true(turns >= TURNS_MIN);
}

static void expect_small_octets(const struct daemon *daemon)
{
	char *text = daemon_csv(daemon, OCTETS);

	for (const char *line = text ? strchr(text, '\n') : NULL; line && line[1];
	     line = strchr(line + 1, '\n')) {
		char *end;

		line = strchr(line + 1, ',');
		assert_in_range(strtoll(line + 1, &end, 10), 0, OCTETS_MAX);
		assert_in_range(strtoll(strchr(line + 1, ',') + 1, &end, 10), 0, OCTETS_MAX);
	}
	free(text);
}

static void what_vanishes_in_mid_read_is_left_out(void **state)
{
	struct scratch tree;
	struct daemon daemon;
	struct output output;
	char options[PATH_MAX];
	char name[64];
	size_t lines = 0;

	(void)state;
	find_name(name);
	scratch_make(&tree);
	make_tree(&tree, name);
	snprintf(options, sizeof(options), "Root \"%s\"\n", tree.path);
	daemon_start_every(&daemon, "0.2", options);
	pid_t changing = start_changing(&tree, name);
	read_at_full_speed(&tree);
	assert_int_equal(program_stop(changing), 0);
	daemon_stop(&daemon); /* with status 0 */
	expect_small_octets(&daemon);
	char *log = daemon_log_lines(&daemon, "usbio plugin: ");
	for (const char *byte = log; *byte; byte++)
		lines += *byte == '\n';
	assert_true(lines <= LINES_MAX);
	free(log);
	shell(&output, kind->remove, name); /* if it was ended in between */
	output_done(&output);
	daemon_done(&daemon);
	scratch_done(&tree);
}

/* Why not, to be freed, or NULL. */
static char *lacks_kind(void)
{
	struct output output;
	char *reason = NULL;

	shell(&output, kind->lacks, NULL);
	if (output.status != 0)
		reason = strndup(output.out, strcspn(output.out, "\n"));
	output_done(&output);
	return reason;
}

int main(int argc, char *argv[])
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_vanishes_in_mid_read_is_left_out),
	};

	for (size_t i = 0; argc > 1 && i < ARRAY_SIZE(kinds); i++) {
		if (strcmp(argv[1], kinds[i].name) == 0)
			kind = &kinds[i];
	}
	if (!kind)
		return 2;
	if (daemon_lacks(false))
		return skip_all(daemon_lacks(false));
	char *reason = lacks_kind();
	if (reason)
		skip_all(reason);
	int failed = reason ? 0 : cmocka_run_group_tests_name(kind->name, tests, NULL, NULL);
	free(reason);
	return failed;
}

/*
 * test_lost.c - whether looking makes a writer lose values, for a minute
 *
 * collectd's rrdtool plugin and rrdcached get 500 values a second for each of three hosts. One is
 * drawn and exported by boardgraph all the time, at once, one is drawn by `rrdtool graph`, the
 * third is looked at by nobody.
 */
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <rrd.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "array.h"
#include "program.h"
#include "scratch.h"
#include "unit.h"
#include "banned.h"

#define FILES 500
#define CPUS 8
#define SECONDS 60
#define PATIENCE_MS 20000
#define COLLECTD "/usr/sbin/collectd"
#define RRDCACHED "/usr/bin/rrdcached"
#define RRDTOOL "/usr/bin/rrdtool"

enum host { LOOKED, GRAPHED, TWIN, HOSTS };
enum looker { DRAW, EXPORT, RRDTOOL_GRAPH, LOOKERS };
enum writer { CACHED, PLUGIN, WRITERS };

static const char *const host_names[HOSTS] = { "looked", "graphed", "twin" };
static const char *const folders[WRITERS] = { "cached", "plugin" };

/* An @ is the directory. */
static const char config[] = "Hostname \"nobody\"\n"
			     "FQDNLookup false\n"
			     "BaseDir \"@\"\n"
			     "PIDFile \"@/collectd.pid\"\n"
			     "TypesDB \"/usr/share/collectd/types.db\"\n"
			     "Interval 1\n"
			     "LoadPlugin logfile\n"
			     "<Plugin logfile>\n  File \"@/log\"\n</Plugin>\n"
			     "LoadPlugin unixsock\n"
			     "<Plugin unixsock>\n  SocketFile \"@/unixsock\"\n</Plugin>\n"
			     "LoadPlugin rrdtool\n"
			     "<Plugin rrdtool>\n"
			     "  DataDir \"@/plugin\"\n"
			     "  StepSize 1\n"
			     "  HeartBeat 2\n"
			     "  RRARows 200\n"
			     "  RRATimespan 200\n"
			     "</Plugin>\n";

struct test {
	struct scratch scratch;
	pid_t daemon[WRITERS];
	int socket[WRITERS];
	time_t first, last; /* time of a value */
	int64_t counter[FILES];
};

/* What the children count; shared. */
struct seen {
	unsigned int runs, failed;
};

static struct test test;
static struct seen *seen; /* one for each looker */

/* "cpuirq-i7/irq-cpu3" */
static void id_of(int file, char ret[64])
{
	if (file < CPUS)
		snprintf(ret, 64, "cpuirq-total/irq-cpu%d", file);
	else
		snprintf(ret, 64, "cpuirq-i%d/irq-cpu%d", file / CPUS, file % CPUS);
}

static void path_of(enum writer writer, enum host host, int file, char ret[PATH_MAX])
{
	char id[64];

	id_of(file, id);
	snprintf(ret, PATH_MAX, "%s/%s/%s/%s.rrd", test.scratch.path, folders[writer],
		 host_names[host], id);
}

/* What happens in the second that ends at `time`. */
static int64_t rate_of(int file, time_t time)
{
	return 1000 + (file * 7 + time) % 100;
}

/* --- the daemons --- */

static void create_files(enum host host)
{
	static const char *const words[] = { "DS:value:DERIVE:2:0:U", "RRA:AVERAGE:0.1:1:200",
					     "RRA:MIN:0.1:1:200", "RRA:MAX:0.1:1:200" };

	for (int file = 0; file < FILES; file++) {
		char path[PATH_MAX];
		char *slash;

		path_of(CACHED, host, file, path);
		slash = strrchr(path, '/');
		*slash = '\0';
		mkdir(path, 0755);
		*slash = '/';
		rrd_clear_error();
		if (rrd_create_r(path, 1, test.first - 1, ARRAY_SIZE(words),
				 (void *)(uintptr_t)words) != 0)
			fail_msg("%s: %s", path, rrd_get_error());
	}
}

static int connect_to(const char *name)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	assert_true((size_t)snprintf(address.sun_path, sizeof(address.sun_path), "%s/%s",
				     test.scratch.path, name) < sizeof(address.sun_path));
	for (int waited = 0; connect(fd, (const struct sockaddr *)&address, sizeof(address)) < 0;
	     waited += 50) {
		if (waited > PATIENCE_MS)
			fail_msg("%s: nobody answers", address.sun_path);
		poll(NULL, 0, 50);
	}
	return fd;
}

static void start_cached(void)
{
	char base[PATH_MAX], address[PATH_MAX], pid[PATH_MAX], log[PATH_MAX];

	snprintf(base, sizeof(base), "%s/cached", test.scratch.path);
	mkdir(base, 0755);
	for (enum host host = 0; host < HOSTS; host++) {
		char path[PATH_MAX];

		snprintf(path, sizeof(path), "%s/cached/%s", test.scratch.path, host_names[host]);
		mkdir(path, 0755);
		create_files(host);
	}
	snprintf(address, sizeof(address), "unix:%s/socket", test.scratch.path);
	snprintf(pid, sizeof(pid), "%s/rrdcached.pid", test.scratch.path);
	snprintf(log, sizeof(log), "%s/rrdcached.log", test.scratch.path);
	/* each file is written every other second, so that there is much to lose */
	test.daemon[CACHED] =
		program_start(log, (const char *const[]){ RRDCACHED, "-g", "-F", "-B", "-b", base,
							  "-l", address, "-p", pid, "-w", "2", "-z",
							  "1", "-f", "3600", "-t", "4", NULL });
	test.socket[CACHED] = connect_to("socket");
}

static void start_plugin(void)
{
	char path[PATH_MAX], log[PATH_MAX];
	char *text;
	size_t length;
	FILE *stream = open_memstream(&text, &length);

	assert_non_null(stream);
	for (const char *byte = config; *byte; byte++) {
		if (*byte == '@')
			fputs(test.scratch.path, stream);
		else
			fputc(*byte, stream);
	}
	fclose(stream);
	scratch_write(&test.scratch, text, "collectd.conf");
	free(text);
	snprintf(path, sizeof(path), "%s/collectd.conf", test.scratch.path);
	snprintf(log, sizeof(log), "%s/collectd.log", test.scratch.path);
	test.daemon[PLUGIN] =
		program_start(log, (const char *const[]){ COLLECTD, "-f", "-C", path, NULL });
	test.socket[PLUGIN] = connect_to("unixsock");
}

/* --- the writer --- */

static void add_command(FILE *stream, enum writer writer, enum host host, int file, time_t time)
{
	char path[PATH_MAX], id[64];

	if (writer == CACHED) {
		path_of(CACHED, host, file, path);
		fprintf(stream, "UPDATE %s %lld:%lld\n", path, (long long)time,
			(long long)test.counter[file]);
	} else {
		id_of(file, id);
		fprintf(stream, "PUTVAL %s/%s interval=1 %lld:%lld\n", host_names[host], id,
			(long long)time, (long long)test.counter[file]);
	}
}

/* Send `text` and wait for as many answers; each begins with the number of lines after it. */
static void exchange(int fd, const char *text, size_t length, int answers)
{
	char in[65536];
	bool is_begin = true;

	while (length > 0 || answers > 0) {
		struct pollfd ask = { .fd = fd, .events = POLLIN };

		ask.events = (short)(ask.events | (length ? POLLOUT : 0));
		assert_true(poll(&ask, 1, PATIENCE_MS) > 0);
		if (length && ask.revents & POLLOUT) {
			ssize_t sent = send(fd, text, length, MSG_NOSIGNAL | MSG_DONTWAIT);

			assert_true(sent > 0);
			text += sent;
			length -= (size_t)sent;
		}
		if (!(ask.revents & POLLIN))
			continue;
		ssize_t got = read(fd, in, sizeof(in));

		assert_true(got > 0);
		for (ssize_t i = 0; i < got; i++) {
			if (is_begin && in[i] != '0')
				fail_msg("refused: %.*s", (int)(got - i), in + i);
			is_begin = in[i] == '\n';
			answers -= is_begin;
		}
	}
}

static void write_second(time_t time)
{
	for (int file = 0; file < FILES; file++)
		test.counter[file] += rate_of(file, time);
	for (enum writer writer = 0; writer < WRITERS; writer++) {
		char *text;
		size_t length;
		FILE *stream = open_memstream(&text, &length);

		assert_non_null(stream);
		for (int file = 0; file < FILES; file++)
			for (enum host host = 0; host < HOSTS; host++)
				add_command(stream, writer, host, file, time);
		fclose(stream);
		exchange(test.socket[writer], text, length, FILES * HOSTS);
		free(text);
	}
}

/* --- those who look --- */

/* Returns the exit status, or -1. */
static int run_quietly(const char *const argv[])
{
	posix_spawn_file_actions_t actions;
	int status;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	int rc =
		posix_spawn(&pid, argv[0], &actions, NULL, (char *const *)(uintptr_t)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (rc != 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
		return -1;
	return WEXITSTATUS(status);
}

/* Run boardgraph with these words, ended by NULL. */
static void look(enum looker looker, enum writer writer, const char *const words[])
{
	char data[PATH_MAX], address[PATH_MAX];
	const char *argv[16] = { getenv("BOARDGRAPH") };
	int count = 1;

	snprintf(data, sizeof(data), "%s/%s", test.scratch.path, folders[writer]);
	snprintf(address, sizeof(address), "unix:%s/socket", test.scratch.path);
	while (*words)
		argv[count++] = *words++;
	argv[count++] = "--data-dir";
	argv[count++] = data;
	argv[count++] = "--host";
	argv[count++] = host_names[LOOKED];
	if (writer == CACHED) {
		argv[count++] = "--daemon";
		argv[count++] = address;
	}
	seen[looker].failed += run_quietly(argv) != 0;
	seen[looker].runs++;
}

static void draw(enum writer writer)
{
	char out[PATH_MAX];

	snprintf(out, sizeof(out), "%s/out", test.scratch.path);
	look(DRAW, writer,
	     (const char *const[]){ "draw", "--period", "hour", "--output", out, NULL });
	look(DRAW, writer, (const char *const[]){ "list", "--json", NULL });
	look(DRAW, writer,
	     (const char *const[]){ "draw", "interrupts", "interrupts-i7", "--output", out, NULL });
}

/* All files, one interrupt after the other, in each format. */
static void export_all(enum writer writer)
{
	static const char *const formats[] = { "csv", "json", "tsv", "xml" };
	unsigned int round = seen[EXPORT].runs / (2 * WRITERS);
	unsigned int interrupts = (FILES + CPUS - 1) / CPUS - 1;
	const char *format = formats[round % ARRAY_SIZE(formats)];
	char name[32];

	snprintf(name, sizeof(name), "interrupts-i%u", 1 + round % interrupts);
	look(EXPORT, writer,
	     (const char *const[]){ "export", "interrupts", "--period", "hour", "--format", format,
				    NULL });
	look(EXPORT, writer,
	     (const char *const[]){ "export", name, "--period", "hour", "--format", format, NULL });
}

/* All files, as they would be summed up by interrupt. */
static void rrdtool_graph(enum writer writer)
{
	static char text[FILES][PATH_MAX + 64];
	const char *argv[FILES + 16] = { RRDTOOL, "graph", NULL, "--start=end-3600" };
	char out[PATH_MAX];
	int count = 4;

	snprintf(out, sizeof(out), "%s/graph.png", test.scratch.path);
	argv[2] = out;
	for (int file = 0; file < FILES; file++) {
		char path[PATH_MAX];

		path_of(writer, GRAPHED, file, path);
		snprintf(text[file], sizeof(text[file]), "DEF:v%d=%s:value:AVERAGE", file, path);
		argv[count++] = text[file];
	}
	argv[count++] = "LINE:v0#000000";
	seen[RRDTOOL_GRAPH].failed += run_quietly(argv) != 0;
	seen[RRDTOOL_GRAPH].runs++;
}

static pid_t start_looking(enum looker looker, time_t until)
{
	static void (*const fn[LOOKERS])(enum writer writer) = { draw, export_all, rrdtool_graph };
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid > 0)
		return pid;
	while (time(NULL) < until) {
		for (enum writer writer = 0; writer < WRITERS; writer++)
			fn[looker](writer);
	}
	_exit(0);
}

/* --- what has come of it --- */

/* The values of a file that are not as they were sent. */
static size_t count_lost(enum writer writer, enum host host, int file)
{
	unsigned long step = 1, sources = 0;
	time_t start = test.first, end = test.last;
	rrd_value_t *value = NULL;
	char **names = NULL;
	char path[PATH_MAX];
	size_t lost = 0;

	path_of(writer, host, file, path);
	rrd_clear_error();
	if (rrd_fetch_r(path, "AVERAGE", &start, &end, &step, &sources, &names, &value) != 0)
		fail_msg("%s: %s", path, rrd_get_error());
	assert_int_equal(step, 1);
	for (time_t time = test.first + 1; time <= test.last; time++) {
		double got = value[time - start - 1];

		lost += !(fabs(got - (double)rate_of(file, time)) < 1e-6);
	}
	for (unsigned long i = 0; i < sources; i++)
		rrd_freemem(names[i]);
	rrd_freemem(names);
	rrd_freemem(value);
	return lost;
}

static size_t count_all(enum writer writer, enum host host)
{
	size_t lost = 0;

	for (int file = 0; file < FILES; file++)
		lost += count_lost(writer, host, file);
	return lost;
}

static void report(const char *what, enum host host)
{
	long long sent = (long long)FILES * (test.last - test.first);

	print_message("# %s: %zu of %lld values lost with rrdcached, %zu of %lld with collectd's "
		      "rrdtool plugin\n",
		      what, count_all(CACHED, host), sent, count_all(PLUGIN, host), sent);
}

static void report_all(void)
{
	char text[128];

	snprintf(text, sizeof(text), "boardgraph draw and list %u times, export %u times",
		 seen[DRAW].runs, seen[EXPORT].runs);
	report(text, LOOKED);
	snprintf(text, sizeof(text), "rrdtool graph %u times", seen[RRDTOOL_GRAPH].runs);
	report(text, GRAPHED);
	report("not looked at", TWIN);
}

static void nothing_is_lost_by_looking(void **state)
{
	pid_t looking[LOOKERS];
	int status;

	(void)state;
	test.last = test.first;
	write_second(test.first);
	poll(NULL, 0, 1500); /* collectd makes its files */
	for (enum looker looker = 0; looker < LOOKERS; looker++)
		looking[looker] = start_looking(looker, time(NULL) + SECONDS);
	for (int i = 0; i < SECONDS; i++) {
		while (time(NULL) <= test.last)
			poll(NULL, 0, 10);
		write_second(++test.last);
	}
	for (enum looker looker = 0; looker < LOOKERS; looker++)
		assert_int_equal(waitpid(looking[looker], &status, 0), looking[looker]);
	for (enum writer writer = 0; writer < WRITERS; writer++) {
		close(test.socket[writer]);
		assert_int_equal(program_stop(test.daemon[writer]), 0);
		test.daemon[writer] = 0;
	}
	report_all();
	for (enum looker looker = DRAW; looker <= EXPORT; looker++) {
		assert_int_equal(seen[looker].failed, 0);
		assert_true(seen[looker].runs > 20);
	}
	for (enum writer writer = 0; writer < WRITERS; writer++) {
		assert_int_equal(count_all(writer, TWIN), 0);
		assert_int_equal(count_all(writer, LOOKED), 0);
	}
}

static int setup(void **state)
{
	char out[PATH_MAX];

	(void)state;
	scratch_make(&test.scratch);
	snprintf(out, sizeof(out), "%s/out", test.scratch.path);
	seen = mmap(NULL, LOOKERS * sizeof(*seen), PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	test.first = time(NULL);
	return seen == MAP_FAILED ? -1 : mkdir(out, 0755);
}

static int setup_all(void **state)
{
	int rc = setup(state);

	start_cached();
	start_plugin();
	return rc;
}

static int teardown(void **state)
{
	(void)state;
	for (enum writer writer = 0; writer < WRITERS; writer++) {
		if (test.daemon[writer] > 0)
			program_stop(test.daemon[writer]);
	}
	scratch_done(&test.scratch);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nothing_is_lost_by_looking, setup_all, teardown),
	};

	if (access(COLLECTD, X_OK) < 0 || access(RRDCACHED, X_OK) < 0 || access(RRDTOOL, X_OK) < 0)
		return skip_all("collectd, rrdcached or rrdtool is not installed");
	return cmocka_run_group_tests(tests, NULL, NULL);
}

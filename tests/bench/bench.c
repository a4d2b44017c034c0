/*
 * bench.c - what boardgraph costs next to rrdtool: 6 graphs x 5 periods of 8 CPUs x 12 interrupts,
 * 2 clusters, 2 zones and 6 USB devices. Prints medians of ratios, each of one round.
 */
#include <err.h>
#include <fcntl.h>
#include <ftw.h>
#include <sched.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "peer.h"
#include "year.h"
#include "banned.h"

#define ROUNDS 9
#define CPUS 2
#define PATH_SIZE 512
#define DAY 86400

static const struct {
	const char *name;
	int64_t seconds;
} periods[] = { { "hour", 3600 },
		{ "day", DAY },
		{ "week", 604800 },
		{ "month", 2678400 },
		{ "year", 31622400 } };
#define PERIODS (sizeof(periods) / sizeof(periods[0]))
#define PERIOD_WORDS "hour,day,week,month,year"

struct place {
	char dir[128], data[160], host[192], ours[160], theirs[160];
};

struct cost {
	double wall_s, cpu_s;
	double rss_mb; /* of the largest process */
};

static double clock_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* Run to the end, its output thrown away, and add what it took. Returns its exit status. */
static int run(char *const argv[], struct cost *cost)
{
	posix_spawn_file_actions_t actions;
	double begin = clock_s();
	struct rusage usage;
	int status;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	if (posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ) != 0)
		errx(1, "cannot start %s", argv[0]);
	posix_spawn_file_actions_destroy(&actions);
	if (wait4(pid, &status, 0, &usage) != pid)
		err(1, "wait");
	cost->wall_s += clock_s() - begin;
	cost->cpu_s += seconds(usage.ru_utime) + seconds(usage.ru_stime);
	if ((double)usage.ru_maxrss / 1024 > cost->rss_mb)
		cost->rss_mb = (double)usage.ru_maxrss / 1024;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void must_run(char *const argv[], struct cost *cost)
{
	int code = run(argv, cost);

	if (code != 0)
		errx(1, "%s %s: exit status %d", argv[0], argv[1], code);
}

static struct cost draw_theirs(const struct place *place)
{
	struct cost cost = { 0 };
	int64_t now = time(NULL);

	for (size_t g = 0; g < PEER_GRAPHS; g++) {
		for (size_t p = 0; p < PERIODS; p++) {
			char output[PATH_SIZE];
			struct peer peer;

			snprintf(output, sizeof(output), "%s/%s-%s.png", place->theirs,
				 peer_graphs[g].name, periods[p].name);
			peer_draw(&peer, &peer_graphs[g], place->host, output,
				  now - periods[p].seconds, now);
			must_run(peer.word, &cost);
			peer_done(&peer);
		}
	}
	return cost;
}

/* boardgraph with these words and the data; `word` ends with NULL. */
static struct cost run_ours(const struct place *place, const char *const word[])
{
	const char *argv[32] = { getenv("BOARDGRAPH"), word[0], "--data-dir", place->data };
	struct cost cost = { 0 };
	size_t count = 4;

	while (*++word)
		argv[count++] = *word;
	must_run((char *const *)(uintptr_t)argv, &cost);
	return cost;
}

static struct cost draw_ours(const struct place *place, bool is_lazy)
{
	const char *word[PEER_GRAPHS + 8] = { "draw", "--period", PERIOD_WORDS, "--output",
					      place->ours };
	size_t count = 5;

	for (size_t g = 0; g < PEER_GRAPHS; g++)
		word[count++] = peer_graphs[g].name;
	if (is_lazy)
		word[count++] = "--lazy";
	return run_ours(place, word);
}

static struct cost export_theirs(const struct place *place)
{
	struct cost cost = { 0 };
	int64_t now = time(NULL);
	struct peer peer;

	peer_export(&peer, place->host, now - DAY, now);
	must_run(peer.word, &cost);
	peer_done(&peer);
	return cost;
}

static struct cost export_ours(const struct place *place)
{
	return run_ours(place, (const char *const[]){ "export", "interrupts", "--period", "day",
						      "--format", "json", NULL });
}

static bool has_export(void)
{
	const char *const argv[] = { getenv("BOARDGRAPH"), "export", "--help", NULL };
	struct cost cost = { 0 };

	return run((char *const *)(uintptr_t)argv, &cost) == 0;
}

/* The newest of the pictures, to tell whether any was drawn again. */
static time_t newest_picture(const struct place *place)
{
	time_t newest = 0;

	for (size_t g = 0; g < PEER_GRAPHS; g++) {
		for (size_t p = 0; p < PERIODS; p++) {
			char path[PATH_SIZE];
			struct stat st;

			snprintf(path, sizeof(path), "%s/%s-%s.png", place->ours,
				 peer_graphs[g].name, periods[p].name);
			if (stat(path, &st) < 0)
				err(1, "%s", path);
			if (st.st_ctime > newest)
				newest = st.st_ctime;
		}
	}
	return newest;
}

struct rounds {
	double value[ROUNDS];
	size_t count;
};

static void add(struct rounds *rounds, double value)
{
	rounds->value[rounds->count++] = value;
}

static int by_value(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

static double median(struct rounds *rounds)
{
	qsort(rounds->value, rounds->count, sizeof(rounds->value[0]), by_value);
	return rounds->value[rounds->count / 2];
}

/* `goal` 0: there is none beyond `target`. */
static void report(const char *what, struct rounds *rounds, double target, double goal)
{
	double value = median(rounds);
	const char *verdict = value > target ? "MISSED" : "reached";

	if (goal > 0 && value <= goal)
		verdict = "goal reached";
	printf("%-46s %7.3f  (%.3f to %.3f)  at most %g", what, value, rounds->value[0],
	       rounds->value[rounds->count - 1], target);
	if (goal > 0)
		printf(", goal %g", goal);
	printf(": %s\n", verdict);
}

static void report_ms(const char *what, struct rounds *rounds)
{
	printf("%-46s %7.1f ms\n", what, median(rounds) * 1000);
}

static void measure_pictures(const struct place *place)
{
	struct rounds ours = { 0 }, theirs = { 0 }, wall = { 0 }, cpu = { 0 }, lazy = { 0 },
		      rss = { 0 };

	for (int i = 0; i < ROUNDS; i++) {
		struct cost their = draw_theirs(place);
		struct cost own = draw_ours(place, false);
		time_t drawn = newest_picture(place);
		struct cost again = draw_ours(place, true);

		if (newest_picture(place) != drawn)
			puts("(--lazy drew again what was no longer fresh: the machine is slow)");
		add(&theirs, their.wall_s);
		add(&ours, own.wall_s);
		add(&wall, own.wall_s / their.wall_s);
		add(&cpu, own.cpu_s / their.cpu_s);
		add(&lazy, again.wall_s / their.wall_s);
		add(&rss, own.rss_mb);
	}
	report_ms("30 pictures, rrdtool graph, one after the other", &theirs);
	report_ms("30 pictures, boardgraph draw", &ours);
	report("(a) draw, wall", &wall, 0.40, 0.25);
	report("(a) draw, CPU", &cpu, 0.65, 0.45);
	report("(b) draw --lazy, wall, all fresh", &lazy, 0.06, 0);
	report("(d) MB of the largest process", &rss, 25, 0);
}

static void measure_export(const struct place *place)
{
	struct rounds ours = { 0 }, theirs = { 0 }, wall = { 0 };

	if (!has_export()) {
		puts("(c) not measured: this boardgraph has no export");
		return;
	}
	for (int i = 0; i < ROUNDS; i++) {
		double their = export_theirs(place).wall_s, own = export_ours(place).wall_s;

		add(&theirs, their);
		add(&ours, own);
		add(&wall, own / their);
	}
	report_ms("a day of 8 series, rrdtool xport --json", &theirs);
	report_ms("a day of 8 series, boardgraph export", &ours);
	report("(c) export, wall", &wall, 1, 0);
}

/* On a larger machine two CPUs must do, too. */
static void bind_to_two_cpus(void)
{
	cpu_set_t all, two;
	int found = 0;

	CPU_ZERO(&two);
	if (sched_getaffinity(0, sizeof(all), &all) < 0)
		err(1, "sched_getaffinity");
	for (int cpu = 0; cpu < CPU_SETSIZE && found < CPUS; cpu++) {
		if (CPU_ISSET(cpu, &all)) {
			CPU_SET(cpu, &two);
			found++;
		}
	}
	if (found < CPUS)
		puts("(there is one CPU only: the targets are for two)");
	sched_setaffinity(0, sizeof(two), &two);
}

static void make_folder(char *ret, size_t size, const char *dir, const char *name)
{
	if ((size_t)snprintf(ret, size, "%s/%s", dir, name) >= size || mkdir(ret, 0755) < 0)
		err(1, "%s", ret);
}

static void make_place(struct place *ret)
{
	const char *below = getenv("TMPDIR");

	snprintf(ret->dir, sizeof(ret->dir), "%s/boardgraph-bench-XXXXXX", below ? below : "/tmp");
	if (!mkdtemp(ret->dir))
		err(1, "%s", ret->dir);
	make_folder(ret->data, sizeof(ret->data), ret->dir, "data");
	make_folder(ret->host, sizeof(ret->host), ret->data, "board");
	make_folder(ret->ours, sizeof(ret->ours), ret->dir, "ours");
	make_folder(ret->theirs, sizeof(ret->theirs), ret->dir, "theirs");
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *ftw)
{
	(void)st;
	(void)kind;
	(void)ftw;
	return remove(path);
}

int main(int argc, char *argv[])
{
	struct place place;

	(void)argv;
	if (!getenv("BOARDGRAPH"))
		errx(1, "BOARDGRAPH must name the program");
	setvbuf(stdout, NULL, _IOLBF, 0);
	bind_to_two_cpus();
	make_place(&place);
	year_write(place.host, time(NULL) / 10 * 10);
	measure_pictures(&place);
	measure_export(&place);
	if (argc > 1)
		printf("kept: %s\n", place.dir);
	else
		nftw(place.dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return 0;
}

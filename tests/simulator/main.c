/* main.c - simulator: a year of RRDs of a board that never was, and its kernel files, moving. */
#include <err.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "history.h"
#include "tree.h"
#include "banned.h"

static _Noreturn void usage(void)
{
	fputs("usage: simulator --end TIME --interval SECONDS history DIR <SAMPLES\n"
	      "       simulator --end TIME --interval SECONDS play TREE\n"
	      "\n"
	      "history writes DIR/.../*.rrd as collectd would have left them, for the lines\n"
	      "\"identifier value\" of boardprobe; play moves the recorded files below TREE until\n"
	      "it is ended. TIME, a multiple of SECONDS, is when the one ends and the other\n"
	      "begins.\n",
	      stderr);
	exit(2);
}

static int64_t positive(const char *text)
{
	char *end;
	long long value = strtoll(text, &end, 10);

	if (*end != '\0' || value <= 0)
		usage();
	return value;
}

static void history(const struct history *history)
{
	size_t count;
	struct series *series = series_read(stdin, "/usr/share/collectd/types.db", &count);

	history_write(history, series, count);
	history_catch_up(history, series, count);
	series_free(series, count);
}

/* Every second, when it begins: a sample that comes later within it has its values. */
static void play(const char *path, int64_t end, unsigned int step)
{
	struct timespec next = { .tv_sec = (time_t)end };
	struct kroot root;
	struct tree tree;
	int rc = kroot_open(&root, path);

	if (rc == 0)
		tree_open(&tree, &root, end, step);
	while (rc == 0) {
		clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &next, NULL);
		next.tv_sec = time(NULL);
		rc = tree_play(&tree, next.tv_sec);
		next.tv_sec++;
	}
	errx(1, "%s: %s", path, strerrordesc_np(-rc));
}

int main(int argc, char **argv)
{
	static const struct option options[] = { { "end", required_argument, NULL, 'e' },
						 { "interval", required_argument, NULL, 'i' },
						 { 0 } };
	int64_t end = 0;
	unsigned int step = 0;
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (option) {
		case 'e':
			end = positive(optarg);
			break;
		case 'i':
			step = (unsigned int)positive(optarg);
			break;
		default:
			usage();
		}
	if (argc - optind != 2 || step == 0 || end % step != 0)
		usage();
	if (strcmp(argv[optind], "history") == 0)
		history(&(struct history){ argv[optind + 1], end, 0, step });
	else if (strcmp(argv[optind], "play") == 0)
		play(argv[optind + 1], end, step);
	else
		usage();
	return 0;
}

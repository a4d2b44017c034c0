/* check_gather.c - looks once at what the checks judge. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "archive.h"
#include "check.h"
#include "conf_read.h"
#include "copy.h"
#include "graph.h"
#include "banned.h"

#define CONF_DEFAULT "/etc/collectd/collectd.conf"
#define PROCESSES_MAX 16
#define LOCKED_MAX 8

static const struct conf_writer *find_writer(const struct check *check)
{
	static const char *const names[] = { "rrdcached", "rrdtool" };
	const struct conf_writer *writers[] = { &check->conf.rrdcached, &check->conf.rrdtool };
	const char *dir = check->store.dir ? check->store.dir : check->options->data_dir;

	for (size_t i = 0; check->conf_rc == 0 && i < ARRAY_SIZE(writers); i++) {
		if (conf_loads(&check->conf, names[i]) && writers[i]->data_dir[0] &&
		    check_is_below(dir, writers[i]->data_dir))
			return writers[i];
	}
	return NULL;
}

/* How likely this is the collectd whose values are asked for. */
static int rank(struct check *check)
{
	if (check->writer)
		return 3;
	return strcmp(check->conf_path, CONF_DEFAULT) == 0 ? 2 : 1;
}

static void read_conf(struct check *check, const struct process *process)
{
	const char *path = process ? process_option(process, 'C') : NULL;

	snprintf(check->conf_path, sizeof(check->conf_path), "%s", path ? path : CONF_DEFAULT);
	check->conf_rc = conf_read(check->system, check->conf_path, &check->conf);
	check->writer = find_writer(check);
}

static int gather_collectd(struct check *check)
{
	struct process *found = calloc(PROCESSES_MAX, sizeof(*found));
	size_t count, best = 0;
	int best_rank = 0;

	if (!found)
		return -ENOMEM;
	count = system_processes(check->system, "collectd", found, PROCESSES_MAX);
	for (size_t i = 0; i < count; i++) {
		read_conf(check, &found[i]);
		if (rank(check) > best_rank) {
			best_rank = rank(check);
			best = i;
		}
	}
	if (count)
		check->collectd = found[best];
	else /* what is to start it knows its configuration */
		count = system_processes(check->system, "collectdmon", found, 1);
	read_conf(check, count ? &found[best] : NULL);
	free(found);
	return 0;
}

/* The address given, else the one of collectd. */
static const char *find_address(const struct check *check)
{
	const struct conf_writer *writer = &check->conf.rrdcached;

	if (check->options->daemon)
		return check->options->daemon;
	if (check->conf_rc < 0 || !conf_loads(&check->conf, "rrdcached") ||
	    check->writer == &check->conf.rrdtool)
		return NULL;
	return writer->address[0] ? writer->address : FLUSH_DEFAULT;
}

/* /var/run is a link to /run. */
static bool is_same_socket(const char *one, const char *two)
{
	struct stat a, b;

	if (strncmp(one, "unix:", 5) == 0)
		one += 5;
	if (strncmp(two, "unix:", 5) == 0)
		two += 5;
	return stat(one, &a) == 0 && stat(two, &b) == 0 && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

static bool serves(const struct cached *cached, const char *address)
{
	for (size_t i = 0; i < cached->sockets; i++) {
		if (is_same_socket(cached->socket[i], address))
			return true;
	}
	return cached_listens(cached, address);
}

static int gather_rrdcached(struct check *check)
{
	struct process *found = calloc(PROCESSES_MAX, sizeof(*found));
	size_t count;

	if (!found)
		return -ENOMEM;
	check->address = find_address(check);
	count = system_processes(check->system, "rrdcached", found, PROCESSES_MAX);
	for (size_t i = 0; i < count; i++) {
		struct cached cached;

		cached_read(found[i].cmdline, found[i].length, &cached);
		if (!check->address || !serves(&cached, check->address)) {
			check->others++;
			continue;
		}
		check->process = found[i];
		cached_read(check->process.cmdline, check->process.length, &check->cached);
	}
	free(found);
	check->ping_rc = check->address ? flush_ping(check->address) : 0;
	return 0;
}

/* Adds to `locked`: the first locked files are given time, many would take too long. */
static int inspect(const struct check *check, struct check_file *ret, size_t *locked)
{
	struct copy_state state;
	char *path;

	if (asprintf(&path, "%s/%s", check->store.dir, ret->name) < 0)
		return -ENOMEM;
	ret->rc = copy_inspect(path, *locked < LOCKED_MAX, &state);
	free(path);
	if (ret->rc < 0)
		return ret->rc == -ENOMEM ? -ENOMEM : 0;
	ret->fault = state.fault;
	ret->machine = state.machine;
	ret->size = state.size;
	ret->whole_bytes = state.header.file_bytes;
	ret->locked_by = state.locked_by;
	*locked += state.locked_by != 0;
	if (state.fault != HEADER_SOUND)
		return 0;
	ret->newest = state.header.last_update;
	ret->sources = state.header.sources;
	ret->lacks = graph_lacks(&state.header, ret->name);
	ret->step_s = (uint64_t)archive_step(&state.header);
	return 0;
}

/* A daemon that does not answer has had its time already. */
static int gather_files(struct check *check)
{
	const struct store *store = &check->store;
	size_t locked = 0;
	int rc = 0;

	if (check->ping_rc == 0)
		check->flush_rc =
			flush_files(check->address, store->dir, (const char *const *)store->file,
				    store->files, &check->flush_notes);
	if (check->writer == &check->conf.rrdtool)
		check->held_s = check->conf.rrdtool.cache_s;
	else if (check->process.pid && (check->ping_rc < 0 || check->flush_rc < 0))
		check->held_s = check->cached.write_s + check->cached.delay_s;
	check->now = time(NULL);
	check->file = calloc(store->files + 1, sizeof(check->file[0]));
	if (!check->file)
		return -ENOMEM;
	for (size_t i = 0; i < store->files && rc == 0; i++) {
		check->file[i].name = store->file[i];
		rc = inspect(check, &check->file[i], &locked);
	}
	return rc;
}

/* Files of what was unplugged cost nothing: those count that are as new as the newest. */
static void gather_cost(struct check *check)
{
	const struct conf_writer *writer = check->writer;
	time_t newest = 0;

	for (size_t i = 0; i < check->store.files; i++) {
		if (check->file[i].newest > newest)
			newest = check->file[i].newest;
	}
	for (size_t i = 0; i < check->store.files; i++) {
		const struct check_file *file = &check->file[i];

		if (file->step_s == 0 ||
		    (double)(newest - file->newest) > check_limit_s(check, file))
			continue;
		check->active++;
		check->values_per_s += (double)file->sources / (double)file->step_s;
		check->cost.files_per_s += 1.0 / (double)file->step_s;
	}
	check->cost.together = 1;
	check->mb_per_day = NAN;
	if (check->active == 0 || !writer)
		return;
	double step_s = (double)check->active / check->cost.files_per_s;
	if (writer == &check->conf.rrdtool)
		check->cost.together = fmax(1, writer->cache_s / step_s);
	else if (check->process.pid == 0)
		return;
	else
		check->cost.together = fmax(1, check->cached.write_s / step_s);
	check->cost.has_journal = writer != &check->conf.rrdtool && check->cached.journal[0];
	check->mb_per_day = cost_mb_per_day(&check->cost);
}

int check_gather(struct check *check, const struct system *system, const struct options *options)
{
	int rc;

	check->system = system;
	check->options = options;
	check->now = time(NULL);
	check->mb_per_day = NAN;
	check->store_rc =
		store_open(options->data_dir, options->host, &check->store, &check->store_notes);
	rc = gather_collectd(check);
	if (rc == 0)
		rc = gather_rrdcached(check);
	if (rc == 0 && check->store_rc == 0)
		rc = gather_files(check);
	if (rc == 0 && check->store_rc == 0)
		gather_cost(check);
	return rc;
}

void check_done(struct check *check)
{
	free(check->file);
	store_close(&check->store);
}

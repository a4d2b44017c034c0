/* daemon.c - the real collectd in a directory of its own, with csv, rrdtool and rrdcached. */
#include "daemon.h"

#include <errno.h>
#include <ftw.h>
#include <glob.h>
#include <limits.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "array.h"
#include "listing.h"
#include "program.h"
#include "unit.h"
#include "banned.h"

#define COLLECTD "/usr/sbin/collectd"
#define HOST "testhost"
#define PATIENCE_MS 30000
#define POLL_MS 50
#define DATE "2[0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]"
#define FILES_MAX 4096

static const char *const folder[WRITERS] = { "csv", "rrd", "cached" };

/* An @ is the directory, an & the seconds between two reads. One thread writes, or two values of
 * one identifier could change places. */
static const char config[] = "Hostname \"" HOST "\"\n"
			     "FQDNLookup false\n"
			     "BaseDir \"@\"\n"
			     "PIDFile \"@/collectd.pid\"\n"
			     "TypesDB \"/usr/share/collectd/types.db\"\n"
			     "Interval &\n"
			     "WriteThreads 1\n"
			     "LoadPlugin logfile\n"
			     "<Plugin logfile>\n"
			     "  LogLevel info\n"
			     "  File \"@/log\"\n"
			     "  Timestamp false\n"
			     "  PrintSeverity true\n"
			     "</Plugin>\n"
			     "PluginDir \"" PLUGINDIR "\"\n"
			     "LoadPlugin csv\n"
			     "<Plugin csv>\n"
			     "  DataDir \"@/csv\"\n"
			     "  StoreRates false\n"
			     "</Plugin>\n"
			     "PluginDir \"@/plugins\"\n";

/* Few rows, or each of some hundred files would have 150 KB. */
static const char rrds[] = "PluginDir \"" PLUGINDIR "\"\n"
			   "LoadPlugin rrdtool\n"
			   "<Plugin rrdtool>\n"
			   "  DataDir \"@/rrd\"\n"
			   "  RRARows 60\n"
			   "  RRATimespan 60\n"
			   "</Plugin>\n"
			   "LoadPlugin rrdcached\n"
			   "<Plugin rrdcached>\n"
			   "  DaemonAddress \"unix:@/socket\"\n"
			   "  DataDir \"@/cached\"\n"
			   "  CreateFiles true\n"
			   "  CollectStatistics false\n"
			   "  RRARows 60\n"
			   "  RRATimespan 60\n"
			   "</Plugin>\n"
			   "PluginDir \"@/plugins\"\n";

static const char *const plugins[] = { "cputemp", "clusterfreq", "cpuirq", "usbio" };

size_t daemon_plugins(void)
{
	return ARRAY_SIZE(plugins);
}

const char *daemon_lacks(bool as_nobody)
{
	if (access(COLLECTD, X_OK) < 0)
		return COLLECTD " is not installed";
	if (access("/usr/bin/rrdcached", X_OK) < 0 || access("/usr/bin/rrdtool", X_OK) < 0)
		return "rrdtool or rrdcached is not installed";
	if (as_nobody && geteuid() != 0)
		return "only root can become nobody";
	return NULL;
}

/* They take no two values within a second. */
static bool has_rrds(const struct daemon *daemon)
{
	return daemon->interval[0] != '0';
}

static void write_lines(FILE *stream, const char *lines, const struct daemon *daemon)
{
	for (const char *byte = lines; *byte; byte++) {
		if (*byte == '@')
			fputs(daemon->scratch.path, stream);
		else if (*byte == '&')
			fputs(daemon->interval, stream);
		else
			fputc(*byte, stream);
	}
}

static void write_config(const struct daemon *daemon, const char *options)
{
	char *text;
	size_t length;
	FILE *stream = open_memstream(&text, &length);

	assert_non_null(stream);
	write_lines(stream, config, daemon);
	if (has_rrds(daemon))
		write_lines(stream, rrds, daemon);
	for (size_t i = 0; options && i < ARRAY_SIZE(plugins); i++)
		fprintf(stream, "LoadPlugin %s\n<Plugin %s>\n%s</Plugin>\n", plugins[i], plugins[i],
			options);
	if (!options) {
		char *snippet = file_text(SNIPPET);

		fputs(snippet, stream);
		free(snippet);
	}
	fclose(stream);
	scratch_write(&daemon->scratch, text, "collectd.conf");
	free(text);
}

/* The build may be where nobody else can read, and collectd takes no links. */
static void copy_modules(const struct daemon *daemon)
{
	char target[PATH_MAX];
	struct output output;

	snprintf(target, sizeof(target), "%s/plugins", daemon->scratch.path);
	assert_int_equal(mkdir(target, 0755), 0);
	for (size_t i = 0; i < ARRAY_SIZE(plugins); i++) {
		char module[PATH_MAX];

		snprintf(module, sizeof(module), MODULES "/%s.so", plugins[i]);
		program_run(&output, NULL, (const char *const[]){ "cp", module, target, NULL });
		assert_int_equal(output.status, 0);
		output_done(&output);
	}
}

/* Start it as the user in question; it ends with this process, however that ends. */
static pid_t start_as(const struct daemon *daemon, const char *const argv[])
{
	const struct passwd *nobody = getpwnam("nobody");
	const char *full[32] = { "setpriv", "--pdeathsig", "KILL" };
	size_t count = 3;
	char uid[32];
	char gid[32];
	char log[PATH_MAX];

	if (daemon->as_nobody) {
		assert_non_null(nobody);
		snprintf(uid, sizeof(uid), "--reuid=%u", nobody->pw_uid);
		snprintf(gid, sizeof(gid), "--regid=%u", nobody->pw_gid);
		full[count++] = uid;
		full[count++] = gid;
		full[count++] = "--clear-groups";
		assert_int_equal(chown(daemon->scratch.path, nobody->pw_uid, nobody->pw_gid), 0);
	}
	for (; *argv; argv++)
		full[count++] = *argv;
	snprintf(log, sizeof(log), "%s/stderr", daemon->scratch.path);
	return program_start(log, full);
}

void daemon_wait_a_little(int *waited)
{
	if (*waited > PATIENCE_MS)
		fail_msg("waited for too long");
	nanosleep(&(struct timespec){ .tv_nsec = POLL_MS * 1000000L }, NULL);
	*waited += POLL_MS;
}

static void start_rrdcached(struct daemon *daemon)
{
	char address[PATH_MAX];
	char pid[PATH_MAX];
	int waited = 0;

	snprintf(address, sizeof(address), "unix:%s/socket", daemon->scratch.path);
	snprintf(pid, sizeof(pid), "%s/rrdcached.pid", daemon->scratch.path);
	daemon->rrdcached = start_as(daemon, (const char *const[]){ "rrdcached", "-g", "-F", "-l",
								    address, "-p", pid, NULL });
	while (access(address + strlen("unix:"), F_OK) < 0)
		daemon_wait_a_little(&waited);
}

static void start(struct daemon *ret, const char *options)
{
	char path[PATH_MAX];

	scratch_make(&ret->scratch);
	write_config(ret, options);
	copy_modules(ret);
	if (has_rrds(ret))
		start_rrdcached(ret);
	snprintf(path, sizeof(path), "%s/collectd.conf", ret->scratch.path);
	ret->collectd = start_as(ret, (const char *const[]){ COLLECTD, "-f", "-C", path, NULL });
}

void daemon_start(struct daemon *ret, bool as_nobody, const char *options)
{
	*ret = (struct daemon){ .as_nobody = as_nobody, .interval = "1" };
	start(ret, options);
}

void daemon_start_every(struct daemon *ret, const char *interval, const char *options)
{
	*ret = (struct daemon){ .interval = interval };
	start(ret, options);
}

char *daemon_csv(const struct daemon *daemon, const char *id)
{
	char pattern[PATH_MAX];
	char *text = NULL;
	glob_t found;

	snprintf(pattern, sizeof(pattern), "%s/csv/" HOST "/%s-" DATE, daemon->scratch.path, id);
	if (glob(pattern, 0, NULL, &found) != 0)
		return NULL;
	text = file_text("%s", found.gl_pathv[found.gl_pathc - 1]);
	globfree(&found);
	return text;
}

static int count_lines(const char *text)
{
	int count = 0;

	for (; text && *text; text++)
		count += *text == '\n';
	return count;
}

void daemon_wait_for(const struct daemon *daemon, const char *id, int times)
{
	int stored;
	int waited = 0;

	for (;;) {
		char *text = daemon_csv(daemon, id);

		stored = count_lines(text) - 1; /* the first line names the columns */
		free(text);
		if (stored >= times)
			return;
		daemon_wait_a_little(&waited);
	}
}

void daemon_wait_for_log(const struct daemon *daemon, const char *text, int times)
{
	int logged;
	int waited = 0;

	for (;;) {
		char *lines = daemon_log_lines(daemon, text);

		logged = count_lines(lines);
		free(lines);
		if (logged >= times)
			return;
		daemon_wait_a_little(&waited);
	}
}

static int stop(pid_t *pid)
{
	int status = *pid > 0 ? program_stop(*pid) : 0;

	*pid = 0;
	return status;
}

void daemon_stop(struct daemon *daemon)
{
	assert_int_equal(stop(&daemon->collectd), 0);
	assert_int_equal(stop(&daemon->rrdcached), 0);
}

void daemon_done(struct daemon *daemon)
{
	stop(&daemon->collectd);
	stop(&daemon->rrdcached);
	scratch_done(&daemon->scratch);
}

static struct {
	char *path[FILES_MAX];
	size_t count;
} files;

static int add_file(const char *path, const struct stat *stat, int type, struct FTW *ftw)
{
	(void)stat;
	(void)ftw;
	if (type == FTW_F && files.count < FILES_MAX)
		files.path[files.count++] = strdup(path);
	return 0;
}

/* Begin the line of file number `i`: its path is that of the identifier. */
static void print_id(size_t i, size_t skip, const char *ending, FILE *stream)
{
	const char *id = files.path[i] + skip;

	fprintf(stream, "%.*s ", (int)(strlen(id) - strlen(ending)), id);
}

/* "12,45.000000" of the last line -> "45.000000", "12,1,2" -> "1:2" */
static void print_csv(size_t skip, FILE *stream)
{
	for (size_t i = 0; i < files.count; i++) {
		char *text = file_text("%s", files.path[i]);

		text[strlen(text) - 1] = '\0'; /* a newline is the last byte */
		char *value = strchr(strrchr(text, '\n') + 1, ',') + 1;
		char *comma = strchr(value, ',');
		if (comma)
			*comma = ':';
		print_id(i, skip, "-2026-12-31", stream);
		fprintf(stream, "%s\n", value);
		free(text);
	}
}

/* rrdtool itself, one for all files: ds[rx].last_ds = "45" -> 45, and the next behind a ':'.
 * "OK u:0.00 s:0.00 r:0.00" follows each file. */
static void print_rrd(size_t skip, FILE *stream)
{
	static const char key[] = "].last_ds = \"";
	struct output output;
	char *commands;
	size_t length;
	FILE *input = open_memstream(&commands, &length);

	assert_non_null(input);
	for (size_t i = 0; i < files.count; i++)
		fprintf(input, "info %s\n", files.path[i]);
	fclose(input);
	program_run(&output, commands, (const char *const[]){ "rrdtool", "-", NULL });
	const char *text = output.out;
	for (size_t i = 0; i < files.count; i++) {
		const char *end = strstr(text, "\nOK u:");
		const char *separator = "";

		assert_non_null(end);
		print_id(i, skip, ".rrd", stream);
		for (; (text = strstr(text, key)) && text < end; separator = ":") {
			text += strlen(key);
			fprintf(stream, "%s%.*s", separator, (int)strcspn(text, "\""), text);
		}
		fputc('\n', stream);
		text = end + 1;
	}
	output_done(&output);
	free(commands);
}

char *daemon_stored(const struct daemon *daemon, enum writer writer)
{
	char top[PATH_MAX];
	char *text;
	size_t length;
	FILE *stream = open_memstream(&text, &length);

	assert_non_null(stream);
	size_t skip = (size_t)snprintf(top, sizeof(top), "%s/%s/" HOST "/", daemon->scratch.path,
				       folder[writer]);
	files.count = 0;
	nftw(top, add_file, 16, FTW_PHYS);
	if (writer == WRITER_CSV)
		print_csv(skip, stream);
	else
		print_rrd(skip, stream);
	fclose(stream);
	for (size_t i = 0; i < files.count; i++)
		free(files.path[i]);
	return text;
}

/* A daemon of a busy machine says this of itself, of plugins that do all right:
 * - at its end, of what there was no time left to write;
 * - of a read or a round that had to wait for the processor;
 * - of two reads within one second by the clock, since one was late. An RRD counts whole seconds,
 *   and takes the first. */
static const char *const of_itself[] = {
	"left after shutting down the write threads",
	"which is above its read interval",
	"Not sleeping because the next interval is",
	"(minimum one second step)",
};

static bool is_of_itself(const char *line, size_t length)
{
	for (size_t i = 0; i < ARRAY_SIZE(of_itself); i++) {
		if (memmem(line, length, of_itself[i], strlen(of_itself[i])))
			return true;
	}
	return false;
}

char *daemon_log_lines(const struct daemon *daemon, const char *text)
{
	char *log = file_text("%s/log", daemon->scratch.path);
	char *end = log;

	if (!log)
		return strdup("");
	for (char *line = log, *next; *line; line = next) {
		size_t length = strcspn(line, "\n");

		next = line + length + (line[length] == '\n');
		if (is_of_itself(line, length))
			continue;
		if (memmem(line, length, text, strlen(text))) {
			memmove(end, line, (size_t)(next - line));
			end += next - line;
		}
	}
	*end = '\0';
	return log;
}

/* check_cached.c - rrdcached, and whether it takes what collectd stores. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "flush.h"
#include "shell.h"
#include "banned.h"

static void tell_absent(struct check *check)
{
	struct findings *f = &check->findings;

	if (check->others) {
		findings_text(f,
			      "nobody listens there, but %zu rrdcached elsewhere: collectd and "
			      "rrdcached need the same address",
			      check->others);
		findings_cure(f, "sudo systemctl start rrdcached; if it runs, let SOCKFILE "
				 "in " CACHED_DEFAULT_FILE
				 " and DaemonAddress in collectd's configuration be the same; "
				 "sudo systemctl restart rrdcached collectd");
		return;
	}
	findings_text(f, "rrdcached does not run, and the values that it should write are lost");
	findings_cure(f, "sudo systemctl start rrdcached; if it ends again, "
			 "sudo journalctl -u rrdcached -n 30");
}

/* What keeps collectd's values out of it, or NULL: the folder that it stores in. */
static const char *outside_base(const struct check *check)
{
	const char *dir = check->conf.rrdcached.data_dir;

	if (check->conf_rc < 0 || !conf_loads(&check->conf, "rrdcached") || !dir[0] ||
	    check->rrdcached.pid == 0 || !check->cached.is_base_only ||
	    check_is_below(dir, check->cached.base))
		return NULL;
	return dir;
}

static void tell_unreachable(struct check *check, int rc)
{
	struct findings *f = &check->findings;

	switch (rc) {
	case -ETIMEDOUT:
		findings_text(f, "rrdcached does not answer within %d seconds: it hangs",
			      FLUSH_DEADLINE_MS / 1000);
		findings_cure(f, "sudo systemctl restart rrdcached");
		break;
	case -EACCES:
		findings_text(f, "this user may not ask rrdcached for what it holds: graphs lag "
				 "behind");
		findings_cure(f, "sudo boardgraph check");
		break;
	case -ENOENT:
	case -ECONNREFUSED:
		tell_absent(check);
		break;
	case -EPROTO:
		findings_text(f, "what answers is no rrdcached");
		findings_cure(f, "give its address with --daemon unix:/PATH, HOST or HOST:PORT");
		break;
	default:
		findings_text(f, "rrdcached cannot be asked: %s", ERRTEXT(-rc));
		findings_cure(f, "give its address with --daemon unix:/PATH, HOST or HOST:PORT");
	}
}

static bool has_unreadable(const struct check *check)
{
	for (size_t i = 0; i < check->store.files; i++) {
		if (check->file[i].rc < 0)
			return true;
	}
	return false;
}

void check_rrdcached(struct check *check)
{
	struct findings *f = &check->findings;
	int rc = check->ping_rc < 0 ? check->ping_rc : check->flush_rc;

	/* its refusal of files that are told otherwise says nothing more */
	if (rc == 0 ||
	    (check->ping_rc == 0 && rc == -EPERM && (outside_base(check) || has_unreadable(check))))
		return;
	findings_add(f, SEVERITY_PROBLEM, "%s", check->address ? check->address : FLUSH_DEFAULT);
	if (check->ping_rc < 0 || rc != -EPERM) {
		tell_unreachable(check, rc);
		return;
	}
	findings_text(f, "%.*s", (int)strcspn(check->flush_notes.text, "\n"),
		      check->flush_notes.text);
	findings_cure(f, "give the address of the daemon that writes these files with --daemon");
}

/* collectd's client takes a refusal for a lost connection, and the value is gone. */
void check_base(struct check *check)
{
	const char *dir = outside_base(check);
	struct findings *f = &check->findings;
	char line[CONF_PATH_SIZE + 16], word[SHELL_WORD_SIZE];

	if (!dir)
		return;
	findings_add(f, SEVERITY_PROBLEM, "rrdcached, process %d", (int)check->rrdcached.pid);
	findings_text(f,
		      "writes only below its base folder, -b %s with -B, and collectd stores in "
		      "%s: all values are lost, and collectd's log fills with "
		      "\"Successfully reconnected\"",
		      check->cached.base, dir);
	snprintf(line, sizeof(line), "BASE_PATH=%s/", dir);
	findings_cure(f,
		      "echo %s | sudo tee -a " CACHED_DEFAULT_FILE
		      "; sudo systemctl restart rrdcached",
		      shell_word(line, word));
}

/* rrdcached.c - the real rrdcached for a test. */
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"
#include "rrdcached.h"
#include "unit.h"

#define RRDCACHED "/usr/bin/rrdcached"
#define TRIES 500

bool rrdcached_is_there(void)
{
	return access(RRDCACHED, X_OK) == 0;
}

static bool answers(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	bool is_there;

	assert_true((size_t)snprintf(address.sun_path, sizeof(address.sun_path), "%s", path) <
		    sizeof(address.sun_path));
	is_there = connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0;
	close(fd);
	return is_there;
}

void rrdcached_start(struct rrdcached *ret, const char *dir, const char *base)
{
	char log[PATH_MAX], pid[PATH_MAX];

	snprintf(ret->address, sizeof(ret->address), "unix:%s/socket", dir);
	snprintf(log, sizeof(log), "%s/rrdcached.log", dir);
	snprintf(pid, sizeof(pid), "%s/rrdcached.pid", dir);
	ret->pid = program_start(
		log, (const char *const[]){ "setpriv", "--pdeathsig", "KILL", RRDCACHED, "-g", "-B",
					    "-b", base, "-l", ret->address, "-p", pid, "-w", "3600",
					    "-f", "7200", "-t", "1", NULL });
	for (int i = 0; i < TRIES; i++) {
		if (answers(ret->address + strlen("unix:")))
			return;
		usleep(10000);
	}
	fail_msg("%s: nobody answers", ret->address);
}

void rrdcached_kill(struct rrdcached *rrdcached)
{
	if (rrdcached->pid <= 0)
		return;
	kill(rrdcached->pid, SIGKILL);
	waitpid(rrdcached->pid, NULL, 0);
	rrdcached->pid = 0;
}

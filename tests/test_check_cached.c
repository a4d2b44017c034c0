/* test_check_cached.c - boardgraph check: rrdcached, and whether it takes what collectd stores. */
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "machine.h"
#include "unit.h"

static void an_absent_rrdcached_is_told(void **state)
{
	struct machine *m = *state;

	rrdcached_kill(&m->rrdcached);
	scratch_remove(&m->root, "proc/22/comm");
	machine_expect_problem(m, "rrdcached does not run", "sudo systemctl start rrdcached");
}

static void an_rrdcached_at_another_address_is_told(void **state)
{
	static const char words[] = "rrdcached\0-lunix:/run/other.sock";
	struct machine *m = *state;

	rrdcached_kill(&m->rrdcached);
	machine_process(m, 22, "rrdcached", words, sizeof(words));
	machine_expect_problem(m, "1 rrdcached elsewhere", "SOCKFILE in /etc/default/rrdcached");
}

static void a_hung_rrdcached_is_told_within_5_seconds(void **state)
{
	struct machine *m = *state;
	struct timespec begin, end;

	kill(m->rrdcached.pid, SIGSTOP);
	clock_gettime(CLOCK_MONOTONIC, &begin);
	machine_expect_problem(m, "does not answer within 4 seconds",
			       "sudo systemctl restart rrdcached");
	clock_gettime(CLOCK_MONOTONIC, &end);
	assert_true((double)(end.tv_sec - begin.tv_sec) +
			    (double)(end.tv_nsec - begin.tv_nsec) / 1e9 <
		    5);
}

/* cmocka's own process stays root. */
static void a_socket_without_permission_is_told(void **state)
{
	const struct passwd *nobody = getpwnam("nobody");
	struct machine *m = *state;
	int status;
	pid_t pid;

	if (geteuid() != 0 || !nobody)
		return; /* only root can become nobody */
	assert_int_equal(chmod(m->address + strlen("unix:"), 0700), 0);
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		if (setgroups(0, NULL) < 0 || setgid(nobody->pw_gid) < 0 ||
		    setuid(nobody->pw_uid) < 0)
			_exit(2);
		machine_check(m);
		_exit(m->code == 1 && strstr(m->said, "this user may not ask rrdcached") &&
				      strstr(m->said, "cure: sudo boardgraph check")
			      ? 0
			      : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	machine_expect_healthy(m); /* root may */
}

static void a_socket_by_another_path_is_the_same(void **state)
{
	struct machine *m = *state;
	char link[PATH_MAX];

	snprintf(link, sizeof(link), "%s/link", m->rig->scratch.path);
	assert_int_equal(symlink(m->rig->scratch.path, link), 0);
	snprintf(m->address, sizeof(m->address), "unix:%.100s/link/socket", m->rig->scratch.path);
	machine_conf(m, m->rig->data);
	machine_expect_healthy(m);
	assert_non_null(strstr(m->said, "about 24 MB a day"));
}

static void a_base_folder_without_the_data_is_told(void **state)
{
	struct machine *m = *state;
	char cure[PATH_MAX];

	rrdcached_kill(&m->rrdcached);
	machine_rrdcached(m, m->rig->out);
	snprintf(cure, sizeof(cure), "echo BASE_PATH=%s/ | sudo tee -a /etc/default/rrdcached",
		 m->rig->data);
	machine_expect_problem(m, "\"Successfully reconnected\"", cure);
}

static void a_server_that_is_no_rrdcached_is_told(void **state)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct machine *m = *state;
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	pid_t pid;

	rrdcached_kill(&m->rrdcached);
	snprintf(address.sun_path, sizeof(address.sun_path), "%.90s/other", m->rig->scratch.path);
	assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	assert_int_equal(listen(fd, 1), 0);
	pid = fork();
	if (pid == 0) {
		int peer = accept(fd, NULL, NULL);

		(void)!write(peer, "HTTP/1.1 400\n", 13);
		sleep(10);
		_exit(0);
	}
	snprintf(m->address, sizeof(m->address), "unix:%s", address.sun_path);
	m->options.daemon = m->address;
	machine_expect_problem(m, "what answers is no rrdcached", "--daemon unix:/PATH");
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		MACHINE_TEST(an_absent_rrdcached_is_told),
		MACHINE_TEST(an_rrdcached_at_another_address_is_told),
		MACHINE_TEST(a_hung_rrdcached_is_told_within_5_seconds),
		MACHINE_TEST(a_socket_without_permission_is_told),
		MACHINE_TEST(a_socket_by_another_path_is_the_same),
		MACHINE_TEST(a_base_folder_without_the_data_is_told),
		MACHINE_TEST(a_server_that_is_no_rrdcached_is_told),
	};

	if (!rrdcached_is_there())
		return skip_all("rrdcached is not installed");
	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

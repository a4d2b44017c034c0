/* program.c - start programs, look at what they say, and end them. */
#include "program.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "unit.h"
#include "banned.h"

#define PATIENCE_MS 30000

static pid_t start(int in, int out, int err, const char *const argv[])
{
	posix_spawn_file_actions_t actions;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
	/* posix_spawn changes neither the array nor the texts */
	int rc = posix_spawnp(&pid, argv[0], &actions, NULL, (char *const *)(uintptr_t)argv,
			      environ);
	posix_spawn_file_actions_destroy(&actions);
	if (rc != 0)
		fail_msg("cannot start %s: %s", argv[0], strerrordesc_np(rc));
	return pid;
}

static int exit_status(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static int memory_file(const char *content)
{
	int fd = memfd_create("program", MFD_CLOEXEC);

	assert_true(fd >= 0);
	if (content) {
		assert_int_equal(write(fd, content, strlen(content)), (ssize_t)strlen(content));
		lseek(fd, 0, SEEK_SET);
	}
	return fd;
}

static char *memory_text(int fd)
{
	off_t length = lseek(fd, 0, SEEK_END);
	char *text = calloc(1, (size_t)length + 1);

	assert_non_null(text);
	assert_int_equal(pread(fd, text, (size_t)length, 0), length);
	close(fd);
	return text;
}

void program_run(struct output *ret, const char *input, const char *const argv[])
{
	int in = memory_file(input);
	int out = memory_file(NULL);
	int err = memory_file(NULL);
	int status;

	pid_t pid = start(in, out, err, argv);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	close(in);
	ret->status = exit_status(status);
	ret->out = memory_text(out);
	ret->err = memory_text(err);
}

void output_done(struct output *output)
{
	free(output->out);
	free(output->err);
	*output = (struct output){ 0 };
}

pid_t program_start(const char *log, const char *const argv[])
{
	int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int out = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);

	assert_true(in >= 0 && out >= 0);
	pid_t pid = start(in, out, out, argv);
	close(in);
	close(out);
	return pid;
}

int program_stop(pid_t pid)
{
	int status;

	kill(pid, SIGTERM);
	for (int waited = 0; waited < PATIENCE_MS; waited += 20) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return exit_status(status);
		nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
	}
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	return exit_status(status);
}

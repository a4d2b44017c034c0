/* flush.c - have rrdcached write what it still holds. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "dial.h"
#include "flush.h"
#include "banned.h"

#define ANSWER_SIZE 8192
/* Where the usual daemon has its files. A folder elsewhere may well be none of its concern. */
#define SYSTEM_DATA "/var/lib/"
#define REFUSAL_SIZE 256

struct exchange {
	int fd;
	int64_t deadline_ms;
	const char *out;
	size_t out_left;
	char in[ANSWER_SIZE];
	size_t in_len;
	size_t answers_left;
	char refusal[REFUSAL_SIZE]; /* the first one */
};

static int send_some(struct exchange *e)
{
	ssize_t sent = send(e->fd, e->out, e->out_left, MSG_NOSIGNAL);

	if (sent < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -errno;
	e->out += sent;
	e->out_left -= (size_t)sent;
	return 0;
}

/* "0 Successfully flushed /path." or "-1 No such file or directory: /path" */
static int take_answers(struct exchange *e)
{
	char *line = e->in, *newline;

	while ((newline = memchr(line, '\n', e->in_len - (size_t)(line - e->in))) != NULL) {
		*newline = '\0';
		if (e->answers_left == 0 || (line[0] != '0' && line[0] != '-'))
			return -EPROTO;
		if (line[0] == '-' && !e->refusal[0])
			snprintf(e->refusal, sizeof(e->refusal), "%.*s", REFUSAL_SIZE - 1, line);
		e->answers_left--;
		line = newline + 1;
	}
	e->in_len -= (size_t)(line - e->in);
	memmove(e->in, line, e->in_len);
	return e->in_len == sizeof(e->in) ? -EPROTO : 0;
}

static int receive_some(struct exchange *e)
{
	ssize_t got = recv(e->fd, e->in + e->in_len, sizeof(e->in) - e->in_len, 0);

	if (got < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -errno;
	if (got == 0)
		return -ECONNRESET;
	e->in_len += (size_t)got;
	return take_answers(e);
}

/* Send and receive at once: the daemon stops reading while its answers are not taken. */
static int talk(struct exchange *e)
{
	int rc = 0;

	while (rc == 0 && e->answers_left > 0) {
		rc = dial_wait(e->fd, (short)(POLLIN | (e->out_left ? POLLOUT : 0)),
			       e->deadline_ms);
		if (rc == 0 && e->out_left)
			rc = send_some(e);
		if (rc == 0)
			rc = receive_some(e);
	}
	return rc;
}

/* One FLUSH a file; blanks and backslashes are quoted by a backslash. Of a name with a newline
 * rrdcached holds nothing: it cannot be told of it. Returns how many. */
static size_t make_request(const char *dir, const char *const file[], size_t count, struct buf *buf)
{
	size_t requests = 0;

	for (size_t i = 0; i < count; i++) {
		const char *const parts[] = { dir, "/", file[i] };

		if (strchr(dir, '\n') || strchr(file[i], '\n'))
			continue;
		buf_add(buf, "FLUSH ");
		for (size_t part = 0; part < ARRAY_SIZE(parts); part++) {
			for (const char *at = parts[part]; *at; at++)
				buf_add(buf, "%s%c", strchr(" \t\\", *at) ? "\\" : "", *at);
		}
		buf_add(buf, "\n");
		requests++;
	}
	return requests;
}

static void complain(int rc, const char *address, struct notes *notes)
{
	const char *cure =
		"start it, `sudo systemctl start rrdcached`, or give its address with --daemon";

	if (rc == -ENXIO)
		cure = "its name is not known: give the right address with --daemon";
	else if (rc == -ETIMEDOUT)
		cure = "it hangs: `sudo systemctl restart rrdcached`";
	else if (rc == -EACCES)
		cure = "run as root or as a member of the socket's group";
	else if (rc == -ENOMEM)
		cure = "free some memory";
	else if (rc == -EPROTO)
		cure = "that is no rrdcached: give the right address with --daemon";
	else if (rc == -EINVAL || rc == -ENAMETOOLONG)
		cure = "give --daemon unix:/PATH, HOST or HOST:PORT";
	notes_fail(notes, "rrdcached at %s: %s: %s (the files lack what it holds)", address,
		   ERRTEXT(-rc), cure);
}

static int ask(const char *address, const char *request, size_t size, size_t requests,
	       char ret_refusal[REFUSAL_SIZE])
{
	struct exchange e = { .out = request, .out_left = size, .answers_left = requests };
	int rc;

	e.deadline_ms = dial_clock_ms() + FLUSH_DEADLINE_MS;
	e.fd = dial(address, e.deadline_ms);
	if (e.fd < 0)
		return e.fd;
	rc = talk(&e);
	close(e.fd);
	memcpy(ret_refusal, e.refusal, sizeof(e.refusal));
	return rc;
}

int flush_ping(const char *address)
{
	static const char request[] = "PING\n"; /* a daemon that does not know it answers too */
	char refusal[REFUSAL_SIZE];

	return ask(address, request, sizeof(request) - 1, 1, refusal);
}

static bool default_is_there(void)
{
	struct stat st;

	return stat(strchr(FLUSH_DEFAULT, '/'), &st) == 0;
}

/* The usual daemon need not be the one that writes these files. */
static bool is_not_its_file(const char *refusal)
{
	return strstr(refusal, "Permission denied") || strstr(refusal, "No such file");
}

int flush_files(const char *address, const char *dir, const char *const file[], size_t count,
		struct notes *notes)
{
	size_t size = 1, requests;
	char refusal[REFUSAL_SIZE] = "";
	char *text;
	struct buf buf;
	int rc;

	if (count == 0 || (!address && !default_is_there()))
		return 0;
	for (size_t i = 0; i < count; i++)
		size += 2 * (strlen(dir) + strlen(file[i])) + 16;
	text = malloc(size);
	if (!text) {
		complain(-ENOMEM, address ? address : FLUSH_DEFAULT, notes);
		return -ENOMEM;
	}
	buf = buf_of(text, size);
	requests = make_request(dir, file, count, &buf);
	rc = ask(address ? address : FLUSH_DEFAULT, text, buf.len, requests, refusal);
	free(text);
	if (rc == -EACCES && !address && strncmp(dir, SYSTEM_DATA, strlen(SYSTEM_DATA)) != 0)
		return 0;
	if (rc < 0) {
		complain(rc, address ? address : FLUSH_DEFAULT, notes);
		return rc;
	}
	if (!refusal[0] || (!address && is_not_its_file(refusal)))
		return 0;
	notes_fail(notes,
		   "rrdcached at %s refuses FLUSH: %s: give the address of the daemon that writes "
		   "%s, or let it FLUSH (its options -b, -B and -P)",
		   address ? address : FLUSH_DEFAULT, refusal, dir);
	return -EPERM;
}

/* flush.c - have rrdcached write what it still holds. */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "buf.h"
#include "flush.h"
#include "banned.h"

#define PORT "42217"
#define RETRY_MS 20
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

static int64_t clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Wait for `events`. Returns 0, or -ETIMEDOUT at the deadline. */
static int wait_for(int fd, short events, int64_t deadline_ms)
{
	struct pollfd ask = { .fd = fd, .events = events };

	for (;;) {
		int64_t left_ms = deadline_ms - clock_ms();
		int rc = left_ms > 0 ? poll(&ask, 1, (int)left_ms) : 0;

		if (rc > 0)
			return 0;
		if (rc == 0)
			return -ETIMEDOUT;
		if (errno != EINTR)
			return -errno;
	}
}

/* Connect within the deadline. A local socket whose queue is full says EAGAIN at once. */
static int connect_to(int fd, const struct sockaddr *address, socklen_t size, int64_t deadline_ms)
{
	int error = 0, rc;
	socklen_t error_size = sizeof(error);

	while (connect(fd, address, size) < 0) {
		if (errno == EINPROGRESS)
			break;
		if (errno != EAGAIN && errno != EINTR)
			return -errno;
		if (clock_ms() >= deadline_ms)
			return -ETIMEDOUT;
		poll(NULL, 0, RETRY_MS);
	}
	rc = wait_for(fd, POLLOUT, deadline_ms);
	if (rc == 0 && getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &error_size) < 0)
		return -errno;
	return rc < 0 ? rc : -error;
}

static int open_socket(int family, const struct sockaddr *address, socklen_t size,
		       int64_t deadline_ms)
{
	int fd = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	int rc;

	if (fd < 0)
		return -errno;
	rc = connect_to(fd, address, size, deadline_ms);
	if (rc == 0)
		return fd;
	close(fd);
	return rc;
}

static int open_local(const char *path, int64_t deadline_ms)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	if (strlen(path) >= sizeof(address.sun_path))
		return -ENAMETOOLONG;
	memcpy(address.sun_path, path, strlen(path) + 1);
	return open_socket(AF_UNIX, (const struct sockaddr *)&address, sizeof(address),
			   deadline_ms);
}

/* HOST, HOST:PORT, [V6], [V6]:PORT or a bare V6, which has several colons. */
static int split_host(const char *address, char host[NI_MAXHOST], const char **ret_port)
{
	const char *colon = strrchr(address, ':');
	size_t len;

	*ret_port = PORT;
	if (address[0] == '[') {
		const char *end = strchr(address, ']');

		if (!end || (end[1] && end[1] != ':'))
			return -EINVAL;
		if (end[1])
			*ret_port = end + 2;
		address++;
		len = (size_t)(end - address);
	} else {
		bool has_port = colon && strchr(address, ':') == colon;

		if (has_port)
			*ret_port = colon + 1;
		len = has_port ? (size_t)(colon - address) : strlen(address);
	}
	if (len == 0 || len >= NI_MAXHOST || !**ret_port)
		return -EINVAL;
	memcpy(host, address, len);
	host[len] = '\0';
	return 0;
}

struct lookup {
	struct gaicb query;
	struct addrinfo hints;
	char host[NI_MAXHOST];
	char port[NI_MAXSERV];
};

/* getaddrinfo() alone waits for a name server as long as that pleases. A lookup that goes on when
 * the time is over is left to its thread. Returns 0, -ENXIO for a name that is not known,
 * -ETIMEDOUT or -ENOMEM. */
static int resolve(const char *host, const char *port, int64_t deadline_ms, struct addrinfo **ret)
{
	int64_t left_ms = deadline_ms - clock_ms();
	struct timespec left = { .tv_sec = (time_t)(left_ms / 1000),
				 .tv_nsec = (long)(left_ms % 1000 * 1000000) };
	struct lookup *lookup = calloc(1, sizeof(*lookup));
	struct gaicb *query = &lookup->query;
	const struct gaicb *const waited[] = { query };

	if (!lookup)
		return -ENOMEM;
	lookup->hints.ai_socktype = SOCK_STREAM;
	snprintf(lookup->host, sizeof(lookup->host), "%s", host);
	snprintf(lookup->port, sizeof(lookup->port), "%s", port);
	query->ar_name = lookup->host;
	query->ar_service = lookup->port;
	query->ar_request = &lookup->hints;
	int rc = getaddrinfo_a(GAI_NOWAIT, &query, 1, NULL);
	if (rc == 0) {
		gai_suspend(waited, 1, &left);
		rc = gai_error(query);
		if (rc == EAI_INPROGRESS && gai_cancel(query) != EAI_CANCELED)
			return -ETIMEDOUT;
	}
	*ret = query->ar_result;
	free(lookup);
	if (rc == EAI_INPROGRESS)
		return -ETIMEDOUT;
	return rc == 0 ? 0 : -ENXIO;
}

static int open_remote(const char *address, int64_t deadline_ms)
{
	struct addrinfo *list;
	char host[NI_MAXHOST];
	const char *port;
	int rc = split_host(address, host, &port);

	if (rc == 0)
		rc = resolve(host, port, deadline_ms, &list);
	if (rc < 0)
		return rc;
	rc = -EHOSTUNREACH;
	for (const struct addrinfo *at = list; at && rc < 0; at = at->ai_next)
		rc = open_socket(at->ai_family, at->ai_addr, at->ai_addrlen, deadline_ms);
	freeaddrinfo(list);
	return rc;
}

static int open_daemon(const char *address, int64_t deadline_ms)
{
	if (strncmp(address, "unix:", 5) == 0)
		return open_local(address + 5, deadline_ms);
	if (address[0] == '/')
		return open_local(address, deadline_ms);
	return open_remote(address, deadline_ms);
}

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
		rc = wait_for(e->fd, (short)(POLLIN | (e->out_left ? POLLOUT : 0)), e->deadline_ms);
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
		"start it, `systemctl start rrdcached`, or give its address with --daemon";

	if (rc == -ENXIO)
		cure = "its name is not known: give the right address with --daemon";
	else if (rc == -ETIMEDOUT)
		cure = "it hangs: `systemctl restart rrdcached`";
	else if (rc == -EACCES)
		cure = "run as root or as a member of the socket's group";
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

	e.deadline_ms = clock_ms() + FLUSH_DEADLINE_MS;
	e.fd = open_daemon(address, e.deadline_ms);
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
	if (!text)
		return -ENOMEM;
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

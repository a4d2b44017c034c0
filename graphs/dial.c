/* dial.c - a connection to a daemon, within a deadline. */
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "dial.h"
#include "banned.h"

#define PORT "42217" /* rrdcached's */
#define RETRY_MS 20

int64_t dial_clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int dial_wait(int fd, short events, int64_t deadline_ms)
{
	struct pollfd ask = { .fd = fd, .events = events };

	for (;;) {
		int64_t left_ms = deadline_ms - dial_clock_ms();
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
		if (dial_clock_ms() >= deadline_ms)
			return -ETIMEDOUT;
		poll(NULL, 0, RETRY_MS);
	}
	rc = dial_wait(fd, POLLOUT, deadline_ms);
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
static int split_host(const char *address, char ret_host[NI_MAXHOST], const char **ret_port)
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
	memcpy(ret_host, address, len);
	ret_host[len] = '\0';
	return 0;
}

struct lookup {
	struct gaicb query;
	struct addrinfo hints;
	char host[NI_MAXHOST];
	char port[NI_MAXSERV];
};

/* Wait for the answer. Returns as gai_error(), EAI_INPROGRESS once it is cancelled, and
 * EAI_NOTCANCELED if it goes on. */
static int await_answer(struct gaicb *query, int64_t deadline_ms)
{
	int64_t left_ms = deadline_ms - dial_clock_ms();
	struct timespec left = { .tv_sec = (time_t)(left_ms / 1000),
				 .tv_nsec = (long)(left_ms % 1000 * 1000000) };
	const struct gaicb *const waited[] = { query };
	int rc, cancelled;

	gai_suspend(waited, 1, &left);
	rc = gai_error(query);
	if (rc != EAI_INPROGRESS)
		return rc;
	cancelled = gai_cancel(query);
	if (cancelled == EAI_ALLDONE) /* it has come in this moment */
		return gai_error(query);
	return cancelled == EAI_NOTCANCELED ? cancelled : rc;
}

/* getaddrinfo() alone waits for a name server as long as that pleases. A lookup that goes on when
 * the time is over is left to its thread. Returns 0, -ENXIO for a name that is not known,
 * -ETIMEDOUT or -ENOMEM. */
static int resolve(const char *host, const char *port, int64_t deadline_ms, struct addrinfo **ret)
{
	struct lookup *lookup = calloc(1, sizeof(*lookup));
	struct gaicb *query = &lookup->query;
	int rc;

	if (!lookup)
		return -ENOMEM;
	lookup->hints.ai_socktype = SOCK_STREAM;
	snprintf(lookup->host, sizeof(lookup->host), "%s", host);
	snprintf(lookup->port, sizeof(lookup->port), "%s", port);
	query->ar_name = lookup->host;
	query->ar_service = lookup->port;
	query->ar_request = &lookup->hints;
	rc = getaddrinfo_a(GAI_NOWAIT, &query, 1, NULL);
	if (rc == 0)
		rc = await_answer(query, deadline_ms);
	if (rc == EAI_NOTCANCELED)
		return -ETIMEDOUT;
	if (rc == 0)
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

int dial(const char *address, int64_t deadline_ms)
{
	if (strncmp(address, "unix:", 5) == 0)
		return open_local(address + 5, deadline_ms);
	if (address[0] == '/')
		return open_local(address, deadline_ms);
	return open_remote(address, deadline_ms);
}

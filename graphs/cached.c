/* cached.c - how an rrdcached was started. */
#include <stdlib.h>
#include <string.h>

#include "cached.h"
#include "banned.h"

static const char with_value[] = "lsmPfwztbpjaVUG";

/* Its defaults: doc/rrdcached.pod */
#define WRITE_S 300
#define FLUSH_S 3600
#define SOCKET "unix:/tmp/rrdcached.sock"

/* 900, 15m, 1h, 1d, 1w */
static double seconds(const char *text, double otherwise)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || value < 0)
		return otherwise;
	switch (*end) {
	case 'm':
		return value * 60;
	case 'h':
		return value * 3600;
	case 'd':
		return value * 86400;
	case 'w':
		return value * 604800;
	default:
		return value;
	}
}

static void take(struct cached *ret, char option, const char *value)
{
	switch (option) {
	case 'l':
		if (ret->sockets < CACHED_SOCKETS_MAX)
			ret->socket[ret->sockets++] = value;
		break;
	case 'b':
		ret->base = value;
		break;
	case 'B':
		ret->is_base_only = true;
		break;
	case 'j':
		ret->journal = value;
		break;
	case 'w':
		ret->write_s = seconds(value, WRITE_S);
		break;
	case 'z':
		ret->delay_s = seconds(value, 0);
		break;
	case 'f':
		ret->flush_s = seconds(value, FLUSH_S);
		break;
	default:
		break;
	}
}

void cached_read(const char *cmdline, size_t len, struct cached *ret)
{
	const char *end = cmdline + len;
	const char *word = len ? cmdline + strlen(cmdline) + 1 : cmdline;

	*ret = (struct cached){
		.base = "/tmp", .journal = "", .write_s = WRITE_S, .flush_s = FLUSH_S
	};
	for (; word < end; word += strlen(word) + 1) {
		if (word[0] != '-' || word[1] == '-')
			continue;
		for (const char *option = word + 1; *option; option++) {
			const char *next = word + strlen(word) + 1;

			if (!strchr(with_value, *option)) {
				take(ret, *option, "");
				continue;
			}
			if (option[1]) { /* -w900 */
				take(ret, *option, option + 1);
			} else if (next < end) { /* -w 900 */
				take(ret, *option, next);
				word = next;
			}
			break;
		}
	}
	if (ret->sockets == 0)
		ret->socket[ret->sockets++] = SOCKET;
}

static const char *without_scheme(const char *address)
{
	return strncmp(address, "unix:", 5) == 0 ? address + 5 : address;
}

bool cached_listens(const struct cached *cached, const char *address)
{
	for (size_t i = 0; i < cached->sockets; i++) {
		if (strcmp(without_scheme(cached->socket[i]), without_scheme(address)) == 0)
			return true;
	}
	return false;
}

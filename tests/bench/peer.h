/* peer.h - the same pictures by rrdtool's own command line. */
#ifndef PEER_H
#define PEER_H

#include <stdint.h>

#define PEER_WORDS_MAX 256

/* A command line; `word` ends with NULL and is to be freed by peer_done(). */
struct peer {
	char *word[PEER_WORDS_MAX];
	int count;
};

/* The six graphs that are drawn: what boardgraph calls them, and how rrdtool draws the like. */
struct peer_graph {
	const char *name;
	void (*add)(struct peer *peer, const char *host);
};

#define PEER_GRAPHS 6
extern const struct peer_graph peer_graphs[PEER_GRAPHS];

/* `rrdtool graph` of one picture, 800x200. */
void peer_draw(struct peer *ret, const struct peer_graph *graph, const char *host,
	       const char *output, int64_t start, int64_t end);

/* `rrdtool xport --json` of all CPUs' interrupts, in as many rows as the archive has. */
void peer_export(struct peer *ret, const char *host, int64_t start, int64_t end);

void peer_done(struct peer *peer);

#endif

/* peer.c - the same pictures by rrdtool's own command line. */
#include "peer.h"

#include <err.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "year.h"
#include "banned.h"

static const char *const colours[] = { "#1854ad", "#002b74", "#4875ec", "#9bb0ed",
				       "#c45000", "#7e2000", "#e17901", "#eea76a" };

static void add(struct peer *peer, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct peer *peer, const char *format, ...)
{
	va_list args;

	if (peer->count == PEER_WORDS_MAX - 1)
		errx(1, "too many words");
	va_start(args, format);
	if (vasprintf(&peer->word[peer->count++], format, args) < 0)
		err(1, "memory");
	va_end(args);
}

static void add_numbers(struct peer *peer, const char *average, const char *min, const char *max)
{
	add(peer, "GPRINT:%s:MIN:Min %%8.2lf%%s", min);
	add(peer, "GPRINT:%s:AVERAGE:Avg %%8.2lf%%s", average);
	add(peer, "GPRINT:%s:MAX:Max %%8.2lf%%s", max);
	add(peer, "GPRINT:%s:LAST:Last %%8.2lf%%s\\l", average);
}

/* A DEF for each of the archives: a3, l3, h3 are average, lowest, highest. A colon in a name has
 * a backslash before it. */
static void add_defs(struct peer *peer, const char *host, const char *id, const char *source,
		     const char *suffix, size_t i)
{
	char path[4096];
	size_t length = 0;

	for (; *id && length < sizeof(path) - 2; id++) {
		if (*id == ':')
			path[length++] = '\\';
		path[length++] = *id;
	}
	path[length] = '\0';
	add(peer, "DEF:a%s%zu=%s/%s.rrd:%s:AVERAGE", suffix, i, host, path, source);
	add(peer, "DEF:l%s%zu=%s/%s.rrd:%s:MIN", suffix, i, host, path, source);
	add(peer, "DEF:h%s%zu=%s/%s.rrd:%s:MAX", suffix, i, host, path, source);
}

/* A line and its band. */
static void add_line(struct peer *peer, const char *host, const char *id, const char *name,
		     const char *colour, size_t i)
{
	char a[16], l[16], h[16];

	snprintf(a, sizeof(a), "a%zu", i);
	snprintf(l, sizeof(l), "l%zu", i);
	snprintf(h, sizeof(h), "h%zu", i);
	add_defs(peer, host, id, "value", "", i);
	add(peer, "CDEF:band%zu=h%zu,l%zu,-", i, i, i);
	add(peer, "AREA:l%zu", i);
	add(peer, "AREA:band%zu%s33::STACK", i, colour);
	add(peer, "LINE0.5:h%zu%s99", i, colour);
	add(peer, "LINE1.5:a%zu%s:%-20s", i, colour, name);
	add_numbers(peer, a, l, h);
}

static void add_temperature(struct peer *peer, const char *host)
{
	for (size_t i = 0; year_zones[i]; i++) {
		char id[128];

		snprintf(id, sizeof(id), "cputemp/temperature-%s", year_zones[i]);
		add_line(peer, host, id, year_zones[i], colours[4 * i], i);
	}
}

static void add_frequency(struct peer *peer, const char *host)
{
	for (size_t i = 0; year_clusters[i]; i++) {
		char id[128];

		snprintf(id, sizeof(id), "clusterfreq-%s/derive-cycles", year_clusters[i]);
		add_line(peer, host, id, year_clusters[i], colours[4 * i], i);
		add(peer, "DEF:limit%zu=%s/clusterfreq-%s/cpufreq-limit.rrd:value:AVERAGE", i, host,
		    year_clusters[i]);
		add(peer, "LINE1:limit%zu%s99:limit\\l:dashes=6,3", i, colours[4 * i]);
	}
}

static void add_interrupts_of(struct peer *peer, const char *host, const char *name)
{
	for (size_t i = 0; i < YEAR_CPUS; i++) {
		char id[128], a[16], l[16], h[16];

		snprintf(id, sizeof(id), "cpuirq-%s/irq-cpu%zu", name, i);
		snprintf(a, sizeof(a), "a%zu", i);
		snprintf(l, sizeof(l), "l%zu", i);
		snprintf(h, sizeof(h), "h%zu", i);
		add_defs(peer, host, id, "value", "", i);
		add(peer, "AREA:a%zu%s:cpu%zu%s", i, colours[i], i, i ? ":STACK" : "");
		add_numbers(peer, a, l, h);
	}
}

static void add_interrupts(struct peer *peer, const char *host)
{
	add_interrupts_of(peer, host, "total");
}

static void add_one_interrupt(struct peer *peer, const char *host)
{
	add_interrupts_of(peer, host, year_interrupts[0]);
}

/* One direction above the axis, the other below. */
static void add_port(struct peer *peer, const char *host, size_t i, size_t port, bool is_single)
{
	char id[128];

	snprintf(id, sizeof(id), "usbio-%s/if_octets", year_ports[port]);
	add_defs(peer, host, id, "rx", "r", i);
	add_defs(peer, host, id, "tx", "t", i);
	add(peer, "CDEF:below%zu=at%zu,-1,*", i, i);
	if (!is_single)
		return;
	add(peer, "CDEF:lower=ht%zu,-1,*", i);
	add(peer, "AREA:hr%zu%s33", i, colours[port]);
	add(peer, "AREA:lower%s33", colours[port]);
}

static void add_ports(struct peer *peer, const char *host, size_t first, size_t last)
{
	for (size_t i = first; i <= last; i++)
		add_port(peer, host, i, i, first == last);
	for (size_t i = first; i <= last; i++) {
		char a[16], l[16], h[16];

		snprintf(a, sizeof(a), "ar%zu", i);
		snprintf(l, sizeof(l), "lr%zu", i);
		snprintf(h, sizeof(h), "hr%zu", i);
		add(peer, "AREA:ar%zu%s:%-8s%s", i, colours[i], year_ports[i],
		    i == first ? "" : ":STACK");
		add_numbers(peer, a, l, h);
	}
	for (size_t i = first; i <= last; i++) {
		char a[16], l[16], h[16];

		snprintf(a, sizeof(a), "at%zu", i);
		snprintf(l, sizeof(l), "lt%zu", i);
		snprintf(h, sizeof(h), "ht%zu", i);
		add(peer, "AREA:below%zu%s80:%-8s%s", i, colours[i], year_ports[i],
		    i == first ? "" : ":STACK");
		add_numbers(peer, a, l, h);
	}
	add(peer, "HRULE:0#303e48");
}

static void add_usb(struct peer *peer, const char *host)
{
	size_t count = 0;

	while (year_ports[count])
		count++;
	add_ports(peer, host, 0, count - 1);
}

static void add_one_port(struct peer *peer, const char *host)
{
	add_ports(peer, host, 0, 0);
}

const struct peer_graph peer_graphs[PEER_GRAPHS] = {
	{ "temperature", add_temperature },
	{ "frequency", add_frequency },
	{ "interrupts", add_interrupts },
	{ "interrupts-eth0", add_one_interrupt },
	{ "usb", add_usb },
	{ "usb-1-1", add_one_port },
};

void peer_draw(struct peer *ret, const struct peer_graph *graph, const char *host,
	       const char *output, int64_t start, int64_t end)
{
	/* what makes it cheaper for boardgraph makes it cheaper here */
	static const char *const words[] = { "--width=800",
					     "--height=200",
					     "--border=0",
					     "--disable-rrdtool-tag",
					     "--grid-dash=1:0",
					     "--font=TITLE:11:DejaVu Sans",
					     "--font=AXIS:8:DejaVu Sans",
					     "--font=UNIT:8:DejaVu Sans",
					     "--font=LEGEND:8:DejaVu Sans Mono" };

	*ret = (struct peer){ 0 };
	add(ret, "rrdtool");
	add(ret, "graph");
	add(ret, "%s", output);
	add(ret, "--start=%" PRId64, start);
	add(ret, "--end=%" PRId64, end);
	add(ret, "--title=%s", graph->name);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		add(ret, "%s", words[i]);
	graph->add(ret, host);
}

void peer_export(struct peer *ret, const char *host, int64_t start, int64_t end)
{
	*ret = (struct peer){ 0 };
	add(ret, "rrdtool");
	add(ret, "xport");
	add(ret, "--json");
	add(ret, "--maxrows=1300");
	add(ret, "--start=%" PRId64, start);
	add(ret, "--end=%" PRId64, end);
	for (size_t i = 0; i < YEAR_CPUS; i++)
		add(ret, "DEF:a%zu=%s/cpuirq-total/irq-cpu%zu.rrd:value:AVERAGE", i, host, i);
	for (size_t i = 0; i < YEAR_CPUS; i++)
		add(ret, "XPORT:a%zu:cpu%zu", i, i);
}

void peer_done(struct peer *peer)
{
	for (int i = 0; i < peer->count; i++)
		free(peer->word[i]);
	*peer = (struct peer){ 0 };
}

/* header.c - what stands in the first bytes of an RRD file. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "header.h"
#include "util.h"
#include "banned.h"

/* rrd_format.h: "RRD\0", "0003\0", and a double that looks different on each kind of machine. */
#define FLOAT_COOKIE 8.642135E130
#define PARAMETERS 10 /* unival par[10], 8 bytes each */
#define LAST_DS_SIZE 30
#define COUNT_MAX 1000000
#define YEAR_9999 253402300799U
#define IS_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

struct machine {
	const char *name;
	size_t word;  /* sizeof(unsigned long) */
	size_t time;  /* sizeof(time_t) */
	size_t align; /* of a double and of a 64-bit time_t in a struct */
	bool is_big_endian;
};

static const struct machine machines[] = {
	{ "64-bit little-endian (x86-64, arm64)", 8, 8, 8, false },
	{ "32-bit ARM", 4, 4, 8, false },
	{ "32-bit ARM with 64-bit time", 4, 8, 8, false },
	{ "32-bit x86", 4, 4, 4, false },
	{ "64-bit big-endian", 8, 8, 8, true },
	{ "32-bit big-endian", 4, 4, 8, true },
};

static bool is_native(const struct machine *machine)
{
	struct {
		char c;
		double d;
	} probe;

	return machine->word == sizeof(unsigned long) && machine->time == sizeof(time_t) &&
	       machine->align == (size_t)((char *)&probe.d - &probe.c) &&
	       machine->is_big_endian == IS_BIG_ENDIAN;
}

/* Goes through the bytes as the compiler of `machine` laid the structs out. */
struct cursor {
	const struct machine *machine;
	const unsigned char *bytes;
	size_t size;
	size_t at; /* beyond `size`: the file is shorter than its header */
};

static uint64_t take(struct cursor *c, size_t bytes)
{
	uint64_t value = 0;

	if (c->at + bytes <= c->size) {
		for (size_t i = 0; i < bytes; i++) {
			size_t from = c->machine->is_big_endian ? i : bytes - 1 - i;

			value = value << 8 | c->bytes[c->at + from];
		}
	}
	c->at += bytes;
	return value;
}

static void align(struct cursor *c, size_t to)
{
	c->at = (c->at + to - 1) / to * to;
}

static void take_text(struct cursor *c, char *ret, size_t size)
{
	memset(ret, 0, size);
	if (c->at + size <= c->size)
		memcpy(ret, c->bytes + c->at, size - 1);
	c->at += size;
}

static void skip_parameters(struct cursor *c)
{
	align(c, c->machine->align);
	c->at += PARAMETERS * sizeof(double);
}

/* The first of the parameters; of an archive that is its xff. */
static double take_parameters(struct cursor *c)
{
	uint64_t bits;
	double first;

	align(c, c->machine->align);
	bits = take(c, sizeof(bits));
	memcpy(&first, &bits, sizeof(first));
	c->at += (PARAMETERS - 1) * sizeof(double);
	return first;
}

static bool cookie_fits(struct cursor *c)
{
	uint64_t bits;
	double cookie;

	c->at = 9;
	align(c, c->machine->align);
	bits = take(c, sizeof(bits));
	memcpy(&cookie, &bits, sizeof(cookie));
	return c->at <= c->size && cookie == FLOAT_COOKIE;
}

/* "0001" to "0005" */
static bool is_version(const char *text)
{
	return strncmp(text, "000", 3) == 0 && text[3] >= '1' && text[3] <= '5' && text[4] == '\0';
}

static double last_value(const char *text)
{
	char *end;
	double value = strtod(text, &end);

	return end == text || *end != '\0' ? NAN : value;
}

static void take_sources(struct cursor *c, struct header *ret)
{
	for (size_t i = 0; i < ret->sources; i++) {
		char type[HEADER_NAME_SIZE];

		take_text(c, ret->source[i].name, sizeof(ret->source[i].name));
		take_text(c, type, sizeof(type));
		ret->source[i].is_counter = strcmp(type, "GAUGE") != 0;
		skip_parameters(c);
	}
}

/* librrd refuses a file for one that it does not know. */
static bool is_function(const char *cf)
{
	static const char *const known[] = { "AVERAGE",	   "MIN",      "MAX",	     "LAST",
					     "HWPREDICT",  "SEASONAL", "DEVPREDICT", "DEVSEASONAL",
					     "MHWPREDICT", "FAILURES" };

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		if (strcmp(cf, known[i]) == 0)
			return true;
	}
	return false;
}

static int take_archives(struct cursor *c, uint64_t step_s, struct header *ret)
{
	for (size_t i = 0; i < ret->archives; i++) {
		struct header_archive *archive = &ret->archive[i];
		uint64_t samples;

		take_text(c, archive->cf, sizeof(archive->cf));
		align(c, c->machine->word);
		archive->rows = take(c, c->machine->word);
		samples = take(c, c->machine->word);
		archive->unknown_max = take_parameters(c);
		if (c->at > c->size)
			return 0;
		if (!is_function(archive->cf) || archive->rows == 0 ||
		    archive->rows > COUNT_MAX * 100 || samples == 0 || samples > COUNT_MAX)
			return -EINVAL;
		archive->row_s = step_s * samples;
		if (archive->row_s > YEAR_9999 / archive->rows)
			return -EINVAL;
	}
	return 0;
}

static void take_samples(struct cursor *c, struct header *ret)
{
	for (size_t i = 0; i < ret->sources; i++) {
		char last[LAST_DS_SIZE];

		take_text(c, last, sizeof(last));
		ret->source[i].last = last_value(last);
		skip_parameters(c);
	}
}

/* The row each archive is at; who reads rows trusts it. */
static int take_positions(struct cursor *c, struct header *ret)
{
	for (size_t i = 0; i < ret->archives; i++) {
		ret->archive[i].current_row = take(c, c->machine->word);
		if (ret->archive[i].current_row >= ret->archive[i].rows)
			return -EINVAL;
	}
	return 0;
}

/* Returns -EINVAL for numbers that cannot be. file_bytes is what a whole file has, even if
 * there are fewer. */
static int read_as(const struct machine *machine, const unsigned char *bytes, size_t size,
		   struct header *ret)
{
	struct cursor c = { machine, bytes, size, 0 };
	uint64_t sources, archives, step_s, last_update, rows = 0;
	bool has_usec = strncmp((const char *)bytes + 4, "0003", 4) >= 0;

	if (!is_version((const char *)bytes + 4) || !cookie_fits(&c))
		return -EINVAL;
	sources = take(&c, machine->word);
	archives = take(&c, machine->word);
	step_s = take(&c, machine->word);
	skip_parameters(&c);
	if (sources == 0 || sources > HEADER_SOURCES_MAX || archives == 0 ||
	    archives > HEADER_ARCHIVES_MAX || step_s == 0 || step_s > COUNT_MAX)
		return -EINVAL;
	memset(ret, 0, sizeof(*ret));
	ret->sources = (size_t)sources;
	ret->archives = (size_t)archives;
	take_sources(&c, ret);
	if (take_archives(&c, step_s, ret) < 0)
		return -EINVAL;
	align(&c, machine->time < machine->align ? machine->time : machine->align);
	last_update = take(&c, machine->time);
	if (last_update > YEAR_9999)
		return -EINVAL;
	ret->last_update = (time_t)last_update;
	if (has_usec)
		take(&c, machine->word);
	/* struct live_head ends where its time_t may stand again */
	align(&c, machine->time < machine->align ? machine->time : machine->align);
	take_samples(&c, ret);
	c.at += ret->sources * ret->archives * PARAMETERS * sizeof(double);
	if (take_positions(&c, ret) < 0)
		return -EINVAL;
	ret->header_bytes = c.at;
	for (size_t i = 0; i < ret->archives; i++)
		rows += ret->archive[i].rows;
	ret->file_bytes = (uint64_t)ret->header_bytes + rows * sources * sizeof(double);
	return 0;
}

static bool is_zeroed(const unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < size && i < 4096; i++) {
		if (bytes[i])
			return false;
	}
	return true;
}

/* Another architecture whose file would have exactly this size; without one, any whose
 * header makes sense. */
static const char *other_machine(const unsigned char *bytes, size_t part, size_t size,
				 struct header *ret)
{
	const char *maybe = NULL;
	struct header other;

	for (size_t i = 0; i < ARRAY_SIZE(machines); i++) {
		if (is_native(&machines[i]) || read_as(&machines[i], bytes, part, &other) < 0)
			continue;
		if (other.file_bytes == size) {
			if (machines[i].is_big_endian == IS_BIG_ENDIAN)
				*ret = other;
			return machines[i].name;
		}
		maybe = machines[i].name;
	}
	return maybe;
}

enum header_fault header_read(const unsigned char *bytes, size_t part, size_t size,
			      struct header *ret, const char **ret_machine)
{
	const char *machine;

	if (part == 0)
		return HEADER_EMPTY;
	if (is_zeroed(bytes, part))
		return HEADER_ZEROED;
	if (part < 9)
		return HEADER_NO_RRD;
	if (memcmp(bytes, "RRD", 4) != 0)
		return HEADER_NO_RRD;
	for (size_t i = 0; i < ARRAY_SIZE(machines); i++) {
		struct header own;

		if (!is_native(&machines[i]) || read_as(&machines[i], bytes, part, &own) < 0)
			continue;
		*ret = own;
		return own.file_bytes > size ? HEADER_CUT : HEADER_SOUND;
	}
	machine = other_machine(bytes, part, size, ret);
	if (!machine)
		return HEADER_DAMAGED;
	*ret_machine = machine;
	return HEADER_FOREIGN;
}

int header_source(const struct header *header, const char *name)
{
	for (size_t i = 0; i < header->sources; i++) {
		if (strcmp(header->source[i].name, name) == 0)
			return (int)i;
	}
	return -1;
}

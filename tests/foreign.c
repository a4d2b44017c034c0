/* foreign.c - the header of an RRD as the compiler of another machine lays it out. */
#include <string.h>

#include "foreign.h"
#include "graphs_rig.h"

#define ARCHIVES (RIG_CFS * RIG_ARCHIVES)

const struct foreign foreign_own = { 8, 8, 8 };
const struct foreign foreign_arm = { 4, 4, 8 };

static size_t put(unsigned char *bytes, size_t at, uint64_t value, size_t size)
{
	memcpy(bytes + at, &value, size); /* little-endian, as this machine */
	return at + size;
}

static size_t aligned(size_t at, size_t to)
{
	return (at + to - 1) / to * to;
}

size_t foreign_header(unsigned char *bytes, const struct foreign *m)
{
	double cookie = 8.642135E130;
	size_t at = aligned(9, m->align), time_align = m->time < m->align ? m->time : m->align;

	memcpy(bytes,
	       "RRD\0"
	       "0003",
	       9);
	memcpy(bytes + at, &cookie, sizeof(cookie));
	at = put(bytes, at + 8, 1, m->word);
	at = put(bytes, at, ARCHIVES, m->word);
	at = put(bytes, at, 10, m->word);
	at = aligned(at, m->align) + 80;
	memcpy(bytes + at, "value", 5);
	memcpy(bytes + at + 20, "GAUGE", 5);
	at = aligned(at + 40, m->align) + 80;
	for (size_t i = 0; i < ARCHIVES; i++) {
		const char *cf = rig_cfs[i / RIG_ARCHIVES];
		const unsigned int *archive = rig_archives[i % RIG_ARCHIVES];

		memcpy(bytes + at, cf, strlen(cf));
		at = put(bytes, aligned(at + 20, m->word), archive[1], m->word);
		at = put(bytes, at, archive[0], m->word);
		at = aligned(at, m->align) + 80;
	}
	at = put(bytes, aligned(at, time_align), RIG_NOW, m->time);
	at = aligned(put(bytes, at, 0, m->word), time_align);
	memcpy(bytes + at, "43.0", 4);
	at = aligned(at + 30, m->align) + 80;
	return at + ARCHIVES * (80 + m->word);
}

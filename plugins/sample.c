/* sample.c - how people read a sample: its identifier in collectd, its values. */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>

#include "banned.h"

bool sample_is_forgotten(uint64_t read, uint64_t sent)
{
	return sent == 0 || read - sent > SAMPLE_QUIET_READS;
}

void sample_id(const char *plugin, const struct sample *sample, char ret[SAMPLE_ID_SIZE])
{
	snprintf(ret, SAMPLE_ID_SIZE, "%s%s%s/%s%s%s", plugin, sample->instance[0] ? "-" : "",
		 sample->instance, sample->type, sample->type_instance[0] ? "-" : "",
		 sample->type_instance);
}

static void format_gauge(double value, char ret[SAMPLE_VALUE_SIZE])
{
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(ret, SAMPLE_VALUE_SIZE, "%.*g", digits, value);
		if (strtod(ret, NULL) == value)
			return;
	}
}

void sample_value(const struct sample *sample, size_t i, char ret[SAMPLE_VALUE_SIZE])
{
	if (sample->kind == SAMPLE_GAUGE)
		format_gauge(sample->gauge[i], ret);
	else
		snprintf(ret, SAMPLE_VALUE_SIZE, "%lld", (long long)sample->derive[i]);
}

void sample_text(const struct sample *sample, char ret[SAMPLE_TEXT_SIZE])
{
	char first[SAMPLE_VALUE_SIZE];
	char second[SAMPLE_VALUE_SIZE] = "";

	sample_value(sample, 0, first);
	if (sample->count > 1)
		sample_value(sample, 1, second);
	snprintf(ret, SAMPLE_TEXT_SIZE, "%s%s%s", first, sample->count > 1 ? ":" : "", second);
}

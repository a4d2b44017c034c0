/* series.c - the samples of a board and their types: see series.h. */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "series.h"
#include "banned.h"

#define TOTAL "cpuirq-total/"

/* "cpuirq-total/irq-cpu0" -> "irq" */
static void type_of(const char *id, char ret[64])
{
	const char *type = strchr(id, '/');

	if (type == NULL)
		errx(1, "'%s' is no identifier", id);
	type++;
	snprintf(ret, 64, "%.*s", (int)strcspn(type, "-"), type);
}

static void read_field(char **fields, const char *end, char *ret, size_t size)
{
	const char *field = strsep(fields, end);

	if (field == NULL || strlen(field) >= size)
		errx(1, "types.db: a field is missing or too long");
	snprintf(ret, size, "%s", field);
}

/* "rx:DERIVE:0:U, tx:DERIVE:0:U" */
static size_t read_channels(char *text, struct channel ret[QUANTITY_SOURCES])
{
	size_t count = 0;
	char *one;

	while ((one = strsep(&text, ", \t\n")) != NULL) {
		struct data_source *source = &ret[count].definition;

		if (*one == '\0')
			continue;
		if (count++ == QUANTITY_SOURCES)
			errx(1, "types.db: more than %d data sources", QUANTITY_SOURCES);
		read_field(&one, ":", source->name, sizeof(source->name));
		read_field(&one, ":", source->kind, sizeof(source->kind));
		read_field(&one, ":", source->min, sizeof(source->min));
		read_field(&one, ":", source->max, sizeof(source->max));
	}
	return count;
}

/* "if_octets	rx:DERIVE:0:U, tx:DERIVE:0:U" */
static void read_type(const char *types_db, struct series *series)
{
	FILE *file = fopen(types_db, "re");
	char *line = NULL;
	size_t size = 0;
	char type[64];
	size_t length;

	if (file == NULL)
		err(1, "%s", types_db);
	type_of(series->id, type);
	length = strlen(type);
	while (series->channels == 0 && getline(&line, &size, file) > 0)
		if (strncmp(line, type, length) == 0 && strchr(" \t", line[length]) != NULL)
			series->channels = read_channels(line + length, series->channel);
	free(line);
	fclose(file);
	if (series->channels == 0)
		errx(1, "%s: %s has no type", types_db, series->id);
}

static void read_values(struct series *series, char *values)
{
	for (size_t i = 0; i < series->channels; i++) {
		struct channel *channel = &series->channel[i];
		const char *value = strsep(&values, ":");

		if (value == NULL || *value == '\0')
			errx(1, "%s: a value is missing", series->id);
		snprintf(channel->recorded, sizeof(channel->recorded), "%s", value);
		channel->still = strtod(value, NULL);
		channel->is_counter = strcmp(channel->definition.kind, "GAUGE") != 0;
	}
}

/* Let the channel count what the scenario has under this identifier. */
static void add_counter(struct channel *channel, const char *id, size_t number)
{
	const struct quantity *quantity = scenario_find(id);

	if (quantity == NULL)
		return;
	channel->counter =
		reallocarray(channel->counter, channel->counters + 1, sizeof(*channel->counter));
	if (channel->counter == NULL)
		err(1, "memory");
	channel->counter[channel->counters++] = (struct counter){ quantity, number, 0 };
}

/* Those of the same CPU: "cpuirq-total/irq-cpu0" adds up "cpuirq-dw-mci/irq-cpu0" and so on. */
static void add_up_total(struct series *total, const struct series *series, size_t count)
{
	const char *cpu = strchr(total->id, '/');

	for (size_t i = 0; i < count; i++) {
		const char *other = strchr(series[i].id, '/');

		if (&series[i] != total && strncmp(series[i].id, "cpuirq-", 7) == 0 &&
		    strcmp(other, cpu) == 0)
			add_counter(&total->channel[0], series[i].id, 0);
	}
}

static void find_quantities(struct series *series, const struct series *all, size_t count)
{
	if (strncmp(series->id, TOTAL, strlen(TOTAL)) == 0) {
		add_up_total(series, all, count);
		return;
	}
	for (size_t i = 0; i < series->channels; i++)
		if (series->channel[i].is_counter)
			add_counter(&series->channel[i], series->id, i);
		else
			series->channel[i].quantity = scenario_find(series->id);
}

struct series *series_read(FILE *samples, const char *types_db, size_t *ret_count)
{
	struct series *series = NULL;
	size_t count = 0;
	char *line = NULL;
	size_t size = 0;

	while (getline(&line, &size, samples) > 0) {
		char *values = line;
		const char *id = strsep(&values, " \n");

		series = reallocarray(series, count + 1, sizeof(*series));
		if (series == NULL)
			err(1, "memory");
		series[count] = (struct series){ 0 };
		snprintf(series[count].id, sizeof(series[count].id), "%s", id);
		read_type(types_db, &series[count]);
		values[strcspn(values, "\n")] = '\0';
		read_values(&series[count], values);
		count++;
	}
	free(line);
	for (size_t i = 0; i < count; i++)
		find_quantities(&series[i], series, count);
	*ret_count = count;
	return series;
}

void series_free(struct series *series, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < series[i].channels; j++)
			free(series[i].channel[j].counter);
	free(series);
}

double channel_count(struct channel *channel, const struct moment *moment, unsigned int step)
{
	double count = 0;

	for (size_t i = 0; i < channel->counters; i++) {
		struct counter *counter = &channel->counter[i];

		counter->sum += step * quantity_value(counter->quantity, counter->source, moment);
		count += quantity_count(counter->quantity, counter->sum);
	}
	return count;
}

double channel_gauge(const struct channel *channel, size_t number, const struct moment *moment)
{
	if (channel->quantity == NULL)
		return channel->still;
	return quantity_value(channel->quantity, number, moment);
}

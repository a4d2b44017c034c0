/*
 * adapter.c - one source as a plugin of collectd 5.12
 *
 * The same file for every module; -DSOURCE=<name>_source makes the difference. It returns 0 to
 * the daemon always: a configuration callback that fails stops the daemon, a read callback that
 * fails is asked less and less often, up to once a day (src/daemon/{configfile,plugin}.c).
 */
#include <collectd/core/daemon/collectd.h>
#include <collectd/core/daemon/plugin.h>
#include <collectd/core/utils/common/common.h>

#include "presence.h"
#include "source.h"
#include "text.h"
#include "banned.h"

#define NAME SOURCE.plugin
#define VALUES_MAX 8 /* of one option */
#define NUMBER_SIZE 32

static char *root_path; /* NULL is "/" */
static void *state;
static struct presence presence;
static cdtime_t now; /* time of the last read */

static bool state_ready(void)
{
	if (!state)
		state = calloc(1, SOURCE.state_size);
	return state != NULL;
}

static int set_root(const char *const value[], size_t count)
{
	if (count != 1 || value[0][0] != '/')
		return -EINVAL;
	char *path = strdup(value[0]);
	if (!path)
		return -ENOMEM;
	free(root_path);
	root_path = path;
	return 0;
}

/* collectd's values are text, numbers or booleans, a source takes texts. */
static const char *value_text(const oconfig_value_t *value, char buffer[NUMBER_SIZE])
{
	switch (value->type) {
	case OCONFIG_TYPE_STRING:
		return value->value.string;
	case OCONFIG_TYPE_BOOLEAN:
		return value->value.boolean ? "true" : "false";
	default:
		snprintf(buffer, NUMBER_SIZE, "%.15g", value->value.number);
		return buffer;
	}
}

static int set_option(const oconfig_item_t *item)
{
	char number[VALUES_MAX][NUMBER_SIZE];
	const char *value[VALUES_MAX];

	if (item->children_num > 0 || item->values_num > VALUES_MAX)
		return -EINVAL;
	for (int i = 0; i < item->values_num; i++)
		value[i] = value_text(&item->values[i], number[i]);
	if (strcasecmp(item->key, "Root") == 0)
		return set_root(value, (size_t)item->values_num);
	return SOURCE.set(state, item->key, value, (size_t)item->values_num);
}

static void warn_of_option(const oconfig_item_t *item, int rc)
{
	char number[NUMBER_SIZE];

	if (rc == -ENOENT)
		plugin_log(LOG_WARNING, "%s plugin: unknown option \"%s\", ignored", NAME,
			   item->key);
	else if (item->values_num > 0)
		plugin_log(LOG_WARNING,
			   "%s plugin: option \"%s\": \"%s\" is not a value it takes (%s), ignored",
			   NAME, item->key, value_text(&item->values[item->values_num - 1], number),
			   STRERROR(-rc));
	else
		plugin_log(LOG_WARNING, "%s plugin: option \"%s\" needs a value, ignored", NAME,
			   item->key);
}

static int configure(oconfig_item_t *block)
{
	if (!state_ready())
		return 0; /* init says it */
	for (int i = 0; i < block->children_num; i++) {
		int rc = set_option(&block->children[i]);

		if (rc < 0)
			warn_of_option(&block->children[i], rc);
	}
	return 0;
}

static void note_presence(const struct sample *sample)
{
	char id[SAMPLE_ID_SIZE];

	sample_id(NAME, sample, id);
	presence_note(&presence, id);
}

static void dispatch(const struct sample *sample, void *ctx)
{
	value_t value[SAMPLE_VALUES_MAX];
	value_list_t list = VALUE_LIST_INIT;

	(void)ctx;
	note_presence(sample);
	for (size_t i = 0; i < sample->count; i++) {
		if (sample->kind == SAMPLE_GAUGE)
			value[i].gauge = sample->gauge[i];
		else
			value[i].derive = sample->derive[i];
	}
	list.values = value;
	list.values_len = sample->count;
	list.time = now;
	sstrncpy(list.plugin, NAME, sizeof(list.plugin));
	sstrncpy(list.plugin_instance, sample->instance, sizeof(list.plugin_instance));
	sstrncpy(list.type, sample->type, sizeof(list.type));
	sstrncpy(list.type_instance, sample->type_instance, sizeof(list.type_instance));
	plugin_dispatch_values(&list);
}

static void log_changes(void)
{
	static const struct {
		int level;
		const char *word;
	} say[PRESENCE_CHANGES] = {
		[PRESENCE_NEW] = { LOG_INFO, "new" },
		[PRESENCE_GONE] = { LOG_NOTICE, "no longer given" },
		[PRESENCE_BACK] = { LOG_INFO, "given again" },
	};

	for (size_t i = 0; i < PRESENCE_CHANGES; i++) {
		const struct presence_list *list = &presence.list[i];

		if (list->count > 1)
			plugin_log(say[i].level, "%s plugin: %s: %s and %zu more", NAME,
				   say[i].word, list->first, list->count - 1);
		else if (list->count == 1)
			plugin_log(say[i].level, "%s plugin: %s: %s", NAME, say[i].word,
				   list->first);
	}
}

/* Once: the maxima are far above what boards have. */
static void log_left_out(void)
{
	static bool is_said;
	size_t count = source_left_out(&SOURCE, state);

	if (count > 0 && !is_said)
		plugin_log(LOG_WARNING, "%s plugin: there is no room for %zu more: %s", NAME, count,
			   SOURCE.looks_for);
	is_said |= count > 0;
}

/* A read that failed altogether says nothing on single samples. */
static int collect(void)
{
	struct kroot root;
	int rc = kroot_open(&root, root_path ? root_path : "/");

	if (rc < 0)
		return rc;
	presence_begin(&presence);
	rc = SOURCE.collect(state, &root, dispatch, NULL);
	kroot_close(&root);
	log_left_out();
	if (rc < 0)
		return rc;
	presence_end(&presence);
	log_changes();
	return rc;
}

/* A daemon that was held up makes up for it by a read right after the late one. The sources count
 * reads where an RRD measures time: a sum that is to be forgotten would not be yet. */
static bool is_too_soon(cdtime_t time)
{
	return time >= now && time - now < plugin_get_interval() / 2;
}

/* A failure is logged once, and hidden from collectd, which would wait longer
 * each time, up to a day, for a class that may appear a second later. What fails
 * and recovers all the time is not spoken of after so many times. */
static int read_source(void)
{
	static bool is_failing;
	static unsigned int times_failed;
	const char *path = root_path ? root_path : "/";
	cdtime_t time = cdtime();

	if (is_too_soon(time))
		return 0;
	now = time; /* one for all samples of a read */
	int rc = collect();
	if (rc < 0 && !is_failing && times_failed++ < PRESENCE_TIMES_MAX)
		plugin_log(LOG_WARNING, "%s plugin: %s: %.*s/%s", NAME, STRERROR(-rc),
			   text_dir_length(path), path, SOURCE.looks_for);
	if (rc >= 0 && is_failing && times_failed <= PRESENCE_TIMES_MAX)
		plugin_log(LOG_INFO, "%s plugin: reads again", NAME);
	is_failing = rc < 0;
	return 0;
}

static int init(void)
{
	if (!state_ready() || plugin_register_read(NAME, read_source) != 0)
		plugin_log(LOG_ERR, "%s plugin: out of memory, measures nothing", NAME);
	return 0;
}

static int shut_down(void)
{
	if (state)
		SOURCE.done(state);
	free(state);
	state = NULL;
	presence_done(&presence);
	free(root_path);
	root_path = NULL;
	return 0;
}

__attribute__((visibility("default"))) void module_register(void)
{
	plugin_register_complex_config(NAME, configure);
	plugin_register_init(NAME, init);
	plugin_register_shutdown(NAME, shut_down);
}

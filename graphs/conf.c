/* conf.c - the little of collectd's configuration that says what is measured and stored where. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "conf.h"
#include "util.h"
#include "banned.h"

#define DEFAULT_DIR "/usr/lib/collectd"
#define DEFAULT_BASE "/var/lib/collectd"
#define BLANKS " \t\r\n"

void conf_begin(struct conf *ret)
{
	memset(ret, 0, sizeof(*ret));
	snprintf(ret->dir[0], CONF_PATH_SIZE, DEFAULT_DIR);
	ret->dirs = 1;
	snprintf(ret->base_dir, sizeof(ret->base_dir), DEFAULT_BASE);
}

/* Take the next word, bare or in quotes, off `*line`. Returns false at the end of the line, and at
 * a comment. The '>' that ends a block is no part of a bare word. */
static bool next_word(const char **line, char *ret, size_t size)
{
	const char *at = *line + strspn(*line, BLANKS);
	bool is_quoted = *at == '"';
	size_t len = 0;

	if (*at == '\0' || *at == '#' || *at == '>')
		return false;
	for (at += is_quoted; *at && (is_quoted ? *at != '"' : !strchr(BLANKS ">", *at)); at++) {
		if (is_quoted && *at == '\\' && at[1])
			at++;
		if (len + 1 < size)
			ret[len++] = *at;
	}
	ret[len] = '\0';
	*line = at + (is_quoted && *at == '"');
	return true;
}

static bool is_true(const char *word)
{
	return strcasecmp(word, "true") == 0 || strcasecmp(word, "yes") == 0 ||
	       strcasecmp(word, "on") == 0;
}

static void add_plugin(struct conf *conf, const char *name, bool by_block)
{
	if (conf->plugins == CONF_PLUGINS_MAX)
		return;
	snprintf(conf->plugin[conf->plugins].name, CONF_NAME_SIZE, "%.*s", CONF_NAME_SIZE - 1,
		 name);
	conf->plugin[conf->plugins].dir = conf->dirs - 1;
	conf->plugin[conf->plugins++].by_block = by_block;
}

static void take_global(struct conf *conf, const char *key, const char *value)
{
	if (strcasecmp(key, "LoadPlugin") == 0) {
		add_plugin(conf, value, false);
	} else if (strcasecmp(key, "PluginDir") == 0 && conf->dirs < CONF_DIRS_MAX) {
		snprintf(conf->dir[conf->dirs++], CONF_PATH_SIZE, "%s", value);
	} else if (strcasecmp(key, "BaseDir") == 0) {
		snprintf(conf->base_dir, sizeof(conf->base_dir), "%s", value);
	} else if (strcasecmp(key, "AutoLoadPlugin") == 0) {
		conf->has_autoload = is_true(value);
	}
}

static void take_of_writer(struct conf_writer *writer, const char *key, const char *value)
{
	if (strcasecmp(key, "DataDir") == 0)
		snprintf(writer->data_dir, sizeof(writer->data_dir), "%s", value);
	else if (strcasecmp(key, "DaemonAddress") == 0)
		snprintf(writer->address, sizeof(writer->address), "%s", value);
	else if (strcasecmp(key, "CacheTimeout") == 0)
		writer->cache_s = strtod(value, NULL);
}

/* <Plugin NAME>, <LoadPlugin NAME>, <Include PATH> */
static void begin_block(struct conf *conf, struct conf_place *place, const char *key,
			const char *value)
{
	if (strcasecmp(key, "LoadPlugin") == 0) {
		add_plugin(conf, value, false);
	} else if (strcasecmp(key, "Include") == 0) {
		place->is_include = true;
		snprintf(place->include, sizeof(place->include), "%s", value);
		place->filter[0] = '\0';
	} else if (strcasecmp(key, "Plugin") == 0) {
		snprintf(place->block, sizeof(place->block), "%.*s", CONF_NAME_SIZE - 1, value);
		add_plugin(conf, value, true);
	}
}

/* Returns true if it ends an <Include>. */
static bool end_block(struct conf_place *place, const char *line)
{
	char key[CONF_NAME_SIZE];

	if (!next_word(&line, key, sizeof(key)))
		return false;
	if (strcasecmp(key, "Plugin") == 0)
		place->block[0] = '\0';
	if (strcasecmp(key, "Include") != 0 || !place->is_include)
		return false;
	place->is_include = false;
	return true;
}

bool conf_line(struct conf *conf, struct conf_place *place, const char *line)
{
	char key[CONF_NAME_SIZE], value[CONF_PATH_SIZE];

	line += strspn(line, BLANKS);
	if (strncmp(line, "</", 2) == 0) {
		line += 2;
		return end_block(place, line);
	}
	bool is_block = *line == '<';
	line += is_block;
	if (!next_word(&line, key, sizeof(key)) || !next_word(&line, value, sizeof(value)))
		return false;
	if (is_block)
		begin_block(conf, place, key, value);
	else if (place->is_include && strcasecmp(key, "Filter") == 0)
		snprintf(place->filter, sizeof(place->filter), "%.*s", CONF_NAME_SIZE - 1, value);
	else if (strcasecmp(place->block, "rrdtool") == 0)
		take_of_writer(&conf->rrdtool, key, value);
	else if (strcasecmp(place->block, "rrdcached") == 0)
		take_of_writer(&conf->rrdcached, key, value);
	else if (!place->block[0] && strcasecmp(key, "Include") == 0) {
		snprintf(place->include, sizeof(place->include), "%s", value);
		place->filter[0] = '\0';
		return true;
	} else if (!place->block[0]) {
		take_global(conf, key, value);
	}
	return false;
}

void conf_end(struct conf *conf)
{
	if (!conf->rrdtool.data_dir[0])
		snprintf(conf->rrdtool.data_dir, CONF_PATH_SIZE, "%s", conf->base_dir);
}

const char *conf_file(const struct conf *conf, const char *plugin)
{
	for (size_t i = 0; i < conf->plugins; i++) {
		if (strcasecmp(conf->plugin[i].name, plugin) == 0 &&
		    (!conf->plugin[i].by_block || conf->has_autoload))
			return conf->plugin[i].file;
	}
	return NULL;
}

bool conf_loads(const struct conf *conf, const char *plugin)
{
	return conf_file(conf, plugin) != NULL;
}

/*
 * conf.h - the little of collectd's configuration that says what is measured and where it is
 * stored. Pure. collectd: src/collectd.conf.pod
 */
#ifndef CONF_H
#define CONF_H

#include <stdbool.h>
#include <stddef.h>

#define CONF_PLUGINS_MAX 192
#define CONF_NAME_SIZE 64
#define CONF_PATH_SIZE 1024
#define CONF_DIRS_MAX 8

/* One of the plugins that store. */
struct conf_writer {
	char data_dir[CONF_PATH_SIZE]; /* "" without */
	char address[CONF_PATH_SIZE];  /* of rrdcached; "" without */
	double cache_s;		       /* CacheTimeout of rrdtool */
};

struct conf {
	struct {
		char name[CONF_NAME_SIZE];
		char file[CONF_PATH_SIZE]; /* that loads it; "" if that is not known */
		size_t dir;		   /* where it is looked for: its index */
		bool by_block;		   /* is loaded only with AutoLoadPlugin */
	} plugin[CONF_PLUGINS_MAX];
	size_t plugins;
	char dir[CONF_DIRS_MAX][CONF_PATH_SIZE]; /* PluginDir, in the order given */
	size_t dirs;
	size_t files; /* read so far */
	char base_dir[CONF_PATH_SIZE];
	bool has_autoload;
	struct conf_writer rrdtool, rrdcached;
};

/* Where in a file the reader is. Zero is the initial state. */
struct conf_place {
	char block[CONF_NAME_SIZE]; /* the plugin whose <Plugin> block this is, or "" */
	bool is_include;	    /* in an <Include> block */
	char include[CONF_PATH_SIZE];
	char filter[CONF_NAME_SIZE];
};

/* collectd's own defaults. */
void conf_begin(struct conf *ret);

/* Take one line; what is not known is passed over. Returns true if the files of place->include,
 * those that match place->filter unless that is "", are to be read now. */
bool conf_line(struct conf *conf, struct conf_place *place, const char *line);

/* Fill in what follows from all lines. */
void conf_end(struct conf *conf);

/* Whether it is to be loaded; names are the same in any case. */
bool conf_loads(const struct conf *conf, const char *plugin);

/* The file that loads it, or NULL. */
const char *conf_file(const struct conf *conf, const char *plugin);

#endif

/* conf_read.h - collectd's configuration, with the files it includes. */
#ifndef CONF_READ_H
#define CONF_READ_H

#include "conf.h"
#include "system.h"

/* Read the file at `path`, below the root of the system. Included files that cannot be read are
 * passed over, as collectd does. Returns 0 or -errno of the file itself. */
int conf_read(const struct system *system, const char *path, struct conf *ret);

#endif

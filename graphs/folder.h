/* folder.h - the names in a folder, and the RRD files two levels below it. */
#ifndef FOLDER_H
#define FOLDER_H

#include "names.h"
#include "notes.h"

/* Add what is in the folder, cpu2 before cpu10, but for what begins with a dot. Returns 0 or
 * -errno. */
int folder_list(const char *dir, struct names *ret);

/* Add "<folder>/<name>.rrd" for each below `dir`. What is no folder is passed over; one that cannot
 * be read, `dir` too, is a warning in `notes`. Returns 0, or -errno of `dir` itself. */
int folder_rrds(const char *dir, struct names *ret, struct notes *notes);

/* Whether one of the names below `dir` is a file, or may be: a folder can be called as an RRD.
 * Returns 1, 0 or -ENOMEM. */
int folder_has_file(const char *dir, const struct names *files);

#endif

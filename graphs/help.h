/* help.h - what --help prints. */
#ifndef HELP_H
#define HELP_H

extern const char help_all[];
extern const char help_draw[];
extern const char help_export[];
extern const char help_list[];
extern const char help_check[];
extern const char help_migrate[];

#endif

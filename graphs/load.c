/* load.c - the part of boardgraph that draws, which is a shared object of its own. */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "load.h"
#include "banned.h"

#define NAME "boardgraph-draw.so"

/* It is beside the program where that was built. */
static void path_beside(char ret[PATH_MAX + sizeof(NAME)])
{
	ssize_t len = readlink("/proc/self/exe", ret, PATH_MAX);
	char *slash;

	ret[len > 0 ? len : 0] = '\0';
	slash = strrchr(ret, '/');
	snprintf(slash ? slash + 1 : ret, sizeof(NAME), NAME);
}

draw_fn *load_draw(const char **why)
{
	char path[PATH_MAX + sizeof(NAME)];
	void *module, *symbol = NULL;
	draw_fn *draw;

	path_beside(path);
	if (access(path, F_OK) < 0)
		snprintf(path, sizeof(path), "%s", LIBDIR "/" NAME);
	module = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
	if (module)
		symbol = dlsym(module, "draw_view");
	if (!symbol) {
		*why = dlerror();
		return NULL;
	}
	memcpy(&draw, &symbol, sizeof(draw)); /* POSIX lets a void * hold it, C does not */
	return draw;
}

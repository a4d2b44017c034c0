/* fonts.c - whether pictures can have letters. */
#include <ftw.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "fonts.h"
#include "banned.h"

#define FOUND 1

static int is_font(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	static const char *const endings[] = { ".ttf", ".otf", ".ttc", ".pfb" };
	size_t len = strlen(path);

	(void)st;
	(void)ftw;
	for (size_t i = 0; type == FTW_F && len > 4 && i < ARRAY_SIZE(endings); i++) {
		if (strcasecmp(path + len - 4, endings[i]) == 0)
			return FOUND;
	}
	return 0;
}

bool fonts_are_there(const struct system *system)
{
	static const char *const dirs[] = { "/usr/share/fonts", "/usr/local/share/fonts",
					    "/usr/share/X11/fonts" };
	char path[PATH_MAX];

	for (size_t i = 0; i < ARRAY_SIZE(dirs); i++) {
		if (nftw(system_path(system, path, "%s", dirs[i]), is_font, 16, 0) == FOUND)
			return true;
	}
	return false;
}

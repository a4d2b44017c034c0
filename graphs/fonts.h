/* fonts.h - whether pictures can have letters. */
#ifndef FONTS_H
#define FONTS_H

#include "system.h"

#define FONTS_CURE "sudo apt install fonts-dejavu-core"

/* Whether a font is in one of the folders that fontconfig knows by default. Ends at the first. */
bool fonts_are_there(const struct system *system);

#endif

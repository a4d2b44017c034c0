/* palette.c - the colours of both themes: Okabe and Ito's orange, blue and green, in shades that
 * the colour-blind can tell apart (test_palette.c measures it): one that is the family's, a darker
 * and two paler ones. */
#include <string.h>

#include "palette.h"
#include "util.h"
#include "banned.h"

const struct palette palettes[PALETTES_MAX] = {
	{
		.name = "light",
		.canvas = "#ffffff",
		.text = "#303e48",
		.axis = "#303e48",
		.minor = "#00000014",
		.major = "#00000030",
		.trip = "#c0392b",
		.shade =
			{
				[PALETTE_COOL] = {"#1854ad", "#002b74", "#4875ec", "#9bb0ed"},
				[PALETTE_WARM] = {"#c45000", "#7e2000", "#e17901", "#eea76a"},
				[PALETTE_GREEN] = {"#347c54", "#1f523a", "#019d8a", "#65c8a7"},
			},
	},
	{
		.name = "dark",
		.canvas = "#303e48", /* openmediavault's card */
		.text = "#e6ebef",
		.axis = "#9fb0bc",
		.minor = "#ffffff12",
		.major = "#ffffff2c",
		.trip = "#ff7b6b",
		.shade =
			{
				[PALETTE_COOL] = {"#48a7c7", "#5c84da", "#91b3ff", "#bbd6ff"},
				[PALETTE_WARM] = {"#f38a40", "#c1740b", "#feb700", "#fed485"},
				[PALETTE_GREEN] = {"#1dce96", "#2e9864", "#5cf3d8", "#b4ffc1"},
			},
	},
};

const struct palette *palette_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(palettes); i++) {
		if (strcmp(palettes[i].name, name) == 0)
			return &palettes[i];
	}
	return NULL;
}

/* palette.c - the colours of both themes: Okabe and Ito's, safe for the colour-blind. */
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
				[PALETTE_COOL] = {"#0072b2", "#2f93cf", "#56b4e9", "#9bd3f2"},
				[PALETTE_WARM] = {"#d55e00", "#e67f24", "#f0a04b", "#f6c186"},
				[PALETTE_GREEN] = {"#009e73", "#33b28f", "#66c9ab", "#a3dfcc"},
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
				[PALETTE_COOL] = {"#3fa7e0", "#6dbdea", "#97d1f1", "#c2e4f7"},
				[PALETTE_WARM] = {"#ff8a3c", "#ffa463", "#ffbe8c", "#ffd8b8"},
				[PALETTE_GREEN] = {"#3fd0a5", "#6fdcbb", "#9fe8d1", "#c9f3e6"},
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

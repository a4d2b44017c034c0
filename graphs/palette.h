/* palette.h - the colours of both themes. Pure. */
#ifndef PALETTE_H
#define PALETTE_H

enum palette_family { PALETTE_COOL, PALETTE_WARM, PALETTE_GREEN, PALETTE_FAMILIES };

#define PALETTE_SHADES 4

/* Colours as librrd takes them, #rrggbb or #rrggbbaa. */
struct palette {
	const char *name;
	const char *canvas, *text, *axis, *minor, *major, *trip;
	const char *shade[PALETTE_FAMILIES][PALETTE_SHADES];
};

/* What stands behind a series' colour for its other direction, 75 %, and its limit, 80 %. */
#define PALETTE_BELOW "bf"
#define PALETTE_LIMIT "cc"

#define PALETTES_MAX 2
extern const struct palette palettes[PALETTES_MAX];

/* Returns NULL for a name that is no theme. */
const struct palette *palette_find(const char *name);

#endif

/* pngstamp.h - a line of text inside a PNG. Pure. PNG specification: 11.3.4.3 tEXt. */
#ifndef PNGSTAMP_H
#define PNGSTAMP_H

#include <stddef.h>

#define PNGSTAMP_SIZE 80
/* As many bytes of a file are enough for pngstamp_read(). */
#define PNGSTAMP_HEAD 256
/* So much longer is a stamped picture at most. */
#define PNGSTAMP_ROOM (PNGSTAMP_SIZE + 32)

/* Copy `png` with the line `stamp` behind its header. `ret` has PNGSTAMP_ROOM bytes more.
 * Returns the new size, or 0 for what is no PNG or for a stamp of PNGSTAMP_SIZE and more. */
size_t pngstamp_put(const unsigned char *png, size_t size, const char *stamp, unsigned char *ret);

/* Read the stamp of a picture. "" without one. */
void pngstamp_read(const unsigned char *png, size_t size, char ret[PNGSTAMP_SIZE]);

#endif

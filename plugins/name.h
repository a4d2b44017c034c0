/* name.h - what a device is called in samples: cleaned text, twins told apart. Pure. */
#ifndef NAME_H
#define NAME_H

#include <stdbool.h>
#include <stddef.h>

#define NAME_CUT 63  /* bytes of the kernel's text that are kept */
#define NAME_SIZE 80 /* room for that, and for a number and '_' before or behind it */

/*
 * What a device is called in samples, hence in the paths of RRDs and pictures. Of the bytes
 * only A-Z a-z 0-9 . _ + : , ( ) - are left.
 */
struct name {
	unsigned int number; /* of thermal_zone<number>, say */
	bool is_twin;	     /* carries its number, since another is called the same */
	char base[NAME_CUT + 1];
	char text[NAME_SIZE]; /* base, or base_number */
};

/*
 * Clean `length` bytes: blanks at both ends are dropped, any other byte than those above
 * becomes '_', what exceeds NAME_CUT is cut. Returns the length of the result, which may be 0.
 */
size_t name_clean(const char *text, size_t length, char ret[NAME_CUT + 1]);

/* Name a thing by its cleaned text, or by `fallback` and its number where that is empty. */
void name_set(struct name *ret, const char *text, const char *fallback, unsigned int number);

/* Tell those apart that have the same name. Their numbers must differ. */
void name_tell_twins(struct name *const name[], size_t count);

#endif

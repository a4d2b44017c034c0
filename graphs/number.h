/* number.h - numbers as people write them: 52.3 °C, 1200/s, 12.3k/s, 1.4 GHz. Pure. */
#ifndef NUMBER_H
#define NUMBER_H

#include <stdbool.h>
#include <stddef.h>

#define NUMBER_SIZE 24

struct number_unit {
	const char *symbol;   /* for machines: Cel, 1/s, Hz */
	const char *before;   /* stands between the number and the letter of its scale */
	const char *name;     /* stands behind it */
	const char *scale[5]; /* one for each factor of 1000; none: always one decimal */
	double scaled_from;   /* smaller values stay as they are */
	bool is_trimmed;      /* 1.4, not 1.40 */
	bool is_whole;	      /* without decimals */
};

extern const struct number_unit number_celsius;
extern const struct number_unit number_rate;
extern const struct number_unit number_hertz;
extern const struct number_unit number_percent;
extern const struct number_unit number_rpm;
extern const struct number_unit number_bytes; /* a second */
extern const struct number_unit number_bits;  /* a second */

/* "-" for what is not finite. */
void number_text(double value, const struct number_unit *unit, char ret[NUMBER_SIZE]);

/* The same without the unit's name, where that is told elsewhere: 52.3, 12.3k. */
void number_bare(double value, const struct number_unit *unit, char ret[NUMBER_SIZE]);

/* The index of the letter in unit->scale that number_text() gives a value: how many factors of 1000
 * it takes out. */
size_t number_scale(double value, const struct number_unit *unit);

/* An age as people say it: 12 s, 14 min, 3 h, 12 days. */
void number_age(double seconds, char ret[NUMBER_SIZE]);

#endif

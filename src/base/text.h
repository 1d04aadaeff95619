#ifndef SONDE_BASE_TEXT_H
#define SONDE_BASE_TEXT_H

#include <stddef.h>

/* The number of characters of a UTF-8 text: the columns that it takes in a terminal, if none of them is wide. Local, as
 * are all of these. */
size_t text_width(const char *text);

/* Reads the digits that text begins with. Returns what follows them; NULL, and *whole untouched, if there are none or
 * size_t cannot hold the number. */
const char *text_whole(const char *text, size_t *whole);

/*
 * Reads the decimal number that text begins with: a sign, digits with or without a point, an exponent; no space,
 * hexadecimals, infinities or NaNs. Returns what follows it; NULL, and *number untouched, if there is none or it is too
 * large.
 */
const char *text_number(const char *text, double *number);

#endif

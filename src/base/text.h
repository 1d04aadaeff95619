#ifndef SONDE_BASE_TEXT_H
#define SONDE_BASE_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* The number of characters of a UTF-8 text: the columns that it takes in a terminal, if none of them is wide. Local, as
 * are all of these. */
size_t text_width(const char *text);

/* Fowler, Noll and Vo's hash of what was hashed before, 0 for nothing, and the text. */
uint64_t text_hash(uint64_t before, const char *text);

/*
 * These read a part of a text and return what follows it; NULL, with nothing written, if the text does not begin so or
 * is NULL. So the parts of a line are read one after the other, and the last result tells of all.
 */

/* Reads exactly this. */
const char *text_after(const char *text, const char *beginning);

/* Reads digits, of a number that size_t can hold. */
const char *text_whole(const char *text, size_t *whole);

/* Reads a decimal number: a sign, digits with or without a point, an exponent; no space, hexadecimals, infinities or
 * NaNs, and none that is too large. */
const char *text_number(const char *text, double *number);

#endif

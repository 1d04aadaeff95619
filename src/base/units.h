#ifndef SONDE_BASE_UNITS_H
#define SONDE_BASE_UNITS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/*
 * Reads a size in bytes: digits and an optional K, M or G (powers of 1024; k, KB, kB and KiB are the same, B is a
 * byte), for example 0, 512, 64K, 1M. ERR_INPUT, with what is allowed, for anything else or for what size_t cannot
 * hold; *bytes is then untouched. Local.
 */
enum status size_parse(const char *text, size_t *bytes, struct error *err);

/* Sizes as a user asks for them: a list, or a range within which sizes are chosen adaptively. */
struct size_list {
	size_t *bytes; /* n sizes in bytes, ascending, none twice; for an adaptive range its two ends */
	size_t n;
	bool adaptive; /* "auto:MIN:MAX" */
};

/*
 * Reads "0,1K,64K", "1K:1M" (doubling from the first to the last, which is always contained; 0 is followed by 1),
 * "1K:64K:1K" (by a stride, up to the last that is in the range), "auto:0:1M", or a comma-separated mix of the first
 * three. ERR_INPUT with the part that is wrong and what is allowed (an empty list, MIN > MAX, an adaptive range with
 * MIN = MAX, stride 0, more than 100000 sizes); *list is then untouched. size_list_release frees it. Local.
 */
enum status size_list_parse(const char *text, struct size_list *list, struct error *err);
/* Adds a size to a list that is not adaptive, in its place; nothing if it is there. ERR_MEMORY. Local. */
enum status size_list_add(struct size_list *list, size_t bytes, struct error *err);
void size_list_release(struct size_list *list);

/* Which of two sizes (size_t) is smaller, as qsort wants it: negative, 0 or positive. Local. */
int size_order(const void *one, const void *other);

/*
 * Writes a size as people write it: "0", "512", "64K", "1M", "1000", into text of room bytes (32 suffice); returns
 * text. Exact: size_parse reads the same value back. Local.
 */
const char *size_format(size_t bytes, char *text, size_t room);

/* The same as sentences have it, with a unit: "0 B", "512 B", "64K". Local. */
const char *size_format_unit(size_t bytes, char *text, size_t room);

/*
 * Writes about how many bytes these are, "1.09 MB": three digits, in powers of 1000. 32 is room enough. Returns text.
 * Local.
 */
const char *bytes_about(double bytes, char *text, size_t room);

/*
 * Writes seconds as microseconds with three decimals ("12.346", "0.001"), below 0.001 with three significant digits
 * ("0.000123": a time per byte is not 0), no unit; "-" if not a number. 32 is room enough. Returns text. Local.
 */
const char *microseconds_format(double seconds, char *text, size_t room);

/*
 * Reads a time in seconds: a number with unit ns, us, ms or s ("2us", "0.5 ms"); every time but 0 has one. ERR_INPUT
 * for anything else, negative or not finite. *seconds is then untouched. Local.
 */
enum status seconds_parse(const char *text, double *seconds, struct error *err);

#endif

#ifndef SONDE_RULES_TUNED_WRITE_H
#define SONDE_RULES_TUNED_WRITE_H

#include <stdio.h>

#include "rules/tuned.h"

/*
 * Writes rules as Open MPI 4.1 reads them, with the names of what numbers stand for as comments; or as 4.1.8 and 5.0.7
 * do, with a version and a fifth number where a rule has one.
 *
 * - comments: lines that stand before the rules, each ended by '\n'; "": none.
 * - ERR_INPUT, and nothing is written: the library would ignore the rules as a whole, a program would abort or might
 *   hang (tuned_check); err says which rule and why.
 * - ERR_MEMORY. What the stream could not take ferror tells.
 * - Local.
 */
enum status tuned_write(FILE *out, const struct tuned_file *file, const char *comments, struct error *err);
enum status tuned_write_version_2(FILE *out, const struct tuned_file *file, const char *comments, struct error *err);

/* The refusals of these. Local. */
enum status tuned_write_check(const struct tuned_file *file, struct error *err);

#endif

#ifndef SONDE_BASE_OPTION_VALUE_H
#define SONDE_BASE_OPTION_VALUE_H

#include "base/option.h"

/* What option.c and option_help.c share: the values of single options. */

/* Reads the argument of an option (not a flag) into its value. ERR_USAGE with the option's name and what is allowed;
 * the value is then untouched. Local. */
enum status option_set(const struct option *option, const char *argument, struct error *err);

/* ERR_USAGE: the option lacks its argument. Local. */
enum status option_missing(const struct option *option, struct error *err);

/*
 * The value of an option as text: sizes in bytes and times in seconds, without units, lists with commas; "1" or "0" for
 * a flag. Equal values have equal texts, and option_set reads them (but a flag's). The caller frees it; NULL if memory
 * does not suffice. Local.
 */
char *option_text(const struct option *option);

/* What the argument of an option (not a flag) is called: "FILE", or "{fast|saturation}". The caller frees it; NULL if
 * memory does not suffice. Local. */
char *option_argument(const struct option *option);

#endif

#ifndef SONDE_BASE_OPTION_HELP_H
#define SONDE_BASE_OPTION_HELP_H

#include "base/option.h"

/* The help text of the table, a line or two per option, aligned, at most 100 columns. The caller frees it; NULL if
 * memory does not suffice. Local. */
char *options_help(const struct option *options);

#endif

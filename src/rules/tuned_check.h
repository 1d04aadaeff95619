#ifndef SONDE_RULES_TUNED_CHECK_H
#define SONDE_RULES_TUNED_CHECK_H

#include "rules/effects.h"
#include "rules/tuned.h"

/* Adds what Open MPI 4.1 makes of the file that its author may not expect; nothing if it does what it says. ERR_MEMORY.
 * Local. */
enum status tuned_check(const struct tuned_file *file, struct rule_effects *effects, struct error *err);

#endif

#ifndef SONDE_REPORT_RULE_EFFECTS_H
#define SONDE_REPORT_RULE_EFFECTS_H

#include "base/table.h"
#include "rules/effects.h"

/* What a library makes of a rule file: line, operation, processes, effect, what; below how many there are of each
 * effect. NULL if memory does not suffice. Local. */
struct table *rule_effects_table(const struct rule_effects *effects);

/* How many change what the library does with the file in a way that nobody can want: it is ignored, a program aborts or
 * may hang. Local. */
size_t rule_effects_grave(const struct rule_effects *effects);

#endif

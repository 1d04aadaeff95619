#ifndef SONDE_RULES_TUNED_USE_H
#define SONDE_RULES_TUNED_USE_H

#include <stdint.h>

#include "rules/effects.h"

/* An algorithm as a rule of either form has it. */
struct tuned_use {
	const char *name;
	unsigned makes;  /* TUNED_SEGMENT ... */
	int least, most; /* processes that it is taken for */
	int fanout;
	int64_t segment;
};

/*
 * Adds what the library makes of an algorithm that is there: it never ends, numbers have no effect, another one takes
 * its place among some of the processes.
 *
 * - at: where the rule is; its kind is not looked at.
 * - ERR_MEMORY. Local.
 */
enum status tuned_use_check(const struct tuned_use *use, struct rule_effect at, struct rule_effects *effects,
			    struct error *err);

#endif

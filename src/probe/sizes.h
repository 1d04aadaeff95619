#ifndef SONDE_PROBE_SIZES_H
#define SONDE_PROBE_SIZES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* When an interval between two sizes is halved. */
enum size_rule {
	RULE_EXTRAPOLATION, /* the larger size is off the line through the two sizes before it (Kielmann, Bal, Verstoep
			       2000, section 3) */
	RULE_MIDPOINT /* a size is off the line between its neighbours: both intervals beside it are halved (Gropp, Lusk
			 1999, 3.2) */
};

/* NULL-terminated names by value: "extrapolation", "midpoint". */
extern const char *const size_rule_names[];

/* A quantity over n ascending sizes in bytes, with the bounds of its confidence interval (both NULL: exact). Borrowed.
 */
struct size_curve {
	const double *bytes, *value, *low, *high;
	size_t n;
	double base; /* what the values are added to before anyone uses them: a deviation is a part of the sum */
};

/* How sizes are refined. */
struct size_rules {
	enum size_rule rule;
	double epsilon;    /* relative: a smaller deviation is agreement; so is one that the intervals of the values
			      explain */
	size_t least_step; /* bytes: no interval of at most max(least_step, epsilon * its upper end) is halved, but
			      around a jump */
	double jump; /* relative: an interval in which the curve jumps by more (stats/breaks.h) is halved down to the
			byte, and the rule sees the pieces beside it apart; 0: jumps are as bends */
};

/* 0, 1, 2, 4, ... up to most, cut to least .. most, both contained. *sizes is allocated; the caller frees it.
 * ERR_MEMORY. Local. */
enum status sizes_initial(size_t least, size_t most, size_t **sizes, size_t *n, struct error *err);

/* True if the last value is further than epsilon from the line through the two before it: larger messages may behave
 * otherwise still. False for fewer than 3 sizes. Local. */
bool sizes_must_grow(const struct size_curve *curve, double epsilon);

/*
 * The sizes to measure next, each once: the middles of the intervals that the rule wants halved for any of the n_curves
 * curves, those first where the curve is furthest off, as a part of its value. With RULE_MIDPOINT and first, all
 * intervals are halved: their middles have not been seen yet. None: the sizes suffice. *sizes is allocated; the caller
 * frees it. ERR_MEMORY. Local.
 */
enum status sizes_refine(const struct size_rules *rules, const struct size_curve *curves, size_t n_curves, bool first,
			 size_t **sizes, size_t *n, struct error *err);

#endif

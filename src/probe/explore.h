#ifndef SONDE_PROBE_EXPLORE_H
#define SONDE_PROBE_EXPLORE_H

#include <stddef.h>

#include "base/error.h"
#include "probe/probe.h"
#include "probe/sizes.h"
#include "stats/breaks.h"

/* What is explored: one or more experiments of each size. context is borrowed. */
struct explore_family {
	struct experiment (*at)(const void *context, size_t bytes, size_t curve); /* curve < curves */
	const void *context;
	size_t curves;
	size_t together; /* how many of them are carried out at the same time, as probe_groups: 1, or a divisor of
			    curves */
};

struct explore_options {
	size_t least, most;      /* bytes: the ends, which are measured in any case */
	struct size_rules rules; /* epsilon is also the least jump, as a part of the time, that is a break */
	size_t count_most;       /* how many sizes at most */
};

/* Midpoint rule, 2.5 %, no interval of at most 32 B or 2.5 % of its upper end halved but around a jump, 200 sizes.
 * Local. */
struct explore_options explore_options_default(size_t least, size_t most);

/*
 * Measures a family at sizes that it chooses: powers of two, with RULE_MIDPOINT a size between each two (their golden
 * section), and then, wave by wave, more where the curve is not known well enough. Between jumps intervals are halved
 * by the rule (Gropp, Lusk 1999, 3.2, or Kielmann et al. 2000, section 3); an interval with a jump (stats/breaks.h) is
 * bisected down to the byte as long as the jump is significant; where three jumps have a period, the next multiples are
 * looked at directly. The sizes on both sides of what looks like a jump are measured once more, later, before anything
 * is concluded from it. Everything measured is in the prober's campaign. *sizes: all n of them, ascending; allocated,
 * the caller frees it, also after a failure. ERR_* of the platform or the sink, ERR_MEMORY. Runs on the platform.
 */
enum status explore_run(const struct explore_options *options, const struct explore_family *family,
			struct prober *prober, size_t **sizes, size_t *n, struct error *err);

/* The breaks of one curve of the family over the n sizes, as breaks_find, from what the prober has measured; sizes
 * without timings are left out. As breaks_find. Local. */
enum status explore_breaks(const struct explore_options *options, const struct explore_family *family,
			   const struct prober *prober, size_t curve, const size_t *sizes, size_t n,
			   struct breakpoint **list, size_t *n_list, struct error *err);

#endif

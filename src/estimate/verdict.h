#ifndef SONDE_ESTIMATE_VERDICT_H
#define SONDE_ESTIMATE_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "estimate/drift.h"
#include "probe/watch.h"
#include "sample/findings.h"

/* What the sentinels, and the parameters estimated before, tell: whether the machine stayed the same. text is a
 * complete note. */
struct verdict_on_machine {
	bool known; /* false: the sentinels were not timed, and it may have changed or not */
	bool changed;
	char text[1600];
};

/*
 * Judges by the sentinels' timings in the order in which they were taken: two regimes apart by more than a tenth, a
 * drift by more than a tenth, ups and downs by more than a tenth, or none of these; and, if before is not NULL, whether
 * the level differs from the one that an earlier campaign on the same platform saw by more than a tenth; and by what
 * moved between that campaign's parameters and this one's, if moved is not NULL. Says how long the watch waited. Local.
 */
struct verdict_on_machine verdict_find(const struct watch *watch, const struct campaign *before,
				       const struct parameter_drift *drift);

/*
 * The same where the states of the machine were told apart: that there are several is said, and is no change, and so is
 * that none is that of earlier runs, or that parameters were others then. Changed it has if the sentinel drifted, or
 * went up and down, within the main state.
 *
 * - levels: of the states, from the quickest, with their names.
 * - drift: NULL where the run before was of another state.
 */
struct verdict_on_machine verdict_of_states(const struct tracking *tracking, const struct run_level *levels,
					    const struct campaign *before, const struct parameter_drift *drift);

#endif

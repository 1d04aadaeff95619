#ifndef SONDE_EVALUATE_MODEL_STATE_H
#define SONDE_EVALUATE_MODEL_STATE_H

#include "evaluate/model_list.h"
#include "measuring/measurement.h"

/*
 * Makes m's campaign that of one state of the machine, and takes each model in the state in which the sentinel took as
 * long. A note says if that is not its main one, a warning if it has none or knows nothing of it: it then stays as it
 * is.
 *
 * - state: as the first model calls it; "main": the main state (probe/tracking.h), whose campaign m has already. NULL:
 *   the main state too; if a model knows nothing of it, the one that all know and that lasted longest, where each point
 *   was timed in it (model_list_meet). A note says so.
 * - *seconds: what the sentinel takes in that state; 0 where states were not told apart.
 * - Nothing is done where states were not told apart.
 * - ERR_INPUT: the machine was not in this state while it was measured. ERR_MEMORY.
 * - Local.
 */
enum status model_list_take_state(struct model_list *list, const char *state, struct measurement *m,
				  const struct tracking *tracking, double *seconds, struct error *err);

/* Where a model knows nothing of the main state: measures the points a few times in the others too (probe_states). Runs
 * on the platform. ERR_* of the platform or the sink. */
enum status model_list_meet(const struct model_list *list, struct prober *prober, struct error *err);

/*
 * Takes a model in the state in which the sentinel took so many seconds, with notes and warnings as above.
 *
 * - several: the machine was in several states while it was measured.
 * - run: the name of the stored run that the timings are of; NULL: the present one.
 * - ERR_MEMORY.
 * - Local.
 */
enum status model_take_level(struct model **model, const char *name, double seconds, bool several, const char *run,
			     const struct progress *progress, struct error *err);

/*
 * What the sentinel takes in a state, as the first model calls it; 0 for NULL and "main".
 *
 * - ERR_INPUT: it has no such state.
 * - Local.
 */
enum status model_list_find_state(const struct model_list *list, const char *state, double *seconds, struct error *err);

#endif

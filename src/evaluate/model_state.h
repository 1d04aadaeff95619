#ifndef SONDE_EVALUATE_MODEL_STATE_H
#define SONDE_EVALUATE_MODEL_STATE_H

#include "evaluate/model_list.h"
#include "measuring/measurement.h"

/*
 * Makes m's campaign that of one state of the machine, and takes each model in the state in which the sentinel took as
 * long. A note says if that is not its main one, a warning if it has none or knows nothing of it: it then stays as it
 * is.
 *
 * - state: as the first model calls it; NULL or "main": that in which the machine was for most of the time, whose
 *   campaign m has already.
 * - Nothing is done where states were not told apart.
 * - ERR_INPUT: the machine was not in this state while it was measured. ERR_MEMORY.
 * - Local.
 */
enum status model_list_take_state(struct model_list *list, const char *state, struct measurement *m,
				  const struct tracking *tracking, struct error *err);

#endif

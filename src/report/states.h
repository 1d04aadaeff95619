#ifndef SONDE_REPORT_STATES_H
#define SONDE_REPORT_STATES_H

#include "base/table.h"
#include "report/input.h"

/* The states of the machine in a report, as tables. Each is freed by the caller; NULL if memory does not suffice.
 * Local.
 */

/* How many runs on a platform were made in several states of the machine. platform: one of its runs, as below. */
size_t report_several_states(const struct report_input *input, const struct report_run *platform);

/* Whether runs there that were in one state each were in different ones, by name or by what an empty round trip takes.
 */
bool report_states_differ(const struct report_input *input, const struct report_run *platform);

/* The states of all runs there whose states have names, which means that there are others: name, what an empty round
 * trip takes, share of the time. */
struct table *report_states_table(const struct report_input *input, const struct report_run *platform);

/*
 * A model's parameters in each state of the machine beside each other, the main one first: single values, and those per
 * size at some sizes. Of several links the first.
 *
 * - Empty if the model has one state.
 */
struct table *report_state_parameters(const struct report_input *input, size_t index);

#endif

#ifndef SONDE_CLI_TUNE_ESCALATIONS_H
#define SONDE_CLI_TUNE_ESCALATIONS_H

#include "cli/measure/command.h"
#include "tune/task.h"

/*
 * From which bytes on and below which linear gathers of the platform's processes escalate, for tables of sonde's that
 * tune gather.
 *
 * - given: a model whose M1 and M2 are taken; NULL, or one without: they are searched for in a run of its own, where
 *   there are three processes at least that may be of several hosts. A time that is over before says so and finds none.
 * - sizes: as escalation_sizes sets them; they stay as they are where nothing escalates.
 * - *searched: whether they were, and found.
 * - ERR_* of measuring_thresholds_run. Runs on the platform.
 */
enum status tune_escalations_find(struct measure_command *c, const struct tune_options *tune, const struct model *given,
				  uint64_t sizes[2], bool *searched, struct error *err);

/* The purpose of that run. Local. */
struct purpose tune_escalations_purpose(void);

#endif

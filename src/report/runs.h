#ifndef SONDE_REPORT_RUNS_H
#define SONDE_REPORT_RUNS_H

#include <stdbool.h>

#include "base/table.h"
#include "report/input.h"

/* What a report tells of the runs, as tables. Each is freed by the caller; NULL if memory does not suffice. Local, as
 * are all of these. */

/* The runs of the store: run, purpose, started, ended (or that it was killed), seconds, messages; summed up below. */
struct table *report_runs_table(const struct report_input *input);

/* What was typed: run, seed, command. */
struct table *report_commands_table(const struct report_input *input);

/* Seconds by run (rows) and part (columns), and the whole. */
struct table *report_time_table(const struct report_input *input);

/* The same with a row per part: run, part, seconds, share of the run, messages. */
struct table *report_parts_table(const struct report_input *input);

/* Under what circumstances the head run was measured: what, value. */
struct table *report_circumstances_table(const struct report_input *input);

/* What was noted in the runs on a platform, but for verdicts on the machine and for runs of sonde measure, whose notes
 * stand with their plots: run, severity, note. platform: one of its runs. */
struct table *report_notes_table(const struct report_input *input, const struct report_run *platform);

/* Whether a note is the verdict that the machine stayed the same, or warns that it did not. */
bool report_is_calm(const struct run_note *note);
bool report_is_warning(const struct run_note *note);

#endif

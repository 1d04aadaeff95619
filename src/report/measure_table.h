#ifndef SONDE_REPORT_MEASURE_TABLE_H
#define SONDE_REPORT_MEASURE_TABLE_H

#include "base/table.h"
#include "measuring/measured_states.h"

/* What a row says: the whole operation; half of a round trip; a message of a window, and its bandwidth. */
enum table_form { FORM_WHOLE, FORM_LATENCY, FORM_BANDWIDTH };

/* What a table is of. */
struct measured_rows {
	const struct experiment *list; /* n experiments */
	size_t n;
	bool side_by_side;
	enum table_form form;
	const struct measured_states *states;
	size_t state; /* of these, that the rows are of; 0: the main one */
	bool others;  /* the times in the other states are columns */
};

/*
 * One row per experiment of the list that was measured: what stands for its timings (seconds, of the whole operation)
 * with its interval, the least and longest timing, how often it was timed, how many of the timings lie far out (more
 * than three interquartile ranges above the upper quartile: they count like the others), and the bytes per second that
 * moved. from and to are columns if the list has several pairs, the algorithm is one of collective operations. Of
 * one-to-twos the second receiver is a column; of messages in several variants the calls, the layout and the ends with
 * cold data are, as far as they differ, and of_first, the time as a part of the first variant's.
 * Of round trips half the time is a column too. FORM_LATENCY: all times are halves, and roundtrip is the whole.
 * FORM_BANDWIDTH: all times are of one message of the window; bandwidth is by the run's statistic, best by the least
 * timing. side_by_side: the same point measured with others in parallel, and how many times as long it took, are
 * columns too. others: so is what stands for the timings in each other state of the machine, in_slow. Launches are
 * pooled in the main state only. Where they are columns, a point that has no timing in the rows' state is there with
 * the one in which it was timed most often; a column, state, then says of which each row is. NULL if memory does not
 * suffice; the caller frees it. Local.
 */
struct table *measure_table(const struct measurement *m, const char *title, const struct measured_rows *rows);

/* After the run has ended: its number in the store, what stands for repeated timings, and what measure_tell_machine
 * says, as the table's summary. Local. */
void measure_tell_run(const struct measurement *m, struct table *table);

/* After the run has ended: whether the machine stayed the same, its states if there were several, and whether processes
 * took turns, as the table's summary. Local. */
void measure_tell_machine(const struct measurement *m, struct table *table);

/* Of which state of the machine the table is: its name in the store (state), if it has one, and what the sentinel takes
 * in it (sentinel_seconds). Local. */
void measure_tell_state(const struct run_level *level, struct table *table);

/* What processes had of CPUs, as the table's summary: whether they took turns on too few, and, where it is known, which
 * of them had theirs for the least and for the largest part of the time in which they were timed. Local. */
void measure_tell_processes(const struct circumstances *c, struct table *table);

#endif

#ifndef SONDE_SAMPLE_FINDINGS_H
#define SONDE_SAMPLE_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/progress.h"
#include "sample/circumstances.h"
#include "stats/statistic.h"

/* What a run finds beside its timings, and what it notes. All functions are Local. */

/* Whether the machine stayed the same during a run. */
enum machine_verdict { MACHINE_UNKNOWN, MACHINE_SAME, MACHINE_CHANGED };

/*
 * "stayed the same", "changed", "was in several states", "was in several states and changed", as people read it; NULL
 * for MACHINE_UNKNOWN.
 *
 * - n_states: in how many the machine was; 0: they were not told apart.
 */
const char *machine_verdict_text(enum machine_verdict verdict, size_t n_states);

/* What a sentinel took in a state of the machine. */
struct run_state {
	int from, to;
	size_t bytes;
	double seconds;
};

/* Whether two levels of the sentinel, in s, are those of one state of the machine: within 15 %. */
bool run_levels_alike(double a, double b);

/* Gathers of a size: how many were made, how many of them escalated, and the deciles of what that added, in s (NAN if
 * none did). */
struct run_escalation {
	size_t bytes, made, escalated;
	double q10, q50, q90;
};

/* Thresholds of linear scatter and gather, in bytes; NAN: there is none. M2 may be infinite. */
struct run_thresholds {
	double S, M1, M2;
	struct run_escalation *list; /* ascending sizes */
	size_t n;
};

enum { RUN_STATES_MOST = 4, RUN_LEVELS_MOST = 4, LEVEL_NAME = 24 };

/* A state of the machine during a run: what the sentinel that tells states apart, an empty round trip, takes in it. */
struct run_level {
	char name[LEVEL_NAME]; /* "quick"; empty: the only one, while no run knows another */
	int from, to;          /* of the sentinel */
	double seconds, share; /* share: of the time */
	bool known;            /* an earlier run was in it */
};

/* Zero-initialise it; findings_release frees what it holds. What is not known is 0. */
struct findings {
	enum machine_verdict machine;
	size_t switch_size;                       /* bytes: the switch to rendezvous that the run knew */
	struct run_state states[RUN_STATES_MOST]; /* the quickest state that lasted */
	size_t n_states;
	struct run_level levels[RUN_LEVELS_MOST]; /* the main state, then the others from the quickest */
	size_t n_levels;
	const struct run_level *earlier; /* the states of earlier runs, by the names that they have now; borrowed */
	size_t n_earlier;
	const struct cpu_time *cpu; /* of n_cpu processes, during the timings; borrowed */
	size_t n_cpu;
	const enum statistic *statistic; /* what stands for repeated timings after all; borrowed */
	struct run_thresholds thresholds;
	bool has_thresholds;
};
void run_thresholds_release(struct run_thresholds *thresholds);
void findings_release(struct findings *findings);

/* What a note is about: the machine, whether it stayed the same, or the measurement. */
enum note_subject { NOTE_MACHINE, NOTE_MEASUREMENT };

#endif

#ifndef SONDE_TUNE_TRACED_TUNING_H
#define SONDE_TUNE_TRACED_TUNING_H

#include "tune/traced/options.h"
#include "tune/tune.h"

/*
 * Rules for one program: what makes a traced program quickest under a model, with its own sizes, communicators and
 * arrivals of processes. All functions are Local.
 */

/* What one rule is for, and what it is worth. */
struct traced_range {
	int id, processes;
	uint64_t from, to; /* bytes as sizes are: the least and the largest that the program has */
	uint64_t calls;    /* operations, each of all its processes */
	size_t communicators;
	const char *own_name;          /* of the algorithm that the library takes by itself, at the largest size */
	struct tune_candidate barrier; /* the quickest where all processes come at once */
	struct tune_candidate choice;  /* what makes the program quickest */
	double own, behind, seconds;   /* s: the mean operation from the last arrival to the last end, by the library's
					  own decision, by barrier, by choice */
	double saves;                  /* s by which the program is quicker than with the library's own decision here;
					  NAN: there was no time to simulate it */
	double unlike; /* the part of its operations for which another candidate than for most is the quickest, by more
			  than 2 % of the mean process's time */
};

struct traced_result {
	struct traced_range *list; /* n of them, by id, processes and bytes */
	size_t n;
	double own, behind, seconds; /* s that the program takes: by the library's own decisions, by what is the
					quickest where all come at once, by the choices */
	double recorded;             /* s that it took */
	uint64_t others;             /* calls at a process of collective operations that no rules are made for */
	uint64_t by_nodes;           /* the same that the library looks up by nodes; not among others */
	uint64_t not_asked;          /* calls of operations that could have rules, and are not tuned */
	size_t programs;             /* simulations of the whole program */
	size_t singles;              /* of single operations */
	size_t left_out;             /* candidates that were not tried in the whole program */
	bool cut_short;              /* the time was over before the search was */
	struct tune_result rules;
};

/*
 * Finds the choices and makes rules.
 *
 * - The trace is simulated once with the library's own decisions, to see how processes come to operations. Each
 *   candidate is simulated for kept operations; those that are quickest there are tried in the whole program, range by
 *   range: until no change makes it quicker, all ranges were gone through four times, or options->seconds are over.
 *   Where the library's own decision is as quick it then has its own, unless the time is over.
 * - Between two sizes of the program the choice of the smaller one holds; beyond the largest, and in communicators that
 *   it does not have, the library decides by itself.
 * - traced_result_release frees result, also after a failure. ERR_* of simulate_source and replay_open; ERR_MEMORY.
 */
enum status tune_traced(const struct traced_options *options, struct traced_result *result, struct error *err);
void traced_result_release(struct traced_result *result);

#endif

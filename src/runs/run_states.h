#ifndef SONDE_RUNS_RUN_STATES_H
#define SONDE_RUNS_RUN_STATES_H

#include "store/store.h"

/* In which states of the machine launches are held against each other. All functions are Local. */

/* The states of the machine during a launch, the main one first; n 0: nothing is known of them. */
struct run_states {
	struct run_level of[RUN_LEVELS_MOST];
	size_t n;
};

/* What was decided. */
struct state_choice {
	double low, high;    /* s: what the sentinel takes in the state, over launches; 0: main states are compared */
	bool asked;          /* main states were asked for */
	bool apart;          /* main states are compared, and are not alike */
	size_t known, mains; /* launches that tell of states, and those whose main state it is */
	size_t left_out;     /* launches that do not have it */
	bool several;        /* a launch was in several states */
	char name[LEVEL_NAME];
};

/*
 * Chooses the state that two sides have in common.
 *
 * - sides[i]: 0 or 1, on which side launch i is.
 * - States of launches are alike if their levels are within 15 % of each other, or of others between.
 * - Chosen is the one that most launches have, as their main one if there is a choice, and which both sides have. If
 *   there is none, as where a program has become slower with all its messages, main states are compared.
 * - name: a state's, in any of the launches; "main": main states whatever they are; NULL: as said.
 * - ERR_INPUT: no launch has a state of that name, or one side has none like it.
 */
enum status run_states_choose(const struct run_states *launches, const size_t *sides, size_t n, const char *name,
			      struct state_choice *choice, struct error *err);

/* The number of the launch's state that was chosen; STATE_NONE if it does not have it. */
int run_states_number(const struct run_states *launch, const struct state_choice *choice);

/* A sentence for tables; "" if there is nothing to say: each launch was in one state, and they are alike. Returns text.
 */
const char *state_choice_text(const struct state_choice *choice, char *text, size_t room);

#endif

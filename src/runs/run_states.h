#ifndef SONDE_RUNS_RUN_STATES_H
#define SONDE_RUNS_RUN_STATES_H

#include "store/store.h"

/* In which states of the machine launches are held against each other. All functions are Local. */

/* The states of the machine during a launch, the main one first; n 0: nothing is known of them. */
struct run_states {
	struct run_level of[RUN_LEVELS_MOST];
	size_t n;
};

enum { POOLED_STATES_MOST = 32 };

/* A state of several launches: what the sentinel takes in it, from and to, in s. */
struct pooled_state {
	char name[LEVEL_NAME]; /* "": no launch has one for it */
	double low, high;
};

/* What was decided. */
struct state_choice {
	struct pooled_state of[POOLED_STATES_MOST]; /* of all launches */
	size_t n, chosen;                           /* chosen: n: main states are compared */
	double low, high;    /* s: what the sentinel takes in the state that was chosen, over launches */
	bool asked;          /* main states were asked for */
	bool apart;          /* main states are compared, and are not the same */
	size_t known, mains; /* launches that tell of states, and those whose main state it is */
	size_t left_out;     /* launches that do not have it */
	bool several;        /* a launch was in several states */
};

/* Names are of states of a platform, by the sentinel between a pair: takes them off the states of a launch that are of
 * another platform, or of another pair than this. They are then pooled by their levels. */
void run_states_localise(struct run_states *launch, bool same_platform, int from, int to);

/*
 * Chooses the state that two sides have in common.
 *
 * - sides[i]: 0 or 1, on which side launch i is.
 * - States of launches, all of one platform and pair or without names, are the same if their names are: a run has the
 * names of earlier ones (model/states.h). A state without a name is the nearest of those within 15 %; states without a
 * name that are left are the same within 15 % of each other, or of others between. States of one launch are never the
 * same, and keep their order.
 * - Chosen is the one that most launches have, as their main one if there is a choice, and which both sides have. If
 *   there is none, as where a program has become slower with all its messages, main states are compared.
 * - name: a state's, in any of the launches; "main": main states whatever they are; NULL: as said.
 * - More than POOLED_STATES_MOST states are not told apart from none.
 * - ERR_INPUT: no launch has a state of that name, or one side has none of it. ERR_MEMORY.
 */
enum status run_states_choose(const struct run_states *launches, const size_t *sides, size_t n, const char *name,
			      struct state_choice *choice, struct error *err);

/* The same for others to be held against one launch of n states, of which one was chosen; n: none, which is their main
 * one. */
void run_states_take(const struct run_level *levels, size_t n, size_t chosen, struct state_choice *choice);

/* Which of the choice's states the launch's state k is; choice->n: none. The launch need not be among those of the
 * choice. */
size_t run_states_place(const struct run_states *launch, size_t k, const struct state_choice *choice);

/* The number of the launch's state that was chosen; STATE_NONE if it does not have it. */
int run_states_number(const struct run_states *launch, const struct state_choice *choice);

/* A sentence for tables; "" if there is nothing to say: each launch was in one state, they are the same, and it has no
 * name. Returns text. */
const char *state_choice_text(const struct state_choice *choice, char *text, size_t room);

#endif

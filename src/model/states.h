#ifndef SONDE_MODEL_STATES_H
#define SONDE_MODEL_STATES_H

#include "model/model.h"
#include "sample/findings.h"

/* All functions are Local. */

enum { MACHINE_STATES_KNOWN = 16 };

/*
 * Names the states of a machine.
 *
 * - levels: of n states, from the quickest, by what the sentinel takes. Their names are filled in. n: at most
 * RUN_LEVELS_MOST.
 * - known: states of earlier runs, each name once, at most MACHINE_STATES_KNOWN; without a name: it was the only one,
 * and nobody knew another. A state whose level is within 15 % of one of these, and next to it, is known and has its
 * name, as far as the order of this run's states is kept.
 * - Another one is called by its place, "quick", "middle", "slow", "slowest", if no known state is, and if the order of
 * all that are named so stays right; else "state-1" and so on. Known ones without a name get theirs with it.
 * - A state has no name as long as no other one is known.
 */
void machine_states_name(struct run_level *levels, size_t n, struct run_level *known, size_t n_known);

/* Whether a state of a machine may have this name. */
bool machine_state_is_name(const char *name);

/*
 * Says in which states of the machine the model's parameters were found.
 *
 * - list: n >= 1 states, allocated, with a model of the same class for each but the main one, whose parameters are the
 * model's own; NULL where there is none. They belong to the model from now on, and those that it had are freed.
 */
void model_set_states(struct model *model, struct machine_state *list, size_t n, size_t main);

/* The number of the state of this name; n_states if there is none. "main" is the main one. */
size_t model_state_index(const struct model *model, const char *name);

/*
 * Replaces the model by that of another state, with hosts, classes and provenance of the old one, which is freed.
 *
 * - name: "main" (of every model), or a state's.
 * - The fact "machine_state" says which it is.
 * - ERR_INPUT, and the model stays: there is no such state, or what holds in it could not be told.
 */
enum status model_choose_state(struct model **model, const char *name, struct error *err);

enum { MODEL_STATE_NAMES = 160 };

/* The names that the model's states may be asked for by, "main, quick, slow". Returns names. */
const char *model_state_names(const struct model *model, char names[MODEL_STATE_NAMES]);

/* What the sentinel takes in the model's state of this name, in s: of several states, or of the only one, which earlier
 * runs called so. False if it has no such state, or the level is not known. */
bool model_state_level(const struct model *model, const char *name, double *seconds);

/* Whether the sentinel, if it takes so many seconds, is of one state of the machine: within 15 %. */
bool sentinels_alike(double a, double b);

/* The name of the state in which the sentinel takes about so many seconds: the nearest of those that are alike. NULL if
 * there is none. */
const char *model_state_near(const struct model *model, double seconds);

#endif

#ifndef SONDE_RUNS_SLOWER_H
#define SONDE_RUNS_SLOWER_H

#include "stats/family.h"
#include "runs/launch_group.h"
#include "stats/launches.h"

/* Whether launches of one program are slower than those of another by more than a limit. All functions are Local. */

/* Where what is known of the spread of a point's launches comes from. */
enum spread_source { SPREAD_GROUPS, SPREAD_STORE, SPREAD_ASSUMED };

/* A point that all launches measured. */
struct slower_point {
	const struct experiment *what;
	double seconds[2]; /* geometric means over the launches of what stands for a launch's timings */
	struct launch_spread spread;
	struct launch_ratio compared;
	struct family_test test; /* compared.p, among those of all points */
	bool alarm;              /* slower by more than the limit: the corrected interval begins above it */
};

/* Starts zero-initialised. */
struct slower {
	struct launch_group groups[2]; /* a, and b that may be slower */
	struct state_choice state;     /* of the machine, in which they are compared */
	double limit;                  /* 0.05: by more than 5 % */
	double confidence;
	bool elsewhere; /* b's launches were in states of the machine that other launches know, and a's in none of these
			 */
	enum spread_source source;
	size_t others;     /* too few launches are compared: so many of the same program were found in the state
			      that is compared, a's among them */
	size_t others_own; /* how many of these are a's */
	size_t others_all; /* so many were found in whichever state, without a's */
	struct slower_point *points; /* in the order of tables */
	size_t left_out;             /* points that some launches have, and not all */
	size_t n, alarms, worst; /* worst: the point of the largest ratio, among those with an alarm if there are any */
};

/*
 * Compares two groups of launches point by point, launches as units.
 *
 * - a, b: a run's name or number, or several with commas between, or a pattern such as "night-*" of the names of ended
 *   runs.
 * - state: of the machine, as run_states_choose takes it; NULL: one that both have. Launches without it are left out.
 * - What stands for a launch's timings of a point is by the statistic of a's first run.
 * - With fewer than three degrees of freedom in the groups the spread of launches is that of the store's ended runs for
 *   the same purpose on a's platform, b's left out, in the same state of the machine; with fewer than three of
 *   those launches_assumed. What the timings of a launch leave open is added.
 * - Where the sides have no state in common main states are compared, and it is asked what made them differ. If the
 * store's launches other than b's, up to a's newest, have been in b's states too, it is the machine: there is no alarm.
 * If none has been, the program is slower with all its messages. Launches since then may be of b's program. The spread
 * of others is then that within states. With the state "main" nobody asks.
 * - Alarms: family_exceeds over the points.
 * - Ownership: slower_release in any case.
 * - ERR_INPUT: a run is not there, is in both groups, or no point is in all of them; ERR_IO, ERR_MEMORY.
 */
enum status slower_compare(struct slower *s, struct store *store, const char *a, const char *b, const char *state,
			   double limit, double confidence, struct error *err);
void slower_release(struct slower *s);

#endif

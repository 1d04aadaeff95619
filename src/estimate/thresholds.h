#ifndef SONDE_ESTIMATE_THRESHOLDS_H
#define SONDE_ESTIMATE_THRESHOLDS_H

#include "model/model.h"
#include "probe/probe.h"
#include "stats/regression.h"

enum { ESCALATION_SIZES_MOST = 16, THRESHOLDS_ROOM = 3000 };

/* How thresholds are looked for. */
struct thresholds_options {
	size_t most, stride; /* bytes: sweeps go from stride to most by stride */
	size_t tries;        /* gathers of a size at most, until it is known whether such gathers escalate */
	size_t pass_most;    /* sizes of a pass below the smallest escalation; of more, so many at random */
	size_t sizes;        /* of the irregular region, at most ESCALATION_SIZES_MOST, whose escalations are counted */
	size_t repeats;      /* measurements of each of them */
	double factor;       /* how many times as long as without it a gather takes that escalates */
	int root;
	enum collective_timing timing;
};

/* Gathers of a size: how many were made, how many of them escalated, and the deciles of what that added, in seconds
 * (NAN if none did). */
struct escalations {
	size_t bytes, made, escalated;
	double q10, q50, q90;
};

/* What was found. */
struct thresholds {
	double S;      /* B: the largest size before the leap of scatter; NAN if there is none */
	double M1, M2; /* B: from M1 on and below M2 gathers escalate; NAN if none did. M2 is infinite if the largest
			  size still does */
	struct line regular; /* seconds of a gather below M2 that does not escalate, over bytes */
	double factor;       /* that of the options */
	double noise; /* s: three times the ninth decile of what scatters were above their line; what a gather is longer
			 by must be more to be an escalation */
	struct escalations list[ESCALATION_SIZES_MOST];
	size_t n;
	size_t measurements;
};

/* The usual: up to 128 KiB by 2 KiB, 100 tries, 64 sizes a pass, 8 sizes 60 times, twofold, root 0, global timing.
 * Local. */
struct thresholds_options thresholds_options_default(void);

/* The largest experiment of a search: a platform that is ready for it is ready for all. Local. */
struct experiment thresholds_largest(const struct thresholds_options *options);

/*
 * Finds the thresholds of LMO from linear scatters and gathers of all processes, timed one by one and counted, never
 * averaged: escalations are random, and an average hides them (Lastovetsky, Rychkov, O'Flynn 2009, 4.4.1). S is the
 * largest leap of more than a twentieth between the lines of scatter, bisected to the byte.
 *
 * A gather escalates if it takes factor times as long as the regular line says, and longer by more than noise. The line
 * is the lowest that most of the quickest gathers lie on (stats/support.h). Two sweeps over all sizes count
 * escalations; the region where they are is the most likely one (stats/region.h), if it is no chance and more escalate
 * there than scatters are disturbed. M_1: below the smallest size of it that escalates again, sizes are measured with
 * half the stride, until it is a byte; one that escalates is measured again until it is known whether that was chance
 * (Wald's sequential test); rounded down to a whole KiB. M_2: from the end of the region up to two sizes in a row that
 * do not escalate by the same test, then bisected to the byte, by escalations and, where the lines on both sides are
 * apart, by the level. Then escalations are counted at some sizes between. The platform was made ready for
 * thresholds_largest. ERR_* of the platform or the sink; ERR_INPUT for fewer than 10 sizes in a sweep; ERR_MEMORY. Runs
 * on the platform.
 */
enum status thresholds_find(struct prober *prober, const struct thresholds_options *options,
			    struct thresholds *thresholds, struct error *err);

/* True if a gather of so many bytes, below M2, escalated: factor times the regular time, and longer by more than noise.
 * Local. */
bool thresholds_escalated(const struct thresholds *thresholds, size_t bytes, double seconds);

/*
 * Sets the parameters S, M1, M2 and escalation_* of the platform in a model that has them (lmo, with a link for the
 * platform); those that were not found are absent then, whatever it had of them before, but for an S beyond which the
 * model has times (rendezvous_beta). ERR_INPUT if it has none. Local.
 */
enum status thresholds_set(const struct thresholds *thresholds, struct model *model, struct error *err);

/* What thresholds_set needs, S, M1, M2 and the escalations, as a text that a run keeps, and back: numbers as they were.
 * thresholds_parse: ERR_INPUT if it is no such text. Local. */
void thresholds_text(const struct thresholds *thresholds, char text[THRESHOLDS_ROOM]);
enum status thresholds_parse(const char *text, struct thresholds *thresholds, struct error *err);

#endif

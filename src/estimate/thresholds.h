#ifndef SONDE_ESTIMATE_THRESHOLDS_H
#define SONDE_ESTIMATE_THRESHOLDS_H

#include "model/model.h"
#include "probe/probe.h"
#include "stats/regression.h"

enum { ESCALATION_SIZES_MOST = 16 };

/* How thresholds are looked for. */
struct thresholds_options {
	size_t most, stride; /* bytes: sweeps go from stride to most by stride */
	size_t tries;        /* measurements of a size, two of which must escalate for it to be below M_2; at least 2 */
	size_t pass_most;    /* sizes of a pass below the smallest escalation; of more, so many at random */
	size_t sizes;        /* of the irregular region, at most ESCALATION_SIZES_MOST, whose escalations are counted */
	size_t repeats;      /* measurements of each of them */
	double factor;       /* how many times as long as without it a gather must be for M_1's search */
	int root;
	enum collective_timing timing;
};

/* Gathers of a size: how many were made, how many of them escalated, and the deciles of what that added, in seconds (NAN if none did). */
struct escalations {
	size_t bytes, made, escalated;
	double q10, q50, q90;
};

/* What was found. */
struct thresholds {
	double S;      /* B: the largest size before the leap of scatter; NAN if there is none */
	double M1, M2; /* B: from M1 on and below M2 gathers escalate; NAN if none did. M2 is infinite if the largest size still does */
	struct line regular; /* seconds of a gather below M2 that does not escalate, over bytes */
	double noise;  /* s: three times the ninth decile of what scatters were above their line; what a gather is longer by must be more to be an escalation */
	struct escalations list[ESCALATION_SIZES_MOST];
	size_t n;
	size_t measurements;
};

/* The usual: up to 128 KiB by 2 KiB, 20 tries, 64 sizes a pass, 8 sizes 20 times, tenfold, root 0, global timing. Local. */
struct thresholds_options thresholds_options_default(void);

/*
 * Finds the thresholds of LMO from linear scatters and gathers of all processes, every size measured once or counted, never averaged: escalations are random, and an average hides them (Lastovetsky,
 * Rychkov, O'Flynn 2009, 4.4.1). S is the largest leap of more than a twentieth between the lines of scatter, bisected to the byte. A gather escalates if it takes factor times as long as the quickest one
 * of its or a larger size, and longer by more than noise. M_1: below the smallest size that did (if none did, but sizes stood out by
 * twice, below the largest of those), sizes are measured with half the stride, until it is a byte; rounded down to a whole KiB; without a tenfold one there is no such region. M_2: where
 * the irregular segment of the sweep ends, moved up while the next size escalates twice within tries, then bisected to the byte, by escalations and, where the lines on both sides are apart, by the level. Then escalations (twice the
 * regular time, and noise) are counted at some sizes between. The platform was made ready for the largest gather (collective_room). ERR_* of the platform or the sink; ERR_INPUT for fewer than 10 sizes
 * in a sweep. Runs on the platform.
 */
enum status thresholds_find(struct prober *prober, const struct thresholds_options *options, struct thresholds *thresholds, struct error *err);

/* True if a gather of so many bytes escalated, as it is counted in the irregular region: twice the regular time, and longer by more than noise. Local. */
bool thresholds_escalated(const struct thresholds *thresholds, size_t bytes, double seconds);

/*
 * Sets the parameters S, M1, M2 and escalation_* of the platform in a model that has them (lmo, with a link for the platform); those that were not found stay absent. ERR_INPUT if it has none. Local.
 */
enum status thresholds_set(const struct thresholds *thresholds, struct model *model, struct error *err);

#endif

#ifndef SONDE_MEASURING_OVERLAP_H
#define SONDE_MEASURING_OVERLAP_H

#include "measuring/probing.h"

/* Computation beside a message, as a part of the time of the message alone; without a word these. */
enum { OVERLAP_PARTS = 7, OVERLAP_PARTS_MOST = 32 };
extern const double overlap_parts[OVERLAP_PARTS];

/* Messages with computation beside them. All is borrowed. */
struct overlap_request {
	enum overlap_side side; /* who computes */
	const size_t *bytes;    /* n sizes */
	size_t n;
	const double *parts; /* n_parts, at least 0 */
	size_t n_parts;
	double spread; /* s; below 0: as the platform needs it */
};

/* A size with so much computation beside it. Times in seconds. */
struct overlap_point {
	struct experiment what;
	struct sample_summary whole;
	double alone;   /* the message without computation */
	double overlap; /* of the shorter of message and computation, the part that took no time of its own; NAN without
			   computation */
};

/*
 * The experiment of this size with so much computation.
 *
 * - compute: s.
 * - Local.
 */
struct experiment overlap_experiment(const struct measuring_options *options, const struct overlap_request *request,
				     size_t bytes, double compute);

/*
 * Measures for a run that has begun, on a platform that is ready for the largest size, and ends it.
 *
 * - points: has room for n * n_parts; part k of size i at i * n_parts + k.
 * - First every size without computation is measured, then with computation that is a part of that time.
 * - overlap: 1 if the whole takes as long as the longer of the two, 0 if as long as both together (the definition of
 *   the COMB and of the IMB suites).
 * - ERR_* of the platform and the archive.
 * - Runs on the platform.
 */
enum status overlap_measure(struct measurement *m, const struct overlap_request *request, struct overlap_point *points,
			    struct error *err);

#endif

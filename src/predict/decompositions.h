#ifndef SONDE_PREDICT_DECOMPOSITIONS_H
#define SONDE_PREDICT_DECOMPOSITIONS_H

#include "predict/domain.h"
#include "model/negative.h"

/* All functions are Local. */

/* A grid, the seconds of its messages, and the trees by which they are the least. */
struct decomposition {
	struct grid grid;
	double scatter, gather, exchange; /* once each */
	double seconds;                   /* all: scatter, so many exchanges, gather */
	enum domain_tree scatter_tree, gather_tree;
	struct grid part; /* elements of the largest part, wide and high */
};

/* Why one decomposition is quicker than another: what takes most of the difference. */
enum decomposition_reason { REASON_NONE, REASON_SCATTER, REASON_GATHER, REASON_EXCHANGE };

/* What takes most of the difference between two decompositions, with so many exchanges. */
enum decomposition_reason decompositions_reason(const struct decomposition *best, const struct decomposition *second,
						size_t exchanges);

/* The times below 0 among n decompositions. */
struct negative_times decompositions_negative(const struct decomposition *list, size_t n);

/* Strides of noncontiguous data, in blocks. */
struct stride_range {
	double least, most;
};

/*
 * Whether the domain's noncontiguous data have strides that the model does not know, so that its nearest ones stand
 * for them.
 *
 * - *needed: the strides of the n decompositions.
 * - *known: those of the model, both NAN if it does not say any.
 */
bool decompositions_unknown_strides(const struct model *model, const struct domain *domain,
				    const struct decomposition *list, size_t n, struct stride_range *needed,
				    struct stride_range *known);

/*
 * Ranks all grids of so many processes by what scattering the domain, so many exchanges of borders and gathering take.
 *
 * - processes: 1 or more. Grids whose parts are narrower than their borders are left out.
 * - *list: *n of them, the quickest first; the caller frees it, also after an error.
 * - ERR_INPUT if there is none, if the model holds for fewer processes only, or if the domain has more bytes than can
 *   be counted; errors as domain_spread.
 */
enum status decompositions_rank(const struct model *model, const struct domain *domain, size_t processes,
				size_t exchanges, struct decomposition **list, size_t *n, struct error *err);

#endif

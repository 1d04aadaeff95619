#ifndef SONDE_PREDICT_DECOMPOSITIONS_H
#define SONDE_PREDICT_DECOMPOSITIONS_H

#include "predict/domain.h"

/* A grid, the seconds of its messages, and the trees by which they are the least. */
struct decomposition {
	struct grid grid;
	double scatter, gather, exchange; /* once each */
	double seconds;                   /* all: scatter, so many exchanges, gather */
	enum domain_tree scatter_tree, gather_tree;
};

/*
 * Ranks all grids of so many processes (1 or more) whose parts are not narrower than their borders by what scattering
 * the domain, so many exchanges of borders and gathering take: the quickest first, *n of them, in *list, which the
 * caller frees, also after an error. ERR_INPUT if there is none, or if the domain has more bytes than can be counted;
 * errors as domain_spread. Local.
 */
enum status decompositions_rank(const struct model *model, const struct domain *domain, size_t processes,
				size_t exchanges, struct decomposition **list, size_t *n, struct error *err);

#endif

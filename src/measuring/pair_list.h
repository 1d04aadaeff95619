#ifndef SONDE_MEASURING_PAIR_LIST_H
#define SONDE_MEASURING_PAIR_LIST_H

#include "base/error.h"
#include "sample/sample.h"

/* All functions are Local. */

/* The pairs of processes to measure, or a sender with two receivers: groups of together, each group at the same time.
 */
struct pair_list {
	int (*pairs)[2];
	int *third;         /* the second receiver beside each pair; NULL: pairs */
	size_t n, together; /* together divides n */
	enum background background;
};

/* Which pairs: how they were asked for. Texts are borrowed. */
struct pair_list_request {
	int pair[2];          /* of one pair; or PAIR_ALL twice */
	bool parallel;        /* all pairs: in rounds of pairs that do not overlap */
	const char *partners; /* bisection: neighbours, far, or pairs "0:3,1:2"; NULL: none */
	bool busy;            /* one pair: the other processes compute */
	const char *triplets; /* one sender, two receivers: "0:1:2,1:0:2", or "all"; NULL: pairs. parallel: in rounds of
				 as many as go together */
	bool rest;            /* takes the parallel triplets that are in no full round, one after the other */
};

/*
 * The pairs among so many processes.
 *
 * - Ownership: pair_list_release frees them.
 * - ERR_INPUT if the partners or the triplets are not understood; ERR_MEMORY.
 */
enum status pair_list_make(const struct pair_list_request *request, size_t processes, struct pair_list *list,
			   struct error *err);
void pair_list_release(struct pair_list *list);

/* The points of a measurement: experiments, each given for one size and pair, between these pairs. Borrowed. */
struct pair_points {
	const struct experiment *like; /* one, or several variants, whose pairs come one after the other */
	const struct pair_list *pairs;
};

/*
 * The experiment of this size between the pair of the curve, as explore_family.at.
 *
 * - context: a struct pair_points.
 * - A reply of the size of the message stays one.
 */
struct experiment pair_point(const void *context, size_t bytes, size_t curve);

#endif

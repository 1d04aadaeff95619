#ifndef SONDE_MPI_SPY_SPY_H
#define SONDE_MPI_SPY_SPY_H

#include <stdint.h>

/*
 * The library that is preloaded to see which algorithm Open MPI's coll/tuned takes for a call: its functions stand
 * before those of the MPI library of the same names, keep what they are called with, and call these.
 *
 * All functions are Local.
 */

/* The first algorithm that was called since. */
struct spy_call {
	char function[64]; /* "bcast_intra_chain", of ompi_coll_base_bcast_intra_chain; "": none was */
	int64_t fanout, segment;
};

typedef void spy_forget_function(void);
typedef void spy_take_function(struct spy_call *call);
/* Whether communicators that are made from now on go by the rule file: 1, or 0. Returns 0 where coll/tuned cannot be
 * told so. */
typedef int spy_rules_function(int rules);

#define SPY_FORGET "sonde_spy_forget"
#define SPY_TAKE "sonde_spy_take"
#define SPY_RULES "sonde_spy_rules"

#endif

#ifndef SONDE_MPI_SPY_SPY_H
#define SONDE_MPI_SPY_SPY_H

#include <stddef.h>
#include <stdint.h>

/*
 * The libraries that are preloaded to see which algorithm an MPI library takes for a call: their functions stand before
 * those of the same names, keep what they are called with, and call these. openmpi.c stands before the algorithms of
 * coll/tuned, mpich.c before the sends of UCX.
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

/* A message that was sent, of the first SPY_MOST since. */
struct spy_message {
	const void *endpoint; /* which stands for the process that it went to */
	size_t bytes;         /* SIZE_MAX: not known */
};
enum { SPY_MOST = 1 << 16 };
/* Returns how many were sent, SPY_MOST + 1 for more; *list: the spy's own. */
typedef size_t spy_sent_function(const struct spy_message **list);

#define SPY_FORGET "sonde_spy_forget"
#define SPY_TAKE "sonde_spy_take"
#define SPY_RULES "sonde_spy_rules"
#define SPY_SENT "sonde_spy_sent"

#endif

#include "rules/tuned.h"

static const char *const functions[TUNED_OPERATIONS][TUNED_ALGORITHMS] = {
	[0] = {"", "allgather_intra_basic_linear", "allgather_intra_bruck", "allgather_intra_recursivedoubling",
	       "allgather_intra_ring", "allgather_intra_neighborexchange", "allgather_intra_two_procs"},
	[1] = {"", "allgatherv_intra_basic_default", "allgatherv_intra_bruck", "allgatherv_intra_ring",
	       "allgatherv_intra_neighborexchange", "allgatherv_intra_two_procs"},
	[2] = {"", "allreduce_intra_basic_linear", "allreduce_intra_nonoverlapping",
	       "allreduce_intra_recursivedoubling", "allreduce_intra_ring", "allreduce_intra_ring_segmented",
	       "allreduce_intra_redscat_allgather"},
	[3] = {"", "alltoall_intra_basic_linear", "alltoall_intra_pairwise", "alltoall_intra_bruck",
	       "alltoall_intra_linear_sync", "alltoall_intra_two_procs"},
	[6] = {"", "barrier_intra_basic_linear", "barrier_intra_doublering", "barrier_intra_recursivedoubling",
	       "barrier_intra_bruck", "barrier_intra_two_procs", "barrier_intra_tree"},
	[7] = {"", "bcast_intra_basic_linear", "bcast_intra_chain", "bcast_intra_pipeline", "bcast_intra_split_bintree",
	       "bcast_intra_bintree", "bcast_intra_binomial", "bcast_intra_knomial", "bcast_intra_scatter_allgather",
	       "bcast_intra_scatter_allgather_ring"},
	[9] = {"", "gather_intra_basic_linear", "gather_intra_binomial", "gather_intra_linear_sync"},
	[11] = {"", "reduce_intra_basic_linear", "reduce_intra_chain", "reduce_intra_pipeline", "reduce_intra_binary",
		"reduce_intra_binomial", "reduce_intra_in_order_binary", "reduce_intra_redscat_gather"},
	[12] = {"", "reduce_scatter_intra_nonoverlapping", "reduce_scatter_intra_basic_recursivehalving",
		"reduce_scatter_intra_ring", "reduce_scatter_intra_butterfly"},
	[13] = {"", "reduce_scatter_block_basic_linear", "reduce_scatter_block_intra_recursivedoubling",
		"reduce_scatter_block_intra_recursivehalving", "reduce_scatter_block_intra_butterfly"},
	[15] = {"", "scatter_intra_basic_linear", "scatter_intra_binomial", "scatter_intra_linear_nb"},
};

const char *tuned_function(int id, int algorithm)
{
	const char *name = algorithm > 0 && algorithm < TUNED_ALGORITHMS ? functions[id][algorithm] : NULL;

	return name ? name : "";
}

#define _GNU_SOURCE /* RTLD_NEXT */
#include "mpi/spy/spy.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

spy_forget_function sonde_spy_forget;
spy_take_function sonde_spy_take;
spy_rules_function sonde_spy_rules;

enum { MISSING = 16 }; /* MPI_ERR_OTHER */

static struct spy_call kept;

void sonde_spy_forget(void)
{
	memset(&kept, 0, sizeof(kept));
}

void sonde_spy_take(struct spy_call *call)
{
	*call = kept;
}

static void keep(const char *function, int64_t fanout, int64_t segment)
{
	if (kept.function[0])
		return;
	snprintf(kept.function, sizeof(kept.function), "%s", function);
	kept.fanout = fanout;
	kept.segment = segment;
}

/* The MPI library's function of a name; NULL if there is none, and the call then fails. */
static void find(const char *name, void *function)
{
	void *symbol = dlsym(RTLD_NEXT, name);

	memcpy(function, &symbol, sizeof(symbol));
}

/* The component, which is loaded where its symbols are not seen. */
static int find_tuned(struct dl_phdr_info *info, size_t size, void *file)
{
	const char *slash = strrchr(info->dlpi_name, '/');

	(void)size;
	if (!slash || strcmp(slash, "/mca_coll_tuned.so") != 0)
		return 0;
	*(const char **)file = info->dlpi_name;
	return 1;
}

int sonde_spy_rules(int rules)
{
	const char *file = NULL;
	void *tuned, *uses;

	dl_iterate_phdr(find_tuned, &file);
	tuned = file ? dlopen(file, RTLD_LAZY | RTLD_NOLOAD) : NULL;
	uses = tuned ? dlsym(tuned, "ompi_coll_tuned_use_dynamic_rules") : NULL;
	if (uses)
		*(bool *)uses = rules;
	if (tuned)
		dlclose(tuned);
	return uses != NULL;
}

/* A function of the MPI library, by its parameters and by what of them is passed on; fan-out and segment among these.
 */
#define SPY(NAME, PARAMETERS, ARGUMENTS, FANOUT, SEGMENT)             \
	int ompi_coll_base_##NAME PARAMETERS;                         \
	int ompi_coll_base_##NAME PARAMETERS                          \
	{                                                             \
		static __typeof__(ompi_coll_base_##NAME) *next;       \
                                                                      \
		if (!next)                                            \
			find("ompi_coll_base_" #NAME, (void *)&next); \
		keep(#NAME, FANOUT, SEGMENT);                         \
		return next ? next ARGUMENTS : MISSING;               \
	}

/* Source: ompi/mca/coll/base/coll_base_functions.h of Open MPI 4.1. */
#define BARRIER(NAME) SPY(NAME, (void *comm, void *module), (comm, module), 0, 0)
#define BCAST_OF(...) (void *data, int n, void *type, int root, void *comm, void *module __VA_ARGS__)
#define BCAST(NAME) SPY(NAME, BCAST_OF(), (data, n, type, root, comm, module), 0, 0)
#define BCAST_SEGMENT(NAME) \
	SPY(NAME, BCAST_OF(, uint32_t segment), (data, n, type, root, comm, module, segment), 0, segment)
#define BCAST_FANOUT(NAME)                                                                                        \
	SPY(NAME, BCAST_OF(, uint32_t segment, int fanout), (data, n, type, root, comm, module, segment, fanout), \
	    fanout, segment)
#define ROOTED_OF(...)                                                                                 \
	(const void *from, int n, void *type, void *to, int n_to, void *type_to, int root, void *comm, \
	 void *module __VA_ARGS__)
#define ROOTED(NAME) SPY(NAME, ROOTED_OF(), (from, n, type, to, n_to, type_to, root, comm, module), 0, 0)
#define ROOTED_SEGMENT(NAME) \
	SPY(NAME, ROOTED_OF(, int segment), (from, n, type, to, n_to, type_to, root, comm, module, segment), 0, segment)
#define ROOTED_MOST(NAME) \
	SPY(NAME, ROOTED_OF(, int most), (from, n, type, to, n_to, type_to, root, comm, module, most), 0, 0)
#define REDUCE_OF(...) \
	(const void *from, void *to, int n, void *type, void *op, int root, void *comm, void *module __VA_ARGS__)
#define REDUCE(NAME) SPY(NAME, REDUCE_OF(), (from, to, n, type, op, root, comm, module), 0, 0)
#define REDUCE_SEGMENT(NAME)                                                                                           \
	SPY(NAME, REDUCE_OF(, uint32_t segment, int most), (from, to, n, type, op, root, comm, module, segment, most), \
	    0, segment)
#define REDUCE_FANOUT(NAME)                                            \
	SPY(NAME, REDUCE_OF(, uint32_t segment, int fanout, int most), \
	    (from, to, n, type, op, root, comm, module, segment, fanout, most), fanout, segment)
#define ALLREDUCE_OF(...) \
	(const void *from, void *to, int n, void *type, void *op, void *comm, void *module __VA_ARGS__)
#define ALLREDUCE(NAME) SPY(NAME, ALLREDUCE_OF(), (from, to, n, type, op, comm, module), 0, 0)
#define ALLREDUCE_SEGMENT(NAME) \
	SPY(NAME, ALLREDUCE_OF(, uint32_t segment), (from, to, n, type, op, comm, module, segment), 0, segment)
#define REDUCE_SCATTER(NAME)                                                                                  \
	SPY(NAME, (const void *from, void *to, const int *n, void *type, void *op, void *comm, void *module), \
	    (from, to, n, type, op, comm, module), 0, 0)
#define EACH_OF(...) \
	(const void *from, int n, void *type, void *to, int n_to, void *type_to, void *comm, void *module __VA_ARGS__)
#define EACH(NAME) SPY(NAME, EACH_OF(), (from, n, type, to, n_to, type_to, comm, module), 0, 0)
#define EACH_MOST(NAME) SPY(NAME, EACH_OF(, int most), (from, n, type, to, n_to, type_to, comm, module, most), 0, 0)
#define ALLGATHERV(NAME)                                                                                         \
	SPY(NAME,                                                                                                \
	    (const void *from, int n, void *type, void *to, const int *counts, const int *places, void *type_to, \
	     void *comm, void *module),                                                                          \
	    (from, n, type, to, counts, places, type_to, comm, module), 0, 0)

BARRIER(barrier_intra_basic_linear)
BARRIER(barrier_intra_doublering)
BARRIER(barrier_intra_recursivedoubling)
BARRIER(barrier_intra_bruck)
BARRIER(barrier_intra_two_procs)
BARRIER(barrier_intra_tree)
BCAST(bcast_intra_basic_linear)
BCAST_FANOUT(bcast_intra_chain)
BCAST_SEGMENT(bcast_intra_pipeline)
BCAST_SEGMENT(bcast_intra_split_bintree)
BCAST_SEGMENT(bcast_intra_bintree)
BCAST_SEGMENT(bcast_intra_binomial)
BCAST_FANOUT(bcast_intra_knomial)
BCAST_SEGMENT(bcast_intra_scatter_allgather)
BCAST_SEGMENT(bcast_intra_scatter_allgather_ring)
ROOTED(scatter_intra_basic_linear)
ROOTED(scatter_intra_binomial)
ROOTED_MOST(scatter_intra_linear_nb)
ROOTED(gather_intra_basic_linear)
ROOTED(gather_intra_binomial)
ROOTED_SEGMENT(gather_intra_linear_sync)
REDUCE(reduce_intra_basic_linear)
REDUCE_FANOUT(reduce_intra_chain)
REDUCE_SEGMENT(reduce_intra_pipeline)
REDUCE_SEGMENT(reduce_intra_binary)
REDUCE_SEGMENT(reduce_intra_binomial)
REDUCE_SEGMENT(reduce_intra_in_order_binary)
REDUCE(reduce_intra_redscat_gather)
ALLREDUCE(allreduce_intra_basic_linear)
ALLREDUCE(allreduce_intra_nonoverlapping)
ALLREDUCE(allreduce_intra_recursivedoubling)
ALLREDUCE(allreduce_intra_ring)
ALLREDUCE_SEGMENT(allreduce_intra_ring_segmented)
ALLREDUCE(allreduce_intra_redscat_allgather)
REDUCE_SCATTER(reduce_scatter_intra_nonoverlapping)
REDUCE_SCATTER(reduce_scatter_intra_basic_recursivehalving)
REDUCE_SCATTER(reduce_scatter_intra_ring)
REDUCE_SCATTER(reduce_scatter_intra_butterfly)
ALLREDUCE(reduce_scatter_block_basic_linear)
ALLREDUCE(reduce_scatter_block_intra_recursivedoubling)
ALLREDUCE(reduce_scatter_block_intra_recursivehalving)
ALLREDUCE(reduce_scatter_block_intra_butterfly)
EACH(allgather_intra_basic_linear)
EACH(allgather_intra_bruck)
EACH(allgather_intra_recursivedoubling)
EACH(allgather_intra_ring)
EACH(allgather_intra_neighborexchange)
EACH(allgather_intra_two_procs)
EACH(alltoall_intra_basic_linear)
EACH(alltoall_intra_pairwise)
EACH(alltoall_intra_bruck)
EACH_MOST(alltoall_intra_linear_sync)
EACH(alltoall_intra_two_procs)
ALLGATHERV(allgatherv_intra_basic_default)
ALLGATHERV(allgatherv_intra_bruck)
ALLGATHERV(allgatherv_intra_ring)
ALLGATHERV(allgatherv_intra_neighborexchange)
ALLGATHERV(allgatherv_intra_two_procs)

#ifndef SONDE_ALGORITHM_DECISION_BANDS_H
#define SONDE_ALGORITHM_DECISION_BANDS_H

#include <stdint.h>

/* Open MPI 4.1's decisions. For fewer processes than below, the last band for any: for fewer bytes than below, the last
 * of them for any, this algorithm. */
struct band {
	int below;
	struct {
		uint64_t below;
		int algorithm;
	} sizes[12];
};

/* By operation; ordered ones are for reductions that do not commute. */
extern const struct band openmpi_allreduce_bands[];
extern const struct band openmpi_allreduce_ordered_bands[];
extern const struct band openmpi_alltoall_bands[];
extern const struct band openmpi_alltoallv_bands[];
extern const struct band openmpi_barrier_bands[];
extern const struct band openmpi_bcast_bands[];
extern const struct band openmpi_reduce_bands[];
extern const struct band openmpi_reduce_ordered_bands[];
extern const struct band openmpi_reduce_scatter_bands[];
extern const struct band openmpi_reduce_scatter_block_bands[];
extern const struct band openmpi_allgather_bands[];
extern const struct band openmpi_allgatherv_bands[];
extern const struct band openmpi_gather_bands[];
extern const struct band openmpi_scatter_bands[];

#endif

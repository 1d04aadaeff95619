#ifndef SONDE_DECOMPOSE_MAPPING_H
#define SONDE_DECOMPOSE_MAPPING_H

#include <stdio.h>

#include "decompose/sequence.h"

/* Which node each process of a grid is on, and the files by which launchers put it there. All functions are Local. */

/* What nodes send each other in all exchanges of a sequence, in bytes: the node that sends the most, and all of them.
 */
struct mapping_traffic {
	double most, all;
};

/*
 * The traffic of processes on these nodes.
 *
 * - node: of each process of the grid, below n.
 * - Messages are those of the largest part; a sequence without exchanges is taken for one of a border of 1. What is
 *   repeated counts as often as it is carried out.
 * - ERR_MEMORY.
 */
enum status mapping_traffic(const struct sequence *sequence, const struct grid *grid, const size_t *node, size_t n,
			    struct mapping_traffic *traffic, struct error *err);

/*
 * Places the processes of a grid on nodes: of the ways that are tried the one whose node sends the least at most, then
 * the one with the least in all.
 *
 * - Tried are rows of places in each order of dimensions and, where all nodes have equally much room, all equal boxes;
 *   up to MAPPING_SWAPPED processes two of them then change places while it improves.
 * - room: of each of the n nodes, how many processes it takes, as many together as the grid has.
 * - node: set, of each process.
 * - ERR_MEMORY.
 */
#define MAPPING_SWAPPED 144
enum status mapping_find(const struct sequence *sequence, const struct grid *grid, const size_t *room, size_t n,
			 size_t *node, struct mapping_traffic *traffic, struct error *err);

enum mapping_format {
	MAPPING_RANKFILE,   /* Open MPI: mpirun --rankfile FILE */
	MAPPING_HYDRA,      /* MPICH: mpiexec -f FILE */
	MAPPING_RANK_ORDER, /* Cray MPICH: MPICH_RANK_ORDER, with MPICH_RANK_REORDER_METHOD=3 */
	MAPPING_SLURM,      /* srun --distribution=arbitrary, with SLURM_HOSTFILE=FILE */
	MAPPING_FORMATS
};

/* NULL-terminated, by value: "rankfile", "hydra", "rank-order", "slurm". */
extern const char *const mapping_names[];

/*
 * Writes a mapping of so many processes.
 *
 * - hosts: names of the n nodes. node: of each process.
 * - A rankfile goes node by node and gives the processes of each its slots from 0 on, in their order. A rank order has
 * a line for each node with processes. The others have a line for each process.
 * - ERR_IO, ERR_MEMORY.
 */
enum status mapping_write(enum mapping_format format, const char *const *hosts, const size_t *node, size_t n,
			  size_t processes, FILE *out, struct error *err);

#endif

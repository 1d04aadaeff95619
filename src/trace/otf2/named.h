#ifndef SONDE_TRACE_OTF2_NAMED_H
#define SONDE_TRACE_OTF2_NAMED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/otf2/map.h"
#include "trace/reader.h"

/* All functions are Local. */

/* A communicator of the whole run, numbered in the order in which communicators appear. */
struct otf2_shared {
	uint64_t key;
	int number; /* in the process where it appeared: 0 MPI_COMM_WORLD, 1 MPI_COMM_SELF */
	int n, n_remote;
	int *members, *remote; /* as ranks of the world */
	bool events;           /* events say when it is made and freed */
};

/* What an archive's events name by numbers of their own. Zero-initialise it. */
struct otf2_named {
	struct otf2_shared *communicators;
	size_t n_communicators, communicators_room;
	struct otf2_map communicator; /* by key */
	uint32_t function[TRACE_FUNCTIONS];
	char **regions; /* names; of functions and sonde's regions */
	int *functions; /* of a region its function, TRACE_FUNCTIONS: none of MPI */
	size_t n_regions, regions_room, functions_room;
};

/* The number of a communicator. ERR_MEMORY. */
enum status otf2_named_communicator(struct otf2_named *named, const struct trace_communicator *communicator,
				    uint32_t *number, struct error *err);

/* The rank of a process in a communicator, or in the other group than that of own if there are two; -1: it is in
 * neither. */
int otf2_named_rank(const struct otf2_named *named, uint32_t communicator, int own, int process);

/* The number of the region of a call: its function, or the region that it begins or ends. ERR_MEMORY. */
enum status otf2_named_region(struct otf2_named *named, const struct trace_call *call, uint32_t *number,
			      struct error *err);

void otf2_named_release(struct otf2_named *named);

#endif

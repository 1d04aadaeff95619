#include "collective.h"

#include <string.h>

/* Neighbourhood collectives on a grid, a graph and a distributed graph, each a ring of all processes. */

enum { MOST = 4 };

struct ring {
	MPI_Comm comm;
	int number; /* of the communicator */
	int n_out, n_in;
	const char *to, *from; /* neighbours, as a list */
};

static void call_equal(struct program *p, const struct ring *ring, enum how how)
{
	MPI_Request r;
	CALL(Neighbor_allgather, Ineighbor_allgather, out, 2, MPI_INT, in, 2, MPI_INT, ring->comm);
	expect_collective(p, how, &r, "Neighbor_allgather", "comm=%d send=8:c receive=8:c to=%s from=%s", ring->number,
			  ring->to, ring->from);
	CALL(Neighbor_alltoall, Ineighbor_alltoall, out, 1, MPI_DOUBLE, in, 1, MPI_DOUBLE, ring->comm);
	expect_collective(p, how, &r, "Neighbor_alltoall", "comm=%d send=8:c receive=8:c to=%s from=%s", ring->number,
			  ring->to, ring->from);
}

static void call_unequal(struct program *p, const struct ring *ring, enum how how)
{
	MPI_Request r;
	const mpi_count counts[MOST] = {2, 2, 2, 2};
	const mpi_place places[MOST] = {0, 2, 4, 6};
	const MPI_Aint far[MOST] = {0, 8, 16, 24};
	const MPI_Datatype types[MOST] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};
	const char *sent = list(ring->n_out, counts, 4);
	const char *got = list(ring->n_in, counts, 4);
	CALL(Neighbor_allgatherv, Ineighbor_allgatherv, out, 2, MPI_INT, in, counts, places, MPI_INT, ring->comm);
	expect_collective(p, how, &r, "Neighbor_allgatherv", "comm=%d send=8:c receive=%s to=%s from=%s", ring->number,
			  got, ring->to, ring->from);
	CALL(Neighbor_alltoallv, Ineighbor_alltoallv, out, counts, places, MPI_INT, in, counts, places, MPI_INT,
	     ring->comm);
	expect_collective(p, how, &r, "Neighbor_alltoallv", "comm=%d send=%s receive=%s to=%s from=%s", ring->number,
			  sent, got, ring->to, ring->from);
	CALL(Neighbor_alltoallw, Ineighbor_alltoallw, out, counts, far, types, in, counts, far, types, ring->comm);
	expect_collective(p, how, &r, "Neighbor_alltoallw", "comm=%d send=%s receive=%s to=%s from=%s", ring->number,
			  sent, got, ring->to, ring->from);
}

static void call_ring(struct program *p, struct ring *ring)
{
	for (int how = BLOCKING; how <= LAST_WAY; how++) {
		call_equal(p, ring, (enum how)how);
		call_unequal(p, ring, (enum how)how);
	}
	MPI_Comm_free(&ring->comm);
	expect(p, "MPI_Comm_free comm=%d", ring->number);
}

void call_neighbours(struct program *p)
{
	char to[64];
	char both[64];
	const int periodic = 1;
	int ends[64];
	int edges[128];
	snprintf(both, sizeof(both), "[%d,%d]", p->last, p->next);
	struct ring grid = {.n_out = 2, .n_in = 2, .to = both, .from = both};
	MPI_Cart_create(MPI_COMM_WORLD, 1, &p->size, &periodic, 0, &grid.comm);
	grid.number = ++p->comms;
	expect(p, "MPI_Cart_create comm=0 made=%d", grid.number);
	call_ring(p, &grid);

	for (int i = 0; i < p->size; i++) {
		ends[i] = 2 * i + 2;
		edges[2 * i] = (i + p->size - 1) % p->size;
		edges[2 * i + 1] = (i + 1) % p->size;
	}
	struct ring graph = {.n_out = 2, .n_in = 2, .to = both, .from = both};
	MPI_Graph_create(MPI_COMM_WORLD, p->size, ends, edges, 0, &graph.comm);
	graph.number = ++p->comms;
	expect(p, "MPI_Graph_create comm=0 made=%d", graph.number);
	call_ring(p, &graph);

	snprintf(to, sizeof(to), "[%d]", p->next);
	char from[64];
	snprintf(from, sizeof(from), "[%d]", p->last);
	struct ring one = {.n_out = 1, .n_in = 1, .to = to, .from = from};
	const int weight = 1;
	MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &p->last, &weight, 1, &p->next, &weight, MPI_INFO_NULL, 0,
				       &one.comm);
	one.number = ++p->comms;
	expect(p, "MPI_Dist_graph_create_adjacent comm=0 made=%d", one.number);
	call_ring(p, &one);
	const int degree = 1;
	MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &p->rank, &degree, &p->next, &weight, MPI_INFO_NULL, 0, &one.comm);
	one.number = ++p->comms;
	expect(p, "MPI_Dist_graph_create comm=0 made=%d", one.number);
	call_ring(p, &one);
}

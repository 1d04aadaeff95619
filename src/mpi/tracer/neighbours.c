#include "mpi/tracer/communicators.h"

#include <stdlib.h>

/* Makes room for the neighbours; both lists have at least one place. */
static bool reserve(struct neighbours *neighbours, int n_out, int n_in)
{
	neighbours->out = calloc((size_t)n_out + 1, sizeof(*neighbours->out));
	neighbours->in = calloc((size_t)n_in + 1, sizeof(*neighbours->in));
	if (!neighbours->out || !neighbours->in)
		return false;
	neighbours->n_out = n_out;
	neighbours->n_in = n_in;
	return true;
}

/* Of each dimension the one below, then the one above. */
static void ask_grid(struct neighbours *neighbours, MPI_Comm comm)
{
	int dimensions;
	tracer_own.Cartdim_get(comm, &dimensions);
	if (!reserve(neighbours, 2 * dimensions, 2 * dimensions))
		return;
	for (size_t d = 0; d < (size_t)dimensions; d++) {
		int below, above;
		tracer_own.Cart_shift(comm, (int)d, 1, &below, &above);
		neighbours->in[2 * d] = neighbours->out[2 * d] = tracer_rank(below);
		neighbours->in[2 * d + 1] = neighbours->out[2 * d + 1] = tracer_rank(above);
	}
}

static void ask_graph(struct neighbours *neighbours, MPI_Comm comm, int own)
{
	int n;
	tracer_own.Graph_neighbors_count(comm, own, &n);
	int *ranks = malloc(((size_t)n + 1) * sizeof(*ranks));
	if (ranks && reserve(neighbours, n, n)) {
		tracer_own.Graph_neighbors(comm, own, n, ranks);
		for (int i = 0; i < n; i++)
			neighbours->in[i] = neighbours->out[i] = tracer_rank(ranks[i]);
	}
	free(ranks);
}

static void ask_distributed(struct neighbours *neighbours, MPI_Comm comm)
{
	int n_in, n_out, weighted;
	tracer_own.Dist_graph_neighbors_count(comm, &n_in, &n_out, &weighted);
	const size_t n = (size_t)n_in + (size_t)n_out + 1;
	int *ranks = malloc(2 * n * sizeof(*ranks));
	if (ranks && reserve(neighbours, n_out, n_in)) {
		int *out = ranks + n_in;
		int *weights = ranks + n;
		tracer_own.Dist_graph_neighbors(comm, n_in, ranks, weights, n_out, out, weights + n_in);
		for (int i = 0; i < n_in; i++)
			neighbours->in[i] = tracer_rank(ranks[i]);
		for (int i = 0; i < n_out; i++)
			neighbours->out[i] = tracer_rank(out[i]);
	}
	free(ranks);
}

const struct neighbours *communicators_neighbours(const struct tracer_communicator *communicator, MPI_Comm comm)
{
	static const struct neighbours none;
	if (communicator->number < 0)
		return &none;
	if (communicator->neighbours)
		return communicator->neighbours;
	struct neighbours *neighbours = calloc(1, sizeof(*neighbours));
	if (!neighbours)
		return &none;
	int topology = MPI_UNDEFINED;
	tracer_own.Topo_test(comm, &topology);
	if (topology == MPI_CART)
		ask_grid(neighbours, comm);
	else if (topology == MPI_GRAPH)
		ask_graph(neighbours, comm, communicator->own);
	else if (topology == MPI_DIST_GRAPH)
		ask_distributed(neighbours, comm);
	((struct tracer_communicator *)communicator)->neighbours = neighbours;
	return neighbours;
}

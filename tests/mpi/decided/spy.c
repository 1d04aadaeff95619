#include "spy.h"

#include <mpi.h>

static struct sent kept[SPY_MOST];
static size_t n_kept;

void spy_clear(void)
{
	n_kept = 0;
}

const struct sent *spy_sent(size_t *n)
{
	*n = n_kept;
	return kept;
}

void spy_keep(int peer, size_t bytes)
{
	int self;

	PMPI_Comm_rank(MPI_COMM_WORLD, &self);
	if (peer != self && n_kept < SPY_MOST)
		kept[n_kept++] = (struct sent){peer, bytes};
}

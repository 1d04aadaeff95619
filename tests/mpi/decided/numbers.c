#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithm/decision/steps.h"

/*
 * All of Open MPI's tables, for thousands of processes: asks the library's own decision functions, with one process.
 * They are given a communicator that says that it has more, and what they call is this program's: it keeps the number
 * and does nothing. Both sides of every border of size and number of processes.
 *
 *   sonde_test_decided_numbers mca_coll_tuned.so
 */
static int called;

#define ALGORITHM(NAME, NUMBER)          \
	int ompi_coll_base_##NAME(void); \
	int ompi_coll_base_##NAME(void)  \
	{                                \
		called = NUMBER;         \
		return MPI_SUCCESS;      \
	}

ALGORITHM(barrier_intra_basic_linear, 1)
ALGORITHM(barrier_intra_doublering, 2)
ALGORITHM(barrier_intra_recursivedoubling, 3)
ALGORITHM(barrier_intra_bruck, 4)
ALGORITHM(barrier_intra_two_procs, 5)
ALGORITHM(barrier_intra_tree, 6)
ALGORITHM(bcast_intra_basic_linear, 1)
ALGORITHM(bcast_intra_chain, 2)
ALGORITHM(bcast_intra_pipeline, 3)
ALGORITHM(bcast_intra_split_bintree, 4)
ALGORITHM(bcast_intra_bintree, 5)
ALGORITHM(bcast_intra_binomial, 6)
ALGORITHM(bcast_intra_knomial, 7)
ALGORITHM(bcast_intra_scatter_allgather, 8)
ALGORITHM(bcast_intra_scatter_allgather_ring, 9)
ALGORITHM(scatter_intra_basic_linear, 1)
ALGORITHM(scatter_intra_binomial, 2)
ALGORITHM(scatter_intra_linear_nb, 3)
ALGORITHM(gather_intra_basic_linear, 1)
ALGORITHM(gather_intra_binomial, 2)
ALGORITHM(gather_intra_linear_sync, 3)
ALGORITHM(reduce_intra_basic_linear, 1)
ALGORITHM(reduce_intra_chain, 2)
ALGORITHM(reduce_intra_pipeline, 3)
ALGORITHM(reduce_intra_binary, 4)
ALGORITHM(reduce_intra_binomial, 5)
ALGORITHM(reduce_intra_in_order_binary, 6)
ALGORITHM(reduce_intra_redscat_gather, 7)
ALGORITHM(allreduce_intra_basic_linear, 1)
ALGORITHM(allreduce_intra_nonoverlapping, 2)
ALGORITHM(allreduce_intra_recursivedoubling, 3)
ALGORITHM(allreduce_intra_ring, 4)
ALGORITHM(allreduce_intra_ring_segmented, 5)
ALGORITHM(allreduce_intra_redscat_allgather, 6)
ALGORITHM(allgather_intra_basic_linear, 1)
ALGORITHM(allgather_intra_bruck, 2)
ALGORITHM(allgather_intra_recursivedoubling, 3)
ALGORITHM(allgather_intra_ring, 4)
ALGORITHM(allgather_intra_neighborexchange, 5)
ALGORITHM(allgather_intra_two_procs, 6)
ALGORITHM(allgatherv_intra_basic_default, 1)
ALGORITHM(allgatherv_intra_bruck, 2)
ALGORITHM(allgatherv_intra_ring, 3)
ALGORITHM(allgatherv_intra_neighborexchange, 4)
ALGORITHM(allgatherv_intra_two_procs, 5)
ALGORITHM(alltoall_intra_basic_linear, 1)
ALGORITHM(alltoall_intra_pairwise, 2)
ALGORITHM(alltoall_intra_bruck, 3)
ALGORITHM(alltoall_intra_linear_sync, 4)
ALGORITHM(alltoall_intra_two_procs, 5)
ALGORITHM(alltoallv_intra_basic_linear, 1)
ALGORITHM(alltoallv_intra_pairwise, 2)
ALGORITHM(reduce_scatter_intra_nonoverlapping, 1)
ALGORITHM(reduce_scatter_intra_basic_recursivehalving, 2)
ALGORITHM(reduce_scatter_intra_ring, 3)
ALGORITHM(reduce_scatter_intra_butterfly, 4)
ALGORITHM(reduce_scatter_block_basic_linear, 1)
ALGORITHM(reduce_scatter_block_intra_recursivedoubling, 2)
ALGORITHM(reduce_scatter_block_intra_recursivehalving, 3)
ALGORITHM(reduce_scatter_block_intra_butterfly, 4)

/* They have as many arguments as are passed; the first is a pointer. */
typedef int decision_function(const void *, ...);

enum { LARGEST = 16384, WORDS = 512 };

/* A communicator that is a copy of MPI_COMM_WORLD with another group, whose number of processes can be set. The offsets
 * of both are found by what is there: the group's handle, and the number of two groups of unlike size. */
struct pretence {
	void *comm[WORDS];
	int group[WORDS];
	int *processes;
	void *tuned;
	int counts[LARGEST];
};

static bool pretence_init(struct pretence *p)
{
	MPI_Group world, self;
	int *sizes[2], n, none = 0;

	MPI_Comm_group(MPI_COMM_WORLD, &world);
	self = MPI_GROUP_EMPTY;
	MPI_Group_size(world, &n);
	memcpy(p->comm, (void *)MPI_COMM_WORLD, 1024);
	memcpy(p->group, (void *)world, 64);
	sizes[0] = (int *)(void *)world;
	sizes[1] = (int *)(void *)self;
	for (int i = 0; i < 16 && !p->processes; i++)
		if (sizes[0][i] == n && sizes[1][i] == none && sizes[0][i + 1] != n)
			p->processes = &p->group[i];
	for (int i = 0; i < 128; i++)
		if (p->comm[i] == (void *)world) {
			p->comm[i] = p->group;
			return p->processes != NULL;
		}
	return false;
}

static void call(struct pretence *p, const struct decision_case *what, MPI_Op op)
{
	char name[128];
	void *symbol;
	int n = (int)what->count;
	MPI_Comm comm = (MPI_Comm)(void *)p->comm;
	MPI_Datatype type = MPI_BYTE;
	decision_function *f;

	snprintf(name, sizeof(name), "ompi_coll_tuned_%s_intra_dec_fixed", decision_operation_words[what->operation]);
	symbol = dlsym(p->tuned, name);
	if (!symbol) {
		printf("not ok: there is no %s\n", name);
		exit(1);
	}
	memcpy(&f, &symbol, sizeof(f));
	for (int i = 0; i < what->processes; i++)
		p->counts[i] = n;
	called = 0;
	switch (what->operation) {
	case DECISION_BARRIER:
		f(comm, NULL);
		break;
	case DECISION_BCAST:
		f(p, n, type, 0, comm, NULL);
		break;
	case DECISION_SCATTER:
	case DECISION_GATHER:
		f(p, n, type, p, n, type, 0, comm, NULL);
		break;
	case DECISION_REDUCE:
		f(p, p, n, type, op, 0, comm, NULL);
		break;
	case DECISION_ALLREDUCE:
	case DECISION_REDUCE_SCATTER_BLOCK:
		f(p, p, n, type, op, comm, NULL);
		break;
	case DECISION_REDUCE_SCATTER:
		f(p, p, p->counts, type, op, comm, NULL);
		break;
	case DECISION_ALLGATHER:
	case DECISION_ALLTOALL:
		f(p, n, type, p, n, type, comm, NULL);
		break;
	case DECISION_ALLGATHERV:
		f(p, n, type, p, p->counts, p->counts, type, comm, NULL);
		break;
	case DECISION_ALLTOALLV:
		f(p, p->counts, p->counts, type, p, p->counts, p->counts, type, comm, NULL);
		break;
	default:
		printf("not ok: %s is not of coll/tuned\n", decision_operation_words[what->operation]);
	}
}

static void first(void *in, void *inout, int *count, MPI_Datatype *type)
{
	(void)in, (void)inout, (void)count, (void)type;
}

int main(int argc, char **argv)
{
	static struct pretence p;
	int compared = 0, failures = 0;
	MPI_Op ordered;

	MPI_Init(&argc, &argv);
	MPI_Op_create(first, 0, &ordered);
	p.tuned = argc > 1 ? dlopen(argv[1], RTLD_LAZY) : NULL;
	if (!p.tuned || !pretence_init(&p)) {
		printf("not ok: the library is not as it is expected\n");
		return 1;
	}
	for (int i = 0; i < 17 * 2 * 14 * 3 * 24 * 3; i++) {
		int power = 2 << i / (17 * 2) % 14, bytes = 1 << i / (17 * 2 * 14 * 3) % 24;
		struct decision_case what = {
			.operation = (enum decision_operation)(i % 17),
			.commutes = i / 17 % 2 == 0,
			.processes = power + i / (17 * 2 * 14) % 3 - 1,
			.count = (uint64_t)(bytes + i / (17 * 2 * 14 * 3 * 24) - 1),
			.size = 1,
		};

		if (what.processes < 2 || what.processes >= LARGEST || openmpi_number(&what) == 0)
			continue;
		*p.processes = what.processes;
		call(&p, &what, what.commutes ? MPI_BOR : ordered);
		compared++;
		if (called != openmpi_number(&what) && failures++ < 20)
			printf("not ok: %s, %d processes, %d B%s: library %d, table %d\n",
			       decision_operation_words[what.operation], what.processes, (int)what.count,
			       what.commutes ? "" : ", ordered", called, openmpi_number(&what));
	}
	printf("%d compared, %d failures\n", compared, failures);
	MPI_Finalize();
	return failures > 0;
}

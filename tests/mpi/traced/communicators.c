#include "expect.h"

/* Communicators of every making; of each a message shows that later calls name it. */

/* A barrier, then the end. */
static void use(struct program *p, MPI_Comm *comm, int number)
{
	MPI_Barrier(*comm);
	expect(p, "MPI_Barrier comm=%d", number);
	MPI_Comm_free(comm);
	expect(p, "MPI_Comm_free comm=%d", number);
}

void call_copies(struct program *p)
{
	MPI_Comm comm, other;
	MPI_Request request;
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	expect(p, "MPI_Comm_dup comm=0 made=%d", ++p->comms);
	use(p, &comm, p->comms);
	MPI_Comm_dup_with_info(MPI_COMM_SELF, MPI_INFO_NULL, &comm);
	expect(p, "MPI_Comm_dup_with_info comm=1 made=%d", ++p->comms);
	use(p, &comm, p->comms);
	MPI_Comm_dup(MPI_COMM_WORLD, &other);
	expect(p, "MPI_Comm_dup comm=0 made=%d", ++p->comms);
	const int between = p->comms;
	MPI_Comm_idup(other, &comm, &request);
	expect(p, "MPI_Comm_idup comm=%d made=%d request=%d", between, ++p->comms, ++p->requests);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	expect(p, "MPI_Wait done=%d:-1:-1", p->requests);
	use(p, &other, between);
	MPI_Sendrecv(out, 1, MPI_INT, p->next, 1, in, 1, MPI_INT, p->last, 1, comm, MPI_STATUS_IGNORE);
	expect(p, "MPI_Sendrecv comm=%d send=%d:1:4:c receive=%d:1:4:c", p->comms, p->next, p->last);
	use(p, &comm, p->comms);
}

static void call_splits(struct program *p)
{
	MPI_Comm comm;
	MPI_Comm_split(MPI_COMM_WORLD, p->rank % 2, -p->rank, &comm);
	expect(p, "MPI_Comm_split comm=0 made=%d", ++p->comms);
	use(p, &comm, p->comms);
	MPI_Comm_split(MPI_COMM_WORLD, p->rank == 0 ? MPI_UNDEFINED : 1, 0, &comm);
	if (p->rank == 0) {
		expect(p, "MPI_Comm_split comm=0");
	} else {
		expect(p, "MPI_Comm_split comm=0 made=%d", ++p->comms);
		use(p, &comm, p->comms);
	}
	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm);
	expect(p, "MPI_Comm_split_type comm=0 made=%d", ++p->comms);
	use(p, &comm, p->comms);
}

static void call_groups(struct program *p)
{
	MPI_Comm comm;
	MPI_Group world, group;
	const int last = p->size - 1;
	MPI_Comm_group(MPI_COMM_WORLD, &world);
	MPI_Group_excl(world, 1, &last, &group);
	MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
	if (comm == MPI_COMM_NULL) {
		expect(p, "MPI_Comm_create comm=0");
	} else {
		expect(p, "MPI_Comm_create comm=0 made=%d", ++p->comms);
		use(p, &comm, p->comms);
	}
	for (int i = 0; i < 2 && p->rank != last; i++) {
		MPI_Comm_create_group(MPI_COMM_WORLD, group, 5, &comm);
		expect(p, "MPI_Comm_create_group comm=0 made=%d", ++p->comms);
		use(p, &comm, p->comms);
	}
	MPI_Group_free(&group);
	MPI_Group_free(&world);
}

static void call_grid(struct program *p)
{
	MPI_Comm grid, row;
	const int sizes[2] = {p->size, 1};
	const int periods[2] = {0, 0};
	const int kept[2] = {1, 0};
	MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &grid);
	expect(p, "MPI_Cart_create comm=0 made=%d", ++p->comms);
	const int number = p->comms;
	MPI_Cart_sub(grid, kept, &row);
	expect(p, "MPI_Cart_sub comm=%d made=%d", number, ++p->comms);
	use(p, &row, p->comms);
	use(p, &grid, number);
}

/* Odd and even processes, which exchange messages and a broadcast. */
static void call_between(struct program *p)
{
	MPI_Comm half, between, all;
	const int odd = p->rank % 2;
	MPI_Comm_split(MPI_COMM_WORLD, odd, p->rank, &half);
	expect(p, "MPI_Comm_split comm=0 made=%d", ++p->comms);
	const int number = p->comms;
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - odd, 7, &between);
	expect(p, "MPI_Intercomm_create comm=%d made=%d", number, ++p->comms);
	const int inter = p->comms;
	const int root = odd ? 0 : p->rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
	if (p->rank < 2) {
		MPI_Sendrecv(out, 1, MPI_INT, 0, 8, in, 1, MPI_INT, MPI_ANY_SOURCE, 8, between, MPI_STATUS_IGNORE);
		expect(p, "MPI_Sendrecv comm=%d send=0:8:4:c receive=-3:8:4:c got=%d:-1", inter, 1 - p->rank);
	}
	MPI_Bcast(out, 2, MPI_INT, root, between);
	if (!odd && p->rank > 0)
		expect(p, "MPI_Bcast comm=%d root=-2", inter);
	else
		expect(p, "MPI_Bcast comm=%d send=8:c receive=8:c root=%d", inter, odd ? 0 : -4);
	const int evens = (p->size + 1) / 2;
	MPI_Gather(out, 1, MPI_INT, in, 1, MPI_INT, root, between);
	if (odd)
		expect(p, "MPI_Gather comm=%d send=4:c root=0", inter);
	else
		expect(p, "MPI_Gather comm=%d%s root=%d", inter, p->rank ? "" : " receive=4:c", p->rank ? -2 : -4);
	mpi_count counts[64];
	mpi_place places[64];
	char each[256] = "[";
	int at = 1;
	for (int i = 0; i < (odd ? evens : p->size - evens); i++) {
		counts[i] = 1;
		places[i] = i;
		at += snprintf(each + at, sizeof(each) - (size_t)at, "%s4", i ? "," : "");
	}
	MPI_Allgatherv(out, 1, MPI_INT, in, counts, places, MPI_INT, between);
	expect(p, "MPI_Allgatherv comm=%d send=4:c receive=%s]:c", inter, each);
	MPI_Intercomm_merge(between, odd, &all);
	expect(p, "MPI_Intercomm_merge comm=%d made=%d", inter, ++p->comms);
	use(p, &all, p->comms);
	MPI_Comm_disconnect(&between);
	expect(p, "MPI_Comm_disconnect comm=%d", inter);
	use(p, &half, number);
}

void call_communicators(struct program *p)
{
	call_splits(p);
	call_groups(p);
	call_grid(p);
	if (p->size > 1)
		call_between(p);
}

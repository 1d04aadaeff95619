/* Gathers and scatters of the MPI library in parts: how many there are, and where barriers stand. MPI's functions are
 * these here, of process 1 of 3. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "mpi/split.h"

enum { PROCESSES = 3, RANK = 1, CALLS_MOST = 64 };

/* What was called: 'b' for a barrier, 'g' and 's' for a gather and a scatter, and how many bytes each moved. */
static char calls[CALLS_MOST];
static int moved[CALLS_MOST], n_calls;

static int note(char call, int bytes)
{
	assert_true(n_calls < CALLS_MOST - 1);
	calls[n_calls] = call;
	moved[n_calls++] = bytes;
	return MPI_SUCCESS;
}

int PMPI_Barrier(MPI_Comm comm)
{
	(void)comm;
	return note('b', 0);
}

int PMPI_Gather(const void *send, int send_count, MPI_Datatype send_type, void *receive, int receive_count,
		MPI_Datatype receive_type, int root, MPI_Comm comm)
{
	(void)send, (void)send_type, (void)receive, (void)receive_count, (void)receive_type, (void)root, (void)comm;
	return note('g', send_count);
}

int PMPI_Scatter(const void *send, int send_count, MPI_Datatype send_type, void *receive, int receive_count,
		 MPI_Datatype receive_type, int root, MPI_Comm comm)
{
	(void)send, (void)send_count, (void)send_type, (void)receive, (void)receive_type, (void)root, (void)comm;
	return note('s', receive_count);
}

int PMPI_Gatherv(const void *send, int send_count, MPI_Datatype send_type, void *receive, const int *counts,
		 const int *places, MPI_Datatype receive_type, int root, MPI_Comm comm)
{
	(void)send, (void)send_type, (void)receive, (void)receive_type, (void)root, (void)comm;
	assert_int_equal(counts[RANK], send_count);
	assert_true(places[0] >= 0 && places[1] >= places[0] + counts[0] && places[2] >= places[1] + counts[1]);
	return note('g', send_count);
}

int PMPI_Scatterv(const void *send, const int *counts, const int *places, MPI_Datatype send_type, void *receive,
		  int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm)
{
	return PMPI_Gatherv(receive, receive_count, receive_type, (void *)(uintptr_t)send, counts, places, send_type,
			    root, comm) == MPI_SUCCESS
		       ? (calls[n_calls - 1] = 's', MPI_SUCCESS)
		       : MPI_ERR_OTHER;
}

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
	(void)comm;
	*size = PROCESSES;
	return MPI_SUCCESS;
}

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
	(void)comm;
	*rank = RANK;
	return MPI_SUCCESS;
}

int PMPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype *type)
{
	(void)count;
	*type = old;
	return MPI_SUCCESS;
}

int PMPI_Type_create_resized(MPI_Datatype old, MPI_Aint lower, MPI_Aint extent, MPI_Datatype *type)
{
	(void)lower, (void)extent;
	*type = old;
	return MPI_SUCCESS;
}

int PMPI_Type_commit(MPI_Datatype *type)
{
	(void)type;
	return MPI_SUCCESS;
}

int PMPI_Type_free(MPI_Datatype *type)
{
	(void)type;
	return MPI_SUCCESS;
}

static void only_gathers_of_several_parts_have_barriers(void **state)
{
	static const uint64_t unlike[PROCESSES] = {10, 3, 7};
	static char data[64];
	static const struct {
		bool gathers, counted;
		size_t bytes;
		const uint64_t *counts;
		size_t most;
		const char *calls;
		int own; /* bytes of this process */
	} cases[] = {
		{true, false, 10, NULL, 4, "bgbgbg", 10},
		{true, false, 8, NULL, 4, "bgbg", 8},
		{true, false, 4, NULL, 4, "g", 4},
		{true, false, 0, NULL, 4, "g", 0},
		{false, false, 10, NULL, 4, "sss", 10},
		{false, false, 4, NULL, 5, "s", 4},
		{true, true, 10, NULL, 4, "bgbgbg", 10},
		{true, true, 10, unlike, 4, "bgbgbg", 3},
		{false, true, 10, unlike, 1, "ssssssssss", 3},
		{false, true, 10, unlike, 10, "s", 3},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct split split = {.gathers = cases[i].gathers,
					    .all = data,
					    .own = data,
					    .counted = cases[i].counted,
					    .bytes = cases[i].bytes,
					    .counts = cases[i].counts,
					    .most = cases[i].most,
					    .comm = MPI_COMM_WORLD};
		int own = 0;

		n_calls = 0;
		assert_int_equal(split_run(&split), MPI_SUCCESS);
		calls[n_calls] = '\0';
		assert_string_equal(calls, cases[i].calls);
		for (int k = 0; k < n_calls; k++) {
			assert_true(moved[k] <= (int)cases[i].most);
			own += moved[k];
		}
		assert_int_equal(own, cases[i].own);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(only_gathers_of_several_parts_have_barriers)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

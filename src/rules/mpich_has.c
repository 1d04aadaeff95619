#include "rules/mpich.h"

#include <string.h>

static bool is_in(const char *operation, const char *const *list)
{
	bool found = false;

	for (; *list; list++)
		found = found || strcmp(*list, operation) == 0;
	return found;
}

bool mpich_has_test(const char *operation, enum mpich_test test)
{
	static const char *const mean[] = {"allreduce", "bcast", "reduce", "alltoall", NULL};
	static const char *const total[] = {"allreduce", "bcast",   "reduce",    "alltoall",   "alltoallv", "alltoallw",
					    "gather",    "scatter", "allgather", "allgatherv", NULL,        NULL};
	static const char *const scattering[] = {"reduce_scatter", "reduce_scatter_block", NULL};
	static const char *const count[] = {"allreduce", "reduce", "allgather", "allgatherv", NULL};
	static const char *const in_place[] = {"alltoall", "alltoallv", "alltoallw", NULL};
	static const char *const reducing[] = {"allreduce", "reduce", NULL};
	static const char *const regular[] = {"reduce_scatter", NULL};
	const char *blocking = *operation == 'i' ? operation + 1 : operation;

	switch (test) {
	case MPICH_TEST_MEAN_UP_TO:
	case MPICH_TEST_MEAN_BELOW:
		return is_in(blocking, mean);
	case MPICH_TEST_TOTAL_UP_TO:
	case MPICH_TEST_TOTAL_BELOW:
		return is_in(blocking, total) || is_in(blocking, scattering);
	case MPICH_TEST_COUNT_UP_TO:
	case MPICH_TEST_FEW:
		return is_in(blocking, count) || is_in(blocking, scattering) || strcmp(operation, "bcast") == 0;
	case MPICH_TEST_IN_PLACE:
		return is_in(blocking, in_place);
	case MPICH_TEST_REGULAR:
		return is_in(blocking, regular);
	case MPICH_TEST_COMMUTES:
		return is_in(blocking, reducing) || is_in(blocking, scattering);
	case MPICH_TEST_BUILT_IN:
		return is_in(blocking, reducing);
	default:
		return true;
	}
}

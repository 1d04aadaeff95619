#include "mpi/stress/result.h"

#include <stdlib.h>

void stress_result_release(struct stress_result *result)
{
	free(result->faults);
	*result = (struct stress_result){0};
}

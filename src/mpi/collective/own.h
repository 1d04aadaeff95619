#ifndef SONDE_MPI_COLLECTIVE_OWN_H
#define SONDE_MPI_COLLECTIVE_OWN_H

#include "algorithm/request.h"
#include "mpi/collective/native.h"
#include "mpi/execute/execute.h"

/* A measured collective operation by an algorithm of sonde's own: bytes, reduced by MPI_BXOR, as the library's
 * operation does it (sample/collective.h). Not to be copied, since it points into itself. */
struct execute_collective {
	struct collective_request request;
	struct algorithm_use use; /* of the request */
	struct execution plan;
};

/* ERR_INPUT, which names what there is, if setup.algorithm is not one of the operation or cannot do this
 * experiment among so many processes. Local. */
enum status execute_collective_check(const struct experiment *what, int processes, struct error *err);

/* Prepares the algorithm of what for data's processes. ERR_* of the check, of execute_prepare; nothing is to be
 * released then. Local. */
enum status execute_collective_prepare(struct execute_collective *own, const struct experiment *what,
				       const struct collective_data *data, struct error *err);

/* As struct collective_operation's execute, by data->own. Collective. */
int execute_collective(const struct collective_data *data);

void execute_collective_release(struct execute_collective *own);

#endif

/* MPI without control variables. */
#include "mpi/collective/forced.h"

enum status forced_check(const struct setup *setup, struct error *err)
{
	return error_set(err, ERR_INPUT, "%s by %s: this MPI library has no control variables to choose algorithms",
			 setup->collective, setup->forced);
}

enum status forced_begin(struct process *process, const struct setup *setup, MPI_Comm *comm, struct error *err)
{
	(void)process, (void)comm;
	return forced_check(setup, err);
}

void forced_end(const struct setup *setup)
{
	(void)setup;
}

void forced_release(struct process *process)
{
	(void)process;
}

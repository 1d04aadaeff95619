#include "mpi/tracer/fortran_byhand.h"

#include "mpi/tracer/fortran.h"
#include "mpi/tracer/process.h"

/* The wrappers that are not generated. Of mpi_f08 an error code may be missing. */

void fortran_init(const char *name, MPI_Fint *ierror, const void *caller)
{
	void (*next)(MPI_Fint *);
	MPI_Fint own = MPI_SUCCESS;
	const struct process_begin begin = process_before_init();
	*(void **)&next = fortran_next(name);
	ierror = ierror ? ierror : &own;
	next(ierror);
	process_begin(&begin, trace_Init, *ierror == MPI_SUCCESS, caller);
}

void mpi_init_f08_(MPI_Fint *ierror)
{
	fortran_init("mpi_init_f08_", ierror, __builtin_return_address(0));
}

void fortran_init_thread(const char *name, MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierror, const void *caller)
{
	void (*next)(MPI_Fint *, MPI_Fint *, MPI_Fint *);
	MPI_Fint own = MPI_SUCCESS;
	const struct process_begin begin = process_before_init();
	*(void **)&next = fortran_next(name);
	ierror = ierror ? ierror : &own;
	next(required, provided, ierror);
	process_begin(&begin, trace_Init_thread, *ierror == MPI_SUCCESS, caller);
}

void mpi_init_thread_f08_(MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierror)
{
	fortran_init_thread("mpi_init_thread_f08_", required, provided, ierror, __builtin_return_address(0));
}

void fortran_finalize(const char *name, MPI_Fint *ierror)
{
	void (*next)(MPI_Fint *);
	uint64_t begin;
	struct tracer_process *process = process_before_finalize(&begin);
	*(void **)&next = fortran_next(name);
	next(ierror);
	if (process)
		process_end(process, begin, tracer_ticks());
}

void mpi_finalize_f08_(MPI_Fint *ierror)
{
	fortran_finalize("mpi_finalize_f08_", ierror);
}

void fortran_abort(const char *name, MPI_Fint *comm, MPI_Fint *code, MPI_Fint *ierror, const void *caller)
{
	void (*next)(MPI_Fint *, MPI_Fint *, MPI_Fint *);
	*(void **)&next = fortran_next(name);
	tracer_abort(RECORD_F2C(Comm, *comm), *code, caller);
	next(comm, code, ierror);
}

void mpi_abort_f08_(MPI_Fint *comm, MPI_Fint *code, MPI_Fint *ierror)
{
	fortran_abort("mpi_abort_f08_", comm, code, ierror, __builtin_return_address(0));
}

void fortran_control(const char *name, MPI_Fint *level, MPI_Fint *ierror, const void *caller)
{
	void (*next)(MPI_Fint *, MPI_Fint *);
	*(void **)&next = fortran_next(name);
	tracer_control(*level, caller);
	next(level, ierror);
}

/* MPICH's has an error code, Open MPI's has not: it is passed on, whatever it is. */
void mpi_pcontrol_f08_(MPI_Fint *level, MPI_Fint *ierror)
{
	fortran_control("mpi_pcontrol_f08_", level, ierror, __builtin_return_address(0));
}

#include "mpi/tracer/fortran.h"

#include "mpi/tracer/process.h"
#include "mpi/tracer/record.h"

/*
 * Constants of Fortran are variables, known by their addresses. Their names are those of Open MPI (mpif.h and mpi_f08)
 * and of MPICH (mpi_f08; its mpif.h goes through the functions of C).
 */
static const char *const names[] = {"mpi_fortran_in_place_",          "MPIR_F08_MPI_IN_PLACE",
				    "mpi_fortran_status_ignore_",     "mpi_fortran_statuses_ignore_",
				    "MPIR_F08_MPI_STATUS_IGNORE_OBJ", "MPIR_F08_MPI_STATUSES_IGNORE_OBJ"};

enum { IN_PLACE = 2, ALL = sizeof(names) / sizeof(*names) };

static const void *addresses[ALL];

void fortran_find(void)
{
	for (int i = 0; i < ALL; i++)
		addresses[i] = tracer_find_variable(names[i]);
}

void *fortran_next(const char *name)
{
	tracer_resolve();
	fortran_find();
	return tracer_find(name);
}

bool tracer_is_in_place(const void *buffer)
{
	for (int i = 0; i < IN_PLACE; i++)
		if (buffer == addresses[i] && buffer)
			return true;
	return false;
}

bool tracer_is_ignored(const void *status)
{
	for (int i = IN_PLACE; i < ALL; i++)
		if (status == addresses[i] && status)
			return true;
	return false;
}

static bool changed(const MPI_Request *before, const MPI_Fint *after, size_t i)
{
	return before[i] != RECORD_F2C(Request, after[i]);
}

int fortran_base(int done, const MPI_Fint *indices, size_t length, const MPI_Request *before, const MPI_Fint *after)
{
	static int base = 1; /* the same in a whole program */
	for (int i = 0; before && i < done; i++) {
		if (indices[i] < 0 || (size_t)indices[i] > length)
			continue;
		const size_t index = (size_t)indices[i];
		const bool from_1 = index > 0 && changed(before, after, index - 1);
		const bool from_0 = index < length && changed(before, after, index);
		if (index == 0 || (from_0 && !from_1))
			base = 0;
		else if (index == length || (from_1 && !from_0))
			base = 1;
	}
	return base;
}

const MPI_Datatype *record_types(struct tracer_thread *t, int n, const MPI_Fint *types)
{
	_Static_assert(sizeof(MPI_Datatype) <= sizeof(MPI_Request), "datatypes fit into the room for requests");
	MPI_Datatype *all = (MPI_Datatype *)record_saved(t, n > 0 ? (size_t)n : 0);
	for (int i = 0; all && i < n; i++)
		all[i] = RECORD_F2C(Type, types[i]);
	return all;
}

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

#include "mpi/tracer/fortran.h"

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

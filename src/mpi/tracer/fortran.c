#include "mpi/tracer/fortran.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Where MPI was loaded for one object alone, that object's own copy counts, which comes before those of libraries. */
void fortran_find(void)
{
	for (int i = 0; i < ALL; i++) {
		const void *found = tracer_is_late() ? tracer_find_first(names[i]) : tracer_find_variable(names[i]);
		if (found)
			addresses[i] = found;
	}
}

/* By another of the names that compilers have for it: mpi_send, mpi_send__, MPI_SEND. */
static void *find_otherwise(const char *name)
{
	char other[80];
	const size_t n = strlen(name) - 1; /* without the underscore at its end */
	if (n + 3 > sizeof(other) || (n > 3 && strcmp(name + n - 4, "_f08_") == 0))
		return NULL;
	snprintf(other, sizeof(other), "%.*s", (int)n, name);
	void *found = tracer_find(other);
	snprintf(other, sizeof(other), "%s_", name);
	found = found ? found : tracer_find(other);
	for (size_t i = 0; i < n; i++)
		other[i] = (char)toupper((unsigned char)name[i]);
	other[n] = '\0';
	return found ? found : tracer_find(other);
}

void *fortran_next(const char *name)
{
	tracer_resolve();
	fortran_find();
	void *found = tracer_find_anywhere(name);
	if (!found)
		found = find_otherwise(name);
	if (!found)
		tracer_missing(name);
	return found;
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

/* The function that other tools do not see: pmpi_waitany_, pmpi_waitany_f08_, in MPICH pmpir_waitany_f08_. */
static void *find_own(const char *name)
{
	char own[80];
	snprintf(own, sizeof(own), "p%s", name);
	void *found = tracer_find_anywhere(own);
	snprintf(own, sizeof(own), "pmpir%s", name + 3);
	return found ? found : tracer_find_anywhere(own);
}

int fortran_base(const char *name, void (*next)(void), enum fortran_form form)
{
	union {
		MPI_Status status[2];
		MPI_Fint words[32];
	} statuses;
	MPI_Request done;
	MPI_Fint count = 2, n = 0, index[2] = {1, 1}, error = MPI_SUCCESS;
	MPI_Fint *const first = form == FORTRAN_SOME ? &n : index;
	MPI_Fint *const second = form == FORTRAN_SOME ? index : &n;
	union {
		void *found;
		void (*any)(void);
		void (*waits)(MPI_Fint *, MPI_Fint *, MPI_Fint *, void *, MPI_Fint *);
		void (*tests)(MPI_Fint *, MPI_Fint *, MPI_Fint *, MPI_Fint *, void *, MPI_Fint *);
	} function = {.found = find_own(name)};
	if (!function.found)
		function.any = next;
	tracer_own.Isend(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, &done);
	MPI_Fint requests[2] = {PORTABLE_C2F(tracer_own, Request, MPI_REQUEST_NULL),
				PORTABLE_C2F(tracer_own, Request, done)};
	if (form == FORTRAN_WAITS_ANY)
		function.waits(&count, requests, index, &statuses, &error);
	else
		function.tests(&count, requests, first, second, &statuses, &error);
	return error == MPI_SUCCESS && index[0] == 1 ? 0 : 1;
}

size_t fortran_done_failed(struct tracer_thread *t, size_t n, size_t length, const MPI_Request *before,
			   const MPI_Fint *after, const MPI_Status *statuses, int code)
{
	MPI_Request *handles = malloc((length + 1) * sizeof(*handles));
	for (size_t i = 0; handles && i < length; i++)
		handles[i] = RECORD_F2C(Request, after[i]);
	n = record_done_failed(t, n, handles ? length : 0, before, handles, statuses, code);
	free(handles);
	return n;
}

const MPI_Datatype *record_types(struct tracer_thread *t, int n, const MPI_Fint *types)
{
	_Static_assert(sizeof(MPI_Datatype) <= sizeof(MPI_Request), "datatypes fit into the room for requests");
	MPI_Datatype *all = (MPI_Datatype *)record_saved(t, n > 0 ? (size_t)n : 0);
	for (int i = 0; all && i < n; i++)
		all[i] = RECORD_F2C(Type, types[i]);
	return all;
}

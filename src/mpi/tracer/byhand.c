#include "mpi/tracer/process.h"

#include <stdarg.h>
#include <string.h>

#include "mpi/tracer/record.h"

/* The wrappers that are not generated. */

int MPI_Init(int *argc, char ***argv)
{
	const struct process_begin begin = process_before_init();
	const int result = tracer_next.Init(argc, argv);
	process_begin(&begin, trace_Init, result == MPI_SUCCESS, __builtin_return_address(0));
	return result;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
	const struct process_begin begin = process_before_init();
	const int result = tracer_next.Init_thread(argc, argv, required, provided);
	process_begin(&begin, trace_Init_thread, result == MPI_SUCCESS, __builtin_return_address(0));
	return result;
}

int MPI_Finalize(void)
{
	uint64_t begin;
	struct tracer_process *process = process_before_finalize(&begin);
	const int result = tracer_real()->Finalize();
	if (process)
		process_end(process, begin, tracer_ticks());
	return result;
}

void tracer_abort(MPI_Comm comm, int code, const void *caller)
{
	struct tracer_process *process = tracer_process();
	struct tracer_thread *t = tracer_enter();
	if (t) {
		const uint64_t begin = tracer_begin(t, trace_Abort);
		t->place = TRACER_AT_WORK;
		t->fields[0] = record_comm(t, comm)->number;
		t->fields[1] = code;
		tracer_leave(t, trace_Abort, 2, begin, begin, caller);
	}
	if (process)
		process_leave(process);
}

int MPI_Abort(MPI_Comm comm, int errorcode)
{
	tracer_abort(comm, errorcode, __builtin_return_address(0));
	return tracer_real()->Abort(comm, errorcode);
}

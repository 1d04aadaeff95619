#include "mpi/live/live.h"

#include "mpi/collective/forced.h"
#include "mpi/live/attach.h"
#include "mpi/live/crowd.h"
#include "mpi/live/ending.h"
#include "mpi/live/platform.h"
#include "mpi/live/serve.h"
#include "mpi/live/yield.h"

#include <signal.h>
#include <unistd.h>

enum { GRACE = 5 }; /* s */

static void finalize(void)
{
	ending_synchronise(MPI_COMM_WORLD);
	MPI_Finalize();
}

enum status live_open(int *argc, char ***argv, struct platform **platform, struct error *err)
{
	struct process process;
	enum status status;
	bool crowded, yields;

	*platform = NULL;
	if (MPI_Init(argc, argv) != MPI_SUCCESS)
		return error_set(err, ERR_PLATFORM, "MPI could not be initialised");
	crowded = crowd_here(MPI_COMM_WORLD);
	yields = crowded && yield_begin(); /* first: what follows waits too */
	status = process_attach(&process, MPI_COMM_WORLD, err);
	if (status != OK) {
		finalize(); /* all fail alike */
		return status;
	}
	/* MPICH raises what a wait finds on these, not on the request's communicator. */
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	process.crowded = crowded;
	process.yields = yields;
	if (process.rank != 0) {
		serve(&process);
		process_detach(&process);
		finalize();
		return OK;
	}
	*platform = live_new(&process, LIVE_PATIENCE, err);
	if (!*platform)
		MPI_Abort(MPI_COMM_WORLD, 1); /* the others already wait for orders */
	return OK;
}

void live_abandon(int code)
{
	sigset_t alarms;

	signal(SIGALRM, SIG_DFL);
	sigemptyset(&alarms);
	sigaddset(&alarms, SIGALRM);
	pthread_sigmask(SIG_UNBLOCK, &alarms, NULL); /* it is blocked in its own handler */
	sleep(1); /* a launcher that is told to abort drops what it has not handed on of the process' output */
	alarm(GRACE);
	MPI_Abort(MPI_COMM_WORLD, code);
}

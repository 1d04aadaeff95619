/*
 * MPICH over UCX, whose waiting processes leave the CPU to each other. By itself MPICH 4.0 never does: a process
 * without a CPU gets its turn when the time slice of one that only waits is over, some milliseconds later.
 *
 * The program's own ucp_worker_progress takes the place of UCX's, which it calls. MPICH calls it in each poll. After
 * polls that found nothing it yields. In a library of limited symbols MPICH does not see it, and UCX's is called.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "mpi/live/yield.h"

#include <dlfcn.h>
#include <sched.h>

enum { POLLS = 100 };

/* UCX gives its function no place for a state of the caller's. One thread polls. */
static unsigned (*progress)(void *worker); /* UCX's own, once it was called */
static bool yields;
static int idle; /* polls in a row that found nothing */

unsigned ucp_worker_progress(void *worker);

/* Where the program has loaded MPI late, for itself alone, UCX is not behind this library. */
static void find_progress(void)
{
	void *symbol = dlsym(RTLD_NEXT, "ucp_worker_progress");

	if (!symbol)
		symbol = dlsym(dlopen("libucp.so.0", RTLD_LAZY | RTLD_NOLOAD), "ucp_worker_progress");
	*(void **)&progress = symbol;
}

unsigned ucp_worker_progress(void *worker)
{
	unsigned events;

	if (!progress)
		find_progress();
	if (!yields)
		return progress(worker);
	events = progress(worker);
	idle = events > 0 ? 0 : idle + 1;
	if (idle == POLLS) {
		idle = 0;
		sched_yield();
	}
	return events;
}

bool yield_begin(void)
{
	yields = true;
	return progress != NULL;
}

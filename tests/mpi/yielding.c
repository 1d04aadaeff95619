/*
 * An MPICH (over UCX) whose waiting processes leave the CPU to each other, for tests of applications with more
 * processes than CPUs, as the command does it itself (src/mpi/live/yield.c): preloaded, it lets other processes run
 * whenever a poll has found nothing for a while. By itself Debian's MPICH 4.0 never does, whatever
 * MPIR_CVAR_POLLS_BEFORE_YIELD says: a process without a CPU gets its turn when the time slice of one that only waits
 * is over. Messages and their order are the library's own. Where MPICH is not built over UCX it does nothing.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <sched.h>
#include <stddef.h>

enum { POLLS = 100 };

unsigned ucp_worker_progress(void *worker);

/* One thread polls. */
unsigned ucp_worker_progress(void *worker)
{
	static unsigned (*progress)(void *worker);
	static int idle;
	unsigned events;

	if (progress == NULL) {
		*(void **)&progress = dlsym(RTLD_NEXT, "ucp_worker_progress");
	}
	events = progress(worker);
	idle = events > 0 ? 0 : idle + 1;
	if (idle == POLLS) {
		idle = 0;
		sched_yield();
	}
	return events;
}

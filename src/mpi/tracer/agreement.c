#define _GNU_SOURCE
#include "mpi/tracer/agreement.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TAG = 32767, ROOM = 4096 };     /* the largest tag that each MPI has */
static const double others_appear = 2; /* s: until rank 0 believes that a process is not traced */
static const double rank_0_speaks = 5; /* s: until the others believe that of rank 0 */
static const double all_is_said = 60;  /* s: until they do so though its file is there: it was stopped, or killed */
static const struct timespec between_looks = {.tv_nsec = 1000000};

/* The value of the first of these variables that there is, -1: none. */
static long number_of(const char *const *names)
{
	for (; *names; names++)
		if (getenv(*names))
			return strtol(getenv(*names), NULL, 10);
	return -1;
}

/* What the launcher says before MPI_Init does. */
static long launched_rank(void)
{
	static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID", NULL};
	return number_of(names);
}

static long launched_here(void)
{
	static const char *const names[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", NULL};
	return number_of(names);
}

/* Whether the launcher started several programs at once, as "-n 1 A : -n 3 B": some may be traced and others not, on
 * nodes that share no folder too. Only Open MPI's says so. */
static bool has_several_programs(void)
{
	static const char *const names[] = {"OMPI_NUM_APP_CTX", NULL};
	return number_of(names) > 1;
}

static bool name_times(const struct tracer_process *process, long rank, char *path)
{
	const int length = snprintf(path, ROOM, "%s/%ld.times", process->dir, rank);
	return length > 0 && length < ROOM;
}

/* A number of the job as the launcher names it: processes that others start are another job, whose ranks begin at 0
 * again. The same at all processes of a job (FNV-1a of Fowler, Noll and Vo). */
static uint32_t job(void)
{
	static const char *const names[] = {"PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid", "PMI_SPAWNED"};
	uint32_t hash = UINT32_C(2166136261);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *text = getenv(names[i]);
		for (; text && *text; text++)
			hash = (hash ^ (unsigned char)*text) * UINT32_C(16777619);
	}
	return hash;
}

static bool name_sign(const struct tracer_process *process, long rank, char *path)
{
	const int length = snprintf(path, ROOM, "%s/%ld-%08" PRIx32 ".begins", process->dir, rank, job());
	return length > 0 && length < ROOM;
}

enum status agreement_announce(struct tracer_process *process, bool *again, struct error *err)
{
	char path[ROOM];
	const long rank = launched_rank();
	*again = false;
	if (PORTABLE_SIMULATED || rank < 0)
		return OK;
	process->rank = (int)rank;
	*again = name_times(process, rank, path) && access(path, F_OK) == 0;
	if (*again || !name_sign(process, rank, path))
		return OK;
	const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (file < 0)
		return error_set(err, ERR_IO, "%s cannot be written: %s", path, strerror(errno));
	close(file);
	return OK;
}

void agreement_withdraw(const struct tracer_process *process)
{
	char path[ROOM];
	const long rank = launched_rank();
	if (!PORTABLE_SIMULATED && rank >= 0 && name_sign(process, rank, path))
		unlink(path);
}

static bool is_announced(const struct tracer_process *process, long rank)
{
	char path[ROOM];
	return name_sign(process, rank, path) && access(path, F_OK) == 0;
}

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Rank 0: whether all are traced. Those that have entered MPI_Init are seen by now, but for a slow file system. */
static int decide(const struct tracer_process *process)
{
	const long here = has_several_programs() ? process->size : launched_here();
	const double end = seconds() + others_appear;
	for (;;) {
		long announced = 0;
		for (int rank = 0; rank < process->size; rank++)
			announced += is_announced(process, rank);
		if (announced == process->size || announced == here || here < 0)
			return true;
		if (seconds() > end)
			return false;
		nanosleep(&between_looks, NULL);
	}
}

static void tell(const struct tracer_process *process, int together)
{
	for (int rank = 1; rank < process->size; rank++)
		if (together || is_announced(process, rank))
			tracer_own.Send(&together, 1, MPI_INT, rank, TAG, MPI_COMM_WORLD);
}

/* Another rank: what rank 0 says. It may have seen no file of this one, and say nothing: its own is gone then. */
static int hear(const struct tracer_process *process)
{
	int together = false;
	int done = 0;
	MPI_Request request;
	double look = seconds(), end = look + rank_0_speaks, last = look + all_is_said;
	tracer_own.Irecv(&together, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, &request);
	while (!done && seconds() < end) {
		tracer_own.Test(&request, &done, MPI_STATUS_IGNORE);
		if (done || seconds() < look)
			continue;
		look = seconds() + (double)between_looks.tv_nsec * 1e-9;
		if (is_announced(process, 0)) /* it is at it */
			end = seconds() + rank_0_speaks < last ? seconds() + rank_0_speaks : last;
	}
	if (done)
		return together;
	MPI_Status status;
	tracer_own.Cancel(&request);
	tracer_own.Wait(&request, &status);
	tracer_own.Test_cancelled(&status, &done);
	return done ? false : together;
}

bool agreement_reach(const struct tracer_process *process)
{
	int together = true;
	if (PORTABLE_SIMULATED || process->size == 1 || launched_rank() < 0)
		return true;
	if (process->rank == 0) {
		together = decide(process);
		tell(process, together);
	} else {
		together = hear(process);
	}
	return together;
}

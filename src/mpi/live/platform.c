/* The live platform: process 0 gives orders, see order.h; the others serve, see serve.c. */
#include "mpi/live/platform.h"

#include "mpi/live/attach.h"
#include "mpi/live/cpu_times.h"
#include "mpi/timed/calls.h"
#include "mpi/timed/check.h"
#include "mpi/collective/native.h"
#include "mpi/live/describe.h"
#include "mpi/live/driver.h"
#include "mpi/live/ending.h"
#include "mpi/timed/measure.h"
#include "mpi/portable.h"
#include "mpi/live/serve.h"
#include "mpi/live/together.h"
#include "mpi/live/traffic.h"
#include "sample/collective.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static enum status live_prepare(struct platform *platform, size_t bytes, struct error *err)
{
	struct live *l = live_of(platform);
	struct order order = {.kind = ORDER_PREPARE, .bytes = bytes};
	struct reply reply = {0};
	struct error first = {0};

	if (bytes > INT_MAX)
		return error_set(err, ERR_INPUT,
				 "a message of %zu bytes is larger than one MPI call takes: at most %d bytes", bytes,
				 INT_MAX);
	for (int rank = 1; rank < l->process.size; rank++)
		live_tell(l, rank, &order);
	serve_prepare(&l->process, &order, &reply);
	if (reply.status != OK)
		error_set(&first, reply.status, "%s", reply.text);
	for (int rank = 1; rank < l->process.size; rank++)
		live_hear_reply(l, rank, &first);
	return first.status == OK ? OK : error_set(err, first.status, "%s", first.text);
}

/* At most ORDER_BATCH repetitions of a collective operation. */
static void run_collective(struct live *l, const struct experiment *what, size_t n, struct observation *observations,
			   struct error *err)
{
	const struct collective_kind *kind = collective_is_user(&l->process, what->setup.collective)
						     ? NULL
						     : collective_find(what->setup.collective);
	size_t room = kind ? collective_room(kind, experiment_span(what), l->platform.processes) : 0;
	struct order order = {.kind = ORDER_RUN, .batch = {.what = *what, .n = n, .seed = l->seed, .bytes = room}};

	l->seed += n;
	for (int rank = 1; rank < l->process.size; rank++)
		live_tell(l, rank, &order);
	measure(&l->process, &order.batch, observations, err);
	for (int rank = 1; rank < l->process.size; rank++)
		live_hear_reply(l, rank, err);
	l->platform.messages += n;
	l->platform.discarded = l->process.discarded;
}

/* At most ORDER_BATCH repetitions: tells the processes of the experiment, plays process 0's own part if it has one,
 * and collects. */
static void run_batch(struct live *l, const struct experiment *what, size_t n, struct observation *observations,
		      struct error *err)
{
	struct order order = {.kind = ORDER_RUN, .batch = {.what = *what, .n = n, .seed = l->seed}};

	if (what->kind == EXPERIMENT_COLLECTIVE) {
		run_collective(l, what, n, observations, err);
		return;
	}
	l->seed += n;
	live_tell_experiment(l, &order);
	if (what->from == 0 || what->to == 0) /* the third is never process 0 */
		measure(&l->process, &order.batch, observations, err);
	live_collect(l, what, n, observations, err);
}

static enum status live_check(struct platform *platform, const struct experiment *what, struct error *err)
{
	(void)platform;
	return what->kind == EXPERIMENT_COLLECTIVE ? OK : calls_check(what, err);
}

static enum status live_run(struct platform *platform, const struct experiment *what, size_t n,
			    struct observation *observations, struct error *err)
{
	struct live *l = live_of(platform);
	struct error first = {0};
	double begin = MPI_Wtime();

	if (!live_is_whole(l, err))
		return ERR_PLATFORM;
	if (check_experiment(&l->process, what, err) != OK)
		return ERR_INPUT;
	l->process.readied += MPI_Wtime() - begin;
	live_set_alarm(l, l->patience);
	live_keep_background(l, what->setup.background == BACKGROUND_BUSY);
	for (size_t done = 0; first.status == OK && done < n; done += ORDER_BATCH) {
		live_set_alarm(l, l->patience);
		run_batch(l, what, n - done < ORDER_BATCH ? n - done : ORDER_BATCH, observations + done, &first);
	}
	live_set_alarm(l, 0);
	l->platform.readied = l->process.readied;
	return first.status == OK ? OK : error_set(err, first.status, "%s", first.text);
}

void live_set_operation(struct platform *platform, const struct user_operation *operation)
{
	live_of(platform)->process.user = *operation;
}

static double live_now(struct platform *platform)
{
	(void)platform;
	return MPI_Wtime();
}

/* No program sets it, and it is not corrected: where the library's clock is another one, they differ by less than 0.1
 * %. */
static double live_reference(struct platform *platform)
{
	struct timespec now;

	(void)platform;
	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct process *live_process(struct platform *platform)
{
	return &live_of(platform)->process;
}

void live_dismiss(struct platform *platform)
{
	struct live *l = live_of(platform);
	struct order order = {.kind = ORDER_QUIT};

	for (int rank = 1; rank < l->process.size; rank++)
		live_tell(l, rank, &order);
}

void live_free(struct platform *platform)
{
	free(live_of(platform)->hosts);
	process_detach(&live_of(platform)->process);
	free(platform);
}

static void live_close(struct platform *platform)
{
	if (live_of(platform)->lost)
		MPI_Abort(MPI_COMM_WORLD,
			  EXIT_FAILURE); /* one that is gone can neither be dismissed nor be there when MPI ends */
	live_dismiss(platform);
	live_free(platform);
	ending_synchronise(MPI_COMM_WORLD);
	MPI_Finalize();
}

static const struct platform_class live_class = {
	.name = "mpi",
	.statistic = STATISTIC_MEDIAN,
	.prepare = live_prepare,
	.check = live_check,
	.run = live_run,
	.run_together = live_run_together,
	.now = live_now,
	.reference = PORTABLE_SIMULATED ? NULL : live_reference,
	.describe = live_describe,
	.traffic = live_traffic,
	.cpu = PORTABLE_SIMULATED ? NULL : live_cpu,
	.close = live_close,
};

struct platform *live_new(const struct process *process, unsigned patience, struct error *err)
{
	struct live *l = calloc(1, sizeof(*l));

	if (!l) {
		error_memory(err, "a live platform");
		return NULL;
	}
	l->process = *process;
	l->seed = 1;
	l->patience = patience;
	l->platform.class = &live_class;
	l->platform.processes = (size_t)process->size;
	l->platform.clock = process->clock;
	l->platform.spread = PORTABLE_SIMULATED ? 0 : 1;
	return &l->platform;
}

/* The live platform: process 0 gives orders, see order.h; the others serve, see serve.c. */
#include "mpi/live.h"

#include "mpi/attach.h"
#include "mpi/calls.h"
#include "mpi/check.h"
#include "mpi/clock.h"
#include "mpi/collective.h"
#include "mpi/live_private.h"
#include "mpi/measure.h"
#include "mpi/portable.h"
#include "mpi/serve.h"
#include "sample/collective.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool live_available(void)
{
	return true;
}

const char *live_library(char *text, size_t room)
{
	char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
	int length = 0;

	MPI_Get_library_version(version, &length);
	version[strcspn(version, "\n\r")] = '\0';
	for (char *c = version; *c; c++)
		if (*c == '\t')
			*c = ' ';
	snprintf(text, room, "%s", version);
	return text;
}

void live_tell(struct live *l, int rank, const struct order *order)
{
	MPI_Send(order, (int)sizeof(*order), MPI_BYTE, rank, TAG_ORDER, l->process.control);
}

bool live_is_whole(const struct live *l, struct error *err)
{
	if (l->lost)
		error_set(err, ERR_PLATFORM, "a process no longer answered earlier: nothing more can be measured");
	return !l->lost;
}

/* Ends a little before a signal ends the run without a name, so that the process is named. */
bool live_await(struct live *l, int rank, int tag, struct error *err)
{
	double begin = MPI_Wtime(), margin = 0.05 * l->patience,
	       end = fmin(begin + l->patience, l->alarm > 0 ? l->alarm : INFINITY) - margin;
	int here = PORTABLE_SIMULATED || l->patience == 0;

	if (!live_is_whole(l, err))
		return false;
	while (!here && !l->lost) {
		MPI_Iprobe(rank, tag, l->process.control, &here, MPI_STATUS_IGNORE);
		l->lost = !here && MPI_Wtime() > end;
		if (l->lost)
			error_set(err, ERR_PLATFORM,
				  "process %d%s%s has not answered for %.3g s: it, its host or the network to it is "
				  "gone. The run ends here; what was measured before is in the store",
				  rank, l->hosts ? " on " : "", l->hosts ? l->hosts[rank] : "", MPI_Wtime() - begin);
	}
	return !l->lost;
}

void live_hear_verdict(struct live *l, int rank, struct error *err)
{
	struct verdict verdict;

	if (!live_await(l, rank, TAG_VERDICT, err))
		return;
	MPI_Recv(&verdict, (int)sizeof(verdict), MPI_BYTE, rank, TAG_VERDICT, l->process.control, MPI_STATUS_IGNORE);
	if (verdict.status != OK)
		error_set(err, verdict.status, "%s", verdict.text);
}

static enum status live_prepare(struct platform *platform, size_t bytes, struct error *err)
{
	struct live *l = live_of(platform);
	struct order order = {.kind = ORDER_PREPARE, .bytes = bytes};
	struct verdict verdict = {0};
	struct error first = {0};

	if (bytes > INT_MAX)
		return error_set(err, ERR_INPUT,
				 "a message of %zu bytes is larger than one MPI call takes: at most %d bytes", bytes,
				 INT_MAX);
	for (int rank = 1; rank < l->process.size; rank++)
		live_tell(l, rank, &order);
	serve_prepare(&l->process, &order, &verdict);
	if (verdict.status != OK)
		error_set(&first, verdict.status, "%s", verdict.text);
	for (int rank = 1; rank < l->process.size; rank++)
		live_hear_verdict(l, rank, &first);
	return first.status == OK ? OK : error_set(err, first.status, "%s", first.text);
}

void live_collect(struct live *l, const struct experiment *what, size_t n, struct observation *observations,
		  struct error *err)
{
	const int ranks[3] = {what->from, what->to, (int)what->setup.third};

	for (int i = 0; i < (what->kind == EXPERIMENT_ONE_TO_TWO ? 3 : 2); i++) {
		if (ranks[i] == 0)
			continue;
		if (ranks[i] == measure_by(what) && live_await(l, ranks[i], TAG_OBSERVATIONS, err))
			MPI_Recv(observations, (int)(n * sizeof(*observations)), MPI_BYTE, ranks[i], TAG_OBSERVATIONS,
				 l->process.control, MPI_STATUS_IGNORE);
		live_hear_verdict(l, ranks[i], err);
	}
	l->platform.messages +=
		n * (what->kind == EXPERIMENT_ONE_TO_TWO ? 2 : 1) *
		(2 + 2 * what->warmup + what->loop * (what->kind == EXPERIMENT_EXCHANGE ? 4 : what->count + 1));
}

void live_tell_experiment(struct live *l, const struct order *order)
{
	if (order->what.from != 0)
		live_tell(l, order->what.from, order);
	if (order->what.to != 0)
		live_tell(l, order->what.to, order);
	if (order->what.setup.third != 0)
		live_tell(l, (int)order->what.setup.third, order);
}

/* At most ATTACH_BATCH repetitions of a collective operation. */
static void run_collective(struct live *l, const struct experiment *what, size_t n, struct observation *observations,
			   struct error *err)
{
	const struct collective_kind *kind = collective_is_supplied(&l->process, what->setup.collective)
						     ? NULL
						     : collective_find(what->setup.collective);
	size_t room = kind ? collective_room(kind, what->bytes, l->platform.processes) : 0;
	struct order order = {.kind = ORDER_RUN, .what = *what, .n = n, .seed = l->seed, .bytes = room};

	l->seed += n;
	for (int rank = 1; rank < l->process.size; rank++)
		live_tell(l, rank, &order);
	measure(&l->process, &order, observations, err);
	for (int rank = 1; rank < l->process.size; rank++)
		live_hear_verdict(l, rank, err);
	l->platform.messages += n;
	l->platform.discarded = l->process.discarded;
	l->platform.substituted = l->process.substituted;
}

/* At most ATTACH_BATCH repetitions: tells the processes of the experiment, plays process 0's own part if it has one,
 * and collects. */
static void run_batch(struct live *l, const struct experiment *what, size_t n, struct observation *observations,
		      struct error *err)
{
	struct order order = {.kind = ORDER_RUN, .what = *what, .n = n, .seed = l->seed};

	if (what->kind == EXPERIMENT_COLLECTIVE) {
		run_collective(l, what, n, observations, err);
		return;
	}
	l->seed += n;
	live_tell_experiment(l, &order);
	if (what->from == 0 || what->to == 0) /* the third is never process 0 */
		measure(&l->process, &order, observations, err);
	live_collect(l, what, n, observations, err);
}

void live_set_alarm(struct live *l, unsigned seconds)
{
	if (PORTABLE_SIMULATED || l->patience == 0)
		return;
	alarm(seconds);
	l->alarm = seconds ? MPI_Wtime() + seconds : 0;
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

	if (!live_is_whole(l, err))
		return ERR_PLATFORM;
	if (check_experiment(&l->process, what, err) != OK)
		return ERR_INPUT;
	live_set_alarm(l, l->patience);
	live_keep_company(l, what->setup.company == COMPANY_BUSY);
	for (size_t done = 0; first.status == OK && done < n; done += ATTACH_BATCH)
		run_batch(l, what, n - done < ATTACH_BATCH ? n - done : ATTACH_BATCH, observations + done, &first);
	live_set_alarm(l, 0);
	return first.status == OK ? OK : error_set(err, first.status, "%s", first.text);
}

void live_supply(struct platform *platform, const struct supplied *supplied)
{
	live_of(platform)->process.supplied = *supplied;
}

static double live_now(struct platform *platform)
{
	(void)platform;
	return MPI_Wtime();
}

void process_detach(struct process *process)
{
	buffers_release(&process->buffers);
	cache_release(&process->cache);
	MPI_Comm_free(&process->control);
	MPI_Comm_free(&process->data);
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
	MPI_Finalize();
}

static const struct platform_class live_class = {
	.name = "mpi",
	.statistic = STATISTIC_MEDIAN,
	.spread = PORTABLE_SIMULATED ? 0 : 1,
	.prepare = live_prepare,
	.check = live_check,
	.run = live_run,
	.run_together = live_run_together,
	.now = live_now,
	.describe = live_describe,
	.close = live_close,
};

enum status process_attach(struct process *process, MPI_Comm comm, struct error *err)
{
	MPI_Comm machine;

	*process = (struct process){.control = MPI_COMM_NULL, .data = MPI_COMM_NULL};
	if (MPI_Comm_dup(comm, &process->control) != MPI_SUCCESS || MPI_Comm_dup(comm, &process->data) != MPI_SUCCESS)
		return error_set(err, ERR_PLATFORM, "MPI could not duplicate the communicator");
	MPI_Comm_set_errhandler(process->data, MPI_ERRORS_RETURN);
	MPI_Comm_rank(process->control, &process->rank);
	MPI_Comm_size(process->control, &process->size);
	MPI_Comm_split_type(process->control, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
	MPI_Comm_size(machine, &process->neighbours);
	MPI_Comm_free(&machine);
	return OK;
}

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
	l->platform.clock = clock_measure();
	return &l->platform;
}

enum status live_open(int *argc, char ***argv, struct platform **platform, struct error *err)
{
	struct process process;
	enum status status;

	*platform = NULL;
	if (MPI_Init(argc, argv) != MPI_SUCCESS)
		return error_set(err, ERR_PLATFORM, "MPI could not be initialised");
	status = process_attach(&process, MPI_COMM_WORLD, err);
	if (status != OK)
		return status;
	if (process.rank != 0) {
		serve(&process);
		process_detach(&process);
		MPI_Finalize();
		return OK;
	}
	*platform = live_new(&process, LIVE_PATIENCE, err);
	if (!*platform)
		MPI_Abort(MPI_COMM_WORLD, 1); /* the others already wait for orders */
	return OK;
}

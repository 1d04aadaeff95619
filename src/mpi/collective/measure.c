#include "mpi/collective/measure.h"

#include "mpi/clock.h"
#include "mpi/collective/forced.h"
#include "mpi/collective/members.h"
#include "mpi/collective/native.h"
#include "mpi/collective/own.h"
#include "mpi/cpu.h"
#include "mpi/meeting.h"
#include "mpi/portable.h"
#include "sample/arrival.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BARRIERS = 21, ROUND_TRIPS = 21, SILENCE_FACTOR = 2 };

/* An experiment under way. */
struct timed {
	struct process *process;
	const struct batch *batch;
	const struct collective_operation *operation;
	struct collective_data data;
	struct execute_collective own;
	bool idle;             /* this process has no part in the operation */
	int code;              /* the first that MPI returned and is no success */
	bool untimed;          /* the application's own timing gave no time */
	bool late;             /* the processes could not be made to begin together */
	double delay, longest; /* s that this process lets pass before the operation, and that any does */
};

static void execute(struct timed *t)
{
	int code = t->idle ? MPI_SUCCESS : t->operation->execute(&t->data);

	if (t->code == MPI_SUCCESS)
		t->code = code;
}

/* As often as the experiment says, with nothing in between: a process that is done begins again. */
static void execute_series(struct timed *t)
{
	size_t times = t->batch->what.count > 1 ? t->batch->what.count : 1;

	for (size_t i = 0; i < times; i++)
		execute(t);
}

static int execute_user(const struct collective_data *d)
{
	return d->user->execute(d->user->state, d->comm, d->root, (size_t)d->bytes);
}

static void contribute_user(const struct collective_data *d, unsigned long long seed)
{
	(void)d, (void)seed;
}

/* What the application's operation moves is the application's to check. */
static size_t check_user(const struct collective_data *d, unsigned long long seed)
{
	(void)d, (void)seed;
	return SIZE_MAX;
}

static const struct collective_operation user_operation = {"user operation", contribute_user, execute_user, check_user};

/* One of the functions of a user operation that may be missing. */
static void call_user(struct timed *t, int (*function)(void *state, MPI_Comm comm, int root, size_t bytes))
{
	int code = t->data.user && function
			   ? function(t->data.user->state, t->data.comm, t->data.root, (size_t)t->data.bytes)
			   : MPI_SUCCESS;

	if (t->code == MPI_SUCCESS)
		t->code = code;
}

/* Twice: the second begins when all have left the first, whatever its algorithm. */
static void synchronise_all(struct timed *t)
{
	MPI_Comm all = t->batch->what.setup.members == MEMBERS_ALL ? t->data.comm : t->process->data;

	MPI_Barrier(all);
	MPI_Barrier(all);
}

/* The process comes to the operation: so long after all could begin. */
static double arrive(const struct timed *t, double begin)
{
	return t->delay > 0 ? clock_until(begin + t->delay) : begin;
}

/* The longest time of any process. */
static void time_max(struct timed *t, struct observation *observation)
{
	double begin, mine, longest = 0;

	synchronise_all(t);
	begin = arrive(t, MPI_Wtime());
	execute_series(t);
	mine = MPI_Wtime() - begin;
	MPI_Reduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, t->process->control);
	*observation = (struct observation){.at = begin, .seconds = longest, .send_seconds = NAN};
}

/* The median time of a barrier, as the root sees it. */
static double time_barrier(struct timed *t)
{
	double times[BARRIERS];

	for (int i = 0; i < BARRIERS; i++) {
		double begin;

		synchronise_all(t);
		begin = MPI_Wtime();
		MPI_Barrier(t->data.comm);
		times[i] = MPI_Wtime() - begin;
	}
	return quantile_median_in_place(times, BARRIERS);
}

/* What the root found, and what it subtracted, goes to process 0. */
static void pass_on(struct timed *t, double times[2])
{
	if (t->data.root != 0 && t->data.rank == t->data.root)
		MPI_Send(times, 2, MPI_DOUBLE, 0, TAG_OBSERVATIONS, t->process->control);
	if (t->data.root != 0 && t->data.rank == 0)
		MPI_Recv(times, 2, MPI_DOUBLE, t->data.root, TAG_OBSERVATIONS, t->process->control, MPI_STATUS_IGNORE);
}

/* What the root sees: the operation and a barrier that confirms its end, less what a barrier takes, which is told. */
static void time_root(struct timed *t, double barrier, struct observation *observation)
{
	double times[2], begin;

	synchronise_all(t);
	begin = arrive(t, MPI_Wtime());
	execute_series(t);
	MPI_Barrier(t->data.comm);
	times[0] = MPI_Wtime() - begin - barrier;
	times[1] = barrier;
	pass_on(t, times);
	*observation = (struct observation){.at = begin, .seconds = times[0], .send_seconds = times[1]};
}

static int execute_once(void *operation)
{
	struct timed *t = operation;

	execute(t);
	return t->code;
}

/* What the root finds by the application's own timing. */
static void time_by_user(struct timed *t, struct observation *observation)
{
	const struct user_operation *user = &t->process->user;
	double times[2] = {NAN, NAN}, begin;
	int code;

	synchronise_all(t);
	begin = MPI_Wtime();
	code = user->time(user->time_state, t->data.comm, t->data.root, execute_once, t, &times[0]);
	if (t->code == MPI_SUCCESS)
		t->code = code;
	pass_on(t, times);
	t->untimed = t->untimed || (t->data.rank == 0 && !isfinite(times[0]));
	*observation = (struct observation){.at = begin, .seconds = t->untimed ? 0 : times[0], .send_seconds = NAN};
}

/* The root goes on last, when all others are done with what was before and go to the operation: it needs what they
 * contribute. */
static void gather_all(struct timed *t)
{
	int mine = 1, all = 0;

	MPI_Reduce(&mine, &all, 1, MPI_INT, MPI_SUM, t->data.root, t->data.comm);
}

static void tell(struct timed *t, int to)
{
	MPI_Send(NULL, 0, MPI_BYTE, to, TAG_TURN, t->process->control);
}

static void hear(struct timed *t, int from)
{
	MPI_Recv(NULL, 0, MPI_BYTE, from, TAG_TURN, t->process->control, MPI_STATUS_IGNORE);
}

/* Half of an empty round trip between the root and another process: the median, as the root sees it. */
static double time_acknowledgement(struct timed *t, int from)
{
	double times[ROUND_TRIPS];

	for (int i = 0; i < ROUND_TRIPS; i++) {
		double begin = MPI_Wtime();

		if (t->data.rank == t->data.root)
			tell(t, from), hear(t, from);
		else if (t->data.rank == from)
			hear(t, t->data.root), tell(t, t->data.root);
		times[i] = (MPI_Wtime() - begin) / 2;
	}
	return quantile_median_in_place(times, ROUND_TRIPS);
}

/* The broadcast, until the root knows that a process is done with it; by itself it knows of its own end alone. */
static double time_task(struct timed *t, int process)
{
	double begin;

	gather_all(t);
	begin = MPI_Wtime();
	execute(t);
	if (process != t->data.root && t->data.rank == t->data.root)
		hear(t, process);
	else if (process != t->data.root && t->data.rank == process)
		tell(t, t->data.root);
	return MPI_Wtime() - begin;
}

/*
 * The longest task (de Supinski, Karonis 1999, Accurately Measuring MPI Broadcasts in a Computational Grid): each
 * process in turn, one broadcast for each, acknowledges its end by itself, less what that message takes. All is of the
 * root's clock, and no acknowledgement meets another.
 */
static void time_acknowledged(struct timed *t, struct observation *observation)
{
	double begin = MPI_Wtime(), times[2] = {0, 0};

	for (int p = 0; p < t->data.size; p++) {
		double seconds = time_task(t, p) - t->process->acknowledgements[p];

		if (seconds > times[0]) {
			times[0] = seconds;
			times[1] = t->process->acknowledgements[p];
		}
	}
	pass_on(t, times);
	*observation = (struct observation){.at = begin, .seconds = times[0], .send_seconds = times[1]};
}

/*
 * How long processes are silent from the beginning on: messages of those that have ended would share the network with
 * the operation. Simulated processes wait so long for nothing; on real machines such messages are lost in the noise,
 * and waiting takes time.
 */
static double silence_for(struct timed *t)
{
	struct observation trial;

	if (!PORTABLE_SIMULATED)
		return 0;
	time_max(t, &trial);
	MPI_Bcast(&trial.seconds, 1, MPI_DOUBLE, 0, t->process->control);
	return SILENCE_FACTOR * (trial.seconds + t->longest);
}

/*
 * From the first beginning, at an agreed time, to the last end, on the clock of process 0. True if all were there in
 * time, and none spoke before the last had ended; the answer is the same everywhere.
 */
static bool time_global(struct timed *t, struct synchronised *clocks, double *silence, struct observation *observation)
{
	double start, began, mine[3], all[3] = {0};
	bool in_time, silent;

	mine[1] = meeting_begin(t->process, &start, &began);
	if (t->delay > 0) /* where time is simulated, reading the clock takes some of it */
		arrive(t, MPI_Wtime());
	execute_series(t);
	mine[0] = synchronise_global(clocks, MPI_Wtime());
	mine[2] = -began;
	if (*silence > 0)
		clock_until(start + *silence);
	MPI_Allreduce(mine, all, 3, MPI_DOUBLE, MPI_MAX, t->process->control);
	*observation = (struct observation){.at = start, .seconds = all[0] + all[2], .send_seconds = NAN};
	in_time = meeting_judge(t->process, all[1]);
	silent = *silence <= 0 || all[0] <= start + *silence;
	if (!silent)
		*silence = SILENCE_FACTOR * observation->seconds;
	return in_time && silent;
}

/* If processes are late however long the window is, nothing is known of the operation, and nothing else stands for it.
 */
static void time_globally(struct timed *t, struct observation *observations)
{
	struct synchronised *clocks = &t->process->clocks;
	size_t done = 0;
	double silence = silence_for(t);

	meeting_prepare(t->process);
	while (done < t->batch->n && !window_is_exhausted(&clocks->window))
		done += time_global(t, clocks, &silence, &observations[done]);
	t->process->discarded += clocks->window.discarded;
	clocks->window.discarded = 0;
	t->late = done < t->batch->n;
	if (t->late)
		clocks->window = (struct window){0};
}

static void time_all(struct timed *t, struct observation *observations)
{
	enum collective_timing timing = t->batch->what.setup.timing;
	double barrier = timing == TIMING_ROOT && !t->process->user.time ? time_barrier(t) : 0;

	if (t->process->user.time) {
		for (size_t i = 0; i < t->batch->n; i++)
			time_by_user(t, &observations[i]);
		return;
	}
	if (timing == TIMING_GLOBAL) {
		time_globally(t, observations);
		return;
	}
	t->process->readied += 3 * BARRIERS * barrier; /* two others before each */
	for (int p = 0; timing == TIMING_ACKNOWLEDGED && p < t->data.size; p++) {
		t->process->acknowledgements[p] = p == t->data.root ? 0 : time_acknowledgement(t, p);
		t->process->readied += 2 * ROUND_TRIPS * t->process->acknowledgements[p];
	}
	for (size_t i = 0; i < t->batch->n; i++) {
		if (timing == TIMING_ROOT)
			time_root(t, barrier, &observations[i]);
		else if (timing == TIMING_ACKNOWLEDGED)
			time_acknowledged(t, &observations[i]);
		else
			time_max(t, &observations[i]);
	}
}

static void open_data(struct timed *t)
{
	struct process *p = t->process;
	const struct experiment *what = &t->batch->what;

	t->data = (struct collective_data){
		.comm = p->data,
		.rank = p->rank,
		.size = p->size,
		.root = what->from,
		.bytes = (int)what->bytes,
		.send = p->buffers.send,
		.receive = p->buffers.receive,
		.counts = p->counts,
		.places = p->counts + p->size,
	};
	t->code = collective_data_open(&t->data, &what->setup);
}

/* By how much this process is late, and how late any is. */
static enum status find_delay(struct timed *t, struct error *err)
{
	const struct experiment *what = &t->batch->what;
	double *delays;

	if (!*what->setup.arrival)
		return OK;
	delays = arrival_delays_new(what->setup.arrival, (size_t)t->process->size, (size_t)what->from, err);
	if (!delays)
		return err->status;
	for (int p = 0; p < t->process->size; p++)
		t->longest = fmax(t->longest, delays[p]);
	t->delay = delays[t->process->rank];
	free(delays);
	return OK;
}

static void check(struct timed *t, struct error *err)
{
	size_t wrong = SIZE_MAX;
	char text[MPI_MAX_ERROR_STRING] = "";
	int length = 0;

	if (t->code == MPI_SUCCESS && !t->idle) {
		collective_data_collect(&t->data);
		wrong = t->operation->check(&t->data, t->batch->seed);
	}
	if (t->code != MPI_SUCCESS && t->data.user) {
		error_set(err, ERR_PLATFORM, "the operation '%s' of the application failed at process %d with code %d",
			  t->process->user.name, t->data.rank, t->code);
	} else if (t->code != MPI_SUCCESS) {
		MPI_Error_string(t->code, text, &length);
		error_set(err, ERR_PLATFORM, "%s at process %d failed: %s", t->operation->name, t->data.rank, text);
	} else if (t->untimed) {
		error_set(err, ERR_PLATFORM, "%s of %d bytes: the timing of the application gave no time at its root",
			  t->operation->name, t->data.bytes);
	} else if (t->late) {
		error_set(err, ERR_PLATFORM,
			  "%s of %d bytes: the processes began late again and again, also where they agreed on the "
			  "beginning half a second before: the machine is too busy for global timing; the longest time "
			  "of any process (max timing) needs no common beginning",
			  t->operation->name, t->data.bytes);
	} else if (wrong != SIZE_MAX) {
		error_set(err, ERR_PLATFORM,
			  "%s of %d bytes, root %d: the result at process %d is wrong at byte %zu: the times of this "
			  "platform cannot be trusted",
			  t->operation->name, t->data.bytes, t->data.root, t->data.rank, wrong);
	}
}

/* Prepares delays and the algorithm of sonde's own, if there are any. If that fails at one process none carries the
 * operation out: the answer is the same everywhere, the reason is told by those that have one. */
static bool prepare(struct timed *t, struct collective_operation *planned, struct error *err)
{
	const struct setup *setup = &t->batch->what.setup;
	bool own = setup->algorithm[0] != '\0', prepared = false;
	int failed = find_delay(t, err) != OK, any = failed;

	if (own && !failed) {
		prepared = execute_collective_prepare(&t->own, &t->batch->what, &t->data, err) == OK;
		failed = !prepared;
	}
	if (own || *setup->arrival)
		MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, t->process->control);
	if (prepared && any)
		execute_collective_release(&t->own);
	if (any || !own)
		return !any;
	t->data.own = &t->own;
	*planned = *t->operation;
	planned->execute = execute_collective;
	t->operation = planned;
	return true;
}

/* True everywhere if the application's operation is ready everywhere: else none carries it out. */
static bool initialise(struct timed *t)
{
	int ready, all = 1;

	call_user(t, t->process->user.initialise);
	ready = t->code == MPI_SUCCESS;
	if (t->data.user)
		MPI_Allreduce(&ready, &all, 1, MPI_INT, MPI_MIN, t->process->control);
	return all;
}

/* Writes what is sent, and clears what is received. */
static void contribute(struct timed *t, unsigned long long seed)
{
	if (!t->idle) {
		t->operation->contribute(&t->data, seed);
		collective_data_spread(&t->data);
	}
	if (t->batch->bytes > 0)
		memset(t->process->buffers.receive, 0, t->batch->bytes);
}

static void carry_out(struct timed *t, struct observation *observations, struct error *err)
{
	const struct batch *batch = t->batch;

	if (initialise(t)) {
		contribute(t, ~batch->seed);
		for (size_t i = 0; i < batch->what.warmup; i++)
			execute(t);
		contribute(t, batch->seed); /* what the warm-up left must not pass for a result */
		cpu_begin(&t->process->cpu);
		time_all(t, observations);
		cpu_end(&t->process->cpu);
	}
	check(t, err);
	call_user(t, t->process->user.finalise);
}

enum status collective_measure(struct process *process, const struct batch *batch, struct observation *observations,
			       struct error *err)
{
	bool is_user = collective_is_user(process, batch->what.setup.collective);
	struct timed t = {.process = process,
			  .batch = batch,
			  .operation = is_user ? &user_operation : collective_native(batch->what.setup.collective)};
	struct collective_operation planned;
	struct error mine = {0};
	bool split = strcmp(batch->what.setup.forced, SETUP_SPLIT) == 0,
	     forced = batch->what.setup.forced[0] != '\0' && !split;
	double begin = MPI_Wtime();

	open_data(&t);
	t.data.user = is_user ? &process->user : NULL;
	if (forced)
		forced_begin(process, &batch->what.setup, &t.data.comm, &mine);
	forced = forced && mine.status == OK;
	process->readied += MPI_Wtime() - begin;
	t.idle = !members_choose(process, batch->what.setup.members, &t.data);
	if (split) {
		planned = *t.operation;
		planned.execute = collective_split;
		t.operation = &planned;
	}
	if (mine.status == OK && prepare(&t, &planned, &mine)) {
		carry_out(&t, observations, &mine);
		if (t.data.own)
			execute_collective_release(t.data.own);
	}
	if (forced)
		forced_end(&batch->what.setup);
	collective_data_close(&t.data);
	return mine.status == OK ? OK : error_set(err, mine.status, "%s", mine.text);
}

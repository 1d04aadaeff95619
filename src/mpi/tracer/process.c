#include "mpi/tracer/process.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/tracer/agreement.h"
#include "mpi/tracer/fortran.h"

_Thread_local struct tracer_thread *tracer_self __attribute__((tls_model("initial-exec")));

/* The state of the library: of the process, or of each simulated one. */
static struct {
	struct tracer_process own;
	struct tracer_process **simulated; /* by their numbers */
	size_t n_simulated;
	pthread_key_t at_thread_end;
	struct tracer_thread untraced; /* stands for threads that cannot be traced */
} state = {.own = {.lock = PTHREAD_MUTEX_INITIALIZER}, .untraced = {.place = TRACER_CLOSED}};

static struct tracer_process *simulated_process(size_t number)
{
	if (number >= state.n_simulated) {
		const size_t n = number + 64;
		struct tracer_process **all = realloc(state.simulated, n * sizeof(*all));
		if (!all)
			return NULL;
		memset(all + state.n_simulated, 0, (n - state.n_simulated) * sizeof(*all));
		state.simulated = all;
		state.n_simulated = n;
	}
	if (!state.simulated[number])
		state.simulated[number] = calloc(1, sizeof(**state.simulated));
	return state.simulated[number];
}

struct tracer_process *tracer_process(void)
{
	return PORTABLE_SIMULATED ? simulated_process(PORTABLE_PROCESS()) : &state.own;
}

/* At the end of a thread that called MPI, while others go on or after MPI_Finalize. */
static void end_thread(void *data)
{
	struct tracer_thread *t = data;
	struct tracer_process *process = t->process;
	tracer_self = NULL;
	pthread_mutex_lock(&process->lock);
	if (t->stream && process->phase == TRACER_ON)
		thread_end(t);
	if (!t->stream)
		thread_free(t);
	pthread_mutex_unlock(&process->lock);
}

/* Goes on with the stream of a thread that has ended, or opens a new one. */
static struct tracer_thread *find_stream(struct tracer_process *process, struct error *err)
{
	for (struct tracer_thread *t = process->threads; t; t = t->next)
		if (t->idle) {
			t->idle = false;
			t->place = TRACER_OUTSIDE;
			return t;
		}
	return thread_new(process, err);
}

static struct tracer_thread *begin_thread(struct tracer_process *process)
{
	struct error err = {0};
	pthread_mutex_lock(&process->lock);
	struct tracer_thread *t = process->phase == TRACER_ON ? find_stream(process, &err) : NULL;
	pthread_mutex_unlock(&process->lock);
	if (!t) {
		process_say(process, "a thread is not traced: ", err.text);
		tracer_self = &state.untraced; /* it is not tried again at each call */
		return NULL;
	}
	tracer_self = t;
	pthread_setspecific(state.at_thread_end, t);
	return t;
}

struct tracer_thread *tracer_enter_first(void)
{
	struct tracer_process *process = tracer_process();
	if (!process || process->phase == TRACER_ENDED || process->phase == TRACER_BEGINS)
		return NULL;
	if (process->phase == TRACER_UNBEGUN)
		process_begin_late(process);
	if (process->phase != TRACER_ON)
		return NULL;
	if (PORTABLE_SIMULATED)
		return process->threads;
	return tracer_self ? tracer_self : begin_thread(process);
}

/* The child of a fork has none of its parent's streams. */
static void in_child(void)
{
	if (tracer_self && tracer_self->stream)
		trace_stream_abandon(tracer_self->stream); /* the others were interrupted anywhere */
	pthread_mutex_init(&state.own.lock, NULL);
	state.own.threads = NULL;
	state.own.phase = TRACER_ENDED;
	tracer_self = NULL;
}

/* MPI_Finalize was called in a way that this library does not see: MPI deletes the attributes of MPI_COMM_SELF then. */
static int at_finalize(MPI_Comm comm, int keyval, void *value, void *more)
{
	(void)comm;
	(void)keyval;
	(void)value;
	(void)more;
	uint64_t begin;
	struct tracer_process *process = process_before_finalize(&begin);
	if (process)
		process_end(process, begin, tracer_ticks());
	return MPI_SUCCESS;
}

static int copy_nothing(MPI_Comm comm, int keyval, void *more, void *value, void *copy, int *flag)
{
	(void)comm;
	(void)keyval;
	(void)more;
	(void)value;
	(void)copy;
	*flag = 0;
	return MPI_SUCCESS;
}

static void watch_finalize(void)
{
	int keyval;
	if (PORTABLE_SIMULATED)
		return;
	if (tracer_own.Comm_create_keyval(copy_nothing, at_finalize, &keyval, NULL) == MPI_SUCCESS)
		tracer_own.Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
	pthread_atfork(NULL, NULL, in_child);
	pthread_key_create(&state.at_thread_end, end_thread);
}

static void set_places(struct tracer_process *process)
{
	for (int i = 0; i < TRACE_FUNCTIONS; i++) {
		const uint32_t fields = trace_function_fields((enum trace_function)i);
		const uint32_t before = fields & ((UINT32_C(1) << TRACE_POLLS) - 1);
		process->polls_place[i] = (uint8_t)__builtin_popcount(before);
	}
}

/* False: this program is not to be traced. */
static bool announce(struct tracer_process *process)
{
	struct error err = {0};
	bool again;
	if (!process_options(process))
		return false;
	if (agreement_announce(process, &again, &err) != OK)
		process_say(process, "nothing is traced: ", err.text);
	else if (again && process->verbose)
		process_say(process, "not traced, since another program of this job was: ", process->dir);
	return err.status == OK && !again;
}

struct process_begin process_before_init(void)
{
	struct process_begin begin = {.process = tracer_process()};
	tracer_resolve();
	if (begin.process && begin.process->phase == TRACER_UNBEGUN)
		begin.process->phase = announce(begin.process) ? TRACER_BEGINS : TRACER_ENDED;
	if (!begin.process || begin.process->phase != TRACER_BEGINS) {
		begin.process = NULL;
		return begin;
	}
	tracer_ticks_begin();
	begin.before = tracer_instant();
	return begin;
}

/* What MPI says of the process. False: it was spawned, and is of another world. */
static bool ask_process(struct tracer_process *process)
{
	MPI_Comm parent = MPI_COMM_NULL;
	int level = MPI_THREAD_SINGLE;
	tracer_own.Comm_rank(MPI_COMM_WORLD, &process->rank);
	tracer_own.Comm_size(MPI_COMM_WORLD, &process->size);
	tracer_own.Query_thread(&level);
	process->multiple = level == MPI_THREAD_MULTIPLE && !PORTABLE_SIMULATED;
	if (PORTABLE_SIMULATED)
		return true;
	tracer_own.Comm_get_parent(&parent);
	return parent == MPI_COMM_NULL;
}

/* Opens the first stream, and notes what is known at the start. */
static enum status open_process(struct tracer_process *process, bool together, struct error *err)
{
	enum status status = OK;
	set_places(process);
	struct tracer_thread *t = thread_new(process, err);
	if (!t)
		return err->status;
	if (!PORTABLE_SIMULATED)
		tracer_self = t;
	if (!communicators_begin(&process->communicators) || !types_begin(&process->types))
		status = error_memory(err, "communicators");
	if (status == OK && !together)
		status = process_information(process, false, err);
	return status;
}

static void give_up(struct tracer_process *process, const struct error *err)
{
	process->phase = TRACER_ENDED;
	for (struct tracer_thread *t = process->threads; t; t = t->next) {
		t->place = TRACER_CLOSED;
		trace_stream_abandon(t->stream);
		t->stream = NULL;
	}
	process->threads = NULL;
	if (err->status != OK)
		process_say(process, "nothing is traced: ", err->text);
}

static void begin_process(struct tracer_process *process, struct tracer_instant before, bool together)
{
	struct error err = {0};
	process->phase = TRACER_ENDED;
	const bool own_world = ask_process(process);
	together = together && own_world && agreement_reach(process);
	agreement_withdraw(process);
	if (!own_world)
		return;
	struct tracer_instant now = tracer_instant();
	while (tracer_cycles && now.node - before.node < 1e-3)
		now = tracer_instant();
	process->tick = tracer_tick(before, now);
	process->long_gap = PORTABLE_SIMULATED ? INT64_MAX : (int64_t)(50e-6 / process->tick);
	process->together = together;
	process->ahead.at_end = NAN;
	process->all = MPI_COMM_NULL;
	if (together && tracer_own.Comm_dup(MPI_COMM_WORLD, &process->all) == MPI_SUCCESS) {
		tracer_own.Comm_set_errhandler(process->all, MPI_ERRORS_RETURN);
		process->one_clock = process_has_one_clock(process);
		process->ahead.at_begin = process_clock_ahead(process);
		process->traffic = host_traffic();
		process_information(process, true, &err);
	}
	if (err.status == OK)
		open_process(process, together, &err);
	if (err.status != OK) {
		give_up(process, &err);
		return;
	}
	fortran_find();
	watch_finalize();
	process->phase = TRACER_ON;
}

void process_begin(const struct process_begin *begin, enum trace_function function, bool good, const void *caller)
{
	if (!begin->process)
		return;
	if (good)
		begin_process(begin->process, begin->before, true);
	else
		begin->process->phase = TRACER_UNBEGUN;
	struct tracer_thread *t = begin->process->threads;
	/* What the tracer does there is no computation of the program's. */
	if (t && begin->process->phase == TRACER_ON)
		tracer_leave(t, function, 0, begin->before.tick, tracer_ticks(), caller);
}

void process_begin_late(struct tracer_process *process)
{
	int begun = 0;
	if (!tracer_resolve() || tracer_own.Initialized(&begun) != MPI_SUCCESS || !begun)
		return;
	if (!process_options(process)) {
		process->phase = TRACER_ENDED;
		return;
	}
	process->phase = TRACER_BEGINS;
	tracer_ticks_begin();
	begin_process(process, tracer_instant(), false);
}

/* The lowest rank whose structure is the same keeps it for all: returns that, which is the own one if there is none, or
 * if a process has several threads. *room: set to whether all processes have all. */
static int find_lowest(struct tracer_process *process, uint64_t *all, bool *room)
{
	uint64_t own[2] = {(uint64_t)process->rank, UINT64_MAX};
	int every[2] = {all != NULL, all && process->n_threads == 1 && process->threads};
	if (every[1])
		trace_stream_digest(process->threads->stream, own);
	tracer_own.Allreduce(MPI_IN_PLACE, every, 2, MPI_INT, MPI_MIN, process->all);
	*room = every[0];
	if (!every[1])
		return process->rank;
	tracer_own.Allgather(own, 2, MPI_UINT64_T, all, 2, MPI_UINT64_T, process->all);
	int rank = 0;
	while (rank < process->rank && memcmp(&all[2 * (size_t)rank], own, sizeof(own)) != 0)
		rank++;
	return rank;
}

/* Others drop their structure only when the lowest rank has written it. */
static void write_last(struct tracer_process *process, struct tracer_thread *t, uint64_t begin)
{
	uint64_t *all = malloc(2 * (size_t)process->size * sizeof(*all));
	bool room;
	const int lowest = find_lowest(process, all, &room);
	const bool own = lowest == process->rank;
	if (t && own)
		thread_last(t, trace_Finalize, begin, tracer_ticks(), false);
	uint64_t written = t && own && trace_stream_status(t->stream) == OK;
	if (room)
		tracer_own.Allgather(&written, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, process->all);
	if (t && !own) {
		if (room && all[lowest])
			trace_stream_share(t->stream, lowest);
		thread_last(t, trace_Finalize, begin, tracer_ticks(), false);
	}
	tracer_own.Barrier(process->all); /* a process that ends may take the others with it */
	free(all);
}

/* The streams of all threads but the first one's. */
static void close_others(struct tracer_process *process)
{
	struct error err = {0};
	struct tracer_thread *t = process->threads;
	while (t) {
		struct tracer_thread *next = t->next;
		if (t->number != 0)
			thread_close(t, true, &err);
		t = next;
	}
	if (err.status != OK)
		process_say(process, "tracing had to stop: ", err.text);
}

struct tracer_process *process_before_finalize(uint64_t *begin)
{
	struct tracer_process *process = tracer_process();
	if (!process || (process->phase != TRACER_ON && !process->together))
		return NULL;
	*begin = tracer_ticks();
	pthread_mutex_lock(&process->lock);
	process->phase = TRACER_ENDED;
	for (struct tracer_thread *t = process->threads; t; t = t->next) {
		t->place = TRACER_CLOSED;
		trace_polling_end(&t->polling, t->stream);
	}
	close_others(process);
	pthread_mutex_unlock(&process->lock);
	struct tracer_thread *first = process->threads;
	if (process->together) {
		process->together = false;
		process->ahead.at_end = process_clock_ahead(process);
		process_network(process);
		write_last(process, first, *begin);
		tracer_own.Comm_free(&process->all);
	} else if (first) {
		thread_last(first, trace_Finalize, *begin, tracer_ticks(), false);
	}
	return first ? process : NULL;
}

/* The streams of all threads, the main one's last. What is known of a thread stays until it ends. */
static void close_streams(struct tracer_process *process, bool complete)
{
	struct error err = {0};
	pthread_mutex_lock(&process->lock);
	while (process->threads) {
		struct tracer_thread *t = process->threads;
		thread_close(t, complete, &err);
		if (PORTABLE_SIMULATED)
			thread_free(t);
	}
	pthread_mutex_unlock(&process->lock);
	if (err.status != OK)
		process_say(process, "tracing had to stop: ", err.text);
	else if (process->verbose)
		process_say(process, "traced into ", process->dir);
}

void process_end(struct tracer_process *process, uint64_t begin, uint64_t end)
{
	if (process->threads)
		thread_last(process->threads, trace_Finalize, begin, end, true);
	close_streams(process, true);
	requests_release(&process->requests);
	communicators_release(&process->communicators);
	types_release(&process->types);
	map_release(&process->regions_by_name);
	free(process->messages.all);
	free(process->dir);
	free(process->only.names);
	process->dir = process->only.names = NULL;
}

void process_leave(struct tracer_process *process)
{
	struct tracer_thread *own = PORTABLE_SIMULATED ? process->threads : tracer_self;
	if (process->phase != TRACER_ON)
		return;
	process->phase = TRACER_ENDED;
	if (own && own->place == TRACER_AT_WORK)
		return; /* a signal came in between: what it interrupted is half done, and may have the lock */
	if (process->n_threads == 1 && own) {
		close_streams(process, false);
		return;
	}
	/* Other threads may be writing: theirs end with their last blocks. */
	struct error err = {0};
	for (struct tracer_thread *t = process->threads, *next; t; t = next) {
		next = t->next;
		if (t->stream && (t == own || t->idle))
			thread_close(t, false, &err);
	}
	process->threads = NULL;
}

/* The program ends by exit, or by its main function, without MPI_Finalize. */
__attribute__((destructor)) static void at_exit(void)
{
	if (!PORTABLE_SIMULATED)
		process_leave(&state.own);
	for (size_t i = 0; i < state.n_simulated; i++)
		if (state.simulated[i])
			process_leave(state.simulated[i]);
}

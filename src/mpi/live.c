/* The live platform: process 0 gives orders, see order.h; the others serve, see serve.c. */
#include "mpi/live.h"

#include "base/memory.h"
#include "mpi/attach.h"
#include "mpi/calls.h"
#include "mpi/clock.h"
#include "mpi/collective.h"
#include "mpi/measure.h"
#include "mpi/portable.h"
#include "mpi/serve.h"
#include "sample/collective.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct live {
	struct platform platform;
	struct process process;
	unsigned long long seed; /* of the next repetition's content */
	unsigned patience;       /* s until SIGALRM; 0: never */
};

static struct live *live(struct platform *platform)
{
	return (struct live *)platform;
}

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

static void tell(struct live *l, int rank, const struct order *order)
{
	MPI_Send(order, (int)sizeof(*order), MPI_BYTE, rank, TAG_ORDER, l->process.control);
}

static void hear_verdict(struct live *l, int rank, struct error *err)
{
	struct verdict verdict;

	MPI_Recv(&verdict, (int)sizeof(verdict), MPI_BYTE, rank, TAG_VERDICT, l->process.control, MPI_STATUS_IGNORE);
	if (verdict.status != OK)
		error_set(err, verdict.status, "%s", verdict.text);
}

static enum status live_prepare(struct platform *platform, size_t bytes, struct error *err)
{
	struct live *l = live(platform);
	struct order order = {.kind = ORDER_PREPARE, .bytes = bytes};
	struct verdict verdict = {0};
	struct error first = {0};

	if (bytes > INT_MAX)
		return error_set(err, ERR_INPUT, "a message of %zu bytes is larger than one MPI call takes: at most %d bytes", bytes, INT_MAX);
	for (int rank = 1; rank < l->process.size; rank++)
		tell(l, rank, &order);
	serve_prepare(&l->process, &order, &verdict);
	if (verdict.status != OK)
		error_set(&first, verdict.status, "%s", verdict.text);
	for (int rank = 1; rank < l->process.size; rank++)
		hear_verdict(l, rank, &first);
	return first.status == OK ? OK : error_set(err, first.status, "%s", first.text);
}

/* EXPERIMENT_COLLECTIVE. */
static enum status check_collective(const struct live *l, const struct experiment *what, struct error *err)
{
	const struct collective_kind *kind = collective_find(what->setup.collective);
	int last = l->process.size - 1;
	bool supplied = collective_is_supplied(&l->process, what->setup.collective);
	size_t room;

	if (!kind && !supplied)
		return error_set(err, ERR_INPUT, "there is no collective operation \"%s\"", what->setup.collective);
	if (what->from < 0 || what->from > last)
		return error_set(err, ERR_INPUT, "no %s with root %d: there are processes 0 to %d", what->setup.collective, what->from, last);
	if (supplied)
		return OK;
	room = collective_room(kind, what->bytes, l->platform.processes);
	if (room > l->process.buffers.bytes)
		return error_set(err, ERR_INPUT, "%s of %zu bytes needs buffers of %zu bytes, and %zu were prepared", kind->name, what->bytes, room, l->process.buffers.bytes);
	return OK;
}

static enum status check_experiment(const struct live *l, const struct experiment *what, struct error *err)
{
	size_t most = what->bytes > what->reply_bytes ? what->bytes : what->reply_bytes;
	size_t here = layout_span(&what->setup.layout[0], most), there = layout_span(&what->setup.layout[1], most), span = here > there ? here : there;
	int last = l->process.size - 1;

	if (what->kind == EXPERIMENT_COLLECTIVE)
		return check_collective(l, what, err);
	if (what->from < 0 || what->to < 0 || what->from > last || what->to > last || what->from == what->to)
		return error_set(err, ERR_INPUT, "no experiment between processes %d and %d: there are processes 0 to %d", what->from, what->to, last);
	if (span > l->process.buffers.bytes)
		return error_set(err, ERR_INPUT, "messages of %zu bytes that lie in %zu do not fit the buffers of %zu that were prepared", most, span, l->process.buffers.bytes);
	if (calls_check(what, err) != OK)
		return ERR_INPUT;
	if (what->kind == EXPERIMENT_RECEIVE_EXPECTED && what->loop > 1 && (what->loop > MEASURE_EXPECTED_MOST || what->loop * what->bytes > RING_ROOM / 2))
		return error_set(err, ERR_INPUT, "at most %d expected messages, of together at most %zu bytes, can be posted at once, not %zu of %zu", MEASURE_EXPECTED_MOST, RING_ROOM / 2, what->loop, what->bytes);
	return OK;
}

/* The experiment's answers: observations and verdicts of its processes but 0. */
static void collect(struct live *l, const struct experiment *what, size_t n, struct observation *observations, struct error *err)
{
	const int ranks[2] = {what->from, what->to};

	for (int i = 0; i < 2; i++) {
		if (ranks[i] == 0)
			continue;
		if (ranks[i] == measure_by(what))
			MPI_Recv(observations, (int)(n * sizeof(*observations)), MPI_BYTE, ranks[i], TAG_OBSERVATIONS, l->process.control, MPI_STATUS_IGNORE);
		hear_verdict(l, ranks[i], err);
	}
	l->platform.messages += n * (2 + 2 * what->warmup + what->loop * (what->count + 1));
}

static void tell_experiment(struct live *l, const struct order *order)
{
	if (order->what.from != 0)
		tell(l, order->what.from, order);
	if (order->what.to != 0)
		tell(l, order->what.to, order);
}

/* At most ATTACH_BATCH repetitions of a collective operation. */
static void run_collective(struct live *l, const struct experiment *what, size_t n, struct observation *observations, struct error *err)
{
	const struct collective_kind *kind = collective_is_supplied(&l->process, what->setup.collective) ? NULL : collective_find(what->setup.collective);
	size_t room = kind ? collective_room(kind, what->bytes, l->platform.processes) : 0;
	struct order order = {.kind = ORDER_RUN, .what = *what, .n = n, .seed = l->seed, .bytes = room};

	l->seed += n;
	for (int rank = 1; rank < l->process.size; rank++)
		tell(l, rank, &order);
	measure(&l->process, &order, observations, err);
	for (int rank = 1; rank < l->process.size; rank++)
		hear_verdict(l, rank, err);
	l->platform.messages += n;
	l->platform.discarded = l->process.discarded;
}

/* At most ATTACH_BATCH repetitions: tells the processes of the experiment, plays process 0's own part if it has one, and collects. */
static void run_batch(struct live *l, const struct experiment *what, size_t n, struct observation *observations, struct error *err)
{
	struct order order = {.kind = ORDER_RUN, .what = *what, .n = n, .seed = l->seed};

	if (what->kind == EXPERIMENT_COLLECTIVE) {
		run_collective(l, what, n, observations, err);
		return;
	}
	l->seed += n;
	tell_experiment(l, &order);
	if (what->from == 0 || what->to == 0)
		measure(&l->process, &order, observations, err);
	collect(l, what, n, observations, err);
}

static bool takes_part(const struct experiment *list, size_t k, int rank)
{
	for (size_t i = 0; i < k; i++)
		if (list[i].from == rank || list[i].to == rank)
			return true;
	return false;
}

/* The same for k experiments that begin at the same time; the processes of none stand by. observations: stride for each experiment. */
static void run_batch_together(struct live *l, const struct experiment *list, size_t k, size_t n, size_t stride, struct observation *observations, struct error *err)
{
	struct order order = {.kind = ORDER_STAND_BY, .n = n, .seed = l->seed, .together = true};
	size_t mine = k;

	l->seed += n;
	for (int rank = 1; rank < l->process.size; rank++)
		if (!takes_part(list, k, rank))
			tell(l, rank, &order);
	order.kind = ORDER_RUN;
	for (size_t i = 0; i < k; i++) {
		order.what = list[i];
		tell_experiment(l, &order);
		mine = list[i].from == 0 || list[i].to == 0 ? i : mine;
	}
	if (mine < k) {
		order.what = list[mine];
		measure(&l->process, &order, &observations[mine * stride], err);
	} else {
		measure_nothing(&l->process, &order);
	}
	for (size_t i = 0; i < k; i++)
		collect(l, &list[i], n, &observations[i * stride], err);
}

/* Sees to it that the processes that have nothing to do compute, or sleep. */
static void keep_company(struct live *l, bool busy)
{
	const struct order order = {.kind = ORDER_COMPANY, .busy = busy};

	for (int rank = 1; busy != l->process.busy && rank < l->process.size; rank++)
		tell(l, rank, &order);
	l->process.busy = busy;
}

static void set_alarm(const struct live *l, unsigned seconds)
{
	if (!PORTABLE_SIMULATED && l->patience)
		alarm(seconds);
}

static enum status live_run(struct platform *platform, const struct experiment *what, size_t n, struct observation *observations, struct error *err)
{
	struct live *l = live(platform);
	struct error first = {0};

	if (check_experiment(l, what, err) != OK)
		return ERR_INPUT;
	set_alarm(l, l->patience);
	keep_company(l, what->setup.company == COMPANY_BUSY);
	for (size_t done = 0; first.status == OK && done < n; done += ATTACH_BATCH)
		run_batch(l, what, n - done < ATTACH_BATCH ? n - done : ATTACH_BATCH, observations + done, &first);
	set_alarm(l, 0);
	return first.status == OK ? OK : error_set(err, first.status, "%s", first.text);
}

static enum status live_run_together(struct platform *platform, const struct experiment *list, size_t k, size_t n, struct observation *observations, struct error *err)
{
	struct live *l = live(platform);
	struct error first = {0};

	for (size_t i = 0; i < k; i++) {
		if (check_experiment(l, &list[i], err) != OK)
			return ERR_INPUT;
		if (takes_part(list, i, list[i].from) || takes_part(list, i, list[i].to))
			return error_set(err, ERR_INPUT, "processes %d and %d: a process can take part in one experiment at a time only", list[i].from, list[i].to);
	}
	set_alarm(l, l->patience);
	keep_company(l, false);
	for (size_t done = 0; first.status == OK && done < n; done += ATTACH_BATCH)
		run_batch_together(l, list, k, n - done < ATTACH_BATCH ? n - done : ATTACH_BATCH, n, observations + done, &first);
	set_alarm(l, 0);
	return first.status == OK ? OK : error_set(err, first.status, "%s", first.text);
}

void live_supply(struct platform *platform, const struct supplied *supplied)
{
	live(platform)->process.supplied = *supplied;
}

static double live_now(struct platform *platform)
{
	(void)platform;
	return MPI_Wtime();
}

/* The machine's name for its processor. */
static char *processor_name(void)
{
	char line[512], name[400];
	char *found = NULL;
	FILE *file = fopen("/proc/cpuinfo", "r");

	if (!file)
		return NULL;
	while (!found && fgets(line, sizeof(line), file))
		if (sscanf(line, "model name : %399[^\n]", name) == 1)
			found = memory_text(name);
	fclose(file);
	return found;
}

static enum status describe_process(struct live *l, int rank, struct circumstances *c, struct error *err)
{
	struct order order = {.kind = ORDER_DESCRIBE};
	struct description description;

	if (rank == 0) {
		serve_describe(&description);
	} else {
		tell(l, rank, &order);
		MPI_Recv(&description, (int)sizeof(description), MPI_BYTE, rank, TAG_DESCRIPTION, l->process.control, MPI_STATUS_IGNORE);
	}
	c->hosts[rank] = memory_text(description.host);
	c->bindings[rank] = memory_text(description.binding);
	return c->hosts[rank] && c->bindings[rank] ? OK : error_memory(err, "the description of a process");
}

static enum status live_describe(struct platform *platform, struct circumstances *c, struct error *err)
{
	struct live *l = live(platform);
	char library[MPI_MAX_LIBRARY_VERSION_STRING], standard[32];
	int major = 0, minor = 0;
	enum status status = circumstances_processes(c, platform->processes, err);

	MPI_Get_version(&major, &minor);
	snprintf(standard, sizeof(standard), "MPI %d.%d", major, minor);
	c->platform = memory_text("mpi");
	c->library = memory_text(live_library(library, sizeof(library)));
	c->standard = memory_text(standard);
	c->buffers = memory_text(buffers_policy);
	c->processor = processor_name();
	c->clock_resolution = platform->clock.resolution;
	c->clock_cost = platform->clock.cost;
	for (int rank = 0; status == OK && rank < l->process.size; rank++)
		status = describe_process(l, rank, c, err);
	if (status == OK && (!c->platform || !c->library || !c->standard || !c->buffers))
		status = error_memory(err, "the description of a platform");
	return status;
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
	return &live(platform)->process;
}

void live_dismiss(struct platform *platform)
{
	struct live *l = live(platform);
	struct order order = {.kind = ORDER_QUIT};

	for (int rank = 1; rank < l->process.size; rank++)
		tell(l, rank, &order);
}

void live_free(struct platform *platform)
{
	process_detach(&live(platform)->process);
	free(platform);
}

static void live_close(struct platform *platform)
{
	live_dismiss(platform);
	live_free(platform);
	MPI_Finalize();
}

static const struct platform_class live_class = {
	.name = "mpi",
	.statistic = STATISTIC_MEDIAN,
	.prepare = live_prepare,
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

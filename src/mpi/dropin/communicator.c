#include "mpi/dropin/communicator.h"
#include "mpi/dropin/environment.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void release(struct dropin_communicator *c)
{
	for (size_t i = 0; i < DROPIN_PLANS; i++)
		if (c->plans[i].prepared)
			execute_release(&c->plans[i].execution);
	free(c->rows);
	free(c->counts);
	free(c);
}

/* The communicator that a thread asked for last, and how many had been freed then: their handles may come again. */
static _Thread_local __attribute__((tls_model("initial-exec"))) struct {
	MPI_Comm comm;
	struct dropin_communicator *known;
	unsigned long freed;
} last;
static unsigned long freed = 1;

/* With the communicator its own one goes; not in MPI_Finalize, where the program has left communicators behind. */
static int delete_attribute(MPI_Comm comm, int keyval, void *value, void *extra)
{
	struct dropin_communicator *c = value;
	int code = MPI_SUCCESS;

	(void)comm;
	(void)keyval;
	(void)extra;
	__atomic_fetch_add(&freed, 1, __ATOMIC_RELEASE);
	if (!dropin.ends && !c->passes)
		code = PMPI_Comm_free(&c->own);
	release(c);
	return code;
}

int dropin_communicator_keyval(int *keyval)
{
	return PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_attribute, keyval, NULL);
}

void dropin_communicator_forget(MPI_Comm comm)
{
	void *known;
	int found = 0;

	if (PMPI_Comm_get_attr(comm, dropin.keyval, &known, &found) == MPI_SUCCESS && found)
		PMPI_Comm_delete_attr(comm, dropin.keyval);
}

static bool is_for(const struct algorithm_choice *row, enum collective collective, int processes)
{
	return row->collective == collective && (uint64_t)processes >= row->processes[0] &&
	       (uint64_t)processes <= row->processes[1];
}

static bool list_rows(struct dropin_communicator *c)
{
	const struct choices *table = &dropin.table;
	size_t n = 0;

	c->rows = calloc(table->n + 1, sizeof(const struct algorithm_choice *));
	c->counts = calloc((size_t)c->size, sizeof(*c->counts));
	for (int what = 0; c->rows && what <= COLLECTIVE_SCAN; what++) {
		bool useful = false;

		c->first[what] = n;
		for (size_t i = 0; i < table->n; i++) {
			const struct algorithm_choice *row = &table->list[i];

			if (!is_for(row, (enum collective)what, c->size))
				continue;
			c->rows[n++] = row;
			useful = useful || dropin_row_acts(row);
		}
		n = useful ? n : c->first[what];
	}
	c->first[COLLECTIVE_SCAN + 1] = n;
	return c->rows && c->counts;
}

/* What MPI says of a communicator. */
static bool look_at(struct dropin_communicator *c, MPI_Comm comm)
{
	int inter;

	if (PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS)
		return false;
	c->passes = inter;
	return PMPI_Comm_rank(comm, &c->rank) == MPI_SUCCESS && PMPI_Comm_size(comm, &c->size) == MPI_SUCCESS;
}

static bool open_own(struct dropin_communicator *c, MPI_Comm comm)
{
	return c->passes || (list_rows(c) && PMPI_Comm_split(comm, 0, c->rank, &c->own) == MPI_SUCCESS &&
			     PMPI_Comm_set_errhandler(c->own, MPI_ERRORS_RETURN) == MPI_SUCCESS);
}

static struct dropin_communicator *find(MPI_Comm comm)
{
	struct dropin_communicator *c = NULL, seen = {.own = MPI_COMM_NULL};
	int found = 0;

	if (PMPI_Comm_get_attr(comm, dropin.keyval, &c, &found) == MPI_SUCCESS && found)
		return c;
	if (!look_at(&seen, comm))
		return NULL;
	c = malloc(sizeof(*c));
	if (c)
		*c = seen;
	if (c && open_own(c, comm) && PMPI_Comm_set_attr(comm, dropin.keyval, c) == MPI_SUCCESS)
		return c;
	fputs("sonde: collective operations: a communicator of their own cannot be made\n", stderr);
	PMPI_Abort(comm, 1);
	return NULL;
}

struct dropin_communicator *dropin_communicator(MPI_Comm comm)
{
	unsigned long now = __atomic_load_n(&freed, __ATOMIC_ACQUIRE);

	if (last.known && last.comm == comm && last.freed == now)
		return last.known;
	last.known = find(comm);
	last.comm = comm;
	last.freed = now;
	return last.known;
}

int dropin_error(const struct dropin_call *call, int code)
{
	if (code != MPI_SUCCESS)
		PMPI_Comm_call_errhandler(call->given, code);
	return code;
}

static void abort_program(const struct dropin_call *call, const struct error *err)
{
	fprintf(stderr, "sonde: %s: %s\n", collective_words[call->collective], err->text);
	PMPI_Abort(call->given, 1);
}

int dropin_stop(const struct dropin_call *call, int code)
{
	char text[MPI_MAX_ERROR_STRING] = "";
	struct error err = {0};
	int length = 0;

	PMPI_Error_string(code, text, &length);
	error_set(&err, ERR_PLATFORM, "%s", text);
	abort_program(call, &err);
	return code;
}

/* The place of a plan among those that are kept. */
static struct dropin_plan *place_of(const struct dropin_call *call, const struct call *what, MPI_Datatype type)
{
	uint64_t hash = (uint64_t)call->collective * 131 + (uint64_t)what->root * 31 + what->count +
			(uint64_t)(uintptr_t)type * 17;

	return &call->comm->plans[(hash * 0x9e3779b97f4a7c15U) >> 60];
}

static bool is_same(const struct dropin_plan *plan, const struct dropin_call *call, const struct call *what,
		    MPI_Datatype type, MPI_Op op)
{
	return plan->prepared && plan->in_place == what->in_place && plan->row == call->row &&
	       plan->collective == call->collective && plan->root == what->root && plan->count == what->count &&
	       plan->type == type && plan->op == op;
}

static bool prepare(const struct dropin_call *call, const struct call *what, MPI_Datatype type, MPI_Op op,
		    struct execution *execution)
{
	const struct algorithm_use use = {.algorithm = call->row->algorithm, .call = what};
	const struct schedule schedule = algorithm_schedule(&use);
	struct error err = {0};

	if (execute_prepare(execution, &schedule, call->comm->own, type, op, &err) == OK)
		return true;
	abort_program(call, &err);
	return false;
}

int dropin_run(const struct dropin_call *call, const struct call *what, MPI_Datatype type, MPI_Op op, bool keep,
	       const void *send, void *receive)
{
	struct dropin_plan *plan = place_of(call, what, type);
	struct execution once;
	int code;

	if (!keep) {
		if (!prepare(call, what, type, op, &once))
			return MPI_ERR_OTHER;
		code = execute_run(&once, send, receive);
		execute_release(&once);
		return code;
	}
	if (!is_same(plan, call, what, type, op)) {
		if (plan->prepared)
			execute_release(&plan->execution);
		plan->prepared = prepare(call, what, type, op, &plan->execution);
		plan->in_place = what->in_place;
		plan->row = call->row;
		plan->collective = call->collective;
		plan->root = what->root;
		plan->count = what->count;
		plan->type = type;
		plan->op = op;
	}
	return plan->prepared ? execute_run(&plan->execution, send, receive) : MPI_ERR_OTHER;
}

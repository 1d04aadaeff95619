#include "mpi/user/plan.h"

#include "mpi/split.h"

#include <stdint.h>

int user_call_stop(const struct user_call *call, int code)
{
	char text[MPI_MAX_ERROR_STRING] = "";
	int length = 0;

	if (code == MPI_SUCCESS)
		return code;
	PMPI_Error_string(code, text, &length);
	if (code == MPI_ERR_NO_MEM)
		error_memory(call->stuck, "a copy of the data of a call");
	else
		error_set(call->stuck, ERR_PLATFORM, "%s", text);
	return code;
}

void user_plans_release(struct user_communicator *comm)
{
	for (size_t i = 0; i < USER_PLANS; i++)
		if (comm->plans[i].prepared)
			execute_release(&comm->plans[i].execution);
}

void user_plans_forget(struct user_communicator *comm, const struct algorithm_choice *row)
{
	for (size_t i = 0; i < USER_PLANS; i++)
		if (comm->plans[i].prepared && comm->plans[i].row == row) {
			execute_release(&comm->plans[i].execution);
			comm->plans[i].prepared = false;
		}
}

/* The place of a plan among those that are kept. */
static struct user_plan *place_of(const struct user_call *call, const struct call *what, MPI_Datatype type)
{
	uint64_t hash = (uint64_t)call->collective * 131 + (uint64_t)what->root * 31 + what->count +
			(uint64_t)(uintptr_t)type * 17;

	return &call->comm->plans[(hash * 0x9e3779b97f4a7c15U) >> 60];
}

static bool is_same(const struct user_plan *plan, const struct user_call *call, const struct call *what,
		    MPI_Datatype type, MPI_Op op)
{
	return plan->prepared && plan->in_place == what->in_place && plan->row == call->row &&
	       plan->collective == call->collective && plan->root == what->root && plan->count == what->count &&
	       plan->type == type && plan->op == op;
}

static bool prepare(const struct user_call *call, const struct call *what, MPI_Datatype type, MPI_Op op,
		    struct execution *execution)
{
	const struct algorithm_use use = {.algorithm = call->row->algorithm, .call = what};
	const struct schedule schedule = algorithm_schedule(&use);
	struct error err = {0};

	if (execute_prepare(execution, &schedule, call->comm->own, type, op, &err) == OK)
		return true;
	*call->stuck = err;
	return false;
}

/* The plan of the call among those that are kept, NULL if it cannot be prepared. */
static struct execution *kept_plan(const struct user_call *call, const struct call *what, MPI_Datatype type, MPI_Op op)
{
	struct user_plan *plan = place_of(call, what, type);

	if (is_same(plan, call, what, type, op))
		return &plan->execution;
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
	return plan->prepared ? &plan->execution : NULL;
}

int user_plan_run(const struct user_call *call, const struct call *what, MPI_Datatype type, MPI_Op op, bool keep,
		  int code, const void *send, void *receive)
{
	struct execution once, *execution = NULL;

	if (code == MPI_SUCCESS) {
		if (keep)
			execution = kept_plan(call, what, type, op);
		else if (prepare(call, what, type, op, &once))
			execution = &once;
		code = execution ? MPI_SUCCESS : MPI_ERR_OTHER;
	}
	if (call->ready)
		code = call->ready(call->argument, code);
	if (code == MPI_SUCCESS)
		code = execute_run(execution, send, receive);
	if (execution == &once)
		execute_release(&once);
	return code;
}

int user_call_split(const struct user_call *call, bool gathers, char *send, char *receive)
{
	const struct split split = {.gathers = gathers,
				    .all = gathers ? receive : send,
				    .own = gathers ? send : receive,
				    .counted = call->counts != NULL,
				    .bytes = call->bytes,
				    .counts = call->counts,
				    .most = call->row->split - 1,
				    .root = call->root,
				    .comm = call->comm->own};
	int code = split_run(&split);

	return code == MPI_ERR_NO_MEM ? user_call_stop(call, code) : code;
}

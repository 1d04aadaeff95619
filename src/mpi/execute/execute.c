#include "mpi/execute/execute.h"

#include "mpi/clock.h"
#include "mpi/portable.h"

#include <stdint.h>
#include <string.h>

static char *address(const struct execution *plan, uint8_t buffer, uint64_t offset)
{
	MPI_Aint bytes = (MPI_Aint)offset * plan->extent;

	return bytes != 0 ? plan->bases[buffer] + bytes
			  : plan->bases[buffer]; /* which may be NULL, to which C adds nothing, not even 0 */
}

/* Joins, computations of nothing, hold others back: they go with the messages. */
static void enqueue(struct execution *plan, size_t i)
{
	const struct operation *operation = &plan->program.operations[i];
	bool quick = operation->kind == OP_SEND || operation->kind == OP_RECEIVE ||
		     (operation->kind == OP_COMPUTE && operation->count == 0);
	struct execution_queue *queue = quick ? &plan->messages : &plan->local;

	queue->operations[queue->end++] = i;
}

/* The start or the end of an operation lets others go. */
static void release_followers(struct execution *plan, size_t i, bool start)
{
	for (uint32_t k = plan->first[i]; k < plan->first[i + 1]; k++) {
		struct requirement follower = plan->followers[k];

		if (follower.start == start && --plan->left[follower.on] == 0)
			enqueue(plan, follower.on);
	}
}

static void note_end(struct execution *plan, size_t i)
{
	plan->finished++;
	release_followers(plan, i, false);
}

/* What is copied is known not to overlap, but for a copy onto itself. */
static int copy(struct execution *plan, const struct operation *operation)
{
	char *from = address(plan, operation->from, operation->from_offset),
	     *to = address(plan, operation->to, operation->to_offset);
	int count = (int)operation->count, position = 0, code;

	if (plan->plain) {
		memmove(to + plan->true_lower, from + plan->true_lower, (size_t)count * (size_t)plan->extent);
		return MPI_SUCCESS;
	}
	code = MPI_Pack(from, count, plan->type, plan->packed, plan->packed_bytes, &position, plan->comm);
	if (code != MPI_SUCCESS)
		return code;
	position = 0;
	return MPI_Unpack(plan->packed, plan->packed_bytes, &position, to, count, plan->type, plan->comm);
}

static int start_local(struct execution *plan, const struct operation *operation)
{
	if (operation->kind == OP_COPY)
		return operation->count > 0 ? copy(plan, operation) : MPI_SUCCESS;
	if (operation->kind == OP_COMPUTE) {
		if (operation->count > 0)
			clock_delay(1e-9 * (double)operation->count);
		return MPI_SUCCESS;
	}
	if (operation->count == 0)
		return MPI_SUCCESS;
	return MPI_Reduce_local(address(plan, operation->from, operation->from_offset),
				address(plan, operation->to, operation->to_offset), (int)operation->count, plan->type,
				plan->op);
}

static int start_message(struct execution *plan, const struct operation *operation, MPI_Request *request)
{
	if (operation->kind == OP_SEND)
		return MPI_Isend(address(plan, operation->from, operation->from_offset), (int)operation->count,
				 plan->type, operation->peer, operation->tag, plan->comm, request);
	return MPI_Irecv(address(plan, operation->to, operation->to_offset), (int)operation->count, plan->type,
			 operation->peer, operation->tag, plan->comm, request);
}

static int start(struct execution *plan, size_t i)
{
	const struct operation *operation = &plan->program.operations[i];
	bool message = operation->kind == OP_SEND || operation->kind == OP_RECEIVE;
	int code = message ? start_message(plan, operation, &plan->requests[plan->under_way])
			   : start_local(plan, operation);

	if (code != MPI_SUCCESS)
		return code;
	if (message)
		plan->requested[plan->under_way++] = i;
	release_followers(plan, i, true);
	if (!message)
		note_end(plan, i);
	return MPI_SUCCESS;
}

/* Closes the gaps that n ended requests left, keeping the order, and lets go who waited for them. */
static void end_messages(struct execution *plan, int n)
{
	int kept = 0;

	for (int k = 0; k < n; k++)
		note_end(plan, plan->requested[plan->completed[k]]);
	for (int k = 0; k < plan->under_way; k++) {
		if (plan->requests[k] == MPI_REQUEST_NULL)
			continue;
		plan->requests[kept] = plan->requests[k];
		plan->requested[kept++] = plan->requested[k];
	}
	plan->under_way = kept;
}

static int first_failure(const struct execution *plan, int n)
{
	for (int k = 0; k < n; k++)
		if (plan->statuses[k].MPI_ERROR != MPI_SUCCESS && plan->statuses[k].MPI_ERROR != MPI_ERR_PENDING)
			return plan->statuses[k].MPI_ERROR;
	return MPI_ERR_OTHER;
}

/* Where time is simulated MPI_Waitsome tests all other messages, and each test takes a time of its own that no real one
 * has. */
static int wait_simulated(struct execution *plan, int *n)
{
	int code = MPI_Waitany(plan->under_way, plan->requests, &plan->completed[0], &plan->statuses[0]);

	*n = plan->completed[0] == MPI_UNDEFINED ? MPI_UNDEFINED : 1;
	return code;
}

static int wait_or_test(struct execution *plan, bool wait, int *n)
{
	if (PORTABLE_SIMULATED)
		return wait ? wait_simulated(plan, n) : MPI_SUCCESS; /* simulated messages go on by themselves */
	if (wait)
		return MPI_Waitsome(plan->under_way, plan->requests, n, plan->completed, plan->statuses);
	return MPI_Testsome(plan->under_way, plan->requests, n, plan->completed, plan->statuses);
}

/* Takes the messages that have ended; waits until one has if nothing else can be done. */
static int progress(struct execution *plan, bool wait)
{
	int n = 0, code;

	if (plan->under_way == 0)
		return MPI_SUCCESS;
	code = wait_or_test(plan, wait, &n);
	if (code == MPI_ERR_IN_STATUS)
		return first_failure(plan, n);
	if (code == MPI_SUCCESS && n == MPI_UNDEFINED)
		return MPI_ERR_REQUEST; /* none of the requests is one: there is nothing to wait for */
	if (code == MPI_SUCCESS && n > 0)
		end_messages(plan, n);
	return code;
}

static void give_up(struct execution *plan)
{
	for (int k = 0; k < plan->under_way; k++) {
		if (plan->requests[k] == MPI_REQUEST_NULL)
			continue;
		if (plan->program.operations[plan->requested[k]].kind == OP_RECEIVE)
			MPI_Cancel(&plan->requests[k]);
		else
			plan->abandoned = true;
		MPI_Request_free(&plan->requests[k]);
	}
	plan->under_way = 0;
}

static void begin(struct execution *plan, const void *send, void *receive)
{
	/* The interface has MPI's constness; schedules never write there. */
	plan->bases[BUFFER_SEND] = (char *)send;
	plan->bases[BUFFER_RECEIVE] = receive;
	plan->finished = 0;
	plan->messages.begin = plan->messages.end = plan->local.begin = plan->local.end = 0;
	memcpy(plan->left, plan->waits, plan->program.n * sizeof(*plan->left));
	for (size_t i = 0; i < plan->program.n; i++)
		if (plan->waits[i] == 0)
			enqueue(plan, i);
}

int execute_run(struct execution *plan, const void *send, void *receive)
{
	int code = MPI_SUCCESS;

	begin(plan, send, receive);
	while (code == MPI_SUCCESS && plan->finished < plan->program.n) {
		if (plan->messages.begin < plan->messages.end) {
			code = start(plan, plan->messages.operations[plan->messages.begin++]);
		} else if (plan->local.begin < plan->local.end) {
			code = start(plan, plan->local.operations[plan->local.begin++]);
			if (code == MPI_SUCCESS && plan->local.begin < plan->local.end)
				code = progress(plan, false); /* messages go on between pieces of work */
		} else {
			code = progress(plan, true);
		}
	}
	if (code != MPI_SUCCESS)
		give_up(plan);
	return code;
}

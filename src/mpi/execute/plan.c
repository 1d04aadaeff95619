#include "mpi/execute/execute.h"

#include "schedule/order.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

static const char *const kinds[] = {[OP_SEND] = "send",
				    [OP_RECEIVE] = "receive",
				    [OP_COPY] = "copy",
				    [OP_REDUCE] = "reduction",
				    [OP_COMPUTE] = "computation"};

/* What is checked against, the same for all operations. */
struct limits {
	int rank, size, tag;
};

static enum status refuse(const struct execution *plan, size_t i, const char *why, struct error *err)
{
	int rank;

	MPI_Comm_rank(plan->comm, &rank);
	return error_set(err, ERR_INPUT, "process %d, operation %zu, a %s: %s", rank, i,
			 kinds[plan->program.operations[i].kind], why);
}

static bool moves_elements(const struct operation *operation)
{
	return operation->kind != OP_COMPUTE;
}

static bool is_message(const struct operation *operation)
{
	return operation->kind == OP_SEND || operation->kind == OP_RECEIVE;
}

static enum status check_operation(const struct limits *limits, const struct execution *plan, size_t i,
				   struct error *err)
{
	const struct operation *operation = &plan->program.operations[i];
	char why[160];

	if (operation->kind > OP_COMPUTE)
		return error_set(err, ERR_INPUT, "process %d, operation %zu: there is no operation of kind %d",
				 limits->rank, i, operation->kind);
	if (moves_elements(operation) && operation->count > INT_MAX) {
		snprintf(why, sizeof(why),
			 "%llu elements; MPI moves at most %d at once, use segments or a larger datatype",
			 (unsigned long long)operation->count, INT_MAX);
		return refuse(plan, i, why, err);
	}
	if (operation->kind == OP_REDUCE && plan->op == MPI_OP_NULL)
		return refuse(plan, i, "no operation to reduce by was given", err);
	if (!is_message(operation))
		return OK;
	if (operation->kind == OP_RECEIVE && (operation->peer == PEER_ANY || operation->tag == TAG_ANY))
		return refuse(
			plan, i,
			"receives from anyone or of any tag may take a message of the next run, and are not executed",
			err);
	if (operation->peer < 0 || operation->peer >= limits->size) {
		snprintf(why, sizeof(why), "peer %d does not exist; there are processes 0 to %d", operation->peer,
			 limits->size - 1);
		return refuse(plan, i, why, err);
	}
	if (operation->tag < 0 || operation->tag > limits->tag) {
		snprintf(why, sizeof(why), "tag %d; MPI's are 0 to %d", operation->tag, limits->tag);
		return refuse(plan, i, why, err);
	}
	return OK;
}

static enum status check_operations(const struct execution *plan, struct error *err)
{
	struct limits limits = {.tag = 32767}; /* which the standard warrants */
	enum status status = OK;
	int *most, found = 0;

	MPI_Comm_rank(plan->comm, &limits.rank);
	MPI_Comm_size(plan->comm, &limits.size);
	MPI_Comm_get_attr(plan->comm, MPI_TAG_UB, &most, &found);
	if (found)
		limits.tag = *most;
	for (size_t i = 0; status == OK && i < plan->program.n; i++)
		status = check_operation(&limits, plan, i, err);
	return status;
}

/* Who waits for whom, the other way round, and whether all operations can ever start. */
static enum status index_followers(struct execution *plan, struct error *err)
{
	const struct rank_program *program = &plan->program;
	struct lists required = rank_program_lists(program),
		     followers = {plan->first, sizeof(*plan->first), plan->followers, 0};
	size_t cycle;
	char why[80];

	for (size_t i = 0; i < program->n; i++) {
		plan->waits[i] = rank_program_requirement_count(program, i);
		for (size_t r = program->operations[i].first, end = r + plan->waits[i]; r < end; r++)
			if (program->requirements[r].on >= program->n) {
				snprintf(why, sizeof(why), "waits for operation %u; there are %zu",
					 (unsigned)program->requirements[r].on, program->n);
				return refuse(plan, i, why, err);
			}
	}
	cycle = rank_program_cycle(program);
	if (cycle == SIZE_MAX)
		return error_memory(err, "the execution of a schedule");
	if (cycle < program->n)
		return refuse(plan, cycle, "never starts: what it waits for waits for it", err);
	lists_reverse(program->n, &required, &followers);
	plan->first[program->n] = (uint32_t)followers.n;
	return OK;
}

/* What the datatype is like. */
static enum status look_at_type(struct execution *plan, MPI_Aint *true_extent, struct error *err)
{
	MPI_Aint lower;
	int size = 0, code = MPI_Type_get_extent(plan->type, &lower, &plan->extent);

	if (code == MPI_SUCCESS)
		code = MPI_Type_get_true_extent(plan->type, &plan->true_lower, true_extent);
	if (code == MPI_SUCCESS)
		code = MPI_Type_size(plan->type, &size);
	if (code != MPI_SUCCESS)
		return error_set(err, ERR_PLATFORM,
				 "MPI does not say how large elements of the datatype are (error %d)", code);
	plan->plain = size == *true_extent && size == plan->extent;
	return OK;
}

/* Elements lie from low to high relative to the address of element 0; of a datatype with a negative extent they go
 * down. That address is aligned as malloc's are, whatever the lower bound. */
static enum status allocate_scratch(struct execution *plan, MPI_Aint true_extent, struct error *err)
{
	MPI_Aint low = plan->true_lower, high = plan->true_lower + true_extent,
		 step = plan->extent < 0 ? -plan->extent : plan->extent, last;
	uint64_t n = plan->program.scratch;

	if (n == 0)
		return OK;
	if (step > 0 && n - 1 > (uint64_t)(PTRDIFF_MAX / 4) / (uint64_t)step)
		return error_set(err, ERR_MEMORY, "no memory for a scratch buffer of %llu elements",
				 (unsigned long long)n);
	last = (MPI_Aint)(n - 1) * plan->extent;
	if (last < 0)
		low += last;
	else
		high += last;
	low -= ((low % ALIGNMENT) + ALIGNMENT) % ALIGNMENT;
	plan->scratch = malloc((size_t)(high - low) + 1);
	if (!plan->scratch)
		return error_memory(err, "the scratch buffer of a schedule");
	plan->bases[BUFFER_SCRATCH] = plan->scratch - low;
	return OK;
}

/* Elements with gaps are copied by packing and unpacking them, which leaves the gaps alone. */
static enum status allocate_packed(struct execution *plan, struct error *err)
{
	uint64_t most = 0;

	for (size_t i = 0; i < plan->program.n; i++)
		if (plan->program.operations[i].kind == OP_COPY && plan->program.operations[i].count > most)
			most = plan->program.operations[i].count;
	if (plan->plain || most == 0)
		return OK;
	if (MPI_Pack_size((int)most, plan->type, plan->comm, &plan->packed_bytes) != MPI_SUCCESS ||
	    plan->packed_bytes < 0)
		return error_set(err, ERR_INPUT, "%llu elements of the datatype are more than MPI packs",
				 (unsigned long long)most);
	plan->packed = malloc((size_t)plan->packed_bytes + 1);
	return plan->packed ? OK : error_memory(err, "the elements that a schedule copies");
}

/* Arrays of a length that the program decides. One more each, so that none is empty. */
static enum status allocate_arrays(struct execution *plan, struct error *err)
{
	size_t n = plan->program.n + 1, messages = 1;

	for (size_t i = 0; i < plan->program.n; i++)
		messages += is_message(&plan->program.operations[i]);
	plan->waits = calloc(n, sizeof(*plan->waits));
	plan->left = calloc(n, sizeof(*plan->left));
	plan->first = calloc(n, sizeof(*plan->first));
	plan->followers = calloc(plan->program.n_requirements + 1, sizeof(*plan->followers));
	plan->messages.operations = calloc(n, sizeof(*plan->messages.operations));
	plan->local.operations = calloc(n, sizeof(*plan->local.operations));
	plan->requests = calloc(messages, sizeof(MPI_Request));
	plan->requested = calloc(messages, sizeof(*plan->requested));
	plan->statuses = calloc(messages, sizeof(*plan->statuses));
	plan->completed = calloc(messages, sizeof(*plan->completed));
	if (!plan->waits || !plan->left || !plan->first || !plan->followers || !plan->messages.operations ||
	    !plan->local.operations || !plan->requests || !plan->requested || !plan->statuses || !plan->completed)
		return error_memory(err, "the execution of a schedule");
	return OK;
}

enum status execute_prepare(struct execution *plan, const struct schedule *schedule, MPI_Comm comm, MPI_Datatype type,
			    MPI_Op op, struct error *err)
{
	MPI_Aint true_extent = 0;
	enum status status;
	int rank, size;

	*plan = (struct execution){.comm = comm, .type = type, .op = op};
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	if (schedule->processes != size)
		return error_set(err, ERR_INPUT, "a schedule of %d processes cannot run on a communicator of %d",
				 schedule->processes, size);
	status = schedule->build(schedule->self, rank, &plan->program, err);
	if (status == OK)
		status = rank_program_status(&plan->program, err);
	if (status == OK)
		status = check_operations(plan, err);
	if (status == OK)
		status = look_at_type(plan, &true_extent, err);
	if (status == OK)
		status = allocate_arrays(plan, err);
	if (status == OK)
		status = allocate_scratch(plan, true_extent, err);
	if (status == OK)
		status = allocate_packed(plan, err);
	if (status == OK)
		status = index_followers(plan, err);
	if (status != OK)
		execute_release(plan);
	return status;
}

void execute_release(struct execution *plan)
{
	rank_program_release(&plan->program);
	free(plan->waits);
	free(plan->left);
	free(plan->first);
	free(plan->followers);
	free(plan->messages.operations);
	free(plan->local.operations);
	free(plan->requests);
	free(plan->requested);
	free(plan->statuses);
	free(plan->completed);
	if (!plan->abandoned) { /* else MPI may still send from there */
		free(plan->scratch);
		free(plan->packed);
	}
	*plan = (struct execution){0};
}

/* Collective operations of a trace, as the messages of one process. */
#include "replay/parts.h"

#include "algorithm/algorithm.h"
#include "algorithm/choice.h"
#include "algorithm/decision/decision.h"
#include "base/memory.h"

#include <string.h>

/* Where it is not known what the library chooses: which operation a function is, and by which algorithm it is done. */
struct operation_row {
	enum trace_function blocking, nonblocking;
	int collective;
	const char *algorithm;
	bool approximate; /* another operation stands for it */
};

static const struct operation_row rows[] = {
	{trace_Barrier, trace_Ibarrier, COLLECTIVE_BARRIER, "recursive-doubling", false},
	{trace_Bcast, trace_Ibcast, COLLECTIVE_BCAST, "binomial", false},
	{trace_Gather, trace_Igather, COLLECTIVE_GATHER, "binomial", false},
	{trace_Scatter, trace_Iscatter, COLLECTIVE_SCATTER, "binomial", false},
	{trace_Allgather, trace_Iallgather, COLLECTIVE_ALLGATHER, "bruck", false},
	{trace_Alltoall, trace_Ialltoall, COLLECTIVE_ALLTOALL, "linear", false},
	{trace_Reduce, trace_Ireduce, COLLECTIVE_REDUCE, "binomial", false},
	{trace_Allreduce, trace_Iallreduce, COLLECTIVE_ALLREDUCE, "recursive-doubling", false},
	{trace_Reduce_scatter_block, trace_Ireduce_scatter_block, COLLECTIVE_REDUCE_SCATTER, "recursive-halving",
	 false},
	{trace_Reduce_scatter, trace_Ireduce_scatter, COLLECTIVE_REDUCE_SCATTER, "recursive-halving", true},
	{trace_Scan, trace_Iscan, COLLECTIVE_SCAN, "linear", false},
	{trace_Exscan, trace_Iexscan, COLLECTIVE_SCAN, "linear", true},
};

static const struct place somewhere = {BUFFER_RECEIVE, 0};

static uint64_t bytes_of(const struct trace_side *side)
{
	return side->there ? side->bytes : 0;
}

/* Of blocks that may differ. Of a gather or scatter all but the root know their own alone. */
static uint64_t mean_block(const struct trace_call *call)
{
	const struct trace_side *side = call->receive.n_each > 0 ? &call->receive : &call->send;

	return bytes_of(side) / side->n_each;
}

/* What each process contributes or gets, as the standard counts it: the side that is not in place says it. */
static uint64_t count_of(const struct trace_call *call)
{
	uint64_t sent = bytes_of(&call->send), received = bytes_of(&call->receive);

	if (call->receive.n_each > 0 || call->send.n_each > 0)
		return mean_block(call);
	return sent > received ? sent : received;
}

static bool has_neighbours(enum trace_function function)
{
	enum trace_family family = trace_function_family(function);

	return family == TRACE_NEIGHBOURHOOD || family == TRACE_NEIGHBOURHOOD_BEGIN;
}

/* Peers that are ranks of the communicator become those of the world, which those of neighbours are already; tags those
 * of the communicator's turn. */
static enum status translate(struct replay *replay, struct rank_program *part, const struct trace_call *call,
			     uint64_t turn, struct error *err)
{
	const struct trace_communicator *comm = call->comm;
	bool ranks = !has_neighbours(call->function);

	for (size_t i = 0; i < part->n; i++) {
		struct operation *op = &part->operations[i];

		if (op->kind != OP_SEND && op->kind != OP_RECEIVE)
			continue;
		if (op->kind == OP_RECEIVE)
			op->count = UINT64_MAX; /* the room for it; MPI has seen to it that it is enough */
		if (ranks && op->peer >= 0 && op->peer < comm->n)
			op->peer = comm->members[op->peer];
		op->tag = tags_of_collective(&replay->tags, comm->key, turn, op->tag);
		if (op->tag < 0)
			return error_memory(err, "the tags of a trace");
	}
	return OK;
}

static const struct algorithm_class *algorithm_of(const struct operation_row *row)
{
	return algorithm_find((enum collective)row->collective, row->algorithm, NULL);
}

/* By the algorithm of a choice; *done: false if it cannot do the call. */
static enum status build_by(const struct operation_row *row, const struct algorithm_choice *by,
			    const struct trace_call *trace, struct rank_program *part, bool *done, struct error *err)
{
	const struct algorithm_class *algorithm = by->algorithm;
	const struct call call = {.collective = (enum collective)row->collective,
				  .processes = trace->comm->n,
				  .root = trace->root >= 0 ? trace->root : 0,
				  .count = row->collective == COLLECTIVE_BARRIER ? 0 : count_of(trace),
				  .commutes = !trace->operation || !strstr(trace->operation, "not commutative"),
				  .segment = by->segment,
				  .fanout = by->fanout > 0 || !algorithm ? by->fanout : algorithm->fanout,
				  .order = by->order};
	const struct algorithm_use use = {algorithm, &call};
	struct schedule schedule;

	if (!algorithm || algorithm_check(algorithm, &call, NULL) != OK)
		return OK;
	schedule = algorithm_schedule(&use);
	*done = true;
	return schedule.build(schedule.self, trace->comm->own, part, err);
}

/* The root that a chosen order must have; -1: the communicator has other processes than MPI_COMM_WORLD, or in another
 * order, so that it has none. */
static int root_of(const struct replay *replay, const struct operation_row *row, const struct trace_call *call)
{
	bool rooted = collective_has_root((enum collective)row->collective);

	if (call->comm->n != replay->found.processes)
		return -1;
	for (int i = 0; i < call->comm->n; i++)
		if (call->comm->members[i] != i)
			return -1;
	return rooted ? call->root : 0;
}

/* By the algorithm that somebody chose, if that can do the call. */
static enum status build_chosen(struct replay *replay, const struct operation_row *row, const struct trace_call *call,
				struct rank_program *part, bool *done, struct error *err)
{
	uint64_t count = row && row->collective != COLLECTIVE_BARRIER ? count_of(call) : 0;
	const struct algorithm_choice *choice =
		replay->options.choices && row ? choices_row(replay->options.choices, (enum collective)row->collective,
							     call->comm->n, root_of(replay, row, call), count)
					       : NULL;
	struct algorithm_choice by;
	enum status status;

	if (!choice || (!choice->algorithm && (choice->split < 2 || count < choice->split)))
		return OK;
	by = *choice;
	if (!by.algorithm) { /* the library's own in parts: linear ones stand for them */
		by.algorithm = algorithm_find(by.collective, "split", NULL);
		by.segment = by.split - 1;
	}
	status = build_by(row, &by, call, part, done, err);
	replay->found.unfit += status == OK && !*done;
	replay->found.approximate += status == OK && *done && row->approximate;
	return status;
}

/* What an element of so many bytes of a reduction may be: the trace does not say. */
static uint64_t element_of(uint64_t bytes)
{
	return bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : 1;
}

/* The node of each process of the communicator, in replay->nodes; NULL: they are on one, or without memory. */
static const int *nodes_of(struct replay *replay, const struct trace_communicator *comm)
{
	int *grown = memory_grow(replay->comm_nodes, &replay->comm_node_capacity, (size_t)comm->n, sizeof(*grown));
	bool several = false;

	if (!grown)
		return NULL;
	replay->comm_nodes = grown;
	replay->turn++;
	for (int i = 0; i < comm->n; i++) {
		struct replay_node *node = &replay->nodes[replay->node[comm->members[i]]];

		if (node->turn != replay->turn)
			*node = (struct replay_node){replay->turn, i};
		grown[i] = node->first;
		several = several || grown[i] != 0;
	}
	return several ? grown : NULL;
}

static uint64_t each_of(const struct trace_side *side, int rank)
{
	return side->there && (size_t)rank < side->n_each && side->each[rank] > 0 ? (uint64_t)side->each[rank] : 0;
}

/* What an element of a call's blocks may be. */
static uint64_t element_of_blocks(const struct trace_side *side, bool reduces)
{
	uint64_t size = reduces ? 8 : 1;

	for (size_t i = 0; i < side->n_each; i++) {
		uint64_t own = element_of(each_of(side, (int)i));

		size = own < size ? own : size;
	}
	return size;
}

static bool is_exchange(enum decision_operation operation)
{
	return operation == DECISION_ALLTOALL || operation == DECISION_ALLTOALLV || operation == DECISION_ALLTOALLW;
}

/* The sizes of a call's blocks become those of what, where the trace has them; false without memory. */
static bool add_blocks(struct replay *replay, const struct trace_call *call, struct decision_case *what)
{
	bool exchanges = is_exchange(what->operation);
	size_t n = (size_t)what->processes;
	const struct trace_side *side = what->operation == DECISION_SCATTERV ? &call->send : &call->receive,
				*other = call->send.n_each > 0 ? &call->send : &call->receive;
	uint64_t *grown;

	if (side->n_each < n)
		return true;
	grown = memory_grow(replay->blocks, &replay->block_capacity, 2 * n, sizeof(*grown));
	if (!grown)
		return false;
	replay->blocks = grown;
	what->size = element_of_blocks(side, call->operation != NULL);
	for (size_t i = 0; i < n; i++) {
		grown[i] = each_of(side, (int)i) / what->size;
		grown[n + i] = each_of(other, (int)i) / what->size;
	}
	what->counts = exchanges ? NULL : grown;
	what->from = exchanges ? grown : NULL;
	what->to = exchanges ? grown + n : NULL;
	return true;
}

/* By the algorithm that the traced library chooses, or rules. */
static enum status build_decided(struct replay *replay, int process, const struct trace_call *call,
				 enum decision_operation operation, bool nonblocking, struct rank_program *part,
				 bool *done, struct error *err)
{
	const struct replay_rules *rules = replay->options.rules;
	bool reduces = call->operation != NULL;
	uint64_t bytes = operation == DECISION_BARRIER ? 0 : count_of(call);
	struct decision_case what = {.library = (enum decision_library)replay->library,
				     .operation = operation,
				     .nonblocking = nonblocking,
				     .processes = call->comm->n,
				     .root = call->root >= 0 ? call->root : 0,
				     .size = reduces ? element_of(bytes) : 1,
				     .in_place = is_exchange(operation) && !call->send.there,
				     .commutes = !reduces || !strstr(call->operation, "not commutative"),
				     .predefined = reduces && strncmp(call->operation, "MPI_", 4) == 0,
				     .node = replay->library == LIBRARY_MPICH_4_0 ? nodes_of(replay, call->comm)
										  : NULL};
	struct decision found = {.n = 0};
	enum status status = add_blocks(replay, call, &what) ? OK : replay_no_memory(err);

	what.count = bytes / what.size;
	if (status == OK && rules && rules->choose)
		status = rules->choose(rules->self, process, call, &what, err);
	if (status == OK)
		status = decision_find(&what, call->comm->own, &found, err);
	if (status == OK)
		status = decision_build_found(&what, &found, part, err);
	replay->found.approximate += status == OK && !found.exact;
	decision_release(&found);
	*done = status == OK;
	return status;
}

/* A send to and a receive from a rank of the communicator, under way together with all others; of nothing there is no
 * message. */
static void add_pair(struct rank_program *part, int to, uint64_t sent, int from, uint64_t received)
{
	if (received > 0)
		rank_program_receive(part, from, 0, somewhere, received);
	if (sent > 0)
		rank_program_send(part, to, 0, somewhere, sent);
}

/* Everybody with everybody, the next rank first. */
static void build_alltoallv(const struct trace_call *call, struct rank_program *part)
{
	int n = call->comm->n, own = call->comm->own;
	const struct trace_side *send = call->send.n_each > 0 ? &call->send : &call->receive,
				*receive = call->receive.n_each > 0 ? &call->receive : &call->send;

	for (int i = 1; i < n; i++)
		add_pair(part, (own + i) % n, each_of(send, (own + i) % n), (own + n - i) % n,
			 each_of(receive, (own + n - i) % n));
}

/* Around a ring: each process passes on what it got in the step before. */
static void build_allgatherv(const struct trace_call *call, struct rank_program *part)
{
	int n = call->comm->n, own = call->comm->own;
	size_t before = NO_OPERATION;

	for (int i = 0; i + 1 < n; i++) {
		uint64_t sent = each_of(&call->receive, (own + n - i) % n),
			 received = each_of(&call->receive, (own + 2 * n - i - 1) % n);
		size_t got = NO_OPERATION;

		if (received > 0) {
			got = rank_program_receive(part, (own + n - 1) % n, i & 1, somewhere, received);
			rank_program_after(part, before);
		}
		if (sent > 0) {
			rank_program_send(part, (own + 1) % n, i & 1, somewhere, sent);
			rank_program_after(part, before);
		}
		before = got;
	}
}

/* Between the root and each other process: gathers go one way, scatters the other. */
static void build_rooted(const struct trace_call *call, bool gather, struct rank_program *part)
{
	int n = call->comm->n, own = call->comm->own;
	const struct trace_side *root = gather ? &call->receive : &call->send,
				*leaf = gather ? &call->send : &call->receive;

	if (own != call->root) {
		uint64_t bytes = bytes_of(leaf);

		add_pair(part, call->root, gather ? bytes : 0, call->root, gather ? 0 : bytes);
		return;
	}
	for (int i = 0; i < n; i++) {
		if (i != own)
			add_pair(part, i, gather ? 0 : each_of(root, i), i, gather ? each_of(root, i) : 0);
	}
}

static bool is_one_of(enum trace_function function, enum trace_function a, enum trace_function b)
{
	return function == a || function == b;
}

/* Those whose blocks differ, of a library whose own algorithms are not known. false: it is none. */
static bool build_by_blocks(const struct trace_call *call, struct rank_program *part)
{
	enum trace_function f = call->function;

	if (is_one_of(f, trace_Alltoallv, trace_Ialltoallv) || is_one_of(f, trace_Alltoallw, trace_Ialltoallw))
		build_alltoallv(call, part);
	else if (is_one_of(f, trace_Allgatherv, trace_Iallgatherv))
		build_allgatherv(call, part);
	else if (is_one_of(f, trace_Gatherv, trace_Igatherv))
		build_rooted(call, true, part);
	else if (is_one_of(f, trace_Scatterv, trace_Iscatterv))
		build_rooted(call, false, part);
	else
		return false;
	return true;
}

/* One message to each neighbour and from each; peers are ranks of the world already. */
static void build_neighbours(const struct trace_call *call, struct rank_program *part)
{
	for (size_t i = 0; i < call->receive.n_neighbours; i++) {
		uint64_t bytes = call->receive.n_each > 0 ? each_of(&call->receive, (int)i) : bytes_of(&call->receive);

		if (call->receive.neighbours[i] >= 0)
			rank_program_receive(part, call->receive.neighbours[i], 0, somewhere, bytes);
	}
	for (size_t i = 0; i < call->send.n_neighbours; i++) {
		uint64_t bytes = call->send.n_each > 0 ? each_of(&call->send, (int)i) : bytes_of(&call->send);

		if (call->send.neighbours[i] >= 0)
			rank_program_send(part, call->send.neighbours[i], 0, somewhere, bytes);
	}
}

/* How many nonblocking collective operations the communicator has had in the process, with this one; UINT64_MAX without
 * memory. Blocking ones are not counted: of a pair their messages come in order. */
static uint64_t count_collective(struct replay_process *process, uint64_t comm)
{
	uint64_t before = 0;

	lookup_get(&process->collectives, comm, &before);
	return lookup_put(&process->collectives, comm, before + 1) ? before + 1 : UINT64_MAX;
}

static const struct operation_row *row_of(enum trace_function function)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (is_one_of(function, rows[i].blocking, rows[i].nonblocking))
			return &rows[i];
	}
	return NULL;
}

static enum status build(struct replay *replay, int process, const struct trace_call *call, struct rank_program *part,
			 bool *done, struct error *err)
{
	const struct operation_row *row = row_of(call->function);
	enum decision_operation operation;
	bool nonblocking;
	enum status status;

	if (has_neighbours(call->function)) {
		build_neighbours(call, part);
		*done = call->send.n_neighbours + call->receive.n_neighbours > 0;
		return OK;
	}
	status = build_chosen(replay, row, call, part, done, err);
	if (status != OK || *done)
		return status;
	if (replay->library >= 0 && (row || !trace_info(replay->trace)->blocks_unknown) &&
	    decision_of_function(trace_function_name(call->function), &operation, &nonblocking))
		return build_decided(replay, process, call, operation, nonblocking, part, done, err);
	if (row) {
		replay->found.approximate += row->approximate;
		return build_by(row, &(struct algorithm_choice){.algorithm = algorithm_of(row)}, call, part, done, err);
	}
	*done = !trace_info(replay->trace)->blocks_unknown && build_by_blocks(call, part);
	return OK;
}

/* Whether all of them are processes of the trace; those of dynamic ones are not known. */
static bool has_members(const struct trace_communicator *comm)
{
	for (int i = 0; i < comm->n; i++) {
		if (comm->members[i] < 0)
			return false;
	}
	return comm->own >= 0 && comm->own < comm->n;
}

enum status replay_collective(struct replay *replay, int process, struct replay_thread *thread, bool *done,
			      struct error *err)
{
	const struct trace_call *call = &thread->call;
	uint64_t turn = 0;
	enum status status;

	*done = false;
	rank_program_clear(&thread->part);
	if (!call->comm || call->comm->n_remote > 0 || !has_members(call->comm) || call->root >= call->comm->n)
		return OK;
	if (call->request)
		turn = count_collective(&replay->processes[process], call->comm->key);
	if (turn == UINT64_MAX)
		return error_memory(err, "the communicators of a trace");
	status = build(replay, process, call, &thread->part, done, err);
	if (status == OK)
		status = rank_program_status(&thread->part, err);
	if (status == OK && *done)
		status = translate(replay, &thread->part, call, turn, err);
	return status;
}

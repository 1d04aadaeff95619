#include "mpi/verify/mpich_part.h"

#include "mpi/collective/forced.h"
#include "mpi/live/crowd.h"
#include "mpi/live/ending.h"
#include "mpi/live/yield.h"

#include <stdlib.h>
#include <string.h>

/*
 * Rules of MPICH at work.
 *
 * - Which algorithm ran is told by the messages of each process, in their order: those that the steps of
 *   algorithm/decision send where the selection chooses for each communicator of a step.
 * - The library's own decision is had by telling it, for each operation of its steps, to take what it takes by itself.
 *   Where a call's steps have unlike algorithms of one operation that cannot be said, and is not timed.
 */

static enum decision_operation operation_named(const char *name)
{
	int operation = 0;

	while (strcmp(decision_operation_words[operation], name) != 0)
		operation++;
	return (enum decision_operation)operation;
}

static void set_case(struct verifying *v, enum decision_operation operation, uint64_t bytes)
{
	struct mpich_part *part = v->self;

	part->what = (struct decision_case){.library = LIBRARY_MPICH_4_0,
					    .operation = operation,
					    .processes = v->data.size,
					    .count = bytes,
					    .size = 1,
					    .commutes = true,
					    .predefined = true,
					    .selection = &part->selection,
					    .node = part->node};
}

/* The call that shows a rule: its own; of a rule for some of the communicator's processes one that has it as a step,
 * and of broadcasts, which long ones do not go by, an allreduce. */
static enum status call_of(struct verifying *v, int id, uint64_t bytes, const struct collective_operation **call,
			   struct error *err)
{
	struct mpich_part *part = v->self;
	const struct verify_row row = {.id = id, .processes = v->processes, .level = v->level};
	enum decision_operation own = operation_named(mpich_class(id)->name);
	const enum decision_operation calls[] = {own, DECISION_ALLREDUCE};
	enum status status = OK;

	*call = NULL;
	for (size_t i = 0; status == OK && !*call && i < sizeof(calls) / sizeof(calls[0]); i++) {
		bool has = v->level == TUNED_WHOLE;

		set_case(v, calls[i], bytes);
		part->call = calls[i];
		if (!has)
			status = mpich_has_step(&part->what, &row, NULL, &has, err);
		if (status == OK && has)
			*call = i == 0 ? verifying_operation(v, id) : collective_native("allreduce");
	}
	return status;
}

/* Where the messages of what the selection chooses are not known: whether the library sends the same when it is told to
 * take that. Collective. */
static enum status compare_told(struct verifying *v, const struct collective_operation *operation, unsigned *mask,
				struct error *err)
{
	struct mpich_part *part = v->self;
	struct mpich_sent told;
	bool can = false;
	enum status status = mpich_find_told(v, &part->what, &can, err);
	int mine, all = 0;

	if (!can)
		return status;
	mpich_choose(v, false);
	mpich_see(v, operation, &told);
	mpich_choose(v, true);
	mine = mpich_same_sent(&told, &part->kept);
	MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, v->control);
	*mask |= all ? MPICH_RAN_SELECTED : 0;
	free(told.list);
	return status;
}

static enum status look(struct verifying *v, const struct collective_operation *operation, struct verify_row *row,
			struct error *err)
{
	struct mpich_part *part = v->self;
	struct decision_case own;
	unsigned mine = 0, all = 0;
	bool has = true;
	enum status status;

	set_case(v, part->call, row->bytes);
	mpich_see(v, operation, &part->kept);
	status = mpich_match(v, row, &mine, err);
	MPI_Allreduce(&mine, &all, 1, MPI_UNSIGNED, MPI_BAND, v->control);
	if (status == OK && !(all & MPICH_RAN_KNOWN))
		status = compare_told(v, operation, &all, err);
	if (status == OK)
		status = mpich_tell(part, all, row, err);
	if (status == OK && row->rule.algorithm > 0)
		status = mpich_has_step(&part->what, row, row->name, &has, err);
	row->in_force = all & MPICH_RAN_SELECTED && has;
	own = part->what;
	own.selection = NULL;
	if (status == OK && row->in_force && row->rule.algorithm > 0)
		status = mpich_find_told(v, &own, &row->timed, err);
	free(part->kept.list);
	return status;
}

/* Which endpoint leads to which process: a message to each shows it. Collective. */
static void learn_endpoints(const struct verifying *v)
{
	struct mpich_part *part = v->self;

	for (int from = 0; from < part->processes; from++)
		for (int to = 0; to < part->processes; to++) {
			const struct spy_message *sent;

			if (from == to)
				continue;
			part->forget();
			if (v->data.rank == from)
				MPI_Send(NULL, 0, MPI_BYTE, to, 0, MPI_COMM_WORLD);
			else if (v->data.rank == to)
				MPI_Recv(NULL, 0, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			if (v->data.rank == from && part->sent(&sent) == 1)
				part->endpoints[to] = sent[0].endpoint;
		}
}

/* The node of each process, counted from 0 in order of their first processes. Collective. */
static void find_nodes(const struct verifying *v)
{
	struct mpich_part *part = v->self;
	int first = v->data.rank, known = 0;
	MPI_Comm near;

	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, v->data.rank, MPI_INFO_NULL, &near);
	MPI_Bcast(&first, 1, MPI_INT, 0, near);
	MPI_Allgather(&first, 1, MPI_INT, part->node, 1, MPI_INT, MPI_COMM_WORLD);
	MPI_Comm_free(&near);
	for (int i = 0; i < part->processes; i++)
		part->node[i] = part->node[i] == i ? known++ : part->node[part->node[i]];
}

/* Whether all processes see their messages. Collective. */
static bool sees(const struct verifying *v)
{
	const struct mpich_part *part = v->self;
	int mine = 1, all = 0;

	for (int i = 0; i < part->processes; i++)
		mine = mine && (i == v->data.rank || part->endpoints[i]);
	MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	return all;
}

static enum status verify_processes(struct verifying *v, int processes, struct error *err)
{
	struct mpich_part *part = v->self;
	enum status status;

	MPI_Comm_split(MPI_COMM_WORLD, v->data.rank < processes ? 0 : MPI_UNDEFINED, v->data.rank, &v->data.comm);
	if (v->data.comm == MPI_COMM_NULL) {
		verifying_meet();
		return OK;
	}
	MPI_Comm_dup(v->data.comm, &v->control);
	part->process.data = v->data.comm;
	part->process.control = v->control;
	verifying_take_part(v);
	status = verifying_communicator(v, processes, err);
	verifying_must(status);
	MPI_Comm_free(&v->control);
	MPI_Comm_free(&v->data.comm);
	verifying_meet();
	return status;
}

/* How many processes share the node of the i-th process, or how many nodes there are. */
static int count_of(const struct mpich_part *part, enum tuned_level level, int i)
{
	int sharing = 0, nodes = 0;

	for (int k = 0; k < part->processes; k++) {
		sharing += part->node[k] == part->node[i];
		nodes = part->node[k] >= nodes ? part->node[k] + 1 : nodes;
	}
	return level == TUNED_NODE ? sharing : nodes;
}

/* Rules of a level at work inside the communicator of all processes: for each number that it has there. */
static enum status verify_inside(struct verifying *v, enum tuned_level level, struct error *err)
{
	struct mpich_part *part = v->self;
	enum status status = OK;

	MPI_Comm_dup(MPI_COMM_WORLD, &v->data.comm);
	MPI_Comm_dup(MPI_COMM_WORLD, &v->control);
	part->process.data = v->data.comm;
	part->process.control = v->control;
	verifying_take_part(v);
	v->data.size = part->processes;
	for (int n = 2; status == OK && n < part->processes; n++) {
		bool is_there = false;

		for (int i = 0; i < part->processes; i++)
			is_there = is_there || count_of(part, level, i) == n;
		if (is_there && verifying_names(v, n))
			status = verifying_level(v, level, n, err);
	}
	verifying_must(status);
	MPI_Comm_free(&v->control);
	MPI_Comm_free(&v->data.comm);
	return status;
}

/* Whether the library goes by nodes among all processes. */
static bool has_nodes(const struct mpich_part *part)
{
	int nodes = count_of(part, TUNED_ROOTS, 0);

	return nodes > 1 && nodes < part->processes;
}

/* The selection's rules for a node's processes, or for nodes. */
static enum status verify_level(struct verifying *v, enum tuned_level level, struct error *err)
{
	struct mpich_part *part = v->self;
	const struct mpich_call like = {.nodes = level == TUNED_NODE ? 1 : part->processes,
					.hierarchy = level == TUNED_NODE ? MPICH_NODE : MPICH_NODE_ROOTS};
	const struct tuned_file *whole = v->file;
	struct tuned_file file;
	enum status status = mpich_rules(part->tree, &like, part->processes + 1, &file, err);

	verifying_must(status);
	v->file = &file;
	if (status == OK)
		status = verify_inside(v, level, err);
	verifying_count_left(v);
	v->file = whole;
	tuned_release(&file);
	return status;
}

static enum status verify_all(struct verifying *v, struct error *err)
{
	struct mpich_part *part = v->self;
	enum status status = OK;

	verifying_begin(v, part->processes);
	for (int p = 2; status == OK && p <= part->processes; p++)
		if (verifying_names(v, p))
			status = verify_processes(v, p, err);
	for (int level = TUNED_NODE; status == OK && has_nodes(part) && level <= TUNED_ROOTS; level++)
		status = verify_level(v, (enum tuned_level)level, err);
	verifying_end(v);
	return verifying_correct(v->result, err);
}

/* Rules for communicators of up to these processes, as they lie on nodes. Collective. */
static enum status verify_rules(struct verifying *v, struct error *err)
{
	struct mpich_part *part = v->self;
	struct decision_case whole = {.processes = part->processes, .operation = DECISION_ALLGATHER};
	struct mpich_call like;
	struct tuned_file file;
	enum status status;

	find_nodes(v);
	learn_endpoints(v);
	if (!sees(v))
		return error_set(err, ERR_INPUT,
				 "the messages of this MPI library are not seen: it is not MPICH over UCX");
	like = mpich_step_call(part, &whole);
	status = mpich_rules(part->tree, &like, part->processes + 1, &file, err);
	verifying_must(status);
	v->file = &file;
	status = verify_all(v, err);
	verifying_count_left(v);
	v->file = NULL;
	tuned_release(&file);
	return status;
}

static bool open_part(struct mpich_part *part)
{
	size_t n = (size_t)part->processes;

	part->selection = (struct decision_selection){.choose = mpich_choose_selected, .self = part};
	part->endpoints = calloc(n, sizeof(*part->endpoints));
	part->node = calloc(n, sizeof(*part->node));
	return part->endpoints && part->node;
}

enum status verify_mpich(const struct mpich_tree *tree, double confidence, bool *first, struct verify_result *result,
			 struct error *err)
{
	struct mpich_part part = {.tree = tree};
	struct verifying v = {.class = mpich_class,
			      .result = result,
			      .confidence = confidence,
			      .choose = mpich_choose,
			      .call_of = call_of,
			      .look = look,
			      .self = &part};
	enum status status;

	*result = (struct verify_result){.n = 0};
	MPI_Init(NULL, NULL);
	MPI_Comm_rank(MPI_COMM_WORLD, &v.data.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &part.processes);
	*first = v.data.rank == 0;
	if (crowd_here(MPI_COMM_WORLD))
		yield_begin();
	if (!open_part(&part))
		MPI_Abort(MPI_COMM_WORLD, 1);
	if (!verifying_symbol(SPY_FORGET, &part.forget) || !verifying_symbol(SPY_SENT, &part.sent))
		status = error_set(err, ERR_INPUT, "the library that looks on is not preloaded");
	else
		status = verify_rules(&v, err);
	forced_release(&part.process);
	free(part.endpoints);
	free(part.node);
	ending_synchronise(MPI_COMM_WORLD);
	MPI_Finalize();
	return status;
}

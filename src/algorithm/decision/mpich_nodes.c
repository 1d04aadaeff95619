#include "algorithm/decision/mpich.h"

#include <stdlib.h>
#include <string.h>

/*
 * How MPICH 4.0 goes through nodes: operations among the processes of a node, and among the leaders of nodes, which are
 * their first processes. One node counts too, where it has all processes. Source: src/mpid/ch4/src/ch4_coll_impl.h of
 * v4.0.2 for blocking operations, src/mpi/coll/i*_sched_smp.c for others.
 */

struct nodes {
	const struct decision_case *what;
	struct decision *found;
	int process;
	int *leaders, n_leaders; /* in order of rank */
	int *mine, n_mine;       /* the processes of this process's node; the first is its leader */
	int root_leader;         /* the leader of the root's node */
	bool consecutive;        /* each node's processes follow each other */
	bool out_of_memory;
};

static int node_of(const struct decision_case *what, int process)
{
	return what->node ? what->node[process] : 0;
}

static bool nodes_init(struct nodes *nodes, const struct decision_case *what, int process, struct decision *found)
{
	size_t n = (size_t)what->processes;
	int *leader = malloc(3 * n * sizeof(*leader));

	*nodes = (struct nodes){.what = what, .found = found, .process = process, .consecutive = true};
	nodes->leaders = leader;
	if (!leader)
		return false;
	nodes->mine = leader + n;
	leader += 2 * n; /* by node */
	for (int i = 0; i < what->processes; i++)
		leader[i] = -1;
	for (int i = 0; i < what->processes; i++) {
		int node = node_of(what, i);

		if (leader[node] < 0) {
			leader[node] = i;
			nodes->leaders[nodes->n_leaders++] = i;
		} else if (node != node_of(what, i - 1)) {
			nodes->consecutive = false;
		}
		if (node == node_of(what, process))
			nodes->mine[nodes->n_mine++] = i;
	}
	nodes->root_leader = leader[node_of(what, what->root)];
	return true;
}

static int place_among(const int *members, int n, int process)
{
	for (int i = 0; i < n; i++)
		if (members[i] == process)
			return i;
	return -1;
}

/* The step of what among members, one of which is root, if process is one of them and they are several. */
static void among(struct nodes *nodes, const struct decision_case *what, const int *members, int n, int root,
		  const struct decided *decided)
{
	struct decision_case some = *what;
	int process = place_among(members, n, nodes->process);
	struct decision_step *step;

	if (n < 2 || process < 0)
		return;
	some.processes = n;
	some.root = place_among(members, n, root);
	some.node = NULL;
	some.named = n == what->processes ? what->named : NULL;
	step = decided ? steps_add(nodes->found, &some, process, decided) : mpich_flat(&some, process, nodes->found);
	if (n == nodes->what->processes)
		return;
	step->members = malloc((size_t)n * sizeof(*step->members));
	if (step->members)
		memcpy(step->members, members, (size_t)n * sizeof(*members));
	else
		nodes->out_of_memory = true;
}

static void on_node(struct nodes *nodes, enum decision_operation operation, int root)
{
	struct decision_case some = *nodes->what;

	some.operation = operation;
	some.level = LEVEL_NODE;
	some.named = operation == nodes->what->operation ? nodes->what->named : NULL;
	among(nodes, &some, nodes->mine, nodes->n_mine, root, NULL);
}

static void on_leaders(struct nodes *nodes, enum decision_operation operation, int root)
{
	struct decision_case some = *nodes->what;

	some.operation = operation;
	some.level = LEVEL_LEADERS;
	some.named = operation == nodes->what->operation ? nodes->what->named : NULL;
	among(nodes, &some, nodes->leaders, nodes->n_leaders, root, NULL);
}

/* A broadcast of so many bytes on each node. */
static void tell_node(struct nodes *nodes, uint64_t bytes)
{
	struct decision_case some = *nodes->what;

	some.operation = DECISION_BCAST;
	some.level = LEVEL_NODE;
	some.named = NULL;
	some.count = 1;
	some.size = bytes;
	among(nodes, &some, nodes->mine, nodes->n_mine, nodes->mine[0], NULL);
}

/* One message with the data from a process to another one. */
static void pass_on(struct nodes *nodes, int from, int to)
{
	static const struct decided message = {"message", COLLECTIVE_BCAST, "linear", 0, 0};
	int members[2] = {from < to ? from : to, from < to ? to : from};

	if (from != to)
		among(nodes, nodes->what, members, 2, from, &message);
}

static bool is_with_root(const struct nodes *nodes)
{
	return nodes->mine[0] == nodes->root_leader;
}

static void barrier(struct nodes *nodes)
{
	on_node(nodes, DECISION_BARRIER, nodes->mine[0]);
	on_leaders(nodes, DECISION_BARRIER, nodes->leaders[0]);
	tell_node(nodes, 1);
}

/* The root's data go to its leader by a message, even where all are on one node, or by a broadcast on its node. */
static void bcast(struct nodes *nodes, bool by_message)
{
	bool has_all = !by_message && is_with_root(nodes) && nodes->what->root != nodes->root_leader;

	if (by_message)
		pass_on(nodes, nodes->what->root, nodes->root_leader);
	else if (has_all)
		on_node(nodes, DECISION_BCAST, nodes->what->root);
	on_leaders(nodes, DECISION_BCAST, nodes->root_leader);
	if (!has_all)
		on_node(nodes, DECISION_BCAST, nodes->mine[0]);
}

static void bcast_by_size(struct nodes *nodes)
{
	const struct decision_case *what = nodes->what;
	uint64_t bytes = what->count * what->size;
	bool power = (what->processes & (what->processes - 1)) == 0;

	if (what->nonblocking || what->processes < 8 || bytes < 12288)
		bcast(nodes, true);
	else if (power && bytes < 524288)
		bcast(nodes, false);
	else
		mpich_flat(what, nodes->process, nodes->found);
}

static void allreduce(struct nodes *nodes)
{
	if (nodes->n_leaders == 1 || !nodes->what->commutes || nodes->what->nonblocking) {
		mpich_flat(nodes->what, nodes->process, nodes->found);
		return;
	}
	on_node(nodes, DECISION_REDUCE, nodes->mine[0]);
	on_leaders(nodes, DECISION_ALLREDUCE, nodes->leaders[0]);
	on_node(nodes, DECISION_BCAST, nodes->mine[0]);
}

/* Up to 2 KiB, and always if nonblocking, the root's node is last; else all goes to process 0 and from it to the root.
 */
static void reduce(struct nodes *nodes)
{
	const struct decision_case *what = nodes->what;

	if (!what->commutes) {
		mpich_flat(what, nodes->process, nodes->found);
	} else if (what->nonblocking || what->count * what->size <= 2048) {
		if (!is_with_root(nodes))
			on_node(nodes, DECISION_REDUCE, nodes->mine[0]);
		on_leaders(nodes, DECISION_REDUCE, nodes->root_leader);
		if (is_with_root(nodes))
			on_node(nodes, DECISION_REDUCE, what->root);
	} else {
		on_node(nodes, DECISION_REDUCE, nodes->mine[0]);
		on_leaders(nodes, DECISION_REDUCE, 0);
		pass_on(nodes, 0, what->root);
	}
}

/* A scan on each node, whose result the last passes to the leader; a scan among leaders, of which each passes its
 * result on to the next node's. */
static void scan(struct nodes *nodes)
{
	int leader = place_among(nodes->leaders, nodes->n_leaders, nodes->process);

	if (!nodes->consecutive) {
		mpich_flat(nodes->what, nodes->process, nodes->found);
		return;
	}
	on_node(nodes, DECISION_SCAN, nodes->mine[0]);
	pass_on(nodes, nodes->mine[nodes->n_mine - 1], nodes->mine[0]);
	on_leaders(nodes, DECISION_SCAN, 0);
	if (leader >= 0 && leader < nodes->n_leaders - 1)
		pass_on(nodes, nodes->leaders[leader], nodes->leaders[leader + 1]);
	if (leader > 0)
		pass_on(nodes, nodes->leaders[leader - 1], nodes->leaders[leader]);
	if (!nodes->what->nonblocking)
		tell_node(nodes, sizeof(int));
	if (nodes->mine[0] != 0)
		on_node(nodes, DECISION_BCAST, nodes->mine[0]);
}

static void decide(struct nodes *nodes)
{
	const struct decision_case *what = nodes->what;
	bool by_nodes = nodes->n_leaders < what->processes;

	if (by_nodes && what->operation == DECISION_BARRIER && !what->nonblocking)
		barrier(nodes);
	else if (by_nodes && what->operation == DECISION_BCAST)
		bcast_by_size(nodes);
	else if (by_nodes && what->operation == DECISION_ALLREDUCE)
		allreduce(nodes);
	else if (by_nodes && what->operation == DECISION_REDUCE)
		reduce(nodes);
	else if (by_nodes && what->operation == DECISION_SCAN)
		scan(nodes);
	else
		mpich_flat(what, nodes->process, nodes->found);
}

enum status mpich_decide(const struct decision_case *what, int process, struct decision *found, struct error *err)
{
	struct nodes nodes;

	if (!nodes_init(&nodes, what, process, found))
		return error_memory(err, "the nodes of processes");
	decide(&nodes);
	free(nodes.leaders);
	return nodes.out_of_memory ? error_memory(err, "the processes of a step") : OK;
}

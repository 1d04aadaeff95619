#include "tune/traced/selected.h"

#include "algorithm/decision/decision.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 32 };

/* What a selection has for a communicator of a call. */
struct looked {
	char operation[NAME]; /* "ibcast" */
	struct mpich_call call;
	const struct mpich_algorithm *found, *own;
	struct mpich_way way;
};

/* Looks up a decision's communicators, and keeps the first at which the library aborts. */
struct selected_trial {
	const struct selected *selected;
	bool aborts;
	struct looked first;
};

static bool is_uneven(const struct decision_case *what, uint64_t *total)
{
	bool uneven = false;

	*total = 0;
	for (int p = 0; what->counts && p < what->processes; p++) {
		uneven = uneven || what->counts[p] != what->counts[0];
		*total += what->counts[p];
	}
	return uneven;
}

/* Nodes are named by their first process. */
static void set_nodes(struct mpich_call *call, const struct decision_case *what)
{
	int nodes = 0;

	for (int p = 0; what->node && p < what->processes; p++) {
		nodes += what->node[p] == p;
		call->scattered = call->scattered || (what->node[p] != p && what->node[p] != what->node[p - 1]);
	}
	call->nodes = what->level == LEVEL_LEADERS ? what->processes : nodes > 0 ? nodes : 1;
	call->hierarchy = what->level == LEVEL_NODE        ? MPICH_NODE
			  : what->level == LEVEL_LEADERS   ? MPICH_NODE_ROOTS
			  : call->nodes == what->processes ? MPICH_FLAT
							   : MPICH_IS_PARENT;
}

static void look(const struct selected *selected, const struct decision_case *what, struct looked *looked)
{
	struct mpich_call *call = &looked->call;
	uint64_t total;
	bool uneven = is_uneven(what, &total);

	snprintf(looked->operation, NAME, "%s%s", what->nonblocking ? "i" : "",
		 decision_operation_words[what->operation]);
	*call = (struct mpich_call){.operation = decision_operation_words[what->operation],
				    .processes = what->processes,
				    .irregular = uneven,
				    .in_place = what->in_place,
				    .commutes = what->commutes,
				    .built_in = what->predefined};
	set_nodes(call, what);
	mpich_call_size(call, what->count * what->size);
	call->operation = looked->operation;
	call->count = what->count;
	if (uneven)
		call->total = total * what->size;
	looked->found = mpich_find_way(&selected->tree, call, &looked->way);
	looked->own = mpich_find_own(call);
}

static bool aborts(const struct looked *looked)
{
	const struct mpich_algorithm *found = looked->found;

	return !found || looked->way.untested || strcmp(found->operation, looked->operation) != 0 ||
	       strncmp(found->name, "inter_", 6) == 0 || mpich_lacks(found, &looked->call) != 0;
}

/* As the tables of decisions have it. */
static const char *name_of(const struct looked *looked, const struct decision_case *what)
{
	const char *name = looked->found ? strchr(looked->found->name, '_') : NULL;

	if (looked->found && looked->found == looked->own)
		return decision_selects_own;
	if (!name || (what->nonblocking && (what->level != LEVEL_WHOLE || strncmp(name, "_sched_", 7) != 0)))
		return NULL;
	return what->nonblocking ? name + 7 : name + 1;
}

static const char *choose(const void *self, const struct decision_case *what)
{
	struct looked looked;

	look(self, what, &looked);
	return name_of(&looked, what);
}

void selected_begin(struct selected *selected)
{
	selected->selection = (struct decision_selection){.choose = choose, .self = selected};
}

static const char *try_name(const void *self, const struct decision_case *what)
{
	struct selected_trial *trial = *(struct selected_trial *const *)self;
	struct looked looked;

	look(trial->selected, what, &looked);
	if (!trial->aborts && aborts(&looked)) {
		trial->aborts = true;
		trial->first = looked;
		trial->first.call.operation = trial->first.operation;
	}
	return name_of(&looked, what);
}

static const char *need_of(unsigned lacks)
{
	return lacks & MPICH_POWER_OF_2     ? "a power of two of processes"
	       : lacks & MPICH_IN_PLACE     ? "calls with MPI_IN_PLACE"
	       : lacks & MPICH_OUT_OF_PLACE ? "calls without MPI_IN_PLACE"
	       : lacks & MPICH_COMMUTES     ? "reductions that commute"
	       : lacks & MPICH_BUILT_IN     ? "MPI's own reductions"
	       : lacks & MPICH_MANY         ? "as many elements as processes"
	       : lacks & MPICH_PARENT       ? "communicators that are split by nodes"
					    : "blocks of one size";
}

/* Why the library aborts in a call. */
static enum status refuse(const struct selected *selected, const struct looked *looked, struct error *err)
{
	const char *path = selected->path ? selected->path : "the selection", *operation = looked->operation;
	const struct mpich_algorithm *found = looked->found;
	int processes = looked->call.processes;

	if (!found && looked->way.line == 0)
		return error_set(err, ERR_INPUT,
				 "%s: %s among %d processes: it has no algorithm for this, and the library aborts",
				 path, operation, processes);
	if (!found)
		return error_set(err, ERR_INPUT,
				 "%s, line %zu: %s among %d processes, of %" PRIu64
				 " B: no test holds, and the library aborts",
				 path, looked->way.line, operation, processes, looked->call.mean);
	if (looked->way.untested)
		return error_set(
			err, ERR_INPUT,
			"%s, line %zu: %s among %d processes: a test that it has not leads here, and the library "
			"aborts",
			path, looked->way.line, operation, processes);
	if (strcmp(found->operation, operation) != 0 || strncmp(found->name, "inter_", 6) == 0)
		return error_set(err, ERR_INPUT,
				 "%s, line %zu: %s among %d processes: %s of %s is not for it, and the library aborts",
				 path, looked->way.line, operation, processes, found->name, found->operation);
	return error_set(err, ERR_INPUT,
			 "%s, line %zu: %s among %d processes: %s is for %s: the library aborts, or data are wrong",
			 path, looked->way.line, operation, processes, found->name,
			 need_of(mpich_lacks(found, &looked->call)));
}

/* All communicators that a process goes by in a call. */
static enum status try_call(struct selected_trial *trial, int rank, const struct decision_case *what, struct error *err)
{
	const struct decision_selection selection = {.choose = try_name, .self = &trial};
	struct decision_case tried = *what;
	struct decision found;
	enum status status;

	tried.selection = &selection;
	status = decision_find(&tried, rank, &found, err);
	decision_release(&found);
	return status;
}

enum status selected_choose(const struct selected *selected, int rank, struct decision_case *what, struct error *err)
{
	struct selected_trial trial = {.selected = selected};
	enum status status = OK;

	if (what->nonblocking) {
		look(selected, what, &trial.first);
		trial.aborts = aborts(&trial.first);
		what->selection = trial.first.found == trial.first.own ? NULL : &selected->selection;
	} else {
		status = try_call(&trial, rank, what, err);
		what->selection = &selected->selection;
	}
	return status == OK && trial.aborts ? refuse(selected, &trial.first, err) : status;
}

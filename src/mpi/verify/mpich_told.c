#include "mpi/verify/mpich_part.h"

#include "mpi/collective/forced.h"

#include <stdio.h>
#include <string.h>

static const char *collective_of(enum decision_operation operation)
{
	return operation == DECISION_REDUCE_SCATTER_BLOCK ? "reduce_scatter"
	       : operation == DECISION_REDUCE_SCATTER     ? "reduce_scatterv"
							  : decision_operation_words[operation];
}

/* What the library is told to take for an operation; false: two algorithms of one. */
static bool add_forced(struct mpich_part *part, enum decision_operation operation, const char *name)
{
	const char *collective = collective_of(operation);
	struct setup *added;

	for (int i = 0; i < part->n_forced; i++)
		if (strcmp(part->forced[i].collective, collective) == 0)
			return strcmp(part->forced[i].forced, name) == 0;
	if (part->n_forced == MPICH_FORCED_MOST)
		return false;
	added = &part->forced[part->n_forced++];
	*added = (struct setup){.operation = OPERATION_SEND};
	snprintf(added->collective, sizeof(added->collective), "%s", collective);
	snprintf(added->forced, sizeof(added->forced), "%s", name);
	return true;
}

/* What the library does for a call, at each process, as what it is to be told; *can: no two things of one operation. */
static enum status find_all(struct mpich_part *part, const struct decision_case *call, bool *can, struct error *err)
{
	struct decision_case what = *call;
	enum status status = OK;

	part->n_forced = 0;
	*can = true;
	for (int p = 0; status == OK && p < what.processes; p++) {
		struct decision decision;

		status = decision_find(&what, p, &decision, err);
		for (int i = 0; status == OK && i < decision.n; i++)
			if (!decision_is_message(&decision.step[i]))
				*can = add_forced(part, decision_step_operation(&what, &decision.step[i]),
						  decision.step[i].name) &&
				       *can;
		decision_release(&decision);
	}
	return status;
}

/* Whether every process can tell its library what to take. Collective. */
static bool can_force(const struct verifying *v, bool can)
{
	const struct mpich_part *part = v->self;
	struct error err = {.status = OK};
	int mine = can, all = 0;

	for (int i = 0; i < part->n_forced; i++)
		mine = mine && forced_check(&part->forced[i], &err) == OK;
	MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, v->control);
	return all;
}

enum status mpich_find_told(struct verifying *v, const struct decision_case *call, bool *can, struct error *err)
{
	enum status status = find_all(v->self, call, can, err);

	*can = can_force(v, status == OK && *can);
	return status;
}

void mpich_choose(struct verifying *v, bool rules)
{
	struct mpich_part *part = v->self;
	MPI_Comm ignored;
	struct error err = {.status = OK};

	if (part->is_forced != rules)
		return;
	for (int i = 0; i < part->n_forced; i++)
		if (rules)
			forced_end(&part->forced[i]);
		else if (forced_begin(&part->process, &part->forced[i], &ignored, &err) != OK)
			MPI_Abort(MPI_COMM_WORLD, 1); /* forced_check has let it pass */
	part->is_forced = !rules;
}

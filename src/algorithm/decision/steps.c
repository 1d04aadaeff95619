#include "algorithm/decision/steps.h"

uint64_t decision_total(const struct decision_case *what)
{
	uint64_t total = 0;

	if (!what->counts)
		return what->count * (uint64_t)what->processes;
	for (int i = 0; i < what->processes; i++)
		total += what->counts[i];
	return total;
}

bool decision_is_uneven(const struct decision_case *what)
{
	for (int i = 1; what->counts && i < what->processes; i++)
		if (what->counts[i] != what->counts[0])
			return true;
	return false;
}

struct decision_step *steps_add(struct decision *found, const struct decision_case *what, int process,
				const struct decided *decided)
{
	struct decision_step *step = &found->step[found->n++];
	struct error ignored = {0};

	*step = (struct decision_step){
		.algorithm = algorithm_find(decided->collective, decided->algorithm, &ignored),
		.name = decided->name,
		.exact = !(decided->is & NEAREST) &&
			 (collective_has_counts(decided->collective) ||
			  decision_sizes_known(what, decided->collective) || !decision_is_uneven(what)),
		.fanout = decided->fanout,
		.count = what->counts && !collective_has_counts(decided->collective)
				 ? decision_total(what) / (uint64_t)what->processes
				 : what->count,
		.size = what->size,
		.processes = what->processes,
		.root = what->root,
		.process = process,
		.swaps = decided->is & SWAPS,
		.level = what->level,
	};
	/* What would reorder operands falls back to sonde's linear; only Open MPI's own decisions know that. */
	if (step->algorithm->takes & NEEDS_COMMUTES && !what->commutes && what->library == LIBRARY_MPICH_4_0)
		step->exact = false;
	return step;
}

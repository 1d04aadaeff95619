#include "tune/candidates.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const int fanouts[] = {1, 2, 4};

bool tune_operation(const struct tune_library *library, int id, enum decision_operation *operation)
{
	const struct tuned_class *class = library->class(id);

	for (int k = 0; class->n > 0 && decision_operation_words[k]; k++) {
		*operation = (enum decision_operation)k;
		if (strcmp(decision_operation_words[k], class->name) == 0)
			return true;
	}
	return false;
}

static enum status add(struct tune_candidates *candidates, int algorithm, int fanout, uint64_t segment,
		       struct error *err)
{
	struct tune_candidate *grown =
		memory_grow(candidates->list, &candidates->capacity, candidates->n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "the candidates of a rule");
	candidates->list = grown;
	candidates->list[candidates->n++] = (struct tune_candidate){algorithm, fanout, segment};
	return OK;
}

/* An algorithm with each of the segments, which it takes or not. */
static enum status add_segments(struct tune_candidates *candidates, int algorithm, int fanout, bool takes,
				const struct size_list *segments, struct error *err)
{
	enum status status = add(candidates, algorithm, fanout, 0, err);

	for (size_t i = 0; status == OK && takes && i < segments->n; i++)
		if (segments->bytes[i] > 0)
			status = add(candidates, algorithm, fanout, segments->bytes[i], err);
	return status;
}

static enum status add_algorithm(struct tune_candidates *candidates, int algorithm, unsigned makes, int processes,
				 const struct size_list *segments, struct error *err)
{
	bool takes = makes & TUNED_SEGMENT;
	enum status status = OK;

	if (makes & TUNED_PAIR && processes != 2)
		return OK;
	if ((makes & TUNED_EVEN && processes % 2 != 0) ||
	    (makes & TUNED_POWER_OF_2 && (processes & (processes - 1)) != 0))
		return OK; /* another one, which is a candidate itself, would take its place */
	if (!(makes & TUNED_FANOUT))
		return add_segments(candidates, algorithm, 0, takes, segments, err);
	for (size_t i = 0; status == OK && i < sizeof(fanouts) / sizeof(fanouts[0]) && fanouts[i] < processes; i++)
		status = add_segments(candidates, algorithm, fanouts[i], takes, segments, err);
	return status;
}

enum status tune_candidates_find(const struct tune_library *library, int id, int processes,
				 const struct size_list *segments, struct tune_candidates *candidates,
				 struct error *err)
{
	const struct tuned_class *class = library->class(id);
	enum status status;

	*candidates = (struct tune_candidates){.n = 0};
	status = add(candidates, 0, 0, 0, err);
	for (int k = 1; status == OK && k < class->n; k++)
		if (!library->lacks ||
		    !library->lacks(library, id, &(struct tune_candidate){.algorithm = k}, processes))
			status = add_algorithm(candidates, k, class->algorithms[k].makes, processes, segments, err);
	return status;
}

void tune_candidate_take(const struct tune_library *library, int id, const struct tune_candidate *candidate,
			 struct decision_case *what)
{
	if (library->decision == LIBRARY_MPICH_4_0 && candidate->algorithm > 0)
		what->named = library->class(id)->algorithms[candidate->algorithm].name;
	what->algorithm = candidate->algorithm;
	what->fanout = candidate->fanout;
	what->segment = candidate->segment;
}

void tune_candidates_release(struct tune_candidates *candidates)
{
	free(candidates->list);
	*candidates = (struct tune_candidates){.n = 0};
}

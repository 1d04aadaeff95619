#include "schedule/repeated.h"

#include <stdlib.h>

/* Marks the operations whose end another one waits for: whoever waits for that waits for them, too. */
static void mark_awaited(const struct rank_program *program, bool *awaited)
{
	for (size_t k = 0; k < program->n_requirements; k++)
		if (!program->requirements[k].start)
			awaited[program->requirements[k].on] = true;
}

/* All times of a process, one after the other. */
static void append_all(struct rank_program *to, const struct rank_program *own, const bool *awaited, size_t times)
{
	size_t behind = NO_OPERATION;

	for (size_t t = 0; t < times && !to->out_of_memory; t++) {
		size_t begin = to->n;

		for (size_t i = 0; i < own->n; i++)
			rank_program_append(to, own, i, begin, behind);
		if (t + 1 == times)
			break;
		behind = rank_program_compute(to, 0);
		for (size_t i = 0; i < own->n; i++)
			if (!awaited[i])
				rank_program_after(to, begin + i);
	}
}

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct schedule_repetition *repetition = self;
	struct rank_program own = {0};
	enum status status = repetition->schedule->build(repetition->schedule->self, process, &own, err);
	bool *awaited = status == OK ? calloc(own.n + 1, sizeof(*awaited)) : NULL;

	if (status == OK && !awaited)
		status = error_memory(err, "a process of a schedule");
	if (status == OK && own.n > 0) {
		mark_awaited(&own, awaited);
		append_all(program, &own, awaited, repetition->times);
	}
	program->scratch = own.scratch;
	free(awaited);
	rank_program_release(&own);
	return status == OK ? rank_program_status(program, err) : status;
}

struct schedule schedule_repeated(const struct schedule_repetition *repetition)
{
	return (struct schedule){.processes = repetition->schedule->processes, .build = build, .self = repetition};
}

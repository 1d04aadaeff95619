#include "schedule/delayed.h"

/* Appends an operation of another program, which waits for what it waited for, one place further on, or for the delay.
 */
static void append(struct rank_program *to, const struct rank_program *from, size_t i)
{
	size_t n = rank_program_requirement_count(from, i);
	struct operation *op;

	rank_program_compute(to, 0);
	if (to->out_of_memory)
		return;
	op = &to->operations[to->n - 1];
	*op = from->operations[i];
	op->first = (uint32_t)to->n_requirements;
	if (n == 0)
		rank_program_after(to, 0);
	for (size_t k = 0; k < n; k++) {
		const struct requirement *r = &from->requirements[from->operations[i].first + k];

		if (r->start)
			rank_program_after_start(to, (size_t)r->on + 1);
		else
			rank_program_after(to, (size_t)r->on + 1);
	}
}

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct schedule_delay *delay = self;
	struct rank_program own = {0};
	enum status status = delay->schedule->build(delay->schedule->self, process, &own, err);

	rank_program_compute(program, (uint64_t)(delay->delays[process] * 1e9 + 0.5));
	for (size_t i = 0; status == OK && i < own.n; i++)
		append(program, &own, i);
	program->scratch = own.scratch;
	rank_program_release(&own);
	return status == OK ? rank_program_status(program, err) : status;
}

struct schedule schedule_delayed(const struct schedule_delay *delay)
{
	return (struct schedule){.processes = delay->schedule->processes, .build = build, .self = delay};
}

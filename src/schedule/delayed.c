#include "schedule/delayed.h"

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct schedule_delay *delay = self;
	struct rank_program own = {0};
	enum status status = delay->schedule->build(delay->schedule->self, process, &own, err);

	rank_program_compute(program, (uint64_t)(delay->delays[process] * 1e9 + 0.5));
	for (size_t i = 0; status == OK && i < own.n; i++)
		rank_program_append(program, &own, i, 1, 0);
	program->scratch = own.scratch;
	rank_program_release(&own);
	return status == OK ? rank_program_status(program, err) : status;
}

struct schedule schedule_delayed(const struct schedule_delay *delay)
{
	return (struct schedule){.processes = delay->schedule->processes, .build = build, .self = delay};
}

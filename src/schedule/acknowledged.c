#include "schedule/acknowledged.h"

enum { TAG_ACKNOWLEDGED = 1 << 30 };

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct schedule_acknowledgement *a = self;
	const struct place nothing = {BUFFER_RECEIVE, 0};
	enum status status = a->schedule->build(a->schedule->self, process, program, err);
	size_t n = program->n;

	if (status != OK || (process != a->from && process != a->to))
		return status;
	if (process == a->from)
		rank_program_send(program, a->to, TAG_ACKNOWLEDGED, nothing, 0);
	else
		rank_program_receive(program, a->from, TAG_ACKNOWLEDGED, nothing, 0);
	for (size_t i = 0; i < n; i++)
		rank_program_after(program, i);
	return rank_program_status(program, err);
}

struct schedule schedule_acknowledged(const struct schedule_acknowledgement *acknowledgement)
{
	return (struct schedule){
		.processes = acknowledgement->schedule->processes, .build = build, .self = acknowledgement};
}

#include "schedule/totals.h"

static void add_program(struct schedule_totals *totals, const struct rank_program *program)
{
	totals->operations += program->n;
	for (size_t i = 0; i < program->n; i++) {
		const struct operation *operation = &program->operations[i];

		if (operation->kind != OP_SEND)
			continue;
		totals->messages++;
		totals->bytes += operation->count;
		if (operation->count > totals->largest)
			totals->largest = operation->count;
	}
}

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct schedule_counter *counter = self;
	enum status status = counter->schedule->build(counter->schedule->self, process, program, err);

	if (status == OK)
		add_program(counter->totals, program);
	return status;
}

static void place(const void *self, int process, size_t operation, char *text, size_t room)
{
	const struct schedule_counter *counter = self;

	counter->schedule->place(counter->schedule->self, process, operation, text, room);
}

struct schedule schedule_counted(const struct schedule_counter *counter)
{
	return (struct schedule){.processes = counter->schedule->processes,
				 .build = build,
				 .self = counter,
				 .place = counter->schedule->place ? place : NULL};
}

enum status schedule_count(const struct schedule *schedule, struct schedule_totals *totals, struct error *err)
{
	struct rank_program program = {0};
	enum status status = OK;

	*totals = (struct schedule_totals){0};
	for (int p = 0; p < schedule->processes && status == OK; p++) {
		rank_program_clear(&program);
		status = schedule->build(schedule->self, p, &program, err);
		if (status == OK)
			status = rank_program_status(&program, err);
		if (status == OK)
			add_program(totals, &program);
	}
	rank_program_release(&program);
	return status;
}

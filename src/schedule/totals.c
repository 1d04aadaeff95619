#include "schedule/totals.h"

static void add_part(struct schedule_totals *totals, const struct part *part)
{
	totals->operations += part->n;
	for (size_t i = 0; i < part->n; i++) {
		const struct operation *operation = &part->operations[i];

		if (operation->kind != OP_SEND)
			continue;
		totals->messages++;
		totals->bytes += operation->count;
		if (operation->count > totals->largest)
			totals->largest = operation->count;
	}
}

static enum status build(const void *self, int process, struct part *part, struct error *err)
{
	const struct schedule_counter *counter = self;
	enum status status = counter->schedule->build(counter->schedule->self, process, part, err);

	if (status == OK)
		add_part(counter->totals, part);
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
	struct part part = {0};
	enum status status = OK;

	*totals = (struct schedule_totals){0};
	for (int p = 0; p < schedule->processes && status == OK; p++) {
		part_clear(&part);
		status = schedule->build(schedule->self, p, &part, err);
		if (status == OK)
			status = part_status(&part, err);
		if (status == OK)
			add_part(totals, &part);
	}
	part_release(&part);
	return status;
}

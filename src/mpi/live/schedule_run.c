#include "mpi/live/schedule_run.h"

#include "mpi/live/driver.h"
#include "mpi/live/platform.h"
#include "mpi/live/schedule_part.h"

#include <limits.h>
#include <stdlib.h>

/* Builds the program of a process. ERR_INPUT if it is more than one message holds. */
static enum status build(const struct schedule *schedule, int process, struct rank_program *program, struct error *err)
{
	enum status status;

	rank_program_clear(program);
	status = schedule->build(schedule->self, process, program, err);
	if (status == OK)
		status = rank_program_status(program, err);
	if (status == OK && (program->n > INT_MAX / sizeof(*program->operations) ||
			     program->n_requirements > INT_MAX / sizeof(*program->requirements)))
		status = error_set(err, ERR_INPUT,
				   "process %d has %zu operations with %zu requirements: more than a process is told "
				   "at once",
				   process, program->n, program->n_requirements);
	return status;
}

/* How long all programs are: orders[rank]. */
static enum status measure_programs(const struct schedule *schedule, const struct schedule_timing *timing,
				    struct schedule_order *orders, struct error *err)
{
	struct rank_program program = {0};
	enum status status = OK;

	for (int p = 0; status == OK && p < schedule->processes; p++) {
		status = build(schedule, p, &program, err);
		orders[p] = (struct schedule_order){.operations = program.n,
						    .requirements = program.n_requirements,
						    .warmup = timing->warmup,
						    .repetitions = timing->repetitions};
	}
	rank_program_release(&program);
	return status;
}

/* Sends every other process its program. One that cannot be built any more is an empty one: nobody is left waiting. */
static void send_programs(const struct schedule *schedule, const struct process *process,
			  const struct schedule_order *orders, struct error *err)
{
	struct rank_program program = {0};

	for (int p = 1; p < process->size; p++) {
		bool sound = build(schedule, p, &program, err) == OK && program.n == orders[p].operations &&
			     program.n_requirements == orders[p].requirements;

		MPI_Send(program.operations, sound ? (int)(program.n * sizeof(*program.operations)) : 0, MPI_BYTE, p,
			 TAG_DATA, process->control);
		MPI_Send(program.requirements,
			 sound ? (int)(program.n_requirements * sizeof(*program.requirements)) : 0, MPI_BYTE, p,
			 TAG_DATA, process->control);
	}
	rank_program_release(&program);
}

/* One repetition may take as long as an experiment. */
static void renew_alarm(void *self)
{
	struct live *l = self;

	live_set_alarm(l, l->patience);
}

/* All processes carry it out, this one too. */
static void carry_out(struct live *l, const struct schedule *schedule, const struct schedule_order *orders,
		      struct schedule_timing *timing, struct error *first)
{
	struct schedule_part part = {.process = &l->process,
				     .order = &orders[0],
				     .seconds = timing->seconds,
				     .renew = renew_alarm,
				     .self = l};
	struct error why = {0};
	enum status status = build(schedule, 0, &part.program, &why);

	for (int p = 1; p < l->process.size; p++) {
		struct order order = {.kind = ORDER_SCHEDULE, .schedule = orders[p]};

		live_tell(l, p, &order);
	}
	if (schedule_part_agree(&l->process, status == OK)) {
		send_programs(schedule, &l->process, orders, &why);
		status = schedule_part_run(&part, &why);
	}
	if (why.status != OK)
		error_set(first, why.status, "%s", why.text);
	for (int p = 1; p < l->process.size; p++)
		live_hear_reply(l, p, first);
	timing->discarded = part.discarded;
	rank_program_release(&part.program);
}

enum status schedule_run(struct platform *platform, const struct schedule *schedule, struct schedule_timing *timing,
			 struct error *err)
{
	struct live *l = live_of(platform);
	size_t n = (size_t)l->process.size;
	struct schedule_order *orders = calloc(n, sizeof(*orders));
	struct error first = {0};

	timing->seconds = calloc(n * timing->repetitions + 1, sizeof(*timing->seconds));
	if (!orders || !timing->seconds)
		error_memory(&first, "the times of a schedule");
	else if (schedule->processes != l->process.size)
		error_set(&first, ERR_INPUT,
			  "the schedule is one of %d processes, and %d were started: start as many as it has",
			  schedule->processes, l->process.size);
	else if (live_is_whole(l, &first) && measure_programs(schedule, timing, orders, &first) == OK)
		carry_out(l, schedule, orders, timing, &first);
	live_set_alarm(l, 0);
	free(orders);
	return first.status == OK ? OK : error_set(err, first.status, "%s", first.text);
}

#include "mpi/live/schedule_part.h"

#include "mpi/clock.h"
#include "mpi/execute/execute.h"
#include "mpi/meeting.h"
#include "mpi/portable.h"

#include <math.h>
#include <stdlib.h>

enum { SILENCE_FACTOR = 2 };

/* Bytes: receives lie one behind the other in a buffer of so much, if none is larger, and then from its start again. */
#define RECEIVE_ROOM ((uint64_t)64 << 20)

bool schedule_part_agree(const struct process *process, bool ready)
{
	int mine = ready, all = 0;

	MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, process->control);
	return all;
}

/* What both buffers must hold. */
static uint64_t room_of(const struct rank_program *program)
{
	uint64_t largest = 1, received = 0;

	for (size_t i = 0; i < program->n; i++) {
		const struct operation *op = &program->operations[i];

		if (op->kind != OP_SEND && op->kind != OP_RECEIVE)
			continue;
		largest = op->count > largest ? op->count : largest;
		if (op->kind == OP_RECEIVE && received < RECEIVE_ROOM)
			received += op->count < RECEIVE_ROOM ? op->count : RECEIVE_ROOM;
	}
	return largest > received ? largest : received;
}

/* Sends are from the start of a buffer; receives that are under way together are apart, as far as there is room. */
static void assign_buffers(struct rank_program *program, uint64_t room)
{
	uint64_t at = 0;

	for (size_t i = 0; i < program->n; i++) {
		struct operation *op = &program->operations[i];

		op->from = BUFFER_SEND;
		op->to = BUFFER_RECEIVE;
		op->from_offset = op->to_offset = 0;
		if (op->kind == OP_COPY || op->kind == OP_REDUCE)
			*op = (struct operation){.kind = OP_COMPUTE, .first = op->first};
		if (op->kind != OP_RECEIVE)
			continue;
		if (at + op->count > room)
			at = 0;
		op->to_offset = at;
		at += op->count;
	}
}

static enum status check_processors(const struct schedule_part *part, struct error *err)
{
	for (size_t i = 0; i < part->program.n; i++) {
		const struct operation *op = &part->program.operations[i];

		if (op->cpu > 0 || op->nic > 0)
			return error_set(err, ERR_INPUT,
					 "process %d, operation %zu, is for %s %d: a process is carried out by one "
					 "thread, and has CPU 0 and NIC 0 alone",
					 part->process->rank, i, op->cpu > 0 ? "CPU" : "NIC",
					 op->cpu > 0 ? op->cpu : op->nic);
	}
	return OK;
}

/* A copy of the program that was received. */
static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct rank_program *own = self;

	(void)process;
	for (size_t i = 0; i < own->n; i++) {
		size_t n = rank_program_requirement_count(own, i), added = rank_program_compute(program, 0);

		if (added == NO_OPERATION)
			break;
		program->operations[added] = own->operations[i];
		program->operations[added].first = (uint32_t)program->n_requirements;
		for (size_t r = 0; r < n; r++) {
			const struct requirement on = own->requirements[own->operations[i].first + r];

			if (on.start)
				rank_program_after_start(program, on.on);
			else
				rank_program_after(program, on.on);
		}
	}
	return rank_program_status(program, err);
}

static enum status prepare(struct schedule_part *part, struct execution *plan, struct error *err)
{
	struct process *process = part->process;
	const struct schedule schedule = {.processes = process->size, .build = build, .self = &part->program};
	uint64_t room = room_of(&part->program);
	enum status status = check_processors(part, err);

	assign_buffers(&part->program, room);
	/* Before the buffers: it says of a message that MPI does not take what is wrong with it. */
	if (status == OK)
		status = execute_prepare(plan, &schedule, process->data, MPI_BYTE, MPI_OP_NULL, err);
	if (status == OK) {
		status = buffers_reserve(&process->buffers, (size_t)room, process->neighbours, err);
		if (status != OK)
			execute_release(plan);
	}
	return status;
}

/* Once. row: at process 0, of each process. Whether all were in time, and none spoke before the last had ended. */
static bool time_once(struct schedule_part *part, struct execution *plan, double *silence, double *row, int *code)
{
	struct process *process = part->process;
	double start, began, mine[3], all[3] = {0}, end;
	bool in_time, silent;

	if (part->renew)
		part->renew(part->self);
	mine[1] = meeting_begin(process, &start, &began);
	*code = execute_run(plan, process->buffers.send, process->buffers.receive);
	end = mine[0] = synchronise_global(&process->clocks, MPI_Wtime());
	mine[2] = -began;
	if (*silence > 0)
		clock_until(start + *silence);
	MPI_Allreduce(mine, all, 3, MPI_DOUBLE, MPI_MAX, process->control);
	MPI_Gather(&end, 1, MPI_DOUBLE, row, 1, MPI_DOUBLE, 0, process->control);
	for (int p = 0; row && p < process->size; p++)
		row[p] += all[2];
	in_time = meeting_judge(process, all[1]);
	silent = !PORTABLE_SIMULATED || (*silence > 0 && all[0] <= start + *silence);
	if (!silent)
		*silence = SILENCE_FACTOR * (all[0] + all[2]);
	return in_time && silent;
}

static enum status time_all(struct schedule_part *part, struct execution *plan, struct error *err)
{
	struct process *process = part->process;
	struct window *window = &process->clocks.window;
	size_t whole = part->order->warmup + part->order->repetitions, done = 0;
	double silence = 0;
	int code = MPI_SUCCESS;

	meeting_prepare(process);
	while (done < whole && code == MPI_SUCCESS && !window_is_exhausted(window)) {
		size_t r = done < part->order->warmup ? 0 : done - part->order->warmup;
		double *row = part->seconds ? part->seconds + r * (size_t)process->size : NULL;

		done += time_once(part, plan, &silence, row, &code);
	}
	part->discarded = window->discarded;
	window->discarded = 0;
	if (code != MPI_SUCCESS)
		return error_set(err, ERR_PLATFORM, "MPI failed at process %d while it carried out the schedule",
				 process->rank);
	if (done == whole)
		return OK;
	*window = (struct window){0};
	return error_set(err, ERR_PLATFORM,
			 "the processes began late again and again, also where they agreed on the beginning half a "
			 "second before: the machine is too busy to time a schedule");
}

enum status schedule_part_run(struct schedule_part *part, struct error *err)
{
	struct execution plan = {.waits = NULL};
	enum status status = prepare(part, &plan, err);

	if (!schedule_part_agree(part->process, status == OK)) {
		execute_release(&plan);
		return status;
	}
	status = time_all(part, &plan, err);
	execute_release(&plan);
	return status;
}

enum status schedule_part_serve(struct process *process, const struct schedule_order *order, struct error *err)
{
	struct schedule_part part = {.process = process, .order = order};
	struct rank_program *program = &part.program;
	enum status status = OK;
	bool ready;

	program->operations = calloc(order->operations + 1, sizeof(*program->operations));
	program->requirements = calloc(order->requirements + 1, sizeof(*program->requirements));
	program->n = program->capacity = order->operations;
	program->n_requirements = program->requirement_capacity = order->requirements;
	ready = program->operations && program->requirements;
	if (!ready)
		status = error_memory(err, "the operations of a schedule");
	if (schedule_part_agree(process, ready)) {
		MPI_Recv(program->operations, (int)(program->n * sizeof(*program->operations)), MPI_BYTE, 0, TAG_DATA,
			 process->control, MPI_STATUS_IGNORE);
		MPI_Recv(program->requirements, (int)(program->n_requirements * sizeof(*program->requirements)),
			 MPI_BYTE, 0, TAG_DATA, process->control, MPI_STATUS_IGNORE);
		status = schedule_part_run(&part, err);
	}
	rank_program_release(program);
	return status;
}

#include "predict/room.h"

#include "base/memory_left.h"

#include <stdio.h>

/* Bytes: of an operation and of a process while they are simulated, the least that was seen (messages that are under
 * way take as much again), and of an operation while its process is built. */
enum { OPERATION = 40, PROCESS = 200, BUILT = 100 };

/* Below both a simulation takes no memory to speak of. */
enum { PROCESSES_MANY = 4096, SEGMENTS_MANY = 65536 };

/* What a call comes to. */
struct needs {
	double operations, bytes;
};

/* Operations of a process of the schedule; < 0 with *err set: it cannot be built. */
static double operations_of(const struct schedule *schedule, int process, struct error *err)
{
	struct rank_program program = {.n = 0};
	enum status status = schedule->build(schedule->self, process, &program, err);
	double n = status == OK ? (double)program.n : -1;

	rank_program_release(&program);
	return n;
}

/* By some of its processes: the first, the last, and those between them at equal distances. */
static enum status estimate(const struct algorithm_use *use, struct needs *needs, struct error *err)
{
	enum { SAMPLED = 9 };
	struct call call = *use->call;
	struct algorithm_use fewer = *use;
	double scale = call.segment > 0 ? (double)call.count / (double)call.segment / SEGMENTS_MANY : 0, most = 0;
	struct schedule schedule;

	if (scale > 1)
		call.count = call.segment * SEGMENTS_MANY;
	scale = scale > 1 ? scale : 1;
	fewer.call = &call;
	schedule = algorithm_schedule(&fewer);
	*needs = (struct needs){.operations = 0};
	for (int i = 0; i < SAMPLED; i++) {
		int process = (int)((double)(call.processes - 1) * i / (SAMPLED - 1));
		double n = scale * operations_of(&schedule, process, err);

		if (n < 0)
			return err->status;
		needs->operations += n * call.processes / SAMPLED;
		most = n > most ? n : most;
	}
	needs->bytes = OPERATION * needs->operations + (double)PROCESS * call.processes + BUILT * most;
	return OK;
}

enum status predict_room(const struct algorithm_use *use, struct error *err)
{
	const struct call *call = use->call;
	double there = memory_left();
	struct needs needs;
	enum status status;

	if (call->processes < PROCESSES_MANY && (call->segment == 0 || call->count / call->segment < SEGMENTS_MANY))
		return OK;
	if ((double)PROCESS * call->processes > there)
		return error_set(err, ERR_INPUT,
				 "a simulation of %d processes needs %.3g GB of memory at least, and %.3g GB are there",
				 call->processes, 1e-9 * PROCESS * call->processes, 1e-9 * there);
	status = estimate(use, &needs, err);
	if (status == OK && needs.bytes > there)
		return error_set(err, ERR_INPUT,
				 "a simulation of about %.2g operations needs %.3g GB of memory at least, and %.3g GB "
				 "are there: fewer processes or segments need less",
				 needs.operations, 1e-9 * needs.bytes, 1e-9 * there);
	return status;
}

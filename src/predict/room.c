#include "predict/room.h"

#include "base/memory_left.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Bytes: of an operation and of a process while they are simulated, of an operation that has started and is not done,
 * and of an operation while its process is built. */
enum { OPERATION = 38, PROCESS = 200, UNDER_WAY = 52, BUILT = 100 };

/* Segments that processes are built with; more of them take as much more. Below so many operations nothing is looked
 * at, and no process has more than so many for each process and segment. */
enum { SEGMENTS_BUILT = 1024, OPERATIONS_FEW = 1 << 18, OPERATIONS_EACH = 4 };

/* What a call comes to; of one process: its operations, and the most of them that start at one time. built: bytes of
 * the largest process while it is built; bytes: of all while it is simulated. */
struct needs {
	double operations, at_once, built, bytes;
};

/* How many operations a step lies behind those that it waits for the end of. */
static uint32_t depth_of(const struct rank_program *program, size_t i, const uint32_t *depth)
{
	size_t end = i + 1 < program->n ? program->operations[i + 1].first : program->n_requirements;
	uint32_t deepest = 0;

	for (size_t k = program->operations[i].first; k < end; k++) {
		const struct requirement *required = &program->requirements[k];
		uint32_t there = required->on < i ? depth[required->on] + !required->start : 0;

		deepest = there > deepest ? there : deepest;
	}
	return deepest;
}

/* How many operations of a process start at one time at most, if each takes as long; -1 without memory. */
static double start_at_once(const struct rank_program *program)
{
	uint32_t *depth = calloc(2 * program->n + 1, sizeof(*depth)), most = 0;

	if (!depth)
		return -1;
	for (size_t i = 0; i < program->n; i++) {
		uint32_t *of_depth;

		depth[i] = depth_of(program, i, depth);
		of_depth = &depth[program->n + depth[i]];
		(*of_depth)++;
		most = *of_depth > most ? *of_depth : most;
	}
	free(depth);
	return most;
}

/* Of a process of the schedule. Not OK, with *err set: it cannot be built. */
static enum status needs_of(const struct schedule *schedule, int process, struct needs *needs, struct error *err)
{
	struct rank_program program = {.n = 0};
	enum status status = schedule->build(schedule->self, process, &program, err);

	if (status == OK) {
		needs->operations = (double)program.n;
		needs->at_once = start_at_once(&program);
		if (needs->at_once < 0)
			status = error_memory(err, "a process of a schedule");
	}
	rank_program_release(&program);
	return status;
}

static double segments_of(const struct call *call)
{
	double n = call->segment > 0 ? (double)call->count / (double)call->segment : 1;

	return n > 1 ? n : 1;
}

/* Adds what so many processes like one need. */
static void add(struct needs *needs, const struct needs *one, double processes)
{
	double built = BUILT * one->operations; /* one at a time */

	needs->operations += processes * one->operations;
	needs->at_once += processes * one->at_once;
	needs->built = built > needs->built ? built : needs->built;
}

/* A process of the sample: the first and the last, which may be unlike all others, and some between them by the golden
 * section, at no distance that a tree has. */
static int sampled(int i, int between, int processes)
{
	static const double golden = 0.6180339887498949;

	if (i >= between)
		return i == between ? 0 : processes - 1;
	return between == processes - 2 ? i + 1 : 1 + (int)(fmod(golden * i, 1) * (processes - 2));
}

/* Of so many times the call, by some of its processes, built with fewer segments. */
static enum status estimate(const struct algorithm_use *use, double times, struct needs *needs, struct error *err)
{
	enum { BETWEEN = 31 };
	struct call call = *use->call;
	struct algorithm_use fewer = *use;
	double scale = segments_of(&call) / SEGMENTS_BUILT;
	int inner = call.processes > 2 ? call.processes - 2 : 0, between = inner < BETWEEN ? inner : BETWEEN;
	struct schedule schedule;

	if (scale > 1)
		call.count = call.segment * SEGMENTS_BUILT;
	scale = scale > 1 ? scale : 1;
	fewer.call = &call;
	schedule = algorithm_schedule(&fewer);
	*needs = (struct needs){.operations = 0};
	for (int i = 0; i < between + (call.processes > 1 ? 2 : 1); i++) {
		struct needs one;
		enum status status = needs_of(&schedule, sampled(i, between, call.processes), &one, err);

		if (status != OK)
			return status;
		add(needs, &one, i < between ? (double)inner / between : 1);
	}
	needs->operations *= times * scale;
	needs->built *= times * scale;
	needs->bytes = needs->built + scale * UNDER_WAY * needs->at_once + OPERATION * needs->operations +
		       (double)PROCESS * call.processes;
	return OK;
}

/* Whether so many of the call in a row may be too large, by no more than its numbers. */
static bool may_be_large(const struct call *call, double series, double there)
{
	double processes = call->processes;
	double most = series * OPERATIONS_EACH * processes * processes * segments_of(call);

	return most > OPERATIONS_FEW && most * (OPERATION + UNDER_WAY + BUILT) + PROCESS * processes > there;
}

static enum status refuse(double operations, double bytes, double there, const char *fewer, struct error *err)
{
	return error_set(err, ERR_INPUT,
			 "a simulation of about %.2g operations needs %.3g GB of memory at least, and %.3g GB are "
			 "there: fewer processes or %s need less",
			 operations, 1e-9 * bytes, 1e-9 * there, fewer);
}

enum status predict_room_of(double processes, double operations, struct error *err)
{
	double bytes = OPERATION * operations + PROCESS * processes, there;

	if (operations < OPERATIONS_FEW && bytes < OPERATIONS_FEW * (double)OPERATION)
		return OK;
	there = memory_left();
	return bytes > there ? refuse(operations, bytes, there, "operations", err) : OK;
}

enum status predict_room_written(const struct algorithm_use *use, double each, double left, struct error *err)
{
	const struct call *call = use->call;
	double processes = call->processes;
	double most = OPERATIONS_EACH * processes * processes * segments_of(call), there;
	struct needs needs;
	enum status status;

	if (most < OPERATIONS_FEW)
		return OK;
	there = memory_left();
	if (most * BUILT < there && most * each < left)
		return OK;
	status = estimate(use, 1, &needs, err);
	if (status == OK && needs.built > there)
		return error_set(err, ERR_INPUT,
				 "a schedule of about %.2g operations needs %.3g GB of memory for its largest process, "
				 "and %.3g GB are there: fewer processes or segments need less",
				 needs.operations, 1e-9 * needs.built, 1e-9 * there);
	if (status == OK && needs.operations * each > left)
		return error_set(err, ERR_INPUT,
				 "a schedule of about %.2g operations is a file of %.3g GB at least, and %.3g GB are "
				 "left there: fewer processes or segments need less",
				 needs.operations, 1e-9 * each * needs.operations, 1e-9 * left);
	return status;
}

enum status predict_room(const struct algorithm_use *use, size_t series, struct error *err)
{
	const struct call *call = use->call;
	double there, times = series > 1 ? (double)series : 1;
	struct needs needs;

	if (!may_be_large(call, times, 0))
		return OK;
	there = memory_left();
	if (!may_be_large(call, times, there))
		return OK;
	if ((double)PROCESS * call->processes > there)
		return error_set(err, ERR_INPUT,
				 "a simulation of %d processes needs %.3g GB of memory at least, and %.3g GB are there",
				 call->processes, 1e-9 * PROCESS * call->processes, 1e-9 * there);
	TRY(estimate(use, times, &needs, err));
	return needs.bytes > there ? refuse(needs.operations, needs.bytes, there, "segments", err) : OK;
}

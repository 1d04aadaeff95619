#ifndef SONDE_REPORT_TRACE_SIMULATION_H
#define SONDE_REPORT_TRACE_SIMULATION_H

#include "model/model.h"
#include "replay/simulated.h"
#include "simulate/simulate.h"

/* A traced program, simulated for a page. All functions are Local. */
struct trace_simulation {
	struct simulation found;
	struct replay *replay;
	struct simulated *calls;
	struct trace *trace;   /* the same calls at simulated times */
	double begin, seconds; /* of the simulation: in the trace's time, s; how long it takes */
	struct interval *path; /* the critical path; NULL: the trace has too many calls for that */
	size_t n_path;
};

/*
 * Simulates the trace under the model, with ports as the model itself says.
 *
 * - calls: how many the trace has. Of more than TRACE_PATH_CALLS the critical path is not found, which takes memory.
 * - trace_simulation_release follows in any case.
 * - ERR_INPUT: it cannot be simulated, or the model is one of fewer processes. ERR_IO, ERR_MEMORY.
 */
enum { TRACE_PATH_CALLS = 1000000 };
enum status trace_simulation_run(struct trace_simulation *simulation, struct trace *trace, const struct model *model,
				 uint64_t calls, struct error *err);
void trace_simulation_release(struct trace_simulation *simulation);

#endif

#ifndef SONDE_TESTS_REPLAY_REPLAYED_H
#define SONDE_TESTS_REPLAY_REPLAYED_H

/* Traces that stand in memory, simulated under LogGP: L = 10 us, o = 1 us each, no gap, 1 ns a byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../simulate/loggp.h"
#include "../trace/memory_trace.h"
#include "replay/simulated.h"
#include "simulate/simulate.h"

/* us: what rounding to whole nanoseconds leaves. */
#define EXACT 2e-3

static struct memory_trace t;

static inline struct model *loggp(void)
{
	struct model *model = loggp_of((struct loggp_times){.L = 10e-6, .o_s = 1e-6, .o_r = 1e-6, .g = 0, .G = 1e-9});

	assert_non_null(model);
	return model;
}

/* Simulates the trace; seconds of each process in us. Returns what was found, which the caller frees with *replay. */
static inline const struct replay_found *replayed(const struct replay_options *options, double us[MEMORY_PROCESSES],
						  struct replay **replay)
{
	struct model *model = loggp();
	const struct model_use use = {.model = model};
	struct costs costs = model_costs(&use, UINT64_MAX - 1);
	struct simulation found = {0};
	struct error err = {0};

	costs.queued = true;
	if (replay_simulate(&t.trace, options, &costs, NULL, &found, replay, &err) != OK)
		fail_msg("%s", err.text);
	assert_int_equal(found.unreceived, 0);
	for (int p = 0; p < t.info.processes; p++)
		us[p] = 1e6 * found.finish[p];
	simulation_release(&found);
	model_free(model);
	return replay_found(*replay);
}

/* The trace takes so many us, by process. */
static inline void expect_times_with(const struct replay_options *options, const double *wanted)
{
	double us[MEMORY_PROCESSES];
	struct replay *replay = NULL;

	replayed(options, us, &replay);
	for (int p = 0; p < t.info.processes; p++) {
		if (!(fabs(us[p] - wanted[p]) <= EXACT))
			fail_msg("process %d takes %.6f us instead of %.6f", p, us[p], wanted[p]);
	}
	replay_free(replay);
}

static inline void expect_times(const double *wanted)
{
	expect_times_with(&(struct replay_options){.compute_scale = 1}, wanted);
}

#define EXPECT_TIMES(...) expect_times((const double[]){__VA_ARGS__})

/* Every process leaves MPI_Init at 0. */
static inline void begin(int processes)
{
	memory_init(&t, processes);
	for (int p = 0; p < processes; p++)
		memory_call(&t, p, trace_Init, -5, 0);
}

static inline struct trace_call *call_send(int rank, enum trace_function function, double at, double end, int peer,
					   int64_t tag, uint64_t bytes, uint64_t request)
{
	struct trace_call *call = memory_call(&t, rank, function, at, end);

	call->send = memory_side(peer, tag, bytes);
	call->request = request;
	return call;
}

static inline struct trace_call *call_receive(int rank, enum trace_function function, double at, double end, int peer,
					      int64_t tag, uint64_t request)
{
	struct trace_call *call = memory_call(&t, rank, function, at, end);

	call->receive = memory_side(peer, tag, 1 << 20);
	call->request = request;
	return call;
}

static inline void call_wait(int rank, enum trace_function function, double at, double end, size_t n,
			     const struct trace_completion *done)
{
	struct trace_call *call = memory_call(&t, rank, function, at, end);

	call->n_done = n;
	call->done = done;
}

#endif

#ifndef SONDE_TESTS_REPLAY_REPLAYED_H
#define SONDE_TESTS_REPLAY_REPLAYED_H

/* Traces that stand in memory, simulated under LogGP: L = 10 us, o = 1 us each, no gap, 1 ns a byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../trace/memory_trace.h"
#include "model/classes.h"
#include "replay/replay.h"
#include "simulate/simulate.h"

/* us: what rounding to whole nanoseconds leaves. */
#define EXACT 2e-3

static struct memory_trace t;

static inline struct model *loggp(void)
{
	static const char *const names[] = {"L", "o_s", "o_r", "g", "G"};
	static const double values[] = {10e-6, 1e-6, 1e-6, 0, 1e-9};
	const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(&model_loggp, MEMORY_PROCESSES, &any, 1);
	struct error err = {0};

	assert_non_null(model);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_int_equal(model_set(model, 0, names[i], values[i], &err), OK);
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
	struct program_source source;

	costs.queued = true;
	if (replay_open(replay, &t.trace, options, &err) != OK)
		fail_msg("%s", err.text);
	source = replay_source(*replay);
	if (simulate_source(&source, &costs, &found, &err) != OK)
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

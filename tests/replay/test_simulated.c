/* A trace at the times of its simulation, under LogGP: L = 10 us, o = 1 us each, no gap, 1 ns a byte. */
#include "replayed.h"

/* What a call of the simulated trace is, us. */
struct expected {
	enum trace_function function;
	double begin, end;
};

static void expect_calls(struct trace *trace, int rank, size_t n, const struct expected *wanted)
{
	struct trace_calls *calls = NULL;
	struct trace_call call;
	struct error err = {0};

	assert_int_equal(trace_calls_open(&calls, trace, rank, &err), OK);
	for (size_t i = 0; i < n; i++) {
		assert_true(trace_calls_next(calls, &call, &err));
		assert_int_equal(call.function, wanted[i].function);
		if (!(fabs(call.begin * 1e6 - wanted[i].begin) <= EXACT) ||
		    !(fabs(call.end * 1e6 - wanted[i].end) <= EXACT))
			fail_msg("%s of process %d: %.4f to %.4f us instead of %.4f to %.4f",
				 trace_function_name(call.function), rank, call.begin * 1e6, call.end * 1e6,
				 wanted[i].begin, wanted[i].end);
	}
	assert_false(trace_calls_next(calls, &call, &err));
	trace_calls_free(calls);
}

/* Simulates the trace; the simulated one, which simulated_free releases. */
static struct trace *simulate_trace(struct simulated **simulated)
{
	const struct replay_options options = {.compute_scale = 1};
	struct model *model = loggp();
	const struct model_use use = {.model = model};
	struct costs costs = model_costs(&use, UINT64_MAX - 1);
	struct simulation found = {0};
	struct replay *replay = NULL;
	struct trace *trace = NULL;
	struct error err = {0};

	costs.queued = true;
	assert_int_equal(simulated_new(simulated, &t.trace, &err), OK);
	if (replay_simulate(&t.trace, &options, &costs, *simulated, &found, &replay, &err) != OK)
		fail_msg("%s", err.text);
	if (simulated_trace(*simulated, replay_begin(replay), &trace, &err) != OK)
		fail_msg("%s", err.text);
	simulation_release(&found);
	replay_free(replay);
	model_free(model);
	return trace;
}

#define EXPECT_CALLS(trace, rank, ...)                                                                      \
	expect_calls(trace, rank, sizeof((const struct expected[]){__VA_ARGS__}) / sizeof(struct expected), \
		     (const struct expected[]){__VA_ARGS__})

static void calls_are_where_the_simulation_has_them(void **state)
{
	struct simulated *simulated = NULL;
	struct trace *trace;

	(void)state;
	memory_init(&t, 2);
	memory_call(&t, 0, trace_Init, 0, 100);
	memory_call(&t, 0, trace_Send, 120, 600)->send = memory_side(1, 3, 1001);
	memory_call(&t, 0, trace_Finalize, 605, 700);
	memory_call(&t, 1, trace_Init, 0, 103);
	memory_call(&t, 1, trace_Recv, 107, 1000)->receive = memory_side(0, 3, 1 << 20);
	memory_call(&t, 1, trace_Finalize, 1007, 1100);
	trace = simulate_trace(&simulated);
	/* The simulation begins when the first process left MPI_Init, at 100. */
	EXPECT_CALLS(trace, 0, {trace_Init, 0, 100}, {trace_Send, 120, 121}, {trace_Finalize, 126, 126 + 95});
	EXPECT_CALLS(trace, 1, {trace_Init, 0, 103}, {trace_Recv, 107, 133}, {trace_Finalize, 140, 140 + 93});
	simulated_free(simulated);
}

static void what_a_nonblocking_call_takes_of_the_processor_is_its_own(void **state)
{
	static const struct trace_completion done[] = {{.request = 5, .source = -1, .tag = -1}};
	struct simulated *simulated = NULL;
	struct trace *trace;
	struct trace_call *call;

	(void)state;
	memory_init(&t, 2);
	memory_call(&t, 0, trace_Init, 0, 0);
	call = memory_call(&t, 0, trace_Isend, 10, 30);
	call->send = memory_side(1, 3, 1001);
	call->request = 5;
	call = memory_call(&t, 0, trace_Wait, 50, 90);
	call->done = done;
	call->n_done = 1;
	memory_call(&t, 1, trace_Init, 0, 0);
	memory_call(&t, 1, trace_Recv, 0, 70)->receive = memory_side(0, 3, 1 << 20);
	trace = simulate_trace(&simulated);
	EXPECT_CALLS(trace, 0, {trace_Init, 0, 0}, {trace_Isend, 10, 11}, {trace_Wait, 31, 31});
	EXPECT_CALLS(trace, 1, {trace_Init, 0, 0}, {trace_Recv, 0, 10 + 1 + 10 + 1 + 1});
	simulated_free(simulated);
}

static void threads_are_told_in_the_order_of_the_simulation(void **state)
{
	struct simulated *simulated = NULL;
	struct trace *trace;

	(void)state;
	memory_init(&t, 2);
	t.process[0].threads = 2;
	memory_call(&t, 0, trace_Init, 0, 0);
	/* Recorded, thread 0 calls first after its receive; simulated, thread 1 does. */
	memory_call(&t, 0, trace_Recv, 1, 2)->receive = memory_side(1, 3, 1 << 20);
	memory_call(&t, 0, trace_Barrier, 3, 3)->comm = NULL;
	memory_call(&t, 0, trace_Barrier, 9, 9)->comm = NULL;
	t.calls[0][3].thread = 1;
	memory_call(&t, 1, trace_Init, 0, 0);
	memory_call(&t, 1, trace_Send, 40, 41)->send = memory_side(0, 3, 1);
	trace = simulate_trace(&simulated);
	EXPECT_CALLS(trace, 0, {trace_Init, 0, 0}, {trace_Recv, 1, 52}, {trace_Barrier, 9, 9}, {trace_Barrier, 53, 53});
	simulated_free(simulated);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_are_where_the_simulation_has_them),
		cmocka_unit_test(what_a_nonblocking_call_takes_of_the_processor_is_its_own),
		cmocka_unit_test(threads_are_told_in_the_order_of_the_simulation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

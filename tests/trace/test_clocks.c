/* Clocks that are corrected by messages: planted offsets and drifts. */
#include "traced.h"

#include <math.h>

#include "../drawn.h"
#include "../sanitized.h"
#include "base/random.h"
#include "trace/clock_bounds.h"

enum { CLOCKS = 6, MESSAGES = 400, PROCESSES = 3, ROUNDS = 200 };

static const double delay = 5e-6;

/* What a clock shows is ahead of the true time by offset + drift t. */
struct planted {
	double offset, drift;
};

static double shown(const struct planted *clock, double t)
{
	return t + clock->offset + clock->drift * t;
}

static double between(struct random *random, double low, double high)
{
	return low + (high - low) * random_uniform(random);
}

/* Messages between random pairs; each clock writes to clock 0 and hears from it in any case. */
static void plant(struct trace_bounds *bounds, const struct planted *clocks, struct random *random)
{
	for (int i = 0; i < MESSAGES; i++) {
		int from = (int)random_below(random, CLOCKS), to = (int)random_below(random, CLOCKS);
		double sent = 10.0 * i / MESSAGES;
		double late = random_below(random, 4) == 0 ? 0 : between(random, 0, 1e-2);

		if (i % 3 == 0)
			from = 0, to = 1 + i / 3 % (CLOCKS - 1);
		if (i % 3 == 1)
			from = 1 + i / 3 % (CLOCKS - 1), to = 0;
		if (from != to)
			assert_true(trace_bounds_add(bounds, from, shown(&clocks[from], sent), to,
						     shown(&clocks[to], sent + delay + late)));
	}
}

static void lines_satisfy_all_messages(void **state)
{
	struct random random;

	(void)state;
	random_init(&random, 1);
	for (int trial = 0; trial < FEWER(drawn_cases(40, 10), 5); trial++) {
		struct planted clocks[CLOCKS] = {{0, 0}};
		struct trace_bounds bounds;
		struct trace_line lines[CLOCKS];
		double drift[CLOCKS] = {0}, left;

		for (int k = 1; k < CLOCKS; k++)
			clocks[k] = (struct planted){between(&random, -1e-2, 1e-2), between(&random, -1e-4, 1e-4)};
		trace_bounds_init(&bounds, CLOCKS);
		plant(&bounds, clocks, &random);
		assert_true(bounds.early > 0);
		assert_true(trace_bounds_fit(&bounds, drift, lines, &left));
		assert_true(left == 0);
		assert_true(lines[0].shift == 0 && lines[0].rate == 0);
		/* Quick messages went both ways, at one time or another: clocks are right to some of their delays. */
		for (int k = 1; k < CLOCKS; k++)
			for (double t = 1; t < 10; t += 1)
				assert_true(fabs(trace_line_time(&lines[k], shown(&clocks[k], t)) - t) < 5e-4);
		trace_bounds_release(&bounds);
	}
}

static void clocks_that_agree_with_no_line_are_told(void **state)
{
	struct trace_bounds bounds;
	struct trace_line lines[2];
	double drift[2] = {0}, left;

	(void)state;
	trace_bounds_init(&bounds, 2);
	assert_true(trace_bounds_add(&bounds, 0, 1.001, 1, 1));
	assert_true(trace_bounds_add(&bounds, 1, 1.001, 0, 1));
	assert_true(trace_bounds_add(&bounds, 0, 2, 1, 2.5));
	assert_true(trace_bounds_fit(&bounds, drift, lines, &left));
	assert_true(left > 0.0009 && left < 0.0011);
	trace_bounds_release(&bounds);
}

/* The program of the tests below: process 0 writes to each other one and hears from it, round for round. */
struct run {
	struct trace_stream *stream[PROCESSES];
	struct planted clock[PROCESSES];
	uint64_t last[PROCESSES];
	double sent, received; /* s: true times of the first message */
};

static uint64_t tick_of(const struct run *run, int process, double t)
{
	return (uint64_t)(shown(&run->clock[process], t) * 1e9 + 0.5);
}

static void call(struct run *run, int process, enum trace_function function, int peer, double begin, double end)
{
	const int64_t fields[] = {0, peer, 7, 8, 1, -1, -1};

	traced_call(run->stream[process], function, fields, function == trace_Recv ? 7 : 5,
		    tick_of(run, process, begin), tick_of(run, process, end));
}

/* wrong: s that the measured offset is off, at the begin and, times -0.7, at the end. */
static void measured(struct run *run, int process, double t, double wrong)
{
	double node = 1e-9 * (double)tick_of(run, process, t);

	trace_stream_clock(run->stream[process], tick_of(run, process, t), node,
			   process == 0 ? 0 : t - node + wrong * process);
}

static void record(struct run *run, double wrong, bool switched)
{
	const int64_t on = 1;

	traced_info(PROCESSES);
	for (int p = 0; p < PROCESSES; p++) {
		run->clock[p] = (struct planted){p * 100.0, p * 4e-5};
		run->stream[p] = traced_open(p, PROCESSES, 0, 1);
		measured(run, p, 1, wrong);
		if (switched)
			traced_call(run->stream[p], trace_Pcontrol, &on, 1, tick_of(run, p, 1), tick_of(run, p, 1));
	}
	for (int i = 0; i < ROUNDS; i++) {
		int other = 1 + i % (PROCESSES - 1);
		double t = 1.001 + 0.01 * i;

		call(run, 0, trace_Send, other, t, t + 1e-6);
		call(run, other, trace_Recv, 0, t - 1e-3, t + delay);
		call(run, other, trace_Send, 0, t + 1e-3, t + 1.001e-3);
		call(run, 0, trace_Recv, other, t + 1e-3, t + 1e-3 + delay);
	}
	for (int p = 0; p < PROCESSES; p++) {
		measured(run, p, 1.001 + 0.01 * ROUNDS, -0.7 * wrong);
		traced_close(run->stream[p]);
	}
}

/* The error of each call's times against the true ones, of which the first is 0; nothing goes backwards. */
static double worst_error(struct trace *trace, double zero)
{
	double worst = 0;

	for (int p = 0; p < PROCESSES; p++) {
		struct trace_calls *calls = NULL;
		struct trace_call c;
		double last = -INFINITY;
		int n = 0;

		assert_int_equal(trace_calls_open(&calls, trace, p, NULL), OK);
		for (; trace_calls_next(calls, &c, NULL); n++) {
			int round = p == 0 ? n / 2 : n / 2 * (PROCESSES - 1) + p - 1;
			bool second = n % 2;
			double t = 1.001 + 0.01 * round;
			double end = p == 0   ? (second ? t + 1e-3 + delay : t + 1e-6)
				     : second ? t + 1.001e-3
					      : t + delay;

			assert_true(c.begin >= last && c.end >= c.begin);
			last = c.end;
			worst = fmax(worst, fabs(c.end - (end - zero)));
		}
		assert_int_equal(n, p == 0 ? 2 * ROUNDS : ROUNDS);
		trace_calls_free(calls);
	}
	return worst;
}

/* Process 1 begins to receive first, 1 ms before the first message. */
static const double first_begin = 1e-3 + 1.001 - 2e-3;

static void a_trace_is_corrected_when_it_is_read(void **state)
{
	struct run run;
	struct trace *trace = NULL;
	const struct trace_clocks *clocks;

	(void)state;
	traced_begin();
	record(&run, 2e-3, false);
	assert_int_equal(trace_open(&trace, traced_dir, NULL), OK);
	clocks = trace_clocks(trace);
	assert_non_null(clocks);
	assert_int_equal(clocks->n, PROCESSES);
	assert_int_equal(clocks->messages, 2 * ROUNDS);
	assert_true(clocks->early > ROUNDS / 2 && clocks->earliest > 3e-3 && clocks->earliest < 4e-3);
	assert_true(clocks->left == 0 && clocks->most > 2e-3 && !clocks->unsure);
	/* Each clock is right to half the shortest round trip, and so is the one by which the first call is at 0. */
	assert_true(worst_error(trace, first_begin) < 2 * delay);
	trace_free(trace);
	traced_end();
}

static void right_clocks_stay(void **state)
{
	struct run run;
	struct trace *trace = NULL;
	const struct trace_clocks *clocks;

	(void)state;
	traced_begin();
	record(&run, 0, false);
	assert_int_equal(trace_open(&trace, traced_dir, NULL), OK);
	clocks = trace_clocks(trace);
	assert_non_null(clocks);
	assert_int_equal(clocks->messages, 2 * ROUNDS);
	assert_int_equal(clocks->early, 0);
	assert_true(clocks->most == 0 && clocks->left == 0);
	assert_true(worst_error(trace, first_begin) < 3e-9);
	trace_free(trace);
	traced_end();
}

static void where_recording_was_switched_clocks_stay(void **state)
{
	struct run run;
	struct trace *trace = NULL;

	(void)state;
	traced_begin();
	record(&run, 2e-3, true);
	assert_int_equal(trace_open(&trace, traced_dir, NULL), OK);
	assert_true(trace_clocks(trace)->unsure);
	assert_true(trace_clocks(trace)->early > 0 && trace_clocks(trace)->most == 0);
	trace_free(trace);
	traced_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_satisfy_all_messages),
		cmocka_unit_test(clocks_that_agree_with_no_line_are_told),
		cmocka_unit_test(a_trace_is_corrected_when_it_is_read),
		cmocka_unit_test(right_clocks_stay),
		cmocka_unit_test(where_recording_was_switched_clocks_stay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

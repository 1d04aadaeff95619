/* Which calls of a program have rules, and which of them are alike. */
#define MEMORY_PROCESSES 4
#define MEMORY_CALLS 16
#include "../../replay/replayed.h"

#include <string.h>

#include "tune/traced/tuning.h"

enum { PROCESSES = 4, CALLS_MOST = 8 };

static const int apart[PROCESSES] = {0, 1, 2, 3};

struct program {
	enum trace_function list[CALLS_MOST];
	const char *operation[CALLS_MOST]; /* of a reduction */
	int n;
};

static void trace_program(const struct program *program)
{
	begin(PROCESSES);
	t.info.library = "MPICH Version: 4.0.2";
	for (int p = 0; p < PROCESSES; p++) {
		for (int i = 0; i < program->n; i++) {
			struct trace_call *call =
				memory_call(&t, p, program->list[i], 1000 * (i + 1), 1000 * (i + 1) + 1);

			call->root = 0;
			call->operation = program->operation[i];
			call->send = call->receive = memory_side(TRACE_NOBODY, -1, 8192);
		}
		memory_call(&t, p, trace_Finalize, 9000, 9000);
	}
}

static void report_nothing(void *context, const char *what, size_t done, size_t total, double left)
{
	(void)context, (void)what, (void)done, (void)total, (void)left;
}

/* A clock that goes on by a second each time that somebody looks at it. */
static double next_second(void *context)
{
	return ++*(double *)context;
}

/* only: the operation that is tuned, by its name. seconds: of the clock; 0: as many as it takes. traced_result_release
 * frees result. */
static void tune_within(const struct program *program, const char *only, double seconds, struct traced_result *result)
{
	double clock = 0;
	const struct progress progress = {.report = report_nothing, .now = next_second, .context = &clock};
	struct model *model = loggp();
	const struct model_use use = {.model = model};
	struct costs costs = model_costs(&use, UINT64_MAX - 1);
	struct traced_options options = {.library = &tune_mpich,
					 .trace = &t.trace,
					 .replay = {.compute_scale = 1, .node = apart},
					 .seconds = seconds,
					 .progress = &progress,
					 .costs = &costs};
	struct error err = {.status = OK};

	trace_program(program);
	for (int id = 0; id < TUNED_OPERATIONS; id++)
		options.operations[id] = strcmp(tune_mpich.class(id)->name, only) == 0;
	if (tune_traced(&options, result, &err) != OK)
		fail_msg("%s", err.text);
	model_free(model);
}

static void tune_program(const struct program *program, const char *only, struct traced_result *result)
{
	tune_within(program, only, 0, result);
}

/* s of a mean allreduce by the library's own decision. */
static double own_of(const struct program *program)
{
	struct traced_result result;
	double own;

	tune_program(program, "allreduce", &result);
	assert_int_equal(result.n, 1);
	assert_int_equal(result.list[0].calls, program->n);
	assert_int_equal(result.list[0].communicators, 1);
	own = result.list[0].own;
	traced_result_release(&result);
	return own;
}

static void operations_of_one_size_that_the_library_tells_apart_are_simulated_each_as_it_is(void **state)
{
	static const char user[] = "user, not commutative", sum[] = "MPI_SUM";
	const struct program users = {{trace_Allreduce}, {user}, 1}, sums = {{trace_Allreduce}, {sum}, 1},
			     mixed = {{trace_Allreduce, trace_Allreduce, trace_Allreduce}, {user, sum, sum}, 3},
			     turned = {{trace_Allreduce, trace_Allreduce, trace_Allreduce}, {sum, sum, user}, 3};
	double one = own_of(&users), other = own_of(&sums), mean = (one + 2 * other) / 3;

	(void)state;
	assert_true(fabs(one / other - 1) > 0.1);
	assert_true(fabs(own_of(&mixed) / mean - 1) < 1e-6);
	assert_true(fabs(own_of(&turned) / mean - 1) < 1e-6);
}

static void calls_that_were_not_asked_for_are_counted_apart(void **state)
{
	const struct program program = {
		{trace_Bcast, trace_Ibcast, trace_Ireduce, trace_Scan}, {NULL, NULL, "MPI_SUM", "MPI_SUM"}, 4};
	struct traced_result result;

	(void)state;
	tune_program(&program, "reduce", &result);
	assert_int_equal(result.n, 0);
	assert_int_equal(result.not_asked, 2 * PROCESSES);
	assert_int_equal(result.others, 2 * PROCESSES);
	assert_int_equal(result.programs, 1);
	assert_true(result.own > 0 && result.seconds == result.own && result.behind == result.own);
	traced_result_release(&result);
}

static void a_search_whose_time_is_over_ends_with_what_it_has_found(void **state)
{
	const struct program program = {{trace_Allgather, trace_Bcast}, {NULL, NULL}, 2};
	struct traced_result all, some;

	(void)state;
	tune_within(&program, "allgather", 0, &all);
	assert_false(all.cut_short);
	tune_within(&program, "allgather", 1000, &some);
	assert_false(some.cut_short);
	assert_int_equal(some.programs, all.programs);
	assert_true(some.seconds == all.seconds);
	traced_result_release(&some);
	for (double seconds = 1; seconds < 3; seconds++) {
		tune_within(&program, "allgather", seconds, &some);
		assert_true(some.cut_short);
		assert_true(some.programs < all.programs);
		assert_true(some.seconds <= some.own && some.seconds >= all.seconds);
		traced_result_release(&some);
	}
	traced_result_release(&all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(operations_of_one_size_that_the_library_tells_apart_are_simulated_each_as_it_is),
		cmocka_unit_test(calls_that_were_not_asked_for_are_counted_apart),
		cmocka_unit_test(a_search_whose_time_is_over_ends_with_what_it_has_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Rules for a program against all that there could be: kernels with a late process or a skew, drawn at random. With a
 * number of kernels and a seed as arguments it is a bench. */
#define MEMORY_PROCESSES 8
#define MEMORY_CALLS 64
#include "../../replay/replayed.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "algorithm/decision/decision.h"
#include "base/random.h"
#include "tune/traced/ruled.h"
#include "tune/traced/tuning.h"

enum { STEPS = 3, OPERATIONS = 2 };

static size_t kernels = 24, seed = 4711;
static bool argued;

/* An operation that a kernel calls in each step. */
struct kernel_operation {
	enum trace_function function;
	enum decision_operation operation;
	bool reduces, rooted;
	int root;
	uint64_t bytes;
};

static const struct kernel_operation operations[] = {
	{trace_Bcast, DECISION_BCAST, false, true, 0, 0},
	{trace_Reduce, DECISION_REDUCE, true, true, 0, 0},
	{trace_Allreduce, DECISION_ALLREDUCE, true, false, 0, 0},
	{trace_Allgather, DECISION_ALLGATHER, false, false, 0, 0},
	{trace_Alltoall, DECISION_ALLTOALL, false, false, 0, 0},
	{trace_Gather, DECISION_GATHER, false, true, 0, 0},
	{trace_Scatter, DECISION_SCATTER, false, true, 0, 0},
};
enum { KINDS = sizeof(operations) / sizeof(operations[0]) };

struct kernel {
	struct kernel_operation list[OPERATIONS];
	int processes;
	bool late; /* one process is; else all are as drawn */
	int who;
	double delay; /* us */
};

static void draw_kernel(struct kernel *kernel, struct random *random)
{
	size_t first = random_below(random, KINDS), second = (first + 1 + random_below(random, KINDS - 1)) % KINDS;
	double longest = 0;

	*kernel = (struct kernel){.processes = 4 + (int)random_below(random, 5)};
	for (int k = 0; k < OPERATIONS; k++) {
		struct kernel_operation *o = &kernel->list[k];

		*o = operations[k == 0 ? first : second];
		o->bytes = UINT64_C(8) << random_below(random, 15);
		o->root = o->rooted ? (int)random_below(random, (size_t)kernel->processes) : -1;
		longest = fmax(longest, 30 + 1e-3 * (double)o->bytes * 3);
	}
	kernel->late = random_below(random, 2) == 0;
	kernel->who = (int)random_below(random, (size_t)kernel->processes);
	kernel->delay = longest * exp(log(0.3) + random_uniform(random) * log(10));
}

/* What each process computes before an operation, us. */
static double computed(const struct kernel *kernel, int process, struct random *random)
{
	double drawn = fabs(random_normal(random));

	if (kernel->late)
		return process == kernel->who ? 5 + kernel->delay : 5;
	return 5 + drawn * kernel->delay;
}

static void trace_kernel(const struct kernel *kernel, struct random *random)
{
	double at[MEMORY_PROCESSES] = {0};

	begin(kernel->processes);
	t.info.library = "Open MPI v4.1.4";
	for (int i = 0; i < STEPS * OPERATIONS; i++) {
		const struct kernel_operation *o = &kernel->list[i % OPERATIONS];

		for (int p = 0; p < kernel->processes; p++) {
			struct trace_call *call;

			at[p] += computed(kernel, p, random);
			call = memory_call(&t, p, o->function, at[p], at[p] + 1);
			call->root = o->root;
			call->operation = o->reduces ? "MPI_SUM" : NULL;
			call->send = call->receive = memory_side(TRACE_NOBODY, -1, o->bytes);
			at[p] += 1;
		}
	}
	for (int p = 0; p < kernel->processes; p++)
		memory_call(&t, p, trace_Finalize, at[p], at[p]);
}

/* What each operation of a kernel is done by. */
struct chosen {
	const struct tune_library *library;
	const struct kernel *kernel;
	int ids[OPERATIONS];
	const struct tune_candidate *candidate[OPERATIONS];
};

static enum status choose(void *self, int process, const struct trace_call *call, struct decision_case *what,
			  struct error *err)
{
	const struct chosen *chosen = self;

	(void)process, (void)call, (void)err;
	for (int k = 0; k < OPERATIONS; k++)
		if (what->operation == chosen->kernel->list[k].operation)
			tune_candidate_take(chosen->library, chosen->ids[k], chosen->candidate[k], what);
	return OK;
}

static const int one_node[MEMORY_PROCESSES];

static double simulated(const struct costs *costs, const struct replay_rules *rules)
{
	const struct replay_options options = {.compute_scale = 1, .rules = rules, .node = one_node};
	struct simulation found = {0};
	struct replay *replay = NULL;
	struct error err = {.status = OK};
	double seconds;

	if (replay_simulate(&t.trace, &options, costs, NULL, &found, &replay, &err) != OK)
		fail_msg("%s", err.text);
	seconds = found.seconds;
	simulation_release(&found);
	replay_free(replay);
	return seconds;
}

/* Whether a candidate's messages are those of the library, in segments shorter than the message. */
static bool is_exact(const struct tune_library *library, int id, const struct kernel *kernel, int k,
		     const struct tune_candidate *candidate)
{
	const struct kernel_operation *o = &kernel->list[k];
	struct decision_case what = {.library = library->decision,
				     .operation = o->operation,
				     .processes = kernel->processes,
				     .root = o->root >= 0 ? o->root : 0,
				     .count = o->bytes / (o->reduces ? 8 : 1),
				     .size = o->reduces ? 8 : 1,
				     .commutes = true,
				     .predefined = o->reduces};
	struct decision found;
	bool exact;

	tune_candidate_take(library, id, candidate, &what);
	assert_int_equal(decision_find(&what, 0, &found, NULL), OK);
	exact = found.exact && (candidate->segment == 0 || candidate->segment < o->bytes);
	decision_release(&found);
	return exact;
}

static int id_of(const struct tune_library *library, enum decision_operation operation)
{
	enum decision_operation its;

	for (int id = 0; id < TUNED_OPERATIONS; id++)
		if (tune_operation(library, id, &its) && its == operation)
			return id;
	fail_msg("no rules for operation %d", operation);
	return -1;
}

/* The least time of all pairs of candidates. */
static double exhaustive(const struct traced_options *options, const struct kernel *kernel, size_t *pairs)
{
	struct chosen chosen = {.library = options->library, .kernel = kernel};
	const struct replay_rules rules = {.library = options->library->decision, .choose = choose, .self = &chosen};
	struct tune_candidates lists[OPERATIONS];
	double best = INFINITY;

	for (int k = 0; k < OPERATIONS; k++) {
		chosen.ids[k] = id_of(options->library, kernel->list[k].operation);
		assert_int_equal(tune_candidates_find(options->library, chosen.ids[k], kernel->processes,
						      &options->segments, &lists[k], NULL),
				 OK);
		if (!is_exact(options->library, chosen.ids[k], kernel, k, &lists[k].list[0]))
			lists[k].n = 1;
	}
	for (size_t a = 0; a < lists[0].n; a++)
		for (size_t b = 0; b < lists[1].n; b++) {
			chosen.candidate[0] = &lists[0].list[a];
			chosen.candidate[1] = &lists[1].list[b];
			if ((a > 0 && !is_exact(options->library, chosen.ids[0], kernel, 0, chosen.candidate[0])) ||
			    (b > 0 && !is_exact(options->library, chosen.ids[1], kernel, 1, chosen.candidate[1])))
				continue;
			best = fmin(best, simulated(options->costs, &rules));
			(*pairs)++;
		}
	for (int k = 0; k < OPERATIONS; k++)
		tune_candidates_release(&lists[k]);
	return best;
}

static bool is_best(double seconds, double best)
{
	return seconds <= best * (1 + 1e-9);
}

/* The program takes with the rules as they are written, and read again, what was said. */
static void expect_as_written(const struct traced_options *options, const struct traced_result *result)
{
	struct ruled ruled = {.library = NULL};
	struct replay_rules rules;
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	struct error err = {.status = OK};

	assert_non_null(out);
	if (options->library->write(out, &result->rules.file, "", &err) != OK)
		fail_msg("%s", err.text);
	fclose(out);
	if (ruled_read(&ruled, text, length, &err) != OK)
		fail_msg("%s\n%s", err.text, text);
	ruled_decide(&ruled, &rules);
	if (!(fabs(simulated(options->costs, &rules) / result->seconds - 1) < 1e-9))
		fail_msg("%.9g s with the rules as they are written, %.9g s were said:\n%s",
			 simulated(options->costs, &rules), result->seconds, text);
	ruled_release(&ruled);
	free(text);
}

struct counts {
	size_t best, few, behind, own, pairs, programs;
	double loss, loss_behind; /* the largest, as parts of the best */
};

static void try_kernel(struct traced_options *options, const struct kernel *kernel, struct counts *counts)
{
	struct traced_result result;
	struct error err = {.status = OK};
	double best = exhaustive(options, kernel, &counts->pairs);

	options->effort = 0; /* a few candidates each alone are tried in the whole program */
	assert_int_equal(tune_traced(options, &result, &err), OK);
	assert_true(result.seconds <= result.own && result.seconds >= best * (1 - 1e-9));
	counts->few += is_best(result.seconds, best);
	traced_result_release(&result);
	options->effort = UINT64_C(1000000000);
	assert_int_equal(tune_traced(options, &result, &err), OK);
	assert_int_equal(result.n, OPERATIONS);
	assert_true(result.seconds <= result.own && result.seconds >= best * (1 - 1e-9));
	counts->best += is_best(result.seconds, best);
	counts->behind += is_best(result.behind, best);
	counts->own += is_best(result.own, best);
	counts->programs += result.programs;
	counts->loss = fmax(counts->loss, result.seconds / best - 1);
	counts->loss_behind = fmax(counts->loss_behind, result.behind / best - 1);
	expect_as_written(options, &result);
	traced_result_release(&result);
}

static void try_kernels(const struct tune_library *library, size_t n, struct counts *counts)
{
	struct model *model = loggp();
	const struct model_use use = {.model = model};
	struct costs costs = model_costs(&use, UINT64_MAX - 1);
	struct traced_options options = {.library = library,
					 .trace = &t.trace,
					 .replay = {.compute_scale = 1, .node = one_node},
					 .costs = &costs};
	struct random random;

	costs.queued = true;
	assert_int_equal(size_list_parse("4K,16K", &options.segments, NULL), OK);
	for (int id = 0; id < TUNED_OPERATIONS; id++)
		options.operations[id] = true;
	random_init(&random, seed);
	for (size_t i = 0; i < n; i++) {
		struct kernel kernel;

		draw_kernel(&kernel, &random);
		trace_kernel(&kernel, &random);
		try_kernel(&options, &kernel, counts);
	}
	size_list_release(&options.segments);
	model_free(model);
}

static void expect_quickest(const struct tune_library *library, size_t n)
{
	struct counts counts = {.best = 0};
	clock_t began = clock();

	try_kernels(library, n, &counts);
	printf("%s, %zu kernels, seed %zu: the best of all %zu pairs: the choice %zu (of a few tried %zu), behind a "
	       "barrier %zu, the library's own %zu; at most %.2f %% longer than the best, behind a barrier %.2f %%; "
	       "%zu "
	       "programs simulated to choose; %.1f s\n",
	       library->name, n, seed, counts.pairs, counts.best, counts.few, counts.behind, counts.own,
	       100 * counts.loss, 100 * counts.loss_behind, counts.programs,
	       (double)(clock() - began) / CLOCKS_PER_SEC);
	assert_true(100 * counts.best >= 95 * n);
	assert_true(100 * counts.few >= 80 * n); /* of 200 it is 90 of 100 */
	assert_true(100 * counts.behind < 95 * n);
}

static void the_choice_is_the_best_of_all_where_that_behind_a_barrier_is_not(void **state)
{
	(void)state;
	expect_quickest(&tune_openmpi, kernels);
	expect_quickest(&tune_mpich, argued ? kernels : kernels / 2);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_choice_is_the_best_of_all_where_that_behind_a_barrier_is_not),
	};

	argued = argc > 1;
	if (argued)
		kernels = strtoul(argv[1], NULL, 10);
	if (argc > 2)
		seed = strtoul(argv[2], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

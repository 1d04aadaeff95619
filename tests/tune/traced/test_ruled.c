/* A program by rules that somebody has written: each call as the library takes it, or the reason why it aborts. */
#define MEMORY_PROCESSES 8
#define MEMORY_CALLS 8
#include "../../replay/replayed.h"

#include <string.h>

#include "rules/mpich.h"
#include "tune/traced/ruled.h"

static const int one_node[MEMORY_PROCESSES], apart[MEMORY_PROCESSES] = {0, 1, 2, 3, 4, 5, 6, 7},
					     in_pairs[MEMORY_PROCESSES] = {0, 0, 2, 2, 4, 4, 6, 6},
					     in_turn[MEMORY_PROCESSES] = {0, 1, 0, 1, 0, 1, 0, 1};

/* A call of a program: all processes make it, of so many bytes. */
struct program {
	enum trace_function function;
	int processes;
	const char *operation; /* of a reduction; NULL: none */
	uint64_t bytes;
	const int *node;
};

static void trace_program(const struct program *program)
{
	begin(program->processes);
	t.info.library = "MPICH Version: 4.0.2";
	for (int p = 0; p < program->processes; p++) {
		struct trace_call *call = memory_call(&t, p, program->function, 5, 6);

		call->root = program->operation ? -1 : 0;
		call->operation = program->operation;
		call->send = call->receive = memory_side(TRACE_NOBODY, -1, program->bytes);
		memory_call(&t, p, trace_Finalize, 7, 7);
	}
}

/* s that it takes by rules; NULL: by none. approximate: calls for which another one stands. A failure is err's. */
static double seconds_counted(const struct program *program, const char *text, uint64_t *approximate, struct error *err)
{
	struct replay_options options = {.compute_scale = 1, .node = program->node ? program->node : one_node};
	struct model *model = loggp();
	const struct model_use use = {.model = model};
	struct costs costs = model_costs(&use, UINT64_MAX - 1);
	struct simulation found = {0};
	struct replay *replay = NULL;
	struct ruled ruled = {.library = NULL};
	struct replay_rules rules;
	double seconds = -1;

	trace_program(program);
	*err = (struct error){.status = OK};
	if (text && ruled_read(&ruled, text, strlen(text), err) == OK) {
		ruled_decide(&ruled, &rules);
		options.rules = &rules;
	}
	if (err->status == OK && replay_simulate(&t.trace, &options, &costs, NULL, &found, &replay, err) == OK)
		seconds = found.seconds;
	*approximate = replay ? replay_found(replay)->approximate : 0;
	simulation_release(&found);
	replay_free(replay);
	ruled_release(&ruled);
	model_free(model);
	return seconds;
}

static double seconds_by(const struct program *program, const char *text, struct error *err)
{
	uint64_t approximate;

	return seconds_counted(program, text, &approximate, err);
}

static double seconds_of(const struct program *program, const char *text)
{
	struct error err;
	double seconds = seconds_by(program, text, &err);

	if (err.status != OK)
		fail_msg("%s\n%s", err.text, text);
	return seconds;
}

#define TREE "algorithm=MPIR_Bcast_intra_binomial"
#define RING "algorithm=MPIR_Bcast_intra_scatter_ring_allgather"
#define DOUBLING "algorithm=MPIR_Allreduce_intra_recursive_doubling"
#define HALVING "algorithm=MPIR_Allreduce_intra_reduce_scatter_allgather"
#define COMMUTES(yes, no)                                                                                      \
	"{\"collective=allreduce\": {\"is_commutative=yes\": {\"" yes "\": {}}, \"is_commutative=no\": {\"" no \
	"\": {}}}, \"collective=bcast\": {\"" TREE                                                             \
	"\": {}}, \"collective=reduce\": {\"algorithm=MPIR_Reduce_intra_binomial\": {}}}"
#define BCAST(tests) "{\"collective=bcast\": {" tests "}}"

/* Two selections and whether a program takes as long by both. */
static void a_test_of_a_selection_is_asked_of_each_call(void **state)
{
	static const char all_tree[] = BCAST("\"" TREE "\": {}"), all_ring[] = BCAST("\"" RING "\": {}"),
			  powers_ring[] = BCAST("\"comm_size=pow2\": {\"" RING "\": {}}, \"comm_size=any\": {\"" TREE
						"\": {}}"),
			  nodes_ring[] = BCAST("\"comm_hierarchy=node\": {\"" RING
					       "\": {}}, \"comm_hierarchy=any\": {\"" TREE "\": {}}");
	static const struct {
		struct program program;
		const char *a, *b;
		bool same;
	} cases[] = {
		{{trace_Bcast, 8, NULL, 4096, apart}, all_tree, all_ring, false},
		{{trace_Bcast, 8, NULL, 4096, apart}, powers_ring, all_ring, true},
		{{trace_Bcast, 6, NULL, 4096, apart}, powers_ring, all_tree, true},
		{{trace_Bcast, 6, NULL, 4096, apart}, powers_ring, all_ring, false},
		{{trace_Bcast, 8, NULL, 4096, apart}, nodes_ring, all_tree, true},
		{{trace_Bcast, 8, NULL, 4096, in_pairs}, nodes_ring, all_tree, false},
		{{trace_Allreduce, 8, "MPI_SUM", 65536, apart},
		 COMMUTES(DOUBLING, HALVING),
		 COMMUTES(HALVING, HALVING),
		 false},
		{{trace_Allreduce, 8, "user, not commutative", 65536, apart},
		 COMMUTES(HALVING, DOUBLING),
		 COMMUTES(DOUBLING, DOUBLING),
		 true},
		{{trace_Ibcast, 8, NULL, 4096, apart},
		 "{\"collective=ibcast\": {\"algorithm=MPIR_Ibcast_intra_sched_binomial\": {}}}",
		 NULL,
		 true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		double a = seconds_of(&cases[i].program, cases[i].a), b = seconds_of(&cases[i].program, cases[i].b);

		if ((fabs(a / b - 1) < 1e-9) != cases[i].same)
			fail_msg("case %zu: %.9g s and %.9g s", i, a, b);
	}
}

static void expect_own(const struct program *program, const char *own)
{
	struct error err = {.status = OK};
	uint64_t known = 0, by_rules = 0;
	double without = seconds_counted(program, NULL, &known, &err),
	       with = seconds_counted(program, own, &by_rules, &err);

	if (err.status != OK || !(fabs(with / without - 1) < 1e-9) || known != by_rules)
		fail_msg("function %d, %d processes, %s, %g B, %s: %.9g s, %d not exact, without %.9g s, %d: %s",
			 (int)program->function, program->processes, program->operation ? program->operation : "-",
			 (double)program->bytes, program->node == apart ? "apart" : "on nodes", with, (int)by_rules,
			 without, (int)known, err.text);
}

/* A file of the library's own selection changes nothing, whatever is called. */
static void the_librarys_own_selection_is_its_own_decision(void **state)
{
	static const enum trace_function moving[] = {trace_Bcast,   trace_Allgather, trace_Alltoall,   trace_Gather,
						     trace_Scatter, trace_Ibcast,    trace_Iallgather, trace_Ialltoall,
						     trace_Barrier, trace_Ibarrier},
					 reducing[] = {trace_Reduce,  trace_Allreduce, trace_Reduce_scatter_block,
						       trace_Scan,    trace_Exscan,    trace_Iallreduce,
						       trace_Ireduce, trace_Iscan};
	static const char *const reductions[] = {"MPI_SUM", "user", "user, not commutative"};
	static const uint64_t bytes[] = {8, 4096, 65536, 1048576};
	static const int *const nodes[] = {one_node, apart, in_pairs, in_turn};
	char *own = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&own, &length);

	(void)state;
	assert_non_null(out);
	assert_int_equal(mpich_write(out, &(struct tuned_file){.n = 0}, "", NULL), OK);
	fclose(out);
	for (size_t i = 0; i < 2 * 4 * sizeof(bytes) / sizeof(bytes[0]); i++) {
		struct program program = {.processes = i % 2 ? 8 : 6, .bytes = bytes[i / 8], .node = nodes[i / 2 % 4]};

		for (size_t k = 0; k < sizeof(moving) / sizeof(moving[0]); k++) {
			program.function = moving[k];
			expect_own(&program, own);
		}
		for (size_t k = 0; k < 3 * sizeof(reducing) / sizeof(reducing[0]); k++) {
			program.function = reducing[k / 3];
			program.operation = reductions[k % 3];
			expect_own(&program, own);
		}
	}
	free(own);
}

static void a_call_in_which_the_library_aborts_is_refused(void **state)
{
	static const struct {
		struct program program;
		const char *rules, *why;
	} cases[] = {
		{{trace_Bcast, 4, NULL, 4096, NULL},
		 "1\n7\n1\n4 1\n0 99 0 0\n",
		 "line 5: bcast among 4 processes: there is no"},
		{{trace_Allgather, 4, NULL, 4096, NULL},
		 "1\n0\n1\n4 1\n0 6 0 0\n",
		 "line 5: allgather among 4 processes: two_proc is for 2"},
		{{trace_Allreduce, 4, "MPI_SUM", 64, apart},
		 BCAST("\"" TREE "\": {}"),
		 "allreduce among 4 processes: it has"},
		{{trace_Ibcast, 4, NULL, 64, apart}, BCAST("\"" TREE "\": {}"), "ibcast among 4 processes: it has"},
		{{trace_Allreduce, 4, "user", 4096, apart},
		 "{\"collective=allreduce\":\n{\"is_op_built_in=yes\": {\"" DOUBLING "\": {}}}}",
		 "line 2: allreduce among 4 processes, of 4096 B: no test holds"},
		{{trace_Allgather, 6, NULL, 4096, apart},
		 "{\"collective=allgather\": {\"algorithm=MPIR_Allgather_intra_recursive_doubling\": {}}}",
		 "is for a power of two of processes"},
		{{trace_Allreduce, 4, "user", 65536, apart},
		 COMMUTES(HALVING, DOUBLING),
		 "is for MPI's own reductions"},
		{{trace_Bcast, 4, NULL, 64, apart},
		 BCAST("\"is_commutative=yes\": {\"" TREE "\": {}}"),
		 "a test that it has not"},
		{{trace_Bcast, 4, NULL, 64, apart}, BCAST("\"" DOUBLING "\": {}"), "of allreduce is not for it"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct error err;
		double seconds = seconds_by(&cases[i].program, cases[i].rules, &err);

		if (err.status != ERR_INPUT || !strstr(err.text, cases[i].why))
			fail_msg("case %zu: %.9g s, \"%s\" instead of \"%s\"", i, seconds, err.text, cases[i].why);
	}
}

static void what_the_program_does_not_call_does_not_matter(void **state)
{
	const struct program program = {trace_Bcast, 2, NULL, 4096, NULL};

	(void)state;
	seconds_of(&program, "1\n7\n2\n2 1\n0 0 0 0\n4 1\n0 99 0 0\n");
	seconds_of(&program, BCAST("\"" TREE "\": {}"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_test_of_a_selection_is_asked_of_each_call),
		cmocka_unit_test(the_librarys_own_selection_is_its_own_decision),
		cmocka_unit_test(a_call_in_which_the_library_aborts_is_refused),
		cmocka_unit_test(what_the_program_does_not_call_does_not_matter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

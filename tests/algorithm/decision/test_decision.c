#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "algorithm/decision/decision.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* "chain(1) binomial": the steps of a process; "~" before those that are only the nearest. */
static void steps(const struct decision_case *what, int process, char *text, size_t size)
{
	struct decision found;
	struct error err = {0};
	size_t used = 0;

	assert_int_equal(decision_find(what, process, &found, &err), OK);
	text[0] = '\0';
	for (int i = 0; i < found.n; i++) {
		const struct decision_step *step = &found.step[i];

		used += (size_t)snprintf(text + used, size - used, "%s%s%s %s", i > 0 ? ", " : "",
					 step->exact ? "" : "~", collective_words[step->algorithm->collective],
					 step->algorithm->name);
		if (step->fanout > 0)
			used += (size_t)snprintf(text + used, size - used, "(%d)", step->fanout);
		if (step->members)
			used += (size_t)snprintf(text + used, size - used, " of %d", step->processes);
	}
	decision_release(&found);
}

static const int two_nodes[] = {0, 0, 0, 1, 1, 1};
static const struct {
	struct decision_case what;
	int process;
	const char *steps;
} decided[] = {
	{{.library = LIBRARY_OPENMPI_4_1, .operation = DECISION_BCAST, .processes = 4, .count = 1048576, .size = 1},
	 0,
	 "bcast chain(1)"},
	{{.library = LIBRARY_OPENMPI_4_1, .operation = DECISION_BCAST, .processes = 64, .count = 8, .size = 1},
	 0,
	 "bcast k-nomial(4)"},
	{{.library = LIBRARY_OPENMPI_4_1, .operation = DECISION_BCAST, .processes = 300, .count = 16384, .size = 1},
	 0,
	 "bcast split-binary"},
	{{.library = LIBRARY_OPENMPI_4_1,
	  .operation = DECISION_ALLREDUCE,
	  .processes = 128,
	  .count = 8,
	  .size = 8,
	  .commutes = true},
	 0,
	 "reduce binomial, bcast binary"},
	{{.library = LIBRARY_OPENMPI_4_1, .operation = DECISION_ALLGATHERV, .processes = 4, .count = 1, .size = 8},
	 1,
	 "gatherv linear, bcast binary"},
	{{.library = LIBRARY_OPENMPI_4_1,
	  .operation = DECISION_REDUCE_SCATTER,
	  .processes = 32,
	  .count = 128,
	  .size = 8,
	  .commutes = true},
	 0,
	 "~reduce_scatter recursive-halving"},
	{{.library = LIBRARY_OPENMPI_4_1,
	  .operation = DECISION_BCAST,
	  .nonblocking = true,
	  .processes = 5,
	  .count = 8,
	  .size = 8},
	 0,
	 "bcast binomial"},
	{{.library = LIBRARY_OPENMPI_4_1,
	  .operation = DECISION_ALLREDUCE,
	  .nonblocking = true,
	  .processes = 4,
	  .count = 65536,
	  .size = 1,
	  .commutes = true},
	 0,
	 "allreduce rabenseifner"},
	{{.library = LIBRARY_MPICH_4_0, .operation = DECISION_BARRIER, .processes = 4},
	 0,
	 "barrier dissemination, bcast k-nomial(2)"},
	{{.library = LIBRARY_MPICH_4_0, .operation = DECISION_BARRIER, .processes = 6, .node = two_nodes},
	 0,
	 "barrier dissemination of 3, barrier dissemination of 2, bcast k-nomial(2) of 3"},
	{{.library = LIBRARY_MPICH_4_0, .operation = DECISION_BARRIER, .processes = 6, .node = two_nodes},
	 1,
	 "barrier dissemination of 3, bcast k-nomial(2) of 3"},
	{{.library = LIBRARY_MPICH_4_0, .operation = DECISION_BCAST, .processes = 4, .root = 1, .count = 1, .size = 1},
	 1,
	 "bcast linear of 2, bcast k-nomial(2)"},
	{{.library = LIBRARY_MPICH_4_0, .operation = DECISION_ALLTOALL, .processes = 8, .count = 256, .size = 1},
	 0,
	 "alltoall scattered(32)"},
	{{.library = LIBRARY_MPICH_4_0, .operation = DECISION_ALLTOALL, .processes = 9, .count = 256, .size = 1},
	 0,
	 "alltoall bruck"},
	{{.library = LIBRARY_MPICH_4_0,
	  .operation = DECISION_SCAN,
	  .processes = 6,
	  .node = two_nodes,
	  .count = 1,
	  .size = 4,
	  .commutes = true},
	 3,
	 "scan recursive-doubling of 3, bcast linear of 2, scan recursive-doubling of 2, bcast linear of 2, "
	 "bcast "
	 "k-nomial(2) of 3, bcast k-nomial(2) of 3"},
	{{.library = LIBRARY_MPICH_4_0, .operation = DECISION_BCAST, .processes = 1, .count = 1, .size = 1}, 0, ""},
	{{.library = LIBRARY_MPICH_4_0, .operation = DECISION_BCAST, .processes = 4, .count = 0, .size = 1}, 0, ""},
};

static void decisions_are_those_of_the_libraries(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(decided); i++) {
		char text[512];

		steps(&decided[i].what, decided[i].process, text, sizeof(text));
		if (strcmp(text, decided[i].steps) != 0)
			print_error("case %zu: ", i);
		assert_string_equal(text, decided[i].steps);
	}
}

/* How many sends and receives of so many bytes from one process to another: sends less receives. */
enum { MOST = 9 };

static void add(const struct rank_program *program, int process, int64_t balance[MOST][MOST])
{
	for (size_t i = 0; i < program->n; i++) {
		const struct operation *operation = &program->operations[i];
		int64_t weight = 1 + (int64_t)operation->count;

		if (operation->kind == OP_SEND)
			balance[process][operation->peer] += weight;
		else if (operation->kind == OP_RECEIVE)
			balance[operation->peer][process] -= weight;
	}
}

static void all_messages_have_an_end(const struct decision_case *what)
{
	int64_t balance[MOST][MOST] = {{0}};

	for (int process = 0; process < what->processes; process++) {
		struct rank_program program = {0};
		struct error err = {0};

		assert_int_equal(decision_build(what, process, &program, &err), OK);
		add(&program, process, balance);
		rank_program_release(&program);
	}
	for (int i = 0; i < MOST * MOST; i++)
		assert_int_equal(balance[i / MOST][i % MOST], 0);
}

static void what_is_sent_is_received_for_all_operations_processes_nodes_and_roots(void **state)
{
	static const int turns[MOST] = {0, 1, 2, 0, 1, 2, 0, 1, 2}, blocks[MOST] = {0, 0, 0, 1, 1, 1, 1, 2, 2};
	static const int *const nodes[] = {NULL, turns, blocks};
	static const uint64_t counts[] = {1, 5, 700, 3000, 70000};

	(void)state;
	for (int i = 0; i < 2 * 2 * 17 * 8 * 5 * 3 * 2; i++) {
		struct decision_case what = {
			.library = (enum decision_library)(i % 2),
			.nonblocking = i / 2 % 2,
			.operation = (enum decision_operation)(i / 4 % 17),
			.processes = 2 + i / 68 % 8,
			.count = counts[i / 544 % 5],
			.node = nodes[i / 2720 % 3],
			.commutes = i / 8160 == 0,
			.predefined = true,
			.size = 8,
		};

		all_messages_have_an_end(&what);
		if (what.operation >= DECISION_BCAST && what.operation <= DECISION_REDUCE) {
			what.root = what.processes - 1;
			all_messages_have_an_end(&what);
		}
	}
}

static void functions_of_MPI_have_operations(void **state)
{
	enum decision_operation operation;
	bool nonblocking;

	(void)state;
	assert_true(decision_of_function("MPI_Iallgatherv", &operation, &nonblocking));
	assert_int_equal(operation, DECISION_ALLGATHERV);
	assert_true(nonblocking);
	assert_true(decision_of_function("MPI_Reduce_scatter_block", &operation, &nonblocking));
	assert_int_equal(operation, DECISION_REDUCE_SCATTER_BLOCK);
	assert_false(nonblocking);
	assert_false(decision_of_function("MPI_Send", &operation, &nonblocking));
	assert_false(decision_of_function("MPI_Ineighbor_alltoall", &operation, &nonblocking));
}

static void impossible_calls_are_refused(void **state)
{
	static const int far[] = {0, 2};
	static const struct {
		struct decision_case what;
		int process;
	} cases[] = {
		{{.processes = 2}, 2},
		{{.processes = 2, .root = 2}, 0},
		{{.processes = 2, .node = far}, 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct decision found;
		struct error err = {0};

		assert_int_equal(decision_find(&cases[i].what, cases[i].process, &found, &err), ERR_INPUT);
		decision_release(&found);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(decisions_are_those_of_the_libraries),
		cmocka_unit_test(what_is_sent_is_received_for_all_operations_processes_nodes_and_roots),
		cmocka_unit_test(functions_of_MPI_have_operations),
		cmocka_unit_test(impossible_calls_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Collective operations of a trace take what the schedules of the traced library take. */
#include "replayed.h"

#include "algorithm/decision/decision.h"

static enum status build_decided(const void *self, int process, struct rank_program *program, struct error *err)
{
	return decision_build(self, process, program, err);
}

/* What the library's own messages take, in us. */
static void decided(const struct decision_case *what, double us[MEMORY_PROCESSES])
{
	const struct schedule schedule = {.processes = what->processes, .build = build_decided, .self = what};
	struct model *model = loggp();
	const struct model_use use = {.model = model};
	struct costs costs = model_costs(&use, UINT64_MAX - 1);
	struct simulation found = {0};
	struct error err = {0};

	costs.queued = true;
	if (simulate(&schedule, &costs, &found, &err) != OK)
		fail_msg("%s", err.text);
	for (int p = 0; p < what->processes; p++)
		us[p] = 1e6 * found.finish[p];
	simulation_release(&found);
	model_free(model);
}

/* All processes call the function at once; a nonblocking one is waited for. */
static void call_all(enum trace_function function, const char *library, int root, uint64_t bytes, bool nonblocking,
		     const char *operation)
{
	static const struct trace_completion done = {.request = 7, .source = -1, .tag = -1};

	begin(MEMORY_PROCESSES);
	t.info.library = library;
	for (int p = 0; p < MEMORY_PROCESSES; p++) {
		struct trace_call *call = memory_call(&t, p, function, 0, nonblocking ? 0 : 100);

		call->root = root;
		call->operation = operation;
		call->send = call->receive = memory_side(TRACE_NOBODY, -1, bytes);
		call->request = nonblocking ? 7 : 0;
		if (nonblocking)
			call_wait(p, trace_Wait, 0, 100, 1, &done);
		memory_call(&t, p, trace_Finalize, 100, 100);
	}
}

static const char openmpi[] = "Open MPI v4.1.4, package: Debian", mpich[] = "MPICH Version: 4.0.2";

static const int two_nodes[] = {0, 1, 0, 1};
static const struct {
	enum trace_function function;
	const char *library, *operation;
	int root;
	struct decision_case what;
} cases[] = {
	{trace_Bcast, openmpi, NULL, 1, {.operation = DECISION_BCAST, .root = 1, .count = 2001, .size = 1}},
	{trace_Bcast, openmpi, NULL, 0, {.operation = DECISION_BCAST, .count = 400001, .size = 1}},
	{trace_Allreduce,
	 openmpi,
	 "MPI_SUM",
	 -1,
	 {.operation = DECISION_ALLREDUCE, .count = 1000, .size = 8, .commutes = true, .predefined = true}},
	{trace_Iallreduce,
	 openmpi,
	 "MPI_SUM",
	 -1,
	 {.operation = DECISION_ALLREDUCE,
	  .nonblocking = true,
	  .count = 1000,
	  .size = 8,
	  .commutes = true,
	  .predefined = true}},
	{trace_Ibarrier, openmpi, NULL, -1, {.operation = DECISION_BARRIER, .nonblocking = true, .size = 1}},
	{trace_Alltoall, openmpi, NULL, -1, {.operation = DECISION_ALLTOALL, .count = 3000, .size = 1}},
	{trace_Gather, openmpi, NULL, 2, {.operation = DECISION_GATHER, .root = 2, .count = 3000, .size = 1}},
	{trace_Bcast,
	 mpich,
	 NULL,
	 1,
	 {.library = LIBRARY_MPICH_4_0,
	  .operation = DECISION_BCAST,
	  .root = 1,
	  .count = 2001,
	  .size = 1,
	  .node = two_nodes}},
	{trace_Allreduce,
	 mpich,
	 "MPI_SUM",
	 -1,
	 {.library = LIBRARY_MPICH_4_0,
	  .operation = DECISION_ALLREDUCE,
	  .count = 1000,
	  .size = 8,
	  .commutes = true,
	  .predefined = true,
	  .node = two_nodes}},
	{trace_Iallgather,
	 mpich,
	 NULL,
	 -1,
	 {.library = LIBRARY_MPICH_4_0,
	  .operation = DECISION_ALLGATHER,
	  .nonblocking = true,
	  .count = 3000,
	  .size = 1,
	  .node = two_nodes}},
};

static void each_takes_what_its_library_chooses(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct decision_case what = cases[i].what;
		double us[MEMORY_PROCESSES];

		what.processes = MEMORY_PROCESSES;
		call_all(cases[i].function, cases[i].library, cases[i].root, what.count * what.size, what.nonblocking,
			 cases[i].operation);
		decided(&what, us);
		assert_true(us[0] > 1);
		expect_times(us);
	}
}

/* Of MPICH they go within a node first: by the trace's hosts, or as it is said. */
static void libraries_are_told_which_processes_share_a_node(void **state)
{
	static const int one[] = {0, 0, 0, 0}, blocks[] = {0, 0, 2, 2}, blocks_of_case[] = {0, 0, 1, 1};
	struct decision_case what = {.library = LIBRARY_MPICH_4_0,
				     .operation = DECISION_BCAST,
				     .processes = MEMORY_PROCESSES,
				     .count = 2001,
				     .size = 1};
	double together[MEMORY_PROCESSES], apart[MEMORY_PROCESSES];

	(void)state;
	call_all(trace_Bcast, mpich, 0, 2001, false, NULL);
	decided(&what, together);
	expect_times_with(&(struct replay_options){.compute_scale = 1, .node = one}, together);
	what.node = blocks_of_case;
	decided(&what, apart);
	expect_times_with(&(struct replay_options){.compute_scale = 1, .node = blocks}, apart);
}

static void blocks_of_their_own_sizes_come_to_the_root(void **state)
{
	static const int64_t counts[] = {0, 3001, 1001};

	(void)state;
	begin(3);
	for (int p = 0; p < 3; p++) {
		struct trace_call *call = memory_call(&t, p, trace_Gatherv, 0, 100);

		call->root = 0;
		if (p == 0) {
			call->receive = memory_side(TRACE_NOBODY, -1, 4002);
			call->receive.each = counts;
			call->receive.n_each = 3;
		} else {
			call->send = memory_side(TRACE_NOBODY, -1, (uint64_t)counts[p]);
		}
		memory_call(&t, p, trace_Finalize, 100, 101);
	}
	/* The port takes in the second message when it has done with the first: the least gap, which is o, and 3 us. */
	EXPECT_TIMES(1 + 10 + 1 + 3 + 1 + 1, 1, 1);
}

/* Two of them under way at a time, complete in the other order. */
/* No message is sent: it is the process' own work, as what it does between calls. */
static void those_of_one_process_take_what_they_took(void **state)
{
	static const int self[] = {1};
	static const struct trace_communicator alone = {.number = 5, .key = 99, .own = 0, .n = 1, .members = self};

	(void)state;
	begin(2);
	for (int i = 0; i < 2; i++) {
		struct trace_call *call = memory_call(&t, 1, i ? trace_Bcast : trace_Allreduce, 10 * i, 10 * i + 7);

		call->comm = &alone;
		call->root = 0;
		call->operation = "MPI_SUM";
		call->send = call->receive = memory_side(TRACE_NOBODY, -1, 800);
	}
	memory_call(&t, 0, trace_Finalize, 1, 1);
	memory_call(&t, 1, trace_Finalize, 20, 20);
	EXPECT_TIMES(1, 20);
}

static void nonblocking_ones_are_apart(void **state)
{
	static const struct trace_completion first = {.request = 7, .source = -1, .tag = -1},
					     second = {.request = 8, .source = -1, .tag = -1};

	(void)state;
	begin(2);
	t.info.library = openmpi;
	for (int p = 0; p < 2; p++) {
		for (uint64_t i = 0; i < 2; i++) {
			struct trace_call *call = memory_call(&t, p, trace_Ibcast, 0, 0);

			call->root = (int)i;
			call->send = call->receive = memory_side(TRACE_NOBODY, -1, i == 0 ? 5001 : 1);
			call->request = 7 + i;
		}
		call_wait(p, trace_Wait, 0, 10, 1, &second);
		call_wait(p, trace_Wait, 10, 20, 1, &first);
		memory_call(&t, p, trace_Finalize, 20, 20);
	}
	/* 1 + 10 + 1, where 1 waits for that of 5001 bytes too. */
	EXPECT_TIMES(1 + 10 + 1, 1 + 10 + 5 + 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_takes_what_its_library_chooses),
		cmocka_unit_test(libraries_are_told_which_processes_share_a_node),
		cmocka_unit_test(blocks_of_their_own_sizes_come_to_the_root),
		cmocka_unit_test(those_of_one_process_take_what_they_took),
		cmocka_unit_test(nonblocking_ones_are_apart),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

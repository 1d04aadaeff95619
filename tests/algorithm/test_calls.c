#include "checked.h"

#include "../drawn.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))
#define MOST_PROCESSES 40
#define SEGMENTS_ALLOWED ((uint64_t)1 << 24)

/* The arrays of a call. */
struct arrays {
	uint64_t counts[MOST_PROCESSES], displacements[MOST_PROCESSES];
	int order[MOST_PROCESSES], group[MOST_PROCESSES];
};

static uint64_t draw_count(struct random *random, int processes)
{
	uint64_t n = (uint64_t)processes, counts[] = {0,
						      1,
						      n - 1,
						      n,
						      n + 1,
						      2 * n - 1,
						      3 * n,
						      random_below(random, 1000),
						      17 * n + random_below(random, 17),
						      1 << 20};

	return counts[random_below(random, COUNT(counts))];
}

static void draw_order(struct random *random, struct call *call, struct arrays *arrays)
{
	size_t order[MOST_PROCESSES];

	for (size_t i = 0; i < (size_t)call->processes; i++)
		order[i] = i;
	random_shuffle(random, order, (size_t)call->processes);
	for (int i = 0; i < call->processes; i++)
		arrays->order[i] = (int)order[i];
	if (collective_has_root(call->collective))
		call->root = arrays->order[0];
	call->order = arrays->order;
}

/* Blocks at the root with gaps between them, some empty, in any order. */
static void draw_blocks(struct random *random, struct call *call, struct arrays *arrays)
{
	size_t order[MOST_PROCESSES];
	uint64_t end = random_below(random, 3);

	for (size_t i = 0; i < (size_t)call->processes; i++)
		order[i] = i;
	random_shuffle(random, order, (size_t)call->processes);
	for (int i = 0; i < call->processes; i++) {
		arrays->counts[order[i]] = random_below(random, 4) * random_below(random, 30);
		arrays->displacements[order[i]] = end;
		end += arrays->counts[order[i]] + random_below(random, 3);
	}
	call->counts = arrays->counts;
	if (random_below(random, 2))
		call->displacements = arrays->displacements;
}

static struct call draw_call(struct random *random, const struct algorithm_class *algorithm, struct arrays *arrays)
{
	struct call call = {.collective = algorithm->collective,
			    .processes = 1 + (int)random_below(random, MOST_PROCESSES),
			    .commutes = random_below(random, 4) > 0};
	uint64_t segments[] = {0, 1, 3, 1 + random_below(random, 100)};

	call.count = draw_count(random, call.processes);
	call.in_place = random_below(random, 2);
	if (collective_has_root(call.collective))
		call.root = (int)random_below(random, (size_t)call.processes);
	if (algorithm->takes & TAKES_SEGMENT)
		call.segment = segments[random_below(random, COUNT(segments))];
	if (call.segment > 0 && call.count / call.segment > 100)
		call.segment = call.count / 100;
	if (algorithm->takes & TAKES_FANOUT && random_below(random, 3))
		call.fanout = algorithm->least_fanout + (int)random_below(random, random_below(random, 2) ? 4 : 60);
	if (algorithm->takes & TAKES_ORDER && random_below(random, 2))
		draw_order(random, &call, arrays);
	if (algorithm->takes & TAKES_GROUP && random_below(random, 2)) {
		for (int i = 0; i < call.processes; i++)
			arrays->group[i] = (int)random_below(random, (size_t)(call.processes + 2) / 3);
		call.group = arrays->group;
	}
	if (call.collective == COLLECTIVE_SCATTERV || call.collective == COLLECTIVE_GATHERV)
		draw_blocks(random, &call, arrays);
	return call;
}

static void all_algorithms_are_right_whatever_the_call(void **state)
{
	struct check *check = check_new();
	struct random random;
	struct arrays arrays;
	const int calls = drawn_cases(800, 200);

	(void)state;
	random_init(&random, 4);
	for (const struct algorithm_class *algorithm = algorithm_next(NULL); algorithm;
	     algorithm = algorithm_next(algorithm))
		for (int i = 0; i < calls; i++) {
			struct call call = draw_call(&random, algorithm, &arrays);

			assert_checked(check, algorithm, &call);
		}
	check_free(check);
}

/* Operations of all parts of a kind, but those of 0 elements. */
static size_t operations(const struct algorithm_class *algorithm, const struct call *call, enum operation_kind kind)
{
	struct algorithm_use use = {algorithm, call};
	struct schedule schedule = algorithm_schedule(&use);
	struct rank_program program = {0};
	size_t n = 0;

	for (int i = 0; i < call->processes; i++) {
		rank_program_clear(&program);
		assert_int_equal(schedule.build(schedule.self, i, &program, NULL), OK);
		for (size_t o = 0; o < program.n; o++)
			n += program.operations[o].kind == kind && program.operations[o].count > 0;
	}
	rank_program_release(&program);
	return n;
}

static void a_call_without_data_has_no_operations_and_a_barrier_of_one_process_no_messages(void **state)
{
	(void)state;
	for (const struct algorithm_class *algorithm = algorithm_next(NULL); algorithm;
	     algorithm = algorithm_next(algorithm)) {
		uint64_t counts[9] = {0};
		struct call call = {.collective = algorithm->collective, .processes = 9, .commutes = true};
		bool with_counts = call.collective == COLLECTIVE_SCATTERV || call.collective == COLLECTIVE_GATHERV;

		if (with_counts)
			call.counts = counts;
		for (enum operation_kind kind = OP_SEND; kind <= OP_COMPUTE; kind++)
			assert_int_equal(operations(algorithm, &call, kind), 0);
		call.processes = 1;
		call.count = counts[0] = 5;
		assert_int_equal(operations(algorithm, &call, OP_SEND), 0);
	}
}

/* How many messages with data each algorithm of a call sends in all, as the libraries do. */
static void algorithms_send_as_many_messages_as_the_libraries(void **state)
{
	static const struct {
		enum collective collective;
		const char *name;
		int processes;
		uint64_t count, segment;
		size_t messages;
	} cases[] = {
		{COLLECTIVE_BCAST, "linear", 8, 8, 0, 7},
		{COLLECTIVE_BCAST, "binomial", 8, 8, 2, 28},
		{COLLECTIVE_ALLREDUCE, "ring", 8, 8, 0, 8 * 14},
		{COLLECTIVE_ALLREDUCE, "ring", 8, 7, 0, 8 * 3}, /* recursive doubling */
		{COLLECTIVE_ALLREDUCE, "recursive-doubling", 6, 8, 0, 4 * 2 + 4},
		{COLLECTIVE_ALLREDUCE, "segmented-ring", 4, 64, 4, 4 * (4 * 3 + 3)},
		{COLLECTIVE_ALLREDUCE, "segmented-ring", 4, 64, 17, 4 * 6}, /* ring */
		{COLLECTIVE_ALLREDUCE, "rabenseifner", 8, 64, 0, 8 * 6},
		{COLLECTIVE_ALLREDUCE, "rabenseifner", 8, 7, 0, 14}, /* linear */
		{COLLECTIVE_REDUCE, "rabenseifner", 8, 64, 0, 8 * 3 + 7},
		{COLLECTIVE_REDUCE, "in-order-binary", 8, 8, 0, 8},
		{COLLECTIVE_ALLTOALL, "scattered", 8, 8, 0, 8 * 7},
		{COLLECTIVE_ALLGATHER, "ring", 8, 8, 0, 8 * 7},
		{COLLECTIVE_ALLGATHER, "bruck", 7, 8, 0, 7 * 3},
		{COLLECTIVE_ALLGATHER, "recursive-doubling", 8, 8, 0, 8 * 3},
		{COLLECTIVE_ALLGATHER, "recursive-doubling", 6, 8, 0, 6 * 3}, /* Bruck */
		{COLLECTIVE_ALLGATHER, "neighbour-exchange", 8, 8, 0, 8 * 4},
		{COLLECTIVE_ALLGATHER, "neighbour-exchange", 7, 8, 0, 7 * 6}, /* ring */
		{COLLECTIVE_ALLTOALL, "linear", 8, 8, 0, 8 * 7},
		{COLLECTIVE_ALLTOALL, "bruck", 8, 8, 0, 8 * 3},
		{COLLECTIVE_SCAN, "linear", 8, 8, 0, 7},
		{COLLECTIVE_SCAN, "recursive-doubling", 8, 8, 0, 8 * 3},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct call call = {.collective = cases[i].collective,
				    .processes = cases[i].processes,
				    .count = cases[i].count,
				    .segment = cases[i].segment,
				    .commutes = true};
		const struct algorithm_class *algorithm = algorithm_find(cases[i].collective, cases[i].name, NULL);
		size_t messages = operations(algorithm, &call, OP_SEND);

		if (messages != cases[i].messages)
			fail_msg("%s %s: %zu messages, not %zu", collective_words[call.collective], cases[i].name,
				 messages, cases[i].messages);
	}
}

/* Calls that cannot be, and what is said of them. */
static const int twice[] = {0, 1, 1, 3}, elsewhere[] = {1, 0, 2, 3}, beyond[] = {0, 1, 4, 3};
static const uint64_t counts[] = {2, 2, 2, 2}, overlap[] = {0, 2, 5, 6}, huge[] = {1, UINT64_MAX, 1, 1};
static const struct {
	const char *name, *text;
	struct call call;
} refused[] = {
	{"binomial",
	 "process 4 cannot be the root; processes are 0 to 3",
	 {.collective = COLLECTIVE_BCAST, .processes = 4, .root = 4}},
	{"binomial", "0 processes cannot be", {.collective = COLLECTIVE_BCAST}},
	{"ring", "has no root", {.collective = COLLECTIVE_ALLGATHER, .processes = 4, .root = 1}},
	{"linear",
	 "bcast by algorithm linear has no segments to choose",
	 {.collective = COLLECTIVE_BCAST, .processes = 4, .segment = 1}},
	{"linear", "has no fan-out to choose", {.collective = COLLECTIVE_BCAST, .processes = 4, .fanout = 1}},
	{"ring",
	 "has no order of processes to choose",
	 {.collective = COLLECTIVE_ALLGATHER, .processes = 4, .order = elsewhere}},
	{"linear", "has no groups to choose", {.collective = COLLECTIVE_BCAST, .processes = 4, .group = twice}},
	{"k-nomial", "a fan-out of 1 cannot be", {.collective = COLLECTIVE_BCAST, .processes = 4, .fanout = 1}},
	{"chain", "a fan-out of -1 cannot be", {.collective = COLLECTIVE_BCAST, .processes = 4, .fanout = -1}},
	{"chain",
	 "too many segments",
	 {.collective = COLLECTIVE_BCAST, .processes = 4, .count = (uint64_t)1 << 40, .segment = 1}},
	{"chain",
	 "33554433 elements in segments of 2 are too many segments: at most 16777216",
	 {.collective = COLLECTIVE_BCAST, .processes = 4, .count = 2 * SEGMENTS_ALLOWED + 1, .segment = 2}},
	{"binomial",
	 "process 1 is there twice, at last at place 2",
	 {.collective = COLLECTIVE_BCAST, .processes = 4, .order = twice}},
	{"binomial",
	 "process 1 comes first; the root, 0, must",
	 {.collective = COLLECTIVE_BCAST, .processes = 4, .order = elsewhere}},
	{"binomial",
	 "place 2 has process 4; processes are 0 to 3",
	 {.collective = COLLECTIVE_BCAST, .processes = 4, .order = beyond}},
	{"hierarchical", "process 2 is in group 4", {.collective = COLLECTIVE_BCAST, .processes = 4, .group = beyond}},
	{"linear",
	 "counts and displacements are for scatterv and gatherv",
	 {.collective = COLLECTIVE_GATHER, .processes = 4, .counts = counts}},
	{"linear", "needs a count for each process", {.collective = COLLECTIVE_GATHERV, .processes = 4}},
	{"linear",
	 "the blocks of processes 2 and 3 overlap",
	 {.collective = COLLECTIVE_GATHERV, .processes = 4, .counts = counts, .displacements = overlap}},
	{"linear", "more than 2^64 - 1", {.collective = COLLECTIVE_SCATTERV, .processes = 4, .counts = huge}},
	{"linear", "more than 2^64 - 1", {.collective = COLLECTIVE_GATHER, .processes = 4, .count = UINT64_MAX / 2}},
};

static void calls_that_cannot_be_are_refused_with_what_is_allowed(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(refused); i++) {
		struct error err = {0};

		assert_int_equal(algorithm_check(algorithm_find(refused[i].call.collective, refused[i].name, NULL),
						 &refused[i].call, &err),
				 ERR_INPUT);
		if (!strstr(err.text, refused[i].text))
			fail_msg("\"%s\" is not in \"%s\"", refused[i].text, err.text);
	}
}

static void as_many_segments_as_are_allowed_are_taken(void **state)
{
	const struct call call = {
		.collective = COLLECTIVE_BCAST, .processes = 4, .count = 2 * SEGMENTS_ALLOWED, .segment = 2};

	(void)state;
	assert_int_equal(algorithm_check(algorithm_find(COLLECTIVE_BCAST, "chain", NULL), &call, NULL), OK);
}

static void an_algorithm_that_there_is_not_is_refused_with_those_there_are(void **state)
{
	struct error err = {0};

	(void)state;
	assert_null(algorithm_find(COLLECTIVE_SCAN, "ring", &err));
	assert_int_equal(err.status, ERR_INPUT);
	assert_string_equal(err.text, "scan has no algorithm \"ring\"; it has: linear, recursive-doubling");
}

/* Whether each message of the algorithm among 9 processes has the root at one end. */
static bool goes_by_pairs(const struct algorithm_class *algorithm, struct rank_program *program)
{
	enum { PROCESSES = 9, ROOT = 4 };
	uint64_t blocks[PROCESSES];
	struct call call = call_of(algorithm, PROCESSES, ROOT, 1000, blocks);
	struct algorithm_use use = {algorithm, &call};
	struct schedule schedule = algorithm_schedule(&use);

	call.segment = algorithm->takes & TAKES_SEGMENT ? 100 : 0;
	for (int process = 0; process < PROCESSES; process++) {
		rank_program_clear(program);
		assert_int_equal(schedule.build(schedule.self, process, program, NULL), OK);
		for (size_t i = 0; process != ROOT && i < program->n; i++)
			if (program->operations[i].kind <= OP_RECEIVE && program->operations[i].peer != ROOT)
				return false;
	}
	return true;
}

static void the_root_has_messages_with_each_process_alone_where_the_table_says_so(void **state)
{
	struct rank_program program = {.n = 0};
	int n = 0;

	(void)state;
	for (const struct algorithm_class *each = algorithm_next(NULL); each; each = algorithm_next(each)) {
		bool said = each->takes & ROOT_WITH_EACH;

		if (collective_has_root(each->collective) && goes_by_pairs(each, &program) != said)
			fail_msg("%s %s", collective_words[each->collective], each->name);
		n += said;
	}
	assert_int_equal(n, 20);
	rank_program_release(&program);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_algorithms_are_right_whatever_the_call),
		cmocka_unit_test(a_call_without_data_has_no_operations_and_a_barrier_of_one_process_no_messages),
		cmocka_unit_test(algorithms_send_as_many_messages_as_the_libraries),
		cmocka_unit_test(the_root_has_messages_with_each_process_alone_where_the_table_says_so),
		cmocka_unit_test(calls_that_cannot_be_are_refused_with_what_is_allowed),
		cmocka_unit_test(as_many_segments_as_are_allowed_are_taken),
		cmocka_unit_test(an_algorithm_that_there_is_not_is_refused_with_those_there_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

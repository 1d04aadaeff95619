#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "algorithm/algorithm.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))
#define TEXT_MAX 4096

/* "0>2:4,1:2 2>3:2": each process that sends, with whom it sends how many elements, in order; with "<" those that
 * receive, and from whom. */
static void messages(const struct algorithm_class *algorithm, const struct call *call, char direction, char *text)
{
	struct algorithm_use use = {algorithm, call};
	struct schedule schedule = algorithm_schedule(&use);
	struct rank_program program = {0};
	size_t used = 0;

	text[0] = '\0';
	for (int process = 0; process < call->processes; process++) {
		bool first = true;

		rank_program_clear(&program);
		assert_int_equal(schedule.build(schedule.self, process, &program, NULL), OK);
		for (size_t i = 0; i < program.n; i++) {
			const struct operation *o = &program.operations[i];

			if (o->kind != (direction == '>' ? OP_SEND : OP_RECEIVE))
				continue;
			if (first)
				used += (size_t)snprintf(text + used, TEXT_MAX - used, "%s%d%c", used > 0 ? " " : "",
							 process, direction);
			used += (size_t)snprintf(text + used, TEXT_MAX - used, "%s%d:%llu", first ? "" : ",", o->peer,
						 (unsigned long long)o->count);
			first = false;
		}
	}
	rank_program_release(&program);
}

/*
 * Written by hand from what the libraries do: MPICH 4.0 (src/mpi/coll) for those that name it, else Open MPI 4.1
 * (ompi/mca/coll/base). count is elements, which are bytes.
 */
/* Who sends ('>') or receives ('<') how many elements to or from whom, process by process in the order of its
 * operations. */
static const struct {
	enum collective collective;
	const char *name;
	int processes, root;
	uint64_t count;
	int fanout;
	char direction;
	const char *messages;
} cases[] = {
	/* MPICH: XOR of a power of two, else as Open MPI. */
	{COLLECTIVE_ALLTOALL, "pairwise-mpich", 4, 0, 1, 0, '>',
	 "0>1:1,2:1,3:1 1>0:1,3:1,2:1 2>3:1,0:1,1:1 3>2:1,1:1,0:1"},
	{COLLECTIVE_ALLTOALL, "pairwise-mpich", 4, 0, 1, 0, '<',
	 "0<1:1,2:1,3:1 1<0:1,3:1,2:1 2<3:1,0:1,1:1 3<2:1,1:1,0:1"},
	{COLLECTIVE_ALLTOALL, "pairwise-mpich", 5, 0, 1, 0, '>',
	 "0>1:1,2:1,3:1,4:1 1>2:1,3:1,4:1,0:1 2>3:1,4:1,0:1,1:1 3>4:1,0:1,1:1,2:1 4>0:1,1:1,2:1,3:1"},
	{COLLECTIVE_ALLTOALL, "pairwise-mpich", 8, 0, 2, 0, '>',
	 "0>1:2,2:2,3:2,4:2,5:2,6:2,7:2 1>0:2,3:2,2:2,5:2,4:2,7:2,6:2 2>3:2,0:2,1:2,6:2,7:2,4:2,5:2 "
	 "3>2:2,1:2,0:2,7:2,6:2,5:2,4:2 "
	 "4>5:2,6:2,7:2,0:2,1:2,2:2,3:2 5>4:2,7:2,6:2,1:2,0:2,3:2,2:2 6>7:2,4:2,5:2,2:2,3:2,0:2,1:2 "
	 "7>6:2,5:2,4:2,3:2,2:2,1:2,0:2"},
	{COLLECTIVE_ALLTOALL, "pairwise", 4, 0, 1, 0, '>', "0>1:1,2:1,3:1 1>2:1,3:1,0:1 2>3:1,0:1,1:1 3>0:1,1:1,2:1"},
	{COLLECTIVE_ALLTOALL, "pairwise", 4, 0, 1, 0, '<', "0<3:1,2:1,1:1 1<0:1,3:1,2:1 2<1:1,0:1,3:1 3<2:1,1:1,0:1"},
	{COLLECTIVE_ALLTOALL, "bruck", 5, 0, 1, 0, '>',
	 "0>1:2,2:2,4:1 1>2:2,3:2,0:1 2>3:2,4:2,1:1 3>4:2,0:2,2:1 4>0:2,1:2,3:1"},
	{COLLECTIVE_ALLTOALL, "scattered", 5, 0, 1, 2, '>',
	 "0>4:1,3:1,2:1,1:1 1>0:1,4:1,3:1,2:1 2>1:1,0:1,4:1,3:1 3>2:1,1:1,0:1,4:1 4>3:1,2:1,1:1,0:1"},

	/* MPICH: the farthest child first. */
	{COLLECTIVE_SCATTER, "binomial-mpich", 4, 0, 1, 0, '>', "0>2:2,1:1 2>3:1"},
	{COLLECTIVE_SCATTER, "binomial-mpich", 5, 0, 1, 0, '>', "0>4:1,2:2,1:1 2>3:1"},
	{COLLECTIVE_SCATTER, "binomial-mpich", 5, 3, 1, 0, '>', "0>1:1 3>2:1,0:2,4:1"},
	{COLLECTIVE_SCATTER, "binomial-mpich", 8, 0, 3, 0, '>', "0>4:12,2:6,1:3 2>3:3 4>6:6,5:3 6>7:3"},
	{COLLECTIVE_SCATTER, "binomial", 5, 0, 1, 0, '>', "0>1:1,2:2,4:1 2>3:1"},
	{COLLECTIVE_SCATTER, "binomial", 8, 0, 3, 0, '>', "0>1:3,2:6,4:12 2>3:3 4>5:3,6:6 6>7:3"},
	{COLLECTIVE_GATHER, "binomial", 5, 0, 1, 0, '>', "1>0:1 2>0:2 3>2:1 4>0:1"},
	{COLLECTIVE_GATHER, "binomial", 5, 3, 1, 0, '<', "0<1:1 3<4:1,0:2,2:1"},
	{COLLECTIVE_GATHER, "binomial", 8, 0, 1, 0, '<', "0<1:1,2:2,4:4 2<3:1 4<5:1,6:2 6<7:1"},

	/* Open MPI exchanges halves with those that stand back, MPICH sends them all. */
	{COLLECTIVE_REDUCE, "rabenseifner-mpich", 4, 0, 8, 0, '>',
	 "0>1:4,2:2 1>0:4,3:2,0:4 2>3:4,0:2,0:2 3>2:4,1:2,1:2"},
	{COLLECTIVE_REDUCE, "rabenseifner-mpich", 5, 0, 8, 0, '>',
	 "0>2:4,3:2 1>0:8 2>0:4,4:2,0:4 3>4:4,0:2,0:2 4>3:4,2:2,2:2"},
	{COLLECTIVE_REDUCE, "rabenseifner-mpich", 5, 0, 8, 0, '<',
	 "0<1:8,2:4,3:2,3:2,2:4 2<0:4,4:2,4:2 3<4:4,0:2 4<3:4,2:2"},
	{COLLECTIVE_REDUCE, "rabenseifner-mpich", 5, 1, 8, 0, '>',
	 "0>2:4,3:2,1:2 1>0:8 2>0:4,4:2,1:4 3>4:4,0:2,1:2 4>3:4,2:2,2:2"},
	{COLLECTIVE_REDUCE, "rabenseifner-mpich", 5, 0, 6, 0, '>',
	 "0>2:2,3:2 1>0:6 2>0:4,4:1,0:2 3>4:2,0:2,0:2 4>3:4,2:1,2:1"},
	{COLLECTIVE_REDUCE, "rabenseifner-mpich", 8, 0, 8, 0, '>',
	 "0>1:4,2:2,4:1 1>0:4,3:2,5:1,0:4 2>3:4,0:2,6:1,0:2 3>2:4,1:2,7:1,1:2 4>5:4,6:2,0:1,0:1 5>4:4,7:2,1:1,1:1 "
	 "6>7:4,4:2,2:1,2:1 7>6:4,5:2,3:1,3:1"},
	{COLLECTIVE_REDUCE, "rabenseifner", 5, 0, 8, 0, '>',
	 "0>1:4,2:4,3:2 1>0:4,0:4 2>0:4,4:2,0:4 3>4:4,0:2,0:2 4>3:4,2:2,2:2"},
	{COLLECTIVE_REDUCE, "binomial", 5, 0, 8, 0, '<', "0<1:8,2:8,4:8 2<3:8"},
	{COLLECTIVE_ALLREDUCE, "rabenseifner-mpich", 4, 0, 8, 0, '>',
	 "0>1:4,2:2,2:2,1:4 1>0:4,3:2,3:2,0:4 2>3:4,0:2,0:2,3:4 3>2:4,1:2,1:2,2:4"},
	{COLLECTIVE_ALLREDUCE, "rabenseifner-mpich", 5, 0, 8, 0, '>',
	 "0>1:8 1>2:4,3:2,3:2,2:4,0:8 2>1:4,4:2,4:2,1:4 3>4:4,1:2,1:2,4:4 4>3:4,2:2,2:2,3:4"},
	{COLLECTIVE_ALLREDUCE, "rabenseifner-mpich", 5, 0, 8, 0, '<',
	 "0<1:8 1<0:8,2:4,3:2,3:2,2:4 2<1:4,4:2,4:2,1:4 3<4:4,1:2,1:2,4:4 4<3:4,2:2,2:2,3:4"},
	{COLLECTIVE_ALLREDUCE, "rabenseifner-mpich", 8, 0, 8, 0, '>',
	 "0>1:4,2:2,4:1,4:1,2:2,1:4 1>0:4,3:2,5:1,5:1,3:2,0:4 2>3:4,0:2,6:1,6:1,0:2,3:4 3>2:4,1:2,7:1,7:1,1:2,2:4 "
	 "4>5:4,6:2,0:1,0:1,6:2,5:4 5>4:4,7:2,1:1,1:1,7:2,4:4 6>7:4,4:2,2:1,2:1,4:2,7:4 7>6:4,5:2,3:1,3:1,5:2,6:4"},
	{COLLECTIVE_ALLREDUCE, "rabenseifner-mpich", 5, 0, 3, 0, '>',
	 "0>1:3 1>2:3,3:3,0:3 2>1:3,4:3 3>4:3,1:3 4>3:3,2:3"}, /* recursive doubling */
	{COLLECTIVE_ALLREDUCE, "rabenseifner", 5, 0, 8, 0, '>',
	 "0>1:4,2:4,3:2,3:2,2:4,1:8 1>0:4,0:4 2>0:4,4:2,4:2,0:4 3>4:4,0:2,0:2,4:4 4>3:4,2:2,2:2,3:4"},
	{COLLECTIVE_ALLREDUCE, "recursive-doubling", 5, 0, 8, 0, '>',
	 "0>1:8 1>2:8,3:8,0:8 2>1:8,4:8 3>4:8,1:8 4>3:8,2:8"},

	/* Both libraries, but for the order of a broadcast's binomial tree. */
	{COLLECTIVE_BCAST, "k-nomial", 5, 0, 1, 2, '>', "0>4:1,2:1,1:1 2>3:1"},
	{COLLECTIVE_BCAST, "k-nomial", 8, 0, 1, 2, '>', "0>4:1,2:1,1:1 2>3:1 4>6:1,5:1 6>7:1"},
	{COLLECTIVE_BCAST, "binomial", 5, 0, 1, 0, '>', "0>1:1,2:1,4:1 1>3:1"},
	{COLLECTIVE_BCAST, "scatter-allgather", 5, 0, 10, 0, '>',
	 "0>4:2,2:4,1:2,1:2,2:4,4:8,2:2,1:2 1>0:2,3:4 2>3:2,3:2,0:4,3:2 3>2:2,1:4 4>0:2"},
	{COLLECTIVE_BCAST, "scatter-ring", 4, 0, 8, 0, '>',
	 "0>2:4,1:2,1:2,1:2,1:2 1>2:2,2:2,2:2 2>3:2,3:2,3:2,3:2 3>0:2,0:2,0:2"},
	{COLLECTIVE_REDUCE_SCATTER, "pairwise", 4, 0, 1, 0, '>',
	 "0>1:1,2:1,3:1 1>2:1,3:1,0:1 2>3:1,0:1,1:1 3>0:1,1:1,2:1"},
	{COLLECTIVE_REDUCE_SCATTER, "recursive-halving", 5, 0, 1, 0, '>',
	 "0>1:5 1>3:2,2:1,0:1 2>4:2,1:2 3>1:3,4:1 4>2:3,3:1"},
	{COLLECTIVE_ALLGATHER, "bruck", 5, 0, 1, 0, '>',
	 "0>4:1,3:2,1:1 1>0:1,4:2,2:1 2>1:1,0:2,3:1 3>2:1,1:2,4:1 4>3:1,2:2,0:1"},
	{COLLECTIVE_ALLGATHER, "recursive-doubling", 4, 0, 1, 0, '>', "0>1:1,2:2 1>0:1,3:2 2>3:1,0:2 3>2:1,1:2"},
	{COLLECTIVE_SCAN, "recursive-doubling", 5, 0, 1, 0, '>', "0>1:1,2:1,4:1 1>0:1,3:1 2>3:1,0:1 3>2:1,1:1 4>0:1"},
	{COLLECTIVE_BARRIER, "dissemination", 5, 0, 0, 0, '>',
	 "0>1:0,2:0,4:0 1>2:0,3:0,0:0 2>3:0,4:0,1:0 3>4:0,0:0,2:0 4>0:0,1:0,3:0"},
};

static void all_processes_send_and_receive_what_they_do_in_the_libraries_in_their_order(void **state)
{
	char text[TEXT_MAX];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct call call = {.collective = cases[i].collective,
				    .processes = cases[i].processes,
				    .root = cases[i].root,
				    .count = cases[i].count,
				    .fanout = cases[i].fanout,
				    .commutes = true};
		const struct algorithm_class *algorithm = algorithm_find(call.collective, cases[i].name, NULL);

		assert_non_null(algorithm);
		messages(algorithm, &call, cases[i].direction, text);
		if (strcmp(text, cases[i].messages) != 0)
			fail_msg("%s %s, %d processes, root %d, %llu elements:\n\"%s\", not\n\"%s\"",
				 collective_words[call.collective], cases[i].name, call.processes, call.root,
				 (unsigned long long)call.count, text, cases[i].messages);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_processes_send_and_receive_what_they_do_in_the_libraries_in_their_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "../sanitized.h"
#include "algorithm/algorithm.h"
#include "algorithm/bine.h"
#include "algorithm/bine_tree.h"
#include "algorithm/tree.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* "0>1,2 1>3": each place with its children in order. */
static void edges(const struct tree *tree, char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (int place = 0; place < tree->n; place++) {
		int child = tree_next_child(tree, place, -1);

		if (child >= 0)
			used += (size_t)snprintf(text + used, size - used, "%s%d>", used > 0 ? " " : "", place);
		for (bool first = true; child >= 0; child = tree_next_child(tree, place, child), first = false)
			used += (size_t)snprintf(text + used, size - used, "%s%d", first ? "" : ",", child);
	}
}

static void trees_of_eight_have_the_edges_of_the_libraries_in_their_order(void **state)
{
	static const int leader[] = {0, 0, 0, 3, 3, 5, 5, 5}, end[] = {3, 3, 3, 5, 5, 8, 8, 8};
	static const struct {
		struct tree tree;
		const char *edges;
	} cases[] = {
		{{.shape = SHAPE_LINEAR, .n = 8}, "0>1,2,3,4,5,6,7"},
		{{.shape = SHAPE_CHAIN, .n = 8, .fanout = 1}, "0>1 1>2 2>3 3>4 4>5 5>6 6>7"},
		{{.shape = SHAPE_CHAIN, .n = 8, .fanout = 2}, "0>1,5 1>2 2>3 3>4 5>6 6>7"},
		{{.shape = SHAPE_CHAIN, .n = 4, .fanout = 9}, "0>1,2,3"},
		{{.shape = SHAPE_LOW_BIT, .n = 8}, "0>1,2,4 1>3,5 2>6 3>7"},
		{{.shape = SHAPE_IN_ORDER, .n = 8}, "0>1,2,4 2>3 4>5,6 6>7"},
		{{.shape = SHAPE_K_NOMIAL, .n = 8, .fanout = 2}, "0>4,2,1 2>3 4>6,5 6>7"},
		{{.shape = SHAPE_K_NOMIAL, .n = 8, .fanout = 4}, "0>4,1,2,3 4>5,6,7"},
		{{.shape = SHAPE_LAYERS, .n = 8, .fanout = 2}, "0>1,2 1>3,5 2>4,6 3>7"},
		{{.shape = SHAPE_K_ARY, .n = 8, .fanout = 2}, "0>1,4 1>2,3 4>5,6 6>7"},
		{{.shape = SHAPE_TWO_LEVEL, .n = 8, .leader = leader, .end = end}, "0>3,5,1,2 3>4 5>6,7"},
		{{.shape = SHAPE_HIERARCHICAL, .n = 8, .leader = leader, .end = end}, "0>3,5,1,2 3>4 5>6,7"},
		{{.shape = SHAPE_LAYERS, .n = 1, .fanout = 2}, ""},
	};
	char text[256];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		edges(&cases[i].tree, text, sizeof(text));
		assert_string_equal(text, cases[i].edges);
	}
}

static void check_tree(const struct tree *tree)
{
	int seen = 0;

	assert_int_equal(tree_parent(tree, 0), -1);
	for (int place = 0; place < tree->n; place++)
		for (int child = tree_next_child(tree, place, -1); child >= 0;
		     child = tree_next_child(tree, place, child), seen++) {
			assert_in_range(child, place + 1, tree->n - 1);
			assert_int_equal(tree_parent(tree, child), place);
		}
	assert_int_equal(seen, tree->n - 1);
}

static void every_place_but_the_root_is_the_child_of_its_parent(void **state)
{
	(void)state;
	for (int shape = SHAPE_LINEAR; shape <= SHAPE_K_ARY; shape++)
		for (int n = 1; n <= 130; n += FEWER(1, 6))
			for (int fanout = 2; fanout <= 9; fanout++)
				check_tree(&(struct tree){.shape = (enum shape)shape, .n = n, .fanout = fanout});
}

static int end_of(const struct tree *tree, int place)
{
	int end = place + 1;

	for (int child = tree_next_child(tree, place, -1); child >= 0; child = tree_next_child(tree, place, child)) {
		int last = end_of(tree, child);

		end = last > end ? last : end;
	}
	return end;
}

static void subtrees_that_are_said_to_be_consecutive_end_where_they_are_said_to(void **state)
{
	static const enum shape shapes[] = {SHAPE_LINEAR, SHAPE_CHAIN, SHAPE_IN_ORDER, SHAPE_K_NOMIAL, SHAPE_K_ARY};

	(void)state;
	for (size_t s = 0; s < COUNT(shapes); s++)
		for (int n = 1; n <= 40; n += FEWER(1, 3))
			for (int place = 0; place < n; place++) {
				struct tree tree = {.shape = shapes[s], .n = n, .fanout = 3};

				assert_int_equal(tree_end(&tree, place), end_of(&tree, place));
			}
}

static void a_fan_out_beyond_the_places_is_that_of_a_linear_tree(void **state)
{
	static const enum shape shapes[] = {SHAPE_CHAIN, SHAPE_K_ARY};

	(void)state;
	for (size_t s = 0; s < COUNT(shapes); s++)
		for (int n = 1; n <= 70; n += FEWER(1, 3)) {
			struct tree tree = {.shape = shapes[s], .n = n, .fanout = 1000000000};

			check_tree(&tree);
			for (int place = 1; place < n; place++) {
				assert_int_equal(tree_parent(&tree, place), 0);
				assert_int_equal(tree_end(&tree, place), place + 1);
			}
		}
}

static void places_of_a_bine_tree_are_around_the_circle_at_the_distances_of_the_paper(void **state)
{
	static const int distance[] = {1, 1, 3, 5, 11, 21, 43};

	(void)state;
	for (int n = 1; n <= 200; n += FEWER(1, 3))
		for (int place = 0; place < n; place++)
			assert_int_equal(bine_place(n, bine_further(n, place)), place);
	for (int k = 0; k < (int)COUNT(distance); k++)
		for (int n = 2 << k, place = 1 << k; place < n; place += 2 << k) {
			int parent = place & (place - 1), away = bine_further(n, place) - bine_further(n, parent);

			away = away < 0 ? -away : away;
			assert_int_equal(away < n - away ? away : n - away, distance[k]);
		}
}

static void rows_of_a_bine_butterfly_are_those_of_both_partners_before(void **state)
{
	(void)state;
	for (int power = 1; power <= 128; power *= 2)
		for (int number = 0; number < power; number++)
			for (int step = 0; 1 << step < power; step++) {
				int partner = bine_partner(power, number, step);
				bool had[128] = {false};
				int n = 0;

				assert_int_equal(bine_partner(power, partner, step), number);
				for (int side = 0; side < 3; side++) {
					struct bine_rows rows =
						bine_rows(power, side == 1 ? partner : number, step + (side == 2));

					for (int i = 0; i < rows.n; i++)
						for (int k = rows.row[i].begin; k < rows.row[i].end; k++, n++) {
							assert_int_equal(had[k], side == 2);
							had[k] = true;
						}
				}
				assert_int_equal(n, 4 << step);
			}
}

/* All messages of a process as "kind peer:count", in the order of its operations; ">" sends, "<" receives. */
static void messages(const struct call *call, const char *name, int process, char *text, size_t size)
{
	struct algorithm_use use = {algorithm_find(call->collective, name, NULL), call};
	struct schedule schedule = algorithm_schedule(&use);
	struct rank_program program = {0};
	size_t used = 0;

	assert_int_equal(schedule.build(schedule.self, process, &program, NULL), OK);
	text[0] = '\0';
	for (size_t i = 0; i < program.n; i++) {
		const struct operation *o = &program.operations[i];

		if (o->kind == OP_SEND || o->kind == OP_RECEIVE)
			used += (size_t)snprintf(text + used, size - used, "%s%c%d:%llu", used > 0 ? " " : "",
						 o->kind == OP_SEND ? '>' : '<', o->peer, (unsigned long long)o->count);
	}
	rank_program_release(&program);
}

static void processes_exchange_the_messages_of_the_libraries_in_their_order(void **state)
{
	static const struct {
		enum collective collective;
		const char *name;
		int processes, process;
		uint64_t count, segment;
		const char *messages;
	} cases[] = {
		{COLLECTIVE_SCATTER, "linear", 4, 0, 1, 0, ">1:1 >2:1 >3:1"},
		{COLLECTIVE_SCATTER, "binomial", 8, 0, 1, 0, ">1:1 >2:2 >4:4"},
		{COLLECTIVE_GATHER, "binomial", 7, 4, 1, 0, "<5:1 <6:1 >0:3"},
		{COLLECTIVE_GATHER, "linear-synchronised", 3, 0, 8, 3, "<1:3 >1:0 <1:5 <2:3 >2:0 <2:5"},
		{COLLECTIVE_GATHER, "linear-in-turn", 3, 0, 8, 3, "<1:3 <1:3 <1:2 >1:0 <2:3 <2:3 <2:2 >2:0"},
		{COLLECTIVE_GATHER, "linear-credited", 3, 0, 8, 3, "<1:3 <1:3 >1:0 <1:2 >1:0 <2:3 <2:3 >2:0 <2:2 >2:0"},
		{COLLECTIVE_GATHER, "linear-credited", 3, 2, 8, 3, ">0:3 <0:0 >0:3 <0:0 >0:2"},
		{COLLECTIVE_BCAST, "split-binary", 8, 0, 8, 2, ">1:2 >2:2 >1:2 >2:2 >7:4"},
		{COLLECTIVE_BCAST, "split-binary", 8, 6, 8, 0, "<2:4 <5:4 >5:4"},
		{COLLECTIVE_BCAST, "scatter-ring", 4, 0, 8, 0, ">2:4 >1:2 <3:2 >1:2 <3:2 >1:2 <3:2 >1:2"},
		{COLLECTIVE_REDUCE, "linear", 4, 0, 1, 0, "<3:1 <2:1 <1:1"},
		{COLLECTIVE_REDUCE, "pipeline", 3, 1, 4, 2, "<2:2 >0:2 <2:2 >0:2"},
		{COLLECTIVE_ALLREDUCE, "rabenseifner", 4, 1, 8, 0, "<0:4 >0:4 <3:2 >3:2 <3:2 >3:2 <0:4 >0:4"},
		{COLLECTIVE_ALLREDUCE, "rabenseifner", 3, 1, 8, 0, "<0:4 >0:4 >0:4 <0:8"},
		{COLLECTIVE_ALLGATHER, "bruck", 5, 1, 1, 0, "<2:1 >0:1 <3:2 >4:2 <0:1 >2:1"},
		{COLLECTIVE_ALLGATHER, "neighbour-exchange", 6, 2, 1, 0, "<3:1 >3:1 <1:2 >1:2 <3:2 >3:2"},
		{COLLECTIVE_ALLTOALL, "linear", 4, 1, 1, 0, "<2:1 <3:1 <0:1 >0:1 >3:1 >2:1"},
		{COLLECTIVE_BCAST, "bine", 8, 0, 1, 0, ">3:1 >7:1 >1:1"},
		{COLLECTIVE_GATHER, "bine", 16, 5, 1, 0, "<6:1 <4:2 <8:4 >0:8"},
		{COLLECTIVE_ALLGATHER, "bine", 8, 0, 1, 0, "<1:1 >1:1 <7:2 >7:2 <3:4 >3:2 >3:2"},
		{COLLECTIVE_REDUCE_SCATTER, "bine", 8, 0, 1, 0, "<3:2 <3:2 >3:4 <7:2 >7:2 <1:1 >1:1"},
		{COLLECTIVE_ALLTOALL, "bine", 8, 2, 1, 0, "<5:4 >5:4 <1:4 >1:4 <3:4 >3:4"},
		{COLLECTIVE_BARRIER, "tree", 6, 4, 0, 0, "<5:0 >0:0 <0:0 >5:0"},
		{COLLECTIVE_BARRIER, "double-ring", 3, 0, 0, 0, ">1:0 <2:0 >1:0 <2:0"},
	};
	char text[256];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct call call = {.collective = cases[i].collective,
				    .processes = cases[i].processes,
				    .count = cases[i].count,
				    .segment = cases[i].segment,
				    .commutes = true};

		messages(&call, cases[i].name, cases[i].process, text, sizeof(text));
		if (strcmp(text, cases[i].messages) != 0)
			fail_msg("%s %s, process %d: \"%s\", not \"%s\"", collective_words[call.collective],
				 cases[i].name, cases[i].process, text, cases[i].messages);
	}
}

/* As both ends find by the block alone: of 131073 elements in parts of three. */
static void blocks_in_parts_have_65536_at_most(void **state)
{
	static const char *const names[] = {"linear-in-turn", "linear-credited"};
	const struct call call = {
		.collective = COLLECTIVE_GATHER, .processes = 2, .count = 2 * 65536 + 1, .segment = 1};

	(void)state;
	for (size_t k = 0; k < 2 * COUNT(names); k++) {
		struct algorithm_use use = {algorithm_find(call.collective, names[k / 2], NULL), &call};
		struct schedule schedule = algorithm_schedule(&use);
		struct rank_program program = {0};
		int process = (int)(k % 2);
		size_t parts = 0;

		assert_int_equal(schedule.build(schedule.self, process, &program, NULL), OK);
		for (size_t i = 0; i < program.n; i++) {
			const struct operation *o = &program.operations[i];

			if (o->kind != (process == 0 ? OP_RECEIVE : OP_SEND) || o->count == 0)
				continue;
			assert_int_equal(o->count, 3);
			parts++;
		}
		assert_int_equal(parts, 131073 / 3);
		rank_program_release(&program);
	}
}

/* Each waits for what the credit is of: the root's word for the segment before, the next segment for the word. */
static void a_segment_is_sent_when_the_one_before_has_come(void **state)
{
	const struct call call = {.collective = COLLECTIVE_GATHER, .processes = 3, .count = 8, .segment = 3};
	struct algorithm_use use = {algorithm_find(call.collective, "linear-credited", NULL), &call};
	struct schedule schedule = algorithm_schedule(&use);

	(void)state;
	for (int process = 0; process < 2; process++) {
		struct rank_program program = {0};
		size_t words = 0;

		assert_int_equal(schedule.build(schedule.self, process, &program, NULL), OK);
		for (size_t i = 0; i < program.n; i++) {
			const struct operation *o = &program.operations[i];
			size_t n = rank_program_requirement_count(&program, i);
			const struct requirement *last;

			if (o->kind != OP_SEND || (process == 0) != (o->count == 0))
				continue;
			words++;
			if (process == 1 && words == 1) { /* of this one there was none */
				assert_int_equal(n, 0);
				continue;
			}
			last = &program.requirements[o->first + n - 1];
			assert_in_range(n, 1, 2); /* of the others the segment before as well, which was sent */
			assert_int_equal(program.operations[last->on].kind, OP_RECEIVE);
			assert_int_equal(program.operations[last->on].peer, o->peer);
			assert_false(last->start);
		}
		assert_int_equal(words, process == 0 ? 4 : 3);
		rank_program_release(&program);
	}
}

/* Without groups given the order of places and the groups are computed, with them they are tables. */
static void default_groups_are_the_same_computed_and_given(void **state)
{
	static const struct {
		enum collective collective;
		const char *name;
	} cases[] = {{COLLECTIVE_BCAST, "hierarchical"},
		     {COLLECTIVE_SCATTER, "two-level"},
		     {COLLECTIVE_GATHER, "two-level"}};
	char computed[4096], given[4096];
	int group[70];

	(void)state;
	for (int n = 1; n <= 70; n++) {
		int size = n > 32 ? 8 : n > 8 ? 4 : n > 2 ? 2 : 1; /* 2 size^2 is not below n */

		for (int i = 0; i < n; i++)
			group[i] = i / size;
		for (int k = 0; k < n * n * (int)COUNT(cases); k++) {
			struct call call = {.collective = cases[k / (n * n)].collective,
					    .processes = n,
					    .root = k / n % n,
					    .count = 3};

			messages(&call, cases[k / (n * n)].name, k % n, computed, sizeof(computed));
			call.group = group;
			messages(&call, cases[k / (n * n)].name, k % n, given, sizeof(given));
			assert_string_equal(computed, given);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trees_of_eight_have_the_edges_of_the_libraries_in_their_order),
		cmocka_unit_test(every_place_but_the_root_is_the_child_of_its_parent),
		cmocka_unit_test(subtrees_that_are_said_to_be_consecutive_end_where_they_are_said_to),
		cmocka_unit_test(a_fan_out_beyond_the_places_is_that_of_a_linear_tree),
		cmocka_unit_test(places_of_a_bine_tree_are_around_the_circle_at_the_distances_of_the_paper),
		cmocka_unit_test(rows_of_a_bine_butterfly_are_those_of_both_partners_before),
		cmocka_unit_test(default_groups_are_the_same_computed_and_given),
		cmocka_unit_test(processes_exchange_the_messages_of_the_libraries_in_their_order),
		cmocka_unit_test(blocks_in_parts_have_65536_at_most),
		cmocka_unit_test(a_segment_is_sent_when_the_one_before_has_come),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "mpich.h"

/* Draws rules of an operation that goes by nodes, for communicators of some levels. */
static void draw_levels(struct drawn_rules levels[3], struct tuned_operation list[3], struct tuned_file *file,
			struct random *random)
{
	*file = (struct tuned_file){.list = list, .n = 0};
	do
		draw(&levels[0], random);
	while (!mpich_goes_by_nodes(levels[0].operation.id));
	for (int level = TUNED_WHOLE; level <= TUNED_ROOTS; level++) {
		while (level > 0 && (draw(&levels[level], random), true) &&
		       levels[level].operation.id != levels[0].operation.id)
			;
		levels[level].operation.level = (enum tuned_level)level;
		if (random_below(random, 3) > 0 || (level == TUNED_ROOTS && file->n == 0))
			list[file->n++] = levels[level].operation;
	}
}

static const struct mpich_call by_level[] = {[TUNED_WHOLE] = {.nodes = 2, .hierarchy = MPICH_IS_PARENT},
					     [TUNED_NODE] = {.nodes = 1, .hierarchy = MPICH_NODE},
					     [TUNED_ROOTS] = {.nodes = 1000, .hierarchy = MPICH_NODE_ROOTS}};

/* Each communicator has the rules of its level, or where others have some the library's own decision; where no level
 * has, the rules of whole communicators are for all. */
static void rules_by_nodes_are_found(void **state)
{
	const struct tuned_file none = {.n = 0};
	struct mpich_tree own;
	struct random random;

	(void)state;
	random_init(&random, SEED + 1);
	write_and_read(&none, &own);
	for (int trial = 0; trial < drawn_files(); trial++) {
		struct drawn_rules drawn[3];
		struct tuned_operation list[3];
		struct tuned_file file;
		struct mpich_tree tree;

		draw_levels(drawn, list, &file, &random);
		write_and_read(&file, &tree);
		for (int i = 0; i < PROBES; i++) {
			int id = list[0].id;
			enum tuned_level level = (enum tuned_level)random_below(&random, 3);
			bool by_nodes =
				tuned_operation_of(&file, id, TUNED_NODE) || tuned_operation_of(&file, id, TUNED_ROOTS);
			const struct tuned_operation *o =
				by_nodes ? tuned_operation_of(&file, id, level) : tuned_operation(&file, id);
			const struct mpich_algorithm *expected = NULL;
			struct mpich_call call;
			int number;

			draw_call(mpich_class(id)->name, &call, &random);
			call.hierarchy = by_level[level].hierarchy;
			number = o ? ruled(o, &call) : 0;
			if (number > 0)
				expected = algorithm_of(call.operation, mpich_class(id)->algorithms[number].name);
			if (!expected || !can(&call, expected->needs))
				expected = mpich_find(&own, &call);
			assert_ptr_equal(mpich_find(&tree, &call), expected);
		}
		mpich_release(&tree);
	}
	mpich_release(&own);
}

/* Writes rules that were taken from a selection, and compares what both choose. */
static void expect_same_selection(const struct mpich_tree *tree, int most)
{
	struct error err = {.status = OK};
	struct tuned_file rules;
	struct mpich_tree again;

	assert_int_equal(mpich_all_rules(tree, most, &rules, &err), OK);
	write_and_read(&rules, &again);
	for (int p = 2; p <= most; p++)
		assert_true(mpich_same(tree, &again, p));
	mpich_release(&again);
	tuned_release(&rules);
}

static void rules_that_are_taken_from_a_selection_choose_the_same(void **state)
{
	struct random random;

	(void)state;
	random_init(&random, SEED + 2);
	for (int trial = 0; trial < drawn_cases(12, 3); trial++) {
		struct drawn_rules drawn[3];
		struct tuned_operation list[3];
		struct tuned_file file;
		struct mpich_tree tree;

		draw_levels(drawn, list, &file, &random);
		write_and_read(&file, &tree);
		assert_true(mpich_most_processes(&tree) >= list[0].list[0].processes - 1);
		expect_same_selection(&tree, mpich_most_processes(&tree) + 2);
		mpich_release(&tree);
	}
}

/* The rules of one level alone are those that were written for it, where they are not the library's own. */
static void rules_of_a_level_are_those_that_were_written(void **state)
{
	struct random random;

	(void)state;
	random_init(&random, SEED + 3);
	for (int trial = 0; trial < drawn_cases(30, 10); trial++) {
		struct drawn_rules drawn[3];
		struct tuned_operation list[3];
		struct tuned_file file, taken;
		struct mpich_tree tree;
		struct error err = {.status = OK};
		enum tuned_level level = (enum tuned_level)random_below(&random, 3);

		draw_levels(drawn, list, &file, &random);
		write_and_read(&file, &tree);
		assert_int_equal(mpich_rules(&tree, &by_level[level], 40, &taken, &err), OK);
		assert_true(taken.n <= 1);
		if (file.n > 1 && !tuned_operation_of(&file, list[0].id, level))
			assert_int_equal(taken.n, 0);
		for (size_t i = 0; i < taken.n; i++) {
			assert_int_equal(taken.list[i].id, list[0].id);
			assert_int_equal(taken.list[i].level, level);
			for (int k = 0; k < PROBES; k++) {
				struct mpich_call call = by_level[level];
				const struct mpich_algorithm *found;
				int number;

				call.operation = mpich_class(list[0].id)->name;
				call.processes = 2 + (int)random_below(&random, 38);
				call.commutes = call.built_in = true;
				mpich_call_size(&call,
						1 + random_below(&random, (size_t)1 << random_below(&random, 20)));
				number = ruled(&taken.list[i], &call);
				found = mpich_find(&tree, &call);
				if (number > 0)
					assert_string_equal(found->name + 6,
							    mpich_class(list[0].id)->algorithms[number].name);
				else
					assert_ptr_equal(found, mpich_find_own(&call));
			}
		}
		tuned_release(&taken);
		mpich_release(&tree);
	}
}

/* The table of what the library chooses by itself, and the selection that is written without a rule. */
static void the_own_decision_is_that_of_a_selection_without_rules(void **state)
{
	const struct tuned_file none = {.n = 0};
	struct random random;
	struct mpich_tree own;

	(void)state;
	random_init(&random, SEED + 4);
	write_and_read(&none, &own);
	for (int i = 0; i < 20000; i++) {
		struct mpich_call call;

		draw_call(mpich_algorithms[random_below(&random, 150)].operation, &call, &random);
		assert_ptr_equal(mpich_find_own(&call), mpich_find(&own, &call));
	}
	mpich_release(&own);
}

static void known_decisions_of_the_library(void **state)
{
	static const struct {
		const char *operation;
		int processes;
		uint64_t bytes;
		const char *algorithm;
	} cases[] = {
		{"bcast", 7, 1 << 20, "intra_binomial"},
		{"bcast", 8, 12288, "intra_binomial"},
		{"bcast", 8, 12289, "intra_scatter_recursive_doubling_allgather"},
		{"bcast", 8, 524289, "intra_scatter_ring_allgather"},
		{"bcast", 9, 12289, "intra_scatter_ring_allgather"},
		{"allreduce", 8, 8, "intra_recursive_doubling"},
		{"allreduce", 8, 9, "intra_reduce_scatter_allgather"},
		{"allgather", 9, 9103, "intra_ring"},
		{"allgather", 9, 9102, "intra_brucks"},
		{"alltoall", 8, 32768, "intra_scattered"},
		{"alltoall", 9, 256, "intra_brucks"},
		{"reduce", 8, 2049, "intra_reduce_scatter_gather"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct mpich_call call = {.operation = cases[i].operation,
					  .processes = cases[i].processes,
					  .nodes = 1,
					  .hierarchy = MPICH_IS_PARENT,
					  .commutes = true,
					  .built_in = true};

		mpich_call_size(&call, cases[i].bytes);
		assert_string_equal(mpich_find_own(&call)->name, cases[i].algorithm);
	}
}

/* Whatever the operation, total_msg_size is that of a message or a block times the number of processes. */
static void a_total_is_the_bytes_of_all_processes(void **state)
{
	static const char text[] = "{\"collective=bcast\": {\"total_msg_size<=20475\": "
				   "{\"algorithm=MPIR_Bcast_intra_binomial\": {}}, \"total_msg_size=any\": "
				   "{\"algorithm=MPIR_Bcast_intra_scatter_ring_allgather\": {}}}}";
	static const struct {
		uint64_t bytes;
		const char *algorithm;
	} cases[] = {{6825, "intra_binomial"}, {6826, "intra_scatter_ring_allgather"}};
	const struct mpich_call like = {.nodes = 1, .hierarchy = MPICH_IS_PARENT};
	const struct tuned_communicator *c;
	struct error err = {.status = OK};
	struct tuned_file rules;
	struct mpich_tree tree;

	(void)state;
	assert_int_equal(mpich_read(text, sizeof(text) - 1, &tree, &err), OK);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct mpich_call call = {.operation = "bcast", .processes = 3};

		mpich_call_size(&call, cases[i].bytes);
		assert_string_equal(mpich_find(&tree, &call)->name, cases[i].algorithm);
	}
	assert_int_equal(mpich_rules(&tree, &like, 3, &rules, &err), OK);
	c = tuned_communicator(tuned_operation(&rules, 7), 3);
	assert_int_equal(c->n, 2);
	assert_int_equal(c->rules[1].bytes, 6826);
	tuned_release(&rules);
	mpich_release(&tree);
}

/* Two selections that choose otherwise for one operation, from one number of processes on, at sizes between two
 * borders. */
static void selections_that_differ_are_told_apart(void **state)
{
	(void)state;
	for (int k = 0; k < 2; k++) {
		struct tuned_rule early[] = {{.algorithm = 1}, {.bytes = 1000, .algorithm = 3}},
				  late[] = {{.algorithm = 1}, {.bytes = k == 0 ? 1000 : 4000, .algorithm = 3}};
		struct tuned_communicator c[] = {{.processes = 5, .rules = early, .n = 2},
						 {.processes = 5, .rules = late, .n = 2}};
		struct tuned_operation o[] = {{.id = 7, .list = &c[0], .n = 1}, {.id = 7, .list = &c[1], .n = 1}};
		const struct tuned_file a = {.list = &o[0], .n = 1}, b = {.list = &o[1], .n = 1};
		struct mpich_tree first, second;

		write_and_read(&a, &first);
		write_and_read(&b, &second);
		assert_true(mpich_same(&first, &second, 4));
		assert_int_equal(mpich_same(&first, &second, 5), k == 0);
		assert_int_equal(mpich_most_processes(&first), 8); /* the library's own decision has that */
		mpich_release(&first);
		mpich_release(&second);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_by_nodes_are_found),
		cmocka_unit_test(rules_that_are_taken_from_a_selection_choose_the_same),
		cmocka_unit_test(rules_of_a_level_are_those_that_were_written),
		cmocka_unit_test(the_own_decision_is_that_of_a_selection_without_rules),
		cmocka_unit_test(known_decisions_of_the_library),
		cmocka_unit_test(a_total_is_the_bytes_of_all_processes),
		cmocka_unit_test(selections_that_differ_are_told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

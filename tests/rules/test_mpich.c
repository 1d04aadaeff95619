#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "rules/mpich.h"

enum { SEED = 4711, FILES = 200, PROBES = 200 };

struct drawn_rules {
	struct tuned_rule rules[4][4];
	struct tuned_communicator communicators[4];
	struct tuned_operation operation;
	struct tuned_file file;
};

static void draw(struct drawn_rules *d, struct random *random)
{
	const struct tuned_class *class;
	int id;

	do
		id = (int)random_below(random, TUNED_OPERATIONS);
	while (mpich_class(id)->n == 0);
	class = mpich_class(id);
	d->operation = (struct tuned_operation){.id = id, .list = d->communicators, .n = 1 + random_below(random, 4)};
	d->file = (struct tuned_file){.list = &d->operation, .n = 1};
	for (size_t k = 0; k < d->operation.n; k++) {
		struct tuned_communicator *c = &d->communicators[k];

		*c = (struct tuned_communicator){.processes = k == 0 ? 2 + (int)random_below(random, 6)
								     : d->communicators[k - 1].processes + 1 +
									       (int)random_below(random, 9),
						 .rules = d->rules[k],
						 .n = class->measure == TUNED_NONE ? 1 : 1 + random_below(random, 4)};
		for (size_t i = 0; i < c->n; i++)
			c->rules[i] = (struct tuned_rule){
				.bytes = i == 0 ? 0 : c->rules[i - 1].bytes + 1 + random_below(random, 100000),
				.algorithm = (int)random_below(random, (size_t) class->n)};
	}
}

static void write_and_read(const struct tuned_file *file, struct mpich_tree *tree)
{
	struct error err = {.status = OK};
	struct rule_effects effects = {.n = 0};
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	assert_int_equal(mpich_write(out, file, "", &err), OK);
	fclose(out);
	assert_int_equal(mpich_read(text, length, tree, &err), OK);
	assert_string_equal(tree->aborts, "");
	assert_int_equal(mpich_check(tree, &effects, &err), OK);
	for (size_t i = 0; i < effects.n; i++)
		print_error("line %zu: %s\n%s", effects.list[i].line, effects.list[i].text, text);
	assert_int_equal(effects.n, 0);
	rule_effects_release(&effects);
	free(text);
}

static void draw_call(const char *operation, struct mpich_call *call, struct random *random)
{
	*call = (struct mpich_call){.operation = operation,
				    .processes = 2 + (int)random_below(random, 40),
				    .hierarchy = random_below(random, 2) ? MPICH_IS_PARENT : MPICH_FLAT,
				    .count = 1 + random_below(random, (size_t)1 << random_below(random, 18)),
				    .in_place = random_below(random, 4) == 0 && strncmp(operation, "allto", 5) == 0,
				    .inter = random_below(random, 8) == 0,
				    .irregular = random_below(random, 2) == 0,
				    .commutes = random_below(random, 4) > 0};
	call->built_in = call->commutes && random_below(random, 4) > 0;
	call->mean = 4 * call->count;
	call->total = call->mean * (uint64_t)call->processes;
}

/* The algorithm that rules have for a call; 0: they leave it to the library. */
static int ruled(const struct tuned_operation *o, const struct mpich_call *call)
{
	const struct tuned_class *class = mpich_class(o->id);
	bool total = class->measure == TUNED_TOTAL || class->measure == TUNED_SUM;
	const struct tuned_rule *rule;

	if (strcmp(class->name, call->operation) != 0 || call->inter || call->processes < o->list[0].processes)
		return 0;
	rule = tuned_rule(tuned_communicator(o, call->processes), total ? call->total : call->mean);
	return rule ? rule->algorithm : 0;
}

/* Whether a call has what an algorithm needs, and its operation's rules are for. */
static bool can(const struct mpich_call *call, unsigned needs)
{
	int power = 1;

	while (power <= call->processes / 2)
		power *= 2;
	return !(needs & MPICH_POWER_OF_2 && power != call->processes) && !call->in_place &&
	       !(needs & MPICH_BUILT_IN && !call->built_in) && !(needs & MPICH_MANY && call->count < (uint64_t)power) &&
	       (call->commutes || strncmp(call->operation, "reduce_sc", 9) != 0);
}

static const struct mpich_algorithm *algorithm_of(const char *operation, const char *name)
{
	const struct mpich_algorithm *a = mpich_algorithms;

	while (a->name && (strcmp(a->operation, operation) != 0 || strcmp(a->name + 6, name) != 0))
		a++;
	assert_non_null(a->name);
	return a;
}

/* A file of drawn rules is complete; it has the rules where they are for a call, and what the library chooses by itself
 * for all others. */
static void written_rules_are_found(void **state)
{
	const struct tuned_file none = {.n = 0};
	struct mpich_tree own;
	struct random random;
	size_t by_rule = 0;

	(void)state;
	random_init(&random, SEED);
	write_and_read(&none, &own);
	for (int trial = 0; trial < FILES; trial++) {
		struct drawn_rules drawn;
		struct mpich_tree tree;

		draw(&drawn, &random);
		write_and_read(&drawn.file, &tree);
		for (int i = 0; i < PROBES; i++) {
			const char *operation = i % 4 ? mpich_class(drawn.operation.id)->name
						      : mpich_algorithms[random_below(&random, 150)].operation;
			const struct mpich_algorithm *expected = NULL, *found;
			struct mpich_call call;
			int number;

			draw_call(operation, &call, &random);
			number = ruled(&drawn.operation, &call);
			if (number > 0)
				expected = algorithm_of(operation,
							mpich_class(drawn.operation.id)->algorithms[number].name);
			by_rule += expected && can(&call, expected->needs);
			if (!expected || !can(&call, expected->needs))
				expected = mpich_find(&own, &call);
			found = mpich_find(&tree, &call);
			assert_ptr_equal(found, expected);
		}
		mpich_release(&tree);
	}
	assert_true(by_rule > FILES);
	mpich_release(&own);
}

static void read_all(const char *text, struct mpich_tree *tree, struct rule_effects *effects)
{
	struct error err = {.status = OK};

	*effects = (struct rule_effects){.n = 0};
	assert_int_equal(mpich_read(text, strlen(text), tree, &err), OK);
	assert_int_equal(mpich_check(tree, effects, &err), OK);
}

/* What the library does with a tree that is not as it must be. */
static void trees_that_do_harm_are_told(void **state)
{
	static const struct {
		const char *text;
		enum rule_effect_kind kind;
		const char *why;
	} cases[] = {
		{"{\"collective=bcast\": {", EFFECT_ABORTS, "it ends within brackets"},
		{"{\"collective=bcas\": {\"algorithm=MPIR_Bcast_intra_binomial\": {}}}", EFFECT_ABORTS, "no such key"},
		{"{\"collective=bcast\": {\"algorithm=MPIR_Bcast_intra_binomia\": {}}}", EFFECT_ABORTS,
		 "no such algorithm"},
		{"{\"collective=bcast\": {\"comm_size<=4\": {\"algorithm=MPIR_Bcast_intra_binomial\": {}}}}",
		 EFFECT_ABORTS, "must be one with \"any\""},
		{"{\"collective=bcast\": {\"comm_type=intra\": {}}}", EFFECT_ABORTS, "leads to no algorithm"},
		{"{\"collective=bcast\": {\"algorithm=MPIR_Bcast_intra_binomial\": 1}}", EFFECT_ABORTS, "is no object"},
		{"{}", EFFECT_ABORTS, "takes the place of the whole selection"},
		{"{\"collective=bcast\": {\"comm_type=intra\": {\"algorithm=MPIR_Bcast_intra_binomial\": {}}}}",
		 EFFECT_ABORTS, "none of these tests holds: between communicators"},
		{"{\"collective=bcast\": {\"algorithm=MPIR_Bcast_intra_binomial\": {}}}", EFFECT_ABORTS,
		 "put comm_type=intra before it"},
		{"{\"collective=barrier\": {\"comm_type=intra\": {\"avg_msg_size<=4\": "
		 "{\"algorithm=MPIR_Barrier_intra_dissemination\": {}}, \"avg_msg_size=any\": "
		 "{\"algorithm=MPIR_Barrier_intra_dissemination\": {}}}}}",
		 EFFECT_ABORTS, "barrier has no such test"},
		{"{\"collective=allgather\": {\"comm_type=intra\": "
		 "{\"algorithm=MPIR_Allgather_intra_recursive_doubling\": {}}}}",
		 EFFECT_ABORTS, "is for a power of two of processes"},
		{"{\"collective=gather\": {\"comm_type=intra\": {\"total_msg_size<=4\": "
		 "{\"algorithm=MPIR_Gather_intra_binomial\": {}}, \"total_msg_size=any\": "
		 "{\"algorithm=MPIR_Gather_allcomm_nb\": {}}}}}",
		 EFFECT_DEADLOCKS, "leaves the datatype out"},
		{"{\"collective=bcast\": {\"comm_type=intra\": {\"avg_msg_size<=4K\": "
		 "{\"algorithm=MPIR_Bcast_intra_binomial\": {}}, \"avg_msg_size=any\": "
		 "{\"algorithm=MPIR_Bcast_intra_binomial\": {}}}}}",
		 EFFECT_MISREAD, "reads the number here as 4"},
		{"{\"collective=bcast\": {\"comm_type=intra\": {\"avg_msg_size<=8\": "
		 "{\"algorithm=MPIR_Bcast_intra_binomial\": {}}, \"avg_msg_size<=4\": "
		 "{\"algorithm=MPIR_Bcast_intra_binomial\": {}}, \"avg_msg_size=any\": "
		 "{\"algorithm=MPIR_Bcast_intra_binomial\": {}}}}}",
		 EFFECT_NEVER, "no call gets here"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct mpich_tree tree;
		struct rule_effects effects;
		bool found = false;

		read_all(cases[i].text, &tree, &effects);
		for (size_t k = 0; k < effects.n; k++)
			found = found ||
				(effects.list[k].kind == cases[i].kind && strstr(effects.list[k].text, cases[i].why));
		if (!found)
			print_error("not found: %s\n", cases[i].why);
		assert_true(found);
		mpich_release(&tree);
		rule_effects_release(&effects);
	}
}

static void what_cannot_be_written_is_refused(void **state)
{
	static const struct {
		int id;
		struct tuned_rule rules[2];
		size_t n;
		const char *why;
	} cases[] = {
		{7, {{.algorithm = 4}}, 1, "no algorithm 4"},
		{7, {{.bytes = 1, .algorithm = 1}}, 1, "must begin at 0"},
		{7, {{.algorithm = 1}, {.bytes = (uint64_t)1 << 32, .algorithm = 2}}, 2, "messages up to"},
		{9, {{.algorithm = 1}, {.bytes = 4, .algorithm = 0}}, 2, "cannot be by sizes"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct tuned_rule rules[2];
		struct tuned_communicator c = {.processes = 4, .rules = rules, .n = cases[i].n};
		struct tuned_operation o = {.id = cases[i].id, .list = &c, .n = 1};
		const struct tuned_file file = {.list = &o, .n = 1};
		struct error err = {.status = OK};
		char *text = NULL;
		size_t length = 0;
		FILE *out = open_memstream(&text, &length);

		memcpy(rules, cases[i].rules, sizeof(rules));
		assert_int_equal(mpich_write(out, &file, "", &err), ERR_INPUT);
		fclose(out);
		assert_int_equal(length, 0);
		assert_non_null(strstr(err.text, cases[i].why));
		free(text);
	}
}

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
	for (int trial = 0; trial < FILES; trial++) {
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
	for (int trial = 0; trial < 12; trial++) {
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
	for (int trial = 0; trial < 30; trial++) {
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
		cmocka_unit_test(written_rules_are_found),
		cmocka_unit_test(trees_that_do_harm_are_told),
		cmocka_unit_test(what_cannot_be_written_is_refused),
		cmocka_unit_test(rules_by_nodes_are_found),
		cmocka_unit_test(rules_that_are_taken_from_a_selection_choose_the_same),
		cmocka_unit_test(rules_of_a_level_are_those_that_were_written),
		cmocka_unit_test(the_own_decision_is_that_of_a_selection_without_rules),
		cmocka_unit_test(known_decisions_of_the_library),
		cmocka_unit_test(selections_that_differ_are_told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

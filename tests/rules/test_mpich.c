#include "mpich.h"

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
	for (int trial = 0; trial < drawn_files(); trial++) {
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
	assert_true(by_rule > (size_t)drawn_files());
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
static const struct {
	const char *text;
	enum rule_effect_kind kind;
	const char *why;
} harmful[] = {
	{"{\"collective=bcast\": {", EFFECT_ABORTS, "it ends within brackets"},
	{"{\"collective=bcas\": {\"algorithm=MPIR_Bcast_intra_binomial\": {}}}", EFFECT_ABORTS, "no such key"},
	{"{\"collective=bcast\": {\"algorithm=MPIR_Bcast_intra_binomia\": {}}}", EFFECT_ABORTS, "no such algorithm"},
	{"{\"collective=bcast\": {\"comm_size<=4\": {\"algorithm=MPIR_Bcast_intra_binomial\": {}}}}", EFFECT_ABORTS,
	 "must be one with \"any\""},
	{"{\"collective=bcast\": {\"comm_type=intra\": {}}}", EFFECT_ABORTS, "leads to no algorithm"},
	{"{\"collective=bcast\": {\"algorithm=MPIR_Bcast_intra_binomial\": 1}}", EFFECT_ABORTS, "is no object"},
	{"{}", EFFECT_ABORTS, "takes the place of the whole selection"},
	{"{\"collective=bcast\": {\"comm_type=intra\": {\"algorithm=MPIR_Bcast_intra_binomial\": {}}}}", EFFECT_ABORTS,
	 "none of these tests holds: between communicators"},
	{"{\"collective=bcast\": {\"algorithm=MPIR_Bcast_intra_binomial\": {}}}", EFFECT_ABORTS,
	 "put comm_type=intra before it"},
	{"{\"collective=barrier\": {\"comm_type=intra\": {\"avg_msg_size<=4\": "
	 "{\"algorithm=MPIR_Barrier_intra_dissemination\": {}}, \"avg_msg_size=any\": "
	 "{\"algorithm=MPIR_Barrier_intra_dissemination\": {}}}}}",
	 EFFECT_ABORTS, "barrier has no such test"},
	{"{\"collective=allgather\": {\"comm_type=intra\": "
	 "{\"algorithm=MPIR_Allgather_intra_recursive_doubling\": {}}}}",
	 EFFECT_ABORTS, "is for a power of two of processes"},
	{"{\"collective=alltoall\": {\"comm_type=intra\": "
	 "{\"algorithm=MPIR_Alltoall_intra_pairwise_sendrecv_replace\": {}}}}",
	 EFFECT_DEADLOCKS, "put is_sendbuf_inplace=yes before it. Results are wrong otherwise"},
	{"{\"collective=reduce\": {\"comm_type=intra\": {\"algorithm=MPIR_Reduce_intra_smp\": {}}}}", EFFECT_DEADLOCKS,
	 "put comm_hierarchy=parent before it. Results are wrong otherwise"},
	{"{\"collective=reduce\": {\"comm_type=intra\": {\"algorithm=MPIR_Reduce_intra_smp\": {}}}}", EFFECT_ABORTS,
	 "put is_commutative=yes before it"},
	{"{\"collective=bcast\": {\"algorithm=MPIR_Bcast_intra_binomial\": {}, \"comm_size=any\": "
	 "{\"algorithm=MPIR_Bcast_intra_smp\": {}}}}",
	 EFFECT_ABORTS, "beside an algorithm there must be no other key: comm_size=any"},
	{"{\"collective=bcast\": {\"comm_size=any\": {\"algorithm=MPIR_Bcast_intra_binomial\": {}}, "
	 "\"algorithm=MPIR_Bcast_intra_smp\": {}}}",
	 EFFECT_ABORTS, "beside an algorithm there must be no other key: comm_size=any"},
	{"{\"collective=bcast\": {\"comm_type=intra\": {\"algorithm=MPIR_Bcast_intra_smp\": {}, "
	 "\"algorithm=MPIR_Bcast_intra_binomial\": {}}}}",
	 EFFECT_NEVER, "the last one is taken"},
	{" \n", EFFECT_ABORTS, "the file is empty"},
	{"{\"collective=bcast\": {\"algorithm=MPIR_Bcast_allcomm_nb\": {}}, \"comm_type=inter\": "
	 "{\"algorithm=MPIR_Bcast_allcomm_nb\": {}}, \"collective=ibcast\": "
	 "{\"algorithm=MPIR_Ibcast_intra_sched_binomial\": {}}}",
	 EFFECT_DEADLOCKS, "every program may crash"},
	{"{\"collective=bcast\": {\"algorithm=MPIR_Bcast_allcomm_nb\": {}}, \"comm_type=inter\": "
	 "{\"algorithm=MPIR_Bcast_allcomm_nb\": {}}, \"collective=ibcast\": "
	 "{\"algorithm=MPIR_Ibcast_intra_sched_binomial\": {}}}",
	 EFFECT_ABORTS, "put comm_type=intra before it"},
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

static void trees_that_do_harm_are_told(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(harmful) / sizeof(harmful[0]); i++) {
		struct mpich_tree tree;
		struct rule_effects effects;
		bool found = false;

		read_all(harmful[i].text, &tree, &effects);
		for (size_t k = 0; k < effects.n; k++)
			found = found || (effects.list[k].kind == harmful[i].kind &&
					  strstr(effects.list[k].text, harmful[i].why));
		if (!found)
			print_error("not found: %s\n", harmful[i].why);
		assert_true(found);
		mpich_release(&tree);
		rule_effects_release(&effects);
	}
}

static const char bcast_of_more[] = "{\"collective=bcast\": {\"comm_type=intra\": {\"avg_msg_size<=4\": "
				    "{\"algorithm=MPIR_Bcast_intra_binomial\": {}}, \"avg_msg_size=any\": "
				    "{\"algorithm=MPIR_Bcast_intra_smp\": {}}}}}",
		  bcast_of_less[] = "{\"collective=bcast\": {\"comm_type=intra\": {\"avg_msg_size<4\": "
				    "{\"algorithm=MPIR_Bcast_intra_binomial\": {}}, \"avg_msg_size=any\": "
				    "{\"algorithm=MPIR_Bcast_intra_smp\": {}}}}}";

/* Communicators are made by broadcasts and others, by the rules of these. */
static void what_the_library_calls_by_itself_is_told(void **state)
{
	static const char communicator[] = "whatever makes a communicator", context[] = "MPI_Comm_dup",
			  colours[] = "an allgather of 8 B";
	static const struct {
		const char *text, *what;
		bool told;
	} cases[] = {
		{"{\"collective=barrier\": {\"algorithm=MPIR_Barrier_allcomm_nb\": {}}}", communicator, true},
		{"{\"collective=bcast\": {\"algorithm=MPIR_Bcast_allcomm_nb\": {}}}", communicator, false},
		{"{\"collective=bcast\": {\"algorithm=MPIR_Bcast_allcomm_nb\": {}}}", context, true},
		{bcast_of_less, communicator, true},
		{bcast_of_more, communicator, false},
		{"{\"collective=bcast\": {\"is_commutative=yes\": {\"algorithm=MPIR_Bcast_allcomm_nb\": {}}}}",
		 communicator, true},
		{"{\"collective=bcast\": {\"comm_type=inter\": {\"algorithm=MPIR_Barrier_allcomm_nb\": {}}, "
		 "\"comm_type=intra\": {\"algorithm=MPIR_Bcast_allcomm_nb\": {}}}}",
		 communicator, false},
		{"{\"collective=bcast\": {\"total_msg_size<=3\": {\"algorithm=MPIR_Barrier_allcomm_nb\": {}}, "
		 "\"total_msg_size=any\": {\"algorithm=MPIR_Bcast_allcomm_nb\": {}}}}",
		 communicator, false},
		{"{\"collective=bcast\": {\"comm_size<=1\": {\"algorithm=MPIR_Bcast_allcomm_nb\": {}}, "
		 "\"comm_size=any\": "
		 "{\"count<pow2\": {\"algorithm=MPIR_Bcast_allcomm_nb\": {}}, \"count=any\": "
		 "{\"algorithm=MPIR_Barrier_allcomm_nb\": {}}}}}",
		 communicator, false},
		{"{\"collective=allreduce\": {\"avg_msg_size<=259\": {\"algorithm=MPIR_Barrier_allcomm_nb\": {}}, "
		 "\"avg_msg_size=any\": {\"algorithm=MPIR_Allreduce_allcomm_nb\": {}}}}",
		 context, false},
		{"{\"collective=allreduce\": {\"avg_msg_size<=260\": {\"algorithm=MPIR_Barrier_allcomm_nb\": {}}, "
		 "\"avg_msg_size=any\": {\"algorithm=MPIR_Allreduce_allcomm_nb\": {}}}}",
		 context, true},
		{"{\"collective=allreduce\": {\"is_op_built_in=no\": {\"algorithm=MPIR_Barrier_allcomm_nb\": {}}, "
		 "\"is_op_built_in=yes\": {\"algorithm=MPIR_Allreduce_allcomm_nb\": {}}}}",
		 context, false},
		{"{\"collective=allgather\": {\"comm_type=intra\": "
		 "{\"algorithm=MPIR_Allgather_intra_recursive_doubling\": {}}}}",
		 colours, true},
		{"{\"collective=allgather\": {\"count<=1\": {\"algorithm=MPIR_Barrier_allcomm_nb\": {}}, "
		 "\"count=any\": "
		 "{\"algorithm=MPIR_Allgather_allcomm_nb\": {}}}}",
		 colours, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct mpich_tree tree;
		struct rule_effects effects;
		size_t found = 0;

		read_all(cases[i].text, &tree, &effects);
		for (size_t k = 0; k < effects.n; k++)
			found += strstr(effects.list[k].text, cases[i].what) != NULL;
		if (found != cases[i].told)
			print_error("%s: %s\n", cases[i].what, cases[i].text);
		assert_int_equal(found, cases[i].told);
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

/* The library's own selection behind a comment; returns how long it is. */
static size_t write_own(const char *comment, enum status expected, struct error *err)
{
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	assert_int_equal(mpich_write(out, &(struct tuned_file){.n = 0}, comment, err), expected);
	fclose(out);
	free(text);
	return length;
}

/* A comment that ends too early, as the name of a file may have it: what follows is no JSON, and every program aborts.
 */
static void what_would_do_harm_is_not_written(void **state)
{
	struct error err = {.status = OK};

	(void)state;
	assert_true(write_own("The rules of a/b.json\n", OK, &err) > 0);
	assert_int_equal(write_own("The rules of a*/b.json\n", ERR_INPUT, &err), 0);
	assert_non_null(strstr(err.text, "the selection would do harm: every program aborts"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(written_rules_are_found),
					   cmocka_unit_test(trees_that_do_harm_are_told),
					   cmocka_unit_test(what_the_library_calls_by_itself_is_told),
					   cmocka_unit_test(what_cannot_be_written_is_refused),
					   cmocka_unit_test(what_would_do_harm_is_not_written)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

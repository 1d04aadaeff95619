#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "algorithm/request.h"

enum { P = 6 };

static const struct algorithm_class *algorithm_of(enum collective collective, const char *name)
{
	const struct algorithm_class *algorithm = algorithm_find(collective, name, NULL);

	assert_non_null(algorithm);
	return algorithm;
}

/* An experiment as a store has it. */
static struct experiment stored(const char *setup)
{
	struct experiment what = {.kind = EXPERIMENT_COLLECTIVE, .from = 2, .to = 2, .bytes = 1000, .count = 1};
	struct error err = {0};

	if (setup_parse(setup, &what.setup, &err) != OK)
		fail_msg("%s", err.text);
	return what;
}

static void a_request_of_typed_values_gives_the_call_that_they_say(void **state)
{
	const int order[P] = {2, 0, 1, 3, 5, 4}, group[P] = {0, 1, 0, 1, 0, 1};
	const struct collective_options options = {.collective = COLLECTIVE_BCAST,
						   .algorithm = algorithm_of(COLLECTIVE_BCAST, "hierarchical"),
						   .processes = P,
						   .root = 2,
						   .order = order,
						   .group = group};
	struct collective_request request;
	struct algorithm_use use;

	(void)state;
	assert_int_equal(collective_request_init(&request, &options, NULL), OK);
	assert_int_equal(collective_request_use(&request, options.algorithm, 77, &use, NULL), OK);
	assert_int_equal(use.call->processes, P);
	assert_int_equal(use.call->root, 2);
	assert_int_equal(use.call->count, 77);
	assert_true(use.call->commutes && !use.call->counts && !use.call->in_place);
	assert_ptr_not_equal(use.call->order, order);
	assert_memory_equal(use.call->order, order, sizeof(order));
	assert_memory_equal(use.call->group, group, sizeof(group));
	collective_request_release(&request);
	assert_null(request.order);
	assert_null(request.group);
}

static void groups_of_a_size_are_consecutive_and_stay_a_number_in_a_setup(void **state)
{
	static const int pairs[P] = {0, 0, 1, 1, 2, 2};
	const struct collective_options options = {.collective = COLLECTIVE_SCATTER,
						   .algorithm = algorithm_of(COLLECTIVE_SCATTER, "two-level"),
						   .processes = P,
						   .group_size = 2};
	struct collective_request request;
	struct algorithm_use use;
	struct experiment what;

	(void)state;
	assert_int_equal(collective_request_init(&request, &options, NULL), OK);
	assert_int_equal(collective_request_use(&request, options.algorithm, 1, &use, NULL), OK);
	assert_memory_equal(use.call->group, pairs, sizeof(pairs));
	assert_int_equal(collective_request_experiment(&request, options.algorithm, 1, &what, NULL), OK);
	assert_string_equal(what.setup.groups, "2");
	collective_request_release(&request);
}

static void blocks_of_operations_with_counts_have_one_size(void **state)
{
	const struct collective_options options = {.collective = COLLECTIVE_GATHERV,
						   .algorithm = algorithm_of(COLLECTIVE_GATHERV, "linear"),
						   .processes = P};
	struct collective_request request;
	struct algorithm_use use;

	(void)state;
	assert_int_equal(collective_request_init(&request, &options, NULL), OK);
	for (uint64_t bytes = 0; bytes < 3; bytes++) {
		assert_int_equal(collective_request_use(&request, options.algorithm, bytes, &use, NULL), OK);
		for (int i = 0; i < P; i++)
			assert_int_equal(use.call->counts[i], bytes);
	}
	collective_request_release(&request);
}

/* Setups of older stores among them: as texts, they are what such stores hold. */
static void a_stored_setup_and_the_request_made_of_it_say_the_same(void **state)
{
	static const char *const setups[] = {
		"collective=bcast algorithm=binomial",
		"collective=bcast algorithm=chain segment=500 fanout=3 timing=max",
		"collective=bcast algorithm=binomial order=2,0,1,5-3",
		"collective=scatter algorithm=two-level groups=2",
		"collective=scatter algorithm=two-level groups=0,1,0,1,0,1",
		"collective=gatherv algorithm=linear",
		"collective=barrier algorithm=dissemination timing=root",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(setups) / sizeof(setups[0]); i++) {
		struct experiment what = stored(setups[i]), again;
		struct collective_request request;
		struct algorithm_use use;
		struct error err = {0};

		if (collective_request_of_experiment(&request, &what, P, &err) != OK ||
		    collective_request_use(&request, request.algorithm, what.bytes, &use, &err) != OK ||
		    collective_request_experiment(&request, request.algorithm, what.bytes, &again, &err) != OK)
			fail_msg("%s: %s", setups[i], err.text);
		assert_string_equal(request.algorithm->name, what.setup.algorithm);
		assert_int_equal(use.call->root, collective_has_root(request.collective) ? 2 : 0);
		again.setup.timing = what.setup.timing;
		again.from = again.to = what.from;
		assert_true(experiment_same_point(&what, &again));
		collective_request_release(&request);
	}
}

static void what_a_stored_setup_cannot_mean_is_refused(void **state)
{
	static const struct {
		const char *setup, *why;
	} cases[] = {
		{"collective=exscan algorithm=linear", "none of sonde's own"},
		{"collective=bcast algorithm=fastest", "it has: linear"},
		{"collective=bcast", "it has: linear"},
		{"collective=bcast algorithm=binomial order=2,0,1", "the order 2,0,1: 3 numbers for 6 processes"},
		{"collective=bcast algorithm=binomial order=2,0,1,3,4,9", "numbers are 0 to 5"},
		{"collective=scatter algorithm=two-level groups=0", "the groups 0: groups of 0"},
		{"collective=scatter algorithm=linear fanout=3000000000", "a fan-out of 3000000000 cannot be"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct experiment what = stored(cases[i].setup);
		struct collective_request request;
		struct error err = {0};

		assert_int_equal(collective_request_of_experiment(&request, &what, P, &err), ERR_INPUT);
		if (!strstr(err.text, cases[i].why))
			fail_msg("%s: \"%s\" does not say \"%s\"", cases[i].setup, err.text, cases[i].why);
		collective_request_release(&request);
	}
}

/* A file of that name is there and has a list that would do. */
static void an_order_of_a_setup_is_no_path_even_if_there_is_such_a_file(void **state)
{
	char path[] = "/tmp/sonde-request-XXXXXX", setup[SETUP_TEXT_MOST];
	int file = mkstemp(path);

	(void)state;
	assert_true(file >= 0);
	assert_int_equal(write(file, "2,0,1,3,4,5\n", 12), 12);
	close(file);
	for (int groups = 0; groups < 2; groups++) {
		struct collective_request request;
		struct error err = {0};
		struct experiment what;

		snprintf(setup, sizeof(setup), "collective=%s algorithm=%s %s=%s", groups ? "scatter" : "bcast",
			 groups ? "two-level" : "binomial", groups ? "groups" : "order", path);
		what = stored(setup);
		assert_int_equal(collective_request_of_experiment(&request, &what, P, &err), ERR_INPUT);
		if (!strstr(err.text, path) || !strstr(err.text, "numbers are 0 to 5"))
			fail_msg("\"%s\" is not about the text %s", err.text, path);
		collective_request_release(&request);
	}
	unlink(path);
}

static void a_root_that_no_process_is_is_refused(void **state)
{
	struct experiment what = stored("collective=bcast algorithm=binomial");
	struct collective_request request;

	(void)state;
	for (int root = -1; root <= P; root += P + 1) {
		what.from = root;
		assert_int_equal(collective_request_of_experiment(&request, &what, P, NULL), ERR_INPUT);
		collective_request_release(&request);
	}
}

static void typed_values_that_cannot_be_are_refused(void **state)
{
	const int order[P] = {0, 1, 2, 3, 4, 5};
	const struct {
		struct collective_options options;
		const char *why;
	} cases[] = {
		{{.collective = COLLECTIVE_BCAST}, "0 processes cannot be"},
		{{.collective = COLLECTIVE_BCAST, .processes = (size_t)1 << 40}, "processes cannot be"},
		{{.collective = COLLECTIVE_BCAST, .processes = P, .root = P}, "process 6 cannot be the root"},
		{{.collective = COLLECTIVE_BCAST, .processes = P, .fanout = (size_t)1 << 40}, "cannot be; at most"},
		{{.collective = COLLECTIVE_ALLTOALL, .processes = P, .order = order},
		 "order: no algorithm of alltoall has an order of processes to choose"},
		{{.collective = COLLECTIVE_ALLTOALL, .processes = P, .group_size = 2},
		 "groups: no algorithm of alltoall has groups to choose"},
		{{.collective = COLLECTIVE_SCAN, .processes = P, .segment = 1},
		 "segment: no algorithm of scan has segments to choose"},
		{{.collective = COLLECTIVE_SCAN, .processes = P, .fanout = 2},
		 "fanout: no algorithm of scan has a fan-out to choose"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct collective_request request;
		struct error err = {0};

		assert_int_equal(collective_request_init(&request, &cases[i].options, &err), ERR_INPUT);
		if (!strstr(err.text, cases[i].why))
			fail_msg("\"%s\" does not say \"%s\"", err.text, cases[i].why);
		collective_request_release(&request);
	}
}

static void a_named_algorithm_refuses_what_all_of_them_are_spared(void **state)
{
	struct collective_options options = {.collective = COLLECTIVE_BCAST, .processes = P, .segment = 100};
	const struct algorithm_class *linear = algorithm_of(COLLECTIVE_BCAST, "linear");
	struct collective_request request;
	struct algorithm_use use;
	size_t segmented = 0, n = 0;

	(void)state;
	assert_int_equal(collective_request_init(&request, &options, NULL), OK);
	for (const struct algorithm_class *each = collective_request_next(&request, NULL); each;
	     each = collective_request_next(&request, each), n++) {
		assert_int_equal(each->collective, COLLECTIVE_BCAST);
		assert_int_equal(collective_request_use(&request, each, 1000, &use, NULL), OK);
		assert_int_equal(use.call->segment, each->takes & TAKES_SEGMENT ? 100 : 0);
		segmented += use.call->segment > 0;
	}
	assert_true(segmented > 0 && segmented < n);
	collective_request_release(&request);
	options.algorithm = linear;
	assert_int_equal(collective_request_init(&request, &options, NULL), OK);
	assert_ptr_equal(collective_request_next(&request, NULL), linear);
	assert_null(collective_request_next(&request, linear));
	assert_int_equal(collective_request_use(&request, linear, 1000, &use, NULL), ERR_INPUT);
	collective_request_release(&request);
}

static void a_list_too_long_for_a_setup_is_refused(void **state)
{
	enum { MANY = 200 };
	int order[MANY];
	const struct collective_options options = {.collective = COLLECTIVE_BCAST,
						   .algorithm = algorithm_of(COLLECTIVE_BCAST, "binomial"),
						   .processes = MANY,
						   .order = order};
	struct collective_request request;
	struct experiment what;
	struct error err = {0};

	(void)state;
	for (int i = 0; i < MANY; i++)
		order[i] = i % 2 == 0 ? i / 2 : MANY - 1 - i / 2;
	assert_int_equal(collective_request_init(&request, &options, NULL), OK);
	assert_int_equal(collective_request_experiment(&request, options.algorithm, 1, &what, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "order: a measurement keeps at most 103 characters"));
	collective_request_release(&request);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_request_of_typed_values_gives_the_call_that_they_say),
		cmocka_unit_test(groups_of_a_size_are_consecutive_and_stay_a_number_in_a_setup),
		cmocka_unit_test(blocks_of_operations_with_counts_have_one_size),
		cmocka_unit_test(a_stored_setup_and_the_request_made_of_it_say_the_same),
		cmocka_unit_test(what_a_stored_setup_cannot_mean_is_refused),
		cmocka_unit_test(an_order_of_a_setup_is_no_path_even_if_there_is_such_a_file),
		cmocka_unit_test(a_root_that_no_process_is_is_refused),
		cmocka_unit_test(typed_values_that_cannot_be_are_refused),
		cmocka_unit_test(a_named_algorithm_refuses_what_all_of_them_are_spared),
		cmocka_unit_test(a_list_too_long_for_a_setup_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

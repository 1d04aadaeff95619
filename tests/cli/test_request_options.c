#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/request_options.h"

enum { P = 6 };

static char path[] = "/tmp/sonde-options-XXXXXX";

static int write_list(void **state)
{
	int file = mkstemp(path);

	(void)state;
	return file >= 0 && write(file, "0 5,4\n3 2 1\n", 12) == 12 && close(file) == 0 ? 0 : -1;
}

static int remove_list(void **state)
{
	(void)state;
	return unlink(path);
}

static void a_list_or_a_file_with_it_is_the_same_order(void **state)
{
	static const int wanted[P] = {0, 5, 4, 3, 2, 1};
	const char *const texts[] = {"0,5,4,3,2,1", "0,5-1", path};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		const struct request_options options = {.algorithm = "binomial", .processes = P, .order = texts[i]};
		struct collective_request request;

		assert_int_equal(request_of_options(&request, COLLECTIVE_BCAST, &options, NULL), OK);
		assert_memory_equal(request.order, wanted, sizeof(wanted));
		collective_request_release(&request);
	}
}

static void groups_are_a_number_or_a_list(void **state)
{
	static const int pairs[P] = {0, 0, 1, 1, 2, 2};
	static const struct {
		const char *text;
		size_t size;
	} cases[] = {{"2", 2}, {"0,0,1,1,2,2", 0}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct request_options options = {
			.algorithm = "two-level", .processes = P, .groups = cases[i].text};
		struct collective_request request;

		assert_int_equal(request_of_options(&request, COLLECTIVE_SCATTER, &options, NULL), OK);
		assert_memory_equal(request.group, pairs, sizeof(pairs));
		assert_int_equal(request.group_size, cases[i].size);
		collective_request_release(&request);
	}
}

static void all_is_every_algorithm(void **state)
{
	const struct request_options options = {
		.algorithm = "all", .processes = P, .root = 3, .segment = 100, .fanout = 2};
	struct collective_request request;

	(void)state;
	assert_int_equal(request_of_options(&request, COLLECTIVE_BCAST, &options, NULL), OK);
	assert_null(request.algorithm);
	assert_int_equal(request.processes, P);
	assert_int_equal(request.root, 3);
	assert_int_equal(request.segment, 100);
	assert_int_equal(request.fanout, 2);
	collective_request_release(&request);
}

static void what_options_cannot_mean_is_wrong_usage(void **state)
{
	static const struct {
		struct request_options options;
		const char *why;
	} cases[] = {
		{{.algorithm = "fastest", .processes = P}, "bcast has no algorithm \"fastest\"; it has: linear"},
		{{.algorithm = "binomial", .processes = P, .order = "0,1"}, "--order: 2 numbers for 6 processes"},
		{{.algorithm = "binomial", .processes = P, .order = "/nowhere"}, "nor a file that can be read"},
		{{.algorithm = "binomial", .processes = P, .groups = "0"}, "--groups: groups of 0"},
		{{.algorithm = "binomial", .processes = P, .root = P}, "process 6 cannot be the root"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct collective_request request;
		struct error err = {0};

		assert_int_equal(request_of_options(&request, COLLECTIVE_BCAST, &cases[i].options, &err), ERR_USAGE);
		assert_int_equal(err.status, ERR_USAGE);
		if (!strstr(err.text, cases[i].why))
			fail_msg("\"%s\" does not say \"%s\"", err.text, cases[i].why);
		collective_request_release(&request);
	}
}

static void ports_and_eager_limit_are_those_of_the_options_else_of_the_model(void **state)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(model_class_find("hockney", NULL), 2, &any, 1);
	const struct port_options none = {.eager = SIZE_MAX}, said = {.eager = 4096, .fair = true},
				  half = {.eager = SIZE_MAX, .half_duplex = true},
				  two = {.eager = SIZE_MAX, .fair = true, .in_turn = true};
	struct predict_options how = predict_options_of(&none, model);

	(void)state;
	assert_false(port_options_given(&none));
	assert_true(how.eager_most == UINT64_MAX && !how.use.fair && !how.use.parallel);
	assert_int_equal(model_fact_number(model, MODEL_EAGER, 100, NULL), OK);
	assert_int_equal(predict_options_of(&none, model).eager_most, 100);
	how = predict_options_of(&said, model);
	assert_true(port_options_given(&said));
	assert_true(how.eager_most == 4096 && how.use.fair && how.use.model == model);
	assert_true(how.use.both_ways == 0 && predict_options_of(&half, model).use.both_ways == 1);
	assert_true(port_options_given(&half));
	assert_int_equal(model_fact_number(model, MODEL_DUPLEX, 1.25, NULL), OK);
	assert_true(predict_options_of(&said, model).use.both_ways == 0.25);
	assert_int_equal(port_options_check(&said, NULL), OK);
	assert_int_equal(port_options_check(&two, NULL), ERR_USAGE);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_or_a_file_with_it_is_the_same_order),
		cmocka_unit_test(groups_are_a_number_or_a_list),
		cmocka_unit_test(all_is_every_algorithm),
		cmocka_unit_test(what_options_cannot_mean_is_wrong_usage),
		cmocka_unit_test(ports_and_eager_limit_are_those_of_the_options_else_of_the_model),
	};

	return cmocka_run_group_tests(tests, write_list, remove_list);
}

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "algorithm/choice.h"

static const char table[] = "# the tuner's\n"
			    "bcast 2-16 0-4K binomial\n"
			    "bcast 2-16 4097- chain segment=64K fanout=4 # long ones\n"
			    "\n"
			    "bcast any any own\n"
			    "allreduce 4 any ring\r\n"
			    "barrier any any dissemination";

static void assert_found(const struct choices *choices, enum collective collective, int processes, uint64_t bytes,
			 const char *name)
{
	const struct algorithm_choice *choice = choices_row(choices, collective, processes, 0, bytes);

	if (!name) {
		assert_true(!choice || !choice->algorithm);
		return;
	}
	assert_non_null(choice);
	assert_string_equal(choice->algorithm->name, name);
}

static void assert_table(const struct choices *choices)
{
	assert_int_equal(choices->n, 5);
	assert_found(choices, COLLECTIVE_BCAST, 2, 0, "binomial");
	assert_found(choices, COLLECTIVE_BCAST, 16, 4096, "binomial");
	assert_found(choices, COLLECTIVE_BCAST, 16, 4097, "chain");
	assert_found(choices, COLLECTIVE_BCAST, 17, 4097, NULL);
	assert_found(choices, COLLECTIVE_ALLREDUCE, 4, 1, "ring");
	assert_found(choices, COLLECTIVE_ALLREDUCE, 5, 1, NULL);
	assert_found(choices, COLLECTIVE_BARRIER, 99, 0, "dissemination");
	assert_int_equal(choices->list[1].segment, 65536);
	assert_int_equal(choices->list[1].fanout, 4);
}

static void tables_are_read_and_written(void **state)
{
	struct choices choices = {.n = 0}, again = {.n = 0};
	struct error err = {0};
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	(void)state;
	if (choices_read(&choices, table, &err) != OK)
		fail_msg("%s", err.text);
	assert_table(&choices);
	assert_int_equal(choices_write(&choices, out, &err), OK);
	fclose(out);
	assert_int_equal(choices_read(&again, text, &err), OK);
	assert_table(&again);
	free(text);
	choices_release(&choices);
	choices_release(&again);
}

static void tables_are_written_as_json_and_read_again(void **state)
{
	struct choices choices = {.n = 0}, again = {.n = 0};
	struct error err = {0};
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	(void)state;
	assert_int_equal(choices_read(&choices, table, &err), OK);
	assert_int_equal(choices_read(&choices, "gather 8 12000-60000 own split=8000", &err), OK);
	assert_int_equal(choices_write_json(&choices, "of \"this\"\nplatform", out, &err), OK);
	fclose(out);
	if (choices_read(&again, text, &err) != OK)
		fail_msg("%s in\n%s", err.text, text);
	assert_int_equal(again.n, 6);
	assert_int_equal(again.list[5].split, 8000);
	assert_null(choices_row(&again, COLLECTIVE_GATHER, 8, 0, 20000)->algorithm);
	assert_ptr_equal(choices_row(&again, COLLECTIVE_GATHER, 8, 0, 20000), &again.list[5]);
	again.n = 5;
	assert_table(&again);
	free(text);
	choices_release(&choices);
	choices_release(&again);
}

static void an_order_is_for_calls_of_its_root_and_is_written_and_read_again(void **state)
{
	static const char rows[] = "bcast 4 1K- chain segment=4K order=2,0-1,3\nbcast any any binomial\n"
				   "bcast 4 2K- chain order=2,1,0,3\n";

	(void)state;
	for (int json = 0; json < 2; json++) {
		struct choices choices = {.n = 0}, again = {.n = 0};
		struct error err = {0};
		char *text = NULL;
		size_t n = 0;
		FILE *out = open_memstream(&text, &n);
		static const int order[] = {2, 0, 1, 3};

		if (choices_read(&choices, rows, &err) != OK)
			fail_msg("%s", err.text);
		assert_int_equal(
			json ? choices_write_json(&choices, NULL, out, &err) : choices_write(&choices, out, &err), OK);
		fclose(out);
		if (choices_read(&again, text, &err) != OK)
			fail_msg("%s in\n%s", err.text, text);
		assert_int_equal(again.n, 3);
		assert_memory_equal(again.list[0].order, order, sizeof(order));
		assert_ptr_equal(choices_row(&again, COLLECTIVE_BCAST, 4, 2, 4096), &again.list[0]);
		assert_ptr_equal(choices_row(&again, COLLECTIVE_BCAST, 4, 0, 4096), &again.list[1]);
		assert_ptr_equal(choices_row(&again, COLLECTIVE_BCAST, 4, -1, 4096), &again.list[1]);
		assert_true(choice_covers(&again.list[1], &again.list[0]));
		assert_true(choice_covers(&again.list[0], &again.list[2]));
		assert_false(choice_covers(&again.list[0], &again.list[1]));
		free(text);
		choices_release(&choices);
		choices_release(&again);
	}
}

static void an_order_of_many_processes_is_written_and_read_again(void **state)
{
	enum { MANY = 30000 };
	static int order[MANY];
	const int numbers[] = {3000, MANY};

	(void)state;
	for (size_t k = 0; k < sizeof(numbers) / sizeof(numbers[0]); k++) {
		struct algorithm_choice choice = {.collective = COLLECTIVE_BCAST,
						  .algorithm = algorithm_find(COLLECTIVE_BCAST, "binomial", NULL),
						  .processes = {(uint64_t)numbers[k], (uint64_t)numbers[k]},
						  .bytes = {0, UINT64_MAX},
						  .order = order};
		struct choices choices = {.n = 0}, again = {.n = 0};
		struct error err = {0};
		char *text = NULL;
		size_t n = 0;
		FILE *out = open_memstream(&text, &n);

		for (int i = 0; i < numbers[k]; i++)
			order[i] = (int)(7L * i % numbers[k]); /* no two that follow each other are a range */
		assert_int_equal(choices_add(&choices, &choice, &err), OK);
		assert_int_equal(choices_write(&choices, out, &err), OK);
		fclose(out);
		if (choices_read(&again, text, &err) != OK)
			fail_msg("%s", err.text);
		assert_int_equal(again.n, 1);
		assert_memory_equal(again.list[0].order, order, (size_t)numbers[k] * sizeof(*order));
		free(text);
		choices_release(&choices);
		choices_release(&again);
	}
}

static void names_hold_for_all_calls(void **state)
{
	struct choices choices = {.n = 0};
	struct error err = {0};

	(void)state;
	assert_int_equal(choices_parse(&choices, "bcast=binomial,allreduce=ring,alltoall=own", &err), OK);
	assert_found(&choices, COLLECTIVE_BCAST, 1000, 1 << 30, "binomial");
	assert_found(&choices, COLLECTIVE_ALLREDUCE, 2, 0, "ring");
	assert_found(&choices, COLLECTIVE_ALLTOALL, 2, 0, NULL);
	assert_found(&choices, COLLECTIVE_REDUCE, 2, 0, NULL);
	choices_release(&choices);
}

static void assert_refused(const char *text, const char *says)
{
	struct choices choices = {.n = 0};
	struct error err = {0};

	assert_int_equal(choices_read(&choices, text, &err), ERR_INPUT);
	if (!strstr(err.text, says))
		fail_msg("\"%s\" does not say \"%s\"", err.text, says);
	choices_release(&choices);
}

static void what_is_wrong_is_said_with_its_line(void **state)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{"bcast any any binomial\nbcast any", "line 2: OPERATION PROCESSES BYTES ALGORITHM"},
		{"broadcast any any binomial", "line 1: there is no operation \"broadcast\""},
		{"bcast any any ring", "bcast has no algorithm \"ring\"; it has: "},
		{"bcast 16-2 any binomial", "line 1: processes and bytes are ranges"},
		{"bcast any few binomial", "line 1: processes and bytes are ranges"},
		{"bcast any any binomial speed=2",
		 "\"speed=2\": segment=SIZE, fanout=N, split=SIZE or order=LIST is expected"},
		{"barrier any any dissemination segment=4K", "has no segments to choose"},
		{"bcast any any own fanout=2", "bcast by own has no fan-out to choose"},
		{"bcast any any chain segment=4K fanout=2 fanout=2 fanout=2 fanout=2 x", "there are too many words"},
		{"bcast any any own split=4K", "bcast by own cannot be split; gather, gatherv, scatter and scatterv"},
		{"gather any any linear split=4K", "gather by linear cannot be split"},
#define HEAD "{\"format\": \"sonde-collectives\", \"version\": 1,\n"
		{"{", "line 1: it ends within brackets"},
		{"{\"format\": \"sonde-model\", \"version\": 1}",
		 "line 1: \"format\": \"sonde-collectives\" is expected"},
		{"{\"format\": \"sonde-collectives\",\n\"version\": 2}", "line 2: \"version\": 1 is expected"},
		{HEAD "\"rule\": []}", "line 2: a table has format, version, about and rules"},
		{HEAD "\"rules\": {}}", "line 2: \"rules\": [ … ] is expected"},
		{HEAD "\"rules\": []} x", "line 2: something follows the brace"},
		{HEAD "\"rules\": [\n1]}", "line 3: a rule is an object"},
		{HEAD "\"rules\": [{\"operation\": \"bcast\"}]}",
		 "line 2: a rule names its operation and its algorithm"},
		{HEAD "\"rules\": [{\"operation\": \"cast\",\n \"algorithm\": \"own\"}]}",
		 "line 2: there is no operation \"cast\""},
		{HEAD "\"rules\": [{\"operation\": \"bcast\",\n \"algorithm\": \"ring\"}]}",
		 "line 3: bcast has no algorithm \"ring\""},
		{HEAD "\"rules\": [{\"operation\": \"bcast\",\n \"bytes\": [4, 2]}]}", "line 3: a range is expected"},
		{HEAD "\"rules\": [{\"operation\": \"bcast\",\n \"processes\": -4}]}", "line 3: a range is expected"},
		{HEAD "\"rules\": [{\"operation\": \"bcast\",\n \"segment\": 0}]}", "line 3: a whole number above 0"},
		{HEAD "\"rules\": [{\"operation\": \"bcast\",\n \"size\": 0}]}",
		 "line 3: a rule has operation, processes"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_refused(cases[i].text, cases[i].says);
}

static void an_order_that_is_none_is_refused(void **state)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{"bcast any any binomial order=0,1", "line 1: an order is for one number of processes"},
		{"bcast 3 any binomial order=0,1", "line 1: "},
		{"bcast 3 any binomial order=0,1,1", "an order has each of the 3 processes once"},
		{"bcast 3 any binomial order=0,1,3", "line 1: "},
		{"bcast 3 any bine order=0,1,2", "bcast by bine has no order of processes to choose"},
		{"bcast 3 any own order=0,1,2", "bcast by own has no order of processes to choose"},
		{HEAD "\"rules\": [{\"operation\": \"bcast\", \"algorithm\": \"chain\", \"processes\": 3,\n"
		      "\"order\": [0, 2]}]}",
		 "line 3: an order is a list of all processes"},
		{HEAD "\"rules\": [{\"operation\": \"bcast\", \"algorithm\": \"chain\", \"processes\": 2,\n"
		      "\"order\": [0, 0]}]}",
		 "an order has each of the 2 processes once"},
		{HEAD "\"rules\": [{\"operation\": \"bcast\", \"algorithm\": \"chain\",\n\"order\": \"0,1\"}]}",
		 "line 3: an order is a list of all processes"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_refused(cases[i].text, cases[i].says);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_are_read_and_written),
		cmocka_unit_test(tables_are_written_as_json_and_read_again),
		cmocka_unit_test(an_order_is_for_calls_of_its_root_and_is_written_and_read_again),
		cmocka_unit_test(an_order_of_many_processes_is_written_and_read_again),
		cmocka_unit_test(names_hold_for_all_calls),
		cmocka_unit_test(what_is_wrong_is_said_with_its_line),
		cmocka_unit_test(an_order_that_is_none_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sample/placement.h"

enum { MOST = 8 };

static void placements_are_read(void **state)
{
	static const struct {
		const char *text;
		size_t n, nodes;
		int node[MOST];
	} cases[] = {
		{"block:4", 8, 2, {0, 0, 0, 0, 4, 4, 4, 4}},
		{"block:3", 7, 3, {0, 0, 0, 3, 3, 3, 6}},
		{"block:9", 3, 1, {0, 0, 0}},
		{"cyclic:4", 8, 2, {0, 1, 0, 1, 0, 1, 0, 1}},
		{"cyclic:3", 7, 3, {0, 1, 2, 0, 1, 2, 0}},
		{"cyclic:1", 3, 3, {0, 1, 2}},
		{"a,a,b,b", 4, 2, {0, 0, 2, 2}},
		{"0,1,0,1", 4, 2, {0, 1, 0, 1}},
		{"b,a,b", 3, 2, {0, 1, 0}},
		{"north:2,south:2", 4, 2, {0, 0, 2, 2}},
		{"# where they are\nnorth slots=2\nsouth\tslots=1 # the slow one\nnorth\n", 4, 2, {0, 0, 2, 0}},
		{"north\nnorth\r\nsouth", 3, 2, {0, 0, 2}},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct error err = {0};
		int node[MOST];

		if (placement_parse(cases[i].text, cases[i].n, node, &err) != OK)
			fail_msg("\"%s\": %s", cases[i].text, err.text);
		assert_memory_equal(node, cases[i].node, cases[i].n * sizeof(*node));
		assert_int_equal(placement_nodes(node, cases[i].n), cases[i].nodes);
	}
}

static void what_is_no_placement_is_refused(void **state)
{
	static const struct {
		const char *text;
		size_t n;
		const char *says;
	} cases[] = {
		{"block:0", 4, "\"block:0\": a number of processes of each node"},
		{"block:", 4, "a number of processes of each node"},
		{"cyclic:two", 4, "\"cyclic:two\""},
		{"block:4,4", 8, "a number of processes of each node"},
		{"a,b", 4, "nodes of 2 of the 4 processes"},
		{"a,b,c,d,e", 4, "nodes of more than the 4 processes"},
		{"a:0,b", 4, "node \"a\": how many processes it has"},
		{"a slots=x b", 2, "node \"a\": how many processes it has"},
		{"", 2, "nodes of 0 of the 2 processes"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct error err = {0};
		int node[MOST];

		assert_int_equal(placement_parse(cases[i].text, cases[i].n, node, &err), ERR_INPUT);
		if (!strstr(err.text, cases[i].says))
			fail_msg("\"%s\": \"%s\" does not say \"%s\"", cases[i].text, err.text, cases[i].says);
	}
}

static void hosts_of_one_name_are_a_node(void **state)
{
	static const char *const hosts[] = {"a", "b", "b", NULL, "a", NULL};
	static const int wanted[] = {0, 1, 1, 3, 0, 5};
	int node[6];

	(void)state;
	placement_of_hosts(hosts, 6, node);
	assert_memory_equal(node, wanted, sizeof(wanted));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(placements_are_read),
		cmocka_unit_test(what_is_no_placement_is_refused),
		cmocka_unit_test(hosts_of_one_name_are_a_node),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

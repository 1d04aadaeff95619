#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include <stdlib.h>

#include "base/memory.h"
#include "sample/circumstances.h"

static struct circumstances example(void)
{
	struct circumstances c = {0};
	struct error err = {0};

	assert_int_equal(circumstances_processes(&c, 2, &err), OK);
	c.platform = memory_text("mpi");
	c.library = memory_text("Open MPI v4.1.4");
	c.hosts[0] = memory_text("north");
	c.hosts[1] = memory_text("south");
	c.bindings[1] = memory_text("0-1");
	return c;
}

static void replace(char **text, const char *by)
{
	free(*text);
	*text = memory_text(by);
}

static void change_nothing(struct circumstances *c)
{
	(void)c;
}

static void change_what_is_not_the_platform(struct circumstances *c)
{
	replace(&c->command, "sonde estimate");
	replace(&c->started, "2024-02-29T12:00:00Z");
	replace(&c->buffers, "separate");
	c->seed = 7;
	c->clock_cost = 3e-8;
}

static void change_platform(struct circumstances *c)
{
	replace(&c->platform, "synthetic");
}

static void change_library(struct circumstances *c)
{
	replace(&c->library, "MPICH 4.0.2");
}

static void forget_library(struct circumstances *c)
{
	replace(&c->library, NULL);
}

static void change_processes(struct circumstances *c)
{
	struct error err = {0};

	assert_int_equal(circumstances_processes(c, 3, &err), OK);
	c->hosts[0] = memory_text("north");
	c->hosts[1] = memory_text("south");
	c->bindings[1] = memory_text("0-1");
}

static void change_host(struct circumstances *c)
{
	replace(&c->hosts[1], "north");
}

static void change_binding(struct circumstances *c)
{
	replace(&c->bindings[0], "0");
}

static void change_yielding(struct circumstances *c)
{
	c->yielding = 2;
}

static void two_runs_are_of_the_same_platform_if_what_makes_it_agrees(void **state)
{
	static const struct {
		void (*change)(struct circumstances *c);
		int same;
		const char *said;
	} cases[] = {
		{change_nothing, 1, ""},
		{change_what_is_not_the_platform, 1, ""},
		{change_platform, 0, "platform: '"},
		{change_library, 0, "library: '"},
		{forget_library, 0, "and 'not known'"},
		{change_processes, 0, "processes: "},
		{change_host, 0, "host of process "},
		{change_binding, 0, "binding of process "},
		{change_yielding, 0, "yield while they wait: "},
	};
	char text[400], cut[12];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct circumstances a = example(), b = example();

		cases[i].change(&b);
		assert_int_equal(circumstances_same_platform(&a, &b), cases[i].same);
		assert_int_equal(circumstances_same_platform(&b, &a), cases[i].same);
		assert_non_null(strstr(circumstances_difference(&a, &b, text, sizeof text), cases[i].said));
		assert_int_equal(!text[0], cases[i].same);
		assert_true(strlen(circumstances_difference(&a, &b, cut, sizeof cut)) < sizeof cut);
		assert_memory_equal(cut, text, strlen(cut));
		circumstances_release(&a);
		circumstances_release(&b);
	}
}

static void hosts_that_are_not_there_equal_hosts_that_are_not_known(void **state)
{
	struct circumstances a = {.processes = 2}, b = {0}, c = example();
	struct error err = {0};

	(void)state;
	assert_int_equal(circumstances_processes(&b, 2, &err), OK);
	assert_true(circumstances_same_platform(&a, &b));
	assert_false(circumstances_same_platform(&a, &c));
	circumstances_release(&b);
	circumstances_release(&c);
}

static void room_for_processes_starts_empty_and_replaces_the_room_before(void **state)
{
	struct circumstances c = example();
	struct error err = {0};

	(void)state;
	assert_int_equal(circumstances_processes(&c, 5, &err), OK);
	assert_int_equal(c.processes, 5);
	for (size_t i = 0; i < 5; i++) {
		assert_null(c.hosts[i]);
		assert_null(c.bindings[i]);
	}
	assert_int_equal(circumstances_processes(&c, (size_t)CIRCUMSTANCES_PROCESSES_MOST + 1, &err), ERR_INPUT);
	assert_int_equal(c.processes, 5);
	assert_null(c.hosts[4]);
	circumstances_release(&c);
	assert_null(c.hosts);
	assert_null(c.platform);
	assert_int_equal(c.processes, 0);
}

/* Four processes on two hosts; who is crowded, and by how many, if anyone is. */
static void more_processes_than_cpus_are_noticed(void **state)
{
	static const struct {
		char *bindings[4];
		const char *host;
		size_t processes, cpus;
	} cases[] = {
		{{"0", "1", "0", "1"}, NULL, 0, 0},       {{"0-1", "0-1", "0", "1"}, NULL, 0, 0},
		{{"0", "0", "0", "1"}, "a", 2, 1},        {{"0", "1", "7", "7"}, "b", 2, 1},
		{{"0-3,8", "2", "5", "4-6"}, NULL, 0, 0}, {{"3", "3-3", "", "0"}, "a", 2, 1},
		{{"any", "0", "0", "1"}, NULL, 0, 0},     {{NULL, "0", "0-99999", "1"}, NULL, 0, 0},
	};
	char *hosts[] = {"a", "a", "b", "b"};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct circumstances c = {.processes = 4, .hosts = hosts, .bindings = (char **)cases[i].bindings};
		size_t processes = 0, cpus = 0;
		const char *host = circumstances_crowded(&c, &processes, &cpus);

		if (!cases[i].host) {
			assert_null(host);
			continue;
		}
		assert_string_equal(host, cases[i].host);
		assert_int_equal(processes, cases[i].processes);
		assert_int_equal(cpus, cases[i].cpus);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_runs_are_of_the_same_platform_if_what_makes_it_agrees),
		cmocka_unit_test(hosts_that_are_not_there_equal_hosts_that_are_not_known),
		cmocka_unit_test(more_processes_than_cpus_are_noticed),
		cmocka_unit_test(room_for_processes_starts_empty_and_replaces_the_room_before),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

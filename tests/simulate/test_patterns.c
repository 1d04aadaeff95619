#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../sanitized.h"
#include "algorithm/algorithm.h"
#include "patterns.h"

static void assert_end(const char *name, const struct schedule *schedule, const struct loggops *loggops, double wanted)
{
	struct costs costs = loggops_costs(loggops);
	struct simulation found = {0};
	struct error err = {0};

	if (simulate(schedule, &costs, &found, &err) != OK)
		fail_msg("%s: %s", name, err.text);
	if (llround(found.seconds * 1e9) != llround(wanted))
		fail_msg("%s of %d processes ends at %.0f ns instead of %.0f", name, schedule->processes,
			 found.seconds * 1e9, wanted);
	simulation_release(&found);
}

static void assert_last(const struct pattern *pattern, const struct loggops *loggops, double wanted)
{
	struct schedule schedule = pattern_schedule(pattern);

	assert_end(pattern->name, &schedule, loggops, wanted);
}

/* A million messages or more: of these sanitizers see smaller ones. */
static bool is_large(const struct pattern *pattern)
{
	int rounds = pattern->build == build_dissemination ? 16 : pattern->times;

	return (double)pattern->processes * rounds >= 1e6;
}

static void patterns_of_many_processes_end_when_other_simulators_say_they_do(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		if (patterns[i].a == 0 || (FEWER(false, true) && is_large(&patterns[i])))
			continue;
		assert_last(&patterns[i], &setting_a, patterns[i].a);
		if (FEWER(true, false))
			assert_last(&patterns[i], &setting_b, patterns[i].b);
		checked++;
	}
	assert_int_equal(checked, FEWER(9, 6));
}

/* What algorithms of our own do like those patterns ends when they do. */
static const struct {
	enum collective collective;
	const char *algorithm;
	int processes, fanout;
	uint64_t count;
	double a, b;
} own[] = {
	{COLLECTIVE_BCAST, "k-nomial", 65536, 2, 1024, 186208, 66336},
	{COLLECTIVE_GATHER, "linear", 16384, 0, 1024, 125137354, 40074518},
	{COLLECTIVE_SCATTER, "linear-nonblocking", 16384, 0, 1024, 116946354, 40074518},
	{COLLECTIVE_ALLTOALL, "linear", 512, 0, 1024, 5947018, 2499812},
	{COLLECTIVE_ALLREDUCE, "ring", 1024, 0, 1048576, 23811348, 10009032}, /* of a million messages: is_large */
};

static void algorithms_of_our_own_end_when_these_patterns_do(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]) - FEWER(0, 1); i++) {
		const struct algorithm_class *algorithm = algorithm_find(own[i].collective, own[i].algorithm, NULL);
		struct call call = {.collective = own[i].collective,
				    .processes = own[i].processes,
				    .count = own[i].count,
				    .fanout = own[i].fanout,
				    .commutes = true};
		struct algorithm_use use = {algorithm, &call};
		struct schedule schedule = algorithm_schedule(&use);

		assert_non_null(algorithm);
		assert_int_equal(algorithm_check(algorithm, &call, NULL), OK);
		assert_end(own[i].algorithm, &schedule, &setting_a, own[i].a);
		if (FEWER(true, false))
			assert_end(own[i].algorithm, &schedule, &setting_b, own[i].b);
	}
}

static void a_ring_takes_a_message_per_round(void **state)
{
	static const struct pattern ring = {"ring allreduce", 64, 1024, 126, build_ring, 126 * 11638.0, 126 * 4892.0};

	(void)state;
	assert_last(&ring, &setting_a, ring.a);
	assert_last(&ring, &setting_b, ring.b);
}

/* Nothing but the CPU takes time: 99 sends and 99 messages of 1 ns. */
static void an_all_to_all_without_ports_is_the_work_of_the_cpu(void **state)
{
	static const struct loggops free_messages = {.L = 0, .o = 1, .g = 0, .G = 0, .O = 0, .S = 65535};
	static const struct pattern alltoall = {"all-to-all", 100, 1, 1, build_alltoall, 198, 0};

	(void)state;
	assert_last(&alltoall, &free_messages, alltoall.a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(patterns_of_many_processes_end_when_other_simulators_say_they_do),
		cmocka_unit_test(algorithms_of_our_own_end_when_these_patterns_do),
		cmocka_unit_test(a_ring_takes_a_message_per_round),
		cmocka_unit_test(an_all_to_all_without_ports_is_the_work_of_the_cpu),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

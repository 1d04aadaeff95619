#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "patterns.h"

/* The million processes of the second pattern are the bench's: here they would be most of the test's time. */
#define MOST_PROCESSES 70000

static void assert_last(const struct pattern *pattern, const struct loggops *loggops, double wanted)
{
	struct schedule schedule = pattern_schedule(pattern);
	struct costs costs = loggops_costs(loggops);
	struct simulation found = {0};
	struct error err = {0};

	if (simulate(&schedule, &costs, &found, &err) != OK)
		fail_msg("%s: %s", pattern->name, err.text);
	if (llround(found.seconds * 1e9) != llround(wanted))
		fail_msg("%s of %d processes ends at %.0f ns instead of %.0f", pattern->name, pattern->processes, found.seconds * 1e9, wanted);
	simulation_release(&found);
}

static void patterns_of_many_processes_end_when_other_simulators_say_they_do(void **state)
{
	size_t checked = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		if (patterns[i].a == 0 || patterns[i].processes > MOST_PROCESSES || patterns[i].build == build_ring)
			continue;
		assert_last(&patterns[i], &setting_a, patterns[i].a);
		assert_last(&patterns[i], &setting_b, patterns[i].b);
		checked++;
	}
	assert_int_equal(checked, 7);
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
		cmocka_unit_test(a_ring_takes_a_message_per_round),
		cmocka_unit_test(an_all_to_all_without_ports_is_the_work_of_the_cpu),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "algorithm/algorithm.h"
#include "patterns.h"
#include "schedule/goal.h"
#include "simulate/breakdown.h"

/* Sums of some thousand terms, each rounded to 2^-53 of at most the sum. */
#define EXACT 1e-12

static double sum(const struct spent *spent)
{
	return spent->compute + spent->overhead + spent->latency + spent->gap + spent->bandwidth + spent->waiting;
}

static void assert_spent_adds_up(const char *name, const struct simulation *found)
{
	struct spent *spent = calloc((size_t)found->processes + 1, sizeof(*spent));
	struct error err = {0};

	assert_non_null(spent);
	assert_int_equal(simulation_spent(found, spent, &err), OK);
	for (int p = 0; p < found->processes; p++) {
		if (!(fabs(sum(&spent[p]) - found->finish[p]) <= EXACT * found->seconds))
			fail_msg("%s: the time of process %d adds up to %.17g instead of %.17g", name, p,
				 sum(&spent[p]), found->finish[p]);
		if (spent[p].compute < 0 || spent[p].overhead < 0 || spent[p].latency < 0 || spent[p].gap < 0 ||
		    spent[p].bandwidth < 0 || spent[p].waiting < 0)
			fail_msg("%s: process %d spent a negative time", name, p);
	}
	free(spent);
}

/* From 0 to the end, and no part is longer than what was recorded. */
static void assert_path_adds_up(const char *name, const struct simulation *found)
{
	struct interval *path = NULL;
	struct error err = {0};
	double reached = 0;
	size_t n = 0;

	assert_int_equal(simulation_path(found, &path, &n, &err), OK);
	for (size_t i = 0; i < n; i++) {
		const struct interval *whole = &found->intervals[i + 1 < n ? path[i + 1].cause : found->last[0]];

		if (path[i].start != reached || path[i].end < path[i].start)
			fail_msg("%s: part %zu of the critical path is from %.17g to %.17g, after %.17g", name, i,
				 path[i].start, path[i].end, reached);
		if (i + 1 < n && !(path[i].end <= whole->end + EXACT * found->seconds))
			fail_msg("%s: part %zu of the critical path, %s of process %d, ends at %.17g, what it is a "
				 "part of at %.17g",
				 name, i, interval_words[path[i].kind], path[i].process, path[i].end, whole->end);
		reached = path[i].end;
	}
	if (reached != found->seconds)
		fail_msg("%s: the critical path ends at %.17g instead of %.17g", name, reached, found->seconds);
	free(path);
}

static bool of_cpu(const struct interval *interval)
{
	return interval->kind < INTERVAL_LATENCY;
}

/* Of processes with one CPU. */
static void assert_nothing_is_done_twice(const char *name, const struct simulation *found)
{
	double *until = calloc((size_t)found->processes + 1, sizeof(*until));

	assert_non_null(until);
	for (size_t i = 1; i < found->n_intervals; i++) {
		const struct interval *interval = &found->intervals[i];

		if (!(interval->end > interval->start) || !(interval->start >= 0))
			fail_msg("%s: interval %zu is from %.17g to %.17g", name, i, interval->start, interval->end);
		if (interval->end > found->seconds * (1 + EXACT) && of_cpu(interval))
			fail_msg("%s: interval %zu ends at %.17g, the last process at %.17g", name, i, interval->end,
				 found->seconds);
		if (!of_cpu(interval))
			continue;
		if (interval->start < until[interval->process] - EXACT * found->seconds)
			fail_msg("%s: process %d does two things at %.17g", name, interval->process, interval->start);
		until[interval->process] = interval->end;
	}
	free(until);
}

/* Simulated with and without a record: the same result, of which the record accounts for every moment. Returns whether
 * it ends. */
static bool check(const char *name, const struct schedule *schedule, const struct costs *costs)
{
	struct simulation plain = {0}, found = {.record = true};
	struct error err = {0};
	enum status status = simulate(schedule, costs, &plain, &err);

	assert_int_equal(simulate(schedule, costs, &found, &err), status);
	if (status != OK)
		return false;
	assert_null(plain.intervals);
	assert_non_null(found.intervals);
	assert_memory_equal(plain.finish, found.finish, (size_t)plain.processes * sizeof(*plain.finish));
	assert_spent_adds_up(name, &found);
	assert_path_adds_up(name, &found);
	assert_nothing_is_done_twice(name, &found);
	simulation_release(&plain);
	simulation_release(&found);
	return true;
}

static void the_record_of_the_reference_programs_accounts_for_every_moment(void **state)
{
	const char *source = getenv("SONDE_SOURCE");
	char path[1200], line[6000], file[100];
	int cases = 0;
	FILE *in;

	(void)state;
	snprintf(path, sizeof(path), "%s/tests/schedule/goal-cases/expected.tsv", source ? source : ".");
	in = fopen(path, "r");
	assert_non_null(in);
	while (fgets(line, sizeof(line), in)) {
		struct loggops loggops = {0};
		struct costs costs = loggops_costs(&loggops);
		struct error err = {0};
		struct goal goal = {0};
		struct schedule schedule;
		unsigned long long S;

		if (*line == '#')
			continue;
		assert_int_equal(sscanf(line, "%99s %*s %lf %lf %lf %lf %lf %llu", file, &loggops.L, &loggops.o,
					&loggops.g, &loggops.G, &loggops.O, &S),
				 7);
		costs.eager_most = S;
		snprintf(path, sizeof(path), "%s/tests/schedule/goal-cases/%s", source ? source : ".", file);
		assert_int_equal(goal_read(path, &goal, &err), OK);
		schedule = goal_schedule(&goal);
		assert_true(check(file, &schedule, &costs));
		goal_release(&goal);
		cases++;
	}
	fclose(in);
	assert_int_equal(cases, 48);
}

/* Overheads before and after the transfer, inside it, and none. */
static const struct {
	const char *class, *names[6];
	double values[6];
} models[] = {
	{"hockney", {"alpha", "beta"}, {30e-6, 1e-9}},
	{"loggp", {"L", "o_s", "o_r", "g", "G"}, {10e-6, 1e-6, 2e-6, 3e-6, 1e-9}},
	{"loggp", {"L", "o_s", "o_r", "g", "G"}, {1e-6, 5e-6, 7e-6, 3e-6, 1e-9}},
	{"plogp", {"L", "o_s", "o_r", "o_r_expected", "g"}, {10e-6, 2e-6, 3e-6, 1e-6, 6e-6}},
	{"plogp", {"L", "o_s", "o_r", "o_r_expected", "g"}, {1e-6, 4e-6, 9e-6, 8e-6, 5e-6}},
	{"lmo", {"C", "t", "L", "inverse_beta"}, {5e-6, 1e-9, 20e-6, 8e-9}},
};

static struct model *model_of(size_t which, int processes)
{
	struct link any = {LINK_ANY, LINK_ANY};
	struct error err = {0};
	struct model *model = model_new(model_class_find(models[which].class, NULL), (size_t)processes, &any, 1);

	assert_non_null(model);
	for (size_t i = 0; models[which].names[i]; i++) {
		if (model_set(model, 0, models[which].names[i], models[which].values[i], &err) != OK)
			fail_msg("%s", err.text);
	}
	return model;
}

static void check_under_models(const char *name, const struct schedule *schedule)
{
	static const uint64_t eager[] = {UINT64_MAX, 0};
	static const struct model_use uses[] = {{.fair = false},
						{.fair = true},
						{.parallel = true},
						{.fair = true, .both_ways = 1},
						{.both_ways = 0.5}};

	for (size_t m = 0; m < sizeof(models) / sizeof(models[0]); m++) {
		struct model *model = model_of(m, schedule->processes);

		for (size_t e = 0; e < 2; e++) {
			for (size_t u = 0; u < sizeof(uses) / sizeof(uses[0]); u++) {
				struct model_use use = uses[u];
				struct costs costs = {.message = NULL};
				char text[200];

				use.model = model;
				costs = model_costs(&use, eager[e]);
				costs.reduce = 0.1;
				costs.copy = 0.05;
				snprintf(text, sizeof(text), "%s under %s %zu%s%s%s, %s", name, models[m].class, m,
					 use.fair ? ", fair" : "", use.parallel ? ", parallel" : "",
					 use.both_ways > 0 ? ", duplex not full" : "", e ? "rendezvous" : "eager");
				if (!check(text, schedule, &costs))
					fail_msg("%s does not end", text);
			}
		}
		model_free(model);
	}
}

/* How much of the critical path of one message is latency, in seconds. */
static double latency_of_a_message(const struct model_use *use)
{
	struct call call = {.collective = COLLECTIVE_BCAST, .processes = 2, .count = 1000};
	struct algorithm_use linear = {algorithm_find(COLLECTIVE_BCAST, "linear", NULL), &call};
	struct schedule schedule = algorithm_schedule(&linear);
	struct costs costs = model_costs(use, UINT64_MAX);
	struct simulation found = {.record = true};
	struct interval *path = NULL;
	struct error err = {0};
	double latency = 0;
	size_t n = 0;

	assert_int_equal(simulate(&schedule, &costs, &found, &err), OK);
	assert_int_equal(simulation_path(&found, &path, &n, &err), OK);
	for (size_t i = 0; i < n; i++)
		if (path[i].kind == INTERVAL_LATENCY)
			latency += path[i].end - path[i].start;
	free(path);
	simulation_release(&found);
	return latency;
}

static void a_message_alone_has_the_latency_of_its_model_whatever_ports_do_with_others(void **state)
{
	static const double wanted[] = {30e-6, 10e-6, 1e-6, 10e-6, 1e-6, 20e-6};

	(void)state;
	for (size_t m = 0; m < sizeof(models) / sizeof(models[0]); m++) {
		struct model *model = model_of(m, 2);
		struct model_use in_turn = {.model = model}, fair = {.model = model, .fair = true};

		if (!(fabs(latency_of_a_message(&in_turn) - wanted[m]) <= 1e-12))
			fail_msg("%s %zu, in turn: %g s of latency", models[m].class, m,
				 latency_of_a_message(&in_turn));
		if (!(fabs(latency_of_a_message(&fair) - wanted[m]) <= 1e-12))
			fail_msg("%s %zu, fair: %g s of latency", models[m].class, m, latency_of_a_message(&fair));
		model_free(model);
	}
}

static void the_record_of_collective_algorithms_accounts_for_every_moment_under_models(void **state)
{
	enum { PROCESSES = 7 };
	uint64_t counts[PROCESSES];
	int n = 0;

	(void)state;
	for (int p = 0; p < PROCESSES; p++)
		counts[p] = 1000;
	for (const struct algorithm_class *algorithm = algorithm_next(NULL); algorithm;
	     algorithm = algorithm_next(algorithm)) {
		struct call call = {.collective = algorithm->collective,
				    .processes = PROCESSES,
				    .count = 1000,
				    .commutes = true,
				    .segment = algorithm->takes & TAKES_SEGMENT ? 300 : 0};
		struct algorithm_use use = {algorithm, &call};
		struct schedule schedule = algorithm_schedule(&use);
		char name[100];

		if (algorithm->collective == COLLECTIVE_SCATTERV || algorithm->collective == COLLECTIVE_GATHERV)
			call.counts = counts;
		if (algorithm_check(algorithm, &call, NULL) != OK)
			continue;
		snprintf(name, sizeof(name), "%s %s", collective_words[algorithm->collective], algorithm->name);
		check_under_models(name, &schedule);
		n++;
	}
	assert_true(n > 40);
}

static void the_record_of_patterns_accounts_for_every_moment(void **state)
{
	static const struct pattern small[] = {
		{"gather", 30, 1024, 1, build_gather, 0, 0},           {"scatter", 30, 1024, 1, build_scatter, 0, 0},
		{"all-to-all", 20, 1024, 1, build_alltoall, 0, 0},     {"ring", 9, 1024, 16, build_ring, 0, 0},
		{"pipeline", 9, 1024, 16, build_pipeline, 0, 0},       {"stencil", 27, 1024, 5, build_stencil, 0, 0},
		{"dissemination", 19, 8, 1, build_dissemination, 0, 0}};

	(void)state;
	for (size_t i = 0; i < sizeof(small) / sizeof(small[0]); i++) {
		struct schedule schedule = pattern_schedule(&small[i]);
		struct costs a = loggops_costs(&setting_a), b = loggops_costs(&setting_b);

		assert_true(check(small[i].name, &schedule, &a));
		assert_true(check(small[i].name, &schedule, &b));
		check_under_models(small[i].name, &schedule);
	}
}

/* By hand: nanoseconds of compute, overhead, latency, gap, bandwidth, waiting of each process; the kinds of the
 * critical path. */
static const struct {
	const char *text;
	struct loggops loggops;
	double spent[2][6];
	enum interval_kind path[8];
	double lengths[8];
} programs[] = {
	/* The receiver waits for the sender's overhead; then for the network. */
	{"num_ranks 2 rank 0 { a: calc 50 b: send 1b to 1 b requires a } rank 1 { recv 1b from 0 }",
	 {.L = 1000, .o = 100, .g = 200, .G = 1, .S = 1000},
	 {{50, 100, 0, 0, 0, 0}, {0, 100, 1000, 0, 0, 150}},
	 {INTERVAL_COMPUTE, INTERVAL_SEND, INTERVAL_LATENCY, INTERVAL_RECEIVE},
	 {50, 100, 1000, 100}},
	/* A sender that may not send yet: 10 of data and 200 of gap, less 100 of overhead. The receiver's CPU is busy
	   with the data of 11 bytes for 10 ns of each message; the second one's latency ends with its port's gap. */
	{"num_ranks 2 rank 0 { a: send 11b to 1 b: send 11b to 1 b requires a } rank 1 { recv 11b from 0 recv 11b from "
	 "0 }",
	 {.L = 1000, .o = 100, .g = 200, .G = 1, .S = 1000},
	 {{0, 200, 0, 110, 0, 0}, {0, 200, 1100, 0, 20, 100}},
	 {INTERVAL_OUT_BANDWIDTH, INTERVAL_OUT_GAP, INTERVAL_SEND, INTERVAL_LATENCY, INTERVAL_STREAM, INTERVAL_RECEIVE},
	 {10, 200, 100, 1000, 10, 100}},
	/* A rendezvous: the sender waits for the receiver's computation. */
	{"num_ranks 2 rank 0 { a: send 1001b to 1 b: calc 5 b requires a } rank 1 { a: calc 9000 b: recv 1001b from 0 "
	 "b requires a }",
	 {.L = 1000, .o = 100, .g = 200, .G = 0, .S = 1000},
	 {{5, 100, 0, 0, 0, 8900}, {9000, 100, 0, 0, 0, 0}},
	 {INTERVAL_COMPUTE, INTERVAL_RECEIVE},
	 {9000, 100}},
};

static void small_programs_spend_their_time_as_they_do_by_hand(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		struct costs costs = loggops_costs(&programs[i].loggops);
		struct simulation found = {.record = true};
		struct spent spent[2];
		struct goal goal = {0};
		struct error err = {0};
		struct interval *path = NULL;
		struct schedule schedule;
		size_t n = 0;

		assert_int_equal(goal_parse_text(programs[i].text, strlen(programs[i].text), "text", &goal, &err), OK);
		schedule = goal_schedule(&goal);
		assert_int_equal(simulate(&schedule, &costs, &found, &err), OK);
		assert_int_equal(simulation_spent(&found, spent, &err), OK);
		for (int p = 0; p < 2; p++) {
			double got[] = {spent[p].compute, spent[p].overhead,  spent[p].latency,
					spent[p].gap,     spent[p].bandwidth, spent[p].waiting};

			for (int k = 0; k < 6; k++) {
				if (fabs(got[k] * 1e9 - programs[i].spent[p][k]) > 1e-6)
					fail_msg("%s: process %d, number %d is %.10g instead of %.10g",
						 programs[i].text, p, k, got[k] * 1e9, programs[i].spent[p][k]);
			}
		}
		assert_int_equal(simulation_path(&found, &path, &n, &err), OK);
		for (size_t k = 0; k < n; k++) {
			double length = (path[k].end - path[k].start) * 1e9;

			if (path[k].kind != programs[i].path[k] || fabs(length - programs[i].lengths[k]) > 1e-6)
				fail_msg("%s: part %zu of the critical path is %s for %.10g", programs[i].text, k,
					 interval_words[path[k].kind], length);
		}
		assert_true(n > 0 && (n == 8 || programs[i].lengths[n] == 0));
		free(path);
		simulation_release(&found);
		goal_release(&goal);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_programs_spend_their_time_as_they_do_by_hand),
		cmocka_unit_test(the_record_of_the_reference_programs_accounts_for_every_moment),
		cmocka_unit_test(the_record_of_patterns_accounts_for_every_moment),
		cmocka_unit_test(a_message_alone_has_the_latency_of_its_model_whatever_ports_do_with_others),
		cmocka_unit_test(the_record_of_collective_algorithms_accounts_for_every_moment_under_models),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

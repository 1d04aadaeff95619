/*
 * Checks every algorithm for every number of processes from 1 to 130 and every root, by the messages of
 * tests/algorithm/messages.h: in one piece and in segments, and of algorithms with a threshold by enough elements for
 * them to be themselves, which is checked as well. Prints for each algorithm how many schedules and operations that is,
 * how long its builder takes for each operation, and how long the checker does, which builds the parts too. Arguments
 * are names of algorithms: only these.
 */
#include "../tests/algorithm/messages.h"
#include "algorithm/contract.h"
#include "spent.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_PROCESSES = 130 };

struct totals {
	size_t schedules, operations;
	double build, check; /* seconds of CPU time */
};

static void build_all(const struct schedule *schedule, struct rank_program *program, struct totals *totals)
{
	double begin = cpu_seconds();

	for (int i = 0; i < schedule->processes; i++) {
		rank_program_clear(program);
		schedule->build(schedule->self, i, program, NULL);
		totals->operations += program->n;
	}
	totals->build += cpu_seconds() - begin;
}

static void check_call(struct check *check, const struct algorithm_class *algorithm, const struct call *call,
		       struct rank_program *program, struct totals *totals)
{
	struct algorithm_use use = {algorithm, call};
	struct schedule schedule = algorithm_schedule(&use);
	struct contract contract = algorithm_contract(call);
	struct error err = {0};
	double begin;

	build_all(&schedule, program, totals);
	begin = cpu_seconds();
	if (check_run(check, &schedule, &contract, &err) != OK) {
		printf("%s %s: %s\n", collective_words[call->collective], algorithm->name, err.text);
		exit(1);
	}
	totals->check += cpu_seconds() - begin;
	totals->schedules++;
}

static void check_messages(struct check *check, const struct algorithm_class *algorithm, struct call call,
			   struct rank_program parts[2], struct totals *totals)
{
	struct message messages[MESSAGES_MAX];
	size_t n = messages_of(algorithm, call.processes, messages);

	for (size_t i = 0; i < n; i++) {
		call.count = messages[i].count;
		call.segment = messages[i].segment;
		if (messages[i].itself && !is_itself(algorithm, &call, parts)) {
			printf("%s %s, %d processes, root %d: is %s\n", collective_words[call.collective],
			       algorithm->name, call.processes, call.root, threshold_of(algorithm)->otherwise);
			exit(1);
		}
		check_call(check, algorithm, &call, &parts[0], totals);
	}
}

static struct totals check_algorithm(struct check *check, const struct algorithm_class *algorithm,
				     struct rank_program parts[2])
{
	struct totals totals = {0};
	uint64_t counts[MOST_PROCESSES];

	for (int i = 0; i < MOST_PROCESSES; i++)
		counts[i] = (uint64_t)(i * 7 + 3) % 5;
	for (int processes = 1; processes <= MOST_PROCESSES; processes++)
		for (int root = 0; root < (collective_has_root(algorithm->collective) ? processes : 1); root++) {
			struct call call = {.collective = algorithm->collective,
					    .processes = processes,
					    .root = root,
					    .commutes = true};

			if (algorithm->collective == COLLECTIVE_SCATTERV || algorithm->collective == COLLECTIVE_GATHERV)
				call.counts = counts;
			check_messages(check, algorithm, call, parts, &totals);
		}
	return totals;
}

static bool is_named(const char *name, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], name) == 0)
			return true;
	return argc < 2;
}

int main(int argc, char **argv)
{
	struct check *check = check_new();
	struct rank_program parts[2] = {{0}};
	struct totals all = {0};

	if (!check)
		return 1;
	printf("%-15s %-20s %10s %12s %10s %10s %8s\n", "operation", "algorithm", "schedules", "operations", "build ns",
	       "check ns", "s");
	for (const struct algorithm_class *algorithm = algorithm_next(NULL); algorithm;
	     algorithm = algorithm_next(algorithm)) {
		struct totals t;
		double each;

		if (!is_named(algorithm->name, argc, argv))
			continue;
		t = check_algorithm(check, algorithm, parts);
		each = t.operations > 0 ? 1e9 / (double)t.operations : 0;

		printf("%-15s %-20s %10zu %12zu %10.0f %10.0f %8.2f\n", collective_words[algorithm->collective],
		       algorithm->name, t.schedules, t.operations, t.build * each, t.check * each, t.check);
		all.schedules += t.schedules;
		all.operations += t.operations;
		all.build += t.build;
		all.check += t.check;
	}
	printf("%-36s %10zu %12zu %10.0f %10.0f %8.2f\n", "all", all.schedules, all.operations,
	       all.build * 1e9 / (double)all.operations, all.check * 1e9 / (double)all.operations, all.check);
	rank_program_release(&parts[0]);
	rank_program_release(&parts[1]);
	check_free(check);
	return 0;
}

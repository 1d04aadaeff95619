#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "schedule/goal.h"
#include "simulate/simulate.h"

static const char *folder(void)
{
	static char path[1000];
	const char *source = getenv("SONDE_SOURCE");

	snprintf(path, sizeof(path), "%s/tests/schedule/goal-cases", source ? source : ".");
	return path;
}

/* Holds each process's finish against the list; whole nanoseconds are exact. Returns how many are wrong. */
static int compare(const char *file, const struct simulation *found, const char *list)
{
	int wrong = 0;

	for (int p = 0; p < found->processes; p++) {
		char *end;
		long long wanted = strtoll(list, &end, 10), got = llround(found->finish[p] * 1e9);

		if (end == list || got != wanted) {
			print_error("%s, process %d: %lld ns instead of %lld\n", file, p, got, wanted);
			wrong++;
		}
		list = *end == ',' ? end + 1 : end;
	}
	return wrong;
}

static int run_case(const char *line)
{
	char file[100], class[20], list[4000], path[1200];
	struct loggops loggops = {0};
	unsigned long long S;
	struct goal goal = {0};
	struct simulation found = {0};
	struct error err = {0};
	int wrong = 1;

	assert_int_equal(sscanf(line, "%99s %19s %lf %lf %lf %lf %lf %llu %3999s", file, class, &loggops.L, &loggops.o,
				&loggops.g, &loggops.G, &loggops.O, &S, list),
			 9);
	loggops.S = S;
	snprintf(path, sizeof(path), "%s/%s", folder(), file);
	if (goal_read(path, &goal, &err) == OK) {
		struct schedule schedule = goal_schedule(&goal);
		struct costs costs = loggops_costs(&loggops);

		if (simulate(&schedule, &costs, &found, &err) == OK)
			wrong = compare(file, &found, list);
	}
	if (err.status != OK)
		print_error("%s: %s\n", file, err.text);
	simulation_release(&found);
	goal_release(&goal);
	return wrong;
}

static void each_process_of_48_programs_finishes_when_the_reference_semantics_say(void **state)
{
	char path[1200], line[6000];
	int cases = 0, wrong = 0;
	FILE *in;

	(void)state;
	snprintf(path, sizeof(path), "%s/expected.tsv", folder());
	in = fopen(path, "r");
	assert_non_null(in);
	while (fgets(line, sizeof(line), in)) {
		if (*line == '#')
			continue;
		cases++;
		wrong += run_case(line);
	}
	fclose(in);
	assert_int_equal(cases, 48);
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_process_of_48_programs_finishes_when_the_reference_semantics_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Operations per second and peak memory of the simulator, on one core, the schedule in memory: for the patterns that other simulators have been timed with. Each runs in a process of its own. */
#include "../tests/simulate/patterns.h"

#include "schedule/goal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The processor's time: what else the machine does must not count. */
static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double peak_megabytes(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)usage.ru_maxrss / 1024;
}

/* All parts in memory. */
static int hold(const struct pattern *pattern, struct goal *goal)
{
	struct part part = {0};
	int fine = 1;

	for (int p = 0; p < pattern->processes && fine; p++) {
		part_clear(&part);
		pattern->build(pattern, p, &part);
		fine = part_status(&part, NULL) == OK && goal_add(goal, &part, NULL, NULL) == OK;
	}
	part_release(&part);
	return fine;
}

static int judge(const struct pattern *pattern, const struct simulation *found, double wanted, double spent, const char *setting, const char *memory, double megabytes)
{
	double last = found->seconds * 1e9;
	int wrong = wanted > 0 && fabs(last - wanted) > 0.5;

	printf("%-18s %8d %8llu  %s  %-8s %7.3f s %6.2f M/s %7.0f MB  %12.0f ns%s\n", pattern->name, pattern->processes, (unsigned long long)found->operations, setting, memory, spent,
		(double)found->operations / spent * 1e-6, megabytes, last, wrong ? "  WRONG" : "");
	return wrong;
}

/* With the schedule in memory, or built as it is needed. */
static int run(const struct pattern *pattern, const struct loggops *loggops, double wanted, const char *setting, int held)
{
	struct goal goal = {0};
	struct costs costs = loggops_costs(loggops);
	struct simulation found = {0};
	struct error err = {0};
	struct schedule schedule = pattern_schedule(pattern);
	double begin, spent;
	int wrong;

	if (held) {
		if (!hold(pattern, &goal))
			return 1;
		schedule = goal_schedule(&goal);
	}
	begin = now();
	if (simulate(&schedule, &costs, &found, &err) != OK) {
		fprintf(stderr, "%s: %s\n", pattern->name, err.text);
		return 1;
	}
	spent = now() - begin;
	wrong = judge(pattern, &found, wanted, spent, setting, held ? "held" : "streamed", peak_megabytes());
	simulation_release(&found);
	goal_release(&goal);
	return wrong;
}

static int run_apart(const struct pattern *pattern, const struct loggops *loggops, double wanted, const char *setting, int held)
{
	int status = 1;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (child == 0) {
		status = run(pattern, loggops, wanted, setting, held);
		fflush(stdout);
		_exit(status);
	}
	return child < 0 || waitpid(child, &status, 0) < 0 || status != 0;
}

/* A file of a hundred thousand lines or more in both forms: how long it takes to load. */
static int load(const struct pattern *pattern)
{
	struct schedule schedule = pattern_schedule(pattern);
	int wrong = 0;

	for (int binary = 0; binary < 2; binary++) {
		char path[] = "/tmp/sonde-bench-XXXXXX";
		int handle = mkstemp(path);
		FILE *out = handle >= 0 ? fdopen(handle, "wb") : NULL;
		struct goal goal = {0};
		struct error err = {0};
		double begin;
		long bytes;

		if (!out || (binary ? goal_write_binary(&schedule, out, &err) : goal_write_text(&schedule, out, &err)) != OK)
			return 1;
		bytes = ftell(out);
		fclose(out);
		begin = now();
		wrong += goal_read(path, &goal, &err) != OK || goal.processes != pattern->processes;
		printf("GOAL, %s: %s, %d processes, %.1f MB, %zu operations and %zu requirements load in %.3f s\n", binary ? "binary" : "text", pattern->name, pattern->processes, (double)bytes * 1e-6,
			goal.first[goal.processes].operation, goal.first[goal.processes].requirement, now() - begin);
		goal_release(&goal);
		remove(path);
	}
	return wrong;
}

/* An argument is the number of the only pattern to run. */
int main(int argc, char **argv)
{
	size_t first = 0, end = sizeof(patterns) / sizeof(patterns[0]);
	int wrong = 0;

	if (argc > 1 && (size_t)atoi(argv[1]) < end) {
		first = (size_t)atoi(argv[1]);
		end = first + 1;
	}
	for (size_t i = first; i < end; i++) {
		wrong += run_apart(&patterns[i], &setting_a, patterns[i].a, "A", 1);
		wrong += run_apart(&patterns[i], &setting_b, patterns[i].b, "B", 1);
		wrong += run_apart(&patterns[i], &setting_a, patterns[i].a, "A", 0);
	}
	if (argc < 2)
		wrong += load(&patterns[0]);
	return wrong > 0;
}

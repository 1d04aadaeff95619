/* Operations per second and peak memory of the simulator, on one core, the schedule in memory: for the patterns that
 * other simulators have been timed with. Each runs in a process of its own. */
#include "../tests/simulate/loggp.h"
#include "../tests/simulate/patterns.h"

#include "held.h"
#include "schedule/goal.h"
#include "spent.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* All parts in memory. */
static int hold(const struct pattern *pattern, struct held *own)
{
	struct rank_program part = {0};
	int fine = 1;

	for (int p = 0; p < pattern->processes && fine; p++) {
		rank_program_clear(&part);
		pattern->build(pattern, p, &part);
		fine = rank_program_status(&part, NULL) == OK && held_add(own, &part);
	}
	rank_program_release(&part);
	return fine;
}

static int judge(const struct pattern *pattern, const struct simulation *found, double wanted, double spent,
		 const char *setting, const char *memory, double megabytes)
{
	double last = found->seconds * 1e9;
	int wrong = wanted > 0 && fabs(last - wanted) > 0.5;

	printf("%-18s %8d %8llu  %s  %-8s %7.3f s %6.2f M/s %7.0f MB  %12.0f ns%s\n", pattern->name, pattern->processes,
	       (unsigned long long)found->operations, setting, memory, spent, (double)found->operations / spent * 1e-6,
	       megabytes, last, wrong ? "  WRONG" : "");
	return wrong;
}

/* With the schedule in memory, or built as it is needed. */
static int run(const struct pattern *pattern, const struct loggops *loggops, double wanted, const char *setting,
	       int held)
{
	struct held own = {0};
	struct costs costs = loggops_costs(loggops);
	struct simulation found = {0};
	struct error err = {0};
	struct schedule schedule = pattern_schedule(pattern);
	double begin, spent;
	int wrong;

	if (held) {
		if (!hold(pattern, &own))
			return 1;
		schedule = held_schedule(&own);
	}
	begin = cpu_seconds();
	if (simulate(&schedule, &costs, &found, &err) != OK) {
		fprintf(stderr, "%s: %s\n", pattern->name, err.text);
		return 1;
	}
	spent = cpu_seconds() - begin;
	wrong = judge(pattern, &found, wanted, spent, setting, held ? "held" : "streamed", peak_megabytes());
	simulation_release(&found);
	held_release(&own);
	return wrong;
}

static int run_apart(const struct pattern *pattern, const struct loggops *loggops, double wanted, const char *setting,
		     int held)
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

/* Writes a pattern's schedule to a new file, whose name goes into path: its bytes, -1 if that fails. */
static long write_goal(const struct pattern *pattern, int binary, char *path)
{
	struct schedule schedule = pattern_schedule(pattern);
	int handle = mkstemp(path);
	FILE *out = handle >= 0 ? fdopen(handle, "wb") : NULL;
	long bytes = -1;

	if (!out)
		return -1;
	if ((binary ? goal_write_binary(&schedule, out, NULL) : goal_write_text(&schedule, out, NULL)) == OK)
		bytes = ftell(out);
	fclose(out);
	return bytes;
}

/* Reads and runs a file, as sonde simulate does. */
static int run_file(const struct pattern *pattern, const char *path, int binary, long bytes)
{
	struct goal goal = {0};
	struct simulation found = {0};
	struct error err = {0};
	struct costs costs = loggops_costs(&setting_a);
	struct schedule schedule;
	double begin = cpu_seconds(), spent, first = peak_megabytes();

	if (goal_open(path, &goal, &err) != OK) {
		fprintf(stderr, "%s: %s\n", pattern->name, err.text);
		return 1;
	}
	schedule = goal_schedule(&goal);
	if (simulate(&schedule, &costs, &found, &err) != OK) {
		fprintf(stderr, "%s: %s\n", pattern->name, err.text);
		return 1;
	}
	spent = cpu_seconds() - begin;
	printf("GOAL, %s: %s, %d processes, %llu operations, %.1f MB: %.3f s with %.1f MB, %.2f M/s in all%s\n",
	       binary ? "binary" : "text", pattern->name, goal.processes, (unsigned long long)found.operations,
	       (double)bytes * 1e-6, spent, peak_megabytes() - first, (double)found.operations / spent * 1e-6,
	       pattern->a > 0 && fabs(found.seconds * 1e9 - pattern->a) > 0.5 ? "  WRONG" : "");
	goal_release(&goal);
	simulation_release(&found);
	return 0;
}

/* A schedule as a file in both forms, each run in a process of its own: time, and memory beyond that of the program. */
static int load(const struct pattern *pattern)
{
	int wrong = 0;

	for (int binary = 0; binary < 2; binary++) {
		char path[] = "/tmp/sonde-bench-XXXXXX";
		long bytes = write_goal(pattern, binary, path);
		int status = 1;
		pid_t child;

		fflush(stdout);
		child = bytes > 0 ? fork() : -1;
		if (child == 0) {
			status = run_file(pattern, path, binary, bytes);
			fflush(stdout);
			_exit(status);
		}
		wrong += child < 0 || waitpid(child, &status, 0) < 0 || status != 0;
		remove(path);
	}
	return wrong;
}

/* A model of this class with plausible parameters, those per size at several sizes. */
static struct model *made_up(const struct model_class *class)
{
	struct model *model = model_new(class, 2, &(struct link){LINK_ANY, LINK_ANY}, 1);
	enum status status = model ? OK : ERR_MEMORY;

	for (size_t p = 0; p < class->n_params && status == OK; p++) {
		const struct param_spec *spec = &class->params[p];
		double sizes[10], values[10], one = strcmp(spec->unit, "s") == 0 ? 1e-6 : 1e-9;

		if (strcmp(spec->unit, "B") == 0 || spec->unit[0] == '\0' || strncmp(spec->name, "escalation", 10) == 0)
			continue;
		for (int k = 0; k < 10; k++) {
			sizes[k] = k > 0 ? ldexp(16, k) : 0;
			values[k] = (double)(p + 1) * (one + 1e-10 * sizes[k]);
		}
		status = spec->shape == PARAM_PER_SIZE ? model_set_curve(model, 0, spec->name, sizes, values, 10, NULL)
						       : model_set(model, 0, spec->name, one, NULL);
	}
	if (status == OK)
		return model;
	model_free(model);
	return NULL;
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* A pattern under the model of a class, several times: the median. */
static int run_model(const struct pattern *pattern, const struct model_class *class)
{
	enum { RUNS = 7 };
	struct model *model = made_up(class);
	struct schedule schedule = pattern_schedule(pattern);
	double spent[RUNS];
	int wrong = !model;

	for (int r = 0; r < RUNS && !wrong; r++) {
		struct model_use use = model_use_default(model);
		struct costs costs = model_costs(&use, SIZE_MAX);
		struct simulation found = {0};
		double begin = cpu_seconds();

		wrong = simulate(&schedule, &costs, &found, NULL) != OK;
		spent[r] = (cpu_seconds() - begin) / (double)found.operations;
		simulation_release(&found);
	}
	model_free(model);
	if (wrong)
		return 1;
	qsort(spent, RUNS, sizeof(*spent), by_value);
	printf("%-18s %8d  under %-10s  %7.0f ns an operation, %.2f M/s\n", pattern->name, pattern->processes,
	       class->name, spent[RUNS / 2] * 1e9, 1e-6 / spent[RUNS / 2]);
	return 0;
}

/* A pattern under LogGP with fair ports. */
static int run_fair(const struct pattern *pattern, double both_ways)
{
	struct model *model = loggp_of((struct loggp_times){.L = 1e-5, .o_s = 1e-6, .o_r = 1e-6, .g = 0, .G = 1e-9});
	struct model_use use = {.model = model, .fair = true, .both_ways = both_ways};
	struct costs costs = model_costs(&use, UINT64_MAX);
	struct schedule schedule = pattern_schedule(pattern);
	struct simulation found = {0};
	double begin = cpu_seconds();
	int wrong = !model || simulate(&schedule, &costs, &found, NULL) != OK;
	model_free(model);
	if (wrong)
		return 1;
	begin = cpu_seconds() - begin;
	printf("%-18s %8d  %8d B  fair, %s duplex  %7.3f s %6.2f M/s %7.0f MB  %12.0f ns\n", pattern->name,
	       pattern->processes, pattern->bytes, both_ways > 0 ? "half" : "full", begin,
	       (double)found.operations / begin * 1e-6, peak_megabytes(), found.seconds * 1e9);
	simulation_release(&found);
	return 0;
}

/* Small messages that overheads keep apart, and long ones of which all are under way at a time. */
static int run_all_fair(void)
{
	static const struct pattern each[] = {{"all-to-all", 128, 100, 1, build_alltoall, 0, 0},
					      {"all-to-all", 128, 100000, 1, build_alltoall, 0, 0},
					      {"all-to-all", 1024, 100, 1, build_alltoall, 0, 0},
					      {"all-to-all", 1024, 100000, 1, build_alltoall, 0, 0},
					      {"binomial tree", 65536, 100000, 1, build_binomial, 0, 0}};
	int wrong = 0;

	for (size_t i = 0; i < 2 * sizeof(each) / sizeof(each[0]); i++)
		wrong += run_fair(&each[i / 2], (double)(i % 2));
	return wrong;
}

static int load_all(void)
{
	return load(&patterns[0]) + load(&patterns[1]) + load(&patterns[3]) > 0;
}

/* An argument is the number of the only pattern to run, or one of the words models, goal and fair. */
int main(int argc, char **argv)
{
	size_t first = 0, end = sizeof(patterns) / sizeof(patterns[0]);
	int wrong = 0;

	if (argc > 1 && strcmp(argv[1], "fair") == 0)
		return run_all_fair();
	if (argc > 1 && strcmp(argv[1], "goal") == 0)
		return load_all();
	if (argc > 1 && strcmp(argv[1], "models") == 0) {
		end = 0;
	} else if (argc > 1 && (size_t)atoi(argv[1]) < end) {
		first = (size_t)atoi(argv[1]);
		end = first + 1;
	}
	for (size_t i = first; i < end; i++) {
		wrong += run_apart(&patterns[i], &setting_a, patterns[i].a, "A", 1);
		wrong += run_apart(&patterns[i], &setting_b, patterns[i].b, "B", 1);
		wrong += run_apart(&patterns[i], &setting_a, patterns[i].a, "A", 0);
	}
	for (size_t c = 0; model_classes[c] && (argc < 2 || end == 0); c++)
		wrong += run_model(&patterns[6], model_classes[c]);
	if (argc < 2) {
		wrong += load_all();
		wrong += run_all_fair();
	}
	return wrong > 0;
}

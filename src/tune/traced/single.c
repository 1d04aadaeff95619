#include "tune/traced/single.h"

#include "algorithm/decision/decision.h"
#include "schedule/delayed.h"
#include "simulate/simulate.h"

#include <math.h>
#include <stdlib.h>

/* An operation among some processes of a program. */
struct among {
	struct decision_case what;
	const int *members; /* by rank: the process */
	const int *rank;    /* by process: its rank, -1: none */
};

/* The others do nothing. */
static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct among *a = self;
	enum status status = OK;

	if (a->rank[process] >= 0)
		status = decision_build(&a->what, a->rank[process], program, err);
	for (size_t i = 0; status == OK && i < program->n; i++) {
		struct operation *op = &program->operations[i];

		if ((op->kind == OP_SEND || op->kind == OP_RECEIVE) && op->peer >= 0)
			op->peer = a->members[op->peer];
	}
	return status;
}

static struct traced_times times_of(const struct simulation *found, const struct traced_row *row, const double *delays)
{
	int n = row->what.processes;
	double sum = 0, last = 0, end = 0;

	for (int r = 0; r < n; r++) {
		double delay = delays[row->members[r]], finish = fmax(found->finish[row->members[r]], delay);

		sum += finish - delay;
		last = fmax(last, delay);
		end = fmax(end, finish);
	}
	return (struct traced_times){.last = end - last, .mean = sum / n};
}

static enum status run(const struct among *among, const struct traced_row *row, const double *delays,
		       const struct costs *costs, int processes, struct traced_times *times, struct error *err)
{
	const struct schedule schedule = {.processes = processes, .build = build, .self = among};
	const struct schedule_delay delay = {&schedule, delays};
	const struct schedule delayed = schedule_delayed(&delay);
	struct simulation found = {.record = false};
	enum status status = simulate(&delayed, costs, &found, err);

	if (status == OK)
		*times = times_of(&found, row, delays);
	simulation_release(&found);
	return status;
}

enum status traced_single(const struct traced_calls *calls, const struct traced_row *row, int root,
			  const double *arrivals, const struct tune_candidate *candidate, const struct costs *costs,
			  int processes, struct traced_times *times, struct error *err)
{
	struct among among = {.what = row->what, .members = row->members};
	int *rank = malloc((size_t)processes * sizeof(*rank));
	double *delays = calloc((size_t)processes, sizeof(*delays)), first = INFINITY;
	enum status status = rank && delays ? OK : error_memory(err, "the arrivals of processes");

	for (int r = 0; arrivals && r < row->what.processes; r++)
		first = fmin(first, arrivals[r]);
	for (int p = 0; status == OK && p < processes; p++)
		rank[p] = -1;
	for (int r = 0; status == OK && r < row->what.processes; r++) {
		rank[row->members[r]] = r;
		delays[row->members[r]] = arrivals ? arrivals[r] - first : 0;
	}
	among.what.root = root;
	among.rank = rank;
	tune_candidate_take(calls->library, calls->groups[row->group].id, candidate, &among.what);
	if (status == OK)
		status = run(&among, row, delays, costs, processes, times, err);
	free(rank);
	free(delays);
	return status;
}

enum status traced_is_exact(const struct traced_calls *calls, const struct traced_row *row,
			    const struct tune_candidate *candidate, bool *exact, struct error *err)
{
	struct decision_case what = row->what;
	struct decision found;
	enum status status;

	tune_candidate_take(calls->library, calls->groups[row->group].id, candidate, &what);
	status = decision_find(&what, 0, &found, err);
	*exact = status == OK && found.exact &&
		 (candidate->segment == 0 || candidate->segment < calls->groups[row->group].bytes);
	decision_release(&found);
	return status;
}

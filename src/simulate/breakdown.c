#include "simulate/breakdown.h"

#include <stdlib.h>

/* What an interval is counted as. */
static double *share(struct spent *spent, int kind)
{
	switch (kind) {
	case INTERVAL_KEPT:
		return &spent->kept;
	case INTERVAL_SEND:
	case INTERVAL_RECEIVE:
		return &spent->overhead;
	case INTERVAL_LATENCY:
		return &spent->latency;
	case INTERVAL_OUT_GAP:
	case INTERVAL_IN_GAP:
		return &spent->gap;
	case INTERVAL_STREAM:
	case INTERVAL_OUT_BANDWIDTH:
	case INTERVAL_IN_BANDWIDTH:
		return &spent->bandwidth;
	default:
		return &spent->compute;
	}
}

static bool of_cpu(const struct interval *interval)
{
	return interval->kind < INTERVAL_LATENCY;
}

/* A process did nothing from then on until an end that had this cause: back through the network until what a CPU did,
 * which was another process's. */
static void wait_for(const struct simulation *simulation, uint32_t cause, double from, double end, struct spent *spent)
{
	const struct interval *at = simulation->intervals;

	while (cause && !of_cpu(&at[cause]) && end > from) {
		double start = at[cause].start > from ? at[cause].start : from;

		*share(spent, at[cause].kind) += end > start ? end - start : 0;
		end = start < end ? start : end;
		cause = at[cause].cause;
	}
	if (end > from)
		spent->waiting += end - from;
}

/* covered: of each process, until when its time has been counted. */
static void count(const struct simulation *simulation, double *covered, struct spent *spent)
{
	for (size_t i = 1; i < simulation->n_intervals; i++) {
		const struct interval *interval = &simulation->intervals[i];
		int p = interval->process;

		if (!of_cpu(interval) || interval->end <= covered[p])
			continue;
		if (interval->start > covered[p]) {
			wait_for(simulation, interval->cause, covered[p], interval->start, &spent[p]);
			covered[p] = interval->start;
		}
		*share(&spent[p], interval->kind) += interval->end - covered[p];
		covered[p] = interval->end;
	}
}

enum status simulation_spent(const struct simulation *simulation, struct spent *spent, struct error *err)
{
	double *covered = calloc((size_t)simulation->processes + 1, sizeof(*covered));

	if (!covered)
		return error_memory(err, "where the time of a simulation went");
	for (int p = 0; p < simulation->processes; p++)
		spent[p] = (struct spent){0};
	count(simulation, covered, spent);
	for (int p = 0; p < simulation->processes; p++) {
		if (simulation->finish[p] > covered[p])
			wait_for(simulation, simulation->last[p], covered[p], simulation->finish[p], &spent[p]);
	}
	free(covered);
	return OK;
}

static uint32_t last_cause(const struct simulation *simulation)
{
	for (int p = 0; p < simulation->processes; p++) {
		if (simulation->finish[p] >= simulation->seconds)
			return simulation->last[p];
	}
	return 0;
}

enum status simulation_path(const struct simulation *simulation, struct interval **path, size_t *n, struct error *err)
{
	const struct interval *at = simulation->intervals;
	double end = simulation->seconds;
	size_t length = 0;

	for (uint32_t i = last_cause(simulation); i; i = at[i].cause)
		length++;
	*path = malloc((length + 1) * sizeof(**path));
	if (!*path)
		return error_memory(err, "a critical path");
	*n = length;
	for (uint32_t i = last_cause(simulation); i; i = at[i].cause) {
		(*path)[--length] = at[i];
		(*path)[length].end = end;
		end = at[i].start;
	}
	return OK;
}

static int by_start(const void *a, const void *b)
{
	const struct interval *x = *(const struct interval *const *)a, *y = *(const struct interval *const *)b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x > y) - (x < y);
}

const struct interval **simulation_sorted(const struct simulation *simulation, size_t *n)
{
	const struct interval **sorted = malloc((simulation->n_intervals + 1) * sizeof(*sorted));

	*n = 0;
	for (size_t i = 1; sorted && i < simulation->n_intervals; i++)
		sorted[(*n)++] = &simulation->intervals[i];
	if (sorted)
		qsort(sorted, *n, sizeof(*sorted), by_start);
	return sorted;
}

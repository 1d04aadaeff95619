#include "estimate/method/calls.h"

#include "probe/probe.h"

#include <stdlib.h>

static const enum experiment_kind kinds[] = {EXPERIMENT_OVERLAP, EXPERIMENT_RECEIVE_EXPECTED};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static struct experiment call_of(enum experiment_kind kind, int process, int neighbour, size_t bytes)
{
	bool sends = kind == EXPERIMENT_OVERLAP;

	return (struct experiment){.kind = kind,
				   .from = sends ? process : neighbour,
				   .to = sends ? neighbour : process,
				   .bytes = bytes,
				   .count = 1,
				   .setup = {.operation = sends ? OPERATION_ISEND : OPERATION_SEND}};
}

/* Of a process and its neighbour. */
static enum status measure_process(struct prober *prober, int process, int neighbour, const size_t *sizes, size_t n,
				   struct error *err)
{
	struct experiment *list = calloc(KINDS * n + 1, sizeof(*list));
	size_t count = 0;
	enum status status;

	if (!list)
		return error_memory(err, "the experiments of calls");
	for (int k = 0; k < KINDS; k++)
		for (size_t s = 0; s < n; s++)
			list[count++] = call_of(kinds[k], process, neighbour, sizes[s]);
	status = probe_groups(prober, list, 1, count, err);
	free(list);
	return status;
}

enum status calls_measure(struct prober *prober, const size_t *sizes, size_t n, struct error *err)
{
	int processes = (int)prober->platform->processes;
	enum status status = OK;

	for (int i = 0; status == OK && i < processes; i++) {
		int neighbour = i % 2 == 0 ? i + 1 : i - 1;

		status = measure_process(prober, i, neighbour < processes ? neighbour : 0, sizes, n, err);
	}
	return status;
}

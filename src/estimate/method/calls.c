#include "estimate/method/calls.h"

#include <stdlib.h>

enum { KINDS = 2 };

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

/* The experiments of those processes of pairs that are first, or second, in their pair. */
static enum status measure_side(struct prober *prober, int (*pairs)[2], size_t together, int side, const size_t *sizes,
				size_t n, struct error *err)
{
	static const enum experiment_kind kinds[KINDS] = {EXPERIMENT_OVERLAP, EXPERIMENT_RECEIVE_EXPECTED};
	struct experiment *list = calloc(KINDS * n * together + 1, sizeof(*list));
	size_t count = 0;
	enum status status;

	if (!list)
		return error_memory(err, "the experiments of calls");
	for (int k = 0; k < KINDS; k++)
		for (size_t s = 0; s < n; s++)
			for (size_t i = 0; i < together; i++)
				list[count++] = call_of(kinds[k], pairs[i][side], pairs[i][1 - side], sizes[s]);
	status = probe_groups(prober, list, together, count / together, err);
	free(list);
	return status;
}

enum status calls_measure(const struct estimate_options *options, struct prober *prober, const size_t *sizes, size_t n,
			  struct error *err)
{
	size_t processes = prober->platform->processes;
	int(*pairs)[2] = calloc(processes / 2 + 1, sizeof(*pairs)), last[1][2] = {{0, (int)processes - 1}};
	size_t count = pairs ? pairs_of_neighbours(processes, pairs) : 0, together = options->parallel ? count : 1;
	enum status status = pairs ? OK : error_memory(err, "the pairs of processes");

	for (int side = 0; side < 2; side++)
		for (size_t i = 0; status == OK && i < count; i += together)
			status = measure_side(prober, pairs + i, together, side, sizes, n, err);
	if (status == OK && processes % 2 == 1)
		status = measure_side(prober, last, 1, 1, sizes, n, err);
	free(pairs);
	return status;
}

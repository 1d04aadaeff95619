/*
 * Exchanges of two places, the first that improves, from the place on through which most goes, until no exchange
 * improves; then again from orders that differ from the best one by a few exchanges drawn at random, until several of
 * these have not improved it (iterated local search: Lourenço, Martin, Stützle 2003).
 */
#include "predict/tree_mapping_trial.h"

#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So many times in a row the best order is left without success: more often where it costs little, but among so few
 * processes that it has hardly a place to go. */
static int patience(int n)
{
	const int least = 12, among = 280, few = 5;

	return n > few && among / n > least ? among / n : least;
}

/* By what part an exchange must improve to count: less is rounding. */
static const double gain_least = 1e-9;

/* A process or a place, and what it is ranked by. */
struct ranked {
	double value;
	int index;
};

static int by_value(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return x->value > y->value ? 1 : x->value < y->value ? -1 : x->index - y->index;
}

/* What goes through each place, the most first: bytes of messages, and one more for each. */
static enum status rank_places(struct tree_mapping_trial *trial, struct ranked *places, uint64_t *largest,
			       struct error *err)
{
	struct rank_program program = {0};
	struct algorithm_use use = {trial->use.algorithm, &trial->call};
	const struct schedule schedule = algorithm_schedule(&use);
	enum status status = OK;

	for (int place = 0; status == OK && place < trial->n; place++) {
		rank_program_clear(&program);
		status = schedule.build(schedule.self, trial->tried[place], &program, err);
		if (status == OK)
			status = rank_program_status(&program, err);
		places[place] = (struct ranked){0, place};
		for (size_t i = 0; status == OK && i < program.n; i++) {
			const struct operation *operation = &program.operations[i];

			if (operation->kind != OP_SEND && operation->kind != OP_RECEIVE)
				continue;
			places[place].value -= (double)operation->count + 1;
			*largest = operation->count > *largest ? operation->count : *largest;
		}
	}
	rank_program_release(&program);
	if (status == OK && trial->n > 2)
		qsort(places + 1, (size_t)trial->n - 1, sizeof(*places), by_value);
	return status;
}

static double delivered(const struct costs *costs, int from, int to, uint64_t bytes)
{
	struct message_cost cost;

	costs->message(costs->self, from, to, bytes, &cost);
	return cost.flight + (costs->fair ? message_flows(&cost) : cost.transfer) + cost.receive;
}

/* What messages take to and from each process but the root, the least first: times of processors and of links. */
static void rank_processes(const struct tree_mapping_trial *trial, struct ranked *processes, uint64_t bytes)
{
	const struct costs costs = model_costs(&trial->options->use, trial->options->eager_most);
	int n = 0;

	for (int p = 0; p < trial->n; p++) {
		if (p == trial->call.root)
			continue;
		processes[n] = (struct ranked){0, p};
		for (int q = 0; q < trial->n; q++)
			if (q != p)
				processes[n].value += delivered(&costs, p, q, bytes) + delivered(&costs, q, p, bytes);
		n++;
	}
	qsort(processes, (size_t)n, sizeof(*processes), by_value);
}

enum status tree_mapping_ranked(struct tree_mapping_trial *trial, bool slow_first, struct error *err)
{
	size_t n = (size_t)trial->n;
	struct ranked *places = malloc(2 * n * sizeof(*places)), *processes = places ? places + n : NULL;
	uint64_t largest = 0;
	enum status status = places ? OK : error_memory(err, "ranks of processes");

	trial->call.order = trial->tried;
	if (status == OK)
		status = rank_places(trial, places, &largest, err);
	if (status == OK)
		rank_processes(trial, processes, largest);
	for (int i = 1; status == OK && i < trial->n; i++)
		trial->tried[places[i].index] = processes[slow_first ? trial->n - 1 - i : i - 1].index;
	free(places);
	return status;
}

/* Tries all exchanges, and keeps each that improves. *seconds: of trial->tried, before and after. */
static enum status improve_once(struct tree_mapping_trial *trial, const size_t *sequence, double *seconds,
				bool *improved, struct error *err)
{
	enum status status = OK;
	int n = trial->n;

	*improved = false;
	for (int i = 1; i < n; i++)
		for (int k = i + 1; k < n && status == OK && !tree_mapping_trial_ends(trial); k++) {
			int a = (int)sequence[i - 1] + 1, b = (int)sequence[k - 1] + 1;
			double now;

			tree_mapping_exchange(trial->tried, a, b);
			status = tree_mapping_trial_run(trial, *seconds, &now, err);
			if (now < *seconds * (1 - gain_least)) {
				*seconds = now;
				*improved = true;
			} else {
				tree_mapping_exchange(trial->tried, a, b);
			}
		}
	return status;
}

/* From trial->tried down to where no exchange improves it. */
static enum status descend(struct tree_mapping_trial *trial, struct random *random, struct error *err)
{
	size_t n = (size_t)trial->n, *sequence = malloc(n * sizeof(*sequence));
	double seconds;
	bool improved = true;
	enum status status = sequence ? tree_mapping_trial_run(trial, INFINITY, &seconds, err)
				      : error_memory(err, "orders of processes");

	while (status == OK && improved && !tree_mapping_trial_ends(trial)) {
		for (size_t i = 0; i + 1 < n; i++)
			sequence[i] = i;
		random_shuffle(random, sequence, n - 1);
		status = improve_once(trial, sequence, &seconds, &improved, err);
	}
	free(sequence);
	return status;
}

/* The best order with a few exchanges, or one move of a place behind others. */
static void leave_best(struct tree_mapping_trial *trial, struct random *random)
{
	size_t places = (size_t)trial->n - 1, times = 2 + random_below(random, 2);

	memcpy(trial->tried, trial->best, (size_t)trial->n * sizeof(*trial->tried));
	for (size_t i = 0; i < times; i++)
		tree_mapping_exchange(trial->tried, 1 + (int)random_below(random, places),
				      1 + (int)random_below(random, places));
}

static enum status from_ranks(struct tree_mapping_trial *trial, bool slow_first, struct random *random,
			      struct error *err)
{
	TRY(tree_mapping_ranked(trial, slow_first, err));
	return descend(trial, random, err);
}

enum status tree_mapping_search(struct tree_mapping_trial *trial, struct error *err)
{
	struct random random;
	enum status status;

	random_init(&random, 1);
	status = descend(trial, &random, err);
	for (int slow_first = 0; status == OK && slow_first < 2 && !tree_mapping_trial_ends(trial); slow_first++)
		status = from_ranks(trial, slow_first, &random, err);
	for (int left = patience(trial->n); status == OK && left > 0 && !tree_mapping_trial_ends(trial); left--) {
		double before = trial->seconds;

		leave_best(trial, &random);
		status = descend(trial, &random, err);
		left = trial->seconds < before * (1 - gain_least) ? patience(trial->n) : left;
	}
	return status;
}

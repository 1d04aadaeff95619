#include "predict/closed.h"

#include <math.h>
#include <string.h>

/* A call of n processes: the link between the root and another one, in the direction of the messages. */
static struct link link_of(const struct call *call, int other)
{
	bool scatters = call->collective == COLLECTIVE_SCATTER;

	return (struct link){scatters ? call->root : other, scatters ? other : call->root};
}

/* Hockney: T(k) = alpha + beta m of the root and each other process. */
static void sum_and_longest(const struct model *model, const struct call *call, double *sum, double *longest)
{
	*sum = *longest = 0;
	for (int i = 0; i < call->processes; i++) {
		double seconds = i == call->root ? 0 : model_p2p(model, link_of(call, i), call->count);

		*sum += seconds;
		*longest = fmax(*longest, seconds);
	}
}

static size_t linear_hockney(const struct model *model, const struct call *call, struct closed_form *forms)
{
	double sum, longest;

	sum_and_longest(model, call, &sum, &longest);
	forms[0] = (struct closed_form){"sequential", "Lastovetsky, Rychkov, O'Flynn 2009, Table 5.2", true, "the root's link takes the messages one after the other, latencies included", sum};
	forms[1] = (struct closed_form){"parallel", "Lastovetsky, Rychkov, O'Flynn 2009, Table 5.2", false, "a lower bound: all messages at the same time, as if the root had a link to each process", longest};
	return 2;
}

/* L + 2o + (n - 1)(m - 1)G + (n - 2)g of LogGP, G = 0 of LogP; 2o = o_s + o_r. */
static size_t linear_loggp(const struct model *model, const struct call *call, struct closed_form *forms)
{
	struct link any = link_of(call, call->root ? 0 : 1);
	double n = call->processes, m = (double)call->count, slope = model_value(model, model_link(model, any), "G", 0);
	size_t l = model_link(model, any);
	double seconds = model_value(model, l, "L", 0) + model_value(model, l, "o_s", 0) + model_value(model, l, "o_r", 0) + (n - 2) * model_value(model, l, "g", 0);

	if (isfinite(slope) && m > 1)
		seconds += (n - 1) * (m - 1) * slope;
	forms[0] = (struct closed_form){"", "Alexandrov, Ionescu, Schauser, Scheiman 1997", false,
		"long messages follow each other at (m - 1)G, short ones at g: the sum of both, as printed, is an upper bound for large n", seconds};
	return 1;
}

static size_t linear_plogp(const struct model *model, const struct call *call, struct closed_form *forms)
{
	struct link any = link_of(call, call->root ? 0 : 1);
	size_t l = model_link(model, any);
	double seconds = model_value(model, l, "L", 0) + (call->processes - 1) * model_value(model, l, "g", call->count);

	forms[0] = (struct closed_form){"", "Kielmann, Bal, Verstoep 2000", true, "messages follow each other at g(m)", seconds};
	return 1;
}

/* The process at a place of the tree: ranks from the root on. */
static int process_at(const struct call *call, int place)
{
	return call->order ? call->order[place] : (call->root + place) % call->processes;
}

/*
 * T(k) = alpha + beta 2^(k-1) m + max over the two sub-trees T(k - 1): the tree of 2^k places from place on, of which those below processes are there. Of the farther half blocks that are there go over the link.
 */
static double binomial_time(const struct model *model, const struct call *call, int place, int k)
{
	int half = k > 0 ? 1 << (k - 1) : 0, there = call->processes - (place + half);
	struct link link;
	double near, far;

	if (k == 0)
		return 0;
	near = binomial_time(model, call, place, k - 1);
	if (there <= 0)
		return near;
	far = binomial_time(model, call, place + half, k - 1);
	link = call->collective == COLLECTIVE_SCATTER ? (struct link){process_at(call, place), process_at(call, place + half)} : (struct link){process_at(call, place + half), process_at(call, place)};
	return model_p2p(model, link, (size_t)(there < half ? there : half) * call->count) + fmax(near, far);
}

static size_t binomial_hockney(const struct model *model, const struct call *call, struct closed_form *forms)
{
	int k = 0;

	while (1 << k < call->processes)
		k++;
	forms[0] = (struct closed_form){"", "Lastovetsky, Rychkov, O'Flynn 2009, (5.1)", true, "a process goes on with its sub-tree when its message has arrived; (5.1) has lost the m",
		binomial_time(model, call, 0, k)};
	return 1;
}

size_t closed_forms(const struct model *model, const struct algorithm_class *algorithm, const struct call *call, struct closed_form *forms)
{
	const char *class = model->class->name;
	bool tree = strcmp(algorithm->name, "binomial") == 0;

	if ((call->collective != COLLECTIVE_SCATTER && call->collective != COLLECTIVE_GATHER) || (!tree && strcmp(algorithm->name, "linear") != 0) || call->processes < 2)
		return 0;
	if (strcmp(class, "hockney") == 0)
		return tree ? binomial_hockney(model, call, forms) : linear_hockney(model, call, forms);
	if (tree)
		return 0;
	if (strcmp(class, "plogp") == 0)
		return linear_plogp(model, call, forms);
	return strcmp(class, "loggp") == 0 || strcmp(class, "logp") == 0 ? linear_loggp(model, call, forms) : 0;
}

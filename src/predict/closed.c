#include "predict/closed.h"

#include "predict/pipeline.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define THESIS "O'Flynn, thesis, University College Dublin, 2009"

static const char lmo_source[] = THESIS ", (4.1) to (4.3)";

const char *const relation_words[] = {[RELATION_NONE] = "none",
				      [RELATION_EXACT] = "exact",
				      [RELATION_LOWER] = "lower bound",
				      [RELATION_UPPER] = "upper bound"};

/* A call without data sends nothing at all. */
static enum relation unless_empty(const struct call *call, enum relation relation)
{
	return call->count == 0 ? RELATION_UPPER : relation;
}

static bool one_for_all(const struct model *model)
{
	return model->n_links == 1;
}

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
	bool scatters = call->collective == COLLECTIVE_SCATTER;
	double sum, longest;

	sum_and_longest(model, call, &sum, &longest);
	forms[0] = (struct closed_form){
		"sequential",
		THESIS ", Table 5.2",
		unless_empty(call, scatters || one_for_all(model) ? RELATION_EXACT : RELATION_UPPER),
		"the root's link takes the messages one after the other, latencies included; of unlike links those "
		"latencies that pass at the same time count once in the schedule of a gather",
		sum,
		0};
	forms[1] = (struct closed_form){"parallel",
					THESIS ", 5.1",
					unless_empty(call, RELATION_LOWER),
					"all messages at the same time, as if the root had a link to each process; "
					"with parallel ports the schedule takes as long",
					longest,
					0};
	return 2;
}

/* Whether overheads that lie inside a message's time, as PLogP's do, have room there. */
static bool overheads_fit(const struct cost *cost)
{
	return !cost->overheads_overlap || fmax(cost->send, cost->receive_expected) <= cost->transfer;
}

/* Messages follow each other at the gap of the form unless the root's CPU takes longer, and the last one's other end is
 * in its time: of links that are all alike. */
static enum relation at_the_gap(const struct model *model, const struct call *call, double gap)
{
	struct cost cost = model_cost(model, link_of(call, call->root ? 0 : 1), (size_t)call->count);
	double overhead = call->collective == COLLECTIVE_SCATTER ? cost.send : cost.receive_expected; /* the root's */
	bool in_time = overhead <= cost.gap && cost.gap <= gap * (1 + 1e-12) && overheads_fit(&cost);

	return unless_empty(call, in_time ? RELATION_EXACT : RELATION_LOWER);
}

/* Of unlike links: the slowest latency is taken to be that of the last message. Overheads that are longer than a gap
 * are in no formula, nor what a root of several receives waits for that takes them by rank: one that came first has its
 * overhead after the other's. */
static enum relation at_each_gap(const struct model *model, const struct call *call)
{
	if (call->collective == COLLECTIVE_GATHER && call->processes > 2)
		return RELATION_NONE;
	for (int i = 0; i < call->processes; i++) {
		struct cost cost = model_cost(model, link_of(call, i), (size_t)call->count);

		if (i != call->root && fmax(cost.send, fmax(cost.receive, cost.receive_expected)) > cost.gap)
			return RELATION_NONE;
	}
	return RELATION_UPPER;
}

/* What the formulas need of the links between the root and the others. */
struct root_links {
	double gaps, least_gap; /* the sum of g, without data, and the least */
	double data;            /* the sum of (m - 1)G */
	double latency;         /* the longest, with the sender's overhead under LogP and LogGP */
	double receive;         /* LogP, LogGP: the longest overhead of a receiver */
};

static struct root_links root_links(const struct model *model, const struct call *call)
{
	bool lengthens = strcmp(model->class->name, "loggp") == 0, apart = strcmp(model->class->name, "plogp") != 0;
	double m = (double)call->count;
	struct root_links sum = {.least_gap = INFINITY, .latency = -INFINITY};

	for (int i = 0; i < call->processes; i++) {
		size_t l = model_link(model, link_of(call, i));
		double g = model_value(model, l, "g", (size_t)call->count);

		if (i == call->root)
			continue;
		sum.gaps += g;
		sum.least_gap = fmin(sum.least_gap, g);
		sum.data += lengthens && m > 1 ? (m - 1) * model_value(model, l, "G", 0) : 0;
		sum.latency = fmax(sum.latency,
				   model_value(model, l, "L", 0) + (apart ? model_value(model, l, "o_s", 0) : 0));
		sum.receive = fmax(sum.receive, apart ? model_value(model, l, "o_r", 0) : 0);
	}
	return sum;
}

/* L + 2o + (n - 1)(m - 1)G + (n - 2)g of LogGP, G = 0 of LogP; 2o = o_s + o_r. Of unlike links the sums over them,
 * without the least g, and the longest L and o. */
static size_t linear_loggp(const struct model *model, const struct call *call, struct closed_form *forms)
{
	const struct root_links links = root_links(model, call);
	double seconds = links.latency + links.receive + links.data + links.gaps - links.least_gap;
	enum relation relation = one_for_all(model)
					 ? at_the_gap(model, call, links.least_gap + links.data / (call->processes - 1))
					 : at_each_gap(model, call);

	forms[0] = (struct closed_form){"",
					THESIS ", Table 5.2",
					relation,
					"messages follow each other at g + (m - 1)G; longer overheads hold them up; of "
					"unlike links the sums over the root's, and the longest latency and overheads",
					seconds,
					0};
	return 1;
}

/* Whether messages take another time than L + g(m), as measured. */
static bool is_delivered_otherwise(const struct model *model, const struct call *call)
{
	const double alike = 1e-9; /* of what is the same but for rounding */
	size_t l = model_link(model, link_of(call, call->root ? 0 : 1)), m = (size_t)call->count;
	double sum = model_value(model, l, "L", 0) + model_value(model, l, "g", m);

	return model_param(model, l, "T")->curve.n > 0 ||
	       (model_param(model, l, "r")->curve.n > 0 &&
		fabs(model_value(model, l, "r", m) - sum) > alike * fabs(sum));
}

/* L + (n - 1) g(m); of unlike links the sum over them, and the longest L. */
static size_t linear_plogp(const struct model *model, const struct call *call, struct closed_form *forms)
{
	const struct root_links links = root_links(model, call);
	enum relation relation =
		one_for_all(model) ? at_the_gap(model, call, links.least_gap) : at_each_gap(model, call);

	forms[0] = (struct closed_form){
		"",
		THESIS ", Table 5.2",
		is_delivered_otherwise(model, call) ? RELATION_NONE : relation,
		"messages follow each other at g(m); longer overheads hold them up, and the "
		"measured delivery T or r, which the schedule ends with, the formula does not know; "
		"of unlike links the sum over the root's, and the longest latency",
		links.latency + links.gaps,
		0};
	return 1;
}

/* The process at a place of the tree: ranks from the root on. */
static int process_at(const struct call *call, int place)
{
	return call->order ? call->order[place] : (call->root + place) % call->processes;
}

/*
 * T(k) = alpha + beta 2^(k-1) m + max over the two sub-trees T(k - 1): the tree of 2^k places from place on, of which
 * those below processes are there. Of the farther half blocks that are there go over the link.
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
	link = call->collective == COLLECTIVE_SCATTER
		       ? (struct link){process_at(call, place), process_at(call, place + half)}
		       : (struct link){process_at(call, place + half), process_at(call, place)};
	return model_p2p(model, link, (size_t)(there < half ? there : half) * call->count) + fmax(near, far);
}

/* Whether the overheads lie inside the messages' time as the formula has it, at all sizes of the tree. */
static bool all_fit(const struct model *model, const struct call *call, int k)
{
	for (int i = 0; i < k; i++) {
		struct cost cost = model_cost(model, link_of(call, call->root ? 0 : 1), (size_t)call->count << i);

		if (!overheads_fit(&cost))
			return false;
	}
	return true;
}

/*
 * Hockney's messages keep a process busy until they have arrived; then the formula bounds a scatter, whose schedule
 * begins with the smallest sub-tree. Of gathers the messages on the longest way follow each other under any model whose
 * links are alike, as long as gaps do not hold them up.
 */
static enum relation binomial_relation(const struct model *model, const struct call *call, int k)
{
	bool hockney = strcmp(model->class->name, "hockney") == 0;

	if (!one_for_all(model) || strcmp(model->class->name, "lmo") == 0 ||
	    (!hockney && call->collective == COLLECTIVE_SCATTER))
		return RELATION_NONE;
	if (call->collective == COLLECTIVE_SCATTER)
		return unless_empty(call, RELATION_LOWER);
	if (!all_fit(model, call, k))
		return RELATION_NONE;
	return unless_empty(call, call->processes == 1 << k ? RELATION_EXACT : RELATION_UPPER);
}

static size_t binomial(const struct model *model, const struct call *call, struct closed_form *forms)
{
	int k = 0;

	while (1 << k < call->processes)
		k++;
	forms[0] = (struct closed_form){"",
					THESIS ", (5.1)",
					binomial_relation(model, call, k),
					"a process goes on with its sub-tree when its message has arrived, the largest "
					"one first; Open MPI's scatter begins with the smallest; of an incomplete tree "
					"the smaller half of a gather is early; (5.1) has lost the m",
					binomial_time(model, call, 0, k),
					0};
	return 1;
}

/* Whether a message's time at its ends is that of processors alone, as the formulas have it, everywhere. */
static bool stores_and_forwards(const struct model *model)
{
	for (size_t l = 0; l < model->n_links; l++)
		if (model_value(model, l, "inverse_beta", 0) < 0 || model_value(model, l, "port", 0) > 0)
			return false;
	return true;
}

/* An eager call is what the formulas are about; then they are equal to the schedule where all are alike, and else count
 * a slow process' message after all others. */
static enum relation lmo_relation(const struct model *model, const struct call *call)
{
	if ((double)call->count > model_value(model, model_platform(model), "S", 0) || !stores_and_forwards(model))
		return RELATION_NONE;
	return unless_empty(call, model->n_links == 1 ? RELATION_EXACT : RELATION_UPPER);
}

/* (n - 1)(C_r + m t_r), and of the links and the other ends, L_ri + C_i + m (t_i + 1/beta_ri), the sum and the longest.
 */
static double lmo_parts(const struct model *model, const struct call *call, double *sum, double *longest)
{
	size_t r = model_process(model, call->root), m = (size_t)call->count;
	double root = model_value(model, r, "C", 0) + (double)m * model_value(model, r, "t", 0);

	*sum = 0;
	*longest = -INFINITY;
	for (int i = 0; i < call->processes; i++) {
		size_t l = model_link(model, link_of(call, i)), p = model_process(model, i);
		double seconds = model_value(model, l, "L", 0) + model_value(model, p, "C", 0) +
				 (double)m * (model_value(model, p, "t", 0) + model_value(model, l, "inverse_beta", 0));

		if (i == call->root)
			continue;
		*sum += seconds;
		*longest = fmax(*longest, seconds);
	}
	return (call->processes - 1) * root;
}

static size_t medium_gather(const struct model *model, const struct call *call, double linear,
			    struct closed_form *forms)
{
	static const struct {
		const char *parameter, *name;
	} escalations[] = {{"escalation_q10", "with an escalation, first decile"},
			   {"escalation_q50", "with an escalation, median"},
			   {"escalation_q90", "with an escalation, last decile"}};
	size_t l = model_platform(model), n = 1, m = (size_t)call->count;
	double probability = model_value(model, l, "escalation_probability", m);

	forms[0] = (struct closed_form){"lower bound",
					lmo_source,
					lmo_relation(model, call),
					"between M1 and M2 gathers escalate: this is their linear part",
					linear,
					isnan(probability) ? 0 : probability};
	for (size_t k = 0; probability > 0 && k < sizeof(escalations) / sizeof(escalations[0]); k++) {
		double more = model_value(model, l, escalations[k].parameter, m);

		if (!isnan(more))
			forms[n++] = (struct closed_form){escalations[k].name, lmo_source,
							  RELATION_NONE,       "the schedule has no escalations",
							  linear + more,       probability};
	}
	return n;
}

static size_t linear_lmo(const struct model *model, const struct call *call, struct closed_form *forms)
{
	double sum, longest, root = lmo_parts(model, call, &sum, &longest), m = (double)call->count;
	double first = model_value(model, model_platform(model), "M1", 0),
	       second = model_value(model, model_platform(model), "M2", 0);

	if (call->collective == COLLECTIVE_GATHER && m >= second) {
		forms[0] = (struct closed_form){
			"from M2", lmo_source, RELATION_NONE, "messages come one after the other", root + sum, 0};
		return 1;
	}
	if (call->collective == COLLECTIVE_GATHER && m >= first)
		return medium_gather(model, call, root + longest, forms);
	forms[0] = (struct closed_form){"",
					lmo_source,
					lmo_relation(model, call),
					"the slowest of the others is taken to be served last",
					root + longest,
					0};
	return 1;
}

static bool is_logp(const char *class)
{
	return strcmp(class, "loggp") == 0 || strcmp(class, "logp") == 0;
}

static size_t forms_of(const struct model *model, const struct algorithm_class *algorithm, const struct call *call,
		       struct closed_form *forms)
{
	const char *class = model->class->name;
	bool tree = strcmp(algorithm->name, "binomial") == 0;

	if (call->collective == COLLECTIVE_BCAST)
		return pipeline_form(model, algorithm, call, forms);
	if ((call->collective != COLLECTIVE_SCATTER && call->collective != COLLECTIVE_GATHER) ||
	    (!tree && strcmp(algorithm->name, "linear") != 0) || call->processes < 2)
		return 0;
	if (tree)
		return strcmp(class, "hockney") == 0 || strcmp(class, "lmo") == 0 || strcmp(class, "plogp") == 0 ||
				       is_logp(class)
			       ? binomial(model, call, forms)
			       : 0;
	if (strcmp(class, "hockney") == 0)
		return linear_hockney(model, call, forms);
	if (strcmp(class, "lmo") == 0)
		return linear_lmo(model, call, forms);
	if (strcmp(class, "plogp") == 0)
		return linear_plogp(model, call, forms);
	return is_logp(class) ? linear_loggp(model, call, forms) : 0;
}

/* Whether messages of the call meet others that go the other way. In a linear scatter or gather each process goes one
 * way only. In a pipeline of three processes and more one passes a segment on while the next comes, and in a tree a
 * process has both within a gap of each other. */
static bool meets(const struct algorithm_class *algorithm, const struct call *call)
{
	return call->count > 0 && call->processes > 2 && strcmp(algorithm->name, "linear") != 0;
}

size_t closed_forms(const struct model_use *use, const struct algorithm_class *algorithm, const struct call *call,
		    struct closed_form *forms)
{
	size_t n = forms_of(use->model, algorithm, call, forms);

	if (use->both_ways > 0 && meets(algorithm, call))
		for (size_t i = 0; i < n; i++)
			forms[i].relation = forms[i].relation == RELATION_EXACT   ? RELATION_LOWER
					    : forms[i].relation == RELATION_UPPER ? RELATION_NONE
										  : forms[i].relation;
	return n;
}

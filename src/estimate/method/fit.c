#include "estimate/method/fit.h"

#include <stdlib.h>

static int by_processes(const void *a, const void *b)
{
	const struct link *x = a, *y = b;

	return x->from != y->from ? (x->from > y->from) - (x->from < y->from) : (x->to > y->to) - (x->to < y->to);
}

/* The directions that are measured, many of them ascending; allocated. NULL if memory does not suffice. */
static struct link *links_of(const struct estimate_options *o, size_t *n)
{
	size_t pairs = o->rounds ? pair_rounds_count(o->rounds) : 1;
	struct link *links = calloc(2 * pairs + 1, sizeof(*links));

	*n = 0;
	for (size_t i = 0; links && i < pairs; i++) {
		struct link link = o->rounds ? (struct link){o->rounds->pairs[i][0], o->rounds->pairs[i][1]} : o->pair;

		links[(*n)++] = link;
		if (o->both_directions)
			links[(*n)++] = (struct link){link.to, link.from};
	}
	if (links && o->rounds)
		qsort(links, *n, sizeof(*links), by_processes);
	return links;
}

struct model *fit_empty(const struct estimate_options *o, size_t processes, const struct link *links, size_t n,
			struct error *err)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	bool apart = o->rounds || o->both_directions;
	struct model *model = model_new(o->class, processes, apart ? links : &any, apart ? n : 1);

	if (!model)
		error_memory(err, "a model");
	return model;
}

/* The model of all processes and pairs. */
static struct model *whole_model(const struct model_class *class, size_t processes, struct error *err)
{
	struct link *links = NULL;
	size_t n = 0;
	struct model *model =
		class->links(processes, &links, &n, err) == OK ? model_new(class, processes, links, n) : NULL;

	free(links);
	if (!model)
		error_memory(err, "a model");
	return model;
}

enum status fit_decide(const struct estimate_options *o, const struct campaign *launch, struct model *model,
		       struct error *err)
{
	struct handshakes found;

	if (!o->class->handshakes)
		return OK;
	if (o->handshakes_known)
		return handshakes_set(&o->handshakes, model, err);
	handshakes_decide(launch, o->pair, &found);
	return handshakes_set(&found, model, err);
}

struct model *method_fit(const struct estimate_options *o, size_t processes, const struct campaign *const *launches,
			 size_t n_launches, struct error *err)
{
	const struct fit_options fit = {.statistic = o->probe.stopping.statistic,
					.confidence = o->confidence,
					.draws = o->draws,
					.seed = o->probe.seed};
	size_t n = 0;
	struct link *links = links_of(o, &n);
	struct model *model =
		links ? o->class->links ? whole_model(o->class, processes, err) : fit_empty(o, processes, links, n, err)
		      : NULL;
	enum status status = model ? OK : error_memory(err, "the links of a model");

	if (status == OK)
		status = fit_decide(o, launches[0], model, err);
	if (status == OK)
		status = model_fit_pooled(model, launches, n_launches, o->method, links, &fit, err);
	if (status == OK && o->switch_size > 0)
		status = model_set(model, model_platform(model), "S", (double)o->switch_size, err);
	free(links);
	if (status == OK)
		return model;
	model_free(model);
	return NULL;
}

enum status method_fits(const struct estimate_options *o, size_t processes, const struct campaign *campaign, bool *fits,
			struct error *err)
{
	struct estimate_options quick = *o;
	struct error why = {0};
	struct model *model;

	quick.draws = 0;
	model = method_fit(&quick, processes, &campaign, 1, &why);
	*fits = model != NULL;
	model_free(model);
	return *fits || why.status == ERR_INPUT ? OK : error_set(err, why.status, "%s", why.text);
}

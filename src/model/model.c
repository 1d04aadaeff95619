/* Keeps a model's links, parameters and facts, and looks values up at a size. */
#include "model/model.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define LINK_TEXT 64

/* A link and where it is. */
struct link_place {
	struct link link;
	size_t index;
};

static void parameter_release(struct parameter *parameter)
{
	curve_release(&parameter->curve);
	free(parameter->low);
	free(parameter->high);
	*parameter = (struct parameter){0};
}

static void hosts_free(char **hosts, size_t n)
{
	if (!hosts)
		return;
	for (size_t i = 0; i < n; i++)
		free(hosts[i]);
	free(hosts);
}

static int compare(struct link a, struct link b)
{
	if (a.from != b.from)
		return a.from < b.from ? -1 : 1;
	return (a.to > b.to) - (a.to < b.to);
}

/* Of equal links the first comes first. */
static int by_link(const void *a, const void *b)
{
	const struct link_place *x = a, *y = b;
	int order = compare(x->link, y->link);

	return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

/* Fills in the order of a new model's links; frees it and returns NULL if memory does not suffice. */
static struct model *links_sort(struct model *model)
{
	struct link_place *places = calloc(model->n_links, sizeof(*places));
	if (!places) {
		model_free(model);
		return NULL;
	}
	for (size_t l = 0; l < model->n_links; l++)
		places[l] = (struct link_place){model->links[l], l};
	qsort(places, model->n_links, sizeof(*places), by_link);
	for (size_t l = 0; l < model->n_links; l++)
		model->order[l] = places[l].index;
	free(places);
	return model;
}

struct model *model_new(const struct model_class *class, size_t processes, const struct link *links, size_t n_links)
{
	assert(n_links >= 1);
	if (n_links > SIZE_MAX / sizeof(*links) || n_links > SIZE_MAX / (class->n_params + 1))
		return NULL;
	struct model *model = calloc(1, sizeof(*model));
	if (!model)
		return NULL;
	model->class = class;
	model->processes = processes;
	model->links = malloc(n_links * sizeof(*links));
	model->order = malloc(n_links * sizeof(*model->order));
	model->parameters = calloc(n_links * class->n_params + 1, sizeof(*model->parameters));
	if (!model->links || !model->order || !model->parameters) {
		model_free(model);
		return NULL;
	}
	memcpy(model->links, links, n_links * sizeof(*links));
	model->n_links = n_links;
	return links_sort(model);
}

void model_free(struct model *model)
{
	if (!model)
		return;
	for (size_t i = 0; i < model->n_links * model->class->n_params; i++)
		parameter_release(&model->parameters[i]);
	facts_release(&model->facts);
	for (size_t i = 0; i < model->n_states; i++)
		model_free(model->states[i].model);
	free(model->states);
	hosts_free(model->hosts, model->processes);
	free(model->classes);
	free(model->members);
	free(model->links);
	free(model->order);
	free(model->parameters);
	free(model);
}

enum status model_set_hosts(struct model *model, const char *const *hosts, struct error *err)
{
	char **copy = NULL;
	if (hosts) {
		copy = calloc(model->processes + 1, sizeof(*copy));
		if (!copy)
			return error_memory(err, "the names of the hosts");
		for (size_t i = 0; i < model->processes; i++) {
			copy[i] = memory_text(hosts[i]);
			if (!copy[i]) {
				hosts_free(copy, i);
				return error_memory(err, "the names of the hosts");
			}
		}
	}
	hosts_free(model->hosts, model->processes);
	model->hosts = copy;
	return OK;
}

/* The first two members of each class. ERR_INPUT if a class between has none. */
static enum status members_find(const struct model *model, const size_t *classes, int (*members)[2], size_t n_classes,
				struct error *err)
{
	for (size_t c = 0; c < n_classes; c++)
		members[c][0] = members[c][1] = LINK_ANY;
	for (size_t i = model->processes; i > 0; i--) {
		int *pair = members[classes[i - 1]];
		pair[1] = pair[0];
		pair[0] = (int)(i - 1);
	}
	for (size_t c = 0; c < n_classes; c++)
		if (members[c][0] == LINK_ANY)
			return error_set(err, ERR_INPUT, "class %zu of %zu has no process", c, n_classes);
	return OK;
}

enum status model_set_classes(struct model *model, const size_t *classes, struct error *err)
{
	size_t n = 0;
	for (size_t i = 0; classes && i < model->processes; i++) {
		if (classes[i] >= model->processes)
			return error_set(err, ERR_INPUT,
					 "process %zu is of class %zu: there cannot be more classes than processes", i,
					 classes[i]);
		n = classes[i] + 1 > n ? classes[i] + 1 : n;
	}
	size_t *copy = !classes ? NULL : malloc((model->processes + 1) * sizeof(*copy));
	int(*members)[2] = !classes ? NULL : malloc((n + 1) * sizeof(*members));
	enum status status = classes && (!copy || !members) ? error_memory(err, "the classes of processes") : OK;
	if (status == OK && classes) {
		memcpy(copy, classes, model->processes * sizeof(*copy));
		status = members_find(model, copy, members, n, err);
	}
	if (status != OK) {
		free(copy);
		free(members);
		return status;
	}
	free(model->classes);
	free(model->members);
	model->classes = copy;
	model->members = members;
	model->n_classes = n;
	return OK;
}

size_t model_param_index(const struct model_class *class, const char *name)
{
	size_t p = 0;
	while (p < class->n_params && (class->params[p].name[0] != name[0] || strcmp(class->params[p].name, name) != 0))
		p++;
	return p;
}

static struct parameter *parameter_of(const struct model *model, size_t l, const char *name)
{
	size_t p = model_param_index(model->class, name);
	assert(p < model->class->n_params);
	assert(l < model->n_links);
	return &model->parameters[l * model->class->n_params + p];
}

const char *model_link_name(const struct model_class *class, struct link link, char *text)
{
	int low = link.from < link.to ? link.from : link.to, high = link.from < link.to ? link.to : link.from;
	if (link.from == LINK_ANY)
		snprintf(text, LINK_NAME, "any");
	else if (link.from == link.to)
		snprintf(text, LINK_NAME, "%d", link.from);
	else if (class->symmetric)
		snprintf(text, LINK_NAME, "%d-%d", low, high);
	else
		snprintf(text, LINK_NAME, "%d>%d", link.from, link.to);
	return text;
}

/* How messages name a link: nothing for the parameters that hold for every pair. */
static const char *link_text(const struct model_class *class, struct link link, char *text)
{
	char name[LINK_NAME];
	text[0] = '\0';
	if (link.from != LINK_ANY)
		snprintf(text, LINK_TEXT, " of %s%s", link.from == link.to ? "process " : "",
			 model_link_name(class, link, name));
	return text;
}

static enum status parameter_set(struct model *model, size_t l, const char *name, const double *x, const double *y,
				 size_t n, struct error *err)
{
	struct parameter *parameter = parameter_of(model, l, name);
	struct curve curve = {0};
	struct error why = {0};
	enum status status = curve_init(&curve, x, y, n, &why);
	if (status != OK) {
		char text[LINK_TEXT];
		return error_set(err, status, "parameter %s%s: %s", name,
				 link_text(model->class, model->links[l], text), why.text);
	}
	parameter_release(parameter);
	parameter->curve = curve;
	return OK;
}

enum status model_set(struct model *model, size_t l, const char *name, double value, struct error *err)
{
	if (!isfinite(value)) {
		char text[LINK_TEXT];
		return error_set(err, ERR_INPUT, "parameter %s%s is not a finite number: %g", name,
				 link_text(model->class, model->links[l], text), value);
	}
	return parameter_set(model, l, name, &(double){0}, &value, 1, err);
}

enum status model_set_curve(struct model *model, size_t l, const char *name, const double *bytes, const double *values,
			    size_t n, struct error *err)
{
	assert(model->class->params[model_param_index(model->class, name)].shape == PARAM_PER_SIZE);
	return parameter_set(model, l, name, bytes, values, n, err);
}

void model_unset(struct model *model, size_t l, const char *name)
{
	parameter_release(parameter_of(model, l, name));
}

enum status model_fact_text(struct model *model, const char *name, const char *text, struct error *err)
{
	return facts_set_text(&model->facts, name, text, err);
}

enum status model_fact_number(struct model *model, const char *name, double number, struct error *err)
{
	return facts_set_number(&model->facts, name, number, err);
}

const struct fact *model_fact(const struct model *model, const char *name)
{
	return facts_find(&model->facts, name);
}

bool model_says(const struct model *model, const char *name, const char *text)
{
	const struct fact *fact = model_fact(model, name);

	return fact && fact->text && text && strcmp(fact->text, text) == 0;
}

uint64_t model_in_turn_most(const struct model *model)
{
	const struct fact *fact = model_fact(model, MODEL_IN_TURN);
	double bytes = fact && !fact->text ? fact->number : 0;

	return bytes > 0 && bytes < 0x1p60 ? (uint64_t)bytes : 0; /* false for NAN */
}

size_t model_link_index(const struct model *model, struct link link)
{
	size_t low = 0, high = model->n_links;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (compare(model->links[model->order[middle]], link) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < model->n_links && compare(model->links[model->order[low]], link) == 0 ? model->order[low]
											   : model->n_links;
}

/* No link is before it in order. */
size_t model_platform(const struct model *model)
{
	const struct link any = {LINK_ANY, LINK_ANY};

	return model->n_links > 0 && compare(model->links[model->order[0]], any) == 0 ? model->order[0]
										      : model->n_links;
}

/* The link between the first members of the classes of its ends; itself where there are no classes. */
static struct link link_of_classes(const struct model *model, struct link link)
{
	int last = (int)model->processes - 1;
	if (!model->classes || link.from < 0 || link.to < 0 || link.from > last || link.to > last)
		return link;
	const int *from = model->members[model->classes[link.from]], *to = model->members[model->classes[link.to]];
	return (struct link){from[0], from == to && link.from != link.to ? to[1] : to[0]};
}

size_t model_process(const struct model *model, int process)
{
	size_t l = model_link_index(model, (struct link){process, process});
	if (l == model->n_links)
		l = model_link_index(model, link_of_classes(model, (struct link){process, process}));
	return l < model->n_links ? l : model_platform(model);
}

size_t model_link(const struct model *model, struct link link)
{
	if (model->n_links == 1)
		return 0;
	struct link back = {link.to, link.from}, any = {LINK_ANY, LINK_ANY}, alike = link_of_classes(model, link),
		    alike_back = {alike.to, alike.from};
	bool both_ways = model->class->symmetric;
	const struct link wanted[] = {link,  both_ways ? back : alike,
				      alike, both_ways || model->classes != NULL ? alike_back : any,
				      any,   back};
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		size_t l = model_link_index(model, wanted[i]);
		if (l < model->n_links)
			return l;
	}
	return 0;
}

const struct parameter *model_param(const struct model *model, size_t l, const char *name)
{
	return parameter_of(model, l, name);
}

double model_at(const struct model *model, size_t l, size_t p, size_t bytes)
{
	if (l == model->n_links)
		return NAN;
	const struct parameter *parameter = &model->parameters[l * model->class->n_params + p];
	const struct curve *curve = &parameter->curve;
	if (curve->n == 0)
		return NAN;
	return model->class->params[p].holds_ends ? curve_at(curve, fmin((double)bytes, curve->x[curve->n - 1]))
						  : curve_at(curve, (double)bytes);
}

double model_value(const struct model *model, size_t l, const char *name, size_t bytes)
{
	size_t p = model_param_index(model->class, name);
	assert(p < model->class->n_params);
	return model_at(model, l, p, bytes);
}

bool model_may_hold(const struct model_class *class, size_t p, struct link link)
{
	if (link.from == LINK_ANY)
		return true;
	return class->params[p].scope == (link.from == link.to ? SCOPE_PROCESS : SCOPE_LINK);
}

bool model_holds_for_any(const struct model *model)
{
	size_t l = model_platform(model);
	for (size_t p = 0; p < model->class->n_params; p++)
		if (l == model->n_links || (!model->class->params[p].optional && isnan(model_at(model, l, p, 0))))
			return false;
	return true;
}

/* Whether parameters of the class belong to anything but links. */
static bool has_scopes(const struct model_class *class)
{
	for (size_t p = 0; p < class->n_params; p++)
		if (class->params[p].scope != SCOPE_LINK)
			return true;
	return false;
}

bool model_must_hold(const struct model *model, size_t p, size_t l)
{
	if (model->class->params[p].optional || !model_may_hold(model->class, p, model->links[l]))
		return false;
	return model->links[l].from != LINK_ANY || model->n_links == 1 || !has_scopes(model->class);
}

/* What no platform can have: a size that is no number of bytes, times of which sums would not be finite. Plain numbers
 * have limits of their own. */
static enum status check_values(const struct model *model, size_t l, size_t p, struct error *err)
{
	const struct param_spec *spec = &model->class->params[p];
	const struct curve *curve = &model->parameters[l * model->class->n_params + p].curve;
	bool size = spec->shape == PARAM_SCALAR && strcmp(spec->unit, "B") == 0;
	char text[LINK_TEXT];

	for (size_t k = 0; k < curve->n; k++) {
		double value = curve->y[k];

		if (fabs(value) > MODEL_VALUE_MOST && spec->unit[0] != '\0')
			return error_set(err, ERR_INPUT, "parameter %s%s of the %s model is %g: up to %g is allowed",
					 spec->name, link_text(model->class, model->links[l], text), model->class->name,
					 value, MODEL_VALUE_MOST);
		if (size && (value < 0 || value != floor(value)))
			return error_set(
				err, ERR_INPUT,
				"parameter %s of the %s model is %.17g: a whole number of bytes is expected, 0 or more",
				spec->name, model->class->name, value);
	}
	return OK;
}

enum status model_check(const struct model *model, struct error *err)
{
	const struct model_class *class = model->class;
	for (size_t l = 0; l < model->n_links; l++)
		for (size_t p = 0; p < class->n_params; p++) {
			const struct param_spec *spec = &class->params[p];
			char text[LINK_TEXT];
			if (model_must_hold(model, p, l) && model->parameters[l * class->n_params + p].curve.n == 0)
				return error_set(err, ERR_INPUT, "the %s model lacks parameter %s%s (%s)", class->name,
						 spec->name, link_text(class, model->links[l], text), spec->about);
			if (check_values(model, l, p, err) != OK)
				return ERR_INPUT;
		}
	return !class->check ? OK : class->check(model, err);
}

struct cost model_cost(const struct model *model, struct link link, size_t bytes)
{
	struct cost cost;

	model->class->cost(model, link, bytes, &cost);
	return cost;
}

struct cost model_cost_nonblocking(const struct model *model, struct link link, size_t bytes)
{
	struct cost cost;

	if (!model->class->cost_nonblocking)
		return model_cost(model, link, bytes);
	model->class->cost_nonblocking(model, link, bytes, &cost);
	return cost;
}

struct cost model_cost_blocking(const struct model *model, struct link link, size_t bytes)
{
	struct cost cost;

	if (!model->class->cost_blocking)
		return model_cost_nonblocking(model, link, bytes);
	model->class->cost_blocking(model, link, bytes, &cost);
	return cost;
}

double model_p2p(const struct model *model, struct link link, size_t bytes)
{
	struct cost cost = model_cost(model, link, bytes);
	return cost_delivery(&cost);
}

double model_roundtrip(const struct model *model, struct link link, size_t bytes, size_t reply_bytes)
{
	struct link back = {link.to, link.from};
	return model_p2p(model, link, bytes) + model_p2p(model, back, reply_bytes);
}

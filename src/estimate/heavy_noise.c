#include "estimate/heavy_noise.h"

#include "base/units.h"
#include "estimate/parameter_text.h"
#include "stats/statistic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 1 << 20, TEXT_ROOM = 600, VALUE_ROOM = 48 };

static const double of_value = 0.25, of_message = 0.05;

/* A value of a parameter, and by how much more than allowed it may be off: above 1 it is unknown. */
struct doubt {
	size_t link, param, knot;
	double times;
};

/* The longest messages of a process, in seconds: of no bytes, and what a byte adds up to the switch to rendezvous. */
struct longest {
	double empty, byte;
};

/* What parameters are held against. */
struct yardstick {
	const struct model *model;
	size_t eager;            /* bytes of the largest that goes at once, as far as LARGE */
	struct longest *longest; /* of each process, and of all where the model is of any two */
};

static bool is_per_byte(const struct param_spec *spec)
{
	return strcmp(spec->unit, "s/B") == 0;
}

static bool is_time(const struct param_spec *spec)
{
	return !spec->decided && (strcmp(spec->unit, "s") == 0 || is_per_byte(spec));
}

static bool is_of_process(struct link link)
{
	return link.from == link.to && link.from != LINK_ANY;
}

static void longest_add(struct longest *longest, double empty, double byte)
{
	longest->empty = fmax(longest->empty, empty);
	longest->byte = fmax(longest->byte, byte);
}

/* False without memory. The caller frees longest. */
static bool yardstick_find(struct yardstick *m, const struct model *model)
{
	bool switches = model_param_index(model->class, "S") < model->class->n_params;
	double most = switches ? model_value(model, model_platform(model), "S", 0) : NAN;

	*m = (struct yardstick){.model = model, .longest = calloc(model->processes + 1, sizeof(*m->longest))};
	m->eager = most > 0 && most < LARGE ? (size_t)most : LARGE;
	for (size_t l = 0; m->longest && l < model->n_links; l++) {
		const struct link link = model->links[l];
		double empty, byte;

		if (is_of_process(link))
			continue;
		empty = model_p2p(model, link, 0);
		byte = (model_p2p(model, link, m->eager) - empty) / (double)m->eager;
		longest_add(&m->longest[link.from == LINK_ANY ? model->processes : (size_t)link.from], empty, byte);
		longest_add(&m->longest[link.to == LINK_ANY ? model->processes : (size_t)link.to], empty, byte);
	}
	return m->longest;
}

/* Of which size the message is that the parameter is a part of. */
static double bytes_of(const struct yardstick *m, const struct param_spec *spec, double knot)
{
	if (spec->shape == PARAM_PER_SIZE)
		return knot;
	if (spec->above_switch)
		return is_per_byte(spec) ? LARGE : (double)m->eager + 1;
	return is_per_byte(spec) ? (double)m->eager : 0;
}

/* Its time, in seconds. */
static double message_of(const struct yardstick *m, size_t l, double bytes)
{
	const struct link link = m->model->links[l];
	const struct longest *all = &m->longest[m->model->processes], *own;

	if (!is_of_process(link))
		return model_p2p(m->model, link, (size_t)bytes);
	own = &m->longest[link.from];
	return fmax(all->empty, own->empty) + fmax(all->byte, own->byte) * bytes;
}

/* A value of exactly 0 is none: what noise might make of it is not told. A message whose time is not above 0, or not
 * known, tells nothing of what counts: the value alone does. */
static double doubt_of(const struct yardstick *m, const struct doubt *where)
{
	const struct param_spec *spec = &m->model->class->params[where->param];
	const struct parameter *parameter =
		&m->model->parameters[where->link * m->model->class->n_params + where->param];
	double off = (parameter->high[where->knot] - parameter->low[where->knot]) / 2,
	       value = fabs(parameter->curve.y[where->knot]), by_value = off / (of_value * value), bytes, message;

	if (value == 0 || !(by_value > 1))
		return 0;
	bytes = bytes_of(m, spec, parameter->curve.x[where->knot]);
	message = message_of(m, where->link, bytes);
	if (!(message > 0))
		return by_value;
	return fmin(by_value, (is_per_byte(spec) ? off * bytes : off) / (of_message * message));
}

/* Whether the parameter is unknown at the link; *most becomes its least known value if that is more so. What is exactly
 * known, as what no bytes add, does not count. */
static bool is_unknown(const struct yardstick *m, size_t l, size_t p, struct doubt *most)
{
	const struct parameter *parameter = &m->model->parameters[l * m->model->class->n_params + p];
	struct doubt worst = {.times = 0};
	size_t unknown = 0, all = 0;

	for (size_t k = 0; parameter->low && k < parameter->curve.n; k++) {
		struct doubt here = {l, p, k, 0};

		here.times = doubt_of(m, &here);
		all += parameter->high[k] > parameter->low[k];
		unknown += here.times > 1;
		worst = here.times > worst.times ? here : worst;
	}
	if (2 * unknown <= all)
		return false;
	if (worst.times > most->times)
		*most = worst;
	return true;
}

/* Adds "C (3 of 4 processes)", or "L" where there is one alone. */
static void add_parameter(const struct yardstick *m, size_t p, char *text, struct doubt *most)
{
	const struct model_class *class = m->model->class;
	size_t unknown = 0, all = 0, used = strlen(text);

	for (size_t l = 0; l < m->model->n_links; l++) {
		all += m->model->parameters[l * class->n_params + p].curve.n > 0;
		unknown += is_unknown(m, l, p, most);
	}
	if (unknown == 0 || used >= TEXT_ROOM)
		return;
	used += (size_t)snprintf(text + used, TEXT_ROOM - used, "%s%s", used ? ", " : "", class->params[p].name);
	if (all > 1 && used < TEXT_ROOM)
		snprintf(text + used, TEXT_ROOM - used, " (%zu of %zu %s)", unknown, all,
			 parameter_holders[class->params[p].scope]);
}

/* "L of 1-3 is 7.736 us, and may be from -60.104 us to 80.201 us" */
static void most_text(const struct model *model, const struct doubt *most, char *text, size_t room)
{
	const struct param_spec *spec = &model->class->params[most->param];
	const struct parameter *parameter = &model->parameters[most->link * model->class->n_params + most->param];
	const struct link link = model->links[most->link];
	const double values[3] = {parameter->curve.y[most->knot], parameter->low[most->knot],
				  parameter->high[most->knot]};
	char name[LINK_NAME], of[LINK_NAME + 16] = "", size[32], at[48] = "", texts[3][VALUE_ROOM];

	for (int i = 0; i < 3; i++)
		parameter_value_text(spec, values[i], texts[i], VALUE_ROOM);
	if (spec->shape == PARAM_PER_SIZE)
		snprintf(at, sizeof(at), "(%s)",
			 size_format((size_t)parameter->curve.x[most->knot], size, sizeof(size)));
	if (link.from != LINK_ANY)
		snprintf(of, sizeof(of), " of %s%s", is_of_process(link) ? "process " : "",
			 model_link_name(model->class, link, name));
	snprintf(text, room, "%s%s%s is %s, and may be from %s to %s", spec->name, at, of, texts[0], texts[1],
		 texts[2]);
}

void heavy_noise_tell(const struct model *model, const struct progress *progress)
{
	struct doubt most = {.times = 0};
	char names[TEXT_ROOM] = "", text[300];
	struct yardstick m;

	if (!yardstick_find(&m, model))
		return;
	for (size_t p = 0; p < model->class->n_params; p++)
		if (is_time(&model->class->params[p]))
			add_parameter(&m, p, names, &most);
	free(m.longest);
	if (most.times <= 1)
		return;
	most_text(model, &most, text, sizeof(text));
	progress_warn(
		progress,
		"%s: the noise is heavy: by their intervals these may be off by more than a quarter: %s. The least "
		"known: %s. A quieter machine%s or more repetitions, with the time for them, narrow them",
		model->class->name, names, text,
		model_says(model, "statistic", statistic_name(STATISTIC_MIN)) ? "" : ", the minimum as the statistic");
}

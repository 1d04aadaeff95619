#include "estimate/heavy_noise.h"

#include "base/units.h"
#include "stats/statistic.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LARGE = 1 << 20, TEXT_ROOM = 600, VALUE_ROOM = 48 };

static const double of_value = 0.25, of_message = 0.05;

/* A value of a parameter, and by how much more than allowed it may be off: above 1 it is unknown. */
struct doubt {
	size_t link, param, knot;
	double times;
};

/* The longest messages between any two processes, in seconds: of no bytes, and what a byte adds. */
struct longest {
	double empty, byte;
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

static struct longest longest_find(const struct model *model)
{
	struct longest longest = {0, 0};

	for (size_t l = 0; l < model->n_links; l++) {
		double empty, large;

		if (is_of_process(model->links[l]))
			continue;
		empty = model_p2p(model, model->links[l], 0);
		large = model_p2p(model, model->links[l], LARGE);
		longest.empty = fmax(longest.empty, empty);
		longest.byte = fmax(longest.byte, (large - empty) / LARGE);
	}
	return longest;
}

/* The message that the link's or process's parameter is a part of. */
static double message_of(const struct model *model, size_t l, double bytes, const struct longest *longest)
{
	if (is_of_process(model->links[l]))
		return longest->empty + longest->byte * bytes;
	return model_p2p(model, model->links[l], (size_t)bytes);
}

static double doubt_of(const struct model *model, const struct doubt *where, const struct longest *longest)
{
	const struct param_spec *spec = &model->class->params[where->param];
	const struct parameter *parameter = &model->parameters[where->link * model->class->n_params + where->param];
	bool per_byte = is_per_byte(spec);
	double off = (parameter->high[where->knot] - parameter->low[where->knot]) / 2,
	       value = fabs(parameter->curve.y[where->knot]),
	       bytes = spec->shape == PARAM_PER_SIZE ? parameter->curve.x[where->knot]
		       : per_byte                    ? LARGE
						     : 0,
	       message = message_of(model, where->link, bytes, longest), part = per_byte ? off * bytes : off;

	return isfinite(off) ? fmin(off / (of_value * value), part / (of_message * message)) : 0;
}

/* Whether the parameter is unknown at the link; *most becomes its least known value if that is more so. */
static bool is_unknown(const struct model *model, size_t l, size_t p, const struct longest *longest, struct doubt *most)
{
	const struct parameter *parameter = &model->parameters[l * model->class->n_params + p];
	struct doubt worst = {.times = 0};
	size_t unknown = 0;

	for (size_t k = 0; parameter->low && k < parameter->curve.n; k++) {
		struct doubt here = {l, p, k, 0};

		here.times = doubt_of(model, &here, longest);
		unknown += here.times > 1;
		worst = here.times > worst.times ? here : worst;
	}
	if (2 * unknown <= parameter->curve.n)
		return false;
	if (worst.times > most->times)
		*most = worst;
	return true;
}

/* Adds "C (3 of 4 processes)", or "L" where there is one alone. */
static void add_parameter(const struct model *model, size_t p, const struct longest *longest, char *text,
			  struct doubt *most)
{
	static const char *const holders[] = {
		[SCOPE_LINK] = "links", [SCOPE_PROCESS] = "processes", [SCOPE_PLATFORM] = "platforms"};
	const struct param_spec *spec = &model->class->params[p];
	size_t unknown = 0, all = 0, used = strlen(text);

	for (size_t l = 0; l < model->n_links; l++) {
		all += model->parameters[l * model->class->n_params + p].curve.n > 0;
		unknown += is_unknown(model, l, p, longest, most);
	}
	if (unknown == 0 || used >= TEXT_ROOM)
		return;
	used += (size_t)snprintf(text + used, TEXT_ROOM - used, "%s%s", used ? ", " : "", spec->name);
	if (all > 1 && used < TEXT_ROOM)
		snprintf(text + used, TEXT_ROOM - used, " (%zu of %zu %s)", unknown, all, holders[spec->scope]);
}

static const char *value_text(const struct param_spec *spec, double value, char text[VALUE_ROOM])
{
	if (is_per_byte(spec))
		snprintf(text, VALUE_ROOM, "%.3g", 1e9 * value);
	else
		microseconds_format(value, text, VALUE_ROOM);
	return text;
}

/* "L of 1-3 is 7.736 us, and may be from -60.104 to 80.201" */
static void most_text(const struct model *model, const struct doubt *most, char *text, size_t room)
{
	const struct param_spec *spec = &model->class->params[most->param];
	const struct parameter *parameter = &model->parameters[most->link * model->class->n_params + most->param];
	const struct link link = model->links[most->link];
	char name[LINK_NAME], of[LINK_NAME + 16] = "", size[32], at[48] = "", values[3][VALUE_ROOM];

	if (spec->shape == PARAM_PER_SIZE)
		snprintf(at, sizeof(at), "(%s)",
			 size_format((size_t)parameter->curve.x[most->knot], size, sizeof(size)));
	if (link.from != LINK_ANY)
		snprintf(of, sizeof(of), " of %s%s", is_of_process(link) ? "process " : "",
			 model_link_name(model->class, link, name));
	snprintf(text, room, "%s%s%s is %s %s, and may be from %s to %s", spec->name, at, of,
		 value_text(spec, parameter->curve.y[most->knot], values[0]), is_per_byte(spec) ? "ns/B" : "us",
		 value_text(spec, parameter->low[most->knot], values[1]),
		 value_text(spec, parameter->high[most->knot], values[2]));
}

void heavy_noise_tell(const struct model *model, const struct progress *progress)
{
	const struct longest longest = longest_find(model);
	struct doubt most = {.times = 0};
	char names[TEXT_ROOM] = "", text[200];

	for (size_t p = 0; p < model->class->n_params; p++)
		if (is_time(&model->class->params[p]))
			add_parameter(model, p, &longest, names, &most);
	if (most.times <= 1)
		return;
	most_text(model, &most, text, sizeof(text));
	progress_warn(
		progress,
		"%s: the noise is heavy: by their intervals these may be off by more than a quarter: %s. The least "
		"known: %s. A quieter machine%s or more repetitions narrow them",
		model->class->name, names, text,
		model_says(model, "statistic", statistic_name(STATISTIC_MIN)) ? "" : ", the minimum as the statistic");
}

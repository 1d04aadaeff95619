#include "estimate/model_notes.h"

#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The parameter of this name per size, NULL if the class has none. */
static const struct curve *curve_named(const struct model *model, const char *name)
{
	size_t p = model_param_index(model->class, name);
	bool per_size = p < model->class->n_params && model->class->params[p].shape == PARAM_PER_SIZE;

	return per_size ? &model->parameters[p].curve : NULL;
}

/* o_r(m) > g(m) is legal: g is measured with messages that are expected. */
static void tell_receive_overhead(const struct model *model, const struct progress *progress)
{
	const struct curve *gap = curve_named(model, "g"), *receive = curve_named(model, "o_r");
	size_t n = 0, first = 0;

	for (size_t k = 0; gap && receive && k < gap->n; k++)
		if (curve_at(receive, gap->x[k]) > gap->y[k] && n++ == 0)
			first = (size_t)gap->x[k];
	if (n)
		progress_note(progress,
			      "o_r(m) > g(m) at %zu sizes, first at %zu bytes: unexpected messages are copied once "
			      "more; g bounds what an expected one costs.",
			      n, first);
}

/* g >= o_s by definition: a message occupies the link at least as long as its send call takes (Kielmann, Bal, Verstoep
 * 2000). The fast method takes g so, of the same messages; trains know nothing of the calls of messages that are alone.
 */
static void tell_send_overhead(const struct model *model, double clock, const struct progress *progress)
{
	const double alike = 1.05; /* g is saturated to 1 %, and o_s measured to as much */
	const struct curve *gap = curve_named(model, "g"), *send = curve_named(model, "o_s");
	double most = alike;
	size_t n = 0, where = 0;

	for (size_t k = 0; gap && send && k < gap->n; k++) {
		double seconds = curve_at(send, gap->x[k]), part = seconds / gap->y[k];

		if (!(gap->y[k] > 0 && part > alike && seconds > gap->y[k] + clock))
			continue;
		n++;
		if (part > most)
			most = part, where = (size_t)gap->x[k];
	}
	if (n)
		progress_note(
			progress,
			"o_s(m) > g(m) at %zu of %zu sizes, most at %zu bytes, by %.0f %%: g is that of messages in a "
			"stream, and o_s that of a send call by itself, which waits for its receiver, where that of a "
			"stream finds it at work. Or the machine changed in between.",
			n, gap->n, where, 100 * (most - 1));
}

static const char *const holders[] = {
	[SCOPE_LINK] = "links", [SCOPE_PROCESS] = "processes", [SCOPE_PLATFORM] = "platforms"};

/* "-29.4 ns/B" or "-1.5 us". */
static const char *value_text(const struct param_spec *spec, double value, char *text, size_t room)
{
	char number[32];

	if (strcmp(spec->unit, "s/B") == 0)
		snprintf(text, room, "%.3g ns/B", 1e9 * value);
	else
		snprintf(text, room, "%s us", microseconds_format(value, number, sizeof(number)));
	return text;
}

/* A scalar parameter that is negative for some links: all of them in one note. */
static void tell_negative(const struct model *model, size_t p, const struct progress *progress)
{
	const struct param_spec *spec = &model->class->params[p];
	double least = 0, most = -INFINITY;
	size_t n = 0, all = 0;
	char values[2][48], links[80] = "";

	for (size_t l = 0; spec->shape == PARAM_SCALAR && l < model->n_links; l++) {
		const struct curve *curve = &model->parameters[l * model->class->n_params + p].curve;

		all += curve->n > 0;
		if (curve->n == 0 || curve->y[0] >= 0)
			continue;
		n++;
		least = fmin(least, curve->y[0]);
		most = fmax(most, curve->y[0]);
	}
	if (n == 0)
		return;
	value_text(spec, least, values[0], sizeof(values[0]));
	value_text(spec, most, values[1], sizeof(values[1]));
	if (all > 1)
		snprintf(links, sizeof(links), " for %zu of %zu %s", n, all, holders[spec->scope]);
	(spec->negative ? progress_note : progress_warn)(
		progress, "%s came out negative%s (%s%s%s): %s. It is kept as it is.", spec->name, links, values[0],
		n > 1 ? " to " : "", n > 1 ? values[1] : "",
		spec->negative
			? spec->negative
			: "noise, or overheads that overlap on this platform, which the model does not provide for");
}

void model_notes(const struct model *model, double clock, const struct progress *progress)
{
	tell_send_overhead(model, clock, progress);
	tell_receive_overhead(model, progress);
	for (size_t p = 0; p < model->class->n_params; p++)
		tell_negative(model, p, progress);
}

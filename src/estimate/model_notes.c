#include "estimate/model_notes.h"

#include "base/units.h"
#include "estimate/heavy_noise.h"
#include "estimate/parameter_text.h"

#include "model/handshakes.h"
#include "model/negative.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NOTE_ROOM = 1000, NAMES_ROOM = 100 };

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
	const double rounding = 1e-6;
	size_t n = 0, first = 0;

	for (size_t k = 0; gap && receive && k < gap->n; k++)
		if (curve_at(receive, gap->x[k]) > (1 + rounding) * gap->y[k] && n++ == 0)
			first = (size_t)gap->x[k];
	if (n)
		progress_note(
			progress,
			"o_r(m) > g(m) at %zu of its sizes, first at %zu bytes: unexpected messages are copied once "
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

/* A scalar parameter that is negative for some links, all of them in one text; false if there are none. */
static bool negative_text(const struct model *model, size_t p, char *text, size_t room)
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
		return false;
	parameter_value_text(spec, least, values[0], sizeof(values[0]));
	parameter_value_text(spec, most, values[1], sizeof(values[1]));
	if (all > 1)
		snprintf(links, sizeof(links), " for %zu of %zu %s", n, all, parameter_holders[spec->scope]);
	snprintf(text, room, "%s came out negative%s (%s%s%s): %s", spec->name, links, values[0], n > 1 ? " to " : "",
		 n > 1 ? values[1] : "",
		 spec->negative
			 ? spec->negative
			 : "noise, or overheads that overlap on this platform, which the model does not provide for");
	return true;
}

/* The names of the models in whose notes this text stands, if the i-th is the first of them; else none. */
static bool find_names(const struct model *const *models, size_t n, size_t i, const char *text, char *names)
{
	char other[NOTE_ROOM];
	size_t used = 0;

	for (size_t k = 0; k < n; k++) {
		bool has = false;

		for (size_t p = 0; !has && p < models[k]->class->n_params; p++)
			has = negative_text(models[k], p, other, sizeof(other)) && strcmp(other, text) == 0;
		if (has && k < i)
			return false;
		if (has && used < NAMES_ROOM)
			used += (size_t)snprintf(names + used, NAMES_ROOM - used, "%s%s", used > 0 ? ", " : "",
						 models[k]->class->name);
	}
	return true;
}

/* What models have in common is said once, with their names. */
static void tell_negative(const struct model *const *models, size_t n, size_t i, size_t p,
			  const struct progress *progress)
{
	const struct param_spec *spec = &models[i]->class->params[p];
	char text[NOTE_ROOM], names[NAMES_ROOM] = "";

	if (negative_text(models[i], p, text, sizeof(text)) && find_names(models, n, i, text, names))
		(spec->negative ? progress_note : progress_warn)(progress, "%s: %s", names, text);
}

/* What a model is not good for, and what to do. */
static void tell_unusable(const struct model *model, const struct progress *progress)
{
	size_t bytes;
	double least = negative_message_anywhere(model, &bytes);
	char number[32];

	if (least < 0)
		progress_warn(progress,
			      "%s is unusable: it predicts %s us, a time below zero, for a message of %zu bytes; "
			      "estimate it again, on a quieter machine or with a larger budget",
			      model->class->name, microseconds_format(least, number, sizeof(number)), bytes);
}

/* A model whose handshakes are undecided, and what helps. */
static void tell_undecided(const struct model *model, const struct progress *progress)
{
	const struct fact *close = model_fact(model, MODEL_HANDSHAKE_CLOSE);

	if (close && close->number > 0)
		progress_warn(progress,
			      "%s: T_m or S_cp is undecided at %.0f of the measured sizes above S: other ways "
			      "explain the timings about as well, as the facts " MODEL_HANDSHAKE
			      "<bytes> of the model say. A quieter machine helps, or a larger budget.",
			      model->class->name, close->number);
}

void model_notes(const struct model *const *models, size_t n, double clock, const struct progress *progress)
{
	for (size_t i = 0; i < n; i++) {
		tell_undecided(models[i], progress);
		tell_send_overhead(models[i], clock, progress);
		tell_receive_overhead(models[i], progress);
		for (size_t p = 0; p < models[i]->class->n_params; p++)
			tell_negative(models, n, i, p, progress);
		tell_unusable(models[i], progress);
		heavy_noise_tell(models[i], progress);
	}
}

/* What was decided of handshakes becomes parameters and facts of a model. */
#include "model/handshakes.h"

#include <math.h>
#include <stdio.h>

/* S_cp of a size. */
static double progress_of(const struct handshake_seen *s)
{
	return handshake_is_independent(s->taken) ? 0 : s->in_waits ? 2 : 1;
}

/* T_m and S_cp hold from the first size at which they were found to the last; between two that differ they change at
 * the upper one. */
static enum status set_codes(const struct handshakes *found, struct model *model, size_t l, struct error *err)
{
	double bytes[2 * HANDSHAKE_SIZES_MOST], protocols[2 * HANDSHAKE_SIZES_MOST],
		dependent[2 * HANDSHAKE_SIZES_MOST];
	size_t n = 0;

	for (size_t i = 0; i < found->n; i++) {
		const struct handshake_seen *s = &found->list[i];

		if (i > 0 && protocols[n - 1] == (double)handshake_protocol(s->taken) &&
		    dependent[n - 1] == progress_of(s))
			continue;
		if (i > 0 && (double)(s->bytes - 1) > bytes[n - 1]) {
			bytes[n] = (double)(s->bytes - 1);
			protocols[n] = protocols[n - 1];
			dependent[n] = dependent[n - 1];
			n++;
		}
		bytes[n] = i > 0 ? (double)s->bytes : found->eager + 1;
		protocols[n] = (double)handshake_protocol(s->taken);
		dependent[n++] = progress_of(s);
	}
	TRY(model_set_curve(model, l, "T_m", bytes, protocols, n, err));
	return model_set_curve(model, l, "S_cp", bytes, dependent, n, err);
}

static bool pushes(const struct handshake_seen *s)
{
	return handshake_protocol(s->taken) == PROTOCOL_RAT && !handshake_is_independent(s->taken);
}

/* O_push, if the data of any size go into a buffer; of sizes that do not fit the push lasts until they are out. */
static enum status set_pushes(const struct handshakes *found, struct model *model, size_t l, struct error *err)
{
	double bytes[HANDSHAKE_SIZES_MOST], push[HANDSHAKE_SIZES_MOST];
	bool buffered = false;
	size_t n = 0;

	for (size_t i = 0; i < found->n; i++) {
		const struct handshake_seen *s = &found->list[i];

		if (!pushes(s))
			continue;
		bytes[n] = (double)s->bytes;
		push[n++] = isnan(s->push) ? s->pushing : s->push;
		buffered = buffered || !isnan(s->push);
	}
	return buffered ? model_set_curve(model, l, "O_push", bytes, push, n, err) : OK;
}

/* "alone 12.3 us; computation at the sender 1.2 (T 1.1, TA DCP 1.2, ...)": each effect with what candidates say. */
static enum status tell(const struct handshake_seen *s, struct model *model, struct error *err)
{
	char text[1280], name[64];
	size_t used = (size_t)snprintf(
		text, sizeof(text), "%s%s%s, alone %.4g us", handshake_names[s->taken],
		s->undecided ? ", undecided beside " : "",
		s->undecided ? handshake_names[s->taken == s->nearest ? s->next : s->nearest] : "", 1e6 * s->alone);

	for (size_t e = 0; e < HANDSHAKE_EFFECTS; e++) {
		used += (size_t)snprintf(text + used, sizeof(text) - used, "; %s %.4g us (", handshake_effects[e],
					 1e6 * s->seen[e]);
		for (int c = 0; c < HANDSHAKE_CANDIDATES; c++)
			used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s %.4g", c > 0 ? ", " : "",
						 handshake_names[c], 1e6 * s->predicted[c][e]);
		used += (size_t)snprintf(text + used, sizeof(text) - used, ")");
	}
	if (!handshake_is_independent(s->taken))
		used += (size_t)snprintf(text + used, sizeof(text) - used, "; goes on in %s%s",
					 s->in_waits ? "waits alone" : "calls that receive too",
					 s->waits_undecided ? ", undecided" : "");
	if (pushes(s) && !isnan(s->push))
		snprintf(text + used, sizeof(text) - used, "; pushed into a buffer in %.4g us", 1e6 * s->push);
	snprintf(name, sizeof(name), MODEL_HANDSHAKE "%zu", s->bytes);
	return model_fact_text(model, name, text, err);
}

/* Sets g if streams of any size are quicker than their messages' data, by clearly more than errors. */
static enum status set_gaps(const struct handshakes *found, struct model *model, size_t l, struct error *err)
{
	const double quicker = 0.9, sure = 3;
	double bytes[HANDSHAKE_STREAMS], gaps[HANDSHAKE_STREAMS];
	bool any = false;

	for (size_t i = 0; i < found->n_streams; i++) {
		bytes[i] = (double)found->streams[i].bytes;
		gaps[i] = fmax(found->streams[i].gap, 0);
		any = any || gaps[i] + sure * found->streams[i].error < quicker * found->streams[i].data;
	}
	return any ? model_set_curve(model, l, "g", bytes, gaps, found->n_streams, err) : OK;
}

static enum status set_link(const struct handshakes *found, struct model *model, size_t l, struct error *err)
{
	TRY(model_set(model, l, "S", found->eager, err));
	if (!isnan(found->eager_begun) && found->eager_begun != found->eager)
		TRY(model_set(model, l, "S_i", found->eager_begun, err));
	if (!isnan(found->control))
		TRY(model_set(model, l, "O_control", found->control, err));
	if (found->immediate)
		TRY(model_set(model, l, "L_control", 0, err));
	if (found->n > 0)
		TRY(set_codes(found, model, l, err));
	TRY(set_pushes(found, model, l, err));
	return set_gaps(found, model, l, err);
}

enum status handshakes_set(const struct handshakes *found, struct model *model, struct error *err)
{
	for (size_t l = 0; !isnan(found->eager) && l < model->n_links; l++)
		TRY(set_link(found, model, l, err));
	for (size_t i = 0; i < found->n; i++)
		TRY(tell(&found->list[i], model, err));
	return found->n > 0 ? model_fact_number(model, MODEL_HANDSHAKE_CLOSE, (double)found->undecided, err) : OK;
}

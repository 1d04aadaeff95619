/* L = (RTT - o_s - o_r of both directions) / 2, g by saturation (derive.h); the gap of a message is max(g, o_s). */
#include "model/logp_fit.h"

#include "model/derive.h"

#include <math.h>

size_t logp_short(const struct points *points, struct link link)
{
	struct error ignored = {0};
	double gap;
	bool old = derive_gap(points, link, 0, &gap, &ignored) != OK &&
		   derive_gap(points, link, LOGP_SHORT, &gap, &ignored) == OK;

	return old ? LOGP_SHORT : 0;
}

/* o_s + o_r of a short message. */
static enum status overheads(const struct points *points, struct link link, size_t bytes, double *o_s, double *o_r,
			     struct error *err)
{
	TRY(derive_send(points, link, bytes, o_s, err));
	return derive_receive(points, EXPERIMENT_RECEIVE, link, bytes, o_r, err);
}

enum status logp_fit_short(struct model *model, size_t l, const struct points *points, struct link measured,
			   struct error *err)
{
	double trip = 0, o_s = 0, o_r = 0, back_o_s = 0, back_o_r = 0, gap = 0;
	size_t bytes = logp_short(points, measured);
	struct link back = derive_back(points, EXPERIMENT_RECEIVE, measured, bytes);

	TRY(derive_roundtrip(points, measured, bytes, bytes, &trip, err));
	TRY(overheads(points, measured, bytes, &o_s, &o_r, err));
	TRY(overheads(points, back, bytes, &back_o_s, &back_o_r, err));
	TRY(derive_gap(points, measured, bytes, &gap, err));
	TRY(model_set(model, l, "L", (trip - o_s - o_r - back_o_s - back_o_r) / 2, err));
	TRY(model_set(model, l, "o_s", o_s, err));
	TRY(model_set(model, l, "o_r", o_r, err));
	return model_set(model, l, "g", gap, err);
}

void logp_cost_short(const struct model *model, size_t l, struct cost *cost)
{
	double o_s = model_at(model, l, LOGP_SENDING, 0), o_r = model_at(model, l, LOGP_RECEIVING, 0);

	*cost = (struct cost){
		.send = o_s,
		.latency = model_at(model, l, LOGP_L, 0),
		.receive = o_r,
		.receive_expected = o_r,
		.gap = fmax(model_at(model, l, LOGP_GAP, 0), o_s),
	};
}

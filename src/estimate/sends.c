#include "estimate/sends.h"

#include "estimate/witness.h"

#include <math.h>
#include <stdio.h>

/* Of one size: the call that begins the message, the wait for it, and both and the answer. */
struct nonblocking {
	double begin, wait, delivered;
};

static enum status see(struct prober *prober, struct link link, size_t bytes, struct nonblocking *seen,
		       struct error *err)
{
	const struct experiment begun = witness_message(EXPERIMENT_OVERLAP, OPERATION_ISEND, link, bytes, 0),
				held = witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_ISEND, link, bytes, 0);
	struct observation call, both;
	enum status status = witness_see(prober, begun, &call, err);

	if (status == OK)
		status = witness_see(prober, held, &both, err);
	if (status != OK)
		return status;
	*seen = (struct nonblocking){
		.begin = call.send_seconds, .wait = both.send_seconds - call.send_seconds, .delivered = both.seconds};
	if (seen->wait < 0) /* not if it is NAN: not measured */
		seen->wait = 0;
	return OK;
}

enum status sends_find(struct prober *prober, struct link link, double eager, size_t bytes, struct model *model,
		       struct error *err)
{
	struct nonblocking brief, extended;
	char text[300];
	enum status status = see(prober, link, 0, &brief, err);

	if (status == OK)
		status = see(prober, link, bytes, &extended, err);
	if (status != OK)
		return status;
	snprintf(text, sizeof(text),
		 "0 B: MPI_Isend %.4g us, its MPI_Wait %.4g, with an empty answer %.4g us in all; %zu B: %.4g, %.4g "
		 "and %.4g us",
		 1e6 * brief.begin, 1e6 * brief.wait, 1e6 * brief.delivered, bytes, 1e6 * extended.begin,
		 1e6 * extended.wait, 1e6 * extended.delivered);
	if (!isnan(brief.begin))
		status = model_fact_number(model, MODEL_ISEND_SHORT, brief.begin, err);
	if (status == OK && !isnan(brief.wait))
		status = model_fact_number(model, MODEL_WAIT_SHORT, brief.wait, err);
	if (status == OK && !isnan(extended.begin))
		status = model_fact_number(model, MODEL_ISEND_LONG, extended.begin, err);
	if (status == OK && !isnan(extended.wait))
		status = model_fact_number(model, MODEL_WAIT_LONG, extended.wait, err);
	if (status == OK && (double)bytes > eager && !isnan(extended.wait))
		status = model_fact_number(model, MODEL_RENDEZVOUS_HELD, extended.begin + extended.wait, err);
	return status == OK ? model_fact_text(model, MODEL_ISEND_LONG MODEL_SEEN, text, err) : status;
}

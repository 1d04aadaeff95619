#include "estimate/control.h"

#include "estimate/witness.h"

#include <math.h>
#include <stdio.h>

/* The message on whose way the other one begins: so many times as long, and so many bytes, at least. */
enum { LONGER = 4, LONG = 256 << 10 };

/* Seconds. */
struct crossing {
	double crossed; /* MPI_Isend and MPI_Wait beside the longer message */
	double alone;   /* the same, alone */
	double longer;  /* the longer message and an empty answer, alone */
	double empty;   /* an empty round trip */
	double held;    /* MPI_Isend and MPI_Wait of the longer message, alone */
};

static enum status see(struct prober *prober, struct link link, size_t bytes, size_t longer, struct crossing *seen,
		       struct error *err)
{
	const struct link back = {link.to, link.from};
	const struct experiment list[] = {
		witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_SEND, link, 0, 0),
		witness_message(EXPERIMENT_OVERLAP, OPERATION_ISEND, back, longer, 0),
		witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_ISEND, link, bytes, 0),
		witness_message(EXPERIMENT_CROSSED, OPERATION_ISEND, link, bytes, longer),
		witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_ISEND, back, longer, 0),
	};
	struct observation found[sizeof(list) / sizeof(list[0])];
	enum status status = OK;

	for (size_t i = 0; status == OK && i < sizeof(list) / sizeof(list[0]); i++)
		status = witness_see(prober, list[i], &found[i], err);
	if (status == OK)
		*seen = (struct crossing){.empty = found[0].seconds,
					  .longer = found[1].seconds,
					  .alone = found[2].send_seconds,
					  .crossed = found[3].seconds,
					  .held = found[4].send_seconds};
	return status;
}

/* Whether the model says that a message's data leave its sender's CPU free to answer meanwhile. Those of TA leave at
 * once, with the word behind them. */
static bool leaves_free(const struct model *model, struct link link, size_t bytes)
{
	struct handshake handshake;

	if (!model->class->handshakes)
		return false;
	handshake = model_cost_nonblocking(model, link, bytes).handshake;
	return handshake.independent && (handshake.protocol == PROTOCOL_RAT || handshake.protocol == PROTOCOL_RTA);
}

size_t control_longer(double eager, size_t largest)
{
	size_t bytes = eager >= 0 && eager < (double)largest ? (size_t)eager + 1 : largest,
	       wanted = bytes < LONG / LONGER ? LONG : LONGER * bytes;

	return wanted < largest ? wanted : largest;
}

enum status control_find(struct prober *prober, struct link link, double eager, size_t largest, struct model *model,
			 struct error *err)
{
	size_t bytes = eager >= 0 && eager < (double)largest ? (size_t)eager + 1 : largest,
	       longer = control_longer(eager, largest);
	const struct link back = {link.to, link.from};
	struct crossing seen;
	double half;
	char text[300];
	enum status status;

	if (isnan(eager) || largest / 2 < bytes)
		return OK;
	status = see(prober, link, bytes, longer, &seen, err);
	if (status != OK || isnan(seen.crossed + seen.alone + seen.longer + seen.empty + seen.held))
		return status;
	half = (seen.longer - seen.empty) / 2;
	if ((leaves_free(model, back, longer) ? seen.alone : seen.held) > half)
		return OK;
	snprintf(text, sizeof(text),
		 "%zu B while %zu B come the other way: MPI_Isend and MPI_Wait %.4g us, alone %.4g us; these alone, "
		 "with an empty answer, %.4g us, and MPI_Isend and MPI_Wait %.4g us",
		 bytes, longer, 1e6 * seen.crossed, 1e6 * seen.alone, 1e6 * seen.longer, 1e6 * seen.held);
	status = model_fact_text(model, MODEL_CONTROL,
				 seen.crossed - seen.alone > half ? MODEL_CONTROL_BEHIND : MODEL_CONTROL_APART, err);
	return status == OK ? model_fact_text(model, MODEL_CONTROL MODEL_SEEN, text, err) : status;
}

/* LogGPO's closed forms; the equations stand in the header. */
#include "model/loggpo_forms.h"

#include <math.h>

/* When the receiver deals with what has come to it. */
static double answered(const struct cost *cost, const struct loggpo_calls *calls, double there)
{
	if (calls->receive > there && !cost->handshake.in_waits)
		return calls->receive;
	return cost->handshake.independent ? there : fmax(calls->receive_wait, there);
}

/* Nothing depends on who is inside: the receiver copies when it waits, or in the receive call itself. */
static struct loggpo_times eager(const struct cost *cost, const struct loggpo_calls *calls, double there)
{
	double taken = answered(cost, calls, there);

	return (struct loggpo_times){.request = there,
				     .answer = taken,
				     .sender_free = fmax(calls->send_wait, calls->send + cost->send),
				     .receiver_free = fmax(calls->receive_wait, taken + cost->receive)};
}

static struct loggpo_times acknowledged(const struct cost *cost, const struct loggpo_calls *calls, double there)
{
	double taken = answered(cost, calls, there), copied = taken + cost->receive;

	return (struct loggpo_times){
		.request = there,
		.answer = taken,
		.sender_free = fmax(calls->send_wait, copied + cost->handshake.control + cost->control_latency),
		.receiver_free = fmax(calls->receive_wait, copied)};
}

struct loggpo_times loggpo_times(const struct model *model, struct link link, size_t bytes,
				 const struct loggpo_calls *calls)
{
	struct cost cost = model_cost_nonblocking(model, link, bytes);
	const struct handshake *handshake = &cost.handshake;
	double data = cost.send + cost.transfer, there = calls->send + data + cost.latency;
	struct loggpo_times times;

	if (handshake->protocol == PROTOCOL_MEASURED)
		return eager(&cost, calls, there);
	if (handshake->protocol == PROTOCOL_TA)
		return acknowledged(&cost, calls, there);
	times.request = calls->send + cost.request + cost.control_latency;
	times.answer = answered(&cost, calls, times.request);
	if (handshake->protocol == PROTOCOL_RTA) {
		double pulled = times.answer + handshake->control + data + cost.latency;

		times.receiver_free = fmax(calls->receive_wait, pulled);
		times.sender_free = fmax(calls->send_wait, pulled + handshake->control + cost.control_latency);
	} else {
		double heard = times.answer + 2 * handshake->control + cost.control_latency,
		       pushes = handshake->independent ? heard : fmax(heard, calls->send_wait), pushed = pushes + data,
		       kept = handshake->buffered ? pushes + cost.send + handshake->push : pushed;

		times.sender_free = fmax(calls->send_wait, kept);
		times.receiver_free = fmax(calls->receive_wait, pushed + cost.latency);
	}
	return times;
}

#include "platform/synthetic_one_to_two.h"

#include <math.h>

/* Whether messages of so many bytes share a sender's port, or a receiver's. */
static bool port_is_shared(const struct model *model, const char *ports, bool answers, size_t bytes)
{
	uint64_t in_turn = model_in_turn_most(model);
	bool own = model->class->fair && in_turn > 0 && !model_fact(model, ports);

	return (own || model_says(model, ports, MODEL_PORTS_FAIR)) && (answers || bytes > in_turn);
}

/* Returns how long the second message, or its answer, waits for the port of the one process, or for the link if both
 * receivers are the same process. */
static double port_seconds(const struct model *model, const struct cost *cost, bool same, bool answers, bool share)
{
	if (same || model_says(model, MODEL_LINK, MODEL_LINK_PORTS))
		return cost->gap;
	if (!cost->own_ports)
		return share ? cost->transfer : cost->gap;
	return answers ? cost_next_in(cost) : cost_next_out(cost);
}

/*
 * Both messages at once: they, or their answers where these are long, come one after the other where the model's ports
 * serve in turn, together where they are fair, and where they are parallel as if each were alone but for the calls of
 * the one process. Under fair ports short messages go in turn, if the model says so, but not answers. Messages to one
 * process do so by what the model says of links.
 */
static struct message_time two_at_once(const struct model *model, const struct experiment *what)
{
	const struct link out[] = {{what->from, what->to}, {what->from, (int)what->setup.third}};
	bool answers = what->reply_bytes > 0, same = what->to == (int)what->setup.third;
	const char *ports = same && (model->class->fair || model_fact(model, MODEL_LINK)) ? MODEL_LINK
			    : answers && model_fact(model, MODEL_PORTS_IN)                ? MODEL_PORTS_IN
											  : MODEL_PORTS;
	bool parallel = model_says(model, ports, MODEL_PORTS_PARALLEL),
	     share = same ? model_says(model, ports, MODEL_PORTS_FAIR)
			  : port_is_shared(model, ports, answers, answers ? what->reply_bytes : what->bytes);
	double end[2], held[2];

	for (int i = 0; i < 2; i++) {
		struct link back = {out[i].to, out[i].from};
		struct cost cost = model_cost_nonblocking(model, out[i], what->bytes),
			    answer = model_cost(model, back, what->reply_bytes);

		held[i] = parallel ? (!cost.apart ? 0
				      : answers   ? answer.receive_expected
						  : cost.send)
				   : port_seconds(model, answers ? &answer : &cost, same, answers, share);
		end[i] = (answers ? model_p2p(model, out[i], what->bytes) : cost_delivery(&cost)) +
			 cost_delivery(&answer);
	}
	end[1] += held[0];
	end[0] += share && !parallel ? held[1] : 0;
	return (struct message_time){fmax(end[0], end[1]), fmin(end[0], end[1])};
}

/*
 * Two messages out, one after the other, and an answer to each: the second leaves when the sender can begin it, and of
 * two answers that are there one is received after the other. Two messages share a port that is busier than its process
 * until both have passed it, the slower of which alone is held up by the slowest port or link on its way. Under LMO
 * this is 2 (2 C_i + m t_i) + max 2 (L_ix + C_x) + m (1/beta_ix + t_x) for empty answers (O'Flynn, thesis,
 * 2009, 4.4).
 */
static struct message_time one_after_the_other(const struct model *model, const struct experiment *what)
{
	const struct link near = {what->from, what->to}, far = {what->from, (int)what->setup.third};
	const struct cost first = model_cost(model, near, what->bytes),
			  answer = model_cost(model, (struct link){what->to, what->from}, what->reply_bytes);
	double to_near = model_roundtrip(model, near, what->bytes, what->reply_bytes),
	       to_far = model_roundtrip(model, far, what->bytes, what->reply_bytes),
	       received = answer.overheads_overlap ? 0 : answer.receive_expected,
	       later = (first.own_ports ? first.send : first.gap) + received;

	if (first.own_ports && first.port_out > 0) {
		bool nearer = to_near <= to_far;
		const struct cost slow = nearer ? model_cost(model, far, what->bytes) : first;
		double ahead = model_p2p(model, far, 0) - model_p2p(model, near, 0),
		       early = fmax(0, nearer ? ahead : -ahead);

		later = fmax(later, 2 * first.port_out - early - fmax(slow.link, fmax(slow.port_out, slow.port_in)));
	}
	return (struct message_time){later + fmax(to_near, to_far), NAN};
}

struct message_time synthetic_one_to_two(const struct model *model, const struct experiment *what)
{
	return what->setup.operation == OPERATION_ISEND ? two_at_once(model, what) : one_after_the_other(model, what);
}

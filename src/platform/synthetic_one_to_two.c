#include "platform/synthetic_one_to_two.h"

#include <math.h>

/* Whether messages of so many bytes share a sender's port, or a receiver's. */
static bool port_is_shared(const struct model *model, const char *ports, bool answers, size_t bytes)
{
	uint64_t in_turn = model_in_turn_most(model);
	bool own = model->class->fair && in_turn > 0 && !model_fact(model, ports);

	return (own || model_says(model, ports, MODEL_PORTS_FAIR)) && (answers || bytes > in_turn);
}

/*
 * Both messages at once: they, or their answers where these are long, come one after the other where the model's ports
 * serve in turn, together where they are fair, and where they are parallel as if each were alone but for the calls of
 * the one process. Under fair ports short messages go in turn, if the model says so, but not answers.
 */
static struct message_time two_at_once(const struct model *model, const struct experiment *what)
{
	const struct link out[] = {{what->from, what->to}, {what->from, (int)what->setup.third}};
	bool answers = what->reply_bytes > 0;
	const char *ports = answers && model_fact(model, MODEL_PORTS_IN) ? MODEL_PORTS_IN : MODEL_PORTS;
	bool parallel = model_says(model, ports, MODEL_PORTS_PARALLEL),
	     share = port_is_shared(model, ports, answers, answers ? what->reply_bytes : what->bytes);
	double end[2];

	for (int i = 0; i < 2; i++) {
		struct link back = {out[i].to, out[i].from};
		struct cost cost = model_cost_nonblocking(model, out[i], what->bytes),
			    answer = model_cost(model, back, what->reply_bytes);
		const struct cost *shared = answers ? &answer : &cost;
		double second = parallel ? (!cost.apart ? 0
					    : answers   ? answer.receive_expected
							: cost.send)
				: share  ? shared->transfer
					 : shared->gap;

		end[i] = (answers ? model_p2p(model, out[i], what->bytes) : cost_delivery(&cost)) +
			 cost_delivery(&answer) + (i > 0 || (share && !parallel) ? second : 0);
	}
	return (struct message_time){fmax(end[0], end[1]), fmin(end[0], end[1])};
}

/*
 * Two messages out, one after the other, and an answer to each: the second leaves the least gap later, and of two
 * answers that are there one is received after the other. Under LMO this is 2 (2 C_i + m t_i) + max 2 (L_ix + C_x) + m
 * (1/beta_ix + t_x) for empty answers (O'Flynn, thesis, 2009, 4.4).
 */
static struct message_time one_after_the_other(const struct model *model, const struct experiment *what)
{
	struct link near = {what->from, what->to}, far = {what->from, (int)what->setup.third};
	struct cost first = model_cost(model, near, what->bytes),
		    answer = model_cost(model, (struct link){what->to, what->from}, what->reply_bytes);
	double longest = fmax(model_roundtrip(model, near, what->bytes, what->reply_bytes),
			      model_roundtrip(model, far, what->bytes, what->reply_bytes));

	return (struct message_time){first.gap + longest + (answer.overheads_overlap ? 0 : answer.receive_expected),
				     NAN};
}

struct message_time synthetic_one_to_two(const struct model *model, const struct experiment *what)
{
	return what->setup.operation == OPERATION_ISEND ? two_at_once(model, what) : one_after_the_other(model, what);
}

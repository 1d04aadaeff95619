#include "predict/overlapped.h"

#include "predict/predict.h"

#include <math.h>

const char *const overlapped_names[] = {"early receive", "late receive", NULL};

/* What the two processes do. */
struct overlapped_pair {
	struct link link;
	uint64_t bytes, compute; /* ns */
	bool late;
};

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct overlapped_pair *two = self;
	const struct place somewhere = {BUFFER_RECEIVE, 0};
	bool sends = process == two->link.from, late = !sends && two->late;
	size_t computed, call;

	if (!sends && process != two->link.to)
		return OK;
	computed = late && two->compute > 0 ? rank_program_compute(program, two->compute) : NO_OPERATION;
	call = sends ? rank_program_send(program, two->link.to, 0, somewhere, two->bytes)
		     : rank_program_receive(program, two->link.from, 0, somewhere, two->bytes);
	rank_program_after(program, computed);
	if (!late && two->compute > 0) {
		rank_program_compute(program, two->compute);
		rank_program_after_start(program, call);
	}
	return rank_program_status(program, err);
}

static enum status simulate_two(const struct model *model, const struct overlapped_pair *two,
				struct overlapped_times *found, struct error *err)
{
	const struct schedule schedule = {.processes =
						  1 + (two->link.from > two->link.to ? two->link.from : two->link.to),
					  .build = build,
					  .self = two};
	struct predict_options options = predict_options_default(model);
	struct simulation simulated = {.record = false};
	double compute = 1e-9 * (double)two->compute;
	enum status status = predict_schedule(&options, &schedule, &simulated, err);

	if (status == OK) {
		found->sender = simulated.finish[two->link.from] - compute;
		found->receiver = simulated.finish[two->link.to] - compute;
		found->whole = simulated.seconds;
	}
	simulation_release(&simulated);
	return status;
}

/* When the two call, and when they begin to wait. What the receiver's own processor does about a message or a request
 * that is there before its receive call, it does in that call. */
static struct loggpo_calls calls_of(const struct cost *cost, const struct overlapped_pair *two)
{
	double compute = 1e-9 * (double)two->compute;
	bool asks = cost->handshake.protocol == PROTOCOL_RAT || cost->handshake.protocol == PROTOCOL_RTA;

	return (struct loggpo_calls){.send_wait = (asks ? cost->request : cost->send) + compute,
				     .receive = two->late ? compute : 0,
				     .receive_wait = compute};
}

enum status predict_overlapped(const struct model *model, struct link link, size_t bytes, enum overlapped_case receiver,
			       double compute, struct overlapped *found, struct error *err)
{
	const struct cost cost = model_cost_nonblocking(model, link, bytes);
	double seconds = compute < 0 ? model_p2p(model, link, bytes) : compute;
	struct overlapped_pair two = {.link = link,
				      .bytes = bytes,
				      .compute = seconds > 0 ? (uint64_t)ceil(1e9 * seconds) : 0,
				      .late = receiver == RECEIVER_LATE};
	const struct loggpo_calls calls = calls_of(&cost, &two);
	struct loggpo_times times;

	if (!model->class->handshakes)
		return error_set(err, ERR_INPUT,
				 "the %s model has no closed forms of a message with computation beside it: loggpo has",
				 model->class->name);
	times = loggpo_times(model, link, bytes, &calls);
	seconds = 1e-9 * (double)two.compute;
	*found = (struct overlapped){.bytes = bytes,
				     .receiver = receiver,
				     .handshake = cost.handshake,
				     .compute = seconds,
				     .formula = {.sender = times.sender_free - seconds,
						 .receiver = times.receiver_free - seconds,
						 .whole = fmax(times.sender_free, times.receiver_free)}};
	found->hidden_sender = seconds > 0 ? seconds / (seconds + found->formula.sender) : NAN;
	found->hidden_receiver = seconds > 0 ? seconds / (seconds + found->formula.receiver) : NAN;
	return simulate_two(model, &two, &found->simulated, err);
}

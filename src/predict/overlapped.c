#include "predict/overlapped.h"

#include "predict/predict.h"

#include <math.h>

const char *const overlapped_names[] = {"early receive", "late receive", NULL};

/* What the two processes do. Nanoseconds. */
struct overlapped_pair {
	struct link link;
	uint64_t bytes;
	uint64_t compute, receiver_compute; /* between call and wait */
	uint64_t late;                      /* what the receiver computes before its call */
};

static double seconds_of(uint64_t nanoseconds)
{
	return 1e-9 * (double)nanoseconds;
}

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct overlapped_pair *two = self;
	const struct place somewhere = {BUFFER_RECEIVE, 0};
	bool sends = process == two->link.from;
	uint64_t compute = sends ? two->compute : two->receiver_compute;
	size_t computed = NO_OPERATION, call;

	if (!sends && process != two->link.to)
		return OK;
	if (!sends && two->late > 0)
		computed = rank_program_compute(program, two->late);
	call = sends ? rank_program_send(program, two->link.to, 0, somewhere, two->bytes)
		     : rank_program_receive(program, two->link.from, 0, somewhere, two->bytes);
	rank_program_after(program, computed);
	if (compute > 0) {
		rank_program_compute(program, compute);
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
	enum status status = predict_schedule(&options, &schedule, &simulated, err);

	if (status == OK) {
		found->sender = simulated.finish[two->link.from] - seconds_of(two->compute);
		found->receiver = simulated.finish[two->link.to] - seconds_of(two->late + two->receiver_compute);
		found->whole = simulated.seconds;
	}
	simulation_release(&simulated);
	return status;
}

/* Returns what the receive call takes of the receiver's processor where what it asks for has come, s. */
static double answer_in_call(const struct cost *cost)
{
	const struct handshake *handshake = &cost->handshake;

	if (handshake->in_waits || handshake->independent)
		return 0;
	return handshake->protocol == PROTOCOL_RAT   ? 2 * handshake->control
	       : handshake->protocol == PROTOCOL_RTA ? handshake->control + cost->send + cost->transfer
						     : cost->receive;
}

/* When the two call, and when they begin to wait. */
static struct loggpo_calls calls_of(const struct cost *cost, const struct overlapped_pair *two)
{
	double late = seconds_of(two->late);
	bool asks = cost->handshake.protocol == PROTOCOL_RAT || cost->handshake.protocol == PROTOCOL_RTA;

	return (struct loggpo_calls){.send_wait = (asks ? cost->request : cost->send) + seconds_of(two->compute),
				     .receive = late,
				     .receive_wait = late + (late > 0 ? answer_in_call(cost) : 0) +
						     seconds_of(two->receiver_compute)};
}

enum status predict_overlapped(const struct model *model, struct link link, size_t bytes, enum overlapped_case receiver,
			       double compute, struct overlapped *found, struct error *err)
{
	const struct cost cost = model_cost_nonblocking(model, link, bytes);
	double seconds = compute < 0 ? model_p2p(model, link, bytes) : compute;
	struct overlapped_pair two = {.link = link, .bytes = bytes};
	struct loggpo_calls calls = calls_of(&cost, &two);
	struct loggpo_times times;

	if (!model->class->handshakes)
		return error_set(err, ERR_INPUT,
				 "the %s model has no closed forms of a message with computation beside it: loggpo has",
				 model->class->name);
	times = loggpo_times(model, link, bytes, &calls);
	*found = (struct overlapped){.bytes = bytes,
				     .receiver = receiver,
				     .handshake = cost.handshake,
				     .cost = fmax(times.sender_free, times.receiver_free)};
	two.compute = two.receiver_compute = seconds > 0 ? (uint64_t)ceil(1e9 * seconds) : 0;
	if (receiver == RECEIVER_LATE) {
		two.late = (uint64_t)floor(1e9 * times.request) + 1;
		two.receiver_compute += seconds > 0 ? (uint64_t)ceil(1e9 * found->cost) : 0;
	}
	calls = calls_of(&cost, &two);
	times = loggpo_times(model, link, bytes, &calls);
	found->compute = seconds_of(two.compute);
	found->receiver_compute = seconds_of(two.receiver_compute);
	found->receive = calls.receive;
	found->formula.sender = times.sender_free - found->compute;
	found->formula.receiver = times.receiver_free - found->receive - found->receiver_compute;
	found->formula.whole = fmax(times.sender_free, times.receiver_free);
	found->hidden_sender = seconds > 0 ? found->compute / (found->compute + found->formula.sender) : NAN;
	found->hidden_receiver =
		seconds > 0 ? found->receiver_compute / (found->receiver_compute + found->formula.receiver) : NAN;
	return simulate_two(model, &two, &found->simulated, err);
}

/* Each experiment is what its two processes call, and is simulated: what a rendezvous has to wait for is in the
 * simulation alone. */
#include "platform/synthetic_message.h"

#include "predict/predict.h"

#include <math.h>

enum { FIRST, SECOND, PROCESSES, TRAIN_MOST = 64 };

/* What the two do. Nanoseconds. */
struct two_programs {
	const struct experiment *what;
	size_t count;               /* messages in a row */
	uint64_t before[PROCESSES]; /* computation before the first call */
	uint64_t beside[PROCESSES]; /* computation while the message is under way */
	bool answered;
	uint64_t marker;  /* of EXPERIMENT_CROSSED: computation of the first one, longer than all else, behind what is
			     timed */
	bool until_begun; /* of the same: in place of the message that is timed */
};

static uint64_t nanoseconds(double seconds)
{
	return seconds > 0 ? (uint64_t)llround(1e9 * seconds) : 0;
}

static size_t compute(struct rank_program *program, uint64_t nanoseconds)
{
	return nanoseconds > 0 ? rank_program_compute(program, nanoseconds) : NO_OPERATION;
}

static size_t transfer(struct rank_program *program, const struct experiment *what, int peer, bool sends,
		       uint64_t bytes)
{
	const struct place somewhere = {BUFFER_RECEIVE, 0};
	size_t made = sends ? rank_program_send(program, peer, 0, somewhere, bytes)
			    : rank_program_receive(program, peer, 0, somewhere, bytes);

	if (sends && what->setup.operation == OPERATION_SEND)
		rank_program_blocking(program);
	return made;
}

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct two_programs *two = self;
	bool first = process == two->what->from;
	int role = first ? FIRST : SECOND, peer = first ? two->what->to : two->what->from;
	size_t call, beside;

	if (!first && process != two->what->to)
		return OK;
	call = compute(program, two->before[role]);
	for (size_t i = 0; i < two->count; i++) {
		size_t before = call;

		call = transfer(program, two->what, peer, first, two->what->bytes);
		rank_program_after(program, before);
	}
	beside = compute(program, two->beside[role]);
	if (beside != NO_OPERATION)
		rank_program_after_start(program, call);
	if (two->answered) {
		transfer(program, two->what, peer, !first, two->what->reply_bytes);
		rank_program_after(program, call);
		rank_program_after(program, beside);
	}
	return rank_program_status(program, err);
}

static enum status build_crossed(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct two_programs *two = self;
	const struct experiment *what = two->what;
	const struct place somewhere = {BUFFER_RECEIVE, 0};
	size_t message, word;

	if (process == what->from) {
		rank_program_receive(program, what->to, 0, somewhere, what->reply_bytes);
		word = rank_program_receive(program, what->to, 1, somewhere, 0);
		if (!two->until_begun) {
			message = rank_program_send(program, what->to, 0, somewhere, what->bytes);
			rank_program_after(program, word);
			word = message;
		}
		rank_program_compute(program, two->marker);
		rank_program_after(program, word);
	} else if (process == what->to) {
		if (!two->until_begun)
			rank_program_receive(program, what->from, 0, somewhere, what->bytes);
		message = rank_program_send(program, what->from, 0, somewhere, what->reply_bytes);
		rank_program_send(program, what->from, 1, somewhere, 0);
		rank_program_after_start(program, message);
	}
	return rank_program_status(program, err);
}

/* When each of the two is done, in s. */
static enum status run(const struct model *model, const struct two_programs *two, double finish[PROCESSES],
		       struct error *err)
{
	const int ends[PROCESSES] = {two->what->from, two->what->to};
	const struct schedule schedule = {.processes = 1 + (ends[0] > ends[1] ? ends[0] : ends[1]),
					  .build = two->what->kind == EXPERIMENT_CROSSED ? build_crossed : build,
					  .self = two};
	struct predict_options options = predict_options_default(model);
	struct simulation found = {.record = false};
	enum status status = predict_schedule(&options, &schedule, &found, err);

	for (int p = 0; status == OK && p < PROCESSES; p++)
		finish[p] = found.finish[ends[p]];
	simulation_release(&found);
	return status;
}

static bool receives(const struct experiment *what)
{
	return what->kind == EXPERIMENT_RECEIVE || what->kind == EXPERIMENT_RECEIVE_EXPECTED;
}

bool synthetic_message_is_simulated(const struct model *model, const struct experiment *what)
{
	bool between_two = what->kind != EXPERIMENT_ONE_TO_TWO && what->kind != EXPERIMENT_EXCHANGE &&
			   what->kind != EXPERIMENT_COLLECTIVE;

	return model->class->handshakes && between_two;
}

/* The receiver's calls: of what the receiver has asked for, and lets come. */
static enum status receive(const struct model *model, struct two_programs *two, struct message_time *time,
			   struct error *err)
{
	const struct experiment *what = two->what;
	uint64_t delay = nanoseconds(what->delay);
	double finish[PROCESSES] = {0};
	enum status status;

	two->before[FIRST] = nanoseconds(model_p2p(model, (struct link){what->to, what->from}, 0));
	if (what->kind == EXPERIMENT_RECEIVE)
		two->before[SECOND] = delay;
	else
		two->beside[SECOND] = delay;
	status = run(model, two, finish, err);
	*time = (struct message_time){fmax(finish[SECOND] - 1e-9 * (double)delay, 0), NAN};
	return status;
}

/* All sends, until the sender is free. */
static enum status sends(const struct model *model, struct two_programs *two, double *seconds, struct error *err)
{
	double finish[PROCESSES] = {0};
	enum status status;

	two->answered = false;
	status = run(model, two, finish, err);
	*seconds = finish[FIRST];
	return status;
}

/* A message, or a train, and its answer. */
static enum status trip(const struct model *model, struct two_programs *two, struct message_time *time,
			struct error *err)
{
	double finish[PROCESSES] = {0};
	enum status status;

	two->answered = true;
	status = run(model, two, finish, err);
	time->seconds = finish[FIRST];
	return status == OK ? sends(model, two, &time->send_seconds, err) : status;
}

static enum status train(const struct model *model, struct two_programs *two, struct message_time *time,
			 struct error *err)
{
	double more = two->what->count > TRAIN_MOST ? (double)(two->what->count - TRAIN_MOST) : 0;
	struct message_time before = {0};
	enum status status;

	two->count = more > 0 ? TRAIN_MOST : two->what->count;
	status = trip(model, two, time, err);
	if (status != OK || more == 0)
		return status;
	two->count--;
	status = trip(model, two, &before, err);
	time->seconds += more * (time->seconds - before.seconds);
	time->send_seconds += more * (time->send_seconds - before.send_seconds);
	return status;
}

/* What the call that begins a message keeps its process for. */
static double begins(const struct model *model, const struct experiment *what)
{
	const struct cost cost = model_cost_nonblocking(model, (struct link){what->from, what->to}, what->bytes);

	return cost.handshake.protocol == PROTOCOL_RAT || cost.handshake.protocol == PROTOCOL_RTA ? cost.request
												  : cost.send;
}

/* The receiver's delay begins when it has told the sender to begin, which hears that later. What a whole number of
 * nanoseconds makes of that time changes a send that waits by as much. */
static enum status send_early(const struct model *model, struct two_programs *two, double *seconds, struct error *err)
{
	const struct link back = {two->what->to, two->what->from};
	double heard = model_p2p(model, back, 0) - model_cost_nonblocking(model, back, 0).send;
	enum status status;

	two->before[FIRST] = nanoseconds(heard);
	two->before[SECOND] = nanoseconds(two->what->delay + two->what->setup.compute);
	if (two->what->setup.side == SIDE_RECEIVER)
		two->beside[SECOND] = nanoseconds(two->what->setup.compute);
	status = sends(model, two, seconds, err);
	*seconds -= *seconds > 1e-9 * (double)two->before[SECOND] ? heard : 1e-9 * (double)two->before[FIRST];
	return status;
}

static enum status overlap(const struct model *model, struct two_programs *two, struct message_time *time,
			   struct error *err)
{
	const struct setup *setup = &two->what->setup;
	enum status status;

	two->beside[setup->side == SIDE_SENDER ? FIRST : SECOND] = nanoseconds(setup->compute);
	status = trip(model, two, time, err);
	time->send_seconds = begins(model, two->what);
	return status;
}

/* What lies between the marker's two places. */
static enum status crossed(const struct model *model, struct two_programs *two, double *seconds, struct error *err)
{
	const double longer = 10;
	const struct experiment *what = two->what;
	double begun[PROCESSES] = {0}, done[PROCESSES] = {0};
	enum status status;

	two->marker = nanoseconds(longer * (model_p2p(model, (struct link){what->from, what->to}, what->bytes) +
					    model_p2p(model, (struct link){what->to, what->from}, what->reply_bytes)));
	two->until_begun = true;
	status = run(model, two, begun, err);
	two->until_begun = false;
	if (status == OK)
		status = run(model, two, done, err);
	*seconds = fmax(done[FIRST] - begun[FIRST], 0);
	return status;
}

enum status synthetic_message_time(const struct model *model, const struct experiment *what, struct message_time *time,
				   struct error *err)
{
	struct two_programs two = {.what = what, .count = 1};

	*time = (struct message_time){0, NAN};
	if (receives(what))
		return receive(model, &two, time, err);
	switch (what->kind) {
	case EXPERIMENT_OVERLAP:
		return overlap(model, &two, time, err);
	case EXPERIMENT_CROSSED:
		return crossed(model, &two, &time->seconds, err);
	case EXPERIMENT_SEND_EARLY:
		return send_early(model, &two, &time->seconds, err);
	case EXPERIMENT_SEND:
	case EXPERIMENT_SEND_ALONE:
		return sends(model, &two, &time->seconds, err);
	default:
		return train(model, &two, time, err);
	}
}

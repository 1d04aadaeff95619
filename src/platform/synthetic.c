#include "platform/synthetic.h"

#include "base/memory.h"
#include "base/random.h"
#include "platform/synthetic_collective.h"
#include "platform/synthetic_message.h"
#include "platform/synthetic_one_to_two.h"
#include "model/paths.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct synthetic {
	struct platform platform;
	const struct model *model;
	struct noise noise;
	struct random random;
	struct course course;
	double time;
};

static struct synthetic *synthetic(struct platform *platform)
{
	return (struct synthetic *)platform;
}

/* What the experiment's message costs in its layout; synthetic_run has seen that the model knows it. */
static struct cost message_cost(const struct model *model, const struct experiment *what)
{
	const struct link out = {what->from, what->to};
	const struct message_layout layout = message_layout_of(what);
	struct paths paths;

	if (layout.ends == 0 || !model->class->paths ||
	    model_paths(model, out, what->bytes, &layout, &paths, NULL) != OK)
		return model_cost(model, out, what->bytes);
	return paths_cost(&paths);
}

/* Seconds of a send call in a stream that is long enough. */
static double settled_send(const struct model *model, const struct experiment *what, const struct cost *cost)
{
	const struct message_layout layout = message_layout_of(what);
	struct paths paths;

	return model->class->paths && model_paths(model, (struct link){what->from, what->to}, what->bytes, &layout,
						  &paths, NULL) == OK
		       ? paths.send
		       : cost->gap;
}

/* Returns the seconds of the answer, which has at each end the layout that the message has there. */
static double answer(const struct model *model, const struct experiment *what)
{
	struct experiment back = *what;
	struct cost cost;

	if (what->reply_bytes == 0)
		return model_p2p(model, (struct link){what->to, what->from}, 0);
	back.from = what->to;
	back.to = what->from;
	back.bytes = what->reply_bytes;
	back.setup.layout[0] = what->setup.layout[1];
	back.setup.layout[1] = what->setup.layout[0];
	cost = message_cost(model, &back);
	return cost_delivery(&cost);
}

/* count messages out, the least gap between them, and an answer. What the buffer swallows is not waited for. */
static struct message_time train(const struct model *model, const struct experiment *what, size_t buffer)
{
	struct cost cost = message_cost(model, what);
	size_t swallowed = buffer == 0        ? 0
			   : what->bytes == 0 ? SIZE_MAX
					      : buffer / what->bytes,
	       held = what->count - 1 > swallowed ? what->count - 1 - swallowed : 0;
	double swallowing = (double)what->count * cost.send,
	       waiting = cost.send + (double)held * settled_send(model, what, &cost);

	return (struct message_time){cost_delivery(&cost) + (double)(what->count - 1) * cost.gap + answer(model, what),
				     buffer == 0 ? waiting : fmax(swallowing, waiting)};
}

/* The receiver asks with an empty message and lets delay pass: it pays its overhead, and waits if the message is not
 * there yet. */
static struct message_time receive(const struct model *model, const struct experiment *what)
{
	struct link back = {what->to, what->from};
	struct cost cost = message_cost(model, what);
	double late = model_p2p(model, back, 0) + cost_delivery(&cost) - what->delay;
	double overhead = what->kind == EXPERIMENT_RECEIVE ? cost.receive : cost.receive_expected;

	if (cost.own_ports) /* a call of its own, which is not the processor's part of a message's time */
		overhead = model_cost_nonblocking(model, (struct link){what->from, what->to}, what->bytes).receive;
	return (struct message_time){fmax(overhead, late), NAN};
}

/* Bytes of the longest message that leaves before its receiver is there; NAN: all do. */
static double eager_most(const struct model *model)
{
	const struct fact *eager = model_fact(model, MODEL_EAGER);
	bool has_switch =
		model_param_index(model->class, "S") < model->class->n_params && model_platform(model) < model->n_links;

	return eager ? eager->number : has_switch ? model_value(model, model_platform(model), "S", 0) : NAN;
}

/* A message longer than the eager limit leaves when the receiver is there. */
static struct message_time send_early(const struct model *model, const struct experiment *what)
{
	struct cost cost = model_cost(model, (struct link){what->from, what->to}, what->bytes);

	return (struct message_time){(double)what->bytes > eager_most(model) ? what->delay + cost.send : cost.send,
				     NAN};
}

/* The wait of a message longer than the eager limit ends when it has left, or when it is delivered. */
static struct message_time by_isend(const struct model *model, const struct experiment *what)
{
	struct cost cost = model_cost_nonblocking(model, (struct link){what->from, what->to}, what->bytes);
	double whole = cost_delivery(&cost), held = cost.send_waits ? whole : fmin(whole, cost.send + cost.transfer);

	return (struct message_time){whole + model_p2p(model, (struct link){what->to, what->from}, what->reply_bytes),
				     (double)what->bytes > eager_most(model) ? held : cost.send};
}

/* Both messages are on their way at once: each side has its own when the peer's has come and its own is sent. Beside
 * the other a transfer takes so many times as long as the model says. Of a window each further message follows when the
 * port and the processor, which sends one and receives one, are ready. */
static struct message_time exchange(const struct model *model, const struct experiment *what)
{
	const struct link ways[] = {{what->from, what->to}, {what->to, what->from}};
	const struct fact *duplex = model_fact(model, MODEL_DUPLEX);
	double longest = 0;

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		struct cost cost = what->setup.operation == OPERATION_ISEND
					   ? model_cost_nonblocking(model, ways[i], what->bytes)
					   : model_cost(model, ways[i], what->bytes);
		double beside = duplex && duplex->number > 1 ? (duplex->number - 1) * cost.transfer : 0,
		       busy = cost.overheads_overlap ? 0 : cost.send + cost.receive_expected,
		       next = fmax(cost.gap, busy) + beside;

		longest = fmax(longest, cost_delivery(&cost) + beside + (double)(what->count - 1) * next);
	}
	return (struct message_time){longest, NAN};
}

/* The computation hides what no processor is needed for: everything but the overheads. */
static struct message_time overlap(const struct model *model, const struct experiment *what)
{
	struct link out = {what->from, what->to}, back = {what->to, what->from};
	struct cost cost = model_cost_nonblocking(model, out, what->bytes);
	double busy = what->setup.side == SIDE_SENDER ? cost.send : cost.receive_expected, whole = cost_delivery(&cost);

	return (struct message_time){fmax(whole, busy + what->setup.compute) + model_p2p(model, back, 0), cost.send};
}

static struct message_time timing_of(const struct model *model, const struct experiment *what, size_t buffer)
{
	switch (what->kind) {
	case EXPERIMENT_ROUNDTRIP:
		if (what->setup.operation == OPERATION_ISEND)
			return by_isend(model, what);
		return train(model, what, buffer);
	case EXPERIMENT_TRAIN:
		return train(model, what, buffer);
	case EXPERIMENT_EXCHANGE:
		return exchange(model, what);
	case EXPERIMENT_OVERLAP:
		return overlap(model, what);
	case EXPERIMENT_ONE_TO_TWO:
		return synthetic_one_to_two(model, what);
	case EXPERIMENT_SEND_EARLY:
		return send_early(model, what);
	case EXPERIMENT_CROSSED:
		return (struct message_time){by_isend(model, what).send_seconds, NAN};
	case EXPERIMENT_SEND_ALONE:
	case EXPERIMENT_SEND: /* a burst is short enough for the sender's queue: it is not held back by the gap */
		return (struct message_time){message_cost(model, what).send, NAN};
	default:
		return receive(model, what);
	}
}

/* What a loop of operations keeps the platform busy with, which for single calls is more than what is timed. */
static double work_of(const struct model *model, const struct experiment *what, const struct message_time *timing)
{
	bool sends = what->kind == EXPERIMENT_SEND || what->kind == EXPERIMENT_SEND_ALONE;

	if (!sends && what->kind != EXPERIMENT_RECEIVE && what->kind != EXPERIMENT_RECEIVE_EXPECTED)
		return (double)what->loop * timing->seconds;
	if (sends)
		return (double)what->loop * model_roundtrip(model, (struct link){what->from, what->to}, what->bytes, 0);
	return (double)what->loop * timing->seconds + model_p2p(model, (struct link){what->to, what->from}, 0);
}

/* The delay of a receiver, which passes beside that. */
static double idle_of(const struct experiment *what)
{
	return what->kind == EXPERIMENT_RECEIVE || what->kind == EXPERIMENT_RECEIVE_EXPECTED ? fmax(what->delay, 0) : 0;
}

static double perturb(struct synthetic *s, double seconds)
{
	double factor = 1 + s->noise.spread * random_exponential(&s->random);

	if (random_uniform(&s->random) < s->noise.outliers)
		factor *= s->noise.outlier_factor;
	return seconds * factor;
}

/* A duration as the clock shows it. */
static double shown(const struct synthetic *s, double seconds)
{
	return s->noise.tick > 0 ? s->noise.tick * floor(seconds / s->noise.tick) : seconds;
}

/* What the platform's clock shows at a time, and how much more than the time has passed on it between two. */
static double clock_at(const struct synthetic *s, double time)
{
	return unrest_clock(&s->noise.unrest, time);
}

static double clock_ahead(const struct synthetic *s, double begin, double end)
{
	return clock_at(s, end) - end - (clock_at(s, begin) - begin);
}

/* Both take what they say in the quickest state; what is timed begins after the warm-up and the delay. */
static void pass(struct synthetic *s, double warmup, double idle, double work, double *timed)
{
	double begin = s->time + course_take(&s->course, s->time, warmup) + idle;
	struct course course = s->course;

	*timed = course_take(&course, begin, *timed);
	*timed += clock_ahead(s, begin, begin + *timed);
	s->time = begin + course_take(&s->course, begin, work);
}

/* The experiment as it is where everything takes factor times as long, in times of the quickest state. */
static struct experiment in_quickest(const struct experiment *what, double factor)
{
	struct experiment same = *what;

	same.delay /= factor;
	return same;
}

static enum status time_of(const struct synthetic *s, const struct experiment *what, struct message_time *timing,
			   struct error *err)
{
	if (synthetic_message_is_simulated(s->model, what))
		return synthetic_message_time(s->model, what, timing, err);
	*timing = timing_of(s->model, what, s->noise.buffer);
	return OK;
}

static enum status observe(struct synthetic *s, const struct experiment *what, struct observation *found,
			   struct error *err)
{
	const struct experiment quickest = in_quickest(what, course_factor(&s->course, s->time));
	double loop = (double)what->loop, undelayed, total;
	bool window = what->kind == EXPERIMENT_EXCHANGE && what->count > 1;
	size_t messages = window ? 4 * what->count : what->count + 1; /* of an operation */
	struct message_time timing;
	enum status status = time_of(s, &quickest, &timing, err);
	bool sends_timed = status == OK && what->loop == 1 && isfinite(timing.send_seconds);
	struct observation observation = {.at = clock_at(s, s->time), .send_seconds = NAN};

	if (status != OK)
		return status;

	total = undelayed = perturb(s, timing.seconds * loop);
	if (sends_timed)
		observation.send_seconds = perturb(s, timing.send_seconds);
	else if (what->loop == 1 && experiment_is_pair(what)) /* both are alike */
		observation.send_seconds = undelayed;
	pass(s,
	     (double)what->warmup *
		     model_roundtrip(s->model, (struct link){what->from, what->to}, what->bytes, what->reply_bytes),
	     idle_of(what), work_of(s->model, what, &timing), &total);
	observation.seconds = shown(s, total) / loop;
	observation.send_seconds = shown(s, observation.send_seconds * (undelayed > 0 ? total / undelayed : 1));
	s->platform.messages +=
		(what->kind == EXPERIMENT_ONE_TO_TWO ? 2 : 1) * (2 * what->warmup + what->loop * messages);
	*found = observation;
	return OK;
}

static struct observation observe_collective(struct synthetic *s, const struct synthetic_collective *collective,
					     size_t warmup)
{
	double escalation = synthetic_collective_escalation(collective, &s->random);
	double total = perturb(s, collective->seconds) + escalation;
	struct observation observation = {.at = clock_at(s, s->time), .send_seconds = NAN};

	pass(s, (double)warmup * collective->seconds, 0, total, &total);
	observation.seconds = shown(s, total);
	s->platform.messages += collective->messages * (warmup + 1);
	return observation;
}

static enum status run_collective(struct synthetic *s, const struct experiment *what, size_t n,
				  struct observation *observations, struct error *err)
{
	struct synthetic_collective collective = {.seconds = 0};
	enum status status = synthetic_collective_check(s->model, what, s->noise.equations, err);

	if (status == OK)
		status = synthetic_collective_time(&collective, s->model, what, s->noise.equations, err);
	for (size_t i = 0; status == OK && i < n; i++)
		observations[i] = observe_collective(s, &collective, what->warmup);
	synthetic_collective_release(&collective);
	return status;
}

static enum status synthetic_prepare(struct platform *platform, size_t bytes, struct error *err)
{
	(void)platform, (void)bytes, (void)err;
	return OK;
}

/* Returns true if the time of the experiment depends on the layout of its message. */
static bool heeds_layout(const struct model *model, const struct experiment *what)
{
	bool by_send = what->setup.operation == OPERATION_SEND && what->kind != EXPERIMENT_EXCHANGE &&
		       what->kind != EXPERIMENT_ONE_TO_TWO && what->kind != EXPERIMENT_SEND_EARLY;

	return by_send && paths_know_layouts(model) && !synthetic_message_is_simulated(model, what);
}

/* Refuses what a setup asks for and a model says nothing of: it would be measured as if it had not been asked for. */
static enum status check_message(const struct model *model, const struct experiment *what, struct error *err)
{
	const struct setup *setup = &what->setup;

	if (setup->cold[0] || setup->cold[1])
		return error_set(err, ERR_INPUT,
				 "a synthetic platform has no caches: data that are not in cache (--cold) are measured "
				 "on a live platform");
	if (setup->operation != OPERATION_SEND && setup->operation != OPERATION_ISEND)
		return error_set(err, ERR_INPUT,
				 "a synthetic platform knows the calls send and isend, not %s: a model says nothing of "
				 "others",
				 operation_names[setup->operation]);
	if (setup->background == BACKGROUND_BUSY)
		return error_set(err, ERR_INPUT,
				 "the processes of a synthetic platform do not disturb each other: what busy ones do "
				 "(--others busy) is measured on a live platform");
	if (message_layout_of(what).ends != 0 && !heeds_layout(model, what))
		return error_set(err, ERR_INPUT,
				 "%s by %s on a synthetic platform of a %s model takes the same in every layout: p3pc "
				 "models tell layouts apart, for messages one way or there and back by send",
				 experiment_name(what->kind), operation_names[setup->operation], model->class->name);
	return OK;
}

static enum status synthetic_check(struct platform *platform, const struct experiment *what, struct error *err)
{
	const struct synthetic *s = synthetic(platform);

	return what->kind == EXPERIMENT_COLLECTIVE ? synthetic_collective_check(s->model, what, s->noise.equations, err)
						   : check_message(s->model, what, err);
}

static enum status synthetic_run(struct platform *platform, const struct experiment *what, size_t n,
				 struct observation *observations, struct error *err)
{
	int last = (int)platform->processes - 1;
	const struct message_layout layout = message_layout_of(what);
	struct paths paths;
	enum status status = OK;

	if (what->kind == EXPERIMENT_COLLECTIVE)
		return run_collective(synthetic(platform), what, n, observations, err);
	if (what->from < 0 || what->to < 0 || what->from > last || what->to > last || what->from == what->to)
		return error_set(err, ERR_INPUT,
				 "no experiment between processes %d and %d: there are processes 0 to %d", what->from,
				 what->to, last);
	if (what->kind == EXPERIMENT_ONE_TO_TWO &&
	    (what->setup.third > (size_t)last || (int)what->setup.third == what->from ||
	     ((int)what->setup.third == what->to && what->setup.operation != OPERATION_ISEND)))
		return error_set(
			err, ERR_INPUT,
			"no one-to-two from process %d to %d and %zu: three different ones of 0 to %d are needed, or "
			"messages by MPI_Isend to the same process",
			what->from, what->to, what->setup.third, last);
	if (what->bytes > 0 && model_paths(synthetic(platform)->model, (struct link){what->from, what->to}, what->bytes,
					   &layout, &paths, err) != OK)
		return ERR_INPUT;
	for (size_t i = 0; status == OK && i < n; i++)
		status = observe(synthetic(platform), what, &observations[i], err);
	return status;
}

/* No experiment holds up another: the links of the model are apart. */
static enum status synthetic_run_together(struct platform *platform, const struct experiment *list, size_t k, size_t n,
					  struct observation *observations, struct error *err)
{
	struct synthetic *s = synthetic(platform);
	const struct course course = s->course;
	double begin = s->time, end = begin;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < k; i++) {
		s->time = begin;
		s->course = course;
		status = synthetic_run(platform, &list[i], n, &observations[i * n], err);
		end = fmax(end, s->time);
	}
	s->time = end;
	s->course = course;
	return status;
}

static double synthetic_now(struct platform *platform)
{
	return clock_at(synthetic(platform), synthetic(platform)->time);
}

static void synthetic_pass(struct platform *platform, double seconds)
{
	synthetic(platform)->time += seconds;
}

static double synthetic_reference(struct platform *platform)
{
	return synthetic(platform)->time;
}

static enum status synthetic_describe(struct platform *platform, struct circumstances *c, struct error *err)
{
	const struct synthetic *s = synthetic(platform);
	enum status status = circumstances_processes(c, platform->processes, err);
	char library[400], unrest[200];

	snprintf(library, sizeof(library), "%s model, perturbations of %.3g %% on average, %.3g %% outliers%s%s",
		 s->model->class->name, 100 * s->noise.spread, 100 * s->noise.outliers,
		 unrest_text(&s->noise.unrest, unrest, sizeof(unrest)),
		 s->noise.equations ? ", scatter and gather by equations" : "");
	c->platform = memory_text("synthetic");
	c->library = memory_text(library);
	c->buffers = memory_text("none: times follow from the model");
	c->clock_resolution = platform->clock.resolution;
	c->clock_cost = platform->clock.cost;
	for (size_t p = 0; status == OK && p < platform->processes; p++)
		if (!(c->hosts[p] = memory_text("synthetic")))
			status = error_memory(err, "a host's name");
	if (status == OK && (!c->platform || !c->library || !c->buffers))
		status = error_memory(err, "a platform's description");
	return status;
}

static void synthetic_close(struct platform *platform)
{
	free(platform);
}

static const struct platform_class synthetic_class = {
	.name = "synthetic",
	.statistic = STATISTIC_MIN,
	.prepare = synthetic_prepare,
	.check = synthetic_check,
	.run = synthetic_run,
	.run_together = synthetic_run_together,
	.now = synthetic_now,
	.pass = synthetic_pass,
	.reference = synthetic_reference,
	.describe = synthetic_describe,
	.close = synthetic_close,
};

enum status synthetic_open(const struct model *model, const struct noise *noise, uint64_t seed,
			   struct platform **platform, struct error *err)
{
	const struct unrest *unrest = &noise->unrest;
	struct synthetic *s;

	if (model_check(model, err) != OK || unrest_check(&noise->unrest, err) != OK)
		return ERR_INPUT;
	if (!(noise->spread >= 0) || !(noise->outliers >= 0 && noise->outliers <= 1) ||
	    !(noise->outlier_factor >= 1 || noise->outliers == 0) || !(noise->tick >= 0))
		return error_set(err, ERR_INPUT,
				 "noise: spread and tick must not be negative, the probability of outliers lies in "
				 "0..1, their factor is at least 1");
	s = calloc(1, sizeof(*s));
	if (!s)
		return error_memory(err, "a synthetic platform");
	s->platform.class = &synthetic_class;
	s->platform.processes = model->processes;
	s->platform.clock = (struct clock){.resolution = noise->tick, .cost = 0};
	s->model = model;
	s->noise = *noise;
	s->platform.spread = noise->spread > 0 || noise->outliers > 0 || unrest->factor > 0 || unrest->drift > 0 ||
					     unrest->disturbance > 0
				     ? 1
				     : 0;
	random_init(&s->random, seed);
	course_init(&s->course, &noise->unrest, seed);
	*platform = &s->platform;
	return OK;
}

#include "simulate/simulate.h"

#include <math.h>

static double nanoseconds(double seconds)
{
	return seconds > 0 ? seconds * 1e9 : 0;
}

static double least(double a, double b)
{
	return a < b ? a : b;
}

static bool shares(const struct model_use *use)
{
	return use->fair || (use->model->class->fair && !use->parallel && !use->in_turn);
}

/*
 * Messages that share a port under TCP get shares in inverse proportion to their round trip times, in which six
 * segments of 1462.5 bytes on each link count besides the latency: fitted to packets simulated one by one (Velho,
 * Legrand 2009, Accuracy study and improvement of network simulation in the SimGrid framework). What they get equally
 * much of is bytes times that.
 */
static double size_by_trip(uint64_t bytes, double latency, double busy)
{
	const double segments = 6 * 1462.5;
	double length = bytes > 0 ? (double)bytes : 1;

	return length * fmax(latency + segments * busy / length, 1e-3);
}

/* Frees ports that serve any number of messages at a time. */
static void serve_in_parallel(const struct model_use *use, struct message_cost *cost)
{
	if (use->parallel || use->parallel_out)
		cost->out = 0;
	if (use->parallel || use->parallel_in)
		cost->in = 0;
}

/*
 * The flight is what is left of the message's time beyond what ports, the link where it is shared, and the receiver's
 * processor take of it.
 */
static void take_own_ports(const struct model_use *use, const struct cost *c, uint64_t bytes, struct message_cost *cost)
{
	double whole = nanoseconds(cost_delivery(c)), out = nanoseconds(c->port_out), link = nanoseconds(c->link),
	       network = fmax(0, whole - nanoseconds(c->processor_out) - nanoseconds(c->processor_in)),
	       kept = use->link_order == LINK_PORTS && !shares(use) ? network : 0,
	       in = fmax(nanoseconds(c->port_in), kept), served = in;

	cost->out = shares(use) ? out : fmax(nanoseconds(cost_next_out(c)), kept);
	cost->in = in;
	cost->link = link;
	serve_in_parallel(use, cost);
	if (shares(use))
		served = message_flows(cost);
	cost->send = nanoseconds(c->processor_out);
	cost->receive = cost->receive_expected = nanoseconds(c->processor_in);
	cost->flight = fmax(whole - cost->receive - served, 0);
	if (c->apart) {
		cost->latency = fmax(0, whole - cost->send - cost->receive - served);
		cost->flight = cost->latency + cost->send;
	}
	cost->transfer = in;
	cost->size = size_by_trip(bytes, cost->latency, out + in + cost->link);
}

static enum link_order link_order(const struct model_use *use)
{
	if (!use->model->class->fair && !shares(use))
		return LINK_PARALLEL; /* ports in turn have messages in order */
	if (use->link_order != LINK_OF_CLASS)
		return use->link_order == LINK_PORTS ? LINK_IN_TURN : use->link_order;
	return use->model->class->fair ? LINK_IN_TURN : LINK_PARALLEL;
}

/* Who pushes or pulls the data is kept until they are out, or in the network's buffer. */
static void shake_hands(const struct cost *c, struct message_cost *cost)
{
	cost->protocol = c->handshake.protocol;
	cost->independent = c->handshake.independent;
	cost->buffered = c->handshake.buffered;
	cost->control = nanoseconds(c->handshake.control);
	cost->request = nanoseconds(c->request);
	cost->control_latency = nanoseconds(c->control_latency);
	if (c->handshake.buffered)
		cost->send += nanoseconds(c->handshake.push);
	else if (c->handshake.protocol != PROTOCOL_TA)
		cost->send += cost->transfer;
}

/* How much of a message goes in turn at a time. More than eight pieces would make no difference to sharing; nor does
 * what ports have less than a nanosecond of, which could not be told from when the message's front is there. */
static double in_turn(const struct model_use *use, uint64_t bytes)
{
	const uint64_t pieces = 8;

	if (use->in_turn_most == 0)
		return 0;
	if (bytes <= use->in_turn_most)
		return 1;
	return bytes / pieces < use->in_turn_most || bytes == pieces * use->in_turn_most
		       ? (double)use->in_turn_most / (double)bytes
		       : 0;
}

static void cost_of(const struct model_use *use, uint64_t bytes, struct cost c, struct message_cost *cost)
{
	double transfer = nanoseconds(c.transfer), busy = nanoseconds(c.gap);

	*cost = (struct message_cost){
		.send = nanoseconds(c.send),
		.out = busy,
		.flight = nanoseconds(c.latency),
		.in = busy,
		.transfer = transfer,
		.size = transfer,
		.latency = nanoseconds(c.latency),
		.apart = c.apart,
		.waits = c.send_waits,
		.receive = nanoseconds(c.receive),
		.receive_expected = nanoseconds(c.receive_expected),
		.in_waits = c.handshake.in_waits,
		.link_order = (uint8_t)link_order(use),
	};
	if (shares(use))
		cost->out = cost->in = transfer;
	if (c.own_ports)
		take_own_ports(use, &c, bytes, cost);
	else if (c.overheads_overlap)
		cost->inside = least(transfer, cost->receive_expected);
	else
		cost->flight += cost->send;
	if (c.handshake.protocol != PROTOCOL_MEASURED)
		shake_hands(&c, cost);
	serve_in_parallel(use, cost);
	if (shares(use) && fmax(cost->out, cost->in) > 1)
		cost->in_turn = in_turn(use, bytes);
}

static void model_message(const void *self, int from, int to, uint64_t bytes, struct message_cost *cost)
{
	const struct model_use *use = self;

	cost_of(use, bytes, model_cost_nonblocking(use->model, (struct link){from, to}, (size_t)bytes), cost);
}

static void model_blocking(const void *self, int from, int to, uint64_t bytes, struct message_cost *cost)
{
	const struct model_use *use = self;

	cost_of(use, bytes, model_cost_blocking(use->model, (struct link){from, to}, (size_t)bytes), cost);
}

/* By whom a message between two processes goes, where a model holds within nodes. */
static const struct model_use *placed_use(const struct model_use *use, int from, int to)
{
	return use->node[from] == use->node[to] ? use->within : use;
}

static void placed_message(const void *self, int from, int to, uint64_t bytes, struct message_cost *cost)
{
	model_message(placed_use(self, from, to), from, to, bytes, cost);
}

static void placed_blocking(const void *self, int from, int to, uint64_t bytes, struct message_cost *cost)
{
	model_blocking(placed_use(self, from, to), from, to, bytes, cost);
}

static double both_ways(const struct model *model)
{
	const struct fact *fact = model_fact(model, MODEL_DUPLEX);

	return fact && !fact->text && fact->number > 1 ? least(fact->number - 1, 1) : 0; /* 0 for NAN */
}

static enum link_order link_order_of(const struct model *model)
{
	return model_says(model, MODEL_LINK, MODEL_PORTS_IN_TURN)    ? LINK_IN_TURN
	       : model_says(model, MODEL_LINK, MODEL_PORTS_FAIR)     ? LINK_FAIR
	       : model_says(model, MODEL_LINK, MODEL_LINK_PORTS)     ? LINK_PORTS
	       : model_says(model, MODEL_LINK, MODEL_PORTS_PARALLEL) ? LINK_PARALLEL
								     : LINK_OF_CLASS;
}

struct model_use model_use_default(const struct model *model)
{
	bool out = model_says(model, MODEL_PORTS, MODEL_PORTS_PARALLEL),
	     in = model_says(model, MODEL_PORTS_IN, MODEL_PORTS_PARALLEL),
	     fair_in = out && model_says(model, MODEL_PORTS_IN, MODEL_PORTS_FAIR),
	     in_turn_in = out && model_says(model, MODEL_PORTS_IN, MODEL_PORTS_IN_TURN),
	     kept = model_says(model, MODEL_LINK, MODEL_LINK_PORTS);

	return (struct model_use){.model = model,
				  .fair = fair_in || model_says(model, MODEL_PORTS, MODEL_PORTS_FAIR) ||
					  (model->class->fair && !model_fact(model, MODEL_PORTS) && !kept),
				  .in_turn = in_turn_in || kept || model_says(model, MODEL_PORTS, MODEL_PORTS_IN_TURN),
				  .parallel = out && !fair_in && !in_turn_in,
				  .parallel_out = out,
				  .parallel_in = in,
				  .link_order = link_order_of(model),
				  .in_turn_most = model_in_turn_most(model),
				  .in_stream = model_says(model, MODEL_CONTROL, MODEL_CONTROL_BEHIND),
				  .both_ways = both_ways(model)};
}

uint64_t model_eager_default(const struct model *model)
{
	const struct fact *fact = model_fact(model, MODEL_EAGER);
	bool has_parameter = model_param_index(model->class, "S") < model->class->n_params;
	double most = fact && !fact->text ? fact->number
		      : has_parameter     ? model_value(model, model_platform(model), "S", 0)
					  : NAN;

	return most >= 0 && most < 0x1p63 ? (uint64_t)most : UINT64_MAX; /* false for NAN */
}

/* Of MPI_Isend, where that is not the same. */
static uint64_t eager_begun(const struct model *model, uint64_t otherwise)
{
	double most = model_param_index(model->class, "S_i") < model->class->n_params
			      ? model_value(model, model_platform(model), "S_i", 0)
			      : NAN;

	return most >= 0 && most < 0x1p63 ? (uint64_t)most : otherwise;
}

struct model_use model_use_within(const struct model *model, const struct model_use *between)
{
	struct model_use use = model_use_default(model);
	bool fair = shares(between);

	use.fair = fair;
	use.in_turn = !fair && !use.parallel;
	use.parallel = use.parallel && !fair;
	use.parallel_out = use.parallel_out && !fair;
	use.parallel_in = use.parallel_in && !fair;
	return use;
}

/* Models without handshakes have no messages without data. */
static bool goes_in_stream(const struct model_use *use)
{
	return use->in_stream && use->model->class->handshakes;
}

/* Delays are drawn where messages without data go behind data, whose turn then depends on them. */
static double variation(const struct model_use *use)
{
	const struct fact *fact = model_fact(use->model, MODEL_VARIATION);

	return goes_in_stream(use) && fact && !fact->text && fact->number > 0 ? fact->number : 0; /* 0 for NAN */
}

struct costs model_costs(const struct model_use *use, uint64_t eager_most)
{
	uint64_t own = model_eager_default(use->model), most = eager_most >= SIZE_MAX ? own : eager_most;

	return (struct costs){.message = use->node ? placed_message : model_message,
			      .blocking = use->node ? placed_blocking : model_blocking,
			      .self = use,
			      .any_pair = !use->node && use->model->n_links == 1 && model_holds_for_any(use->model),
			      .fair = shares(use),
			      .in_stream = goes_in_stream(use) && !shares(use),
			      .in_stream_within = use->within && goes_in_stream(use->within) && !shares(use),
			      .both_ways = use->both_ways,
			      .variation = use->varies && !shares(use) ? variation(use) : 0,
			      .variation_within =
				      use->varies && use->within && !shares(use) ? variation(use->within) : 0,
			      .seed = use->seed,
			      .node = use->node,
			      .eager_within = use->within_eager,
			      .eager_most = most == own ? eager_begun(use->model, own) : most,
			      .eager_most_blocking = most};
}

enum status model_costs_check(const struct model *model, int processes, struct error *err)
{
	if (model_holds_for_any(model) || (size_t)processes <= model->processes)
		return OK;
	return error_set(err, ERR_INPUT, "the model holds for pairs of its own %zu processes, not for %d",
			 model->processes, processes);
}

enum status model_use_check(const struct model_use *use, int processes, struct error *err)
{
	TRY(model_costs_check(use->model, processes, err));
	return use->node ? model_costs_check(use->within->model, processes, err) : OK;
}
